"""A file of threshold values can't be read."""

from evalspec.rules.base import Example, Rule
from evalspec.terms import Severity

_PLAN = (
    "thresholds:\n"
    "  main: {source: inner-validation, positive_when: score >= threshold, values: {path: cut-offs.json}}\n"
)

RULE = Rule(
    code="DATA015",
    name="threshold-file-unreadable",
    severity=Severity.ERROR,
    summary="A file of threshold values is neither a CSV table nor a JSON array of flat records with a finite number in each.",
    why="A cut-off that is not read exactly is another cut-off.",
    help="write a CSV table, or a JSON array of records, with a finite number for each model and fold",
    source="RFC 8259",
    bad=(
        Example(plan=_PLAN, files={"cut-offs.json": '[{"model": "m1", "value": NaN}]'}),
        Example(plan=_PLAN, files={"cut-offs.json": '[{"model": "m1", "value": 0.5}'}),
        Example(plan=_PLAN, files={"cut-offs.json": '[{"model": "m1", "value": "half"}]'}),
    ),
    good=(Example(plan=_PLAN, files={"cut-offs.json": '[{"model": "m1", "value": 0.5}]'}),),
    reader=True,
)
