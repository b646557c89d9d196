"""Share of the negative calls that are right; from 0 to 1. It moves with the prevalence."""

from evalspec.metrics.base import NEGATIVE_CALLS, RatioMetric, Worked
from evalspec.records import Counts, Ratio, Undefined
from evalspec.terms import Denominator

METRIC = RatioMetric(
    id="npv",
    title="Negative predictive value",
    also=("negative predictive value",),
    formula="TN / (TN + FN)",
    numerator=lambda n: n.tn,
    denominator=lambda n: n.tn + n.fn,
    weight_name=NEGATIVE_CALLS,
    share_of=Denominator.CALLS,
    worked=(
        Worked(Counts(tp=72, fn=18, tn=180, fp=20), Ratio(180, 198)),
        Worked(Counts(tp=0, fn=10, tn=990, fp=0), Ratio(990, 1000)),
        Worked(Counts(tp=12, fn=0, tn=0, fp=88), Undefined("negative calls (TN + FN) = 0")),
    ),
    elsewhere=(
        (
            "R's caret takes it by Bayes' theorem from sensitivity, specificity and prevalence: NA where one of "
            "the rates is undefined, though units are called negative"
        ),
    ),
    reference="Altman & Bland 1994, BMJ 309:102",
)
