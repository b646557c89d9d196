"""LEAK104: a feature is made from the outcome, or known only after the prediction is due."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Evidence, Example, Objection, Rule, Undecided
from evalspec.rules.data._said import counted, named
from evalspec.rules.leak._features import Feature, boundary_columns, inventory, outcome_columns, sources
from evalspec.terms import Grade, Leakage, Severity


def text(plan: Plan) -> Iterator[Answer]:
    if plan.features is None:
        yield Undecided("features, an inventory of the features: name, available_at, derived_from")


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    if "features" not in blinded.tables:
        there = "is not there yet" if "features" in blinded.missing else "could not be read"
        yield Undecided(f"features, which {there}")
        return
    features = inventory(plan, blinded)
    outcome = outcome_columns(plan) | {"outcome"}
    bounds = {column for _, column in boundary_columns(plan)}  # boundary-from-outcome-side judges these
    unclear = [f for f in features if f.after is None]
    for feature in features:
        fault = _fault(features, feature, outcome)
        if fault and feature.name not in bounds:
            yield Objection(path=("features",), file=blinded.tables["features"].file, line=feature.line, message=fault)
    if unclear:
        yield Undecided(
            f"available_at of {named(f.name for f in unclear)} as `before`, `at-index`, `after`, or an offset such as -3 days"
        )
    yield Evidence(
        Grade.MATCHED,
        f"by the inventory none of {counted(len(features), 'feature')} is made from the outcome, and all are known at the index time",
    )


def _fault(features: tuple[Feature, ...], feature: Feature, outcome: set[str]) -> str:
    made = sorted(sources(features, feature.name) & outcome)
    if feature.name in outcome:
        return f"feature `{feature.name}` is the outcome itself"
    if made:
        return f"feature `{feature.name}` is made from `{made[0]}`"
    if feature.after:
        return f"feature `{feature.name}` is known only after the index time ({feature.available_at})"
    return ""


_HEAD = "name,available_at,derived_from\n"

RULE = Rule(
    code="LEAK104",
    name="outcome-in-features",
    severity=Severity.ERROR,
    leakage=Leakage.FEATURES,
    summary="A feature is made from the outcome, or becomes known only after the prediction is due.",
    why="A classifier that reads its answer off its input looks perfect, and has nothing to read when it is used.",
    help="leave the feature out of the model, or take what is known of it at the index time",
    source="Kapoor & Narayanan 2023, Patterns 4:100804, type L2",
    bad=(
        Example(plan="features: features.csv", files={"features.csv": _HEAD + "age,at-index,\nantibiotics,+1 day,\n"}),
        Example(
            plan="features: features.csv",
            files={"features.csv": _HEAD + "risk,before,severity\nseverity,before,outcome;age\n"},
        ),
    ),
    good=(
        Example(plan="features: features.csv", files={"features.csv": _HEAD + "age,0,\nlactate,-2 h,lab\n"}),
        "design: {kind: external}",
    ),
    text=text,
    files=files,
    when=lambda plan: plan.features is not None,
)
