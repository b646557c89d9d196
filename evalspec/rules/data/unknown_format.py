"""A file is of a format that is not read."""

from evalspec.rules.base import Example, Rule
from evalspec.terms import Severity

RULE = Rule(
    code="DATA102",
    name="unknown-format",
    severity=Severity.ERROR,
    summary="A file is of a format that is not read: by its suffix, which alone decides.",
    why=(
        "The format is never guessed from the content. A compressed file has two digests, of which one says "
        "nothing of the rows."
    ),
    help="write a .csv or .parquet file",
    source="RFC 7111",
    bad=(
        Example(
            plan="data: {predictions: predictions.txt, outcomes: outcomes.csv}",
            files={"predictions.txt": "subject_id,cohort,score\ns01,A,0.9\ns07,B,0.2\n"},
        ),
        Example(
            plan="data: {predictions: predictions.csv.gz, outcomes: outcomes.csv}",
            files={"predictions.csv.gz": "subject_id,cohort,score\ns01,A,0.9\ns07,B,0.2\n"},
        ),
    ),
    good=(
        Example(
            plan="data: {predictions: scores.CSV, outcomes: outcomes.csv}",
            files={"scores.CSV": "subject_id,cohort,score\ns01,A,0.9\ns07,B,0.2\n"},
        ),
    ),
    reader=True,
)
