"""DATA118: the predictions hold a label that the plan does not declare."""

from collections.abc import Iterator

from evalspec.plan.load import near
from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Evidence, Example, NotApplicable, Rule
from evalspec.rules.data._said import MOST, at, objection, shown
from evalspec.rules.data._sql import listed, quoted
from evalspec.terms import Grade, Layout, OutcomeKind, Severity


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    file = plan.data.predictions
    assert file
    several = plan.outcome.kind is OutcomeKind.MULTILABEL and file.layout is Layout.LONG
    column = file.columns.label or ("label" if several else None)
    if column is None or column not in blinded.tables["predictions"].columns:
        yield NotApplicable("the predictions have no column of labels")
        return
    known = list(plan.outcome.labels or ())
    unknown = f"{quoted(column)} NOT IN {listed(known)}" if known else "true"
    found = blinded.ask(
        f"SELECT {quoted(column)}, count(*), min(line) FROM predictions WHERE {unknown} GROUP BY 1 ORDER BY min(line) LIMIT {MOST}"
    )
    for label, rows, line in found:
        message = f"label {shown(label)} is not in outcome.labels: {at(rows, line)}"
        yield objection(blinded, "predictions", message, line=line, help=near(label, known) if known else "")
    yield Evidence(Grade.PROVED, "every label is in the plan")


_LABELS = "data: {predictions: {path: predictions.csv, columns: {label: finding}}, outcomes: outcomes.csv}\n"
_TWO = "subject_id,cohort,finding,score\ns01,A,sepsis,0.9\ns07,B,sepsis,0.2\n"

_SEVERAL = """\
outcome:
  kind: multilabel
  positive: "1"
  negative: "0"
  labels: {preterm: {definition: born before 37 weeks}, small: {definition: below the 10th centile}}
  reference_standard: birth register
data: {predictions: {path: predictions.csv, layout: long}, outcomes: outcomes.csv}
summaries:
  - id: found
    role: primary
    metric: sensitivity
    threshold: main
    cohorts: pooled
    classes: each
    interval: {method: wilson, level: 0.95}
"""


def _scores(*labels: str) -> str:
    rows = [f"{unit},m1,{label},0.5" for unit in ("s01,A", "s07,B") for label in labels]
    return "\n".join(["subject_id,cohort,model,label,score", *rows]) + "\n"


RULE = Rule(
    code="DATA118",
    name="label-not-declared",
    severity=Severity.ERROR,
    summary="The predictions hold a label that the plan does not declare.",
    why="The list of labels comes from the plan, never from the data: else a misspelt label would be one label more.",
    help="declare it in `outcome.labels`, or take the column of labels out of `columns`",
    source="Sechidis et al. 2011, ECML PKDD, LNCS 6913:145",
    needs=("predictions",),
    bad=(
        Example(plan=_SEVERAL, files={"predictions.csv": _scores("preterm", "smal")}),
        Example(plan=_LABELS, files={"predictions.csv": _TWO}),
    ),
    good=(
        Example(plan=_SEVERAL, files={"predictions.csv": _scores("preterm", "small")}),
        Example(
            plan="data: {predictions: predictions.csv, outcomes: outcomes.csv}\n",
            files={"predictions.csv": _TWO},
        ),
    ),
    grade=Grade.PROVED,
    files=files,
)
