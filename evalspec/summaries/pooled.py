"""One computation over all members taken together."""

from evalspec.summaries.base import Summary

SUMMARY = Summary(
    id="pooled",
    title="Pooled",
    sentence="the value for all units taken together, as if they came from one cohort: large cohorts count for more",
    combine=None,
    reference="Sebastiani 2002, ACM Comput Surv 34:1 (there: micro-averaging)",
)
