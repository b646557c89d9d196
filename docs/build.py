"""Writes the reference pages from the definitions: ``python docs/build.py [FOLDER]``. A test compares them."""

import sys
from collections.abc import Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from evalspec.pipeline._explain import example_lines
from evalspec.pipeline._explain_facts import facts
from evalspec.pipeline._fitting import fitting
from evalspec.pipeline._read import rules
from evalspec.plan.fields import as_yaml as _yaml
from evalspec.plan.fields import parts as sections
from evalspec.plan.model import Plan
from evalspec.plan.model.base import Part
from evalspec.results.comparisons import tests
from evalspec.results.estimates import intervals, summaries
from evalspec.rules.base import Rule
from evalspec.tally.needs import curves, metrics
from evalspec.terms import Quantity

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
        "intervals.md": "\n".join(_definitions("Intervals", intervals(), INTERVALS, _which_fit())) + "\n",
        "summaries.md": "\n".join(_definitions("Words over cohorts", summaries(), SUMMARIES)) + "\n",
        "comparisons.md": "\n".join(_definitions("Comparisons", tests(), COMPARISONS, _beside_tests())) + "\n",
        "curves.md": "\n".join(_definitions("Curves", curves(), CURVES)) + "\n",
        "conventions.md": "\n".join(_conventions()) + "\n",
    }


METRICS = (
    "Every metric is computed from counts or from score groups, exactly; where its denominator is zero it is undefined, "
    "with the denominator named, and never 0. Written from the definitions in `evalspec/metrics/`."
)
INTERVALS = (
    "`interval: {method, level, sides}`; `sides: lower` or `upper` puts all of 1 − level beyond that limit. What fits "
    "what is judged before the seal. Written from the definitions in `evalspec/intervals/`."
)
COMPARISONS = (
    "A comparison is two values of one summary, first minus second (or first over second): two models, thresholds or "
    "subgroups. It may declare an interval, a test of no difference, and a hypothesis. Tests are two-sided and judge "
    "nothing. Written from the definitions in `evalspec/comparisons/`."
)
CURVES = (
    "A figure is declared like a number: its exact points stand in the results, with the lines to read it by. Nothing is "
    "smoothed, interpolated or binned. Written from the definitions in `evalspec/curves/`."
)
CONVENTIONS = (
    "The same word can be another number in another package: another convention, a default, or a fault of that version. "
    "Here each has one meaning; what may vary is declared in the plan (beta, bins and their closed side, a clip, the "
    "direction of a score, the side of a threshold, zero cells, tau²). Versions that were compared are those of the "
    "[reference cases](../tests/reference/README.md). Written from `elsewhere` of the definitions."
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


def _definitions(title: str, found: dict[str, Any], intro: str, between: Iterable[str] = ()) -> Iterator[str]:
    yield f"# {title}"
    yield ""
    yield intro
    yield from between
    for name, d in found.items():
        yield ""
        yield f"## {d.title} (`{name}`)"
        yield ""
        for label, lines in facts(d):
            if len(lines) == 1:
                yield f"- {label}: " + (f"`{lines[0]}`" if label == "Formula" else lines[0])
                continue
            yield f"- {label}:"
            yield from (f"  - {line}" for line in lines)


def _which_fit() -> Iterator[str]:
    yield ""
    yield "| interval of | methods, the recommended one first |"
    yield "|---|---|"
    for quantity in Quantity:
        first, *others = fitting(quantity)
        yield f"| {quantity.value} | {', '.join([f'**{first}**', *others])} |"
    yield ""
    yield (
        "[How often they hold the true value](coverage.md) was simulated. A value combined over folds or repeats, or over "
        "labels, which share their units, takes no interval."
    )


def _beside_tests() -> Iterator[str]:
    yield ""
    yield "## Hypotheses"
    yield ""
    yield (
        "`hypothesis: {kind, margin}` is judged by the comparison's declared interval, on unrounded limits and strictly; "
        "it takes no test. The difference is turned round where lower is better. `undecided` where there is no interval, or "
        "a flagged one of no width."
    )
    yield ""
    yield "| kind | margin | concluded where | else |"
    yield "|---|---|---|---|"
    yield "| superiority | none | the lower limit lies above 0 | not shown |"
    yield "| non-inferiority | above 0 | the lower limit lies above minus the margin | not shown |"
    yield "| equivalence | above 0 | both limits lie between minus the margin and the margin | not shown |"
    yield ""
    yield (
        "Of a ratio, 1 stands for 0 and the margin m means 1 - m and 1 + m. Which error a conclusion carries is the "
        "interval's: a 95 % two-sided interval, or a 97.5 % one-sided one, shows superiority at 2.5 % one-sided."
    )
    yield ""
    yield "## The same units, or others"
    yield ""
    yield (
        "Two models that score the same units are compared in pairs: one table of both, first only, second only and "
        "neither, of the units that the metric counts (actual positives for sensitivity). Where the units differ, "
        "`paired: false` is said, and the difference of two ratios takes "
        + " or ".join(fitting(Quantity.UNPAIRED))
        + "; the tests below need pairs. Two subgroups are compared as different units."
    )
    yield ""
    yield "| difference of | methods, the recommended one first |"
    yield "|---|---|"
    for quantity in (Quantity.PAIRED, Quantity.PAIRED_AUROC, Quantity.PAIRED_COMBINED, Quantity.UNPAIRED):
        first, *others = fitting(quantity)
        yield f"| {quantity.value} | {', '.join([f'**{first}**', *others])} |"


def _conventions() -> Iterator[str]:
    yield "# Where other software gives another number"
    yield ""
    yield CONVENTIONS
    yield ""
    yield "| here | elsewhere |"
    yield "|---|---|"
    for found in (metrics(), intervals(), summaries(), tests(), curves()):
        for name, d in found.items():
            for line in d.elsewhere:
                yield f"| {d.title} (`{name}`) | {line.replace('|', chr(92) + '|')} |"


def main() -> None:
    """Write every page."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
    for name, text in pages().items():
        (folder / name).write_text(text)


if __name__ == "__main__":
    main()
