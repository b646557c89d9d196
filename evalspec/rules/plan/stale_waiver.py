"""A waiver that can match nothing. Whether its rule is one is judged with the findings, where every rule is known."""

from collections.abc import Iterator
from datetime import date

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule, Undecided
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    if not plan.waivers:
        yield NotApplicable("the plan has no waivers")
        return
    seen: set[tuple[str, str]] = set()
    for k, waiver in enumerate(plan.waivers):
        if (waiver.rule, waiver.place) in seen:
            yield Objection(path=("waivers", k), message=f"{waiver.rule} at {waiver.place} is waived a second time")
        seen.add((waiver.rule, waiver.place))
        if _section(waiver.place) not in type(plan).model_fields:
            message = f"`{waiver.place}` is no place in a plan"
            yield Objection(path=("waivers", k, "place"), message=message, help=_PLACE)
        if waiver.until is not None and not _is_date(waiver.until):
            message = f"`{waiver.until}` is no date"
            yield Objection(path=("waivers", k, "until"), message=message, help="write the last day, as 2027-06-30")
    yield Undecided("the other rules' findings, and today's date, to tell whether each waiver still matches one")


_PLACE = "write the path of what is waived, beginning with its section, such as `summaries.found`"


def _section(place: str) -> str:
    return place.replace("[", ".").split(".", 1)[0]


def _is_date(written: str) -> bool:
    try:
        return date.fromisoformat(written).isoformat() == written
    except ValueError:
        return False


WAIVER = "waivers: [{rule: WHAT, place: summaries.found, why: asked for by the sponsor, by: A. Reviewer}]"

RULE = Rule(
    code="PLAN131",
    name="stale-waiver",
    severity=Severity.ERROR,
    summary="A waiver names no rule or no place, or matches no finding.",
    why="A waiver that outlives its finding would silence the next one.",
    help="remove the waiver, or correct what it names",
    bad=(
        WAIVER.replace("WHAT", "unused-declaration").replace("summaries.found", "everywhere"),
        WAIVER.replace("WHAT", "unused-declaration").replace("Reviewer", "Reviewer, until: summer"),
    ),
    good=(WAIVER.replace("WHAT", "unused-declaration"), WAIVER.replace("WHAT", "PLAN106")),
    text=text,
)
