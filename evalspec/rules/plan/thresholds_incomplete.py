"""A threshold without a value for a model, cohort or fold that is judged by it."""

from collections.abc import Iterator, Mapping

from evalspec.plan.model import Plan
from evalspec.plan.model.design import ByCohort, Threshold
from evalspec.records import Blinded, Path
from evalspec.rules.base import Answer, Evidence, Example, NotApplicable, Objection, Rule, Undecided
from evalspec.rules.plan._axes import evaluated
from evalspec.rules.plan._words import models_of
from evalspec.terms import Grade, Severity, ThresholdSource


def users(plan: Plan, name: str) -> list[str]:
    """The models with scores that a summary judges at the threshold, in the plan's order."""
    used = {m for s in plan.summaries if s.threshold == name for m in models_of(plan, s)}
    return [m for m in plan.models if m in used and plan.models[m].calls is None]


def text(plan: Plan) -> Iterator[Answer]:
    if not plan.thresholds:
        yield NotApplicable("the plan declares no thresholds")
    elif plan.data.counts is not None:
        yield NotApplicable("a table of counts has no scores")
    else:
        for name, threshold in plan.thresholds.items():
            yield from _declared(plan, name, threshold)


def _declared(plan: Plan, name: str, threshold: Threshold) -> Iterator[Answer]:
    path: Path = ("thresholds", name)
    value = threshold.value
    if value is None and threshold.values is None and threshold.source is not ThresholdSource.COST:
        yield Objection(path=path, message=f"{name} has neither `value` nor `values`")
    elif value is not None and threshold.values is not None:
        message = f"{name} has both `value` and `values`"
        yield Objection(path=(*path, "values"), message=message, help="keep the one that the calls are made with")
    elif isinstance(value, ByCohort):
        missing = [c for c in evaluated(plan) if c not in value.values]
        yield from _missing((*path, "value", "values"), name, missing)
    elif isinstance(value, Mapping):
        yield from _missing((*path, "value"), name, [m for m in users(plan, name) if m not in value])


def _missing(path: Path, name: str, members: list[str]) -> Iterator[Answer]:
    if members:
        yield Objection(path=path, message=f"{name} has no value for {', '.join(members)}")


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    named = [n for n, t in plan.thresholds.items() if t.values is not None and users(plan, n)]
    late = [n for n in named if f"thresholds.{n}" in blinded.missing]
    for name in late:
        yield Undecided(f"the values of {name}, which are not there yet")
    if plan.data.predictions is None or not named:
        return
    if "predictions" not in blinded.tables:
        yield Undecided("the predictions, to know the folds")
        return
    folds = _folds(plan, blinded)
    there = {(row.threshold, row.model, row.fold) for row in blinded.thresholds}
    for name in named:
        if name not in late and any(n == name for n, _, _ in there):
            yield from _each_fold(plan, name, folds, there)


def _folds(plan: Plan, blinded: Blinded) -> dict[str, list[str]]:
    """Each model's folds, "" where there are none."""
    found: dict[str, list[str]] = {}
    for model, fold in blinded.ask("SELECT DISTINCT model, fold FROM prediction ORDER BY 1, 2"):
        found.setdefault(str(model), []).append("" if fold is None else str(fold))
    return found


def _each_fold(
    plan: Plan, name: str, folds: Mapping[str, list[str]], there: set[tuple[str, str, str | None]]
) -> Iterator[Answer]:
    complete = True
    for model in users(plan, name):
        missing = [
            f for f in folds.get(model, []) if (name, model, f) not in there and (name, model, None) not in there
        ]
        if missing:
            complete = False
            where = f" in fold {', '.join(missing[:3])}" if any(missing) else ""
            more = f" and {len(missing) - 3} more" if len(missing) > 3 else ""
            message = f"{name} has no value for {model}{where}{more}"
            yield Objection(path=("thresholds", name, "values"), message=message)
    if complete:
        yield Evidence(Grade.PROVED, "each model has a value in each of its folds")


TWO = (
    "models:\n"
    "  m1: {score: score, scale: probability, direction: higher-is-positive}\n"
    "  m2: {score: score2, scale: probability, direction: higher-is-positive}\n"
)
PREDICTIONS = "subject_id,cohort,score,score2\n" + "".join(
    f"s{k:02},{'A' if k < 7 else 'B'},0.{k + 10},0.{k + 20}\n" for k in range(1, 13)
)
FILE = "thresholds: {main: {source: inner-validation, values: cut.csv, positive_when: score >= threshold}}\n"
VALUE = "thresholds: {main: {source: prespecified, value: VALUE, positive_when: score >= threshold}}\n"

RULE = Rule(
    code="PLAN118",
    name="thresholds-incomplete",
    severity=Severity.ERROR,
    summary="A threshold has no value, or none for a model, cohort or fold that is judged by it.",
    why="Without the value there are no calls; taking another fold's value would be a guess.",
    help="write one value for each model and fold",
    bad=(
        "thresholds: {main: {source: prespecified, positive_when: score >= threshold}}",
        Example(plan=TWO + VALUE.replace("VALUE", "{m1: 0.5}"), files={"predictions.csv": PREDICTIONS}),
        Example(plan=TWO + FILE, files={"predictions.csv": PREDICTIONS, "cut.csv": "model,value\nm1,0.5\n"}),
    ),
    good=(
        Example(plan=TWO + VALUE.replace("VALUE", "{m1: 0.5, m2: 0.4}"), files={"predictions.csv": PREDICTIONS}),
        Example(plan=TWO + FILE, files={"predictions.csv": PREDICTIONS, "cut.csv": "model,value\nm1,0.5\nm2,0.4\n"}),
    ),
    waivable=False,
    text=text,
    files=files,
)
