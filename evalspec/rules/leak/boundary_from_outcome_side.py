"""LEAK126: who is evaluated is decided by a column that only the outcome side knows."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Evidence, Example, NotApplicable, Objection, Rule
from evalspec.rules.leak._features import boundary_columns, inventory, outcome_columns, sources
from evalspec.terms import Grade, Leakage, Severity


def text(plan: Plan) -> Iterator[Answer]:
    columns = list(boundary_columns(plan))
    if not columns:
        yield NotApplicable("no boundary, cohort or subgroup is told by a column")
        return
    for path, column in columns:
        if column in outcome_columns(plan):
            yield Objection(path=path, message=f"`{column}` is the outcome: it is not known when units are chosen")
    if plan.features is None:
        yield Evidence(
            Grade.ATTESTED, "the plan names columns of the blinded files", "features, which say when each is known"
        )


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    if "features" not in blinded.tables:
        return
    features = inventory(plan, blinded)
    known = {f.name: f for f in features}
    for path, column in boundary_columns(plan):
        feature = known.get(column)
        if feature is not None and column not in outcome_columns(plan):
            made = sorted(sources(features, column) & outcome_columns(plan))
            if made or feature.after:
                why = f"it is made from `{made[0]}`" if made else f"it is known only {feature.available_at}"
                yield Objection(path=path, message=f"`{column}` is no column of the predictor side: {why}")
    yield Evidence(Grade.MATCHED, "no boundary uses a column that the inventory of features dates after the index time")


_PREDICTIONS = "subject_id,cohort,score,stay\n" + "".join(
    f"s{k:02},{'A' if k < 7 else 'B'},0.{k + 10},{'long' if k % 2 else 'short'}\n" for k in range(1, 13)
)
_COHORTS = "cohorts: {members: {A: {where: {stay: [long]}}, B: {where: {stay: [short]}}}}\nfeatures: features.csv\n"

RULE = Rule(
    code="LEAK126",
    name="boundary-from-outcome-side",
    severity=Severity.ERROR,
    leakage=Leakage.SAMPLING,
    summary="A cohort, subgroup or stratum is bounded by a column that only the outcome side knows.",
    why="Units chosen by what happened to them are not the units that the classifier will meet.",
    help="bound it by columns that are known when a unit comes in",
    source="Kapoor & Narayanan 2023, Patterns 4:100804, type L3.3",
    bad=(
        Example(
            plan=_COHORTS,
            files={"predictions.csv": _PREDICTIONS, "features.csv": "name,available_at\nstay,after\nage,before\n"},
        ),
    ),
    good=(
        Example(
            plan=_COHORTS,
            files={"predictions.csv": _PREDICTIONS, "features.csv": "name,available_at\nstay,before\nage,before\n"},
        ),
    ),
    text=text,
    files=files,
    when=lambda plan: plan.features is not None,
)
