"""Verdicts on the declared gates, each demand with the number it met."""

from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import Any

from evalspec.report._head import WIDTH
from evalspec.report._words import safe, shown
from evalspec.report.base import Record

Row = Mapping[str, Any]
_MOST = 40


def gates(record: Record) -> list[str]:
    """Every gate; of many demands those that are not met stand first, and all are counted."""
    found = record.results["gates"]
    lines = ["GATES", ""] if found else []
    for gate in found:
        lines.append(f"  {gate['id']}: {gate['verdict'].upper()}")
        lines += _requirements(gate["requirements"])
    return [*lines, ""] if found else []


def _requirements(demands: list[Row]) -> Iterator[str]:
    told = demands if len(demands) <= _MOST else sorted(demands, key=lambda r: r["verdict"] == "met")[:_MOST]
    for r in told:
        text = _concluded(r) if r["bound"] == "conclusion" else _compared(r)
        yield from wrap(
            f"{r['verdict']}: {text}", WIDTH, initial_indent=" " * 6, subsequent_indent=" " * 10, break_long_words=False,
            break_on_hyphens=False,
        )  # fmt: skip
    if len(demands) > _MOST:
        counted = {v: sum(r["verdict"] == v for r in demands) for v in ("not met", "undecided", "met")}
        yield f"      {_MOST} of {len(demands):,} demands, in all: " + ", ".join(
            f"{n:,} {v}" for v, n in counted.items()
        )


def _compared(r: Row) -> str:
    value = shown(r["value"]) if r["value"] is not None else f"undefined ({safe(r['reason'])})"
    relation = r["relation"].replace("_", " ")
    return f"{r['bound']} of {safe(r['address'])} is {value}, must be {relation} {r['limit']}"


def _concluded(r: Row) -> str:
    if r["verdict"] == "met":
        return f"{safe(r['address'])} concludes {r['limit']}, as it must"
    return f"{safe(r['address'])} must conclude {r['limit']}; {safe(r['reason'])}"


__all__ = ["gates"]
