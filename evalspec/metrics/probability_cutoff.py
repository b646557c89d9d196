"""Probability above which a positive call costs less on average; from 0 to 1. From the costs alone, at any prevalence."""

from fractions import Fraction

from evalspec.metrics.base import DeclaredMetric, Worked
from evalspec.records import Costs, Real, Undefined, Value

BOTH = "sum of both costs (C_FP + C_FN)"


def value(*, prevalence: Fraction | None, costs: Costs) -> Value:
    """Exact. The prevalence is in the probability already, so it is not looked at."""
    both = costs.false_positive + costs.false_negative
    return Real(costs.false_positive / both) if both else Undefined(f"{BOTH} = 0")


METRIC = DeclaredMetric(
    id="probability_cutoff",
    title="Probability cut-off",
    also=("cost-optimal threshold of a posterior probability", "Bayes threshold"),
    formula="C_FP / (C_FP + C_FN)",
    value=value,
    undefined_when=f"{BOTH} = 0",
    high=Fraction(1),
    worked=(
        Worked(
            None,
            Real(Fraction(1, 11)),
            {"prevalence": None, "costs": Costs(false_negative=Fraction(500), false_positive=Fraction(50))},
        ),
        Worked(
            None,
            Undefined(f"{BOTH} = 0"),
            {"prevalence": None, "costs": Costs(false_negative=Fraction(0), false_positive=Fraction(0))},
        ),
    ),
    reference="Elkan 2001, Proc. 17th IJCAI, 973",
)
