"""PLAN130: the dates of the data and of the acts can't be so, or are no dates."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta, timezone
from typing import Any

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule, Undecided
from evalspec.rules.plan._boundaries import limit
from evalspec.terms import Severity

FIELDS = ("training_data_until", "evaluation_data_from", "models_locked", "thresholds_locked", "outcomes_opened")

_ORDER = (
    ("models_locked", "outcomes_opened", "the models were final after the outcomes were opened"),
    ("thresholds_locked", "outcomes_opened", "the thresholds were final after the outcomes were opened"),
    ("training_data_until", "models_locked", "the models were final before their training data ended"),
    ("evaluation_data_from", "outcomes_opened", "the outcomes were opened before the evaluation data began"),
)
"""What comes first, what comes later, and what it would mean if it did not."""


@dataclass(frozen=True, slots=True)
class When:
    """A date or an instant. A date is a day of the calendar somewhere: it lasts from its first zone to its last."""

    kind: str
    value: Any

    @property
    def begins(self) -> datetime:
        return self.value if self.kind == "instant" else datetime.combine(self.value, time(), _EAST)

    @property
    def ends(self) -> datetime:
        return self.value if self.kind == "instant" else datetime.combine(self.value, time(23, 59, 59), _WEST)


_EAST, _WEST = timezone(timedelta(hours=14)), timezone(timedelta(hours=-12))


def text(plan: Plan) -> Iterator[Answer]:
    line = plan.design.timeline
    if line is None:
        yield NotApplicable("the design has no timeline")
        return
    found: dict[str, When] = {}
    for field in FIELDS:
        given = getattr(line, field)
        if given is not None:
            kind, value, why = limit(given)
            if why:
                yield Objection(path=_path(field), message=f'"{given}" {_WHY.get(why, why)}', help=_HELP)
            else:
                found[field] = When(kind, value)
    for first, later, fault in _ORDER:
        if first in found and later in found:
            yield from _compare(found, first, later, fault)


def _path(field: str) -> tuple[str, ...]:
    return ("design", "timeline", field)


def _compare(found: Mapping[str, When], first: str, later: str, fault: str) -> Iterator[Answer]:
    a, b = found[first], found[later]
    if a.kind == b.kind:
        wrong = a.value > b.value if a.kind == "date" else a.value >= b.value
    elif a.ends < b.begins:
        return
    elif wrong := a.begins > b.ends:
        pass
    else:
        yield Undecided(f"{first} and {later} in one kind, dates or instants, to tell which came first")
        return
    if wrong:
        message = f"`{first}` is {_told(a)}, `{later}` is {_told(b)}: {fault}"
        yield Objection(path=_path(first), message=message)


def _told(when: When) -> str:
    told: str = when.value.isoformat()
    return told


_WHY = {
    "is neither a number, a date nor an instant": "is neither a date nor an instant",
    "is a text: a number stands without quotes": "is no date",
}
_HELP = 'write a date as "2020-01-31", an instant with its zone as "2020-01-31T08:00Z"'


def timeline(*dates: str, kind: str = "external") -> str:
    """An example's design with dates."""
    return f"design: {{kind: {kind}, timeline: {{{', '.join(dates)}}}}}\n"


RULE = Rule(
    code="PLAN130",
    name="timeline-out-of-order",
    severity=Severity.ERROR,
    summary="The dates of the data and of the acts can't be so, or are no dates.",
    why=(
        "What was final after the outcomes were opened can have been fitted to them. A date that can't be read promises "
        "nothing. Whether training data are earlier than evaluation data is judged by training-after-evaluation."
    ),
    help="correct the date; models and thresholds are final before the outcomes are opened",
    source="Kapoor & Narayanan 2023, Patterns 4:100804, type L3.1",
    bad=(
        timeline("models_locked: 2020-06-01", "outcomes_opened: 2020-05-01"),
        timeline('thresholds_locked: "2020-06-01T10:00+02:00"', 'outcomes_opened: "2020-06-01T08:00Z"'),
        timeline("training_data_until: 2020-06-01", "models_locked: 2020-05-01"),
        timeline("evaluation_data_from: 2020-06-01", "outcomes_opened: 2020-05-01"),
        timeline("models_locked: 31.12.2019"),
        timeline("models_locked: 2019-02-29"),
        timeline('models_locked: "2019-12-31T08:00"'),
    ),
    good=(
        timeline("models_locked: 2020-05-01", "thresholds_locked: 2020-05-02", "outcomes_opened: 2020-05-02"),
        timeline("training_data_until: 2020-05-31", "evaluation_data_from: 2020-06-01", kind="temporal"),
        timeline("training_data_until: 2020-05-31", "evaluation_data_from: 2019-06-01"),
    ),
    text=text,
)
