"""Expected cost of a case against prevalence: a straight line, so its two ends say all of it."""

from fractions import Fraction

from evalspec.curves.base import Curve, Points, Worked
from evalspec.metrics.base import ACTUAL_NEGATIVES, ACTUAL_POSITIVES, undefined_where_zero
from evalspec.records import Costs, Counts, CurveLine, CurvePoint, Undefined
from evalspec.terms import Drawn, Takes


def trace(counts: Counts, *, costs: Costs, lowest: Fraction, highest: Fraction) -> Points | Undefined:
    """At the lowest and the highest prevalence, exact, with the sensitivity and specificity of this table at both.

    Raises:
        ValueError: the range does not run upwards within [0, 1].
    """
    _require_range(lowest, highest)
    absent = undefined_where_zero({ACTUAL_POSITIVES: counts.positives, ACTUAL_NEGATIVES: counts.negatives})
    if absent:
        return absent
    missed = Fraction(counts.fn, counts.positives) * costs.false_negative
    alarmed = Fraction(counts.fp, counts.negatives) * costs.false_positive
    return _line(missed, alarmed, lowest, highest)


def without_a_model(counts: Counts, *, costs: Costs, lowest: Fraction, highest: Fraction) -> tuple[CurveLine, ...]:
    """What calling everybody positive, and nobody, would cost."""
    return (
        CurveLine("calling everybody positive", _line(Fraction(0), costs.false_positive, lowest, highest)),
        CurveLine("calling nobody positive", _line(costs.false_negative, Fraction(0), lowest, highest)),
    )


def _line(of_positive: Fraction, of_negative: Fraction, lowest: Fraction, highest: Fraction) -> Points:
    return tuple(CurvePoint(at, at * of_positive + (1 - at) * of_negative) for at in (lowest, highest))


def _require_range(lowest: Fraction, highest: Fraction) -> None:
    if not 0 <= lowest < highest <= 1:
        raise ValueError(f"the prevalences {lowest} to {highest} are no range within 0 to 1")


TOLD = {"costs": Costs(false_negative=Fraction(5), false_positive=Fraction(1)), "lowest": Fraction(0),
        "highest": Fraction(1, 2)}  # fmt: skip

CURVE = Curve(
    id="expected-cost",
    title="Expected cost by prevalence",
    x="prevalence",
    y="expected cost of a case",
    n="none",
    takes=Takes.COUNTS,
    drawn=Drawn.LINES,
    trace=trace,
    beside=without_a_model,
    told=("costs", "lowest", "highest"),
    formula="prevalence x (1 - sensitivity) x cost of a false negative "
    "+ (1 - prevalence) x (1 - specificity) x cost of a false positive",
    undefined_when=f"{ACTUAL_POSITIVES} = 0 or {ACTUAL_NEGATIVES} = 0",
    worked=(
        Worked(
            Counts(tp=8, fn=2, tn=90, fp=10),
            (CurvePoint(Fraction(0), Fraction(1, 10)), CurvePoint(Fraction(1, 2), Fraction(11, 20))),
            TOLD,
        ),
        Worked(Counts(tp=0, fn=0, tn=90, fp=10), Undefined(f"{ACTUAL_POSITIVES} = 0"), TOLD),
    ),
    reference="Drummond & Holte 2006, Machine Learning 65:95",
)
