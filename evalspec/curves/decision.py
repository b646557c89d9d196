"""Net benefit against threshold probability: of the model, of treating all and of treating none."""

from collections.abc import Sequence
from fractions import Fraction

from evalspec.curves.base import Curve, Points, Worked, called
from evalspec.metrics.base import ALL_UNITS, as_written
from evalspec.records import CurveLine, CurvePoint, ScoreGroup, Undefined
from evalspec.terms import Drawn, Takes

NO_THRESHOLD = "distinct probabilities strictly between 0 and 1 = 0"


def trace(groups: Sequence[ScoreGroup]) -> Points | Undefined:
    """At each probability strictly between 0 and 1 as the threshold, exact; who has it is called positive."""
    steps = called(groups)
    units = sum(steps[-1][:2])
    if units == 0:
        return Undefined(f"{ALL_UNITS} = 0")
    points = tuple(
        CurvePoint(as_written(at), (tp - fp * _odds(at)) / units, at, tp + fp)
        for tp, fp, at in reversed(steps)
        if at is not None and 0 < at < 1
    )
    return points or Undefined(NO_THRESHOLD)


def without_a_model(groups: Sequence[ScoreGroup]) -> tuple[CurveLine, ...]:
    """Treating all, at every threshold of the curve, and treating none, whose net benefit is 0."""
    positives, negatives, _ = called(groups)[-1]
    at = [score for *_, score in reversed(called(groups)) if score is not None and 0 < score < 1]
    benefit = [(positives - negatives * _odds(score)) / (positives + negatives) for score in at]
    everybody = tuple(CurvePoint(as_written(score), y, score) for score, y in zip(at, benefit, strict=True))
    nobody = tuple(CurvePoint(as_written(score), Fraction(0), score) for score in dict.fromkeys((at[0], at[-1])))
    return (CurveLine("treating all", everybody), CurveLine("treating none", nobody))


def _odds(at: float) -> Fraction:
    """What one false positive costs in true positives."""
    exact = as_written(at)
    return exact / (1 - exact)


CURVE = Curve(
    id="decision",
    title="Decision curve",
    x="threshold probability",
    y="net benefit",
    n="positive calls",
    takes=Takes.GROUPS,
    drawn=Drawn.LINES,
    trace=trace,
    beside=without_a_model,
    formula="(p, TP / units - FP / units x p / (1 - p)) at each probability p as threshold",
    undefined_when=f"{ALL_UNITS} = 0 or {NO_THRESHOLD}",
    worked=(
        Worked(
            (ScoreGroup(0.2, 1, 3), ScoreGroup(0.5, 3, 1), ScoreGroup(1.0, 2, 0)),
            (
                CurvePoint(Fraction(1, 5), Fraction(1, 2), 0.2, 10),
                CurvePoint(Fraction(1, 2), Fraction(2, 5), 0.5, 6),
            ),
        ),
        Worked((ScoreGroup(0.0, 0, 3), ScoreGroup(1.0, 2, 0)), Undefined(NO_THRESHOLD)),
    ),
    elsewhere=(
        (
            "R's dcurves and rmda look at a grid of thresholds, such as every hundredth; here at the "
            "probabilities that were given"
        ),
    ),
    reference="Vickers & Elkin 2006, Medical Decision Making 26:565",
)
