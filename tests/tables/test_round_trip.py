"""Any table that Python's csv module writes is read back letter for letter, and both passes count alike."""

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from evalspec.records import Refusal
from evalspec.tables.engine import connect, relation, settle
from evalspec.tables.files import OpenFile
from evalspec.tables.loaded import as_text

TEXTS = st.one_of(
    st.sampled_from(
        ["", "NA", "null", "NULL", "None", "nan", "007", "1e5", "0,75", '"', "\n", "\r\n", "\r", ",", "''"]
    ),
    st.sampled_from(["True", " x ", "#x", "\\", '\\"', "2020-01-01", "9007199254740993", "-0", "\ufeff", "\x1a", "\t"]),
    st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=6),
)
TABLES = st.integers(1, 4).flatmap(
    lambda width: st.lists(st.lists(TEXTS, min_size=width, max_size=width), min_size=1, max_size=12)
)


def written(rows: Sequence[Sequence[str]], **dialect: Any) -> bytes:
    out = io.StringIO()
    header = [f"c{i}" for i in range(len(rows[0]))]
    csv.writer(out, **dialect).writerows([header, *rows])
    return out.getvalue().encode()


def read(raw: bytes) -> list[tuple[str, ...]]:
    """The engine's rows, with the line of each."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "t.csv"
        path.write_bytes(raw)
        con = connect(threads=2)
        with OpenFile(path) as opened:
            layout = settle(con, opened)
            rows = con.execute(as_text(opened, layout)).fetchall()
            plain = con.execute(f"SELECT * FROM {relation(opened, layout.columns, {})}").fetchall()
            opened.verify_unchanged()
        assert len(plain) == layout.n_rows
        assert [row[:-1] for row in rows] == plain
        return list(rows)


def lines(rows: Sequence[Sequence[str]]) -> list[int]:
    """The line on which each record begins."""
    found, at = [], 2
    for row in rows:
        found.append(at)
        at += 1 + sum(field.count("\n") for field in row)
    return found


@given(TABLES, st.sampled_from(["\n", "\r\n"]), st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]), st.booleans())
@example([["a\r\nb", "x"], ["", '"']], "\n", csv.QUOTE_MINIMAL, False)
@example([[""], [""]], "\r\n", csv.QUOTE_MINIMAL, True)
@example([["\r", "\n"]], "\r\n", csv.QUOTE_ALL, True)
def test_what_pythons_csv_module_writes_comes_back_letter_for_letter(
    rows: list[list[str]], ending: str, quoting: int, bom: bool
) -> None:
    if ending == "\n":  # there, before Python 3.13, its writer leaves a lone CR unquoted, which we refuse
        quoting = csv.QUOTE_ALL if any("\r" in field for row in rows for field in row) else quoting
    raw = b"\xef\xbb\xbf" * bom + written(rows, lineterminator=ending, quoting=quoting)
    got = read(raw)
    assert [list(row[:-1]) for row in got] == rows
    assert [row[-1] for row in got] == lines(rows)


@given(st.text(st.sampled_from('ab,"\n\r'), max_size=24))
def test_any_text_is_refused_or_read_as_pythons_strict_reader_reads_it(text: str) -> None:
    raw = "c0,c1\n" + text
    try:
        got = [list(row[:-1]) for row in read(raw.encode())]
    except Refusal:
        return
    assert [["c0", "c1"], *got] == list(csv.reader(io.StringIO(raw, newline=""), strict=True))


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_a_large_table_with_quoted_newlines_keeps_every_record_in_its_place(ending: str) -> None:
    rows = [[f"s{i:06d}", "a\nb" if i % 7 == 0 else "x,y", f"0.{i:06d}"] for i in range(120_000)]
    got = read(written(rows, lineterminator=ending))
    assert [list(row[:-1]) for row in got] == rows
    assert [row[-1] for row in got] == lines(rows)


def test_a_large_plain_table_keeps_its_order_and_its_lines() -> None:
    got = read(b"id,score\n" + b"".join(b"s%07d,0.5\n" % i for i in range(600_000)))
    assert [row[-1] for row in got] == list(range(2, 600_002))
    assert [row[0] for row in got] == [f"s{i:07d}" for i in range(600_000)]
