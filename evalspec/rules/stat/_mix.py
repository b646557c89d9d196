"""Whether the units stand in the mix of the population, by what the plan says of their sampling."""

from collections.abc import Iterable

from evalspec.plan.model import Plan
from evalspec.plan.model.design import Fractions, Sampling
from evalspec.terms import SamplingKind

_ALTERED = (SamplingKind.CASE_CONTROL, SamplingKind.ENRICHED, SamplingKind.RESAMPLED)
_SAMPLING = "sampling: whether the units are consecutive, a random sample, or chosen by their outcome"


def needs() -> str:
    """What the plan would have to carry."""
    return _SAMPLING


def is_said(plan: Plan) -> bool:
    return plan.sampling is not None and (
        plan.sampling.kind is not None or plan.sampling.fractions is not None or plan.sampling.strata is not None
    )


def altered(plan: Plan) -> str:
    """How the sample's mix differs from the population's, in the plan's words; "" where it is not said to.

    Strata sampled at different shares alter more than the mix: another rule's.
    """
    sampling = plan.sampling
    if sampling is None:
        return ""
    if sampling.kind in _ALTERED:
        return f"sampling is `{sampling.kind}`"
    if any(f.positive != f.negative for f in _fractions(sampling)):
        return "positives and negatives are sampled at different fractions"
    return ""


def _fractions(sampling: Sampling) -> Iterable[Fractions]:
    given = sampling.fractions
    if given is None:
        return ()
    return (given,) if isinstance(given, Fractions) else given.values()
