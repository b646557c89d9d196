"""Which value a threshold takes for a model and a fold. Applying it is the tally's SQL, nowhere else."""

from collections.abc import Sequence

from evalspec.plan.model import Plan
from evalspec.plan.model.design import ByCohort
from evalspec.records import ThresholdRow


def value_at(
    rows: Sequence[ThresholdRow], *, threshold: str, model: str, fold: str, label: str | None = None
) -> float | None:
    """The value in this fold: the fold's own, else the one for every fold; None if there is none.

    ``label``: of a multilabel outcome; its own value, else the one for every label.
    """
    mine = [r for r in rows if r.threshold == threshold and r.model == model and r.label in (None, label)]
    own = [r for r in mine if r.fold == fold] or [r for r in mine if r.fold is None]
    of_label = [r for r in own if r.label == label] or own
    return of_label[0].value if of_label else None


def place_of(plan: Plan, threshold: str, *, cohort: str, fold: str) -> str:
    """What a value's ``fold`` must be to hold here: the cohort's name where the plan says `by: cohort`."""
    declared = plan.thresholds.get(threshold)
    return cohort if declared is not None and isinstance(declared.value, ByCohort) else fold


def single_value(rows: Sequence[ThresholdRow], *, threshold: str, model: str) -> float | None:
    """The one value, or None where it differs by fold or label."""
    found = {r.value for r in rows if r.threshold == threshold and r.model == model}
    return found.pop() if len(found) == 1 else None
