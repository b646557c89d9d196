"""The axis is kept."""

from evalspec.summaries.base import Summary

SUMMARY = Summary(
    id="each",
    title="Each",
    sentence="the value in each member by itself, a row each: nothing is combined",
    combine=None,
    reference="Riley et al. 2016, BMJ 353:i3140",
)
