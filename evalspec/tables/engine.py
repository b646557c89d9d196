"""The engine with every guess, download and side door off; and the SQL that reads a file through its descriptor."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evalspec.records import Refusal
from evalspec.tables.csv_bytes import MAX_RECORD, csv_pass
from evalspec.tables.files import OpenFile, format_of
from evalspec.tables.layout import Layout, named_once

_SETTINGS = (
    "autoinstall_known_extensions=false",
    "autoload_known_extensions=false",
    "allow_community_extensions=false",
    "allow_persistent_secrets=false",
    "python_enable_replacements=false",
    "enable_external_file_cache=false",
    "enable_progress_bar=false",
    "TimeZone='UTC'",
    "temp_directory=''",
)


def connect(
    threads: int | None = None, memory: str | None = None, *, ordered: bool = True, spill: str | None = None
) -> Any:
    """A database in memory. ``memory`` such as ``1GB``; ``ordered=False`` frees the engine from keeping row order.

    Nothing is written to disk unless ``spill`` names a folder. Raises Refusal for a ``memory`` that is no size.
    """
    import duckdb

    con = duckdb.connect(":memory:")
    for setting in (*_SETTINGS, f"preserve_insertion_order={str(ordered).lower()}"):
        con.execute(f"SET {setting}")
    if threads is not None:
        con.execute(f"SET threads={int(threads)}")
    if spill is not None:
        con.execute(f"SET temp_directory={literal(spill)}")
    if memory is not None:
        try:
            con.execute(f"SET memory_limit={literal(memory)}")
        except duckdb.Error as e:
            raise Refusal(f"`{memory}` is no amount of memory", help="write it like `1GB`") from e
    return con


def lock(con: Any) -> None:
    """From here on no SQL on ``con`` can open a file or change a setting."""
    con.execute("SET enable_external_access=false")
    con.execute("SET lock_configuration=true")


def quoted(name: str) -> str:
    """``name`` as an SQL identifier."""
    return '"' + name.replace('"', '""') + '"'


def literal(text: str) -> str:
    """``text`` as an SQL string."""
    return "'" + text.replace("'", "''") + "'"


def settle(con: Any, opened: OpenFile) -> Layout:
    """The table's columns and number of records, found before the engine is asked for a row; the digest comes along.

    CSV goes through our own byte pass, Parquet through its schema. Raises Refusal.
    """
    if format_of(opened.path, name=opened.name, file=opened.file) == "csv":
        return csv_pass(opened)
    return _parquet_layout(con, opened)


def _parquet_layout(con: Any, opened: OpenFile) -> Layout:
    import duckdb

    path = literal(opened.path_for_engine)
    try:
        tree = con.execute(f"SELECT name, coalesce(num_children, 0) FROM parquet_schema({path})").fetchall()
        read = con.execute(f"DESCRIBE SELECT * FROM read_parquet({path})").fetchall()
        (n_rows,) = con.execute(f"SELECT count(*) FROM read_parquet({path})").fetchone()
    except duckdb.Error as e:
        raise unreadable(opened, e) from e
    columns = _top_level(tree)
    named_once(columns, opened)
    if not n_rows:
        raise opened.refusal(f"{opened.name} holds no row", "empty-table")
    return Layout(columns=columns, n_rows=n_rows, format="parquet", kinds={str(r[0]): str(r[1]) for r in read})


def _top_level(tree: list[tuple[str, int]]) -> tuple[str, ...]:
    """The names as they stand in the file (the engine renames twins). ``tree``: its schema, parents before children."""
    found: list[str] = []
    below: list[int] = []
    for name, children in tree:
        if len(below) == 1:
            found.append(name)
        if below:
            below[-1] -= 1
        below.append(children)
        while below and not below[-1]:
            below.pop()
    return tuple(found)


def unreadable(opened: OpenFile, error: Exception) -> Refusal:
    """What the engine could not read, without its text: that may quote rows."""
    return opened.refusal(
        f"{opened.name} can't be read ({type(error).__name__})",
        "unreadable-file",
        "is it a whole file of the format that its suffix names?",
    )


def relation(opened: OpenFile, columns: tuple[str, ...], types: Mapping[str, str]) -> str:
    """SQL text, to stand after FROM, that reads ``columns``: all of the file's, in its order, as ``settle`` gave them.

    ``types`` gives the type of a column; any other is VARCHAR. In text, an absent value is ''; in another type, NULL.
    """
    if format_of(opened.path, name=opened.name, file=opened.file) == "parquet":
        shown = ", ".join(_from_parquet(c, types.get(c, "VARCHAR")) for c in columns)
        return f"(SELECT {shown} FROM read_parquet({literal(opened.path_for_engine)}))"
    typed = ", ".join(f"{literal(c)}: {literal(types.get(c, 'VARCHAR'))}" for c in columns)
    texts = ", ".join(literal(c) for c in columns if types.get(c, "VARCHAR") == "VARCHAR")
    kept = f", force_not_null=[{texts}]" if texts else ""
    return (
        f"read_csv({literal(opened.path_for_engine)}, auto_detect=false, header=true, skip=0, "
        "delim=',', quote='\"', escape='\"', comment='', nullstr='', compression='none', encoding='utf-8', "
        "strict_mode=true, null_padding=false, ignore_errors=false, "
        f"max_line_size={2 * MAX_RECORD}, columns={{{typed}}}{kept})"
    )


def _from_parquet(column: str, kind: str) -> str:
    cast = f"CAST({quoted(column)} AS {kind})"
    filled = f"coalesce({cast}, '')" if kind == "VARCHAR" else cast
    return f"{filled} AS {quoted(column)}"


__all__ = ["connect", "literal", "lock", "quoted", "relation", "settle", "unreadable"]
