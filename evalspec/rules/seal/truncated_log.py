"""SEAL108: the ledger ends within a line."""

from evalspec.rules.base import Example, Rule
from evalspec.terms import Severity

RULE = Rule(
    code="SEAL108",
    name="truncated-log",
    severity=Severity.ERROR,
    summary="The last event on the record was never finished.",
    why=("A write was cut short, or the end was cut off: what it would have said is unknown."),
    help="restore the ledger from a copy whose head you know",
    bad=(Example(),),
    good=(Example(),),
    reader=True,
    later="the ledger is read",
)
