"""One declared number in full: how it came about, its value, interval, members, spread, and what stands beside it."""

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any

from evalspec.report._beside import beside, from_declarations
from evalspec.report._head import WIDTH
from evalspec.report._order import combined_axes, how
from evalspec.report._places import AXES, EVERY, PLURAL, place_of, places_of, prevalence_limit, unknown_scenario
from evalspec.report._spread import heterogeneity, prediction, spread
from evalspec.report._words import few, interval, member_name, safe, shown
from evalspec.report.base import Record
from evalspec.terms import Role

Row = Mapping[str, Any]
Rows = Sequence[Row]
_FEW = 8
_MOST = 100
_WEIGHTS = ("by-size", "by-support", "weights", "inverse-variance", "random-effects")


class Numbers:
    """The declared numbers with what belongs to each, found once."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.parts: dict[str, list[Row]] = {}
        for part in record.results["companions"]:
            self.parts.setdefault(part["address"], []).append(part)
        self.ranges = {r["address"]: r for r in record.results["ranges"]}
        self.fits = {r["address"]: r for r in record.results.get("heterogeneity") or ()}
        self.limits: dict[tuple[Any, ...], list[Row]] = {}
        for row in record.results["rows"]:
            if prevalence_limit(row):
                self.limits.setdefault(_same(row), []).append(row)

    def section(self, title: str, rows: Rows) -> list[str]:
        """All of these, each but the limits of a prevalence, which stand with their number."""
        told = [r for r in rows if not prevalence_limit(r)]
        lines = [line for row in told[:_MOST] for line in self.told(row)]
        if len(told) > _MOST:
            lines.append(
                f"  the first {_MOST} of {len(told):,} numbers: results.json holds the other {len(told) - _MOST:,} as well"
            )
        return [title, "", *lines, ""] if told else []

    def told(self, row: Row) -> Iterator[str]:
        """One number in full."""
        places = places_of(self.record.plan, row["summary"])
        came_about = "" if from_declarations(row) else f", {how(row)}"
        yield from _hung(2, f"{row['summary']}: {_name(row)}{came_about}", 6)
        yield from _hung(6, value(row, places))
        yield from self._limits(row, places)
        yield from self._at_limits(row, places)
        yield from self._members(row, places)
        yield from _hung(6, heterogeneity(self.fits.get(row["address"])))
        for line in beside(self.record, row):
            yield from _hung(6, line)

    def _limits(self, row: Row, places: int) -> Iterator[str]:
        yield from _hung(6, interval(row, places))
        yield from _hung(6, prediction(row))

    def _at_limits(self, row: Row, places: int) -> Iterator[str]:
        """Where the prevalence is uncertain, the number at each of its limits."""
        for other in self.limits.get(_same(row), ()):
            told = f"at {other['prevalence']:g}, the {prevalence_limit(other)} limit of that prevalence: "
            limits = interval(other, places)
            yield from _hung(6, told + value(other, places, at=False) + (f", {limits}" if limits else ""))

    def _members(self, row: Row, places: int) -> Iterator[str]:
        parts = self.parts.get(row["address"], [])
        yield from _defined(row, parts)
        axis = _axis_of(parts)
        few_told = _few(row, parts, places) if axis else []
        yield from few_told
        yield from _weights(row, parts)
        if row["named"]:
            yield from _hung(6, f"found in {safe(few(row['named']))}")
        if not few_told:
            yield from _hung(6, spread(self.ranges.get(row["address"]), parts, PLURAL.get(axis, ""), places))


def _same(row: Row) -> tuple[Any, ...]:
    """What a number shares with itself at another prevalence."""
    return (
        row["summary"], row["metric"], row["model"], row["threshold"], row["subgroup"], row["population"],
        place_of(row, EVERY), unknown_scenario(row),
    )  # fmt: skip


def _name(row: Row) -> str:
    at = f" at {row['threshold']}" if row["threshold"] else ""
    return f"{row['metric']} of {row['model']}{at}"


def value(row: Row, places: int, *, at: bool = True) -> str:
    """The value, its counts, its reason where undefined, and the prevalence at which it holds."""
    told = shown(row["estimate"], places)
    if row["numerator"] is not None:
        told += f" ({row['numerator']}/{row['denominator']})"
    if row["undefined"]:
        told += f": {safe(row['undefined'])}"
    if at and row["prevalence"] is not None:
        told += f" at prevalence {row['prevalence']:g} ({safe(row['population'])})"
    return told


def _defined(row: Row, parts: Rows) -> Iterator[str]:
    """Defined in k of K, and why not in the others."""
    if not row["of"]:
        return
    combined = combined_axes(row)
    if not parts and not combined:
        yield f"      defined in {row['defined']} of {row['of']} units"
        return
    axis = combined[-1] if combined else _axis_of(parts)
    if combined:
        yield f"      defined in {row['defined']} of {row['of']} {PLURAL[axis]}"
    ratio = row["numerator"] is not None  # 0/0 adds nothing to a ratio; units without an AUROC of their own still rank
    told = "nothing to add from" if ratio and not combined else "undefined in"
    known = list(row["undefined_in"].items())
    for name, why in known[:_FEW]:
        of_what = "" if axis == "cohort" else f"{axis} "
        yield from _hung(6, f"{told} {of_what}{safe(name)}: {safe(why)}")
    if len(known) > _FEW:
        yield f"      {told} {len(known) - _FEW:,} more {PLURAL[axis]}: results.json gives the reason of each"


def _axis_of(parts: Rows) -> str:
    """The axis of the members of a row."""
    return next((axis for axis in AXES if parts and parts[0].get(axis) is not None), "")


def _few(row: Row, parts: Rows, places: int) -> list[str]:
    """A primary number's members, with what each value is made of; many are left to the table."""
    there = [m for m in parts if m["undefined"] is None]
    if row["role"] != Role.PRIMARY.value or not there or len(there) > _FEW:
        return []
    told = [
        f"{safe(member_name(m))} {shown(m['estimate'], places)}"
        + (f" ({m['numerator']}/{m['denominator']})" if m["numerator"] is not None else "")
        for m in there
    ]
    axes = PLURAL[_axis_of(parts)]
    return wrap(
        f"{axes}: " + ", ".join(told), WIDTH - 6, initial_indent=" " * 6, subsequent_indent=" " * (len(axes) + 8)
    )


def _weights(row: Row, parts: Rows) -> Iterator[str]:
    """The weights of few members, where they differ by more than being there."""
    word = row.get(PLURAL.get(_axis_of(parts), ""))
    weighted = [p for p in parts if p["weight"] is not None]
    if word in _WEIGHTS and 0 < len(weighted) <= _FEW:
        told = [f"{safe(member_name(p))} {shown(p['weight'])}" for p in weighted]
        yield from _hung(6, f"weights: {', '.join(told)}")


def _hung(indent: int, text: str, then: int | None = None) -> list[str]:
    """Wrapped, the lines behind the first one further in."""
    further = " " * (indent + 4 if then is None else then)
    return wrap(
        text,
        WIDTH,
        initial_indent=" " * indent,
        subsequent_indent=further,
        break_long_words=False,
        break_on_hyphens=False,
    )


__all__ = ["Numbers", "value"]
