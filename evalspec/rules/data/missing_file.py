"""A file of the plan is not there."""

from evalspec.rules.base import Example, Rule
from evalspec.terms import Severity

RULE = Rule(
    code="DATA100",
    name="missing-file",
    severity=Severity.ERROR,
    summary="A file that the plan names is not there, and is not declared to come later.",
    why="Rules that need it can't be decided, and a plan sealed without it would bind nothing.",
    help="put it there, or say `arrives: after-seal` if it comes later",
    bad=(
        Example(files={"predictions.csv": None}),
        "data: {predictions: predictions.csv, outcomes: outcomes.csv, units: units.csv}",
    ),
    good=(
        Example(
            plan="data: {predictions: {path: predictions.csv, arrives: after-seal}, outcomes: outcomes.csv}",
            files={"predictions.csv": None},
        ),
    ),
    reader=True,
)
