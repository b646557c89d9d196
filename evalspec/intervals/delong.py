"""DeLong's interval of the AUROC: normal limits from the variance of the placements."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from evalspec.intervals.base import RankingInterval, WorkedGroups, normal_quantile, open_side
from evalspec.records import Limits, ScoreGroup, Undefined
from evalspec.terms import Sides

ZERO_VARIANCE = "estimated variance 0 (every unit of a class placed alike): the zero width is no precision"


@dataclass(frozen=True, slots=True)
class Placements:
    """Sums over score groups, as integers.

    A positive's placement is twice the number of negatives below it plus those tied with it; a negative's likewise
    with the positives above it. ``won`` is the sum of either; the others are the sums of their squares.
    """

    positives: int
    negatives: int
    won: int
    squares_of_positives: int
    squares_of_negatives: int


def placements(groups: Sequence[ScoreGroup]) -> Placements:
    """One pass in whole numbers: O(groups)."""
    positives = sum(group.n_positive for group in groups)
    below = won = squares_p = squares_n = 0
    above = positives
    for group in groups:
        p, n = group.n_positive, group.n_negative
        above -= p
        place_p, place_n = 2 * below + n, 2 * above + p
        won += p * place_p
        squares_p += p * place_p * place_p
        squares_n += n * place_n * place_n
        below += n
    return Placements(positives, below, won, squares_p, squares_n)


def variance(at: Placements) -> Fraction:
    """S10/m + S01/n, exact, for at least two units in each class. Never below 0."""
    m, n = at.positives, at.negatives
    of_positives = Fraction(m * at.squares_of_positives - at.won**2, 4 * (m * n) ** 2 * (m - 1))
    of_negatives = Fraction(n * at.squares_of_negatives - at.won**2, 4 * (m * n) ** 2 * (n - 1))
    return of_positives + of_negatives


def why_undefined(at: Placements) -> Undefined | None:
    """An absent class leaves no AUROC; a class of one unit leaves no sample variance."""
    sizes = {"actual positives": at.positives, "actual negatives": at.negatives}
    zero = [f"{name} = 0" for name, size in sizes.items() if size == 0]
    zero = zero or [f"{name} - 1 = 0" for name, size in sizes.items() if size == 1]
    return Undefined(" and ".join(zero)) if zero else None


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
