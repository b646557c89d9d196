"""Share of the positive calls that are right; from 0 to 1. It moves with the prevalence."""

from evalspec.metrics.base import POSITIVE_CALLS, RatioMetric, Worked
from evalspec.records import Counts, Ratio, Undefined
from evalspec.terms import Denominator

METRIC = RatioMetric(
    id="precision",
    title="Precision",
    also=("positive predictive value", "PPV"),
    formula="TP / (TP + FP)",
    numerator=lambda n: n.tp,
    denominator=lambda n: n.tp + n.fp,
    weight_name=POSITIVE_CALLS,
    share_of=Denominator.CALLS,
    worked=(
        Worked(Counts(tp=72, fn=18, tn=180, fp=20), Ratio(72, 92)),
        Worked(Counts(tp=0, fn=6, tn=90, fp=4), Ratio(0, 4)),
        Worked(Counts(tp=0, fn=10, tn=990, fp=0), Undefined("positive calls (TP + FP) = 0")),
    ),
    elsewhere=(
        ("scikit-learn gives 0 where there is no positive call, with a warning, unless zero_division says otherwise"),
        (
            "R's caret takes it by Bayes' theorem from sensitivity, specificity and prevalence: NA where one of "
            "the rates is undefined, though units are called positive"
        ),
    ),
    reference="Altman & Bland 1994, BMJ 309:102",
)
