"""DeLong's interval of the AUROC: normal limits from the variance of the placements."""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

from evalspec.intervals._placements import placements, variance, why_undefined
from evalspec.intervals.base import RankingInterval, WorkedGroups, normal_quantile, open_side
from evalspec.records import Limits, ScoreGroup, Undefined
from evalspec.terms import Sides

ZERO_VARIANCE = "estimated variance 0 (every unit of a class placed alike): the zero width is no precision"


def limits(groups: Sequence[ScoreGroup], *, level: Fraction, sides: Sides) -> Limits | Undefined:
    """Clipped to [0, 1]; groups in the order of the model's direction, as for the AUROC itself."""
    at = placements(groups)
    undefined = why_undefined(at)
    if undefined:
        return undefined
    estimate = at.won / (2 * at.positives * at.negatives)
    spread = variance(at)
    half = normal_quantile(level, sides) * sqrt(spread)
    return open_side(max(0.0, estimate - half), min(1.0, estimate + half), sides, "" if spread else ZERO_VARIANCE)


INTERVAL = RankingInterval(
    id="delong",
    title="DeLong",
    also=("DeLong's method",),
    formula="AUROC -+ z sqrt(S10 / m + S01 / n), clipped to [0, 1]",
    undefined_when=("actual positives = 0, actual negatives = 0, actual positives - 1 = 0 or actual negatives - 1 = 0"),
    limits=limits,
    worked=(
        WorkedGroups(
            (
                ScoreGroup(0.1, 0, 1),
                ScoreGroup(0.3, 0, 1),
                ScoreGroup(0.4, 1, 0),
                ScoreGroup(0.8, 0, 1),
                ScoreGroup(0.9, 1, 0),
            ),
            "0.95",
            Limits(0.371365, 1.0),
        ),
        WorkedGroups((ScoreGroup(0.1, 0, 3), ScoreGroup(0.9, 3, 0)), "0.95", Limits(1.0, 1.0, ZERO_VARIANCE)),
        WorkedGroups((ScoreGroup(0.1, 0, 4), ScoreGroup(0.5, 1, 0)), "0.95", Undefined("actual positives - 1 = 0")),
        WorkedGroups((ScoreGroup(0.1, 4, 0),), "0.95", Undefined("actual negatives = 0")),
    ),
    reference="DeLong, DeLong & Clarke-Pearson 1988, Biometrics 44:837; Sun & Xu 2014, IEEE SPL 21:1389",
    elsewhere=(
        "confidenceinterval: not clipped, so that an upper limit may pass 1",
        "MLstatkit: where a class has one unit, a bootstrap stands in",
        "R's pROC: an AUROC below 0.5 is turned round unless the direction is given",
    ),
)
