"""True positives less false positives at the exchange rate of a threshold probability, per unit; at most the prevalence."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from evalspec.metrics._parameters import share
from evalspec.metrics._probabilities import NO_UNITS, exact_number, units_of
from evalspec.metrics.base import ProbabilityMetric, Worked
from evalspec.records import Real, ScoreGroup, Undefined
from evalspec.terms import Quantity


def value(groups: Sequence[ScoreGroup], *, at: Decimal | Fraction) -> Real | Undefined:
    """Exact. Who has a probability of ``at`` or more is called positive; the two are compared as doubles.

    Raises:
        TypeError: at is no exact number.
        ValueError: at does not lie strictly between 0 and 1.
    """
    odds = _odds(at)
    tp, fp = _called(groups, at)
    units = units_of(groups)
    return Real((tp - fp * odds) / units) if units else Undefined(NO_UNITS)


def spread(groups: Sequence[ScoreGroup], *, at: Decimal | Fraction) -> float | Undefined:
    """Delta variance, TP and FP being multinomial: (TP/n + odds² FP/n - net benefit²) / n, n units."""
    odds = _odds(at)
    tp, fp = _called(groups, at)
    units = units_of(groups)
    if units == 0:
        return Undefined(NO_UNITS)
    return float(((tp + odds**2 * fp) / units - ((tp - fp * odds) / units) ** 2) / units)


def replicated(scores: Any, positives: Any, negatives: Any, *, at: Decimal | Fraction) -> Any:
    """Shapes (groups,), (replicates, groups), (replicates, groups) to (replicates,); NaN where there is no unit."""
    odds, threshold = float(_odds(at)), float(at)
    units = (positives.sum(axis=1) + negatives.sum(axis=1)).astype(float)
    units[units == 0] = float("nan")
    below = sum(1 for score in scores if score < threshold)
    return (positives[:, below:].sum(axis=1) - odds * negatives[:, below:].sum(axis=1)) / units


def _odds(at: Decimal | Fraction) -> Fraction:
    """What one false positive costs in true positives, exact."""
    exact = exact_number("at", at)
    if not 0 < exact < 1:
        raise ValueError(f"at must lie strictly between 0 and 1, not {at}")
    return exact / (1 - exact)


def _called(groups: Sequence[ScoreGroup], at: Decimal | Fraction) -> tuple[int, int]:
    """True and false positives."""
    threshold = float(at)
    called = [group for group in groups if group.score >= threshold]
    return sum(group.n_positive for group in called), sum(group.n_negative for group in called)


def misfit(name: str, value: Any) -> str:
    """A probability that is neither 0 nor 1."""
    return share(value, "above 0 and below 1", below=Decimal(1))


EXAMPLE = (ScoreGroup(0.05, 1, 6), ScoreGroup(0.2, 1, 1), ScoreGroup(0.6, 1, 0))

METRIC = ProbabilityMetric(
    id="net_benefit",
    title="Net benefit",
    also=("decision-analytic net benefit",),
    formula="TP / units - FP / units x at / (1 - at), positive being a probability of at or more",
    value=value,
    spread=spread,
    replicated=replicated,
    quantity=Quantity.LOSS,
    parameters=("at",),
    misfit=misfit,
    low=None,
    undefined_when=NO_UNITS,
    worked=(
        Worked(EXAMPLE, Real(Fraction(7, 40)), {"at": Decimal("0.2")}),
        Worked(EXAMPLE, Real(Fraction(0)), {"at": Decimal("0.7")}),
        Worked((ScoreGroup(0.5, 0, 2),), Real(Fraction(-1)), {"at": Decimal("0.5")}),
        Worked((), Undefined(NO_UNITS), {"at": Decimal("0.2")}),
    ),
    reference="Vickers & Elkin 2006, Medical Decision Making 26:565",
)
