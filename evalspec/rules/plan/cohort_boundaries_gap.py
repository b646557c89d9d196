"""PLAN109: between two cohorts' ranges lies what no cohort holds."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, Evidence, Example, NotApplicable, Objection, Rule, Undecided
from evalspec.rules.plan._boundaries import Span
from evalspec.rules.plan._cohorts import TooMany, bounded, holes, unit_told
from evalspec.terms import Grade, Severity


def text(plan: Plan) -> Iterator[Answer]:
    there = bounded(plan)
    ranges = [column for c in there for column, h in c.where.items() if isinstance(h, Span)]
    if not any(ranges.count(column) > 1 for column in ranges):
        yield NotApplicable("no column has the ranges of two cohorts")
        return
    if plan.cohorts and plan.cohorts.outside:
        yield NotApplicable("the plan leaves units in no cohort out, and says why")
        return
    try:
        found = list(holes(there))
    except TooMany:
        yield Undecided("boundaries in fewer columns: these have too many combinations")
        return
    for hole in found:
        path = ("cohorts", "members", hole.above.name, "where", hole.column, "from")
        message = (
            f"{unit_told(hole.unit)} falls in neither `{hole.below.name}` nor `{hole.above.name}`, and in no cohort"
        )
        yield Objection(path=path, message=message)
    yield Evidence(
        Grade.PROVED, f"the ranges of {' and '.join(f'`{c}`' for c in dict.fromkeys(ranges))} leave nothing out"
    )


def years(later: str, more: str = "") -> Example:
    """Two cohorts by the day of enrolment, the first of them 2020; ``more`` stands in the section too."""
    cohorts = (
        f'cohorts: {{{more}members: {{early: {{where: {{enrolled: {{from: "2020-01-01", before: "2021-01-01"}}}}}}, '
        f"late: {{where: {{enrolled: {later}}}}}}}}}\n"
    )
    rows = "".join(f"s{n:02},{2020 if n < 7 else 2022}-05-{n:02},0.{n:02}\n" for n in range(1, 13))
    return Example(plan=cohorts, files={"predictions.csv": "subject_id,enrolled,score\n" + rows})


RULE = Rule(
    code="PLAN109",
    name="cohort-boundaries-gap",
    severity=Severity.ERROR,
    summary="Between the ranges of two cohorts lies what no cohort holds.",
    why=(
        "A unit that falls between two cohorts leaves every number without a word. Who is left out is part of the plan: "
        "a gap that nobody meant can be filled, or kept, after the results are seen."
    ),
    help="let one cohort begin where the other ends, or say `cohorts.outside: {exclude: …}` with the reason",
    source="Collins et al. 2024, BMJ 385:e078378 (TRIPOD+AI), item 5",
    bad=(
        years('{from: "2022-01-01", before: "2023-01-01"}'),
        years('{from: "2021-01-02"}'),
        Example(
            plan="cohorts: {members: {young: {where: {age: {before: 50}}}, old: {where: {age: {from: 50.5}}}}}\n",
            files={
                "predictions.csv": "subject_id,age,score\n"
                + "".join(f"s{n:02},{40 + n},0.{n:02}\n" for n in range(1, 10))
                + "s10,60,0.10\ns11,61,0.11\ns12,62,0.12\n"
            },
        ),
    ),
    good=(
        years('{from: "2021-01-01"}'),
        years('{from: "2021-01-01", before: "2023-01-01"}'),
        years('{from: "2022-01-01"}', "outside: {exclude: the device was not in use}, "),
    ),
    text=text,
)
