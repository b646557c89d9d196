"""A file's path leads out of the plan's folder."""

from evalspec.rules.base import Example, Rule
from evalspec.terms import Severity

RULE = Rule(
    code="DATA010",
    name="path-outside-folder",
    severity=Severity.ERROR,
    summary="A file's path is absolute, a URL, or leads out of the plan's folder.",
    why=("What is sealed must be what is read, on any machine. Nothing is fetched, and no path leads elsewhere."),
    help="put the file into the plan's folder, or point to it with `--data NAME=PATH`",
    source="CWE-22, Path Traversal",
    bad=(
        "data: {predictions: ../predictions.csv, outcomes: outcomes.csv}",
        "data: {predictions: /tmp/predictions.csv, outcomes: outcomes.csv}",
        "data: {predictions: 'http://127.0.0.1:9/predictions.csv', outcomes: outcomes.csv}",
    ),
    good=(
        Example(
            plan="data: {predictions: scores/predictions.csv, outcomes: outcomes.csv}",
            files={"scores/predictions.csv": "subject_id,cohort,score\ns01,A,0.9\ns07,B,0.2\n"},
        ),
    ),
    reader=True,
)
