"""The text is no YAML."""

from evalspec.rules.base import Example, Rule
from evalspec.terms import Severity

RULE = Rule(
    code="PLAN003",
    name="yaml-syntax",
    severity=Severity.ERROR,
    summary="The text can't be read as YAML.",
    why="A plan that can't be read can't be judged.",
    help="compare the line with a plan that runs: `evalspec init` writes one",
    bad=(
        "units:\n\tid: subject_id\n",
        Example(raw=b'evalspec: 1\nplan: "two\n'),
    ),
    good=("units:\n  id: subject_id\n  id_scope: study\n",),
    reader=True,
)
