"""STAT147: rows stay at their sites, and the scores that leave them are as fine as rows."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._words import ranks
from evalspec.rules.stat._examples import ranking, summary
from evalspec.rules.stat._fit import uses
from evalspec.terms import Held, Severity


def text(plan: Plan) -> Iterator[Answer]:
    file = plan.data.predictions
    if file is None or file.held is not Held.BY_COHORT:
        yield NotApplicable("no rows stay at their sites")
        return
    ranked = [(s, u) for _, s, u in uses(plan) if ranks(u.word)]
    if ranked and file.score_steps is None:
        s, use = ranked[0]
        message = f"{use} in `{s.id}` sends each distinct score with its outcomes from the sites: most will be one unit"
        yield Objection(path=("data", "predictions", "held"), message=message)


_HELD = "data: {predictions: {path: predictions.csv, held: by-cohortSTEPS}, outcomes: outcomes.csv}\n"

RULE = Rule(
    code="STAT147",
    name="score-groups-reveal-rows",
    severity=Severity.WARNING,
    summary="Rows stay at their sites, and the score groups that leave them are as fine as rows.",
    why=(
        "A ranking needs how many positives and negatives have each score. With a score to nine places that is a row a "
        "unit, with its outcome. A warning: the number is right; what leaves the site is more than a tally."
    ),
    help="say `score_steps: 0.01`: scores are then grouped before they leave",
    source="",
    bad=(_HELD.replace("STEPS", "") + ranking(),),
    good=(_HELD.replace("STEPS", ", score_steps: 0.01") + ranking(), _HELD.replace("STEPS", "") + summary()),
    text=text,
)
