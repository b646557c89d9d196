"""PLAN145: a boundary that no value can lie in, or that can't be compared exactly."""

from collections.abc import Iterator
from decimal import Decimal

from evalspec.plan.model import Plan
from evalspec.plan.model.study import Range
from evalspec.records import Path
from evalspec.rules.base import Answer, Example, NotApplicable, Objection, Rule
from evalspec.rules.plan._boundaries import LARGEST, PLACES, Span, boundaries, held, limit, span
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    ranges = [
        ((*path, column), column, boundary)
        for path, _, where in boundaries(plan)
        for column, boundary in where.items()
        if isinstance(boundary, Range)
    ]
    if not ranges:
        yield NotApplicable("no boundary is a range")
    for path, column, boundary in ranges:
        faults = list(_limits(path, boundary))
        yield from faults or _whole(path, column, boundary)
    yield from _of_two_kinds(plan)


def _of_two_kinds(plan: Plan) -> Iterator[Objection]:
    """A column bounded by dates here and by instants there: its values are of one kind, and lie outside the other."""
    first: dict[str, tuple[str, str]] = {}
    for path, name, where in boundaries(plan):
        for column, boundary in where.items():
            inside = held(boundary)
            kinds = {inside.kind} if isinstance(inside, Span) else {limit(v)[0] for v in inside or ()} & _TIMES
            for kind in sorted(kinds):
                there, of = first.setdefault(column, (kind, name))
                if kind != there:
                    message = f"`{column}` is bounded by {_A[kind]} in `{name}` and by {_A[there]} in `{of}`"
                    yield Objection(path=(*path, column), message=message, help=_ONE_KIND)
                    break


def _limits(path: Path, boundary: Range) -> Iterator[Objection]:
    for word, given in (("from", boundary.from_), ("before", boundary.before)):
        why = limit(given)[2] if given is not None else ""
        if why:
            number = isinstance(given, Decimal)
            help = (
                f"write the limit with at most {PLACES} decimal places, below {LARGEST:.0E} in size" if number else ""
            )
            yield Objection(path=(*path, word), message=f"{given} {why}" if number else f'"{given}" {why}', help=help)


def _whole(path: Path, column: str, boundary: Range) -> Iterator[Objection]:
    if boundary.from_ is None and boundary.before is None:
        help = "say `from`, `before` or both"
        yield Objection(path=path, message=f"the range of `{column}` has neither `from` nor `before`", help=help)
    elif span(boundary) is None:
        kinds = {limit(end)[0] for end in (boundary.from_, boundary.before) if end is not None}
        message = f"no `{column}` is from {boundary.from_} and before {boundary.before}"
        help = "`from` is inside, `before` outside: `from` must be the smaller"
        if len(kinds) > 1:
            message = f"`{column}` is bounded by {' and '.join(_A[k] for k in sorted(kinds))}"
            help = "give both limits in one kind: numbers, dates or instants"
        yield Objection(path=path, message=message, help=help)


_A = {"number": "a number", "date": "a date", "instant": "an instant"}
_TIMES = {"date", "instant"}
_ONE_KIND = (
    "give all limits of a column in one kind: a date is no instant, and a value of one kind lies outside the other"
)


def members(first: str, second: str = "{from: 50}") -> Example:
    """Two cohorts by the column `age`."""
    cohorts = f"cohorts: {{members: {{A: {{where: {{age: {first}}}}}, B: {{where: {{age: {second}}}}}}}}}\n"
    outside = cohorts.replace("cohorts: {", "cohorts: {outside: {exclude: no age is known}, ")
    rows = "".join(f"s{n:02},{40 if n < 7 else 60},0.{n:02}\n" for n in range(1, 13))
    return Example(plan=outside, files={"predictions.csv": "subject_id,age,score\n" + rows})


def nobody(limits: str) -> Example:
    """A cohort beside the two, which no row of the file can lie in and which is not evaluated."""
    given = members("{before: 50}")
    third = f"B: {{where: {{age: {{from: 50}}}}}}, C: {{role: training, where: {{age: {limits}}}}}"
    return Example(plan=given.plan.replace("B: {where: {age: {from: 50}}}", third), files=given.files)


RULE = Rule(
    code="PLAN145",
    name="boundary-holds-nobody",
    severity=Severity.ERROR,
    summary="A boundary is a range that no value can lie in, or has a limit that can't be compared exactly.",
    why="A cohort whose boundary holds nobody is empty without a word, and its units are in no cohort.",
    help='a limit is a number, a date ("2020-01-31") or an instant with its zone ("2020-01-31T08:00Z")',
    source="ISO 8601-1:2019",
    bad=(
        nobody('{from: "2020-13-01"}'),
        nobody('{before: "2020-01-01T08:00"}'),
        nobody('{from: "70"}'),
        nobody("{}"),
        nobody("{from: 70, before: 70}"),
        nobody('{from: 70, before: "2020-01-01"}'),
        nobody("{from: 70.0000000000000001}"),
        nobody("{from: 1e23}"),
        nobody('{from: "2020-01-01"}'),
    ),
    good=(members("{before: 50}"), members("{from: 18, before: 50}"), members("{before: 50.000000000000000}")),
    instead_of=("cohort-without-rows",),
    waivable=False,
    text=text,
)
