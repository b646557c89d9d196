"""DATA114: a score is said to be a probability, and is none."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Evidence, Example, NotApplicable, Rule
from evalspec.rules.data._said import at, objection
from evalspec.rules.data._scores import columns
from evalspec.rules.data._sql import listed
from evalspec.terms import Grade, Scale, Severity


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    said = [m for m in columns(plan) if plan.models[m].scale is Scale.PROBABILITY]
    if not said:
        yield NotApplicable("no model's score is said to be a probability")
        return
    found = blinded.ask(
        f"SELECT model, count(*), min(line), arg_min(score_text, line) FROM prediction "
        f"WHERE model IN {listed(said)} AND (score < 0 OR score > 1) GROUP BY model ORDER BY min(line), model"
    )
    for model, rows, line, text in found:
        message = f"model `{model}` has the score {text}, which is no probability: {at(rows, line)}"
        yield objection(blinded, "predictions", message, line=line)
    yield Evidence(Grade.PROVED, "every probability lies from 0 to 1")


_LOGIT = "models:\n  m1: {score: score, scale: logit, direction: higher-is-positive}\n"

RULE = Rule(
    code="DATA114",
    name="score-outside-scale",
    severity=Severity.ERROR,
    summary="A score is said to be a probability, and lies outside 0 to 1.",
    why="Calibration, Brier score, log loss and cost would not mean what they say; often a logit or a percentage was written.",
    help="correct the score, or say `scale: score` or `scale: logit`",
    source="Steyerberg et al. 2010, Epidemiology 21:128",
    needs=("predictions",),
    bad=(Example(files={"predictions.csv": "subject_id,cohort,score\ns01,A,0.9\ns02,A,1.7\ns07,B,0.2\n"}),),
    good=(
        Example(plan=_LOGIT, files={"predictions.csv": "subject_id,cohort,score\ns01,A,0.9\ns02,A,1.7\ns07,B,-2\n"}),
    ),
    grade=Grade.PROVED,
    files=files,
)
