"""No number is the primary one."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, Objection, Rule
from evalspec.terms import Role, Severity


def text(plan: Plan) -> Iterator[Answer]:
    roles = [*(s.role for s in plan.summaries), *(c.role for c in plan.comparisons)]
    if Role.PRIMARY not in roles:
        number = len(plan.summaries)
        message = "the summary is not primary" if number == 1 else f"none of the {number} summaries is primary"
        yield Objection(path=("summaries",), message=message)


RULE = Rule(
    code="PLAN122",
    name="no-primary-summary",
    severity=Severity.ERROR,
    summary="No summary or comparison is primary.",
    why="If none is named before the results are seen, the best of them can be named after.",
    help="say `role: primary` for the number that answers the plan's question",
    source="ICH E9, section 2.2.2",
    bad=("summaries:\n  - {id: found, role: secondary, metric: sensitivity, threshold: main, cohorts: pooled}\n",),
    good=("summaries:\n  - {id: found, role: primary, metric: sensitivity, threshold: main, cohorts: pooled}\n",),
    text=text,
)
