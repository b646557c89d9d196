"""One table of text, whole, into the engine."""

from __future__ import annotations

from typing import Any

from evalspec.records import Refusal, Table
from evalspec.tables.engine import literal, quoted, relation, settle, unreadable
from evalspec.tables.files import OpenFile
from evalspec.tables.layout import Layout


def laid_out(con: Any, opened: OpenFile) -> Layout:
    """The table's layout. Raises Refusal for what ``settle`` refuses, and for a column that would hide ``line``."""
    layout = settle(con, opened)
    if "line" in (c.lower() for c in layout.columns):
        message = f"{opened.name} has a column `line`, which is what the reader calls the number of the line"
        raise opened.refusal(message, "duplicate-column", "rename the column")
    return layout


def load(con: Any, opened: OpenFile, layout: Layout, into: str) -> Table:
    """Create table ``into``: every column as text, and ``line``. Raises Refusal; nothing is left behind then."""
    import duckdb

    digest = opened.digest
    try:
        con.execute(f"CREATE TABLE {quoted(into)} AS {as_text(opened, layout)}")
        (n_rows,) = con.execute(f"SELECT count(*) FROM {quoted(into)}").fetchone()
    except duckdb.Error as e:
        con.execute(f"DROP TABLE IF EXISTS {quoted(into)}")
        raise unreadable(opened, e) from e
    try:
        opened.verify_unchanged()
        if n_rows != layout.n_rows:
            raise opened.refusal(
                f"the engine reads {n_rows} records where the file holds {layout.n_rows}", "unreadable-file"
            )
    except Refusal:
        con.execute(f"DROP TABLE {quoted(into)}")
        raise
    return Table(
        name=opened.name, file=opened.file, columns=layout.columns, n_rows=n_rows, digest=digest, format=layout.format
    )


def as_text(opened: OpenFile, layout: Layout) -> str:
    """A SELECT of every column as text, and ``line``."""
    floats = {c: "DOUBLE" for c, kind in layout.kinds.items() if kind in ("FLOAT", "DOUBLE")}
    source = relation(opened, layout.columns, floats)
    shown = ", ".join(
        f"coalesce(CAST({quoted(c)} AS VARCHAR), '') AS {quoted(c)}" if c in floats else quoted(c)
        for c in layout.columns
    )
    if not layout.multiline:
        first = 1 if layout.format == "csv" else 0
        return f"SELECT {shown}, row_number() OVER () + {first} AS line FROM {source}"
    newline = literal("\n")
    more = " + ".join(f"length({quoted(c)}) - length(replace({quoted(c)}, {newline}, ''))" for c in layout.columns)
    before = f"sum({_MORE}) OVER (ORDER BY {_NTH} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)"
    numbered = f"SELECT {shown}, {more} AS {_MORE}, row_number() OVER () AS {_NTH} FROM {source}"
    line = f"CAST({_NTH} + 1 + coalesce({before}, 0) AS BIGINT) AS line"
    return f"SELECT * EXCLUDE ({_MORE}, {_NTH}), {line} FROM ({numbered}) ORDER BY {_NTH}"


_MORE, _NTH = '"\x01more"', '"\x01nth"'
"""No column of a file can be called so."""
