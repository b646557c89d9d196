"""PLAN120: a metric of probabilities on scores that are none."""

from collections.abc import Iterator, Sequence

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._words import models_of, of_probabilities
from evalspec.terms import Scale, Severity

_FIGURES = {"calibration": "a calibration curve", "decision": "a decision curve"}


def text(plan: Plan) -> Iterator[Answer]:
    summaries = [(k, s, [u.word for u in s.uses if of_probabilities(u.word)]) for k, s in enumerate(plan.summaries)]
    curves = [(k, c) for k, c in enumerate(plan.curves) if c.kind in _FIGURES]
    if not curves and not any(words for _, _, words in summaries):
        yield NotApplicable("no number is of probabilities")
    for k, summary, words in summaries:
        told = _told(plan, models_of(plan, summary)) if words else ""
        if told:
            message = (
                f"{summary.id}: {', '.join(words)} {'takes' if len(words) == 1 else 'take'} probabilities, and {told}"
            )
            yield Objection(path=("summaries", k, "metric"), message=message)
    for k, curve in curves:
        told = _told(plan, [m for m in curve.models or plan.models if m in plan.models])
        if told:
            message = f"{curve.id}: {_FIGURES[curve.kind]} takes probabilities, and {told}"
            yield Objection(path=("curves", k, "kind"), message=message)


def _told(plan: Plan, models: Sequence[str]) -> str:
    """Which scores are no probabilities; a scale that is not said is another rule's."""
    for name in models:
        scale = plan.models[name].scale
        if scale is not None and scale is not Scale.PROBABILITY:
            what = "logits" if scale is Scale.LOGIT else "scores on a scale of their own"
            return f"those of `{name}` are {what}"
    return ""


MODEL = "models: {m1: {score: score, scale: SCALE, direction: higher-is-positive}}\n"


def found(metric: str, scale: str, more: str = "cohorts: each") -> str:
    """An example with a number of probabilities, and one of calls."""
    return (
        MODEL.replace("SCALE", scale) + "summaries:\n"
        "  - {id: found, role: primary, metric: sensitivity, threshold: main, cohorts: each}\n"
        f"  - {{id: sure, role: secondary, metric: {metric}, {more}}}\n"
    )


RULE = Rule(
    code="PLAN120",
    name="probability-metric-on-score",
    severity=Severity.ERROR,
    summary="A Brier score, a log loss, a calibration measure or a net benefit is declared of scores that are no probabilities.",
    why=(
        "These metrics hold a predicted probability against what came. A score of 3.2 promises nothing, and nothing here "
        "transforms it; squeezed into 0 to 1 it would still be no probability."
    ),
    help="say `scale: probability` if the scores are probabilities; else declare metrics of ranks or calls",
    source="Steyerberg et al. 2010, Epidemiology 21:128",
    bad=(
        found("brier", "score"),
        found("[log_loss, calibration_slope]", "logit"),
        found("{net_benefit: {at: 0.10}}", "score"),
        found("auroc", "score") + "curves: [{id: how-sure, kind: calibration, cohorts: each}]\n",
    ),
    good=(found("brier", "probability"), found("auroc", "score")),
    text=text,
)
