"""LEAK127: the best threshold of each test set is reported as held-out performance."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.plan.model.design import ByCohort, Threshold
from evalspec.rules.base import Answer, Example, NotApplicable, Objection, Rule
from evalspec.rules.leak._use import only_exploratory
from evalspec.terms import Leakage, Severity, ThresholdSource


def text(plan: Plan) -> Iterator[Answer]:
    fitted = [
        n for n, t in plan.thresholds.items() if t.source is ThresholdSource.EVALUATION and _one_a_test_set(plan, t)
    ]
    if not fitted:
        yield NotApplicable("no threshold has a value of its own for each test set, chosen on it")
    for name in fitted:
        if not only_exploratory(plan, name):
            message = f"threshold `{name}` takes the best value of each test set: what it gives is an upper bound, not held-out performance"
            yield Objection(path=("thresholds", name, "source"), message=message)


def _one_a_test_set(plan: Plan, threshold: Threshold) -> bool:
    by_fold = threshold.values is not None and plan.design.fold is not None
    return by_fold or isinstance(threshold.value, ByCohort)


RULE = Rule(
    code="LEAK127",
    name="benchmark-upper-bound",
    severity=Severity.ERROR,
    leakage=Leakage.THRESHOLD,
    summary="The best threshold of each test set is reported as held-out performance.",
    why="No cut-off that is fixed beforehand can do better on these labels; the number says what could be reached, not what is.",
    help="choose each fold's value on its training cohorts; or say `role: exploratory` in every summary at this threshold",
    source="Leeflang et al. 2008, Clin Chem 54:729",
    bad=(
        Example(
            plan=(
                "design: {kind: leave-one-cohort-out, fold: cohort}\n"
                "thresholds: {main: {source: evaluation, values: {path: best.csv}, positive_when: score >= threshold}}"
            ),
            files={"best.csv": "model,fold,value\nm1,A,0.6\nm1,B,0.5\n"},
        ),
    ),
    good=(
        Example(
            plan=(
                "design: {kind: leave-one-cohort-out, fold: cohort}\n"
                "thresholds: {main: {source: inner-validation, values: {path: inner.csv, columns: {chosen_on: on}},"
                " positive_when: score >= threshold}}"
            ),
            files={"inner.csv": "model,fold,value,on\nm1,A,0.6,B\nm1,B,0.5,A\n"},
        ),
    ),
    instead_of=("threshold-from-evaluation",),
    text=text,
)
