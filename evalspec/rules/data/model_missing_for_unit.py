"""DATA112: a model has no row for a unit that another model has."""

from collections.abc import Iterator

from evalspec.plan.load import near
from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Evidence, Example, Objection, Rule
from evalspec.rules.data._said import counted, objection
from evalspec.rules.data._sql import evaluated, has, listed, literal, no_prediction_is_declared, quoted
from evalspec.terms import Grade, Layout, Severity


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    assert plan.data.predictions
    yield from _repeats(plan, blinded)
    column = plan.data.predictions.columns.of("model")
    if plan.data.predictions.layout is Layout.WIDE or not has(blinded, "predictions", column):
        yield Evidence(Grade.PROVED, "each row has a column for every model")
        return
    there = [str(m) for (m,) in blinded.ask(f"SELECT DISTINCT {quoted(column)} FROM predictions ORDER BY 1")]
    yield from _absent(plan, [m for m in plan.models if m not in there], [m for m in there if m not in plan.models])
    if len(there) > 1:
        yield from _units(plan, blinded, [m for m in plan.models if m in there])
    yield Evidence(Grade.PROVED, "every model has a row for each unit")


def _repeats(plan: Plan, blinded: Blinded) -> Iterator[Objection]:
    """A unit that one repeat predicts, every repeat predicts."""
    if plan.design.repeat is None:
        return
    rows = f"prediction p WHERE trim(unit) <> '' AND {evaluated(plan, 'p')} AND model IN {listed(plan.models)}"
    units, line = blinded.ask(
        f"SELECT count(DISTINCT (unit, cohort)), min(line) FROM (SELECT unit, cohort, min(line) AS line, "
        f"count(DISTINCT repeat) AS repeats FROM {rows} GROUP BY unit, cohort, model, label) "
        f"WHERE repeats < (SELECT count(DISTINCT repeat) FROM {rows})"
    )[0]
    if units:
        has_none = (
            "has a prediction in some repeats and none" if units == 1 else "have predictions in some repeats and none"
        )
        message = f"{counted(units, 'unit')} {has_none} in others, the first in line {line}"
        yield objection(blinded, "predictions", message, line=line)


def _absent(plan: Plan, models: list[str], others: list[str]) -> Iterator[Objection]:
    for model in models:
        guess = near(model, others) if others else "add its rows, or take the model out of the plan"
        yield Objection(path=("models", model), message=f"model `{model}` has no row in the predictions", help=guess)


def _units(plan: Plan, blinded: Blinded, models: list[str]) -> Iterator[Answer]:
    """Against every unit of the evaluation cohorts, also one that only an undeclared model predicts.

    With ``data.units``, a unit that no declared model predicts is another rule's.
    """
    if not models:
        return
    wanted = ", ".join(f"(count(*) FILTER ({_without(m)}), min(line) FILTER ({_without(m)}))" for m in models)
    kept = f"AND model IN {listed(models)} " if "units" in blinded.tables else ""
    counts = blinded.ask(
        f"SELECT {wanted} FROM (SELECT list(DISTINCT model) AS models, min(line) AS line FROM prediction p "
        f"WHERE trim(unit) <> '' AND {evaluated(plan, 'p')} {kept}GROUP BY unit, cohort, repeat)"
    )[0]
    for model, (units, line) in zip(models, counts, strict=True):
        if not units:
            continue
        if no_prediction_is_declared(plan):
            yield Evidence(
                Grade.PROVED, f"model `{model}`: {counted(units, 'unit')} without a row, handled as the plan says"
            )
            continue
        message = f"model `{model}` has no row for {counted(units, 'unit')} that other models predict, the first in line {line}"
        yield objection(blinded, "predictions", message, line=line)


def _without(model: str) -> str:
    return f"NOT list_contains(models, {literal(model)})"


_LONG = (
    "data: {predictions: {path: predictions.csv, layout: long}, outcomes: outcomes.csv}\n"
    "models:\n"
    "  m1: {score: score, scale: probability, direction: higher-is-positive}\n"
    "  m2: {score: score, scale: probability, direction: higher-is-positive}\n"
)

RULE = Rule(
    code="DATA112",
    name="model-missing-for-unit",
    severity=Severity.ERROR,
    summary="A model of the plan has no row for a unit that another model has, or none at all.",
    why="Models judged on different units are not compared, and one that is silent on the hard cases looks better.",
    help="add the missing rows, or say in `handling.missing_prediction` what becomes of them",
    source="Bossuyt et al. 2015, BMJ 351:h5527 (STARD 2015), item 16",
    needs=("predictions",),
    bad=(
        Example(
            plan=_LONG,
            files={"predictions.csv": "subject_id,cohort,model,score\ns01,A,m1,0.9\ns01,A,m2,0.8\ns07,B,m1,0.2\n"},
        ),
        Example(plan=_LONG, files={"predictions.csv": "subject_id,cohort,model,score\ns01,A,m1,0.9\ns07,B,m1,0.2\n"}),
        Example(
            plan=_LONG[: _LONG.index("  m2")],
            files={"predictions.csv": "subject_id,cohort,model,score\ns01,A,m1,0.9\ns02,A,m2,0.8\ns07,B,m1,0.2\n"},
        ),
    ),
    good=(
        Example(
            plan=_LONG,
            files={
                "predictions.csv": (
                    "subject_id,cohort,model,score\ns01,A,m1,0.9\ns01,A,m2,0.8\ns07,B,m1,0.2\ns07,B,m2,0.1\n"
                )
            },
        ),
    ),
    grade=Grade.PROVED,
    files=files,
)
