"""LEAK110: the declared rule, on the declared derivation data, gives another threshold than the declared one."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Evidence, Example, NotApplicable, Objection, Rule, Undecided
from evalspec.rules.data._said import counted
from evalspec.rules.leak._rederived import CHOSEN, Pair, derived, fit, is_derived, pairs, place
from evalspec.terms import Grade, Leakage, PositiveWhen, Severity


def text(plan: Plan) -> Iterator[Answer]:
    chosen = {name: t for name, t in plan.thresholds.items() if t.source in CHOSEN}
    if not chosen:
        yield NotApplicable("no threshold was chosen on data")
    for name, t in chosen.items():
        if t.derivation is None:
            more = f"thresholds.{name}.derivation, the scores and labels it was chosen on: then it is recomputed"
            yield Evidence(Grade.ATTESTED, f"the plan says where threshold `{name}` comes from", more)
        elif t.rule is None:
            yield Undecided(f"thresholds.{name}.rule, how the value was chosen on the derivation data")


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    for name in derived(plan):
        if f"derivation.{name}" not in blinded.tables:
            there = "is not there yet" if f"derivation.{name}" in blinded.missing else "could not be read"
            yield Undecided(f"thresholds.{name}.derivation, which {there}")
            continue
        yield from _one(plan, blinded, name)


def _one(plan: Plan, blinded: Blinded, name: str) -> Iterator[Answer]:
    found = pairs(blinded, name)
    met = [p for p in found if p.found.chosen is not None and p.found.chosen == p.declared.value]
    others = {(d.chosen, d.model, d.fold) for d in blinded.rederived if d.threshold == name}
    for pair in found:
        if pair.found.held_out or (len(pair.found.values) > 1 and pair.found.chosen is None):
            continue  # derivation-overlaps-held-out, threshold-tie-unsaid
        if pair.found.reason and not pair.found.unreachable:
            yield Undecided(f"for threshold `{name}`, {fit(pair.found.model, pair.found.fold)}: {pair.found.reason}")
        elif pair not in met and not any(v == pair.declared.value for v, _, _ in others):
            yield from _off(plan, name, pair)
    if found and len(met) == len(found):
        n = counted(len(met), "value")
        yield Evidence(
            Grade.PROVED,
            f"the rule of threshold `{name}` gives {n} on its derivation data, and they are the declared ones",
        )
    elif not found:
        yield Undecided(f"the values of threshold `{name}`")


def _off(plan: Plan, name: str, pair: Pair) -> Iterator[Answer]:
    path, file, line = place(plan, name, pair.declared)
    where, declared = fit(pair.found.model, pair.found.fold), repr(pair.declared.value)
    t = plan.thresholds[name]
    if pair.found.unreachable and pair.found.extreme is not None:
        high = t.positive_when in (PositiveWhen.AT_LEAST, PositiveWhen.MORE_THAN)
        beyond = pair.declared.value > pair.found.extreme if high else pair.declared.value < pair.found.extreme
        if t.unreachable != "calls-nobody" or not beyond:
            message = f"threshold `{name}`, {where}: {pair.found.reason}, and {declared} is declared"
            help = "say `unreachable: calls-nobody` and declare a value beyond every score; or lower the target"
            yield Objection(path=path, file=file, line=line, message=message, help=help)
        return
    message = (
        f"threshold `{name}`, {where}: {declared} is declared, and the rule gives {pair.found.chosen!r}"
        f" on {pair.found.n_positive} positives and {pair.found.n_negative} negatives"
    )
    yield Objection(path=path, file=file, line=line, message=message)


PLAN = (
    "thresholds: {{main: {{source: inner-validation, rule: {rule}, value: {value}, positive_when: score >= threshold{more},"
    " derivation: inner.csv}}}}"
)
INNER = "subject_id,score,outcome\n" + "".join(
    f"t{k},{score},{outcome}\n"
    for k, (score, outcome) in enumerate([("0.9", 1), ("0.8", 1), ("0.7", 0), ("0.6", 1), ("0.3", 0), ("0.2", 0)])
)

RULE = Rule(
    code="LEAK110",
    name="threshold-not-reproduced",
    severity=Severity.ERROR,
    leakage=Leakage.THRESHOLD,
    summary="The declared rule on the declared derivation data gives another threshold.",
    why=(
        "A cut-off that its own rule does not give was chosen in some other way, and nothing says that the evaluation data "
        "had no part in it. Candidates are the observed scores, without midpoints; targets are compared on counts."
    ),
    help="declare the value that the rule gives, or the data and the rule that give this value",
    source="Leeflang et al. 2008, Clin Chem 54:729",
    bad=(
        Example(
            plan=PLAN.format(rule="{max: youden}", value="0.65", more=", ties: most-called"), files={"inner.csv": INNER}
        ),
        Example(plan=PLAN.format(rule="{specificity_at_least: 0.6}", value="0.7", more=""), files={"inner.csv": INNER}),
    ),
    good=(
        Example(
            plan=PLAN.format(rule="{max: youden}", value="0.6", more=", ties: most-called"), files={"inner.csv": INNER}
        ),
        Example(plan=PLAN.format(rule="{specificity_at_least: 0.6}", value="0.6", more=""), files={"inner.csv": INNER}),
        Example(plan=PLAN.format(rule="{sensitivity_at_least: 0.6}", value="0.8", more=""), files={"inner.csv": INNER}),
    ),
    text=text,
    files=files,
    when=is_derived,
)
