"""STAT142: units whose status at the horizon is not known are left out."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.plan.model.demands import Excluded
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    window = plan.outcome.window
    if window is None:
        yield NotApplicable("the outcome has no window in which a unit could be lost")
    elif plan.handling and isinstance(plan.handling.missing_outcome, Excluded):
        named = ", ".join(f"`{t}`" for t in plan.outcome.unknown)
        who = f"units {named}" if named else "units without an outcome"
        message = f"{who} are left out, and the outcome is that of {window.length} from {window.from_}"
        severity = None if named else Severity.WARNING
        yield Objection(path=("handling", "missing_outcome"), message=message, severity=severity)


def _plan(unknown: str, handling: str) -> str:
    return (
        'outcome: {kind: binary, column: outcome, positive: "1", negative: "0", definition: death, reference_standard: registry,\n'
        f"  window: {{from: discharge, length: 30 days}}{unknown}}}\n"
        f"handling: {{missing_prediction: refuse, missing_outcome: {handling}}}\n"
    )


_LOST = ", unknown: [lost]"

RULE = Rule(
    code="STAT142",
    name="censored-units-excluded",
    severity=Severity.ERROR,
    summary="Units whose status at the horizon is not known are left out.",
    why=(
        "Who is followed to the end differs from who is lost, and a case that comes early is known where a non-case must be "
        "followed to the end: leaving the lost out makes cases look more frequent. An error where the plan names a token "
        "for the lost; a warning where outcomes may be missing for another reason."
    ),
    help="say `missing_outcome: bounds`, both extremes, or `refuse`",
    source="Blanche, Dartigues & Jacqmin-Gadda 2013, Biom J 55:687",
    bad=(_plan(_LOST, "{exclude: lost to follow-up}"), _plan("", "{exclude: no record}")),
    good=(_plan(_LOST, "refuse"), _plan(_LOST, "bounds")),
    text=text,
)
