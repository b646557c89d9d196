"""Observed share of positives against the probability, at every probability that is there."""

from collections.abc import Sequence
from fractions import Fraction

from evalspec.curves.base import Curve, Points, Worked
from evalspec.metrics.base import ALL_UNITS, as_written
from evalspec.records import CurveLine, CurvePoint, ScoreGroup, Undefined
from evalspec.terms import Drawn, Takes


def trace(groups: Sequence[ScoreGroup]) -> Points | Undefined:
    """One point a distinct probability, read as the decimal that it is written as. Nothing is binned or smoothed."""
    points = tuple(
        CurvePoint(
            as_written(group.score), Fraction(group.n_positive, group.n_positive + group.n_negative), None,
            group.n_positive + group.n_negative,
        )
        for group in groups
        if group.n_positive + group.n_negative
    )  # fmt: skip
    return points or Undefined(f"{ALL_UNITS} = 0")


def diagonal(groups: Sequence[ScoreGroup]) -> tuple[CurveLine, ...]:
    """Where every share is the probability said."""
    ends = (CurvePoint(Fraction(0), Fraction(0)), CurvePoint(Fraction(1), Fraction(1)))
    return (CurveLine("perfect calibration", ends),)


CURVE = Curve(
    id="calibration",
    title="Calibration curve",
    x="probability",
    y="observed share of positives",
    n="units with this probability",
    takes=Takes.GROUPS,
    drawn=Drawn.POINTS,
    trace=trace,
    beside=diagonal,
    formula="(p, positives with probability p / units with probability p) at each probability p",
    undefined_when=f"{ALL_UNITS} = 0",
    worked=(
        Worked(
            (ScoreGroup(0.1, 1, 3), ScoreGroup(0.6, 2, 1)),
            (
                CurvePoint(Fraction(1, 10), Fraction(1, 4), None, 4),
                CurvePoint(Fraction(3, 5), Fraction(2, 3), None, 3),
            ),
        ),
        Worked((), Undefined(f"{ALL_UNITS} = 0")),
    ),
    elsewhere=(
        ("scikit-learn's calibration_curve bins the probabilities and R's rms (val.prob) smooths them; here neither"),
    ),
    reference="Murphy & Winkler 1977, Applied Statistics 26:41",
)
