"""DeLong's variance of the AUROC, with normal limits on the logit scale: they stay within 0 and 1 unclipped."""

from collections.abc import Sequence
from fractions import Fraction

from evalspec.intervals._logit import on_the_logit_scale
from evalspec.intervals._placements import placements, variance, why_undefined
from evalspec.intervals.base import RankingInterval, WorkedGroups
from evalspec.intervals.delong import ZERO_VARIANCE
from evalspec.records import Limits, ScoreGroup, Undefined
from evalspec.terms import Sides


def limits(groups: Sequence[ScoreGroup], *, level: Fraction, sides: Sides) -> Limits | Undefined:
    """Strictly between 0 and 1; groups in the order of the model's direction, as for the AUROC itself."""
    at = placements(groups)
    undefined = why_undefined(at)
    if undefined:
        return undefined
    estimate = Fraction(at.won, 2 * at.positives * at.negatives)
    return on_the_logit_scale(estimate, variance(at), named="AUROC", level=level, sides=sides, note=ZERO_VARIANCE)


INTERVAL = RankingInterval(
    id="logit-delong",
    title="DeLong on the logit scale",
    also=("logit-transformed DeLong",),
    formula="logit⁻¹(logit A -+ z sqrt(S10 / m + S01 / n) / (A (1 - A))), A the AUROC",
    undefined_when=(
        "AUROC = 0, 1 - AUROC = 0, actual positives = 0, actual negatives = 0, actual positives - 1 = 0 or "
        "actual negatives - 1 = 0"
    ),
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
            Limits(0.152293, 0.992865),
        ),
        WorkedGroups((ScoreGroup(0.5, 3, 3),), "0.95", Limits(0.5, 0.5, ZERO_VARIANCE)),
        WorkedGroups((ScoreGroup(0.1, 0, 3), ScoreGroup(0.9, 3, 0)), "0.95", Undefined("1 - AUROC = 0")),
        WorkedGroups((ScoreGroup(0.1, 3, 0), ScoreGroup(0.9, 0, 3)), "0.95", Undefined("AUROC = 0")),
        WorkedGroups((ScoreGroup(0.1, 0, 4), ScoreGroup(0.5, 1, 0)), "0.95", Undefined("actual positives - 1 = 0")),
    ),
    reference="Qin & Hotilovac 2008, Stat Methods Med Res 17:207; DeLong, DeLong & Clarke-Pearson 1988, Biometrics 44:837",
    elsewhere=("R's pROC: the plain interval; at AUROC 1 its limits are 1 and 1, with a warning",),
)
