"""STAT145: a number of scores is to be re-expressed at another prevalence."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._words import ranks
from evalspec.rules.stat._examples import ranking
from evalspec.rules.stat._fit import uses
from evalspec.rules.stat._populations import SAID, UNCERTAIN, example
from evalspec.terms import Severity

_UNCHANGED = ("auroc", "partial_auroc")


def text(plan: Plan) -> Iterator[Answer]:
    at = [(p, s, u) for p, s, u in uses(plan) if s.population is not None]
    if not at:
        yield NotApplicable("no summary is re-expressed in a population")
    for path, summary, use in at:
        if ranks(use.word):
            why = (
                "does not depend on the prevalence"
                if use.word in _UNCHANGED
                else "can't be re-expressed from two rates"
            )
            message = f"{use} in `{summary.id}` {why}, and `{summary.population}` is named for it"
            yield Objection(path=path, message=message)


_POPULATIONS = f"populations: {{screening: {{prevalence: 0.01, {SAID}, {UNCERTAIN}}}}}\n"

RULE = Rule(
    code="STAT145",
    name="ranking-re-expressed-at-population",
    severity=Severity.ERROR,
    summary="A ranking or probability metric is declared at a population.",
    why=(
        "Re-expressing takes one sensitivity and one specificity. Average precision, Brier score and calibration come "
        "from all scores, and the AUROC does not change: a row at a population would be the sample's under another name. An error: no such number exists."
    ),
    help="remove `population` here; or name precision, npv or accuracy at a threshold",
    source="Saito & Rehmsmeier 2015, PLoS ONE 10:e0118432",
    bad=(
        ranking("average_precision", ", population: screening") + _POPULATIONS,
        ranking("auroc", ", population: screening") + _POPULATIONS,
    ),
    good=(example(f"{SAID}, {UNCERTAIN}"), ranking()),
    text=text,
)
