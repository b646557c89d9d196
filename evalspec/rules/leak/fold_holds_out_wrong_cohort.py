"""LEAK118: a fold evaluates another cohort than it holds out, or several."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Evidence, Example, NotApplicable, Objection, Rule, Undecided
from evalspec.rules.data._said import counted, named
from evalspec.rules.leak._sides import in_fold, misplaced
from evalspec.terms import DesignKind, Grade, Leakage, Severity


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    if plan.design.kind is not DesignKind.LEAVE_ONE_COHORT_OUT:
        yield NotApplicable("the design is not leave-one-cohort-out")
        return
    if plan.design.fold is None:
        yield Undecided("design.fold, the column that names each row's fold")
        return
    wrong = set()
    for m in misplaced(blinded):
        wrong.add(m.fold)
        held = f"the manifest holds out {named(m.held_out)}" if m.held_out else "the manifest holds out none of it"
        message = f"{in_fold(m.fold)} evaluates {counted(m.units, 'unit')} of cohort `{m.cohort}`, the first in line {m.line}; {held}"
        yield _objection(plan, m.line, message)
    several = blinded.ask(
        "SELECT fold, list(DISTINCT cohort ORDER BY cohort), min(line) FROM prediction WHERE cohort <> ''"
        " GROUP BY fold HAVING count(DISTINCT cohort) > 1 ORDER BY min(line)"
    )
    for fold, cohorts, line in several:
        if fold not in wrong:
            yield _objection(
                plan,
                line,
                f"{in_fold(fold)} evaluates {len(cohorts)} cohorts, {named(cohorts)}; one is held out at a time",
            )
    if "training" in blinded.tables:
        yield Evidence(Grade.MATCHED, "each fold evaluates one cohort, and the manifest holds out no other there")
    else:
        yield Evidence(
            Grade.ATTESTED, "each fold evaluates one cohort", "data.training, a manifest that says which is held out"
        )


def _objection(plan: Plan, line: int, message: str) -> Objection:
    assert plan.data.predictions
    return Objection(path=("data", "predictions"), file=plan.data.predictions.path, line=line, message=message)


_PLAN = (
    "data: {predictions: predictions.csv, outcomes: outcomes.csv, training: train.csv}\n"
    "design: {kind: leave-one-cohort-out, fold: fold}"
)
_MANIFEST = "fold,cohort,role\n1,A,test\n1,B,train\n2,A,train\n2,B,test\n"


def _predictions(fold_of_a: str, fold_of_b: str) -> str:
    a = "".join(f"s{n:02},A,{fold_of_a},0.{n}\n" for n in range(1, 7))
    b = "".join(f"s{n:02},B,{fold_of_b},0.{n}\n" for n in range(7, 13))
    return "subject_id,cohort,fold,score\n" + a + b


RULE = Rule(
    code="LEAK118",
    name="fold-holds-out-wrong-cohort",
    severity=Severity.ERROR,
    leakage=Leakage.NO_TEST_SET,
    summary="A fold evaluates another cohort than the one it holds out, or several at once.",
    why="A cohort scored by a fit that was trained on it is not held out; with several in a fold none is left out alone.",
    help="score each cohort with the fit of the fold that holds it out, and write that fold's name in its rows",
    source="Kapoor & Narayanan 2023, Patterns 4:100804, type L1.1",
    bad=(Example(plan=_PLAN, files={"train.csv": _MANIFEST, "predictions.csv": _predictions("2", "1")}),),
    good=(Example(plan=_PLAN, files={"train.csv": _MANIFEST, "predictions.csv": _predictions("1", "2")}),),
    needs=("predictions",),
    files=files,
)
