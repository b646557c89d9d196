"""STAT135: a primary comparison rests on an exploratory number."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.stat._examples import compared
from evalspec.terms import Role, Severity


def text(plan: Plan) -> Iterator[Answer]:
    primary = [(i, c) for i, c in enumerate(plan.comparisons) if c.role is Role.PRIMARY]
    if not primary:
        yield NotApplicable("no comparison is primary")
    roles = {s.id: s.role for s in plan.summaries}
    for i, c in primary:
        if roles.get(c.summary) is Role.EXPLORATORY:
            message = f"`{c.id}` is primary, and the summary that it compares, `{c.summary}`, is exploratory"
            yield Objection(path=("comparisons", i, "role"), message=message)


RULE = Rule(
    code="STAT135",
    name="exploratory-labelled-primary",
    severity=Severity.ERROR,
    summary="A primary comparison rests on an exploratory number.",
    why=(
        "Exploratory says that a number is looked at, not claimed. A claim about the difference of two such numbers is a "
        "claim all the same. An error: one of the two labels is false."
    ),
    help="make the comparison exploratory, or the summary secondary or primary",
    source="ICH E9, section 2.1.2",
    bad=(compared("measure: difference", role="primary", of="exploratory"),),
    good=(
        compared("measure: difference", role="exploratory", of="exploratory"),
        compared("measure: difference", role="primary", of="primary"),
    ),
    text=text,
)
