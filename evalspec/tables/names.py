"""Every file that may be read before the outcomes: what the plan calls it, where it lies, when it comes."""

from collections.abc import Iterator
from dataclasses import dataclass

from evalspec.plan.model import Plan
from evalspec.records import Path
from evalspec.terms import Arrives, Held

TABLES = ("predictions", "units", "training")
"""The blinded tables, in the order in which they are read. ``outcomes`` and ``counts`` are none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """One file as the plan declares it: its path, the place of the declaration, and whether it may come later."""

    path: str
    place: Path
    late: bool = False


def tables(plan: Plan) -> dict[str, Declared]:
    """The tables that rules can ask about: of units and predictions, and the inventory of features."""
    found = {}
    for name in TABLES:
        file = getattr(plan.data, name)
        if file is not None:
            late = file.arrives is Arrives.AFTER_SEAL or file.held is Held.BY_COHORT
            found[name] = Declared(path=file.path, place=("data", name), late=late)
    if plan.features is not None:
        late = plan.features.arrives is Arrives.AFTER_SEAL
        found["features"] = Declared(path=plan.features.path, place=("features",), late=late)
    return found


def threshold_values(plan: Plan) -> dict[str, Declared]:
    """``thresholds.ID``: the files of threshold values."""
    given = {name: t.values for name, t in plan.thresholds.items() if t.values is not None}
    return {
        f"thresholds.{name}": Declared(
            path=v.path, place=("thresholds", name, "values"), late=v.arrives is Arrives.AFTER_SEAL
        )
        for name, v in given.items()
    }


def derivations(plan: Plan) -> dict[str, Declared]:
    """``derivation.ID``: training-side scores and labels. They hold outcomes, so ``cutoffs`` alone reads them."""
    given = {name: t.derivation for name, t in plan.thresholds.items() if t.derivation is not None}
    return {
        f"derivation.{name}": Declared(
            path=d.path, place=("thresholds", name, "derivation"), late=d.arrives is Arrives.AFTER_SEAL
        )
        for name, d in given.items()
    }


def artefacts(plan: Plan) -> dict[str, Declared]:
    """``steps.NAME`` or ``steps.NAME.FOLD``: what a step left behind. Digests of them are taken, no more."""
    found = {}
    names = [step.name for step in plan.design.steps]
    for k, step in enumerate(plan.design.steps):
        name = f"steps.{step.name}" if names.count(step.name) == 1 else f"steps.{step.name}#{k + 1}"
        for fold, path in _by_fold(step.artefact):
            place: Path = ("design", "steps", k, "artefact", *([fold] if fold else []))
            found[f"{name}.{fold}" if fold else name] = Declared(path=path, place=place)
    return found


def artefact_name(plan: Plan, step: int, fold: str) -> str:
    """What ``artefacts`` calls the file of a step's fold; ``fold`` is '' where there is one for all."""
    place: Path = ("design", "steps", step, "artefact", *([fold] if fold else []))
    return next(name for name, d in artefacts(plan).items() if d.place == place)


def declared_files(plan: Plan) -> dict[str, Declared]:
    """Everything that is read before the outcomes may be, by its name in the plan."""
    return {**tables(plan), **threshold_values(plan), **derivations(plan), **artefacts(plan)}


def blinded_files(plan: Plan) -> dict[str, str]:
    """What is read before the outcomes may be: each file's name in the plan, and its declared path."""
    return {name: declared.path for name, declared in declared_files(plan).items()}


def _by_fold(artefact: str | dict[str, str] | None) -> Iterator[tuple[str, str]]:
    if isinstance(artefact, str):
        yield "", artefact
    elif artefact:
        yield from artefact.items()


__all__ = [
    "TABLES",
    "Declared",
    "artefact_name",
    "artefacts",
    "blinded_files",
    "declared_files",
    "derivations",
    "tables",
    "threshold_values",
]
