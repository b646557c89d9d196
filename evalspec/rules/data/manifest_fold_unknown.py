"""DATA119: manifest and predictions name different folds."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Evidence, Example, NotApplicable, Rule
from evalspec.rules.data._said import named, objection
from evalspec.terms import Grade, Severity


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    sides = {side: dict(blinded.ask(f"SELECT fold, min(line) FROM {side} GROUP BY fold ORDER BY 2")) for side in _TABLE}
    if not all(any(folds) for folds in sides.values()):
        yield NotApplicable("the manifest or the predictions have no folds")
        return
    for side, other in (("manifest", "prediction"), ("prediction", "manifest")):
        alone = {fold: line for fold, line in sides[side].items() if fold not in sides[other]}
        if alone:
            fold = "fold" if len(alone) == 1 else "folds"
            message = f"{fold} {_names(alone)} of the {_NAME[side]} {_LACKS[side]}"
            yield objection(blinded, _TABLE[side], message, line=min(alone.values()))
    yield Evidence(Grade.PROVED, "manifest and predictions name the same folds")


_TABLE = {"manifest": "training", "prediction": "predictions"}
_NAME = {"manifest": "manifest", "prediction": "predictions"}
_LACKS = {"manifest": "without a prediction", "prediction": "without a row in the manifest"}


def _names(folds: dict[str, int]) -> str:
    return named(fold or "(empty)" for fold in folds)


_PLAN = (
    "data: {predictions: predictions.csv, outcomes: outcomes.csv, training: train.csv}\n"
    "design: {kind: leave-one-cohort-out, fold: fold}\n"
)
_SCORES = "subject_id,cohort,fold,score\ns01,A,A,0.9\ns02,A,A,0.8\ns07,B,B,0.2\ns08,B,B,0.1\n"
_OF_A, _OF_B = "A,s07,train\nA,s08,train\n", "B,s01,train\nB,s02,train\n"

RULE = Rule(
    code="DATA119",
    name="manifest-fold-unknown",
    severity=Severity.ERROR,
    summary="The manifest has a fold that the predictions do not have, or the other way round.",
    why="What a fold was trained on can't be compared with what it predicts while the two files call it by different names.",
    help="call the folds by the same names in both files",
    source="Kapoor & Narayanan 2023, Patterns 4:100804, type L1.1",
    needs=("training", "predictions"),
    bad=(
        Example(
            plan=_PLAN,
            files={"predictions.csv": _SCORES, "train.csv": f"fold,subject_id,role\n{_OF_A}{_OF_B}C,s01,train\n"},
        ),
    ),
    good=(
        Example(plan=_PLAN, files={"predictions.csv": _SCORES, "train.csv": f"fold,subject_id,role\n{_OF_A}{_OF_B}"}),
    ),
    grade=Grade.PROVED,
    files=files,
)
