"""A column of ids holds floating-point numbers."""

from base64 import b64decode

from evalspec.rules.base import Example, Rule
from evalspec.terms import Severity

_PLAN = "data: {predictions: predictions.parquet, outcomes: outcomes.csv}"
_FLOATS = (
    "UEFSMRUAFRAVIiwVAhUAFQYVBgAAKLUv/SAIQQAAAAAAAAAAMUAVABUKFRwsFQIVABUGFQYAACi1L/0gBSkAAAEAAABBFQAVEBUi"
    "LBUCFQAVBhUGAAAotS/9IAhBAAAAAAAAAADgPxUCGUw1ABgNZHVja2RiX3NjaGVtYRUGABUKJQAYCnN1YmplY3RfaWQAFQwlABgG"
    "Y29ob3J0JQAAFQolABgFc2NvcmUAFgIZHBk8JgAcFQoZFQAZGApzdWJqZWN0X2lkFQwWAhYyFkQmCDwYCAAAAAAAADFAGAgAAAAA"
    "AAAxQBYAKAgAAAAAAAAxQBgIAAAAAAAAMUARERYAABkcFQAVABUCAAAAJgAcFQwZFQAZGAZjb2hvcnQVDBYCFiwWPiZMPBgBQRgB"
    "QRYAKAFBGAFBEREAGRwVABUAFQIAAAAmABwVChkVABkYBXNjb3JlFQwWAhYyFkQmigE8GAgAAAAAAADgPxgIAAAAAAAA4D8WACgI"
    "AAAAAAAA4D8YCAAAAAAAAOA/EREWAAAZHBUAFQAVAgAAABaQARYCJggWxgEAKChEdWNrREIgdmVyc2lvbiB2Mi4wLjEgKGJ1aWxk"
    "IDhkNzgxMTRlOTApGTwcAAAcAAAcAAAAcwEAAFBBUjE="
)
"""A Parquet file of one row: subject_id 17.0, cohort A, score 0.5."""

RULE = Rule(
    code="DATA016",
    name="float-id",
    severity=Severity.ERROR,
    summary="A Parquet column that names units, cohorts, folds or models holds floating-point numbers.",
    why=(
        "9007199254740992 and 9007199254740993 are one number there: a single missing id once turned the whole "
        "column into such numbers."
    ),
    help="write the column as text or as integers",
    source="IEEE 754-2019, section 3.6",
    bad=(Example(plan=_PLAN, files={"predictions.parquet": b64decode(_FLOATS)}),),
    good=(
        Example(files={"predictions.csv": "subject_id,cohort,score\n9007199254740992,A,0.9\n9007199254740993,B,0.2\n"}),
    ),
    reader=True,
)
