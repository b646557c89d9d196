"""The training side of each fold, from the manifest, against what the fold evaluates, from the predictions."""

from dataclasses import dataclass

from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Undecided

EVALUATED = "(SELECT DISTINCT fold, cohort, unit FROM prediction)"
"""What each fold evaluates: a row a fold, cohort and unit, however many models score it."""


@dataclass(frozen=True, slots=True)
class Misplaced:
    """Units of a cohort that a fold evaluates while the manifest holds out others there."""

    fold: str
    cohort: str
    units: int
    line: int
    held_out: tuple[str, ...]


def of_units(blinded: Blinded) -> bool:
    """Whether the manifest names units; else it names cohorts."""
    return bool(blinded.ask("SELECT 1 FROM manifest WHERE unit <> '' LIMIT 1"))


def not_comparable(plan: Plan, blinded: Blinded) -> Undecided | None:
    """Folds of one name in several repeats are several fits, which the manifest can't tell apart; or ids are masked."""
    if blinded.masked:
        return Undecided(blinded.masked)
    if plan.design.repeat is not None:
        return Undecided("a training manifest for each repeat")
    return None


def one_fold(blinded: Blinded, manifest: str, evaluated: str) -> str:
    """The condition that a row of the manifest and an evaluated one belong to one fit; a side without folds is one."""
    without = blinded.ask(
        "SELECT (SELECT count(*) FROM manifest WHERE fold <> '') = 0 OR (SELECT count(*) FROM prediction WHERE fold <> '') = 0"
    )
    return "true" if without[0][0] else f"{manifest}.fold = {evaluated}.fold"


def misplaced(blinded: Blinded) -> tuple[Misplaced, ...]:
    """Cohorts that a fold evaluates, and of which the manifest holds out nothing in that fold while it does of others."""
    found = blinded.ask(
        """
        WITH held AS (SELECT DISTINCT fold, cohort FROM manifest WHERE role = 'evaluation' AND cohort <> ''),
        evaluated AS (
            SELECT fold, cohort, count(DISTINCT unit) AS units, min(line) AS line FROM prediction GROUP BY fold, cohort)
        SELECT e.fold, e.cohort, e.units, e.line,
            (SELECT list(h.cohort ORDER BY h.cohort) FROM held h WHERE h.fold = e.fold)
        FROM evaluated e
        WHERE e.fold <> '' AND e.fold IN (SELECT fold FROM held)
          AND NOT EXISTS (SELECT 1 FROM held h WHERE h.fold = e.fold AND h.cohort = e.cohort)
        ORDER BY e.line
        """
    )
    return tuple(Misplaced(f, c, n, line, tuple(held or ())) for f, c, n, line, held in found)


def without_manifest(blinded: Blinded) -> list[str]:
    """Folds that evaluate units, and for which the manifest names no training side."""
    if not blinded.ask("SELECT 1 FROM manifest WHERE fold <> '' LIMIT 1"):
        return []
    found = blinded.ask(
        "SELECT fold FROM prediction WHERE fold <> '' GROUP BY fold"
        " HAVING fold NOT IN (SELECT fold FROM manifest WHERE role = 'training') ORDER BY min(line)"
    )
    return [fold for (fold,) in found]


def in_fold(fold: str) -> str:
    """``fold cleveland``, or what is said where there are no folds."""
    return f"fold `{fold}`" if fold else "the manifest"
