"""A column that the plan names is not in the file."""

from evalspec.rules.base import Example, Rule
from evalspec.terms import Severity

RULE = Rule(
    code="DATA103",
    name="column-missing",
    severity=Severity.ERROR,
    summary="A column that the plan names is not in the file.",
    why="A column is found by its exact name, never by its place or by a name that is nearly the same.",
    help="correct the name in the plan or in the file; `columns` says what a file calls the words of the language",
    source="RFC 4180, section 2",
    bad=(
        Example(files={"predictions.csv": "subject_id,cohort,probability\ns01,A,0.9\ns07,B,0.2\n"}),
        Example(files={"predictions.csv": "subject_id,Cohort,score\ns01,A,0.9\ns07,B,0.2\n"}),
    ),
    good=(
        Example(
            plan="data: {predictions: {path: predictions.csv, columns: {unit: patient}}, outcomes: outcomes.csv}",
            files={"predictions.csv": "patient,cohort,score\ns01,A,0.9\ns07,B,0.2\n"},
        ),
    ),
    reader=True,
)
