"""SEAL107: the ledger's hash chain is broken."""

from evalspec.rules.base import Example, Rule
from evalspec.terms import Severity

RULE = Rule(
    code="SEAL107",
    name="broken-chain",
    severity=Severity.ERROR,
    summary="An event on the record does not follow the one before it.",
    why=(
        "Each event holds the digest of the one before it: where that fails, something was changed, taken out or put in."
    ),
    help="nothing from there on is vouched for: restore the ledger from a copy whose head you know",
    bad=(Example(),),
    good=(Example(),),
    reader=True,
    later="the ledger is read",
)
