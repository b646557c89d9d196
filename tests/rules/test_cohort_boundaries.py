"""Overlaps and gaps between cohorts' boundaries, against every unit of a small grid and against the engine."""

from collections.abc import Mapping
from decimal import Decimal
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rules.examples import findings, judgements

from evalspec.plan.model.study import Range
from evalspec.records import Finding, Judgement
from evalspec.rules.base import Example
from evalspec.rules.plan._boundaries import Span, held
from evalspec.rules.plan._cohorts import Bounded, Hole, holes, in_both, one_in_the_other, overlaps, unit_told
from evalspec.tables.boundaries import inside
from evalspec.tables.engine import connect, literal
from evalspec.terms import CohortRole, Grade

AGES = [str(n) for n in range(-2, 10)]
SITES = ["Basel", "Bern", "elsewhere"]
DAYS = [f"2020-01-{n:02}" for n in range(1, 9)]
GRID = [dict(zip(("age", "site", "day"), u, strict=True)) for u in product(AGES, SITES, DAYS)]

Where = Mapping[str, object]


def ranges(values: st.SearchStrategy[object]) -> st.SearchStrategy[Range]:
    limits = st.tuples(st.none() | values, st.none() | values).filter(lambda ends: ends != (None, None))
    return limits.map(
        lambda ends: Range.model_validate(
            {k: v for k, v in zip(("from", "before"), ends, strict=True) if v is not None}
        )
    )


numbers = st.integers(0, 7).map(Decimal)
ages = ranges(numbers) | ranges(numbers) | st.lists(st.sampled_from(AGES), min_size=1, max_size=2).map(tuple)
wheres = st.fixed_dictionaries(
    {},
    optional={
        "age": ages,
        "site": st.sampled_from(SITES[:2]) | st.just(tuple(SITES[:2])),
        "day": ranges(st.sampled_from(DAYS[1:7])),
    },
).filter(bool)
cohorts = st.lists(wheres, min_size=2, max_size=4)


def made(wheres: list[Where]) -> list[Bounded]:
    return [
        Bounded(f"c{k}", CohortRole.EVALUATION, {column: held(b) for column, b in where.items()})
        for k, where in enumerate(wheres)
    ]


def lies(unit: Mapping[str, str | None], where: Where) -> bool:
    """Read off the language page, without the code that is tested."""
    return all(lies_in(unit.get(column), boundary) for column, boundary in where.items())


def lies_in(value: str | None, boundary: object) -> bool:
    if value is None:
        return False
    if not isinstance(boundary, Range):
        return value == boundary or (isinstance(boundary, tuple) and value in boundary)
    key = Decimal if isinstance(boundary.from_ if boundary.from_ is not None else boundary.before, Decimal) else str
    at_least = boundary.from_ is None or key(boundary.from_) <= key(value)
    return at_least and (boundary.before is None or key(value) < key(boundary.before))


def is_empty(where: Where) -> bool:
    return any(isinstance(b, Range) and held(b) is None for b in where.values())


@given(cohorts)
@settings(max_examples=300)
def test_two_cohorts_overlap_exactly_where_a_unit_of_the_grid_lies_in_both(wheres: list[Where]) -> None:
    made_of = dict(zip((c.name for c in made(wheres)), wheres, strict=True))
    for one, other in product(made(wheres), repeat=2):
        unit = in_both(one, other)
        due = any(lies(u, made_of[one.name]) and lies(u, made_of[other.name]) for u in GRID)
        assert (unit is not None) == due
        if unit is not None:
            assert lies(unit, made_of[one.name])
            assert lies(unit, made_of[other.name])


def between(wheres: list[Where], column: str, unit: Mapping[str, str]) -> bool:
    """Whether a unit is in no cohort, and has neighbours by ranges of one column on both sides."""
    if any(lies(unit, w) for w in wheres):
        return False
    values = AGES if column == "age" else DAYS
    here = values.index(unit[column])
    sides = [
        any(
            lies({**unit, column: v}, w) and isinstance(w.get(column), Range)
            for v in side
            for w in wheres
            if column in w
        )
        for side in (values[:here], values[here + 1 :])
    ]
    return all(sides)


@given(cohorts)
@settings(max_examples=300)
def test_a_gap_is_told_exactly_where_a_unit_of_the_grid_falls_between_two_ranges(wheres: list[Where]) -> None:
    kept = [w for w in wheres if not is_empty(w)]
    found = list(holes(made(kept)))
    for column in ("age", "day"):
        due = any(between(kept, column, unit) for unit in GRID)
        assert any(h.column == column for h in found) == due, (column, kept)
    for hole in found:
        assert not any(lies(hole.unit, w) for w in kept), hole


@given(cohorts)
@settings(max_examples=60, deadline=None)
def test_the_text_and_the_engine_agree_on_every_unit_they_name(wheres: list[Where]) -> None:
    con = connect()
    for hole in holes(made(wheres)):
        assert not any(of_the_engine(con, hole.unit, w) for w in wheres if not is_empty(w))
    for k, j in product(range(len(wheres)), repeat=2):
        unit = in_both(made(wheres)[k], made(wheres)[j])
        if unit is not None:
            assert of_the_engine(con, unit, wheres[k])
            assert of_the_engine(con, unit, wheres[j])


def of_the_engine(con: object, unit: Mapping[str, str | None], where: Where) -> bool:
    sql = inside(where, lambda column: literal(unit.get(column) or ""))
    return bool(con.execute(f"SELECT {sql}").fetchone()[0])  # type: ignore[attr-defined]


def hole(*wheres: Where) -> list[Hole]:
    return list(holes(made(list(wheres))))


def span(low: object = None, high: object = None) -> Range:
    return Range.model_validate({k: v for k, v in (("from", low), ("before", high)) if v is not None})


def test_a_range_of_another_site_is_no_neighbour() -> None:
    assert not hole({"site": "Basel", "day": span(None, "2020-01-02")}, {"site": "Bern", "day": span("2020-01-05")})
    (found,) = hole({"site": "Basel", "day": span(None, "2020-01-02")}, {"day": span("2020-01-05")})
    assert found.unit == {"day": "2020-01-02", "site": "Basel"}


def test_the_other_columns_are_looked_at_over_their_whole_length() -> None:
    early, late = span(None, "2020-01-02"), span("2020-01-04")
    (found,) = hole({"age": span(5), "day": early}, {"age": span(5), "day": late})
    assert found.unit == {"age": "5", "day": "2020-01-02"}
    (found,) = hole({"age": span(None, 5), "day": early}, {"age": span(None, 5), "day": late})
    assert found.unit == {"age": "4", "day": "2020-01-02"}
    (found,) = hole({"age": span(5, 8), "day": early}, {"age": span(5, 8), "day": late}, {"age": ("5",)})
    assert found.unit == {"age": "6", "day": "2020-01-02"}
    (found,) = hole({"day": early}, {"day": late}, {"site": "Basel", "day": span("2020-01-02", "2020-01-04")})
    assert found.unit == {"site": None, "day": "2020-01-02"}
    assert unit_told(found.unit) == "a unit with day = 2020-01-02 and a site that no cohort names"


def test_a_gap_filled_by_a_third_cohort_is_none() -> None:
    assert not hole({"age": span(None, 5)}, {"age": span(7)}, {"age": span(4, 8)})
    assert not hole({"age": span(None, 5)}, {"age": span(6)}, {"age": ("5",)})
    (found,) = hole({"age": span(None, 5)}, {"age": span(7)}, {"age": ("5",)})
    assert found.unit == {"age": "6"}
    assert not hole({"age": span(None, 5)}, {"age": span(7)}, {"site": "Basel"}, {"site": ("Bern", "Basel")})[1:]


def test_tails_and_unlisted_values_are_no_gap() -> None:
    assert not hole({"age": span(2, 5)}, {"age": span(5, 8)})
    assert not hole({"site": "Basel", "sex": "F"}, {"site": "Bern", "sex": "M"})


def test_numbers_are_compared_to_the_last_digit() -> None:
    low, high = Decimal("12345678901234567890.123456789012344"), Decimal("12345678901234567890.123456789012345")
    (found,) = hole({"age": span(None, low)}, {"age": span(high)})
    assert found.unit == {"age": str(low)}
    assert not hole({"age": span(None, high)}, {"age": span(high)})
    assert not list(overlaps(made([{"age": span(None, high)}, {"age": span(high)}])))
    ((_, _, unit),) = overlaps(made([{"age": span(None, high)}, {"age": span(low)}]))
    assert unit == {"age": str(low)}


def test_instants_are_compared_in_one_zone() -> None:
    first, second = span(None, "2020-01-01T00:00+01:00"), span("2019-12-31T23:00Z")
    assert not hole({"at": first}, {"at": second})
    (found,) = hole({"at": first}, {"at": span("2020-01-01T00:00Z")})
    assert found.unit == {"at": "2020-01-01T00:00:00+01:00"}


def test_the_calendar_has_a_first_and_a_last_day() -> None:
    assert not list(overlaps(made([{"day": span(None, "0001-01-01")}, {"day": span(None, "0001-01-01")}])))
    (found,) = hole({"day": span("2020-01-01", "9999-12-30")}, {"day": span("9999-12-31")}, {"day": ("9999-12-29",)})
    assert found.unit == {"day": "9999-12-30"}
    assert not hole({"day": span(None, "9999-12-30")}, {"day": span("9999-12-31")}, {"day": ("9999-12-30",)})


def test_many_columns_end_in_a_reason_and_not_in_an_hour() -> None:
    columns = {f"c{k}": span(k, k + 5) for k in range(4)}
    many = made([{**columns, "day": span("2020-01-01", "2020-01-03")}, {**columns, "day": span("2020-01-05")}])
    assert [h.column for h in holes(many)] == ["day"]


def test_each_pair_is_named_and_a_column_less_is_no_way_out() -> None:
    basel = {"site": "Basel"}
    a, b, c = made([basel, {**basel, "sex": "F"}, {"sex": "F"}])
    assert [(x.name, y.name, u) for x, y, u in overlaps([a, b])] == [("c0", "c1", {"site": "Basel", "sex": "F"})]
    assert not one_in_the_other(a, c)
    assert not list(overlaps([a, c]))
    assert in_both(a, c) == {"site": "Basel", "sex": "F"}


COHORTS = "cohorts: {members: {A: {where: {site: Basel, day: FIRST}}, B: {where: {site: Basel, day: SECOND}}}}\n"
DATED = "subject_id,site,day,score\n" + "".join(
    f"s{n:02},Basel,{2020 if n < 7 else 2022}-06-{n:02},0.{n:02}\n" for n in range(1, 13)
)


def dated(first: str, second: str, rows: str = DATED) -> Example:
    return Example(plan=COHORTS.replace("FIRST", first).replace("SECOND", second), files={"predictions.csv": rows})


def of(name: str, change: Example, folder: Path) -> Judgement:
    return next(j for j in judgements(change, folder) if isinstance(j, Judgement) and j.name == name)


def told(change: Example, folder: Path) -> list[Finding]:
    return [f for f in findings(change, folder) if f.name != "near-miss-ids"]


def test_a_unit_in_the_gap_is_told_once_by_the_text(tmp_path: Path) -> None:
    rows = DATED + "s13,Basel,2021-06-01,0.5\n"
    (found,) = told(dated('{before: "2021-01-01"}', '{from: "2022-01-01"}', rows), tmp_path)
    assert found.message == (
        'a unit with site = "Basel" and day = 2021-01-01 falls in neither `A` nor `B`, and in no cohort'
    )
    assert found.path == ("cohorts", "members", "B", "where", "day", "from")


def test_a_unit_in_no_cohort_for_another_reason_is_told_beside_the_gap(tmp_path: Path) -> None:
    rows = DATED + "s13,Basel,2021-06-01,0.5\ns14,Zug,2020-06-01,0.5\n"
    found = told(dated('{before: "2021-01-01"}', '{from: "2022-01-01"}', rows), tmp_path)
    assert [(f.name, f.place.line if f.place else None) for f in found if f.file == "predictions.csv"] == [
        ("cohort-not-in-plan", 15)
    ]
    assert [f.name for f in found if f.file == "plan.yaml"] == ["cohort-boundaries-gap"]


def test_a_unit_in_the_overlap_is_told_once_by_the_text(tmp_path: Path) -> None:
    rows = DATED + "s13,Basel,2021-06-01,0.5\n"
    (found,) = told(dated('{before: "2022-01-01"}', '{from: "2021-01-01"}', rows), tmp_path)
    assert found.message == 'a unit with site = "Basel" and day = 2021-01-01 falls in both `A` and `B`'


def test_cohorts_by_other_columns_are_attested_by_the_text_and_proved_by_the_files(tmp_path: Path) -> None:
    plan = "cohorts: {members: {A: {where: {site: Basel}}, B: {where: {sex: F}}}}\n"
    rows = "subject_id,site,sex,score\n" + "".join(
        f"s{n:02},{'Basel,M' if n < 7 else 'Bern,F'},0.{n:02}\n" for n in range(1, 13)
    )
    apart = Example(plan=plan, files={"predictions.csv": rows})
    assert of("cohort-boundaries-overlap", apart, tmp_path).grade is Grade.ATTESTED
    assert of("unit-in-two-cohorts", apart, tmp_path).grade is Grade.PROVED
    both = Example(plan=plan, files={"predictions.csv": rows.replace("s12,Bern", "s12,Basel")})
    assert [f.name for f in told(both, tmp_path)] == ["unit-in-two-cohorts"]


@pytest.mark.parametrize(("first", "second"), [('"2021-01-01"', '"2021-01-01T00:00Z"')])
def test_a_date_and_an_instant_are_not_compared(first: str, second: str, tmp_path: Path) -> None:
    found = told(dated(f"{{before: {first}}}", f"{{from: {second}}}"), tmp_path)
    errors = [f for f in found if f.file == "plan.yaml" and f.severity == "error"]
    assert [(f.name, f.message) for f in errors] == [
        ("boundary-holds-nobody", "`day` is bounded by an instant in `B` and by a date in `A`")
    ]


def test_spans_of_two_kinds_are_no_gap() -> None:
    assert isinstance(held(span("2020-01-01")), Span)
    assert not hole({"day": span(None, "2020-01-01")}, {"day": span("2021-01-01T00:00Z")})
