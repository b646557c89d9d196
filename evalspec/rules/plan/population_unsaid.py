"""PLAN157: a number follows from a prevalence, and the population is not said."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._words import metrics
from evalspec.rules.stat._populations import SAID, UNCERTAIN
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    asked = [
        (k, s, words)
        for k, s in enumerate(plan.summaries)
        if (words := [u.word for u in s.uses if u.word in metrics() and metrics()[u.word].needs_population])
    ]
    if not asked:
        yield NotApplicable("no metric follows from a prevalence alone")
    for k, summary, words in asked:
        if summary.population is None:
            message = f"{summary.id}: {words[0]} follows from a prevalence, and no `population` is named"
            yield Objection(path=("summaries", k), message=message)


_COSTS = (
    "thresholds:\ncosts: {false_negative: 10, false_positive: 1, unit: EUR}\n"
    f"populations: {{screening: {{prevalence: 0.01, {SAID}, {UNCERTAIN}}}}}\n"
)


def cutoff(more: str) -> str:
    """An example's cut-off from declarations alone."""
    return f"{_COSTS}summaries: [{{id: s, role: primary, metric: likelihood_ratio_cutoff{more}}}]\n"


RULE = Rule(
    code="PLAN157",
    name="population-unsaid",
    severity=Severity.ERROR,
    summary="A metric follows from the prevalence of a population, and the summary names none.",
    why="At costs of 10 to 1 the cut-off is 0.23 at a prevalence of 0.3, and 9.9 at 0.01.",
    help="declare the population under `populations`, and name it in the summary",
    source="Metz 1978, Semin Nucl Med 8:283",
    bad=(cutoff(""),),
    good=(cutoff(", population: screening"),),
    waivable=False,
    text=text,
)
