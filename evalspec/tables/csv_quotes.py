"""Where quotes begin and end in whole blocks of bytes. A block begins outside quotes; numpy does the counting."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

COMMA, QUOTE, LF, CR = b',"\n\r'
_PLAIN = bytes(set(range(256)) - {COMMA, LF})
_QUOTED = bytes(set(range(256)) - {COMMA, LF, QUOTE})


def separators(text: bytes) -> bytes:
    """The commas and newlines of ``text`` that stand outside quotes, in order, and nothing else."""
    if b'"' not in text:
        return text.translate(None, _PLAIN)
    import numpy as np

    kept = np.frombuffer(text.translate(None, _QUOTED), np.uint8)
    is_quote = kept == QUOTE
    quoted = np.bitwise_xor.accumulate(is_quote.view(np.uint8))
    return bytes(kept[~is_quote & (quoted == 0)].tobytes())


def end_of_records(text: bytes) -> int:
    """Where the last whole record of ``text`` ends; 0 if there is none."""
    if b'"' not in text:
        return text.rfind(b"\n") + 1
    end = len(text)
    quoted = text.count(b'"') % 2
    while (newline := text.rfind(b"\n", 0, end)) >= 0:
        quoted = (quoted + text.count(b'"', newline, end)) % 2
        if not quoted:
            return newline + 1
        end = newline
    return 0


@dataclass(frozen=True, slots=True)
class Misquoted:
    """Byte at which a field goes wrong: a quote inside a plain field, or the start of a field that is not closed."""

    at: int
    inside_plain: bool


def misquoted(text: bytes) -> Misquoted | None:
    """The first field that does not begin and end where its quotes do."""
    import numpy as np

    octets = np.frombuffer(text, np.uint8)
    quotes = np.flatnonzero(octets == QUOTE)
    opening, closing = quotes[0::2], quotes[1::2]
    before = octets[np.maximum(opening - 1, 0)]
    after = octets[np.minimum(closing + 1, len(octets) - 1)]
    astray = opening[~_any(before, COMMA, LF, QUOTE) & (opening > 0)]
    unclosed = closing[~_any(after, COMMA, LF, CR, QUOTE) & (closing < len(octets) - 1)]
    if len(opening) > len(closing):
        unclosed = np.append(unclosed, opening[-1])
    if len(astray) and (not len(unclosed) or astray[0] <= unclosed[0]):
        return Misquoted(int(astray[0]), True)
    if len(unclosed):
        return Misquoted(_start_of_field(opening, before, int(unclosed[0])), False)
    return None


def _any(octets: Any, *wanted: int) -> Any:
    import numpy as np

    table = np.zeros(256, bool)
    table[list(wanted)] = True
    return table[octets]


def _start_of_field(opening: Any, before: Any, at: int) -> int:
    """The quote that began the field in which ``at`` lies: doubled quotes inside it are no beginning."""
    import numpy as np

    begins = opening[(before != QUOTE) | (opening == 0)]
    return int(begins[np.searchsorted(begins, at, side="right") - 1])


@dataclass(frozen=True, slots=True)
class Marks:
    """Places, as arrays of byte offsets, of what stands outside quotes: separators, and carriage returns."""

    octets: Any
    at: Any
    kinds: Any
    ends: Any
    returns: Any

    @classmethod
    def of(cls, text: bytes) -> Marks:
        import numpy as np

        octets = np.frombuffer(text, np.uint8)
        quotes = np.flatnonzero(octets == QUOTE)

        def outside(places: Any) -> Any:
            return places[(np.searchsorted(quotes, places) & 1) == 0] if len(quotes) else places

        at = outside(np.flatnonzero(_any(octets, COMMA, LF)))
        kinds = octets[at]
        return cls(octets, at, kinds, at[kinds == LF], outside(np.flatnonzero(octets == CR)))

    def lone_returns(self) -> Any:
        """Carriage returns that no newline follows."""
        import numpy as np

        following = self.octets[np.minimum(self.returns + 1, len(self.octets) - 1)]
        return self.returns[following != LF]
