"""PLAN143: a waiver names a rule of leakage."""

from collections.abc import Iterator
from functools import cache

import evalspec.rules.leak
from evalspec.catalogue import collect
from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.terms import Severity


@cache
def _leakage() -> frozenset[str]:
    """Codes and names of the LEAK family; looked up only where a plan has a waiver."""
    rules = collect(evalspec.rules.leak, "RULE", "code")
    return frozenset(rules) | frozenset(rule.name for rule in rules.values())


def text(plan: Plan) -> Iterator[Answer]:
    if not plan.waivers:
        yield NotApplicable("the plan has no waivers")
        return
    for k, waiver in enumerate(plan.waivers):
        if waiver.rule in _leakage():
            yield Objection(
                path=("waivers", k, "rule"), message=f"`{waiver.rule}` is about leakage, which can't be waived"
            )


_WAIVER = "waivers: [{{rule: {}, place: data.training, why: asked for by the sponsor, by: A. Reviewer}}]"

RULE = Rule(
    code="PLAN143",
    name="waiver-of-leakage",
    severity=Severity.ERROR,
    summary="A waiver names a rule of leakage.",
    why="A number with leakage in it is not the performance that it is called; no reason makes it so.",
    help="mend the leak, or leave the number out; what can't be mended can be reported as exploratory",
    source="Kapoor & Narayanan 2023, Patterns 4:100804",
    bad=(_WAIVER.format("resubstitution"), _WAIVER.format("LEAK100")),
    good=(
        "summaries:\n"
        "  - {id: accuracy, role: secondary, metric: sensitivity, threshold: main, cohorts: macro, minimum_defined: 1}\n"
        "  - {id: found, role: primary, metric: sensitivity, threshold: main, cohorts: pooled, "
        "interval: {method: wilson, level: 0.95}}\n"
        "waivers: [{rule: single-cohort-macro, place: summaries.accuracy, why: one site may have no event, by: A. Reviewer}]",
    ),
    text=text,
)
