"""Declared figures in words: kind, axes, how many points and between which ends, and the lines beside them."""

from collections.abc import Iterator, Mapping
from typing import Any

from evalspec.report._order import assumed
from evalspec.report._words import safe, shown
from evalspec.report.base import Record

Row = Mapping[str, Any]
_MOST = 40


def figures(record: Record) -> list[str]:
    """Each declared curve once, with a line for each model and cohort."""
    from evalspec.tally.needs import curves

    found: dict[str, list[Row]] = {}
    for row in record.results["curves"]:
        found.setdefault(row["curve"], []).append(row)
    lines: list[str] = []
    for name, rows in found.items():
        kind = curves()[rows[0]["kind"]]
        lines += [f"  {name}: {kind.title}", f"      across: {kind.x}; up: {kind.y}"]
        thinning = rows[0]["thinning"]
        if thinning not in (None, "none"):
            lines.append(f"      a drawing leaves out points by `{safe(thinning)}`; results.json holds all of them")
        lines += [line for row in rows[:_MOST] for line in _told(row)]
        if len(rows) > _MOST:
            lines.append(
                f"      the first {_MOST} of {len(rows):,}: results.json holds the other {len(rows) - _MOST:,} as well"
            )
    return ["FIGURES", "", *lines, "", "  every point stands in results.json, unrounded", ""] if found else []


def _told(row: Row) -> Iterator[str]:
    where = f"cohort {safe(row['cohort'])}" if row["cohort"] is not None else "all units"
    scenario = next((p.removeprefix("scenario=") for p in row["address"].split("/") if p.startswith("scenario=")), None)
    head = f"      {safe(row['model'])}, {where}{assumed(scenario)}: "
    points = row["points"]
    if not points:
        yield f"{head}no point: {safe(row['undefined'] or 'none is defined')}"
        return
    ends = [_point(points[0]), *([_point(points[-1])] if len(points) > 1 else [])]
    number = f"{len(points):,} point{'s' if len(points) != 1 else ''}"
    yield f"{head}{number}, {' to '.join(ends)}"
    for line in row["lines"]:
        yield f"          beside it {safe(line['name'])}: {' to '.join(map(_point, _ends(line['points'])))}"


def _ends(points: list[Row]) -> list[Row]:
    return points if len(points) < 2 else [points[0], points[-1]]


def _point(p: Row) -> str:
    return f"({shown(p['x'])}, {shown(p['y'])})"


__all__ = ["figures"]
