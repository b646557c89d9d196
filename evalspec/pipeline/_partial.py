"""A plan whose shape is wrong: what the rules can say of it all the same, told along with its shape."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date

from evalspec.pipeline._read import rules, rules_by_name
from evalspec.plan.guesses import PLACEHOLDER
from evalspec.plan.source import Source
from evalspec.plan.worlds import Reading, Readings, readings
from evalspec.records import Finding, Path, Place
from evalspec.rules._engine import from_problem, in_order, judge
from evalspec.rules._waivers import waive
from evalspec.rules.base import Rule

Key = tuple[str, str, Place | None]


def found(source: Source, *, debug: bool) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
    """(findings, findings waived) of a plan that can't be read: its shape, and what stands however that is mended."""
    read = readings(source)
    of_shape = [from_problem(rules_by_name()[p.rule], p, source) for p in read.problems]
    if read.first is None:
        return in_order(of_shape, source.file), ()
    standing = _told(read, read.first, rules().values(), debug)
    for other in read.others:
        if not standing:
            break
        raised = {code for code, _, _ in standing}
        there = _told(read, other, (r for r in rules().values() if r.code in raised), debug)
        standing = {key: f for key, f in standing.items() if key in there}
    # what a waiver matches hangs on the faults, so nothing is said of the waivers themselves
    left, waived, _ = waive(list(standing.values()), read.first.plan, source, rules_by_name(), date.today())
    return in_order([*of_shape, *left], source.file), in_order(waived, source.file)


def _told(read: Readings, reading: Reading, chosen: Iterable[Rule], debug: bool) -> dict[Key, Finding]:
    """What the rules say of one reading, but of nodes that were guessed or are said to be wrong already."""
    judged = judge({r.code: r for r in chosen}, reading.plan, reading.source, None, debug=debug)
    faulty = {p.path for p in read.problems}
    told = {}
    for f in (f for j in judged for f in j.findings):
        path = _written(f.path, reading)
        message, help = _own_words(read, f.message), _own_words(read, f.help)
        guessed = any(path[:n] in read.guessed for n in range(1, len(path) + 1))
        if not (guessed or path in faulty or PLACEHOLDER in message + help):
            told[f.code, message, f.place] = replace(f, path=path, message=message, help=help)
    return told


def _written(path: Path, reading: Reading) -> Path:
    for end in range(len(path), -1, -1):
        if path[:end] in reading.was:
            return (*reading.was[path[:end]], *path[end:])
    return path


def _own_words(read: Readings, text: str) -> str:
    for placeholder, own in read.stands_for.items():
        text = text.replace(placeholder, own)
    return text
