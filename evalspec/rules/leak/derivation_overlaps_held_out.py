"""LEAK123: the data that a cut-off came from hold units that it is judged on."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Blinded, Rederived
from evalspec.rules.base import Answer, Evidence, Example, NotApplicable, Objection, Rule, Undecided
from evalspec.rules.data._said import counted
from evalspec.rules.leak._rederived import CHOSEN, is_derived
from evalspec.rules.leak.threshold_not_reproduced import INNER, PLAN
from evalspec.terms import Grade, Leakage, Severity


def text(plan: Plan) -> Iterator[Answer]:
    chosen = {n: t for n, t in plan.thresholds.items() if t.source in CHOSEN}
    if not chosen:
        yield NotApplicable("no threshold was chosen on data")
    for name, t in chosen.items():
        if t.derivation is None:
            yield Undecided(f"thresholds.{name}.derivation, the scores and labels that it was chosen on")


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    for name, t in plan.thresholds.items():
        if t.derivation is None or t.source not in CHOSEN:
            continue
        found = {d.fold: d for d in blinded.rederived if d.threshold == name}
        bad = [d for d in found.values() if d.held_out]
        if bad:
            yield _objection(name, t.derivation.path, bad, len(found))
        for why in dict.fromkeys(d.reason for d in found.values() if d.reason.startswith(("data.", "a column"))):
            yield Undecided(why)
        if not found:
            yield Undecided(f"thresholds.{name}.derivation, its rule, and `positive_when`")
        yield Evidence(Grade.PROVED, f"no unit of the derivation data of threshold `{name}` is evaluated in its fold")


def _objection(name: str, file: str, bad: list[Rederived], folds: int) -> Objection:
    first = min(bad, key=lambda d: d.line or 0)
    where = f"fold `{first.fold}`" if first.fold else "the evaluation"
    message = (
        f"{counted(first.held_out, 'unit')} of the derivation data of threshold `{name}` "
        f"{'is' if first.held_out == 1 else 'are'} held out in {where}, the first in line {first.line}"
    )
    if len(bad) > 1:
        message += f"; so in {len(bad)} of {folds} folds"
    help = "take each fold's held-out units out of its derivation data; nothing else of these folds was read"
    return Objection(path=("thresholds", name, "derivation"), file=file, line=first.line, message=message, help=help)


_MIXED = INNER.replace("t3,", "s07,")

RULE = Rule(
    code="LEAK123",
    name="derivation-overlaps-held-out",
    severity=Severity.ERROR,
    leakage=Leakage.THRESHOLD,
    summary="The data that a cut-off came from hold units that it is judged on.",
    why="Labels that chose the cut-off then judge it: it fits their noise, and looks better than it is.",
    help="take the held-out units out of the derivation data, and choose the cut-off anew",
    source="Kapoor & Narayanan 2023, Patterns 4:100804, type L1; Leeflang et al. 2008, Clin Chem 54:729",
    bad=(
        Example(
            plan=PLAN.format(rule="{max: youden}", value="0.6", more=", ties: most-called"), files={"inner.csv": _MIXED}
        ),
    ),
    good=(
        Example(
            plan=PLAN.format(rule="{max: youden}", value="0.6", more=", ties: most-called"), files={"inner.csv": INNER}
        ),
    ),
    text=text,
    files=files,
    when=is_derived,
)
