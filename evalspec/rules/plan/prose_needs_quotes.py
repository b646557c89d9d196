"""Prose inside braces that YAML takes for something else."""

from evalspec.rules.base import Rule
from evalspec.terms import Severity

RULE = Rule(
    code="PLAN004",
    name="prose-needs-quotes",
    severity=Severity.ERROR,
    summary="A text inside { } or [ ] holds a comma, colon, question mark or hash, unquoted.",
    why="Inside braces these characters end the text: half a sentence would be sealed, the rest taken for a key.",
    help="quote the text, or write it in block style",
    bad=(
        "handling: {missing_prediction: {exclude: assay failed: no result}, missing_outcome: refuse}",
        "cohorts: {column: cohort, members: [A, B], outside: {exclude: too young, not enrolled}}",
    ),
    good=('cohorts: {column: cohort, members: [A, B], outside: {exclude: "too young, not enrolled"}}',),
    reader=True,
)
