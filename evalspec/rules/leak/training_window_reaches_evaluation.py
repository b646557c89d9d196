"""LEAK125: outcomes of the last training units became known only while evaluation data were being taken."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, Evidence, NotApplicable, Objection, Rule, Undecided
from evalspec.rules.leak._dates import day, later
from evalspec.terms import DesignKind, Grade, Leakage, Severity


def text(plan: Plan) -> Iterator[Answer]:
    window, timeline = plan.outcome.window, plan.design.timeline
    if plan.design.kind is not DesignKind.TEMPORAL:
        yield NotApplicable("the design claims nothing about time")
        return
    if window is None:
        yield NotApplicable("the outcome has no window")
        return
    until = day(timeline.training_data_until) if timeline else None
    start = day(timeline.evaluation_data_from) if timeline else None
    if until is None or start is None:
        yield Undecided("design.timeline with training_data_until and evaluation_data_from, as dates (2020-01-31)")
        return
    if until >= start:
        yield NotApplicable("training data reach into the evaluation data themselves: see training-after-evaluation")
        return
    known = later(until, window.length)
    if known is None:
        yield Undecided("outcome.window.length as a number of days, weeks, months or years")
    elif known > start:
        message = (
            f"the outcome window of {window.length} after {until} ends on {known}, and evaluation data begin on {start}"
        )
        yield Objection(path=("design", "timeline", "evaluation_data_from"), message=message)
    else:
        yield Evidence(Grade.ATTESTED, "the timeline and the outcome's window say so", "")


def _plan(start: str) -> str:
    return (
        f'design: {{kind: temporal, timeline: {{training_data_until: "2019-12-31", evaluation_data_from: "{start}"}}}}\n'
        'outcome:\n  kind: binary\n  column: outcome\n  positive: "1"\n  negative: "0"\n  definition: sepsis\n'
        "  reference_standard: adjudication by two physicians\n  window: {from: sampling, length: 30 days}\n"
    )


RULE = Rule(
    code="LEAK125",
    name="training-window-reaches-evaluation",
    severity=Severity.ERROR,
    leakage=Leakage.TEMPORAL,
    summary="The outcome window of the training data reaches into the evaluation data.",
    why=(
        "The labels of the last training units were then settled by what happened while evaluation units were enrolled: "
        "a fit at the start of the evaluation could not have had them."
    ),
    help="end the training data one outcome window before the evaluation data begin",
    source="Kapoor & Narayanan 2023, Patterns 4:100804, type L3.1",
    bad=(_plan("2020-01-15"),),
    good=(_plan("2020-02-01"),),
    text=text,
)
