"""LEAK105: training data are later than evaluation data: time runs backwards."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Evidence, Example, NotApplicable, Objection, Rule, Undecided
from evalspec.rules.data._said import counted
from evalspec.rules.leak._dates import day
from evalspec.rules.leak._sides import in_fold, one_fold
from evalspec.terms import DesignKind, Grade, Leakage, Severity


def text(plan: Plan) -> Iterator[Answer]:
    if plan.design.kind is not DesignKind.TEMPORAL:
        yield NotApplicable("the design claims nothing about time")
        return
    timeline = plan.design.timeline
    until, start = (timeline.training_data_until, timeline.evaluation_data_from) if timeline else (None, None)
    trained, evaluated = day(until), day(start)
    if trained is None or evaluated is None:
        if not dated(plan):
            yield Undecided("design.timeline with training_data_until and evaluation_data_from, as dates (2020-01-31)")
    elif trained >= evaluated:
        message = f"training data reach to {until}, and evaluation data begin on {start}"
        yield Objection(path=("design", "timeline", "training_data_until"), message=message)
    elif not dated(plan):
        yield Evidence(Grade.ATTESTED, "the timeline says so", DATES)


DATES = "data.training.columns.date and units.date, a date for each record"


def dated(plan: Plan) -> bool:
    """Whether records of both sides have dates, in a temporal design."""
    training, units = plan.data.training, plan.units
    both = training is not None and training.columns.date is not None and units is not None and units.date is not None
    return both and plan.design.kind is DesignKind.TEMPORAL


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    assert plan.data.training
    training = [(f, line, day(d)) for f, line, d in blinded.ask(_TRAINING)]
    evaluated = [(f, day(d)) for f, d in blinded.ask("SELECT DISTINCT fold, date FROM prediction")]
    unread = sum(d is None for _, _, d in training) + sum(d is None for _, d in evaluated)
    if unread:
        yield Undecided(f"a date such as 2020-01-31 in {counted(unread, 'record')} that has none")
    apart = one_fold(blinded, "m", "e") == "true"
    for fold in dict.fromkeys(f for f, _ in evaluated):
        starts = [d for f, d in evaluated if d is not None and (apart or f == fold)]
        late = [
            (n, d) for f, n, d in training if d is not None and (apart or f == fold) and starts and d >= min(starts)
        ]
        if late:
            message = f"{in_fold(fold)}: {counted(len(late), 'training record')} not earlier than the first evaluated unit ({min(starts)})"
            first = min(late)
            message += f", the first, of {first[1]}, in line {first[0]}"
            yield Objection(path=("data", "training"), file=plan.data.training.path, line=first[0], message=message)
        if apart:
            break
    yield Evidence(Grade.PROVED, "every training record is earlier than every unit that its fold evaluates")


_TRAINING = "SELECT fold, line, date FROM manifest WHERE role = 'training' ORDER BY line"

_TIMELINE = 'design: {{kind: temporal, timeline: {{training_data_until: "{}", evaluation_data_from: "{}"}}}}\n'
_DATED = (
    "units: {id: subject_id, id_scope: study, date: seen_on}\n"
    "data: {predictions: predictions.csv, outcomes: outcomes.csv, training: {path: train.csv, columns: {date: seen_on}}}\n"
    "design: {kind: temporal}\n"
)
_PREDICTIONS = "subject_id,cohort,score,seen_on\n" + "".join(
    f"s{k:02},{'A' if k < 7 else 'B'},0.{k + 10},2021-03-{k:02}\n" for k in range(1, 13)
)

RULE = Rule(
    code="LEAK105",
    name="training-after-evaluation",
    severity=Severity.ERROR,
    leakage=Leakage.TEMPORAL,
    summary="In a temporal design, training data are not earlier than the evaluation data.",
    why="A classifier that is to foresee was then fitted on what came after: in use, nobody has the future to learn from.",
    help="take training data from before the first evaluated unit, or declare another design and another claim",
    source="Kapoor & Narayanan 2023, Patterns 4:100804, type L3.1",
    bad=(
        _TIMELINE.format("2021-06-30", "2021-03-01"),
        Example(
            plan=_DATED,
            files={
                "predictions.csv": _PREDICTIONS,
                "train.csv": "subject_id,role,seen_on\nt1,train,2020-12-31\nt2,train,2021-03-05\n",
            },
        ),
    ),
    good=(
        _TIMELINE.format("2020-12-31", "2021-03-01"),
        Example(
            plan=_DATED,
            files={
                "predictions.csv": _PREDICTIONS,
                "train.csv": "subject_id,role,seen_on\nt1,train,2020-12-31\nt2,train,2021-02-28\n",
            },
        ),
    ),
    text=text,
    files=files,
    needs=("predictions", "training"),
    when=dated,
)
