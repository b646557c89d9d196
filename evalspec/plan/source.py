"""YAML text to plain data and positions, strictly: YAML 1.2 core scalars, no anchors, aliases, tags or merges.

Sizes and depth are capped on parser events, before any object is built. Every refusal names a reader's rule.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import yaml

from evalspec.plan.scalars import FORBIDDEN, Fault, scalar
from evalspec.plan.syntax import Stop, slip
from evalspec.records import Path, Place, Problem, Refusal

MAX_BYTES, MAX_NODES, MAX_DEPTH = 1 << 20, 100_000, 50

_LONE_CR = re.compile("\r(?!\n)")


@dataclass(slots=True, kw_only=True)
class Source:
    """A plan's data and where each node of it stands. ``data`` holds dicts, tuples, texts, ints and Decimals.

    ``problems``: what is wrong with single nodes; reading went on behind each, so that all are found at once.
    ``tokens``: where the word, number or quoted text that begins at a place stands in ``text``, as start and end.
    """

    file: str
    raw: bytes
    text: str
    data: Any
    values: dict[Path, Place] = field(default_factory=dict)
    keys: dict[Path, Place] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    tokens: dict[Place, tuple[int, int]] = field(default_factory=dict)

    def place(self, path: Path) -> Place:
        """Of the node at ``path``, or of its nearest ancestor that is there; of its key where it begins below that."""
        for end in range(len(path), -1, -1):
            value, key = self.values.get(path[:end]), self.keys.get(path[:end])
            if value is not None and (key is None or key.line == value.line):
                return value
            if key is not None:
                return key
        return Place(1, 1)

    def end(self, place: Place) -> Place | None:
        """Behind the token that begins at ``place``, if one does."""
        if place not in self.tokens:
            return None
        start, end = self.tokens[place]
        inside = self.text[start:end]
        if "\n" not in inside:
            return Place(place.line, place.column + end - start)
        return Place(place.line + inside.count("\n"), end - start - inside.rfind("\n"))

    def line(self, place: Place) -> str:
        """The source line of ``place``, without its ending."""
        lines = self.text.split("\n")
        return lines[place.line - 1].removesuffix("\r") if place.line <= len(lines) else ""


def read(raw: bytes, file: str) -> Source:
    """Parse strictly; what is wrong with a single node stands in ``problems`` of what is returned.

    Raises Refusal, with the rule, the file, line and column, where reading can't go on.
    """
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
    bad = FORBIDDEN.search(text) or _LONE_CR.search(text)
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
        return Refusal(
            message, file=self.source.file, place=Place(mark.line + 1, mark.column + 1), help=help, rule=rule
        )

    def note(self, mark: Any, fault: Fault, path: Path) -> None:
        """Something is wrong with one node; reading goes on."""
        place = Place(mark.line + 1, mark.column + 1)
        problem = Problem(
            rule=fault.rule, message=fault.message, file=self.source.file, place=place, path=path, help=fault.help
        )
        self.source.problems.append(problem)

    def build(self) -> Source:
        documents = 0
        try:
            events: Iterator[Any] = yaml.parse(self.source.text, Loader=_LOADER)
            for event in events:
                if isinstance(event, yaml.DocumentStartEvent):
                    documents += 1
                    if documents > 1:
                        raise self.refuse(
                            event.start_mark,
                            "a second document begins here",
                            rule="several-documents",
                            help="a plan is one document",
                        )
                    self.source.data = self.node(next(events), events, (), 0)
        except yaml.MarkedYAMLError as e:
            raise self.syntax(e) from e
        except yaml.reader.ReaderError as e:
            message = f"character U+{int(getattr(e, 'character', 0)):04X} is not allowed"
            raise Refusal(message, file=self.source.file, help="remove it", rule="forbidden-character") from e
        if not isinstance(self.source.data, dict):
            for p in self.source.problems:
                raise Refusal(p.message, file=p.file, place=p.place, help=p.help, rule=p.rule)
            raise Refusal(
                "the plan is not a mapping of keys to values", file=self.source.file, place=Place(1, 1),
                help="begin with `evalspec: 1`", rule="not-a-plan",
            )  # fmt: skip
        return self.source

    def syntax(self, e: yaml.MarkedYAMLError) -> Refusal:
        mark: Any = e.problem_mark or e.context_mark
        problem = (e.problem or "").strip()
        if "nesting depth" in problem:  # the parser's own limit, met while it looks ahead
            return self.refuse(mark, f"nested deeper than {MAX_DEPTH} levels", rule="plan-too-large")
        stop = Stop(
            problem=problem, context=e.context or "", at=_place(mark),
            began=_place(e.context_mark) if e.context_mark else None, quote=self.last_quote(),
        )  # fmt: skip
        found = slip(self.source.text.replace("\r\n", "\n").split("\n"), stop)
        told = Refusal(found.message, file=self.source.file, place=found.at, help=found.help, rule="yaml-syntax")
        if found.prose:
            told.rule = "prose-needs-quotes"
        return told

    def last_quote(self) -> tuple[Place, Place] | None:
        """Where the last quoted text before the parser stops begins and ends."""
        found = None
        with suppress(yaml.YAMLError):
            for token in yaml.scan(self.source.text, Loader=_LOADER):
                if isinstance(token, yaml.ScalarToken) and token.style in ("'", '"'):
                    found = (_place(token.start_mark), _place(token.end_mark))
        return found

    def node(self, event: Any, events: Iterator[Any], path: Path, depth: int) -> Any:
        self.nodes += 1
        mark = event.start_mark
        if self.nodes > MAX_NODES:
            raise self.refuse(mark, f"the plan has more than {MAX_NODES} nodes", rule="plan-too-large")
        self.plain(event, path)
        self.source.values[path] = Place(mark.line + 1, mark.column + 1)
        if isinstance(event, yaml.ScalarEvent):
            self.token(event)
            return self.value(event, path)
        if depth >= MAX_DEPTH:
            raise self.refuse(mark, f"nested deeper than {MAX_DEPTH} levels", rule="plan-too-large")
        if isinstance(event, yaml.MappingStartEvent):
            return self.mapping(events, path, depth)
        items: list[Any] = []
        while not isinstance(event := next(events), yaml.SequenceEndEvent):
            items.append(self.node(event, events, (*path, len(items)), depth + 1))
        return tuple(items)

    def token(self, event: Any) -> None:
        start, end = event.start_mark, event.end_mark
        if end.index > start.index and event.tag is None:
            self.source.tokens[Place(start.line + 1, start.column + 1)] = (start.index, end.index)

    def plain(self, event: Any, path: Path) -> None:
        """No anchor, alias or tag. An alias has no value of its own, so reading ends at the first of them."""
        help = "write the value out, a plan reads as it stands; quote a text that begins with & or *"
        if isinstance(event, yaml.AliasEvent) or event.anchor:
            raise self.refuse(
                event.start_mark, "anchors and aliases are not allowed", rule="anchor-or-alias", help=help
            )
        if event.tag is not None:
            help = "remove it; quote a text that begins with !"
            self.note(
                event.start_mark,
                Fault(rule="explicit-tag", message=f"the tag {event.tag} is not allowed", help=help),
                path,
            )

    def mapping(self, events: Iterator[Any], path: Path, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while not isinstance(event := next(events), yaml.MappingEndEvent):
            mark: Any = event.start_mark
            if not isinstance(event, yaml.ScalarEvent):
                if isinstance(event, yaml.AliasEvent):
                    self.plain(event, path)
                raise self.refuse(
                    mark, "a key must be a text", rule="key-not-text", help="a mapping's keys are plain texts"
                )
            key = self.key(event, path)
            here = (*path, key)
            if key in found:
                message = f"the key {key} stands twice: here and in line {self.source.keys[here].line}"
                self.note(mark, Fault(rule="duplicate-key", message=message, help="keep one of them"), here)
                self.node(next(events), events, (*here, _SECOND), depth + 1)
                continue
            self.source.keys[here] = Place(mark.line + 1, mark.column + 1)
            self.token(event)
            found[key] = self.node(next(events), events, here, depth + 1)
        return found

    def key(self, event: Any, path: Path) -> str:
        here = (*path, str(event.value))
        self.plain(event, here)
        if event.value == "<<" and not event.style:
            raise self.refuse(
                event.start_mark, "merge keys are not allowed", rule="anchor-or-alias", help="write the values out"
            )
        value = self.value(event, here)
        if not isinstance(value, str):
            fault = Fault(
                rule="key-not-text", message=f"the key {event.value} is not a text", help=f'quote it: "{event.value}"'
            )
            self.note(event.start_mark, fault, here)
        return str(event.value)

    def value(self, event: Any, path: Path) -> Any:
        found = scalar(event.value, event.style)
        if isinstance(found, Fault):
            self.note(event.start_mark, found, path)
            return str(event.value)
        return found


def _place(mark: Any) -> Place:
    return Place(mark.line + 1, mark.column + 1)


_SECOND = "\x00"
"""A step that is no key: what stands under a key's second appearance has no place of its own."""

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
