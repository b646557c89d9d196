"""One key stands twice in a mapping."""

from evalspec.rules.base import Rule
from evalspec.terms import Severity

RULE = Rule(
    code="PLAN005",
    name="duplicate-key",
    severity=Severity.ERROR,
    summary="A key stands twice in one mapping.",
    why="YAML readers keep one of the two, silently: the number a reviewer read may not be the one computed.",
    help="keep one of them",
    source="YAML 1.2.2, section 3.2.1.1",
    bad=("units:\n  id: subject_id\n  id_scope: study\n  id: patient_id\n",),
    good=("units:\n  id: subject_id\n  id_scope: study\n",),
    reader=True,
)
