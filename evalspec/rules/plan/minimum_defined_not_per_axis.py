"""``minimum_defined`` that does not fit the axes that are combined."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.plan.model.summary import Summary
from evalspec.records import Path
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._axes import combined, members
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    if all(s.minimum_defined is None for s in plan.summaries):
        yield NotApplicable("no summary says `minimum_defined`")
    for k, summary in enumerate(plan.summaries):
        if summary.minimum_defined is not None:
            yield from _one(plan, summary, ("summaries", k, "minimum_defined"))


def _one(plan: Plan, summary: Summary, path: Path) -> Iterator[Answer]:
    minimum, axes = summary.minimum_defined, combined(summary)
    if not axes:
        message = f"{summary.id} combines no values of members, `minimum_defined` says nothing"
        yield Objection(path=path, message=message, help="remove it, or say how the axis is combined")
    elif isinstance(minimum, int):
        if len(axes) > 1:
            message = f"{summary.id} combines {' and '.join(axes)}, and `minimum_defined` is one number"
            yield Objection(path=path, message=message)
        else:
            yield from _reachable(plan, summary, axes[0], minimum, path)
    elif minimum is not None and len(axes) == 1 and list(minimum) == list(axes):
        message = f"{summary.id} combines {axes[0]} alone, and `minimum_defined` is a mapping"
        yield Objection(path=path, message=message, help=f"say `minimum_defined: {minimum[axes[0]]}`")
    elif minimum is not None:
        for axis in [*minimum, *(a for a in axes if a not in minimum)]:
            if axis not in axes:
                message = f"{summary.id} does not combine {axis}"
                yield Objection(path=(*path, axis), message=message, help=f"remove `{axis}`")
            elif axis not in minimum:
                yield Objection(path=path, message=f"{summary.id} combines {axis}, and its minimum is not said")
            else:
                yield from _reachable(plan, summary, axis, minimum[axis], (*path, axis))


def _reachable(plan: Plan, summary: Summary, axis: str, minimum: int, path: Path) -> Iterator[Answer]:
    names = members(plan, axis)
    if minimum < 1:
        message = f"{summary.id} needs {minimum} defined {axis}: with none there is no value"
        yield Objection(path=path, message=message, help="say 1 or more")
    elif names and minimum > len(names):
        message = f"{summary.id} needs {minimum} defined {axis}, and there are {len(names)}: it is always undefined"
        yield Objection(path=path, message=message, help=f"say at most {len(names)}")


SUMMARY = (
    "summaries:\n"
    "  - {id: found, role: primary, metric: sensitivity, threshold: main, cohorts: pooled}\n"
    "  - {id: mean, role: secondary, metric: sensitivity, threshold: main, cohorts: macro, minimum_defined: WHAT}\n"
)

RULE = Rule(
    code="PLAN133",
    name="minimum-defined-not-per-axis",
    severity=Severity.ERROR,
    summary="`minimum_defined` does not fit the axes that the summary combines.",
    why="It decides when a mean is undefined: it must say of what, and be reachable.",
    help="say a number where one axis is combined, else one for each: {cohorts: 3, classes: 4}",
    bad=(
        SUMMARY.replace("WHAT", "{cohorts: 2, folds: 2}"),
        SUMMARY.replace("WHAT", "{cohorts: 2}"),
        SUMMARY.replace("WHAT", "3"),
        SUMMARY.replace("WHAT", "0"),
    ),
    good=(SUMMARY.replace("WHAT", "2"),),
    text=text,
)
