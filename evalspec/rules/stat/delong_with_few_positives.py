"""STAT154: DeLong's interval on its own scale, where few positives are planned."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule, Undecided
from evalspec.rules.plan._axes import combined, word
from evalspec.rules.stat._counts import NEEDS, cohorts, counted, positives
from evalspec.rules.stat._examples import ranking
from evalspec.terms import OutcomeKind, Severity

FEW = 10


def text(plan: Plan) -> Iterator[Answer]:
    asked = [
        (i, s) for i, s in enumerate(plan.summaries) if s.interval and s.interval.method == "delong" and not combined(s)
    ]
    if not asked or plan.outcome.kind is not OutcomeKind.BINARY:
        yield NotApplicable("no DeLong interval of a binary outcome is declared")
        return
    known = {name: n for name, c in cohorts(plan).items() if (n := positives(c)) is not None}
    if len(known) < len(cohorts(plan)) or not known:
        yield Undecided(NEEDS)
        return
    for i, s in asked:
        each = word(s, "cohorts") == "each"
        name, number = min(known.items(), key=lambda item: item[1]) if each else ("", sum(known.values()))
        if number < FEW:
            where = f" in cohort `{name}`" if each else ""
            message = f"`delong` in `{s.id}`, and {counted(number)} planned{where}: near 1 such limits hold too rarely"
            yield Objection(path=("summaries", i, "interval", "method"), message=message)


def planned(number: int, method: str) -> str:
    """An example with so many positives planned in each cohort."""
    members = ", ".join(f"{name}: {{planned: {{units: 200, positives: {number}}}}}" for name in "AB")
    return f"cohorts: {{column: cohort, members: {{{members}}}}}\n" + ranking(
        more=f", interval: {{method: {method}, level: 0.95}}"
    )


RULE = Rule(
    code="STAT154",
    name="delong-with-few-positives",
    severity=Severity.WARNING,
    summary="DeLong's interval is declared where fewer than 10 positives are planned.",
    why=(
        "At a true AUROC of 0.95 and 5 or 10 positives, 95 % intervals of DeLong held it in about 70 of 100 simulated "
        "studies: their limits run past 1 and their width is too small. A warning: far from 1 they hold better."
    ),
    help="say `logit-delong`, which keeps within 0 and 1",
    source="Obuchowski & Lieber 1998, Acad Radiol 5:561; Pepe 2003, The Statistical Evaluation of Medical Tests",
    bad=(planned(8, "delong"),),
    good=(planned(40, "delong"), planned(8, "logit-delong")),
    text=text,
)
