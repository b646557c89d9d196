"""A folder, link, pipe or device stands where a file should."""

from evalspec.rules.base import Example, Rule
from evalspec.terms import Severity

RULE = Rule(
    code="DATA011",
    name="not-a-regular-file",
    severity=Severity.ERROR,
    summary="A folder, link, pipe or device stands where a file should.",
    why=(
        "A pipe can be read once and never again, and a link can be turned: neither is the file whose digest was "
        "sealed."
    ),
    help="put the file itself there",
    source="CWE-59, Link Following",
    bad=(
        Example(
            plan="data: {predictions: scores.csv, outcomes: outcomes.csv}",
            files={"scores.csv/predictions.csv": "subject_id,cohort,score\ns01,A,0.9\ns07,B,0.2\n"},
        ),
    ),
    good=(
        Example(
            plan="data: {predictions: scores.csv, outcomes: outcomes.csv}",
            files={"scores.csv": "subject_id,cohort,score\ns01,A,0.9\ns07,B,0.2\n"},
        ),
    ),
    reader=True,
)
