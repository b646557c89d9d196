"""Tells steps apart by the word of their kind, and objects to those that learn from the evaluation side."""

import re
from collections.abc import Iterator
from enum import StrEnum

from evalspec.plan.model import Plan
from evalspec.plan.model.design import Step
from evalspec.rules.base import Answer, Evidence, NotApplicable, Objection, Undecided
from evalspec.terms import Grade, LearnsFrom


class Family(StrEnum):
    """What a step does, as far as its rule goes; ``OTHER`` imputes, scales, harmonises, fits …"""

    SELECTS = "selects features"
    CHOOSES_MODEL = "chooses the model"
    TUNES = "tunes"
    CALIBRATES = "calibrates"
    RESAMPLES = "resamples"
    THRESHOLD = "chooses a threshold"
    OTHER = "learns"


_WORDS = (
    (Family.CHOOSES_MODEL, r"model-?select|select-(the-)?model|choose-(the-)?model|model-choice|early-stop|checkpoint"),
    (Family.THRESHOLD, r"threshold|cut-?-?off|operating-point"),
    (Family.TUNES, r"\btun(e|ing)|hyper-?parameter|(grid|random)-search"),
    (Family.CALIBRATES, r"calibrat|platt|isotonic"),
    (Family.RESAMPLES, r"resampl|smote|(over|under|up|down)-?sampl|augment"),
    (Family.SELECTS, r"select|filter"),
)
_FROM_EVALUATION = (LearnsFrom.EVALUATION, LearnsFrom.ALL_COHORTS)
GROUND = "the plan's steps say so"
MORE = "`fitted_on`, the number of units a step learned from; an `artefact` for each fold"


def family(kind: str) -> Family:
    """By the word: ``feature-selection``, ``SMOTE``, ``hyperparameters`` …; one family a step."""
    word = re.sub(r"[\s_]+", "-", kind.strip().lower())
    return next((f for f, pattern in _WORDS if re.search(pattern, word)), Family.OTHER)


def learns_from_evaluation(plan: Plan, *families: Family) -> Iterator[Answer]:
    """One objection for each step of these families that learns from data it will be judged by, by the plan's word."""
    if not plan.design.steps:
        yield Undecided("design.steps, every operation that learns from data")
        return
    steps = of(plan, *families)
    if not steps:
        yield NotApplicable("no step of the plan " + " or ".join(families))
        return
    for i, step in steps:
        if step.learns_from in _FROM_EVALUATION:
            yield Objection(path=("design", "steps", i, "learns_from"), message=_message(step.name, step.learns_from))
        elif not shows_more(step):
            yield Evidence(Grade.ATTESTED, GROUND, MORE)


def of(plan: Plan, *families: Family) -> list[tuple[int, Step]]:
    """The steps of these families, with their number."""
    return [(i, step) for i, step in enumerate(plan.design.steps) if family(step.kind) in families]


def shows_more(step: Step) -> bool:
    """Whether the plan gives more than its word: how many units it learned from, or what it left behind."""
    learns = step.learns_from in (LearnsFrom.TRAINING, LearnsFrom.INNER_VALIDATION)
    return learns and (step.fitted_on is not None or step.artefact is not None)


def _message(name: str, learns_from: LearnsFrom) -> str:
    if learns_from is LearnsFrom.EVALUATION:
        return f"step `{name}` learns from the evaluation data that it is judged by"
    return f"step `{name}` learns from all cohorts, and so from those that it is judged by"
