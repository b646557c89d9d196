"""A CSV table with its ids masked."""

import csv
import os
from collections.abc import Sequence
from pathlib import Path

from evalspec.records import Refusal
from evalspec.tables.engine import connect
from evalspec.tables.files import OpenFile
from evalspec.tables.loaded import laid_out, load
from evalspec.tables.masks import masked_id, masked_record


def masked_table(table: Path, output: Path, key: bytes, *, column: str, record: Sequence[str]) -> int:
    """Write ``output`` anew; the number of rows. Raises Refusal for a table that can't be read or lacks a column."""
    con = connect()
    with OpenFile(table, name="the table", file=str(table)) as opened:
        layout = laid_out(con, opened)
        for wanted in (column, *record):
            if wanted not in layout.columns:
                there = ", ".join(f"`{c}`" for c in layout.columns)
                raise opened.refusal(f"the table has no column `{wanted}`", "column-missing", f"there are {there}")
        if record and "record" in layout.columns:
            raise opened.refusal("the table has a column `record` already", "duplicate-column", "rename it")
        load(con, opened, layout, "given")
    kept = [c for c in layout.columns if c not in record or c == column]
    rows = con.execute("SELECT * FROM given ORDER BY line").fetchall()
    try:
        with output.open("x", encoding="utf-8", newline="") as f:
            writer = csv.writer(f, lineterminator="\n")
            writer.writerow([*kept, *(["record"] if record else [])])
            for row in rows:
                values = dict(zip(layout.columns, row, strict=False))
                told = [values[c] for c in record]
                digest = [masked_record(key, told) if all(v.strip() for v in told) else ""] if record else []
                writer.writerow([masked_id(key, values[c]) if c == column else values[c] for c in kept] + digest)
            f.flush()
            os.fsync(f.fileno())
    except OSError as e:
        raise Refusal(f"the table can't be written: {(e.strerror or 'error').lower()}", file=str(output)) from e
    return len(rows)
