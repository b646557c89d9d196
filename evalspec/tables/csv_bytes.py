"""Our own pass over a CSV file's bytes, before any engine sees them: nothing is guessed, every fault has its line.

RFC 4180 with one newline kind, UTF-8, a header, and commas. Constant memory: records are judged block by block.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from evalspec.records import Place, Refusal
from evalspec.tables.files import OpenFile
from evalspec.tables.layout import Layout, named_once

MAX_RECORD = 1 << 20
"""Bytes of the longest record."""

BOM = b"\xef\xbb\xbf"
_NOT_SEPARATORS = bytes(set(range(256)) - {ord(","), ord("\n")})
_COMMA, _QUOTE, _LF, _CR = b',"\n\r'


def csv_pass(opened: OpenFile) -> Layout:
    """Columns and number of records of a CSV file; its digest is left with ``opened``.

    Raises Refusal with the line of the first fault: not-utf-8-table, nul-byte, mixed-line-endings, header-not-exact,
    not-nfc-table, duplicate-column, ragged-row, unclosed-quote, empty-table, table-too-large.
    """
    judge = _Judge(opened)
    rest = b""
    for n, block in enumerate(opened.chunks()):
        text = block
        if n == 0:
            judge.not_utf_16(block)
            text = block.removeprefix(BOM)
        text = rest + text if rest else text
        end = _end_of_records(text)
        if end:
            judge.records(text[:end])
        rest = text[end:]
        if len(rest) > MAX_RECORD:
            judge.endless(rest)
    if rest:
        judge.last(rest)
    return judge.verdict()


def _end_of_records(text: bytes) -> int:
    """Where the last whole record of ``text`` ends; ``text`` begins outside quotes."""
    if b'"' not in text:
        return text.rfind(b"\n") + 1
    import numpy as np

    marks = _Marks.of(text, np)
    ends = marks.at[marks.kinds == _LF]
    return int(ends[-1]) + 1 if len(ends) else 0


@dataclass(slots=True)
class _Marks:
    """Separators outside quotes: where they are and which; and the places of all quotes."""

    octets: Any
    quotes: Any
    at: Any
    kinds: Any

    @classmethod
    def of(cls, text: bytes, np: Any) -> _Marks:
        octets = np.frombuffer(text, np.uint8)
        is_quote = octets == _QUOTE
        at = np.flatnonzero((octets == _COMMA) | (octets == _LF))
        quotes = np.flatnonzero(is_quote)
        if len(quotes):
            at = at[(np.searchsorted(quotes, at) & 1) == 0]
        return cls(octets, quotes, at, octets[at])


class _Judge:
    """Where the pass stands: lines and records so far, the newline kind, the header's width."""

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
            raise self.refuse(
                "not-utf-8-table", f"{self.opened.name} is UTF-16, not UTF-8", Place(1), "save it as UTF-8"
            )

    def records(self, text: bytes) -> None:
        """Judge whole records; raises Refusal for the first fault of the first kind found."""
        self._characters(text)
        plain = b'"' not in text
        marks = None if plain else self._quotes(text)
        kinds = text.translate(None, _NOT_SEPARATORS) if marks is None else marks.kinds.tobytes()
        n = kinds.count(b"\n")
        self._newlines(text, n, marks)
        if not self.columns:
            self._header(text, kinds, marks)
        width = len(self.columns)
        if len(self.pattern) < len(kinds):
            self.pattern = (b"," * (width - 1) + b"\n") * (2 * len(kinds) // width + 1)
        if len(kinds) != n * width or not self.pattern.startswith(kinds):
            self._ragged(text)
        if width == 1:
            self._blank(text)
        lines = text.count(b"\n")
        self.multiline |= lines != n
        self.n_records += n
        self.line += lines

    def _characters(self, text: bytes) -> None:
        nul = text.find(b"\0")
        if nul >= 0:
            raise self.refuse(
                "nul-byte", f"{self.opened.name} holds a NUL byte", self.place(text, nul), "is it text in UTF-8?"
            )
        if text.isascii():
            return
        try:
            text.decode("utf-8")
        except UnicodeDecodeError as e:
            place = self.place(text, e.start)
            raise self.refuse("not-utf-8-table", f"{self.opened.name} is not UTF-8", place, "save it as UTF-8") from e

    def _quotes(self, text: bytes) -> _Marks:
        """Raises Refusal (unclosed-quote) unless each quoted field begins and ends at a separator."""
        import numpy as np

        marks = _Marks.of(text, np)
        opening, closing = marks.quotes[0::2], marks.quotes[1::2]
        padded = np.concatenate(([_LF], marks.octets, [_LF])).astype(np.uint8)
        astray = opening[~np.isin(padded[opening], (_COMMA, _LF, _QUOTE))]
        open_end = closing[~np.isin(padded[closing + 2], (_COMMA, _LF, _CR, _QUOTE))]
        if len(opening) > len(closing):
            open_end = np.append(open_end, opening[-1])
        if len(astray) and (not len(open_end) or astray[0] <= open_end[0]):
            message = "a quote stands inside a field that does not begin with one"
            raise self.refuse("unclosed-quote", message, self.place(text, int(astray[0])), _QUOTING)
        if len(open_end):
            start = int(opening[np.searchsorted(opening, open_end[0], side="right") - 1])
            raise self.refuse(
                "unclosed-quote",
                "the field that is quoted from here is not closed before its end",
                self.place(text, start),
                _QUOTING,
            )
        return marks

    def _newlines(self, text: bytes, n: int, marks: _Marks | None) -> None:
        """Raises Refusal (mixed-line-endings) unless all newlines outside quotes are of one kind."""
        if marks is None:
            returns, pairs = (text.count(b"\r"), text.count(b"\r\n")) if b"\r" in text else (0, 0)
        else:
            returns, pairs = _returns(marks)
        if self.crlf is None:
            first = text.index(b"\n") if marks is None else int(marks.at[marks.kinds == _LF][0])
            self.crlf = text[:first].endswith(b"\r")
        if returns != pairs or pairs != (n if self.crlf else 0):
            raise self._mixed(text, marks)

    def _mixed(self, text: bytes, marks: _Marks | None) -> Refusal:
        import numpy as np

        marks = marks or _Marks.of(text, np)
        returns = np.flatnonzero(marks.octets == _CR)
        returns = returns[(np.searchsorted(marks.quotes, returns) & 1) == 0]
        lone = returns[marks.octets[np.minimum(returns + 1, len(marks.octets) - 1)] != _LF]
        ends = marks.at[marks.kinds == _LF]
        before = np.where(ends > 0, marks.octets[ends - 1], 0) == _CR
        other = ends[before != self.crlf]
        at = min(int(found[0]) for found in (lone, other) if len(found))
        told = (
            "a lone carriage return"
            if len(lone) and at == lone[0]
            else f"{'LF' if self.crlf else 'CRLF'} among {'CRLF' if self.crlf else 'LF'}"
        )
        return self.refuse(
            "mixed-line-endings",
            f"line endings are mixed: {told}",
            self.place(text, at),
            "save the file with one kind of line ending",
        )

    def _header(self, text: bytes, kinds: bytes, marks: _Marks | None) -> None:
        """Read the column names off the first record. Raises Refusal if one is not exact, or stands twice."""
        width = kinds.index(b"\n") + 1
        if marks is None:
            names = text[: text.index(b"\n")].removesuffix(b"\r").split(b",")
        else:
            at = [-1, *marks.at[:width].tolist()]
            names = [text[a + 1 : b] for a, b in zip(at, at[1:], strict=False)]
            names = [_unquoted(name.removesuffix(b"\r")) for name in names]
        self.columns = tuple(name.decode("utf-8") for name in names)
        named_once(self.columns, self.opened)

    def _ragged(self, text: bytes) -> None:
        import numpy as np

        marks = _Marks.of(text, np)
        ends = np.flatnonzero(marks.kinds == _LF)
        widths = np.diff(ends, prepend=-1)
        bad = int(np.flatnonzero(widths != len(self.columns))[0])
        start = int(marks.at[ends[bad - 1]]) + 1 if bad else 0
        blank = text[start : int(marks.at[ends[bad]])].strip(b"\r") == b""
        told = "the line is blank" if blank else f"{_fields(int(widths[bad]))} where the header has {len(self.columns)}"
        raise self.refuse(
            "ragged-row", told, self.place(text, start), _BLANK if blank else "quote a field that holds a comma"
        )

    def _blank(self, text: bytes) -> None:
        """In a table of one column an empty line could be a record or an accident."""
        ending = b"\r\n" if self.crlf else b"\n"
        if not text.startswith(ending) and ending * 2 not in text:
            return
        import numpy as np

        marks = _Marks.of(text, np)
        starts = np.concatenate(([0], marks.at[marks.kinds == _LF][:-1] + 1))
        blank = starts[np.isin(marks.octets[starts], (_LF, _CR))]
        if len(blank):
            raise self.refuse("ragged-row", "the line is blank", self.place(text, int(blank[0])), _BLANK)

    def endless(self, rest: bytes) -> None:
        """Raises Refusal: ``rest`` holds no whole record, and is longer than any may be."""
        self._characters(rest[: MAX_RECORD - 4])
        if b"\r" in rest and b"\n" not in rest:
            raise self._lone(rest)
        place = Place(self.line)
        if b'"' in rest:
            raise self.refuse("unclosed-quote", "a quoted field of this record is not closed", place, _QUOTING)
        raise self.refuse("table-too-large", f"a record is longer than {MAX_RECORD} bytes", place)

    def _lone(self, text: bytes) -> Refusal:
        place = self.place(text, text.index(b"\r"))
        message = "line endings are lone carriage returns"
        return self.refuse(
            "mixed-line-endings", message, place, "save the file with one kind of line ending, LF or CRLF"
        )

    def last(self, rest: bytes) -> None:
        """The bytes after the last newline: a record without an ending of its own."""
        if b"\r" in rest and b'"' not in rest:
            raise self._lone(rest)
        self.records(rest + (b"\r\n" if self.crlf else b"\n"))

    def verdict(self) -> Layout:
        if self.n_records < 2:
            what = "a header and no record" if self.n_records else "nothing"
            raise self.refuse("empty-table", f"{self.opened.name} holds {what}", Place(1))
        return Layout(columns=self.columns, n_rows=self.n_records - 1, format="csv", multiline=self.multiline)


def _fields(n: int) -> str:
    return f"{n} field" + "s" * (n != 1)


def _unquoted(field: bytes) -> bytes:
    return field[1:-1].replace(b'""', b'"') if field.startswith(b'"') else field


def _returns(marks: _Marks) -> tuple[int, int]:
    """Carriage returns outside quotes: all, and those before a newline."""
    import numpy as np

    at = np.flatnonzero(marks.octets == _CR)
    at = at[(np.searchsorted(marks.quotes, at) & 1) == 0]
    return len(at), int(np.count_nonzero(marks.octets[np.minimum(at + 1, len(marks.octets) - 1)] == _LF))


_QUOTING = 'quote the whole field, and write a quote inside it twice: "say ""aah"""'
_BLANK = 'remove the blank line; an empty field in a table of one column is written ""'

__all__ = ["MAX_RECORD", "csv_pass"]
