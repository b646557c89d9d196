"""Readings of a plan whose shape is wrong: each mends every fault in one of the ways its author may have meant.

A rule's objection that stands in every reading does not hang on the faults, and can be told along with them. What is
left out in one reading stands in another, so that nothing is called missing because it could not be read.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from evalspec.plan.guesses import Guess, Op, guesses, sure
from evalspec.plan.load import shape
from evalspec.plan.misfits import Misfit
from evalspec.plan.model import Plan
from evalspec.plan.source import Source
from evalspec.records import Path, Problem

_ROUNDS, _READINGS_A_FAULT, _READINGS = 60, 8, 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A plan that can be judged. ``was`` gives the path that stands in the author's text for a path in ``plan``."""

    plan: Plan
    source: Source
    was: Mapping[Path, Path]


@dataclass(frozen=True, slots=True, kw_only=True)
class Readings:
    """``first`` and ``others``; the ``problems`` of the shape, those behind misspelt keys too; what was ``guessed``.

    ``first`` is None where too much would have to be guessed. ``stands_for`` gives the author's own text for a
    placeholder.
    """

    problems: tuple[Problem, ...]
    first: Reading | None = None
    others: tuple[Reading, ...] = ()
    guessed: frozenset[Path] = frozenset()
    stands_for: Mapping[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class _Fault:
    misfit: Misfit
    guesses: tuple[Guess, ...]
    chosen: int = 0

    @property
    def guess(self) -> Guess:
        return self.guesses[self.chosen]


def readings(source: Source) -> Readings:
    """Of a plan whose shape is wrong; all problems, and the readings by which the rules can still judge it."""
    faults: dict[Path, _Fault] = {}
    first: Reading | None = None
    for _ in range(_ROUNDS):
        made = _read(source, [f.guess for f in faults.values()])
        if isinstance(made, Reading):
            first = made
            break
        view, misfits, was = made
        if not _learn(faults, misfits, view, was):
            break
    problems = tuple(f.misfit.problem for f in faults.values())
    if first is None:
        return Readings(problems=problems)
    others = tuple(_others(source, faults))
    if others and others[-1] is None:
        return Readings(problems=problems)
    return Readings(
        problems=problems, first=first, others=tuple(o for o in others if o),
        guessed=frozenset(f.guess.path for f in faults.values() if f.guess.op in (Op.PUT, Op.DROP)),
        stands_for={f.guess.value: f.guess.old for f in faults.values() if f.guess.op is Op.EVERYWHERE},
    )  # fmt: skip


def _learn(faults: dict[Path, _Fault], misfits: tuple[Misfit, ...], view: Source, was: Mapping[Path, Path]) -> bool:
    """Takes new faults in, and another guess where one did not do; False where nothing is left to try."""
    moved, known = False, dict(faults)
    for misfit in misfits:
        path = _before(misfit.problem.path, was)
        fault = _to_blame(known, path)
        if fault is None:
            problem = replace(misfit.problem, path=path)
            faults[path] = _Fault(replace(misfit, problem=problem), guesses(misfit, path, view, len(faults)))
            if not faults[path].guesses:
                return False
        elif fault.chosen + 1 < len(fault.guesses):
            fault.chosen += 1
        else:
            return False
        moved = True
    return moved


def _to_blame(faults: Mapping[Path, _Fault], path: Path) -> _Fault | None:
    """The fault whose guess led to a misfit at ``path``; None where it is the author's own."""
    if path in faults:
        return faults[path]
    for at, fault in faults.items():
        guess = fault.guess
        below = guess.op is not Op.RENAME and path[: len(guess.path)] == guess.path
        if below or (guess.op is Op.DROP and at[: len(path)] == path):
            return fault
    return None


def _others(source: Source, faults: Mapping[Path, _Fault]) -> Iterator[Reading | None]:
    """One fault read otherwise, the rest as in the first reading; ends with None where a fault has one reading only."""
    made = 0
    for path, fault in faults.items():
        found = 0
        if fault.guess.op is Op.EVERYWHERE:
            continue  # the name stays one name, whatever it is
        for guess in fault.guesses[fault.chosen + 1 :]:
            if guess.path != path and found:
                break  # what is said of the section around it would be lost: only where nothing else will do
            if found == _READINGS_A_FAULT or made == _READINGS:
                break
            rest = [f.guess for at, f in faults.items() if at != path]
            reading = _read(source, [*rest, guess])
            if isinstance(reading, Reading):
                found, made = found + 1, made + 1
                yield reading
        if not found and not sure(fault.misfit, fault.guess):
            yield None
            return


def _read(source: Source, chosen: list[Guess]) -> Reading | tuple[Source, tuple[Misfit, ...], dict[Path, Path]]:
    was: dict[Path, Path] = {}
    by_path = {(g.path, g.op is Op.RENAME): g for g in chosen if g.op is not Op.EVERYWHERE}
    everywhere = {g.old: g.value for g in chosen if g.op is Op.EVERYWHERE}
    data = _rebuilt(source.data, (), (), by_path, everywhere, was)
    problems = [] if chosen else source.problems
    view = replace(
        source, data=data, problems=problems,
        values={new: source.values[old] for new, old in was.items() if old in source.values},
        keys={new: source.keys[old] for new, old in was.items() if old in source.keys},
    )  # fmt: skip
    plan, misfits = shape(view)
    return (view, misfits, was) if plan is None else Reading(plan=plan, source=view, was=was)


def _rebuilt(
    value: Any, old: Path, new: Path, by_path: Mapping[tuple[Path, bool], Guess], everywhere: Mapping[str, str],
    was: dict[Path, Path],
) -> Any:  # fmt: skip
    """``value`` with the guesses made; fills ``was``."""
    was[new] = old
    put = by_path.get((old, False))
    if put is not None and put.op is Op.PUT:
        return put.value
    if isinstance(value, dict):
        found = {}
        for key, inner in value.items():
            here = (*old, key)
            if _dropped(here, by_path):
                continue
            renamed = by_path.get((here, True))
            name = renamed.value if renamed else everywhere.get(key, key)
            found[name] = _rebuilt(inner, here, (*new, name), by_path, everywhere, was)
        added = {p[-1]: g for (p, _), g in by_path.items() if g.op is Op.PUT and p and p[:-1] == old}
        return found | {k: g.value for k, g in added.items() if k not in value and not isinstance(k, int)}
    if isinstance(value, tuple):
        kept = [k for k in range(len(value)) if not _dropped((*old, k), by_path)]
        return tuple(_rebuilt(value[k], (*old, k), (*new, n), by_path, everywhere, was) for n, k in enumerate(kept))
    return everywhere.get(value, value) if isinstance(value, str) else value


def _dropped(path: Path, by_path: Mapping[tuple[Path, bool], Guess]) -> bool:
    found = by_path.get((path, False))
    return found is not None and found.op is Op.DROP


def _before(path: Path, was: Mapping[Path, Path]) -> Path:
    """The path in the author's text; below what stands there, the steps stay."""
    for end in range(len(path), -1, -1):
        if path[:end] in was:
            return (*was[path[:end]], *path[end:])
    return path
