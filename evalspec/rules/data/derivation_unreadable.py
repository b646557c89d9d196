"""Derivation data hold a score that is no number, or a label that is no token of the plan."""

from evalspec.rules.base import Example, Rule
from evalspec.terms import Severity

_PLAN = (
    "thresholds: {main: {source: inner-validation, rule: {specificity_at_least: 0.5}, value: 0.5,"
    " positive_when: score >= threshold, derivation: inner.csv}}"
)

RULE = Rule(
    code="DATA131",
    name="derivation-unreadable",
    severity=Severity.ERROR,
    summary="Derivation data hold a score that is no finite number, or a label that is no token of the plan.",
    why="A threshold can only be recomputed from scores and labels that are read as they were meant.",
    help="write scores as numbers with a point, and labels as the outcome's positive and negative tokens",
    bad=(
        Example(plan=_PLAN, files={"inner.csv": "subject_id,score,outcome\nt1,0.4,0\nt2,NaN,1\n"}),
        Example(plan=_PLAN, files={"inner.csv": "subject_id,score,outcome\nt1,0.4,0\nt2,0.5,yes\n"}),
    ),
    good=(Example(plan=_PLAN, files={"inner.csv": "subject_id,score,outcome\nt1,0.4,0\nt2,0.5,1\n"}),),
    reader=True,
)
