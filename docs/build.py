"""Writes the reference pages from the definitions: ``python docs/build.py [FOLDER]``. A test compares them."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evalspec.pipeline._explain import _worked, example_lines
from evalspec.pipeline._read import rules
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
