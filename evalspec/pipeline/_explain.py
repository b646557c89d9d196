"""What a rule, metric, interval or word over an axis is: from the definitions themselves."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from evalspec.pipeline._project import NONE, ProjectRules, with_project
from evalspec.records import Counts, Member, Ratio, Real, Refusal, ScoreGroup, Undefined
from evalspec.results.estimates import intervals, summaries
from evalspec.rules.base import Example, Rule
from evalspec.tally.needs import metrics


def explain(word: str, project: ProjectRules = NONE) -> str:
    """A page of text about a rule's code or name, a metric, an interval, or an axis word, or one of their other names.

    Raises:
        Refusal: there is nothing of that name (exit 2); it says what is near.
    """
    known: dict[str, Any] = {}
    for rule in with_project(project).values():
        known |= {rule.code.lower(): rule, rule.name: rule}
    for found in (summaries(), intervals(), metrics()):
        for name, definition in found.items():
            known |= {n.lower(): definition for n in (name, *getattr(definition, "also", ()))}
    definition = (
        known.get(word.lower())
        or known.get(word.lower().replace("_", "-"))
        or known.get(word.lower().replace("-", "_"))
    )
    if definition is None:
        close = get_close_matches(word.lower(), list(known), 3, 0.5)
        told = (
            "did you mean " + " or ".join(f"`{c}`" for c in close) + "?"
            if close
            else "`evalspec rules` lists the rules"
        )
        raise Refusal(f"there is no rule, metric, interval or axis word `{word}`", help=told)
    lines = _rule(definition) if isinstance(definition, Rule) else _definition(definition)
    return "\n".join(lines) + "\n"


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


def _definition(d: Any) -> Iterator[str]:
    yield f"{d.title} ({d.id})"
    for label, name in (
        ("Also", "also"), ("Formula", "formula"), ("It is", "sentence"), ("Undefined", "undefined_when"),
        ("Fits", "fits"), ("Better", "better"), ("Source", "reference"),
    ):  # fmt: skip
        value = getattr(d, name, None)
        if value:
            told = ", ".join(value) if isinstance(value, tuple) else str(value)
            yield f"{label + ':':<11}{told}"
    for worked in getattr(d, "worked", ())[:3]:
        yield f"{'Worked:':<11}{_worked(worked)}"


def _worked(worked: Any) -> str:
    """``TP 72, FN 18, TN 180, FP 20 → 72/90``."""
    fields = {name: getattr(worked, name) for name in worked.__dataclass_fields__}
    if {"numerator", "denominator", "level"} <= fields.keys():
        return f"{worked.numerator}/{worked.denominator} at level {worked.level} → {worked.lower:.6g} to {worked.upper:.6g}"
    expected = fields.pop("expected", None)
    given = "; ".join(_shown(v) for v in fields.values() if v not in ({}, (), None, ""))
    return given + (f" → {_shown(expected)}" if expected is not None else "")


def _shown(value: Any) -> str:
    if isinstance(value, Counts):
        return f"TP {value.tp}, FN {value.fn}, TN {value.tn}, FP {value.fp}"
    if isinstance(value, Ratio):
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, Real):
        return str(value.value)
    if isinstance(value, Undefined):
        return f"undefined: {value.reason}"
    if isinstance(value, Member):
        return f"{_shown(value.value)} of {value.size} units"
    if isinstance(value, ScoreGroup):
        return f"{value.score:g} ({value.n_positive} positive, {value.n_negative} negative)"
    if isinstance(value, Mapping):
        return ", ".join(f"{k} {_shown(v)}" for k, v in value.items())
    if isinstance(value, tuple):
        return ", ".join(map(_shown, value))
    return str(value)
