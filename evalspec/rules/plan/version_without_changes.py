"""PLAN139: a later version of the plan does not say what it changed."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    version, said = plan.plan.version, [change.version for change in plan.plan.changes]
    if version == 1 and not said:
        yield NotApplicable("this is the plan's first version")
        return
    for k, number in enumerate(said):
        path = ("plan", "changes", k, "version")
        if number > version:
            message = f"a change is said of version {number}, and this is version {version}"
            yield Objection(path=path, message=message, help=f"say `version: {number}`, or correct the change's")
        elif number in said[:k]:
            help = "keep one entry a version, with all that it changed under `what`"
            yield Objection(path=path, message=f"the changes of version {number} stand twice", help=help)
    missing = [str(number) for number in range(2, version + 1) if number not in said]
    if missing:
        of = f"version {missing[0]}" if len(missing) == 1 else f"versions {', '.join(missing)}"
        message = f"this is version {version}, and what {of} changed is not said"
        yield Objection(path=("plan", "version"), message=message)


def head(more: str) -> str:
    """An example's plan section with more in it."""
    return (
        f"plan: {{id: two-hospitals, title: Sepsis, question: How often is it found?, target: these-cohorts{more}}}\n"
    )


def change(version: int) -> str:
    return f"{{version: {version}, what: [thresholds.main.value], why: the label was corrected}}"


RULE = Rule(
    code="PLAN139",
    name="version-without-changes",
    severity=Severity.ERROR,
    summary="A later version of the plan does not say what it changed, or a change belongs to no version.",
    why="A plan that changes without a word is not the one that was approved; a reader can't tell what was known when.",
    help="give each version after the first one entry in `plan.changes`: what changed, and why",
    source="ICH E9 1998, Statistical Principles for Clinical Trials, section 5.1",
    bad=(
        head(", version: 2"),
        head(f", version: 3, changes: [{change(2)}]"),
        head(f", version: 1, changes: [{change(2)}]"),
        head(f", version: 2, changes: [{change(2)}, {change(2)}]"),
    ),
    good=(
        head(""),
        head(f", version: 2, changes: [{change(2)}]"),
        head(f", version: 3, changes: [{change(3)}, {change(2)}]"),
    ),
    text=text,
)
