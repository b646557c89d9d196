"""PLAN104: cohorts with different outcomes are put together."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._axes import evaluated, word
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    if not plan.cohorts or not any(plan.cohorts.members[name].outcome for name in evaluated(plan)):
        yield NotApplicable("no evaluation cohort has an outcome of its own")
        return
    together = _together(plan)
    defined = {name: plan.cohorts.members[name].outcome or plan.outcome.definition or "" for name in evaluated(plan)}
    usual = _usual(plan, list(defined.values()))
    if not together:
        yield NotApplicable("no number puts cohorts together")
        return
    for name, definition in defined.items():
        if plan.cohorts.members[name].outcome and _plain(definition) != _plain(usual):
            others = next(other for other, d in defined.items() if _plain(d) != _plain(definition))
            message = f"`{name}` has another outcome than `{others}`, and {together} puts both together"
            yield Objection(path=("cohorts", "members", name, "outcome"), message=message)


def _together(plan: Plan) -> str:
    """A number or figure over several cohorts, as the plan calls it; "" where there is none."""
    if len(evaluated(plan)) < 2:
        return ""
    found = [s.id for s in plan.summaries if word(s, "cohorts") not in ("", "each")]
    found += [c.id for c in plan.curves if c.cohorts == "pooled"]
    return f"`{found[0]}`" if found else ""


def _usual(plan: Plan, definitions: list[str]) -> str:
    """The plan's own definition where a cohort has it, else the first cohort's."""
    own = plan.outcome.definition or ""
    return own if _plain(own) in {_plain(d) for d in definitions} else definitions[0]


def _plain(definition: str) -> str:
    """Case and spaces make no other outcome."""
    return " ".join(definition.casefold().split())


def with_outcome(definition: str, axis: str = "pooled", b: str = "{}") -> str:
    """An example where cohort A has its own outcome."""
    return (
        f"cohorts: {{column: cohort, members: {{A: {{outcome: {definition}}}, B: {b}}}}}\n"
        f"summaries: [{{id: found, role: primary, metric: sensitivity, threshold: main, cohorts: {axis}}}]\n"
    )


RULE = Rule(
    code="PLAN104",
    name="outcome-differs-between-cohorts",
    severity=Severity.ERROR,
    summary="A number puts cohorts together whose outcomes are defined differently.",
    why=(
        "A share of patients who had sepsis within 28 days and of others who had it within 90 is a share of nothing. The "
        "cohorts' numbers can stand beside each other, each with its definition."
    ),
    help="give the cohorts one outcome, or say `cohorts: each`",
    source="Collins et al. 2024, BMJ 385:e078378 (TRIPOD+AI), item 8a",
    bad=(
        with_outcome("sepsis within 90 days of sampling"),
        with_outcome("sepsis within 90 days of sampling", "macro, minimum_defined: 2"),
        with_outcome("sepsis within 90 days", b="{outcome: sepsis within 7 days}"),
    ),
    good=(
        with_outcome("sepsis within 90 days of sampling", "each"),
        with_outcome("Sepsis within 28 days of sampling"),
        with_outcome("sepsis within 90 days", b="{outcome: sepsis within 90 days}"),
    ),
    text=text,
)
