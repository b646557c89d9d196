"""Likelihood ratio of a score above which a positive call costs less on average; 0 and up. From the declarations alone."""

from fractions import Fraction

from evalspec.metrics.base import DeclaredMetric, Worked
from evalspec.records import Costs, Real, Undefined, Value

FALSE_NEGATIVE = "cost of a false negative (C_FN)"


def value(*, prevalence: Fraction | None, costs: Costs) -> Value:
    """Exact.

    Raises:
        ValueError: no prevalence, or one outside [0, 1].
    """
    if prevalence is None or not 0 <= prevalence <= 1:
        raise ValueError("a likelihood-ratio cut-off needs a prevalence from 0 to 1")
    zero = [f"{name} = 0" for name, n in (("prevalence", prevalence), (FALSE_NEGATIVE, costs.false_negative)) if n == 0]
    if zero:
        return Undefined(" and ".join(zero))
    return Real((1 - prevalence) * costs.false_positive / (prevalence * costs.false_negative))


_TEN_TO_ONE = Costs(false_negative=Fraction(500), false_positive=Fraction(50))

METRIC = DeclaredMetric(
    id="likelihood_ratio_cutoff",
    title="Likelihood ratio cut-off",
    also=("optimal slope of the ROC curve",),
    formula="((1 - prevalence) / prevalence) (C_FP / C_FN)",
    value=value,
    needs_population=True,
    undefined_when=f"prevalence = 0 or {FALSE_NEGATIVE} = 0",
    worked=(
        Worked(None, Real(Fraction(2, 5)), {"prevalence": Fraction(1, 5), "costs": _TEN_TO_ONE}),
        Worked(None, Real(Fraction(0)), {"prevalence": Fraction(1), "costs": _TEN_TO_ONE}),
        Worked(None, Undefined("prevalence = 0"), {"prevalence": Fraction(0), "costs": _TEN_TO_ONE}),
    ),
    reference="Metz 1978, Semin Nucl Med 8:283",
)
