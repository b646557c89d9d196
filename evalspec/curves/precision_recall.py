"""Precision against sensitivity, over every threshold."""

from collections.abc import Sequence
from fractions import Fraction

from evalspec.curves.base import Curve, Points, Worked, called
from evalspec.metrics.base import undefined_where_zero
from evalspec.records import CurveLine, CurvePoint, ScoreGroup, Undefined
from evalspec.terms import Drawn, Takes


def trace(groups: Sequence[ScoreGroup]) -> Points | Undefined:
    """One point a score, most positive first. With nobody called the precision is undefined: y is None there.

    Steps to the right times the precision at their right end add up to the average precision. Precision does not run
    straight between two points, so they are not joined by straight lines.
    """
    steps = called(groups)
    positives = steps[-1][0]
    absent = undefined_where_zero({"actual positives": positives})
    return absent or tuple(
        CurvePoint(Fraction(tp, positives), Fraction(tp, tp + fp) if tp + fp else None, threshold, tp + fp)
        for tp, fp, threshold in steps
    )


def prevalence(groups: Sequence[ScoreGroup]) -> tuple[CurveLine, ...]:
    """The precision of a score without information, at every sensitivity."""
    positives, negatives, _ = called(groups)[-1]
    share = Fraction(positives, positives + negatives)
    return (CurveLine("prevalence", (CurvePoint(Fraction(0), share), CurvePoint(Fraction(1), share))),)


CURVE = Curve(
    id="precision-recall",
    title="Precision-recall curve",
    x="sensitivity (recall)",
    y="precision",
    n="positive calls",
    takes=Takes.CUT_GROUPS,
    drawn=Drawn.STEPS,
    trace=trace,
    beside=prevalence,
    formula="(TP / actual positives, TP / positive calls) at each score as threshold",
    undefined_when="actual positives = 0",
    worked=(
        Worked(
            (ScoreGroup(0.1, 0, 1), ScoreGroup(0.5, 1, 1), ScoreGroup(0.9, 1, 0)),
            (
                CurvePoint(Fraction(0), None, None, 0),
                CurvePoint(Fraction(1, 2), Fraction(1), 0.9, 1),
                CurvePoint(Fraction(1), Fraction(2, 3), 0.5, 3),
                CurvePoint(Fraction(1), Fraction(1, 2), 0.1, 4),
            ),
        ),
        Worked((ScoreGroup(0.5, 0, 2),), Undefined("actual positives = 0")),
    ),
    elsewhere=(
        ("scikit-learn's precision_recall_curve adds a point at recall 0 and precision 1, which no threshold gives"),
        (
            "R's MLmetrics and ROCR take the area under straight lines between the points; between two points "
            "precision does not run straight"
        ),
    ),
    reference="Davis & Goadrich 2006, International Conference on Machine Learning 23:233",
)
