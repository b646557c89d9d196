"""Declared comparisons: both values, their difference or ratio, its interval, test and conclusion, and who calls whom."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from textwrap import wrap
from typing import Any

from evalspec.plan.model.demands import Comparison, Hypothesis
from evalspec.report._crossing import cheaper
from evalspec.report._head import WIDTH
from evalspec.report._order import how
from evalspec.report._places import EVERY, PLURAL, place_of, places_of, prevalence_limit
from evalspec.report._words import interval, safe, shown
from evalspec.report.base import Record
from evalspec.terms import Better

Row = Mapping[str, Any]
_MOST = 100
_FIRST_TO_SECOND = {
    "difference": "{0} minus {1}",
    "ratio": "{0} over {1}",
    "crossover-prevalence": "the prevalence at which {0} and {1} cost the same",
}


def comparisons(record: Record) -> list[str]:
    """Every declared comparison, as declared."""
    rows = record.results["comparisons"]
    declared = {c.id: c for c in record.plan.comparisons}
    lines = [line for row in rows[:_MOST] for line in _told(record, row, declared[row["comparison"]])]
    if len(rows) > _MOST:
        lines.append(
            f"  the first {_MOST} of {len(rows):,}: results.json holds the other {len(rows) - _MOST:,} as well"
        )
    return ["COMPARISONS", "", *lines, ""] if rows else []


def _told(record: Record, row: Row, declared: Comparison) -> Iterator[str]:
    places = places_of(record.plan, row["summary"])
    summary = next(s for s in record.plan.summaries if s.id == row["summary"])
    sides = sides_of(record, row, declared)
    like = {**_words(record, row), **row}
    at = f" at {summary.threshold}" if summary.threshold and not declared.thresholds else ""
    of = "" if declared.models else f" of {safe(row['address'].split('/')[3])}"
    names = _FIRST_TO_SECOND[row["measure"]].format(safe(row["first"]), safe(row["second"]))
    yield from _hung(2, f"{row['comparison']}: {row['metric']}{of}{at}, {names}, {how(like)} ({row['role']})", 6)
    yield from _hung(6, _value(row, sides, places))
    yield from _hung(6, interval(row, places))
    yield from _hung(6, _test(row))
    yield from _paired(row)
    yield from _hung(6, _conclusion(row, declared))
    if row["measure"] == "crossover-prevalence":
        yield from _hung(6, cheaper(record, row, sides))


def _words(record: Record, row: Row) -> dict[str, Any]:
    """The words over the axes, as of the summary's own numbers: a comparison holds only that over cohorts."""
    same = (r for r in record.results["rows"] if (r["summary"], r["metric"]) == (row["summary"], row["metric"]))
    mine: Row = next(same, {})
    return {PLURAL[axis]: mine.get(PLURAL[axis]) for axis in PLURAL}


def sides_of(record: Record, row: Row, declared: Comparison) -> tuple[Row | None, Row | None]:
    """The declared numbers that are compared, where results hold them."""
    key = "model" if declared.models else "threshold" if declared.thresholds else "subgroup"
    model = row["address"].split("/")[3] if not declared.models else None
    like = {**_words(record, row), **row}
    found = []
    for name in (row["first"], row["second"]):
        there = [
            r for r in record.results["rows"]
            if (r["summary"], r["metric"], r[key]) == (row["summary"], row["metric"], name)
            and (model is None or r["model"] == model) and place_of(r, EVERY) == place_of(like, EVERY)
            and r["scenario"] == row["scenario"] and (key == "subgroup" or r["subgroup"] == row["subgroup"])
        ]  # fmt: skip
        found.append(there[0] if len(there) == 1 else None)
    return found[0], found[1]


def _value(row: Row, sides: Sequence[Row | None], places: int) -> str:
    told = shown(row["estimate"], places)
    if row["undefined"]:
        first = f" (the first is {safe(row['first'])})" if "first" in row["undefined"] else ""
        return f"{told}: {safe(row['undefined'])}{first}"
    if row["measure"] != "crossover-prevalence":
        names = (row["first"], row["second"])
        known = [f"{safe(n)} {shown(s['estimate'], places)}" for n, s in zip(names, sides, strict=True) if s]
        told += f" ({', '.join(known)})" if known else ""
        if row["prevalence"] is not None:
            limit = prevalence_limit(row)
            which = f"the {limit} limit of that of {safe(row['population'])}" if limit else safe(row["population"])
            told += f" at prevalence {row['prevalence']:g} ({which})"
    return told


def _test(row: Row) -> str:
    if row["test"] in (None, "none"):
        return ""
    if row["p_value"] is None:
        return f"no p-value ({row['test']}): {safe(row['test_note'] or 'not defined')}"
    p = "p < 0.0001" if row["p_value"] < 0.0001 else f"p = {shown(row['p_value'])}"
    return f"{p}, two-sided, of no difference ({row['test']})"


def _paired(row: Row) -> Iterator[str]:
    """Who calls whom: positives and negatives apart; of several classes, who is right."""
    first, second = safe(row["first"]), safe(row["second"])
    groups = [("actual positives", row["positives"]), ("actual negatives", row["negatives"])]
    called = "called positive by"
    if row["positives"] and row["negatives"] is None:
        groups, called = [("units", row["positives"])], "called right by"
    for name, n in groups:
        if n is not None:
            of = sum(n.values())
            yield from _hung(
                6,
                f"of {of} {name}, {called} both {n['both']}, by {first} only {n['first_only']}, "
                f"by {second} only {n['second_only']}, by neither {n['neither']}",
            )


def _conclusion(row: Row, declared: Comparison) -> str:
    """The hypothesis, its margin, what would show it, and what was concluded."""
    hypothesis = declared.hypothesis
    if hypothesis is None:
        return ""
    needed = f" ({_needed(row, hypothesis)})"
    margin = f" within a margin of {hypothesis.margin}" if hypothesis.margin is not None else ""
    concluded = row["conclusion"]
    first, second = safe(row["first"]), safe(row["second"])
    if concluded == "not shown":
        return f"{hypothesis.kind}{margin}: not shown{needed}, which is no evidence of the contrary"
    if concluded == "undecided":
        return f"{hypothesis.kind}{margin}: undecided, for want of an interval that could show it"
    return f"{hypothesis.kind}{margin}: shown{needed}; {first} is {concluded} to {second}"


def _needed(row: Row, hypothesis: Hypothesis) -> str:
    """What the limits must be like for it to be shown."""
    from evalspec.tally.needs import metrics

    nothing = Decimal(row["measure"] == "ratio")
    margin = Decimal(0) if hypothesis.kind == "superiority" or hypothesis.margin is None else hypothesis.margin
    lower, upper = f"the lower limit above {nothing - margin}", f"the upper limit below {nothing + margin}"
    if hypothesis.kind == "equivalence":
        return f"shown by {lower} and {upper}"
    better = metrics()[row["metric"].split("(")[0]].better
    return f"shown by {upper if better is Better.LOWER else lower}"


def _hung(indent: int, text: str, then: int | None = None) -> list[str]:
    further = " " * (indent + 4 if then is None else then)
    return wrap(
        text,
        WIDTH,
        initial_indent=" " * indent,
        subsequent_indent=further,
        break_long_words=False,
        break_on_hyphens=False,
    )


__all__ = ["comparisons", "sides_of"]
