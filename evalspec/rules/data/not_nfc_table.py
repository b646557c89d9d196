"""A name in a table is not in Unicode's composed form."""

from evalspec.rules.base import Example, Rule
from evalspec.terms import Severity

RULE = Rule(
    code="DATA014",
    name="not-nfc-table",
    severity=Severity.ERROR,
    summary="A name in a table is not in Unicode's composed form (NFC).",
    why=(
        "`ü` can be one character or two that look like one. The plan is read in the composed form, and only that "
        "is the same name."
    ),
    help="write the name in the composed form (NFC)",
    source="Unicode Standard Annex 15",
    bad=(Example(files={"predictions.csv": "subject_id,cohort,score,hu\u0308fte\ns01,A,0.9,1\ns07,B,0.2,2\n"}),),
    good=(Example(files={"predictions.csv": "subject_id,cohort,score,h\u00fcfte\ns01,A,0.9,1\ns07,B,0.2,2\n"}),),
    reader=True,
)
