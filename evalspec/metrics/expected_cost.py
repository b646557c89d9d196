"""What false negatives and false positives cost, a unit; 0 and up, in the unit of the costs. It moves with the prevalence."""

from fractions import Fraction

from evalspec.metrics.base import UNITS, CostMetric, Gradient, Worked, undefined_where_zero
from evalspec.records import Costs, Counts, Real, Undefined, Value


def value(n: Counts, *, costs: Costs) -> Value:
    """Exact."""
    return undefined_where_zero({UNITS: n.units}) or Real(_cost(n, costs))


def slope(n: Counts, *, costs: Costs) -> Gradient:
    """By tp, fn, tn and fp, exact."""
    mean = _cost(n, costs)
    return (
        -mean / n.units,
        (costs.false_negative - mean) / n.units,
        -mean / n.units,
        (costs.false_positive - mean) / n.units,
    )


def _cost(n: Counts, costs: Costs) -> Fraction:
    return Fraction(n.fn * costs.false_negative + n.fp * costs.false_positive) / n.units


_TEN_TO_ONE = {"costs": Costs(false_negative=Fraction(500), false_positive=Fraction(50))}

METRIC = CostMetric(
    id="expected_cost",
    title="Expected cost",
    also=("mean misclassification cost", "cost per case"),
    formula="(FN C_FN + FP C_FP) / (TP + FN + TN + FP)",
    value=value,
    slope=slope,
    whole_sample=True,
    undefined_when=f"{UNITS} = 0",
    worked=(
        Worked(Counts(tp=240, fn=10, tn=660, fp=90), Real(Fraction(19, 2)), _TEN_TO_ONE),
        Worked(Counts(tp=3, fn=0, tn=7, fp=0), Real(Fraction(0)), _TEN_TO_ONE),
        Worked(Counts(tp=0, fn=0, tn=0, fp=0), Undefined("units (TP + FN + TN + FP) = 0"), _TEN_TO_ONE),
    ),
    reference="Metz 1978, Semin Nucl Med 8:283",
)
