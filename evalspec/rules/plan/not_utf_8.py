"""The bytes of the plan are not UTF-8."""

from evalspec.rules.base import Example, Rule
from evalspec.terms import Severity

RULE = Rule(
    code="PLAN001",
    name="not-utf-8",
    severity=Severity.ERROR,
    summary="The plan's bytes are not UTF-8.",
    why="Read in another encoding, the same bytes are other names: two readers would judge two plans.",
    help="save the plan as UTF-8",
    source="YAML 1.2.2, section 5.2",
    bad=(
        Example(raw=b"evalspec: 1\nplan:\n  title: S\xe9jour\n"),
        Example(raw="evalspec: 1\n".encode("utf-16")),
    ),
    good=(
        "plan:\n  id: two-hospitals\n  title: Séjour à l’hôpital\n  question: How often?\n  target: these-cohorts\n",
    ),
    reader=True,
)
