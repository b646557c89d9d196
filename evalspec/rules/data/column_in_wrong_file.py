"""DATA129: a boundary's or the fold's column does not stand in the file where the run looks for it."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Evidence, Example, Objection, Rule
from evalspec.terms import Grade, Severity


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    units, predictions = blinded.tables["units"], blinded.tables["predictions"]
    members = plan.cohorts.members if plan.cohorts and not plan.cohorts.column else {}
    told: set[str] = set()
    for name, cohort in members.items():
        for column in cohort.where or ():
            if column in predictions.columns and column not in units.columns and column not in told:
                told.add(column)
                message = f"`{column}`, a column of boundaries, stands in {predictions.file} and not in {units.file}"
                help = f"put it into {units.file}: with data.units, cohorts are read off that file"
                yield Objection(path=("cohorts", "members", name, "where", column), message=message, help=help)
    fold = None if plan.data.predictions and plan.data.predictions.columns.fold else plan.design.fold
    if fold and fold in units.columns and fold not in predictions.columns:
        message = f"`{fold}`, the column of folds, stands in {units.file} and not in {predictions.file}"
        help = f"put it into {predictions.file}: a fold belongs to a score, not to a unit"
        yield Objection(path=("design", "fold"), message=message, help=help)
    yield Evidence(Grade.PROVED, "columns of boundaries stand in data.units, the column of folds in the predictions")


def study(cohorts: str, design: str = "external") -> str:
    """An example's plan: predictions, units, and these cohorts."""
    return (
        "data: {predictions: predictions.csv, outcomes: outcomes.csv, units: units.csv}\n"
        f"cohorts: {cohorts}\ndesign: {{kind: {design}}}\n"
    )


BOUNDED = "{members: {A: {where: {site: Basel, sex: F}}, B: {where: {site: Bern, sex: F}}}}"
COLUMN = "{column: cohort, members: [A, B]}"
LOCO = "leave-one-cohort-out, fold: fold"
SPLIT = {
    "predictions.csv": "subject_id,sex,score\ns01,F,0.9\ns07,F,0.2\n",
    "units.csv": "subject_id,site\ns01,Basel\ns07,Bern\n",
}
FOLD_OF_UNITS = {
    "predictions.csv": "subject_id,cohort,score\ns01,A,0.9\ns07,B,0.2\n",
    "units.csv": "subject_id,fold\ns01,A\ns07,B\n",
}

RULE = Rule(
    code="DATA129",
    name="column-in-wrong-file",
    severity=Severity.ERROR,
    summary="A column of boundaries stands in the predictions alone beside `data.units`, or the fold's in `data.units`.",
    why=(
        "Cohorts are read off one file: the table of units, where there is one. A fold says which fit gave a score, so "
        "it stands beside the score."
    ),
    help="put the columns of boundaries into data.units, and the column of folds into data.predictions",
    source="Wickham 2014, J Stat Softw 59:10",
    needs=("units", "predictions"),
    bad=(
        Example(plan=study(BOUNDED), files=SPLIT),
        Example(plan=study(COLUMN, LOCO), files=FOLD_OF_UNITS),
    ),
    good=(
        Example(
            plan=study(BOUNDED),
            files={
                "predictions.csv": "subject_id,score\ns01,0.9\ns07,0.2\n",
                "units.csv": "subject_id,site,sex\ns01,Basel,F\ns07,Bern,F\n",
            },
        ),
        Example(
            plan=study(COLUMN, LOCO),
            files={
                "predictions.csv": "subject_id,cohort,fold,score\ns01,A,A,0.9\ns07,B,B,0.2\n",
                "units.csv": "subject_id,cohort\ns01,A\ns07,B\n",
            },
        ),
    ),
    grade=Grade.PROVED,
    files=files,
)
