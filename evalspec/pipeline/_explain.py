"""What a rule, metric, interval, word over an axis, test or curve is: from the definitions themselves."""

from collections.abc import Iterator
from difflib import get_close_matches
from textwrap import wrap
from typing import Any

from evalspec.pipeline._explain_facts import facts
from evalspec.pipeline._project import NONE, ProjectRules, with_project
from evalspec.records import Refusal
from evalspec.results.comparisons import tests
from evalspec.results.estimates import intervals, summaries
from evalspec.rules.base import Example, Rule
from evalspec.rules.plan._words import MEANT
from evalspec.tally.needs import curves, metrics

CATALOGUES = {"metric": metrics, "interval": intervals, "word over an axis": summaries, "test": tests, "curve": curves}


def explain(word: str, project: ProjectRules = NONE) -> str:
    """Pages of text: a rule's code or name, a metric, interval, word over an axis, test or curve, or another name of it.

    One word may stand for several things, such as an interval and a test: all of them are told.

    Raises:
        Refusal: there is nothing of that name (exit 2); it says what is near.
    """
    known = _known(project)
    lower = word.lower()
    spelled = (lower, lower.replace("_", "-"), lower.replace("-", "_"), MEANT.get(lower, ""))
    definitions = next((known[s] for s in spelled if s in known), None)
    if definitions is None:
        close = get_close_matches(lower, list(known), 3, 0.5)
        told = (
            "did you mean " + " or ".join(f"`{c}`" for c in close) + "?"
            if close
            else "`evalspec rules` lists the rules"
        )
        raise Refusal(f"there is no rule, metric, interval, axis word, test or curve `{word}`", help=told)
    pages = ("\n".join(_rule(d) if isinstance(d, Rule) else _definition(kind, d)) for kind, d in definitions)
    return "\n\n".join(pages) + "\n"


def _known(project: ProjectRules) -> dict[str, list[tuple[str, Any]]]:
    """Every name in lower case, to what it is a name of. What is called so itself goes before another name for it."""
    own: dict[str, list[tuple[str, Any]]] = {}
    other: dict[str, list[tuple[str, Any]]] = {}
    for rule in with_project(project).values():
        for name in (rule.code.lower(), rule.name):
            own.setdefault(name, []).append(("rule", rule))
    for kind, found in CATALOGUES.items():
        for ident, definition in found().items():
            own.setdefault(ident.lower(), []).append((kind, definition))
            for name in getattr(definition, "also", ()):
                other.setdefault(name.lower(), []).append((kind, definition))
    return other | own


def _rule(rule: Rule) -> Iterator[str]:
    yield f"{rule.code} {rule.name} ({rule.severity.value})"
    yield ""
    yield rule.summary
    yield ""
    yield f"Why:     {rule.why}"
    yield f"Instead: {rule.help}"
    if rule.source:
        yield f"Source:  {rule.source}"
    for label, examples in (("Objected to", rule.bad), ("Fine", rule.good)):
        for example in examples[:2]:
            yield ""
            yield f"{label}:"
            yield from (f"    {line}" for line in example_lines(example))


def example_lines(example: str | Example) -> Iterator[str]:
    """An example as a person reads it: the change to the minimal plan, then the files."""
    if isinstance(example, str):
        yield from _cut(example, 40)
        return
    if example.raw is not None:
        yield from _cut(example.raw[:4000].decode("utf-8", "backslashreplace"), 12)
    if example.plan:
        yield from _cut(example.plan, 40)
    for name, content in example.files.items():
        if content is None:
            yield f"# {name} is not there"
            continue
        if isinstance(content, bytes) and (b"\0" in content or name.endswith(".parquet")):
            yield f"# {name}: {len(content)} bytes"
            continue
        text = content if isinstance(content, str) else content.decode("utf-8", "backslashreplace")
        yield f"# {name}"
        yield from _cut(text, 8)


def _cut(text: str, most: int) -> Iterator[str]:
    """The first lines, none longer than a page is wide: some examples are as large as what they break."""
    lines = text.strip("\n").split("\n")
    for line in lines[:most]:
        seen = "".join(c if c.isprintable() or c in "\t\u200b" else f"\\x{ord(c):02x}" for c in line.removesuffix("\r"))
        yield seen if len(seen) <= 200 else seen[:200] + " …"
    if len(lines) > most:
        yield f"# … {len(lines) - most} lines more"


def _definition(kind: str, d: Any) -> Iterator[str]:
    yield f"{d.title} ({kind} `{d.id}`)"
    for label, lines in facts(d):
        yield ""
        yield from _labelled(label, lines)


def _labelled(label: str, lines: list[str]) -> Iterator[str]:
    """The label, and beside it the lines, wrapped; several begin with a dash."""
    for i, line in enumerate(lines):
        mark = "- " if len(lines) > 1 else ""
        head = f"{label + ':' if i == 0 else '':<16}"
        for k, part in enumerate(wrap(line, 96, break_long_words=False, break_on_hyphens=False)):
            yield f"{head if k == 0 else ' ' * 16}{mark if k == 0 else ' ' * len(mark)}{part}"
