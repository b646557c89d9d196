"""A table for a notebook: escaped, no script, no style from elsewhere."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from evalspec.report._words import shown

_MOST = 200


def as_table(title: str, rows: Sequence[Mapping[str, Any]], *, whole: str = ".to_frame()") -> str:
    """Columns as they come up; columns without any value are left out; long tables say what they omit."""
    if not rows:
        return f"<p><b>{escape(title)}</b>: none</p>"
    names = dict.fromkeys(name for r in rows for name in r)
    columns = [c for c in names if any(_of_row(r, c) for r in rows)]
    head = "".join(f"<th>{escape(c)}</th>" for c in columns)
    body = "".join(f"<tr>{''.join(f'<td>{_of_row(r, c)}</td>' for c in columns)}</tr>" for r in rows[:_MOST])
    more = (
        f"<p>and {len(rows) - _MOST} more rows: <code>{escape(whole)}</code> has them all</p>"
        if len(rows) > _MOST
        else ""
    )
    return f"<table><caption>{escape(title)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def _of_row(row: Mapping[str, Any], column: str) -> str:
    """An estimate that is none says so, and is no empty cell."""
    return (
        "undefined"
        if column == "estimate" and row.get(column) is None and row.get("undefined")
        else _cell(row.get(column))
    )


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return escape(shown(value))
    if isinstance(value, Mapping):
        return escape("; ".join(f"{k}: {v}" for k, v in value.items()))
    if isinstance(value, list | tuple):
        return escape(", ".join(map(str, value)))
    return escape(str(value))
