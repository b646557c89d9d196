"""What two calls, or two scores, of the same units say about their difference, first minus second. Exact."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from evalspec.intervals._placements import Placements, placements, variance, why_undefined
from evalspec.records import Paired, PairedGroup, Ratio, ScoreGroup, Undefined

ZERO_VARIANCE = (
    "estimated variance 0 (no unit, or every unit the same way, tells the two apart): the zero width is no precision"
)
ZERO_OF_AUROCS = "variance of the difference of the AUROCs = 0"


def ratios(paired: Paired) -> tuple[Ratio, Ratio]:
    """Both ratios, over the same units. There must be a unit."""
    return (
        Ratio(paired.both + paired.first_only, paired.units),
        Ratio(paired.both + paired.second_only, paired.units),
    )


def difference(paired: Paired) -> Fraction:
    """First ratio minus second, from -1 to 1. There must be a unit."""
    return Fraction(paired.first_only - paired.second_only, paired.units)


def variance_of_difference(paired: Paired) -> Fraction:
    """(first only + second only - (first only - second only)² / n) / n²; only units that differ count.

    The denominator n is fixed: the units, or the actual positives or negatives among them. There must be one.
    """
    apart = paired.first_only + paired.second_only
    return (apart - paired.units * difference(paired) ** 2) / Fraction(paired.units**2)


@dataclass(frozen=True, slots=True)
class PairedPlacements:
    """Each model's placements, and the sums over units of one model's placement times the other's: integers."""

    first: Placements
    second: Placements
    products_of_positives: int
    products_of_negatives: int

    @property
    def difference(self) -> Fraction:
        """First AUROC minus second. Both classes must be there."""
        return Fraction(self.first.won - self.second.won, 2 * self.first.positives * self.first.negatives)


def paired_placements(groups: Sequence[PairedGroup]) -> PairedPlacements:
    """In whole numbers; the groups in any order. O(n log n): each model's scores are sorted once."""
    first = _merged((g.first, g.n_positive, g.n_negative) for g in groups)
    second = _merged((g.second, g.n_positive, g.n_negative) for g in groups)
    of_first, of_second = _places(first), _places(second)
    of_positives = of_negatives = 0
    for group in groups:
        one, other = of_first[group.first], of_second[group.second]
        of_positives += group.n_positive * one[0] * other[0]
        of_negatives += group.n_negative * one[1] * other[1]
    return PairedPlacements(placements(first), placements(second), of_positives, of_negatives)


def covariance(at: PairedPlacements) -> Fraction:
    """S10/m + S01/n of the two models' placements, for at least two units in each class."""
    m, n, won = at.first.positives, at.first.negatives, at.first.won * at.second.won
    of_positives = Fraction(m * at.products_of_positives - won, 4 * (m * n) ** 2 * (m - 1))
    of_negatives = Fraction(n * at.products_of_negatives - won, 4 * (m * n) ** 2 * (n - 1))
    return of_positives + of_negatives


def variance_of_auroc_difference(at: PairedPlacements) -> Fraction | Undefined:
    """Var(first) + Var(second) - 2 Cov, never below 0; undefined where a class has fewer than two units."""
    return why_undefined(at.first) or variance(at.first) + variance(at.second) - 2 * covariance(at)


def _merged(scored: Iterable[tuple[float, int, int]]) -> list[ScoreGroup]:
    """One group a score, lowest first."""
    found: dict[float, tuple[int, int]] = {}
    for score, positives, negatives in scored:
        p, n = found.get(score, (0, 0))
        found[score] = p + positives, n + negatives
    return [ScoreGroup(score, *found[score]) for score in sorted(found)]


def _places(groups: Sequence[ScoreGroup]) -> dict[float, tuple[int, int]]:
    """By score: a positive's placement and a negative's, doubled as in ``Placements``."""
    below, above = 0, sum(g.n_positive for g in groups)
    places = {}
    for group in groups:
        above -= group.n_positive
        places[group.score] = 2 * below + group.n_negative, 2 * above + group.n_positive
        below += group.n_negative
    return places
