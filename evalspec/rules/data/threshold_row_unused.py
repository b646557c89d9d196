"""DATA130: a file of threshold values has rows that no score is judged by."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Blinded, ThresholdRow
from evalspec.rules.base import Answer, Evidence, Example, NotApplicable, Objection, Rule, Undecided
from evalspec.rules.data._said import at, named
from evalspec.terms import Grade, Severity


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    from_files = [name for name, t in plan.thresholds.items() if t.values]
    if not from_files:
        yield NotApplicable("no threshold takes its values from a file")
        return
    folds = {str(fold) for (fold,) in blinded.ask("SELECT DISTINCT fold FROM prediction")}
    for name in from_files:
        if f"thresholds.{name}" not in blinded.tables:
            yield Undecided(f"thresholds.{name}.values, which could not be read or is not there yet")
            continue
        rows = [r for r in blinded.thresholds if r.threshold == name and r.line is not None]
        models = [r for r in rows if r.model not in plan.models]
        others = [r for r in rows if r.model in plan.models and r.fold is not None and r.fold not in folds]
        yield from _left(blinded, name, models, [r.model for r in models], "models that the plan does not declare")
        yield from _left(blinded, name, others, [str(r.fold) for r in others], "folds that no prediction is of")
        yield Evidence(Grade.PROVED, f"each value of `{name}` is of a model of the plan and a fold of the predictions")


def _left(blinded: Blinded, name: str, rows: list[ThresholdRow], of: list[str], what: str) -> Iterator[Objection]:
    if rows:
        line = rows[0].line or 1
        message = f"threshold `{name}` has values for {what}, {named(dict.fromkeys(of))}: {at(len(rows), line)}"
        file = blinded.tables[f"thresholds.{name}"].file
        yield Objection(path=("thresholds", name, "values"), file=file, line=line, message=message)


_PLAN = "thresholds: {main: {source: inner-validation, values: cut.csv, positive_when: score >= threshold}}\n"
_FOLDS = "design: {kind: leave-one-cohort-out, fold: cohort}\n"

RULE = Rule(
    code="DATA130",
    name="threshold-row-unused",
    severity=Severity.NOTE,
    summary="A file of threshold values has rows for models or folds that are not there.",
    why="They are left out. Where the name was misspelt, another value than the one meant may make the calls.",
    help="nothing to do if these rows belong to other work; else correct the name",
    source="Wickham 2014, J Stat Softw 59:10",
    needs=("predictions",),
    bad=(
        Example(plan=_PLAN, files={"cut.csv": "model,value\nm1,0.5\nm2,0.4\n"}),
        Example(plan=_PLAN + _FOLDS, files={"cut.csv": "model,fold,value\nm1,A,0.5\nm1,B,0.4\nm1,C,0.4\n"}),
    ),
    good=(
        Example(plan=_PLAN, files={"cut.csv": "model,value\nm1,0.5\n"}),
        Example(plan=_PLAN + _FOLDS, files={"cut.csv": "model,fold,value\nm1,A,0.5\nm1,B,0.4\n"}),
    ),
    grade=Grade.PROVED,
    files=files,
)
