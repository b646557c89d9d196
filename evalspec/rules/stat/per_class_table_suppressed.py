"""STAT113: classes are combined, and small cells of the table behind them are not shown."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._axes import why_not_there, word
from evalspec.rules.stat._examples import MULTICLASS, with_columns
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    there = [
        (i, s) for i, s in enumerate(plan.summaries) if word(s, "classes") and not why_not_there(plan, s, "classes")
    ]
    across = [(i, s) for i, s in there if word(s, "classes") != "each"]
    if not across:
        yield NotApplicable("no summary puts classes together")
    elif plan.disclosure is not None and plan.disclosure.minimum_cell > 1:
        shown = {str(u) for _, s in there if word(s, "classes") == "each" for u in s.uses}
        for i, s in across:
            bare = [str(u) for u in s.uses if str(u) not in shown]
            if bare:
                message = (
                    f"{bare[0]} in `{s.id}` puts classes together, cells below {plan.disclosure.minimum_cell} of its table are "
                    "not shown, and no summary has it for each class"
                )
                yield Objection(path=("summaries", i, "classes"), message=message)


def _plan(more: str) -> str:
    first = "{id: s, role: primary, metric: sensitivity, cohorts: pooled, classes: macro, minimum_defined: 3}"
    return MULTICLASS + f"summaries: [{first}{more}]\n"


_EACH = ", {id: t, role: secondary, metric: sensitivity, cohorts: pooled, classes: each}"
_HIDES = "disclosure: {minimum_cell: 5}\n"

RULE = Rule(
    code="STAT113",
    name="per-class-table-suppressed",
    severity=Severity.ERROR,
    summary="Classes are put together, and the table of each class behind them would not be shown.",
    why=(
        "One number over classes does not tell which class fails. The table behind it does, unless its small cells are "
        "suppressed: those of the rare classes. An error: then nothing in the report shows them."
    ),
    help="declare the metric with `classes: each` too, or lower `minimum_cell`",
    source="",
    bad=(with_columns(_plan("") + _HIDES),),
    good=(with_columns(_plan("")), with_columns(_plan(_EACH) + _HIDES)),
    text=text,
)
