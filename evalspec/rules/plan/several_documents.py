"""More than one YAML document."""

from evalspec.rules.base import Rule
from evalspec.terms import Severity

RULE = Rule(
    code="PLAN010",
    name="several-documents",
    severity=Severity.ERROR,
    summary="The file holds more than one document.",
    why="Which of them is the plan would be left to the reader.",
    help="keep one plan in a file",
    bad=("handling: {missing_prediction: refuse, missing_outcome: refuse}\n---\nevalspec: 1\n",),
    good=("handling: {missing_prediction: refuse, missing_outcome: refuse}\n",),
    reader=True,
)
