"""True against false positive rate, over every threshold."""

from collections.abc import Sequence
from fractions import Fraction

from evalspec.curves.base import Curve, Points, Worked, called
from evalspec.metrics.base import undefined_where_zero
from evalspec.records import CurvePoint, ScoreGroup, Undefined
from evalspec.terms import Drawn, Takes


def trace(groups: Sequence[ScoreGroup]) -> Points | Undefined:
    """From (0, 0), nobody called, to (1, 1); one point a score, so a tie of both classes is a slope and no corner."""
    steps = called(groups)
    positives, negatives, _ = steps[-1]
    absent = undefined_where_zero({"actual positives": positives, "actual negatives": negatives})
    return absent or tuple(
        CurvePoint(Fraction(fp, negatives), Fraction(tp, positives), threshold, tp + fp) for tp, fp, threshold in steps
    )


CURVE = Curve(
    id="roc",
    title="Receiver operating characteristic curve",
    x="false positive rate (1 - specificity)",
    y="sensitivity",
    n="positive calls",
    takes=Takes.CUT_GROUPS,
    drawn=Drawn.LINES,
    trace=trace,
    formula="(FP / actual negatives, TP / actual positives) at each score as threshold",
    undefined_when="actual positives = 0 or actual negatives = 0",
    worked=(
        Worked(
            (ScoreGroup(0.1, 0, 1), ScoreGroup(0.5, 1, 1), ScoreGroup(0.9, 1, 0)),
            (
                CurvePoint(Fraction(0), Fraction(0), None, 0),
                CurvePoint(Fraction(0), Fraction(1, 2), 0.9, 1),
                CurvePoint(Fraction(1, 2), Fraction(1), 0.5, 3),
                CurvePoint(Fraction(1), Fraction(1), 0.1, 4),
            ),
        ),
        Worked((ScoreGroup(0.5, 0, 2),), Undefined("actual positives = 0")),
    ),
    elsewhere=(
        "R's pROC places thresholds midway between neighbouring scores; here they are scores that were given",
        (
            "scikit-learn's roc_curve starts from an infinite threshold, and leaves points on a straight line out"
            " unless told otherwise"
        ),
    ),
    reference="Metz 1978, Seminars in Nuclear Medicine 8:283",
)
