"""YAML text to plain data and positions, strictly: YAML 1.2 core scalars, no anchors, aliases, tags or merges.

Sizes and depth are capped on parser events, before any object is built. Every refusal names a reader's rule.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from typing import Any

import yaml

from evalspec.records import Path, Place, Refusal

MAX_BYTES, MAX_NODES, MAX_DEPTH = 1 << 20, 100_000, 50

_INT = re.compile(r"-?(?:0|[1-9][0-9]*)")
_FLOAT = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
_LOOSE_NUMBER = re.compile(
    r"[-+]?(?:\.[0-9]|[0-9])[0-9_]*(?:\.[0-9_]*)?(?:[eE][-+]?[0-9]+)?|[-+]?0[xobXOB][0-9A-Fa-f_]+"
    r"|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
)
_FORBIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\u200b-\u200f\u2060\ufeff\ud800-\udfff\ufffe\uffff]"
)
_LONE_CR = re.compile("\r(?!\n)")


@dataclass(slots=True, kw_only=True)
class Source:
    """A plan's data and where each node of it stands. ``data`` holds dicts, tuples, texts, ints and Decimals."""

    file: str
    raw: bytes
    text: str
    data: Any
    values: dict[Path, Place] = field(default_factory=dict)
    keys: dict[Path, Place] = field(default_factory=dict)

    def place(self, path: Path) -> Place:
        """Of the node at ``path``, or of its nearest ancestor that is there; of its key where it begins below that."""
        for end in range(len(path), -1, -1):
            value, key = self.values.get(path[:end]), self.keys.get(path[:end])
            if value is not None and (key is None or key.line == value.line):
                return value
            if key is not None:
                return key
        return Place(1, 1)

    def line(self, place: Place) -> str:
        """The source line of ``place``, without its ending."""
        lines = self.text.split("\n")
        return lines[place.line - 1].removesuffix("\r") if place.line <= len(lines) else ""


def read(raw: bytes, file: str) -> Source:
    """Parse strictly. Raises Refusal with the rule, the file, line and column."""
    text = _text(raw, file)
    return _Builder(file=file, raw=raw, text=text).build()


def _text(raw: bytes, file: str) -> str:
    if len(raw) > MAX_BYTES:
        raise Refusal(f"the plan has {len(raw)} bytes; at most {MAX_BYTES} are read", file=file, rule="plan-too-large")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as e:
        before = raw[: e.start].decode("utf-8").removeprefix("\ufeff")
        place = Place(before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1)
        raise Refusal(
            f"byte {e.start} is not UTF-8", file=file, place=place, help="save the plan as UTF-8", rule="not-utf-8"
        ) from e
    text = text.removeprefix("\ufeff")
    bad = _FORBIDDEN.search(text) or _LONE_CR.search(text)
    if bad:
        before = text[: bad.start()]
        place = Place(before.count("\n") + 1, bad.start() - (before.rfind("\n") + 1) + 1)
        raise Refusal(
            f"character U+{ord(bad.group()):04X} is not allowed", file=file, place=place,
            help="it is invisible or ends a line for some readers only: remove it", rule="forbidden-character",
        )  # fmt: skip
    return text


class _Builder:
    """One walk over the parser's events."""

    def __init__(self, *, file: str, raw: bytes, text: str) -> None:
        self.source = Source(file=file, raw=raw, text=text, data=None)
        self.nodes = 0

    def refuse(self, mark: Any, message: str, *, rule: str, help: str = "") -> Refusal:
        return Refusal(message, file=self.source.file, place=Place(mark.line + 1, mark.column + 1), help=help, rule=rule)

    def build(self) -> Source:
        documents = 0
        try:
            events: Iterator[Any] = yaml.parse(self.source.text, Loader=_LOADER)
            for event in events:
                if isinstance(event, yaml.DocumentStartEvent):
                    documents += 1
                    if documents > 1:
                        raise self.refuse(
                            event.start_mark, "a second document begins here", rule="several-documents", help="a plan is one document"
                        )
                    self.source.data = self.node(next(events), events, (), 0)
        except yaml.MarkedYAMLError as e:
            raise self.syntax(e) from e
        except yaml.reader.ReaderError as e:
            raise Refusal(str(e.reason), file=self.source.file, rule="yaml-syntax") from e
        if not isinstance(self.source.data, dict):
            raise Refusal(
                "the plan is not a mapping of keys to values", file=self.source.file, place=Place(1, 1),
                help="begin with `evalspec: 1`", rule="not-a-plan",
            )  # fmt: skip
        return self.source

    def syntax(self, e: yaml.MarkedYAMLError) -> Refusal:
        mark: Any = e.problem_mark or e.context_mark
        problem = (e.problem or "").strip()
        line = self.source.line(Place(mark.line + 1))
        if "\t" in line[: len(line) - len(line.lstrip())] or "'\\t'" in problem:
            return self.refuse(mark, "a tab stands where the indentation is", rule="yaml-syntax", help="indent with spaces")
        if "nesting depth" in problem:  # the parser's own limit, met while it looks ahead
            return self.refuse(mark, f"nested deeper than {MAX_DEPTH} levels", rule="plan-too-large")
        if "{" in line or "[" in line:
            help = "inside { } and [ ] a text with , ? : or # must be quoted; or write it in block style"
            return self.refuse(mark, f"this is no YAML: {problem}", rule="prose-needs-quotes", help=help)
        help = "quote the text if it holds `: ` or ` #`, or begins with one of & * ! | > ' \" % @ `"
        return self.refuse(mark, f"this is no YAML: {problem}", rule="yaml-syntax", help=help)

    def node(self, event: Any, events: Iterator[Any], path: Path, depth: int) -> Any:
        self.nodes += 1
        mark = event.start_mark
        if self.nodes > MAX_NODES:
            raise self.refuse(mark, f"the plan has more than {MAX_NODES} nodes", rule="plan-too-large")
        self.plain(event)
        self.source.values[path] = Place(mark.line + 1, mark.column + 1)
        if isinstance(event, yaml.ScalarEvent):
            return self.scalar(event, path)
        if depth >= MAX_DEPTH:
            raise self.refuse(mark, f"nested deeper than {MAX_DEPTH} levels", rule="plan-too-large")
        if isinstance(event, yaml.MappingStartEvent):
            return self.mapping(events, path, depth)
        items: list[Any] = []
        while not isinstance(event := next(events), yaml.SequenceEndEvent):
            items.append(self.node(event, events, (*path, len(items)), depth + 1))
        return tuple(items)

    def plain(self, event: Any) -> None:
        """No anchor, alias or tag."""
        if isinstance(event, yaml.AliasEvent) or event.anchor:
            raise self.refuse(
                event.start_mark, "anchors and aliases are not allowed", rule="anchor-or-alias",
                help="write the value out, a plan reads as it stands; quote a text that begins with & or *",
            )  # fmt: skip
        if event.tag is not None:
            raise self.refuse(
                event.start_mark, f"the tag {event.tag} is not allowed", rule="explicit-tag", help="remove it; quote a text that begins with !"
            )

    def mapping(self, events: Iterator[Any], path: Path, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while not isinstance(event := next(events), yaml.MappingEndEvent):
            if not isinstance(event, yaml.ScalarEvent):
                self.plain(event) if isinstance(event, yaml.AliasEvent) else None
                raise self.refuse(event.start_mark, "a key must be a text", rule="key-not-text", help="a mapping's keys are plain texts")
            key = self.key(event)
            here = (*path, key)
            if key in found:
                first = self.source.keys[here]
                raise self.refuse(
                    event.start_mark, f"the key {key} stands twice: here and in line {first.line}", rule="duplicate-key", help="keep one of them"
                )
            mark: Any = event.start_mark
            self.source.keys[here] = Place(mark.line + 1, mark.column + 1)
            found[key] = self.node(next(events), events, here, depth + 1)
        return found

    def key(self, event: Any) -> str:
        self.plain(event)
        if event.value == "<<" and not event.style:
            raise self.refuse(event.start_mark, "merge keys are not allowed", rule="anchor-or-alias", help="write the values out")
        value = self.scalar(event, ())
        if not isinstance(value, str):
            raise self.refuse(event.start_mark, f"the key {event.value} is not a text", rule="key-not-text", help=f'quote it: "{event.value}"')
        return value

    def scalar(self, event: Any, path: Path) -> Any:
        text: str = event.value
        if event.style:
            return self.nfc(event, text)
        if text in ("", "~", "null", "Null", "NULL"):
            return None
        if text in ("true", "True", "TRUE", "false", "False", "FALSE"):
            return text[0] in "tT"
        if _INT.fullmatch(text):
            if len(text) > 17 or abs(int(text)) > 1 << 53 or text == "-0":
                shown = text if len(text) <= 20 else text[:20] + "…"
                raise self.refuse(event.start_mark, f"{shown} is no whole number within 2^53", rule="bad-number", help="if it is a text, quote it")
            return int(text)
        if _FLOAT.fullmatch(text):
            return self.number(event, text)
        if _LOOSE_NUMBER.fullmatch(text):
            raise self.refuse(
                event.start_mark, f"{text[:40]} is neither a plain number nor a text", rule="bad-number",
                help=f'as a text, quote it: "{text[:40]}"; as a number, write it like 0.5, 12 or 1e-3',
            )  # fmt: skip
        return self.nfc(event, text)

    def number(self, event: Any, text: str) -> Decimal:
        try:
            value = Decimal(text)
            as_float = float(value)
        except (InvalidOperation, OverflowError, ValueError):
            as_float, value = float("inf"), Decimal(1)
        if len(text) > 40 or as_float in (float("inf"), float("-inf")) or (as_float == 0.0 and value != 0):
            raise self.refuse(event.start_mark, f"{text[:40]} is no finite double", rule="bad-number", help="if it is a text, quote it")
        return value

    def nfc(self, event: Any, text: str) -> str:
        bad = _FORBIDDEN.search(text) if event.style == '"' else None
        if bad:  # the raw text was searched already: this one was written as an escape
            raise self.refuse(
                event.start_mark, f"this text holds the character U+{ord(bad.group()):04X}, which is not allowed",
                rule="forbidden-character", help="it is invisible or ends a line for some readers only: remove it",
            )  # fmt: skip
        if not text.isascii() and not unicodedata.is_normalized("NFC", text):
            raise self.refuse(
                event.start_mark, "this text is not in Unicode normal form C", rule="not-nfc",
                help="two spellings of one character would be two names: normalise the file to NFC",
            )  # fmt: skip
        return text


_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
