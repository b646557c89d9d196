"""PLAN151: a waiver holds for more than the entry that its finding stands at."""

from collections.abc import Iterator, Mapping
from functools import cache

import evalspec.rules
from evalspec.catalogue import collect
from evalspec.plan.model import Plan
from evalspec.records import Path
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.terms import Severity

_NAME = "waiver-too-wide"
_NESTED = {("cohorts", "members"), ("plan", "changes"), ("design", "steps")}
_MANY = (
    "comparisons", "costs", "curves", "data", "gates", "models", "populations", "subgroups", "summaries", "thresholds",
)  # fmt: skip


@cache
def _rules() -> Mapping[str, Rule]:
    """Every rule by its code and its name; looked up only where a plan has a waiver."""
    by_code: dict[str, Rule] = collect(evalspec.rules, "RULE", "code")
    return {**by_code, **{rule.name: rule for rule in by_code.values()}}


def text(plan: Plan) -> Iterator[Answer]:
    if not plan.waivers:
        yield NotApplicable("the plan has no waivers")
        return
    for k, waiver in enumerate(plan.waivers):
        rule = _rules().get(waiver.rule)
        if rule is None or rule.name == _NAME or rule.code.startswith("LEAK"):
            continue  # no rule, or one that can't be waived: other rules' findings
        inside = [e for e in _entries(plan, rule) if e.startswith(waiver.place + ".")]
        if inside:
            message = (
                f"the waiver of {waiver.rule} at `{waiver.place}` holds for every entry there, and for those to come"
            )
            help = f"name the entry: {' or '.join(f'`{e}`' for e in dict.fromkeys(inside[:3]))}"
            yield Objection(path=("waivers", k, "place"), message=message, help=help)


def _entries(plan: Plan, rule: Rule) -> Iterator[str]:
    """Where the rule objects, down to the entry, as waivers spell it. Rules over the files object to one file each."""
    for answer in rule.text(plan) if rule.text else ():
        if isinstance(answer, Objection):
            yield _spelled(plan, answer.path[: _depth(answer.path)])
    if rule.code.startswith("DATA"):
        yield from (f"data.{name}" for name in type(plan.data).model_fields if getattr(plan.data, name) is not None)


def _depth(path: Path) -> int:
    """How many steps lead to an entry of a section with many."""
    if path[:2] in _NESTED:
        return 3
    return 2 if path[:1] and path[0] in _MANY else 1


def _spelled(plan: Plan, path: Path) -> str:
    steps = [str(step) for step in path]
    if len(path) == 2 and isinstance(path[1], int):
        steps[1] = str(getattr(plan, steps[0])[path[1]].id)
    return ".".join(steps)


WAIVER = "waivers: [{rule: interval-unsaid, place: PLACE, why: a pilot, by: A. Reviewer}]\n"
SUMMARIES = (
    "summaries:\n"
    "  - {id: found, role: primary, metric: sensitivity, threshold: main, cohorts: pooled}\n"
    "  - {id: spared, role: secondary, metric: specificity, threshold: main, cohorts: pooled}\n"
)

RULE = Rule(
    code="PLAN151",
    name=_NAME,
    severity=Severity.ERROR,
    summary="A waiver's place is so high that it holds for several entries, where its finding stands at one.",
    why="A waiver is a decision about one finding. At the root of a section it would take in the next one, that nobody saw.",
    help="name the entry that is meant, such as `summaries.found`",
    bad=(
        SUMMARIES + WAIVER.replace("PLACE", "summaries"),
        WAIVER.replace("PLACE", "data").replace("interval-unsaid", "DATA126"),
    ),
    good=(SUMMARIES + WAIVER.replace("PLACE", "summaries.found"),),
    text=text,
)
