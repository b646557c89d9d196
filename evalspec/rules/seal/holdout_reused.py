"""SEAL116: the digest of the outcomes stands in other ledgers."""

from evalspec.rules.base import Example, Rule
from evalspec.terms import Severity

RULE = Rule(
    code="SEAL116",
    name="holdout-reused",
    severity=Severity.WARNING,
    summary="The same outcomes were opened for other plans too.",
    why=(
        "Every look at the same outcomes is a chance to choose; the best of several evaluations on one set is optimistic."
    ),
    help="say in the report how many plans were evaluated on these outcomes",
    source="Dwork et al. 2015, Science 349:636",
    bad=(Example(),),
    good=(Example(),),
    reader=True,
    later="the plan is run with `--register`",
)
