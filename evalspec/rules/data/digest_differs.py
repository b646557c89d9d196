"""DATA101: a blinded file is not the one whose digest is on the record."""

from evalspec.rules.base import Example, Rule
from evalspec.terms import Severity

RULE = Rule(
    code="DATA101",
    name="digest-differs",
    severity=Severity.ERROR,
    summary="A blinded file is not the one whose digest was recorded at the seal or by `bind`.",
    why=(
        "Scores that change after the seal could have been tuned on outcomes that somebody has seen. The run compares "
        "every digest before it opens the outcomes, and refuses with exit code 3."
    ),
    help="restore the recorded file, or seal a plan of its own for the new one",
    source="Chan et al. 2013, BMJ 346:e7586 (SPIRIT 2013), item 19",
    bad=(Example(files={"predictions.csv": "subject_id,cohort,score\ns01,A,0.95\ns07,B,0.2\n"}),),
    good=(Example(files={"predictions.csv": "subject_id,cohort,score\ns01,A,0.9\ns07,B,0.2\n"}),),
    reader=True,
    later="the plan is bound, run or verified",
)
