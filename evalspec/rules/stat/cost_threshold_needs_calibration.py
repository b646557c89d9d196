"""STAT124: a threshold from costs is laid on scores that are no calibrated probabilities."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._words import models_of
from evalspec.rules.stat._costs import calibrated, example
from evalspec.terms import Scale, Severity, ThresholdSource


def text(plan: Plan) -> Iterator[Answer]:
    costed = [n for n, t in plan.thresholds.items() if t.source is ThresholdSource.COST]
    if not costed:
        yield NotApplicable("no threshold comes from costs")
    for name in costed:
        called = [m for s in plan.summaries if s.threshold == name for m in models_of(plan, s)]
        for ident in dict.fromkeys(called):
            model = plan.models[ident]
            lacks = "is no `probability`" if model.scale is not Scale.PROBABILITY else "names no `calibrated_to`"
            if model.scale is not Scale.PROBABILITY or model.calibrated_to is None:
                message = f"`{name}` comes from costs, and the score of `{ident}` {lacks}"
                yield Objection(path=("models", ident), message=message)


RULE = Rule(
    code="STAT124",
    name="cost-threshold-needs-calibration",
    severity=Severity.ERROR,
    summary="A threshold from costs is laid on scores that are not said to be calibrated probabilities.",
    why=(
        "C_FP / (C_FP + C_FN) is the best cut-off for the probability of being positive in the population at hand. On "
        "any other score it is an arbitrary number. An error: the threshold's whole ground is missing."
    ),
    help="say `scale: probability` and `calibrated_to`, the population; or choose the cut-off on training data with `min: expected_cost`",
    source="Elkan 2001, IJCAI, 'The foundations of cost-sensitive learning'",
    bad=(example(""), example("", scale="score")),
    good=(example(calibrated("screening")),),
    text=text,
)
