"""GATE111: every member is asked for of a number that keeps no members apart."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.plan.model.summary import Summary
from evalspec.rules.base import Answer, Example, Objection, Rule
from evalspec.rules.gate._requirements import example, no_gate, on_summaries, requirements
from evalspec.rules.plan._axes import word
from evalspec.rules.stat._examples import compared, with_columns
from evalspec.terms import Severity

_AXES = {"cohort": "cohorts", "class": "classes"}


def text(plan: Plan) -> Iterator[Answer]:
    yield from no_gate(plan)
    for path, gate, requirement, summary in on_summaries(plan):
        if requirement.every is None:
            continue
        says = _instead_of_each(summary, requirement.every)
        if says:
            message = f"gate `{gate.id}` asks for every {requirement.every} of `{summary.id}`, which {says}"
            yield Objection(path=(*path, "every"), message=message)
    yield from _of_comparisons(plan)


def _of_comparisons(plan: Plan) -> Iterator[Objection]:
    """A comparison has a row for each member that its summary keeps apart."""
    compared = {c.id: s for c in plan.comparisons for s in plan.summaries if s.id == c.summary}
    for path, gate, requirement in requirements(plan):
        summary = compared.get(requirement.comparison or "")
        if summary is None or requirement.every is None:
            continue
        says = _instead_of_each(summary, requirement.every)
        if says:
            message = (
                f"gate `{gate.id}` asks for every {requirement.every} of `{requirement.comparison}`, which compares "
                f"`{summary.id}`, which {says}"
            )
            yield Objection(path=(*path, "every"), message=message)


def _instead_of_each(summary: Summary, every: str) -> str:
    """What the summary does in place of keeping the members apart; "" where it keeps them."""
    if every == "subgroup":
        return "" if summary.subgroup else "has no subgroups"
    said = word(summary, _AXES[every])
    if said == "each":
        return ""
    return f"says `{_AXES[every]}: {said}`" if said else f"says nothing of {_AXES[every]}"


_WOMEN = "\nsubgroups: {women: {where: {group: [F]}}}\n"


def _compared(cohorts: str) -> Example:
    """A gate on the conclusion of a comparison in every cohort."""
    said = "hypothesis: {kind: superiority}, interval: {method: newcombe-paired, level: 0.95}"
    plan = compared(said, cohorts=cohorts)
    gate = "gates: [{id: g, require: [{comparison: c, concludes: superior, every: cohort}]}]\n"
    return Example(plan=plan.plan + gate, files=plan.files)


RULE = Rule(
    code="GATE111",
    name="every-without-each",
    severity=Severity.ERROR,
    summary="Every member is asked for of a number that keeps no members apart.",
    why="A pooled or macro value can pass while a cohort in it fails; `every` then promises what is not judged.",
    help="take a summary that says `each` of that axis, or remove `every`",
    source="Futoma et al. 2020, Lancet Digit Health 2:e489",
    bad=(
        example("summary: found, bound: lower, at_least: 0.8, every: cohort"),
        example(
            "summary: found, bound: lower, at_least: 0.8, every: cohort",
            axis="macro, minimum_defined: 2",
            interval="delta",
        ),
        example("summary: found, bound: lower, at_least: 0.8, every: subgroup"),
        example("summary: found, bound: lower, at_least: 0.8, every: class"),
        _compared("pooled"),
    ),
    good=(
        example("summary: found, bound: lower, at_least: 0.8, every: cohort", axis="each"),
        with_columns(
            example("summary: found, bound: lower, at_least: 0.8, every: subgroup", axis="pooled, subgroup: women")
            + _WOMEN
        ),
        _compared("each"),
    ),
    text=text,
)
