"""What is wrong with a text that is no YAML, in a plan author's words: the usual slips are told from the parser's marks."""

from collections.abc import Iterator
from dataclasses import dataclass

from evalspec.records import Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """Where and why the parser stopped. ``began``: where what it was reading begins; ``quote``: the last quoted text."""

    problem: str
    context: str
    at: Place
    began: Place | None = None
    quote: tuple[Place, Place] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """What the author did, where, and what would be right."""

    at: Place
    message: str
    help: str
    prose: bool = False


def slip(lines: list[str], stop: Stop) -> Slip:
    """The first explanation that fits."""
    for explain in (_tab, _quote, _escape, _beginning, _colon, _bracket, _list, _indented):
        for found in explain(lines, stop):
            return found
    return Slip(
        at=stop.at, message="from here on the text can't be read as YAML",
        help="quote the text if it holds `: ` or ` #`; else compare the line with a plan that runs: `evalspec init` writes one",
    )  # fmt: skip


def _line(lines: list[str], at: Place) -> str:
    return lines[at.line - 1] if at.line <= len(lines) else ""


def _char(lines: list[str], at: Place) -> str:
    return _line(lines, at)[at.column - 1 : at.column]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _tab(lines: list[str], stop: Stop) -> Iterator[Slip]:
    line = _line(lines, stop.at)
    if "\t" in line[: len(line) - len(line.lstrip())]:
        yield Slip(at=stop.at, message="a tab stands where the indentation is", help="indent with spaces")
    elif _char(lines, stop.at) == "\t":
        yield Slip(at=stop.at, message="a tab stands where a value begins", help="write a space instead")


def _quote(lines: list[str], stop: Stop) -> Iterator[Slip]:
    if "end of stream" in stop.problem and "quoted" in stop.context and stop.began:
        mark = _char(lines, stop.began)
        yield Slip(
            at=stop.began, message=f"the quote {mark} that begins here is never closed", help=f"close it with {mark}"
        )
    if stop.quote is None or "did not find expected" not in stop.problem:
        return
    first, last = stop.quote
    mark = _char(lines, first)
    between = _line(lines, stop.at)[last.column - 1 : stop.at.column - 1]
    if last.line != stop.at.line or between.strip():
        return
    if first.line < last.line:
        message = (
            f"the quote {mark} that begins here is not closed in its line, but by the next {mark}, in line {last.line}"
        )
        yield Slip(at=first, message=message, help=f"close it with {mark} where the text ends")
    elif _char(lines, stop.at) not in ("]", "}", "") and not (
        "flow" in stop.context and _char(lines, stop.at) in "'\""
    ):
        inside = "write '' for one ' inside" if mark == "'" else 'write \\" for one " inside'
        message = f"the text goes on behind its closing quote {mark}"
        yield Slip(at=stop.at, message=message, help=f"quote the whole text; {inside}")


def _escape(lines: list[str], stop: Stop) -> Iterator[Slip]:
    if "quoted scalar" in stop.context and "end of stream" not in stop.problem:
        found = _line(lines, stop.at)[stop.at.column - 1 : stop.at.column + 1]
        message = (
            f"`{found}` means nothing inside double quotes" if found.startswith("\\") else "this escape has no meaning"
        )
        yield Slip(at=stop.at, message=message, help="write \\\\ for a backslash, or put the text in single quotes")


_QUOTE_IT = "quote the text"


def _beginning(lines: list[str], stop: Stop) -> Iterator[Slip]:
    """A text that begins with a character that YAML keeps for itself."""
    start = stop.began or stop.at
    if "cannot start any token" in stop.problem or "node content" in stop.problem:
        yield Slip(at=stop.at, message=f"a text can't begin with {_char(lines, stop.at)}", help=_QUOTE_IT)
    elif "an alias" in stop.context or "an anchor" in stop.context or "a tag" in stop.context:
        yield Slip(at=start, message=f"a text can't begin with {_char(lines, start)}", help=_QUOTE_IT)
    elif "mapping keys are not allowed" in stop.problem:
        yield Slip(at=stop.at, message="a text can't begin with `? `", help=_QUOTE_IT)
    elif "block scalar" in stop.context:
        mark = _char(lines, start)
        message = f"behind {mark} a block text begins, and its first line is the next one"
        yield Slip(
            at=start,
            message=message,
            help=f"begin the text in a line of its own; or quote it, if it begins with {mark}",
        )
    elif "directive" in stop.context:
        yield Slip(at=start, message="a line can't begin with %", help="remove the line, or quote the text")
    elif "document start" in stop.problem:
        yield Slip(at=stop.at, message="behind `...` the plan has ended", help="remove what follows, or the three dots")


def _colon(lines: list[str], stop: Stop) -> Iterator[Slip]:
    if "could not find expected ':'" in stop.problem and stop.began:
        word = _line(lines, stop.began)[stop.began.column - 1 :].split(" #")[0].strip()[:40]
        if ":" in word:
            yield Slip(
                at=stop.began, message=f"there is no space behind the colon in `{word}`", help="write `key: value`"
            )
        else:
            yield Slip(
                at=stop.began, message=f"`{word}` has no colon behind it", help=f"write `{word}:` if it is a key"
            )
    elif "mapping values are not allowed" in stop.problem:
        before = _line(lines, stop.at)[: stop.at.column - 1]
        if ": " in before:
            yield Slip(
                at=stop.at,
                message="a second colon stands in this line: a text that holds `: ` needs quotes",
                help=_QUOTE_IT,
            )
        elif before.strip():
            key = Place(stop.at.line, _indent(before) + 1)
            message = (
                f"`{before.strip()[:40]}` is indented as if it stood inside the line above, which has a value already"
            )
            yield Slip(at=key, message=message, help="indent it like the keys beside it")


def _bracket(lines: list[str], stop: Stop) -> Iterator[Slip]:
    char = _char(lines, stop.at)
    if "block mapping" in stop.context and char in ("]", "}") and char:
        yield Slip(
            at=stop.at,
            message=f"{char} closes a bracket that nothing opened",
            help=f"remove the {char}, or quote the text",
        )
    if "flow" not in stop.context or stop.began is None:
        return
    opened = _char(lines, stop.began)
    closing = {"[": "]", "{": "}"}.get(opened, "the bracket")
    if char in ("]", "}"):
        message = f"{char} stands where {closing} closes the {opened} of line {stop.began.line}"
        yield Slip(at=stop.at, message=message, help=f"write {closing}")
    elif char == ":" and stop.at.line == stop.began.line:
        message = "a second colon stands in this text: inside { } and [ ] a text with , ? : or # needs quotes"
        yield Slip(
            at=stop.at,
            message=message,
            help="quote the text, or write it in block style; or a comma is missing",
            prose=True,
        )
    elif stop.at.line > stop.began.line:
        yield Slip(
            at=stop.began,
            message=f"the {opened} that opens here is never closed",
            help=f"write {closing} where it ends",
        )
    else:
        message = f"a comma is missing here, or the {closing} that closes the {opened} of column {stop.began.column}"
        help = "inside { } and [ ] entries are parted by commas, and a text with , ? : or # is quoted"
        yield Slip(at=stop.at, message=message, help=help, prose=True)


def _list(lines: list[str], stop: Stop) -> Iterator[Slip]:
    if "block sequence entries are not allowed" in stop.problem:
        help = "begin the list in the next line, or write it as [a, b]; quote a text that begins with `- `"
        yield Slip(at=stop.at, message="a list can't begin in the line of its key", help=help)
    elif "'-' indicator" in stop.problem and stop.began and stop.at.column == stop.began.column:
        help = "begin the entry with `- `, or indent the key as its section is"
        yield Slip(
            at=stop.at, message=f"a key stands among the entries of the list of line {stop.began.line}", help=help
        )
    elif "block mapping" in stop.context and _char(lines, stop.at) == "-":
        message = "a list entry stands where a key is due"
        yield Slip(at=stop.at, message=message, help="write a key, or indent the list below its own")


def _indented(lines: list[str], stop: Stop) -> Iterator[Slip]:
    line = _line(lines, stop.at)
    here = _indent(line)
    if "block" not in stop.context or here != stop.at.column - 1:
        return
    above = {_indent(x) for x in lines[: stop.at.line - 1] if x.strip() and not x.lstrip().startswith("#")}
    near = sorted(n for n in above if n != here and abs(n - here) <= 4)
    told = " or ".join(str(n) for n in near[-2:]) if near else "otherwise"
    message = (
        f"this line is indented by {here} space{'s' if here != 1 else ''}, the lines that it may belong to by {told}"
    )
    yield Slip(at=stop.at, message=message, help="indent it like the lines it belongs to")
