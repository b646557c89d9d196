"""PLAN153: a threshold is called prespecified, and the plan says what data it was chosen on."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, Example, Objection, Rule
from evalspec.terms import Severity, ThresholdSource


def text(plan: Plan) -> Iterator[Answer]:
    for name, t in plan.thresholds.items():
        if t.source is not ThresholdSource.PRESPECIFIED:
            continue
        chosen = t.values is not None and t.values.columns.chosen_on is not None
        if t.derivation is not None or chosen:
            what = "has derivation data" if t.derivation is not None else "says on which cohorts each value was chosen"
            message = f"threshold `{name}` is called prespecified, and {what}"
            yield Objection(path=("thresholds", name, "source"), message=message)


_THRESHOLD = (
    "thresholds: {main: {source: %s, rule: {specificity_at_least: 0.5}, value: 0.5, positive_when: score >= threshold,"
    " why: the label, derivation: inner.csv}}"
)
_FILES = {"inner.csv": "subject_id,score,outcome\nt1,0.4,0\nt2,0.5,1\n"}

RULE = Rule(
    code="PLAN153",
    name="stated-value-was-chosen",
    severity=Severity.ERROR,
    summary="A threshold is called prespecified, and the plan says what data it was chosen on.",
    why=(
        "A value that is prespecified comes from outside the study, and nothing about it is recomputed; one that was chosen "
        "on data is judged by those data. Called by the wrong name it would pass without being judged."
    ),
    help="say `source: inner-validation` or `training`; or leave the data out, and say in `why` where the value is from",
    bad=(Example(plan=_THRESHOLD % "prespecified", files=_FILES),),
    good=(Example(plan=_THRESHOLD % "inner-validation", files=_FILES),),
    text=text,
)
