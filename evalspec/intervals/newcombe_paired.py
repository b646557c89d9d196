"""Newcombe's interval of a paired difference: Wilson limits of both ratios, joined by their correlation."""

from fractions import Fraction
from math import sqrt

from evalspec.intervals._apart import square_and_add
from evalspec.intervals._paired import ratios
from evalspec.intervals.base import PairedInterval, WorkedCase
from evalspec.records import Limits, Paired, Undefined
from evalspec.terms import Sides


def phi(paired: Paired) -> float:
    """Correlation of the two columns, its numerator brought n/2 nearer to 0 where above 0; 0 where a margin is 0."""
    a, b, c, d = paired.both, paired.first_only, paired.second_only, paired.neither
    margins = (a + b) * (c + d) * (a + c) * (b + d)
    if margins == 0:
        return 0.0
    crossed = a * d - b * c
    halved = max(2 * crossed - paired.units, 0) if crossed > 0 else 2 * crossed
    return halved / (2 * sqrt(margins))


def limits(paired: Paired, *, level: Fraction, sides: Sides) -> Limits | Undefined:
    """Within [-1, 1] by construction; of some width even where no unit tells the two apart."""
    if paired.units == 0:
        return Undefined("n = 0")
    first, second = ratios(paired)
    return square_and_add(first, second, phi=phi(paired), level=level, sides=sides)


INTERVAL = PairedInterval(
    id="newcombe-paired",
    title="Newcombe, paired",
    also=("method 10 for paired differences", "square-and-add for pairs", "MOVER Wilson with corrected correlation"),
    formula=(
        "d - sqrt((p1 - l1)² - 2 phi (p1 - l1)(u2 - p2) + (u2 - p2)²) to "
        "d + sqrt((u1 - p1)² - 2 phi (u1 - p1)(p2 - l2) + (p2 - l2)²), d = p1 - p2; l and u: Wilson limits; "
        "phi = (a d - b c) / sqrt((a + b)(c + d)(a + c)(b + d)), numerator max(a d - b c - n/2, 0) where above 0, "
        "phi = 0 where a margin is 0"
    ),
    undefined_when="n = 0",
    limits=limits,
    worked=(
        WorkedCase(
            {"paired": Paired(both=20, first_only=12, second_only=2, neither=16)}, "0.95", Limits(0.056156, 0.329207)
        ),
        WorkedCase(
            {"paired": Paired(both=1, first_only=1, second_only=7, neither=12)}, "0.95", Limits(-0.50692, -0.025559)
        ),
        WorkedCase(
            {"paired": Paired(both=54, first_only=0, second_only=0, neither=0)}, "0.95", Limits(-0.066414, 0.066414)
        ),
        WorkedCase({"paired": Paired(both=0, first_only=0, second_only=0, neither=0)}, "0.95", Undefined("n = 0")),
    ),
    elsewhere=(
        "method 8 of the same paper leaves phi as it is (ratesci's MOVER): narrower where the two agree more than by chance",
        "ratesci takes Jeffreys limits for Wilson's unless told otherwise",
    ),
    reference="Newcombe 1998, Stat Med 17:2635, method 10",
)
