"""A primary mean that may silently leave cohorts out."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._axes import combined, members, word
from evalspec.terms import Role, Severity


def text(plan: Plan) -> Iterator[Answer]:
    applies = False
    for k, summary in enumerate(plan.summaries):
        if summary.role is not Role.PRIMARY or summary.minimum_defined is None:
            continue
        for axis in combined(summary):
            names, minimum = members(plan, axis), summary.minimum_defined
            least = minimum if isinstance(minimum, int) else minimum.get(axis)
            if not names or least is None or word(summary, axis) == "weights":
                continue
            applies = True
            if least < len(names):
                message = f"{summary.id} is primary, and {least} of {len(names)} {axis} are enough for it"
                yield Objection(path=("summaries", k, "minimum_defined"), message=message)
    if not applies:
        yield NotApplicable("no primary summary combines members that may be left out")


SUMMARY = (
    "cohorts: {column: cohort, members: [A, B, C]}\n"
    "summaries:\n"
    "  - {id: found, role: primary, metric: sensitivity, threshold: main, cohorts: macro, minimum_defined: WHAT}\n"
)

RULE = Rule(
    code="PLAN134",
    name="minimum-defined-below-all-on-primary",
    severity=Severity.WARNING,
    summary="A primary mean over cohorts may leave some of them out.",
    why="The mean of the cohorts that happen to be defined answers another question than the mean of all.",
    help="require all members, or say in the question which may be missing",
    bad=(SUMMARY.replace("WHAT", "2"),),
    good=(SUMMARY.replace("WHAT", "3"),),
    text=text,
)
