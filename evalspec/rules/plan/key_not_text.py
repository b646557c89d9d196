"""A key that is a number, a boolean, null or a structure."""

from evalspec.rules.base import Rule
from evalspec.terms import Severity

RULE = Rule(
    code="PLAN006",
    name="key-not-text",
    severity=Severity.ERROR,
    summary="A key is no text.",
    why='A key 1 and a key "1" would be one name for some readers and two for others.',
    help="quote the key",
    bad=(
        'cohorts: {column: cohort, members: {1: {}, "2": {}}}',
        "cohorts: {column: cohort, members: {true: {}, B: {}}}",
    ),
    good=('plan: {id: two-hospitals, title: "1", question: "007", target: these-cohorts}',),
    reader=True,
)
