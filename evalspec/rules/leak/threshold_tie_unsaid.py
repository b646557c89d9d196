"""LEAK111: several candidates are equally good on the derivation data, and the plan does not say which is taken."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Evidence, Example, NotApplicable, Objection, Rule, Undecided
from evalspec.rules.leak._rederived import derived, fit, is_derived, pairs, place
from evalspec.rules.leak.threshold_not_reproduced import INNER, PLAN
from evalspec.terms import Grade, Leakage, Severity


def text(plan: Plan) -> Iterator[Answer]:
    best = {n: t for n, t in plan.thresholds.items() if t.rule is not None and (t.rule.max or t.rule.min)}
    if not best:
        yield NotApplicable("no threshold is the best of several candidates")
    for name, t in best.items():
        assert t.rule
        if t.derivation is None and (t.rule.ties or t.ties) is None:
            yield Undecided(f"thresholds.{name}.ties, or its derivation data, which would show whether there is a tie")
        elif t.derivation is None:
            yield Evidence(
                Grade.ATTESTED,
                f"the plan says which of several best candidates threshold `{name}` takes",
                f"thresholds.{name}.derivation",
            )


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    for name in derived(plan):
        if f"derivation.{name}" not in blinded.tables:
            yield Undecided(f"thresholds.{name}.derivation")
            continue
        for pair in pairs(blinded, name):
            d = pair.found
            if len(d.values) > 1 and d.chosen is None:
                path, file, line = place(plan, name, pair.declared)
                shown = ", ".join(map(repr, d.values[:4])) + (" …" if len(d.values) > 4 else "")
                message = (
                    f"threshold `{name}`, {fit(d.model, d.fold)}: {len(d.values)} candidates are equally good ({shown})"
                )
                help = "say `ties: fewest-called` or `ties: most-called`" + _would_fit(
                    d.values, pair.declared.value, plan, name
                )
                yield Objection(path=path, file=file, line=line, message=message, help=help)
        yield Evidence(Grade.PROVED, f"threshold `{name}` has no tie that the plan does not settle")


def _would_fit(values: tuple[float, ...], declared: float, plan: Plan, name: str) -> str:
    when = plan.thresholds[name].positive_when or ""
    high = ">" in when
    words = {
        values[0]: "most-called" if high else "fewest-called",
        values[-1]: "fewest-called" if high else "most-called",
    }
    return f"; {declared!r} is what `{words[declared]}` takes" if declared in words else ""


RULE = Rule(
    code="LEAK111",
    name="threshold-tie-unsaid",
    severity=Severity.ERROR,
    leakage=Leakage.THRESHOLD,
    summary="Several candidates are equally good, and the plan does not say which is taken.",
    why="A choice that is left open can be made after the results are seen.",
    help="say `ties: fewest-called` or `ties: most-called`",
    bad=(Example(plan=PLAN.format(rule="{max: youden}", value="0.6", more=""), files={"inner.csv": INNER}),),
    good=(
        Example(
            plan=PLAN.format(rule="{max: youden}", value="0.8", more=", ties: fewest-called"),
            files={"inner.csv": INNER},
        ),
        Example(
            plan=PLAN.format(rule="{max: youden, ties: most-called}", value="0.6", more=""), files={"inner.csv": INNER}
        ),
    ),
    text=text,
    files=files,
    when=is_derived,
)
