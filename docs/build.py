"""Writes the reference pages from the definitions: ``python docs/build.py [FOLDER]``. A test compares them."""

import sys
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from evalspec.pipeline._explain import _worked, example_lines
from evalspec.pipeline._read import rules
from evalspec.plan.fields import as_yaml as _yaml
from evalspec.plan.fields import parts as sections
from evalspec.plan.model import Plan
from evalspec.plan.model.base import Part
from evalspec.results.estimates import intervals, summaries
from evalspec.rules.base import Rule
from evalspec.tally.needs import metrics

FAMILIES = {
    "PLAN": "The plan contradicts itself",
    "LEAK": "Information flows from the evaluation side",
    "STAT": "The number would not mean what it says",
    "DATA": "The blinded files do not fit the plan",
    "GATE": "The decision rule",
    "SEAL": "The record, and what was done with it",
    "OUTC": "Found at the opening of the outcomes",
}


def pages() -> dict[str, str]:
    """File name to text."""
    return {
        "plan.md": "\n".join(_plan()) + "\n",
        "rules.md": "\n".join(_rules()) + "\n",
        "metrics.md": "\n".join(_definitions("Metrics", metrics(), METRICS)) + "\n",
        "intervals.md": "\n".join(_definitions("Intervals", intervals(), INTERVALS)) + "\n",
        "summaries.md": "\n".join(_definitions("Words over cohorts", summaries(), SUMMARIES)) + "\n",
    }


METRICS = (
    "Every metric is computed from counts or from score groups, exactly; where its denominator is zero it is undefined, "
    "with the denominator named, and never 0. Written from the definitions in `evalspec/metrics/`."
)
INTERVALS = (
    "`interval: {method, level, sides}`; `sides: lower` or `upper` puts all of 1 − level beyond that limit. What fits "
    "what is judged before the seal. Written from the definitions in `evalspec/intervals/`."
)
SUMMARIES = (
    "How the cohorts' values become one number: the word after `cohorts:`. Pooled and macro answer different questions, "
    "so the word is always said. Written from the definitions in `evalspec/summaries/`."
)


PLAN = (
    "Every key of a plan: what it says, and an example. A plan is one YAML document, read strictly: labels and ids are "
    'texts (quote `"1"`, `"007"`), numbers are exact decimals, there are no anchors, merges or tags. A key in bold must '
    "be there; others a rule may ask for. Written from the models in `evalspec/plan/model/`; the JSON Schema for editors, "
    "`schemas/plan-v1.schema.json`, is written from the same."
)


def _plan() -> Iterator[str]:
    yield "# The plan"
    yield ""
    yield PLAN
    done: set[str] = set()
    for name, field in Plan.model_fields.items():
        yield ""
        yield f"## `{name}`"
        yield ""
        yield f"{field.description}{_example(field)}"
        for part in _parts(field):
            yield from _section(part, done)


def _section(part: type[Part], done: set[str]) -> Iterator[str]:
    if part.__name__ in done:
        return
    done.add(part.__name__)
    yield ""
    yield f"**{_words(part.__name__)}.** {(part.__doc__ or '').strip().splitlines()[0]}"
    yield ""
    yield "| key | says | example |"
    yield "|---|---|---|"
    for name, field in part.model_fields.items():
        key = f"`{field.alias or name}`"
        shown = f"`{_yaml(field.examples[0])}`" if field.examples else ""
        closed = list(dict.fromkeys(w for a in (field.annotation, *field.metadata) for w in _closed(a)))
        one_of = f" One of {', '.join(f'`{w}`' for w in closed)}." if len(closed) > 1 else ""
        told = f"{key} | {field.description}{one_of} | {shown}".replace("\\|", "|")
        yield f"| {f'**{key}**' + told[len(key) :] if field.is_required() else told} |"
    for field in part.model_fields.values():
        for inner in _parts(field):
            yield from _section(inner, done)


def _closed(annotation: Any) -> Iterator[str]:
    """The closed words that a value may be; a section's own words are told where it stands."""
    if isinstance(annotation, type) and issubclass(annotation, StrEnum):
        yield from (w.value for w in annotation)
    elif get_origin(annotation) is Literal:
        yield from (str(w) for w in get_args(annotation))
    elif get_origin(annotation) is not dict:
        for inner in get_args(annotation):
            yield from _closed(inner)


def _words(name: str) -> str:
    return "".join(f" {c.lower()}" if c.isupper() and i else c for i, c in enumerate(name))


def _example(field: Any) -> str:
    return f" For instance `{_yaml(field.examples[0])}`." if field.examples else ""


def _parts(field: Any) -> list[type[Part]]:
    found = [p for a in (field.annotation, *field.metadata) for p in sections(a)]
    return list(dict.fromkeys(found))


def _rules() -> Iterator[str]:
    yield "# Rules"
    yield ""
    yield (
        "What `evalspec check` objects to, and why. A code is permanent. An error blocks the seal; a warning is shown "
        "and sealed with the plan; a note informs. Examples are changes to `specs/minimal/plan.yaml`, and the tests run "
        "them: a bad one raises its rule and no other error, a good one raises nothing. Written from the definitions in "
        "`evalspec/rules/`."
    )
    for family, title in FAMILIES.items():
        chosen = [r for r in rules().values() if r.code.startswith(family)]
        yield ""
        yield f"## {family}: {title} ({len(chosen)})"
        for rule in chosen:
            yield from _rule(rule)


def _rule(rule: Rule) -> Iterator[str]:
    yield ""
    yield f"### {rule.code} {rule.name}"
    yield ""
    yield f"*{rule.severity.value}.* {rule.summary}"
    yield ""
    yield f"- Why: {rule.why}"
    yield f"- Instead: {rule.help}"
    if rule.source:
        yield f"- Source: {rule.source}"
    for label, examples in (("Bad", rule.bad), ("Good", rule.good)):
        for example in examples[:1]:
            yield ""
            yield f"{label}:"
            yield ""
            yield "```yaml"
            yield from (line.rstrip() for line in example_lines(example))
            yield "```"


def _definitions(title: str, found: dict[str, Any], intro: str) -> Iterator[str]:
    yield f"# {title}"
    yield ""
    yield intro
    for name, d in found.items():
        yield ""
        yield f"## {d.title} (`{name}`)"
        yield ""
        for label, field in (
            ("Also called", "also"), ("Formula", "formula"), ("It is", "sentence"), ("Undefined when", "undefined_when"),
            ("Fits", "fits"), ("Better", "better"), ("Source", "reference"),
        ):  # fmt: skip
            value = getattr(d, field, None)
            if value:
                told = ", ".join(value) if isinstance(value, tuple) else str(value)
                shown = f"`{told}`" if field == "formula" else told
                yield f"- {label}: {shown}"
        for worked in getattr(d, "worked", ()):
            yield f"- Worked: {_worked(worked)}"


def main() -> None:
    """Write every page."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
    for name, text in pages().items():
        (folder / name).write_text(text)


if __name__ == "__main__":
    main()
