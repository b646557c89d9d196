"""LEAK109: a fold's cut-off was chosen with the cohort that the fold holds out."""

from collections.abc import Iterator, Mapping, Sequence

from evalspec.plan.model import Plan
from evalspec.plan.model.design import ByCohort, Threshold
from evalspec.records import Blinded, ThresholdRow
from evalspec.rules.base import Answer, Evidence, Example, NotApplicable, Objection, Rule, Undecided
from evalspec.rules.data._said import counted, named
from evalspec.rules.leak._rederived import proved
from evalspec.rules.leak._sides import misplaced
from evalspec.terms import DesignKind, Grade, Leakage, Severity, ThresholdSource

_FROM_TRAINING = (ThresholdSource.TRAINING, ThresholdSource.INNER_VALIDATION)


def text(plan: Plan) -> Iterator[Answer]:
    if plan.design.kind is not DesignKind.LEAVE_ONE_COHORT_OUT:
        yield NotApplicable("the design is not leave-one-cohort-out")
        return
    for name, t in plan.thresholds.items():
        if t.source in _FROM_TRAINING and isinstance(t.value, ByCohort):
            yield Undecided(f"thresholds.{name}.values, a file that says what each value was chosen on")
        elif t.source in _FROM_TRAINING and t.value is not None:
            yield Objection(
                path=("thresholds", name, "value"),
                message=f"threshold `{name}` is one cut-off for all folds, so it was chosen with cohorts that are held out in some",
                help="give `values`, a file with one value a fold, each chosen without the cohort that the fold holds out",
            )


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    if plan.design.kind is not DesignKind.LEAVE_ONE_COHORT_OUT:
        return
    chosen = {
        n: t for n, t in plan.thresholds.items() if t.values is not None and t.source is not ThresholdSource.EVALUATION
    }
    if not chosen:
        yield NotApplicable("no threshold comes from a file of values")
        return
    held = _held_out(blinded)
    for name, t in chosen.items():
        rows = [r for r in blinded.thresholds if r.threshold == name]
        yield from _one(name, t, rows, held, proved(blinded, name))


def _held_out(blinded: Blinded) -> dict[str, set[str]]:
    """Each fold's held-out cohorts: those it evaluates; where that is another than the manifest says, the manifest's."""
    wrong = misplaced(blinded)
    held: dict[str, set[str]] = {}
    for fold, cohort in blinded.ask("SELECT DISTINCT fold, cohort FROM prediction WHERE fold <> '' AND cohort <> ''"):
        if (fold, cohort) not in {(m.fold, m.cohort) for m in wrong}:
            held.setdefault(fold, set()).add(cohort)
    for m in wrong:
        held.setdefault(m.fold, set()).update(m.held_out)
    return held


def _one(
    name: str, t: Threshold, rows: Sequence[ThresholdRow], held: Mapping[str, set[str]], recomputed: bool
) -> Iterator[Answer]:
    assert t.values
    path = ("thresholds", name, "values")
    everywhere = [r for r in rows if r.fold is None]
    if everywhere and t.source in _FROM_TRAINING:
        message = (
            f"threshold `{name}` has one cut-off for all folds, so it was chosen with cohorts that are held out in some"
        )
        yield Objection(path=path, file=t.values.path, line=everywhere[0].line, message=message)
        return
    bad = [r for r in rows if set(r.chosen_on or ()) & held.get(r.fold or "", set())]
    if bad:
        folds = sorted({r.fold or "" for r in bad})
        message = (
            f"threshold `{name}`: {len(bad)} of {counted(len(rows), 'value')} {'was' if len(bad) == 1 else 'were'} chosen with the cohort"
            f" that the fold holds out ({'fold' if len(folds) == 1 else 'folds'} {named(folds)}), the first in line {bad[0].line}"
        )
        yield Objection(path=path, file=t.values.path, line=bad[0].line, message=message)
    if recomputed:
        yield Evidence(
            Grade.PROVED, f"each value of threshold `{name}` was recomputed from data without a held-out unit"
        )
        return
    yield from _not_seen(name, rows, held)
    yield Evidence(Grade.MATCHED, "no value was chosen on a cohort that its fold holds out, by the file of values")


def _not_seen(name: str, rows: Sequence[ThresholdRow], held: Mapping[str, set[str]]) -> Iterator[Undecided]:
    if not rows:
        yield Undecided(f"the values of threshold `{name}`")
    elif any(not r.chosen_on for r in rows):
        yield Undecided(f"thresholds.{name}.values.columns.chosen_on, the cohorts that each value was chosen on")
    if any(r.fold is not None and r.fold not in held for r in rows):
        yield Undecided("the predictions of every fold that has a threshold value")


_LOCO = "design: {kind: leave-one-cohort-out, fold: cohort}\n"
_VALUES = (
    "thresholds: {main: {source: inner-validation, values: {path: cut-offs.csv}, positive_when: score >= threshold}}"
)

RULE = Rule(
    code="LEAK109",
    name="threshold-from-held-out-cohort",
    severity=Severity.ERROR,
    leakage=Leakage.THRESHOLD,
    summary="A fold's cut-off was chosen with the cohort that the fold holds out.",
    why="The held-out labels have then shaped the calls that they judge: sensitivity and specificity there are optimistic.",
    help="choose each fold's cut-off on its training cohorts alone",
    source="Kapoor & Narayanan 2023, Patterns 4:100804, type L1; Leeflang et al. 2008, Clin Chem 54:729",
    bad=(
        _LOCO + "thresholds: {main: {source: inner-validation, value: 0.5, positive_when: score >= threshold}}",
        Example(plan=_LOCO + _VALUES, files={"cut-offs.csv": "model,fold,value,chosen_on\nm1,A,0.6,A;B\nm1,B,0.5,A\n"}),
    ),
    good=(
        _LOCO
        + "thresholds: {main: {source: prespecified, value: 0.5, positive_when: score >= threshold, why: the label}}",
        Example(plan=_LOCO + _VALUES, files={"cut-offs.csv": "model,fold,value,chosen_on\nm1,A,0.6,B\nm1,B,0.5,A\n"}),
    ),
    text=text,
    files=files,
)
