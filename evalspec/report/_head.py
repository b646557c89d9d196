"""The head of the report: what was asked, of whom, and what vouches for it."""

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Any

from evalspec.plan.model import Plan
from evalspec.report._places import unknown_scenario
from evalspec.report._words import safe
from evalspec.report.base import Record
from evalspec.terms import OutcomeKind

WIDTH = 100
_FEW = 12
Rows = Sequence[Mapping[str, Any]]


def head(record: Record) -> list[str]:
    """Title, question, outcome, design with sizes, thresholds, populations, costs, and the seal."""
    plan, results = record.plan, record.results
    title = safe(plan.plan.title)
    lines = [title, "═" * min(len(title), WIDTH)]
    lines += _paragraph("Question", plan.plan.question)
    lines += _paragraph("Outcome", _outcome(plan))
    lines += _paragraph("Design", f"{plan.design.kind.value}; {_size(plan, results['counts'])}")
    for name, t in plan.thresholds.items():
        how = t.source.value + (f", {_rule(t.rule)}" if t.rule else "") + (f": {t.why}" if t.why else "")
        lines += _paragraph("Threshold", f"{name}: positive when {(t.positive_when or 'as published')}; {how}")
    lines += _paragraph("Blinding", record.blinding)
    lines += _paragraph("Plan", f"{plan.plan.id}, meaning {results['plan']['meaning']}")
    lines += _paragraph("Seal", record.seal)
    lines += _paragraph(
        "Sealed", f"{record.sealed_at} by this machine's clock, which nothing here vouches for; {record.tool}"
    )
    return [*lines, ""]


def _paragraph(label: str, text: str) -> list[str]:
    indent = " " * 12
    return wrap(f"{label:<12}{safe(text)}", WIDTH, subsequent_indent=indent, break_long_words=False) or [label]


def _rule(rule: Any) -> str:
    given = rule.model_dump(exclude_none=True)
    return "; ".join(f"{k.replace('_', ' ')} {v}" for k, v in given.items())


def _outcome(plan: Plan) -> str:
    o = plan.outcome
    told = o.definition or "as published"
    if o.kind is OutcomeKind.MULTILABEL and not o.definition:
        told = f"{len(o.labels or ())} labels, each there or not"
    if o.kind is OutcomeKind.BINARY and o.positive:
        told += f' (positive "{o.positive}", negative "{o.negative}")'
    return told + (f"; reference standard: {o.reference_standard}" if o.reference_standard else "")


def _size(plan: Plan, counts: Rows) -> str:
    """Units and actual positives, each unit once; of several classes, the size of each."""
    known = _once(counts)
    units = sum(c["units"] for c in _of_first_class(known))
    if not units:
        return "no units"
    number = len({c["cohort"] for c in counts})
    told = (f"{number} cohorts, " if number > 1 else "") + f"{units} units"
    if plan.outcome.kind is not OutcomeKind.BINARY:
        return f"{told}; {_classes(plan, known)}"
    positives = sum(c["positives"] for c in known)
    most = _most_positive(counts, known)
    if most != positives:
        low, high = sorted((positives, most))
        return f"{told}, {low} to {high} positive: the outcome of {high - low} is not known"
    return f"{told}, {positives} positive ({100 * positives / units:.1f} %)"


def _once(counts: Rows) -> list[Mapping[str, Any]]:
    """The lines of one decision, of everybody: the decision with the most units."""
    everybody = [c for c in counts if c["subgroup"] is None]
    sets: dict[tuple[Any, ...], list[Mapping[str, Any]]] = {}
    for c in everybody:
        sets.setdefault((c["model"], c["threshold"], c.get("repeat"), unknown_scenario(c)), []).append(c)
    return max(sets.values(), key=lambda of: sum(c["units"] for c in of), default=[])


def _of_first_class(known: Rows) -> Rows:
    return [c for c in known if c["class"] == known[0]["class"]]


def _most_positive(counts: Rows, known: Rows) -> int:
    """Actual positives under the other assumption about unknown outcomes, where there are two."""
    one = known[0]
    other = [
        c for c in counts
        if (c["subgroup"], c["model"], c["threshold"], c.get("repeat"))
        == (None, one["model"], one["threshold"], one.get("repeat"))
        and unknown_scenario(c) != unknown_scenario(one)
    ]  # fmt: skip
    return sum(c["positives"] for c in other or known)


def _classes(plan: Plan, known: Rows) -> str:
    sizes: dict[str, int] = {}
    for c in known:
        if c["class"] is not None:
            sizes[c["class"]] = sizes.get(c["class"], 0) + c["positives"]
    names = [name for name in (plan.outcome.classes or plan.outcome.labels or ()) if name in sizes]
    told = [f"{name} ({sizes[name]})" for name in names]
    more = f" and {len(told) - _FEW:,} more" if len(told) > _FEW else ""
    what = "classes with their units" if plan.outcome.classes else "labels with the units that have each"
    return f"{len(names)} {what}: {', '.join(told[:_FEW])}{more}" if told else "no class is counted"


__all__ = ["WIDTH", "head"]
