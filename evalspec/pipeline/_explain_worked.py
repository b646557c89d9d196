"""Worked cases as people write them: inputs, a step where it is short, and the result."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from decimal import Decimal
from fractions import Fraction
from math import isinf, isnan
from typing import Any

from evalspec.intervals.base import Weighted
from evalspec.records import (
    ClusterCell,
    Confusion,
    Costs,
    Counts,
    CurvePoint,
    LabelSets,
    Limits,
    Member,
    Meta,
    Paired,
    PairedGroup,
    Ranks,
    Ratio,
    Real,
    ScoreGroup,
    Spread,
    Undefined,
)

_HIDDEN = ("given", "groups", "paired", "cells", "clusters", "spread", "meta", "members")
"""Names of what a case is made on: what stands after them says what it is."""


def number(value: Fraction | Decimal | float) -> str:
    """``0.8``, ``2/3 (0.666667)``, ``inf``: exact where that is short, else to 6 digits."""
    if isinstance(value, float):
        return "infinite" if isinf(value) else "undefined" if isnan(value) else f"{value:.6g}"
    exact = Fraction(value)
    if 10**6 % exact.denominator == 0:
        return f"{float(exact):.12g}"
    return f"{exact} ({float(exact):.6g})"


def worked_case(worked: Any) -> str:
    """One line: what goes in, an arrow, and what comes out."""
    if hasattr(worked, "numerator") and hasattr(worked, "level"):
        given = f"x = {worked.numerator}, n = {worked.denominator}, level {worked.level}"
        return f"{given} → {number(worked.lower)} to {number(worked.upper)}"
    parts: list[str] = []
    for field in fields(worked):
        if field.name not in ("expected", "named", "left_out"):
            parts += _told(field.name, getattr(worked, field.name))
    return f"{'; '.join(p for p in parts if p) or 'nothing'} → {'; '.join(_outcome(worked))}"


def _told(name: str, value: Any) -> Iterator[str]:
    if value is None or (value in ({}, ()) and name in ("told", "parameters")):
        return
    if name in ("told", "parameters") or (name == "given" and isinstance(value, Mapping)):
        for key, inner in value.items():
            yield from _told(key, inner)
    elif isinstance(value, Costs):
        yield shown(value)
    elif name == "jackknife":
        yield "left out one by one: " + ", ".join(
            f"{number(v)} ({_many(k, 'unit')})" for v, k in zip(*value, strict=True)
        )
    elif (name == "groups" and value and isinstance(value[0], tuple)) or name == "clusters":
        yield from (f"cluster {k}: {shown(of)}" for k, of in enumerate(value, start=1))
    elif name in _HIDDEN:
        yield shown(value)
    else:
        yield f"{name.replace('_', ' ')} {shown(value)}"


def _outcome(worked: Any) -> Iterator[str]:
    step, expected = _step(worked), worked.expected
    if step:
        yield step
    yield shown(expected)
    if getattr(worked, "named", ()):
        yield f"named: {', '.join(worked.named)}"
    for name, why in getattr(worked, "left_out", {}).items():
        yield f"{name} left out: {why}"


def _step(worked: Any) -> str:
    """What stands between, where it is short: the ratio's counts for an interval, the difference of a paired table."""
    given = getattr(worked, "given", None)
    paired = given.get("paired") if isinstance(given, Mapping) else given
    if isinstance(paired, Paired) and paired.units and not isinstance(worked.expected, Undefined):
        apart = Fraction(paired.first_only - paired.second_only, paired.units)
        return f"difference ({paired.first_only} - {paired.second_only}) / {paired.units} = {number(apart)}"
    members = getattr(worked, "members", ())
    if isinstance(members, tuple) and members and not isinstance(worked.expected, Undefined):
        return f"mean {number(sum((m.weight * Fraction(m.value) for m in members), Fraction(0)))}"
    return ""


def shown(value: Any) -> str:
    """Any part of a case."""
    for kind, words in _WORDS.items():
        if isinstance(value, kind):
            return words(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float | Fraction | Decimal):
        return number(value)
    if isinstance(value, Mapping):
        return ", ".join(f"{k}: {shown(v)}" for k, v in value.items())
    if isinstance(value, tuple):
        return _run(value) if value else "none"
    return str(value)


def _run(values: Sequence[Any]) -> str:
    """``0.1, 0.4 (3 times)``; things that are long stand apart by semicolons."""
    told: list[tuple[str, int]] = []
    for text in map(shown, values):
        if told and told[-1][0] == text:
            told[-1] = (text, told[-1][1] + 1)
        else:
            told.append((text, 1))
    mark = "; " if any("," in text or ":" in text for text, _ in told) else ", "
    return mark.join(text if times == 1 else f"{text} ({times} times)" for text, times in told)


def _many(n: int, what: str) -> str:
    return f"{n} {what}{'' if n == 1 else 's'}"


def _ratio(r: Ratio) -> str:
    if r.denominator == 0:
        return f"{r.numerator}/{r.denominator}"
    return f"{r.numerator}/{r.denominator} = {number(float(r.exact))}"


def _of_classes(positive: int, negative: int) -> str:
    told = [f"{n} {name}" for n, name in ((positive, "positive"), (negative, "negative")) if n]
    return " and ".join(told) or "no unit"


def _limits(limits: Limits) -> str:
    if limits.lower is None or limits.upper is None:
        side = f"up to {number(limits.upper)}" if limits.lower is None and limits.upper is not None else "no limits"
        return side if limits.lower is None else f"from {number(limits.lower)}"
    note = f" ({limits.note})" if limits.note else ""
    return f"{number(limits.lower)} to {number(limits.upper)}{note}"


def _confusion(table: Confusion) -> str:
    rows = (
        f"actual {name} called " + ", ".join(f"{c} {n}" for c, n in zip(table.classes, row, strict=True))
        for name, row in zip(table.classes, table.cells, strict=True)
    )
    return "; ".join(rows)


def _label_sets(sets: LabelSets) -> str:
    told = (
        f"{n} with {_many(actual, 'label')}, called {called}, {both} of them right"
        for (actual, called, both), n in sets.cells.items()
    )
    return f"units of {sets.labels} possible labels: " + ("; ".join(told) or "none")


def _ranks(ranks: Ranks) -> str:
    told = ", ".join(f"{n} at rank {rank}" for rank, n in ranks.cells.items())
    return f"the actual class among {ranks.classes}: {told or 'no unit'}"


def _meta(meta: Meta) -> str:
    told = ", ".join(
        f"{n} {number(y)} (variance {number(v)})"
        for n, y, v in zip(meta.names, meta.estimates, meta.variances, strict=True)
    )
    between = "" if meta.tau2 is None else f", tau² {number(meta.tau2)}"
    return f"on the {meta.scale} scale {told}; mean {number(meta.mean)} (variance {number(meta.variance)}){between}"


def _member(member: Member) -> str:
    variance = ""
    if member.variance is not None:
        variance = f", variance {shown(member.variance)}"
    support = f", {member.support} of the class" if member.support else ""
    return f"{shown(member.value)} ({_many(member.size, 'unit')}{support}{variance})"


def _point(point: CurvePoint) -> str:
    def at(coordinate: Fraction | float | None) -> str:
        return "undefined" if coordinate is None else number(coordinate)

    rest = [] if point.threshold is None else [f"from score {number(point.threshold)}"]
    rest += [] if point.n is None else [f"n {point.n}"]
    return f"({at(point.x)}, {at(point.y)})" + (f" {', '.join(rest)}" if rest else "")


_WORDS: dict[type, Callable[[Any], str]] = {
    Counts: lambda n: f"TP {n.tp}, FN {n.fn}, TN {n.tn}, FP {n.fp}",
    Ratio: _ratio,
    Real: lambda r: number(r.value),
    Undefined: lambda u: f"undefined: {u.reason}",
    Limits: _limits,
    Spread: lambda s: f"estimate {number(s.estimate)}, variance {number(s.variance)}",
    ScoreGroup: lambda g: f"score {number(g.score)}: {_of_classes(g.n_positive, g.n_negative)}",
    PairedGroup: lambda g: (
        f"scores {number(g.first)} and {number(g.second)}: {_of_classes(g.n_positive, g.n_negative)}"
    ),
    Paired: lambda p: f"both {p.both}, first only {p.first_only}, second only {p.second_only}, neither {p.neither}",
    ClusterCell: lambda c: f"{c.numerator} of {c.denominator} in {c.clusters} cluster{'s' if c.clusters != 1 else ''}",
    Weighted: lambda m: f"value {number(m.value)}, variance {number(m.variance)}, weight {number(m.weight)}",
    Member: _member,
    Meta: _meta,
    Confusion: _confusion,
    LabelSets: _label_sets,
    Ranks: _ranks,
    Costs: lambda c: f"a false negative costs {number(c.false_negative)}, a false positive {number(c.false_positive)}",
    CurvePoint: _point,
}

__all__ = ["number", "shown", "worked_case"]
