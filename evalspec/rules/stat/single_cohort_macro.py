"""STAT114: a mean over cohorts may rest on a single one."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.plan.model.summary import Summary
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._axes import combined, evaluated, word
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    means = [(i, s) for i, s in enumerate(plan.summaries) if _is_mean(plan, s)]
    if not means:
        yield NotApplicable("no summary is a mean over cohorts")
    for i, s in means:
        if _minimum(s) in (0, 1):
            over = len(evaluated(plan))
            message = (
                f"`{s.id}` is `{word(s, 'cohorts')}` over {over} cohorts, and stands even if it is defined in one alone"
            )
            yield Objection(path=("summaries", i, "minimum_defined"), message=message)


def _is_mean(plan: Plan, summary: Summary) -> bool:
    return "cohorts" in combined(summary) and word(summary, "cohorts") != "worst" and len(evaluated(plan)) >= 2


def _minimum(summary: Summary) -> int | None:
    given = summary.minimum_defined
    return given.get("cohorts") if isinstance(given, dict) else given


_HEAD = "summaries: [{id: s, role: secondary, metric: sensitivity, threshold: main, cohorts: macro, minimum_defined: "
_PRIMARY = "{id: p, role: primary, metric: sensitivity, threshold: main, cohorts: pooled, interval: {method: wilson, level: 0.95}}]"

RULE = Rule(
    code="STAT114",
    name="single-cohort-macro",
    severity=Severity.WARNING,
    summary="A mean over cohorts may rest on a single one.",
    why="With one cohort defined, the macro value is that cohort's own; read as a mean over hospitals it says too much.",
    help="set `minimum_defined` to 2 or more: with fewer defined cohorts the value is then undefined",
    source="Collins et al. 2024, TRIPOD+AI, BMJ 385:e078378",
    bad=(_HEAD + "1}, " + _PRIMARY,),
    good=(_HEAD + "2}, " + _PRIMARY,),
    instead_of=("minimum-defined-below-all-on-primary",),
    text=text,
)
