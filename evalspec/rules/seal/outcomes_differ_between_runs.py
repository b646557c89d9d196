"""SEAL115: a later run on one record used other outcomes than an earlier one. Read off the ledger's digests."""

from evalspec.rules.base import Example, Rule
from evalspec.terms import Severity

RULE = Rule(
    code="SEAL115",
    name="outcomes-differ-between-runs",
    severity=Severity.WARNING,
    summary="The outcomes are not those of an earlier run on this record.",
    why=(
        "A plan that is run twice on different outcomes gives two results, and only one of them is shown. Both digests are "
        "on the record; the report has to say so."
    ),
    help="say which outcomes are right, and why they changed, wherever either result is shown",
    source="Chan et al. 2013, BMJ 346:e7586 (SPIRIT 2013), item 19",
    bad=(Example(),),
    good=(Example(),),
    reader=True,
    later="the plan is run",
)
