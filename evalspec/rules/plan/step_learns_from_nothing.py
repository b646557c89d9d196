"""PLAN154: a step learns from nothing, and uses outcomes or was fitted."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.terms import LearnsFrom, Severity


def text(plan: Plan) -> Iterator[Answer]:
    if not plan.design.steps:
        yield NotApplicable("the plan lists no steps")
    for i, step in enumerate(plan.design.steps):
        if step.learns_from is not LearnsFrom.NOTHING:
            continue
        if step.uses_outcomes or step.fitted_on is not None:
            what = "uses outcomes" if step.uses_outcomes else "was fitted on units"
            message = f"step `{step.name}` learns from nothing, and {what}"
            yield Objection(path=("design", "steps", i, "learns_from"), message=message)


_STEP = "design: {kind: external, steps: [{name: fit, kind: fit, learns_from: %s%s}]}"

RULE = Rule(
    code="PLAN154",
    name="step-learns-from-nothing",
    severity=Severity.ERROR,
    summary="A step is said to learn from nothing, and uses outcomes or was fitted on units.",
    why="Whatever sees outcomes or units learns from them; called `nothing`, it is not judged for leakage.",
    help="say what data it learns from: training, inner-validation or outside-data",
    bad=(_STEP % ("nothing", ", uses_outcomes: true"), _STEP % ("nothing", ", fitted_on: 30")),
    good=(_STEP % ("training", ", uses_outcomes: true"), _STEP % ("nothing", "")),
    text=text,
)
