"""STAT142: units whose status at the horizon is not known are left out."""

import re
from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.plan.model.demands import Excluded
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    window = plan.outcome.window
    left_out = plan.handling is not None and isinstance(plan.handling.missing_outcome, Excluded)
    if not left_out:
        yield NotApplicable("no unit is left out for want of an outcome")
    elif window is None:
        yield from _without_window(plan)
    else:
        named = ", ".join(f"`{t}`" for t in plan.outcome.unknown)
        who = f"units {named}" if named else "units without an outcome"
        message = f"{who} are left out, and the outcome is that of {window.length} from {window.from_}"
        severity = None if named else Severity.WARNING
        yield Objection(path=("handling", "missing_outcome"), message=message, severity=severity)


def _without_window(plan: Plan) -> Iterator[Answer]:
    """The tokens tell: `censored` always; one of follow-up where the definition has a horizon. Samples get lost too."""
    censored = [t for t in plan.outcome.unknown if "censor" in t.lower()]
    horizon = _HORIZON.search(plan.outcome.definition or "")
    ended = [t for t in plan.outcome.unknown if _ENDED.search(t)] if horizon else []
    if censored:
        message = f"units `{censored[0]}` are left out: their status at the horizon is not known"
        yield Objection(path=("handling", "missing_outcome"), message=message)
    elif ended and horizon:
        message = f"units `{ended[0]}` are left out, and the outcome is one {horizon.group().lower()}"
        yield Objection(path=("handling", "missing_outcome"), message=message, severity=Severity.WARNING)
    else:
        yield NotApplicable("neither the outcome's window nor its unknown tokens tell of a follow-up")


_ENDED = re.compile(r"\b(lost|ltfu|withdr\w*|drop(ped)?[ -]?outs?)\b|follow[ -]?up", re.IGNORECASE)
_HORIZON = re.compile(
    r"\b(within|at|by|after|in)( the)?( first| next)? (\d+|one|two|three|five|ten)[ -](hour|day|week|month|year)s?\b",
    re.IGNORECASE,
)


def _plan(unknown: str, handling: str) -> str:
    return (
        'outcome: {kind: binary, column: outcome, positive: "1", negative: "0", definition: death, reference_standard: registry,\n'
        f"  window: {{from: discharge, length: 30 days}}{unknown}}}\n"
        f"handling: {{missing_prediction: refuse, missing_outcome: {handling}}}\n"
    )


def _without(definition: str, unknown: str) -> str:
    return (
        f'outcome: {{kind: binary, column: outcome, positive: "1", negative: "0", definition: {definition},\n'
        f"  reference_standard: registry, unknown: [{unknown}]}}\n"
        "handling: {missing_prediction: refuse, missing_outcome: {exclude: no status}}\n"
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
        "for the lost beside a window, or says censored; a warning where outcomes may be missing for another reason."
    ),
    help="say `missing_outcome: bounds`, both extremes, or `refuse`",
    source="Blanche, Dartigues & Jacqmin-Gadda 2013, Biom J 55:687",
    bad=(
        _plan(_LOST, "{exclude: lost to follow-up}"),
        _plan("", "{exclude: no record}"),
        _without("death", "censored"),
        _without("death within 30 days", "lost"),
    ),
    good=(
        _plan(_LOST, "refuse"),
        _plan(_LOST, "bounds"),
        _without("cancer in the biopsy", "lost"),
        _without("death within 30 days", "unreadable"),
    ),
    text=text,
)
