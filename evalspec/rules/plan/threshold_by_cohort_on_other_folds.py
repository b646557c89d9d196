"""PLAN150: threshold values for cohorts, where a row's fold is not called like its cohort."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.plan.model.design import ByCohort
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Evidence, Example, NotApplicable, Objection, Rule, Undecided
from evalspec.rules.data._said import at
from evalspec.rules.data._sql import evaluated
from evalspec.terms import DesignKind, Grade, Severity


def by_cohort(plan: Plan) -> list[str]:
    """The thresholds with a value for each cohort; in other designs than this they are another rule's."""
    if plan.design.kind is not DesignKind.LEAVE_ONE_COHORT_OUT or plan.data.counts is not None:
        return []
    return [name for name, threshold in plan.thresholds.items() if isinstance(threshold.value, ByCohort)]


def has_folds(plan: Plan) -> bool:
    """Whether the plan names a column of folds in the predictions."""
    file = plan.data.predictions
    return bool(plan.design.fold or (file and file.columns.fold))


def text(plan: Plan) -> Iterator[Answer]:
    if not by_cohort(plan):
        yield NotApplicable("no threshold has values by cohort in a leave-one-cohort-out design")
    elif not has_folds(plan):
        for name in by_cohort(plan):
            message = (
                f"{name} has a value for each cohort, which goes by the row's fold, and the design names no `fold`"
            )
            yield Objection(path=("thresholds", name, "value"), message=message, help=_FOLD)


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    names = by_cohort(plan)
    if not names or not has_folds(plan) or plan.data.predictions is None:
        return
    if "predictions" not in blinded.tables:
        yield Undecided("the predictions, to know the folds")
        return
    differ = f"FROM prediction p WHERE fold <> cohort AND {evaluated(plan, 'p')}"
    rows, line = blinded.ask(f"SELECT count(DISTINCT line), min(line) {differ}")[0]
    if not rows:
        yield Evidence(Grade.PROVED, "each row's fold is called like its cohort")
        return
    fold, cohort = blinded.ask(f"SELECT arg_min(fold, line), arg_min(cohort, line) {differ}")[0]
    for name in names:
        message = (
            f"{name} has a value for each cohort, and fold `{fold}` holds rows of cohort `{cohort}`: {at(rows, line)}"
        )
        yield Objection(path=("thresholds", name, "value"), file=plan.data.predictions.path, line=line, message=message)


_FOLD = "say `fold:` in `design`: the column whose values are the cohorts' names"


def main(design: str) -> str:
    """An example's threshold with a value for each cohort, in this design."""
    return (
        f"design: {{kind: leave-one-cohort-out{design}}}\n"
        "thresholds:\n"
        "  main: {source: inner-validation, value: {by: cohort, values: {A: 0.5, B: 0.4}, why: another analyser}, "
        "positive_when: score >= threshold}\n"
        "summaries: [{id: found, role: primary, metric: sensitivity, threshold: main, cohorts: pooled}]\n"
    )


def rows(a: str, b: str) -> dict[str, str]:
    """An example's predictions, with the folds of cohorts A and B."""
    scored = (f"s{n:02},{'A' if n < 7 else 'B'},{a if n < 7 else b},0.{n:02}\n" for n in range(1, 13))
    return {"predictions.csv": "subject_id,cohort,fold,score\n" + "".join(scored)}


RULE = Rule(
    code="PLAN150",
    name="threshold-by-cohort-on-other-folds",
    severity=Severity.ERROR,
    summary="A threshold has a value for each cohort, and rows whose fold is not called like their cohort.",
    why="The value goes by the row's fold. Under other labels a row would get no value, or another cohort's.",
    help="call each fold like the cohort that it holds out, or give the values in a file, one a model and fold",
    bad=(
        main(""),
        Example(plan=main(", fold: fold"), files=rows("B", "A")),
        Example(plan=main(", fold: fold"), files=rows("1", "2")),
    ),
    good=(Example(plan=main(", fold: fold"), files=rows("A", "B")),),
    text=text,
    files=files,
)
