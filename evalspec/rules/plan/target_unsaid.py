"""PLAN144: an interval of a value across cohorts, and whether it is about these cohorts or the next one is not said."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._axes import evaluated
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    across = [
        i
        for i, s in enumerate(plan.summaries)
        if s.interval is not None and s.cohorts not in (None, "each") and len(evaluated(plan)) > 1
    ]
    if not across:
        yield NotApplicable("no summary across cohorts has an interval")
    elif plan.plan.target is None:
        names = ", ".join(f"`{plan.summaries[i].id}`" for i in across)
        yield Objection(
            path=("plan",),
            message=f"{names}: whether the interval is about these cohorts or about a new one is not said",
        )


_PLAN = (
    "plan: {id: two-hospitals, title: A classifier at two hospitals, question: How often does it find sepsis?TARGET}\n"
)

RULE = Rule(
    code="PLAN144",
    name="target-unsaid",
    severity=Severity.ERROR,
    summary="A summary across cohorts has an interval, and `plan.target` is not said.",
    why=(
        "The interval of a mean over these cohorts is narrower than that for a cohort not yet seen: which one is meant "
        "decides which interval is honest."
    ),
    help="say `target: these-cohorts` or `target: new-cohort` in `plan`",
    source="Higgins et al. 2009, J R Stat Soc A 172:137",
    bad=(_PLAN.replace("?TARGET", ""),),
    good=(_PLAN.replace("?TARGET", ", target: these-cohorts"),),
    text=text,
)
