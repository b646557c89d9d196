"""Our own pass over a CSV file's bytes, before any engine sees them: nothing is guessed, every fault has its line.

RFC 4180 with one newline kind, UTF-8, a header, and commas. Constant memory: records are judged block by block.
"""

from __future__ import annotations

from itertools import pairwise

from evalspec.records import Place, Refusal
from evalspec.tables.csv_quotes import CR, LF, Marks, end_of_records, misquoted, separators
from evalspec.tables.files import OpenFile
from evalspec.tables.layout import Layout, named_once

MAX_RECORD = 1 << 20
"""Bytes of the longest record."""

BOM = b"\xef\xbb\xbf"


def csv_pass(opened: OpenFile) -> Layout:
    """Columns and number of records of a CSV file; its digest is left with ``opened``.

    Raises Refusal with the line of the fault: not-utf-8-table, nul-byte, mixed-line-endings, header-not-exact,
    not-nfc-table, duplicate-column, ragged-row, unclosed-quote, empty-table, table-too-large; and
    file-changed-while-read.
    """
    judge = _Judge(opened)
    rest = b""
    for n, block in enumerate(opened.chunks()):
        text = block
        if n == 0:
            judge.not_utf_16(block)
            text = block.removeprefix(BOM)
        text = rest + text if rest else text
        end = end_of_records(text)
        if end:
            judge.records(text[:end])
        rest = text[end:]
        if len(rest) > MAX_RECORD:
            judge.endless(rest)
    if rest:
        judge.last(rest)
    return judge.verdict()


class _Judge:
    """Where the pass stands: lines and records so far, the newline kind, the columns."""

    def __init__(self, opened: OpenFile) -> None:
        self.opened = opened
        self.line = 1
        self.n_records = 0
        self.crlf: bool | None = None
        self.columns: tuple[str, ...] = ()
        self.multiline = False
        self.pattern = b""

    def refuse(self, rule: str, message: str, place: Place | None = None, help: str = "") -> Refusal:
        return Refusal(message, file=self.opened.file, place=place, rule=rule, help=help)

    def place(self, text: bytes, at: int) -> Place:
        """Line and column, in characters, of byte ``at`` of ``text``, which begins at the present line."""
        start = text.rfind(b"\n", 0, at) + 1
        column = len(text[start:at].decode("utf-8", "replace")) + 1
        return Place(self.line + text.count(b"\n", 0, at), column)

    def not_utf_16(self, block: bytes) -> None:
        if block[:2] in (b"\xff\xfe", b"\xfe\xff"):
            raise self.refuse("not-utf-8-table", f"{self.opened.name} is UTF-16, not UTF-8", Place(1), _SAVE)
        if block[:2] == b"\x1f\x8b":
            help = "unpack it: gunzip"
            raise self.refuse("not-utf-8-table", f"{self.opened.name} is compressed (gzip), not text", Place(1), help)

    def records(self, text: bytes) -> None:
        """Judge whole records; raises Refusal for the first fault of the first kind found."""
        self._characters(text)
        self._quotes(text)
        kinds = separators(text)
        n = kinds.count(b"\n")
        lines = text.count(b"\n") if b'"' in text else n
        self._newlines(text, n, lines)
        if not self.columns:
            self._header(text)
        width = len(self.columns)
        if len(self.pattern) < len(kinds):
            self.pattern = (b"," * (width - 1) + b"\n") * (2 * len(kinds) // width + 1)
        if len(kinds) != n * width or not self.pattern.startswith(kinds):
            self._ragged(text)
        if width == 1:
            self._blank(text)
        self.multiline |= lines != n
        self.n_records += n
        self.line += lines

    def _characters(self, text: bytes) -> None:
        nul = text.find(b"\0")
        if nul >= 0:
            message = f"{self.opened.name} holds a NUL byte"
            raise self.refuse("nul-byte", message, self.place(text, nul), "is it text in UTF-8?")
        if text.isascii():
            return
        try:
            text.decode("utf-8")
        except UnicodeDecodeError as e:
            message = f"{self.opened.name} is not UTF-8"
            raise self.refuse("not-utf-8-table", message, self.place(text, e.start), _SAVE) from e

    def _quotes(self, text: bytes) -> None:
        """Raises Refusal (unclosed-quote) unless each quoted field begins and ends at a separator."""
        fault = misquoted(text) if b'"' in text else None
        if fault is None:
            return
        message = "the field that is quoted from here is not closed at its end"
        if fault.inside_plain:
            message = "a quote stands inside a field that does not begin with one"
        raise self.refuse("unclosed-quote", message, self.place(text, fault.at), _QUOTING)

    def _newlines(self, text: bytes, n: int, lines: int) -> None:
        """Raises Refusal (mixed-line-endings) unless all newlines outside quotes are of one kind."""
        if self.crlf is None:
            first = text.index(b"\n") if lines == n else int(Marks.of(text).ends[0])
            self.crlf = text[:first].endswith(b"\r")
        wanted = n if self.crlf else 0
        returns = text.count(b"\r") if b"\r" in text else 0
        if returns == wanted and (not returns or (lines == n and text.count(b"\r\n") == wanted)):
            return
        marks = Marks.of(text)
        if len(marks.returns) != wanted or len(marks.lone_returns()):
            raise self._mixed(text, marks)

    def _mixed(self, text: bytes, marks: Marks) -> Refusal:
        import numpy as np

        lone = marks.lone_returns()
        before = np.where(marks.ends > 0, marks.octets[marks.ends - 1], 0) == CR
        other = marks.ends[before != self.crlf]
        at = min(int(found[0]) for found in (lone, other) if len(found))
        told = "LF among CRLF" if self.crlf else "CRLF among LF"
        if len(lone) and at == lone[0]:
            told = "a lone carriage return"
        return self.refuse("mixed-line-endings", f"line endings are mixed: {told}", self.place(text, at), _ONE_ENDING)

    def _header(self, text: bytes) -> None:
        """Read the column names off the first record. Raises Refusal if one is not exact, or stands twice."""
        end = text.index(b"\n") + 1
        while end < len(text) and b"\n" not in separators(text[:end]):
            end = text.index(b"\n", end) + 1
        marks = Marks.of(text[:end])
        names = [_unquoted(text[a + 1 : b].removesuffix(b"\r")) for a, b in pairwise([-1, *marks.at.tolist()])]
        self.columns = tuple(name.decode("utf-8") for name in names)
        named_once(self.columns, self.opened)

    def _ragged(self, text: bytes) -> None:
        import numpy as np

        marks = Marks.of(text)
        ends = np.flatnonzero(marks.kinds == LF)
        widths = np.diff(ends, prepend=-1)
        bad = int(np.flatnonzero(widths != len(self.columns))[0])
        start = int(marks.ends[bad - 1]) + 1 if bad else 0
        if text[start : int(marks.ends[bad])].strip(b"\r") == b"":
            raise self.refuse("ragged-row", "the line is blank", self.place(text, start), _BLANK)
        told = f"{_fields(int(widths[bad]))} where the header has {len(self.columns)}"
        raise self.refuse("ragged-row", told, self.place(text, start), "quote a field that holds a comma")

    def _blank(self, text: bytes) -> None:
        """In a table of one column an empty line could be a record or an accident."""
        ending = b"\r\n" if self.crlf else b"\n"
        if not text.startswith(ending) and b"\n" + ending not in text:
            return
        import numpy as np

        marks = Marks.of(text)
        starts = np.concatenate(([0], marks.ends[:-1] + 1))
        blank = starts[np.isin(marks.octets[starts], (LF, CR))]
        if len(blank):
            raise self.refuse("ragged-row", "the line is blank", self.place(text, int(blank[0])), _BLANK)

    def endless(self, rest: bytes) -> None:
        """Raises Refusal: ``rest`` holds no whole record, and is longer than any may be."""
        self._characters(rest[: rest.rfind(b"\n") + 1])
        if b"\r" in rest and b"\n" not in rest:
            raise self._lone(rest)
        if b'"' in rest:
            self._quotes(rest)
        raise self.refuse("table-too-large", f"a record is longer than {MAX_RECORD} bytes", Place(self.line))

    def _lone(self, text: bytes) -> Refusal:
        message = "line endings are lone carriage returns"
        return self.refuse("mixed-line-endings", message, self.place(text, text.index(b"\r")), _ONE_ENDING)

    def last(self, rest: bytes) -> None:
        """The bytes after the last newline: a record without an ending of its own."""
        if rest.endswith(b"\r") or (b"\r" in rest and b'"' not in rest):
            raise self._lone(rest)
        self.records(rest + (b"\r\n" if self.crlf else b"\n"))

    def verdict(self) -> Layout:
        """The layout. Raises Refusal (empty-table) where there is no record."""
        if self.n_records < 2:
            what = "a header and no record" if self.n_records else "nothing"
            raise self.refuse("empty-table", f"{self.opened.name} holds {what}", Place(1))
        return Layout(columns=self.columns, n_rows=self.n_records - 1, format="csv", multiline=self.multiline)


def _unquoted(field: bytes) -> bytes:
    return field[1:-1].replace(b'""', b'"') if field.startswith(b'"') else field


def _fields(n: int) -> str:
    return f"{n} field" + "s" * (n != 1)


_SAVE = "save it as UTF-8"
_ONE_ENDING = "save the file with one kind of line ending, LF or CRLF"
_QUOTING = 'quote the whole field, and write a quote inside it twice: "say ""aah"""'
_BLANK = 'remove the blank line; an empty field in a table of one column is written ""'

__all__ = ["MAX_RECORD", "csv_pass"]
