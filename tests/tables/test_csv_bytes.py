"""Every fault of a CSV file is found with its line; nothing is guessed and nothing is mended."""

import os
from pathlib import Path

import pytest

from evalspec.records import Refusal
from evalspec.tables import csv_bytes, files
from evalspec.tables.csv_bytes import MAX_RECORD, csv_pass
from evalspec.tables.csv_quotes import Marks, end_of_records, separators
from evalspec.tables.files import OpenFile
from evalspec.tables.layout import Layout


def passed(folder: Path, raw: bytes | str) -> Layout:
    path = folder / "t.csv"
    path.write_bytes(raw.encode() if isinstance(raw, str) else raw)
    with OpenFile(path, name="predictions") as opened:
        return csv_pass(opened)


def fault(folder: Path, raw: bytes | str) -> Refusal:
    with pytest.raises(Refusal) as caught:
        passed(folder, raw)
    return caught.value


@pytest.mark.parametrize(
    ("raw", "rule", "line", "column"),
    [
        ("a,b\n1,2\n3,4,5\n", "ragged-row", 3, 1),
        ("a,b\n1,2\n3\n4,5\n", "ragged-row", 3, 1),
        ("a,b\n1,2\n\n3,4\n", "ragged-row", 3, 1),
        ("a,b\n1,2\n3,4\n\n", "ragged-row", 4, 1),
        ("a,b\r\n1,2\r\n\r\n3,4\r\n", "ragged-row", 3, 1),
        ("a,b\n1,2\n3", "ragged-row", 3, 1),
        ('a,b\n"x\ny\nz",1\n2\n', "ragged-row", 5, 1),
        ('a,b\n"1,2",3\n1,2,3\n', "ragged-row", 3, 1),
        ("a\n1\n\n2\n", "ragged-row", 3, 1),
        ('a\n"\n\n"\n\n2\n', "ragged-row", 5, 1),
        ("a,b\n0,75,A\n", "ragged-row", 2, 1),
        ('a,b\n1,"x\n2,3\n', "unclosed-quote", 2, 3),
        ('a,b\n1,2\n1,"x', "unclosed-quote", 3, 3),
        ('a,b\n1,"x\n2,"y"\n', "unclosed-quote", 2, 3),
        ('a,b\n"x"y,1\n', "unclosed-quote", 2, 1),
        ('a,b\n"x""y"z,1\n', "unclosed-quote", 2, 1),
        ('a,b\n"x" ,1\n', "unclosed-quote", 2, 1),
        ('a,b\nx"y,1\n', "unclosed-quote", 2, 2),
        ('a,b\n1, "x"\n', "unclosed-quote", 2, 4),
        ('a,b\nx"y"z,1\n', "unclosed-quote", 2, 2),
        ("a,b\r\n1,2\n", "mixed-line-endings", 2, 4),
        ("a,b\n1,2\n3,4\r\n", "mixed-line-endings", 3, 5),
        ('a,b\n"x",2\n"y",3\r\n', "mixed-line-endings", 3, 7),
        ("a,b\r1,2\r", "mixed-line-endings", 1, 4),
        ("a,b\n1,2\r3,4\n", "mixed-line-endings", 2, 4),
        ("a,b\r\n1,2\r3,4\r\n", "mixed-line-endings", 2, 4),
        ("a,b\n1,2\r", "mixed-line-endings", 2, 4),
        ("a,b\n1,\x002\n", "nul-byte", 2, 3),
        ("a,b\n1,é\x00\n", "nul-byte", 2, 4),
        (b"a,b\n1,2\n\xe9,2\n", "not-utf-8-table", 3, 1),
        ("a,b\né,".encode() + b"\xff\n", "not-utf-8-table", 2, 3),
        (b"a,b\n\xed\xa0\x80,2\n", "not-utf-8-table", 2, 1),
        (b"a,b\n\xc0\xaf,2\n", "not-utf-8-table", 2, 1),
        ("a,b\n1,2\n".encode("utf-16"), "not-utf-8-table", 1, 1),
        ("a,b\n1,2\n".encode("utf-16-be"), "nul-byte", 1, 1),
        ("a,a\n1,2\n", "duplicate-column", 1, 1),
        ("a,A\n1,2\n", "duplicate-column", 1, 1),
        ("B,a,b\n1,2,3\n", "duplicate-column", 1, 1),
        ("a ,b\n1,2\n", "header-not-exact", 1, 1),
        ('" a",b\n1,2\n', "header-not-exact", 1, 1),
        ("a,\n1,2\n", "header-not-exact", 1, 1),
        ("\n1,2\n", "header-not-exact", 1, 1),
        ('"a\nx",b\n1,2\n', "header-not-exact", 1, 1),
        ("a\u200b,b\n1,2\n", "header-not-exact", 1, 1),
        ("\ufeff\ufeffa,b\n1,2\n", "header-not-exact", 1, 1),
        ("a,\u00a0b\n1,2\n", "header-not-exact", 1, 1),
        ("e\u0301,b\n1,2\n", "not-nfc-table", 1, 1),
        ("", "empty-table", 1, 1),
        ("\ufeff", "empty-table", 1, 1),
        ("a,b", "empty-table", 1, 1),
        ("a,b\n", "empty-table", 1, 1),
    ],
)
def test_a_fault_is_refused_with_its_line_and_column(
    tmp_path: Path, raw: bytes | str, rule: str, line: int, column: int
) -> None:
    found = fault(tmp_path, raw)
    assert found.place is not None
    assert (found.rule, found.place.line, found.place.column) == (rule, line, column)
    assert found.message


@pytest.mark.parametrize(
    ("raw", "columns", "n_rows", "multiline"),
    [
        ("a,b\n1,2\n", ("a", "b"), 1, False),
        ("a,b\r\n1,2\r\n3,4\r\n", ("a", "b"), 2, False),
        ("a,b\n1,2", ("a", "b"), 1, False),
        ("a,b\r\n1,2", ("a", "b"), 1, False),
        ('a,b\n"x",1', ("a", "b"), 1, False),
        ("\ufeffa,b\n1,2\n", ("a", "b"), 1, False),
        ('"a","b,c"\n1,2\n', ("a", "b,c"), 1, False),
        ('"a ""x""",b\n1,2\n', ('a "x"', "b"), 1, False),
        ("a,b\n,\n,\n", ("a", "b"), 2, False),
        ('a\n""\n', ("a",), 1, False),
        ('a,b\n"""",""""""\n', ("a", "b"), 1, False),
        ('a,b\n"x\ny",1\n2,3\n', ("a", "b"), 2, True),
        ('a,b\n1,"x\r\ny"\n', ("a", "b"), 1, True),
        ('a,b\r\n1,"x\ny"\r\n2,"z\rz"\r\n', ("a", "b"), 2, True),
        ('a,b\n1,"\n\n\n"\n', ("a", "b"), 1, True),
        ('a\n"\n\n"\n', ("a",), 1, True),
        ("ä,β\nÖ,漢字\n", ("ä", "β"), 1, False),
        ("a b,c\n1,2\n", ("a b", "c"), 1, False),
    ],
)
def test_a_sound_file_passes_with_its_columns_and_records(
    tmp_path: Path, raw: str, columns: tuple[str, ...], n_rows: int, multiline: bool
) -> None:
    found = passed(tmp_path, raw)
    assert (found.columns, found.n_rows, found.multiline) == (columns, n_rows, multiline)


@pytest.mark.parametrize("size", [1, 2, 3, 5, 7, 11, 64])
@pytest.mark.parametrize(
    "raw",
    [
        "\ufeffa,b\r\n1,2\r\n3,4\r\n",
        'a,b\n"x\ny",1\n"z""",3\n4,"5"\n',
        "ä,b\n漢,2\n3,é\n",
        'a,b\r\n"x\r\ny",1\r\n2,3',
    ],
)
def test_blocks_may_end_anywhere(tmp_path: Path, raw: str, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = passed(tmp_path, raw)
    plain = OpenFile.chunks
    monkeypatch.setattr(OpenFile, "chunks", lambda self: plain(self, max(size, 3)))
    assert passed(tmp_path, raw) == whole


@pytest.mark.parametrize("size", [3, 4, 5, 9, 64])
@pytest.mark.parametrize(
    ("raw", "line"),
    [("a,b\n1,2\n3,4\n5,6,7\n8,9\n", 4), ('a,b\n"x\ny",2\n3\n', 4), ("a,b\n1,2\n3,4\r\n", 3), ('a,b\n1,2\n3,"\n', 3)],
)
def test_the_line_of_a_fault_is_right_whatever_the_blocks(
    tmp_path: Path, raw: str, line: int, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = OpenFile.chunks
    monkeypatch.setattr(OpenFile, "chunks", lambda self: plain(self, size))
    place = fault(tmp_path, raw).place
    assert place is not None
    assert place.line == line


def test_a_fault_far_down_has_its_line(tmp_path: Path) -> None:
    rows = [b"id%07d,A,0.5\n" % i for i in range(300_000)]
    rows[234_567] = b"id,A,0,5\n"
    found = fault(tmp_path, b"id,cohort,score\n" + b"".join(rows))
    assert found.place is not None
    assert (found.rule, found.place.line) == ("ragged-row", 234_569)


def test_a_record_without_end_is_refused_in_constant_memory(tmp_path: Path) -> None:
    assert fault(tmp_path, b"a,b\n1," + b"x" * (MAX_RECORD + files.BLOCK)).rule == "table-too-large"
    assert fault(tmp_path, b'a,b\n1,"' + b"x\n" * (MAX_RECORD + files.BLOCK)).rule == "unclosed-quote"
    assert fault(tmp_path, b"a,b\r" + b"1,2\r" * MAX_RECORD).rule == "mixed-line-endings"


def test_a_record_of_nearly_the_largest_size_passes(tmp_path: Path) -> None:
    assert passed(tmp_path, b"a,b\n1," + b"x" * (MAX_RECORD - 100) + b"\n2,3\n").n_rows == 2


def test_no_message_quotes_a_value_of_the_table(tmp_path: Path) -> None:
    for raw in (
        "id,b\nSECRET,2,3\n",
        'id,b\nSECRET,"x\n',
        "id,b\nSECRET,\x00\n",
        "id,b\nSECRET\r\n",
        'id,b\nSEC"RET,1\n',
    ):
        found = fault(tmp_path, raw)
        assert "SEC" not in found.message + found.help + found.where


def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    import tracemalloc

    path = tmp_path / "t.csv"
    with path.open("wb") as f:
        f.write(b"id,cohort,score\n")
        block = b'subject,"A, B",0.123456\n' * 50_000
        for _ in range(40):
            f.write(block)
    assert os.path.getsize(path) > 40_000_000
    tracemalloc.start()
    with OpenFile(path) as opened:
        assert csv_pass(opened).n_rows == 2_000_000
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 40 * files.BLOCK


@pytest.mark.parametrize("text", [b"", b"a,b\n", b'"a,\n",b\nc', b'"","""",x\n', b'"\n', b"a\nb", b'a\n"b\nc'])
def test_separators_and_marks_agree(text: bytes) -> None:
    assert separators(text) == Marks.of(text).kinds.tobytes()
    marks = Marks.of(text)
    assert end_of_records(text) == (int(marks.ends[-1]) + 1 if len(marks.ends) else 0)


def test_the_module_reads_through_the_descriptor_only() -> None:
    source = Path(csv_bytes.__file__).read_text()
    assert "open(" not in source
