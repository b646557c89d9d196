"""Interval of the AUROC over clusters, by Obuchowski: placements summed within each cluster."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import sqrt

from evalspec.intervals.base import ClusterRankingInterval, WorkedCase, normal_quantile, open_side
from evalspec.records import Limits, ScoreGroup, Undefined
from evalspec.terms import Sides

ZERO_VARIANCE = "estimated variance 0 (every cluster's units placed alike): the zero width is no precision"

Clusters = Sequence[Sequence[ScoreGroup]]


@dataclass(frozen=True, slots=True)
class Clustered:
    """What the AUROC over clusters and its variance are functions of: integers.

    ``won`` is twice the number of pairs won, ties half. ``deviations`` has a pair for each cluster: of its positives
    and of its negatives, the sum of their placements less what they would sum to if each were placed at the AUROC,
    both in units of 1 / (2 x positives x negatives).
    """

    positives: int
    negatives: int
    won: int
    with_positives: int
    with_negatives: int
    with_either: int
    deviations: tuple[tuple[int, int], ...]


def placements(clusters: Clusters) -> Clustered:
    """Scores ascend within a cluster and rise with the class. One sort of all scores, then whole numbers.

    Raises:
        ValueError: the scores of a cluster do not ascend.
    """
    if any(one.score >= other.score for groups in clusters for one, other in pairwise(groups)):
        raise ValueError("the scores of a cluster do not ascend")
    at = _placed([group for groups in clusters for group in groups])
    sums = [_sums(groups, at) for groups in clusters]
    m, n = (sum(of[side] for of in sums) for side in (0, 1))
    won = sum(of[2] for of in sums)
    return Clustered(
        positives=m,
        negatives=n,
        won=won,
        with_positives=sum(of[0] > 0 for of in sums),
        with_negatives=sum(of[1] > 0 for of in sums),
        with_either=sum(of[0] + of[1] > 0 for of in sums),
        deviations=tuple((m * up - p * won, n * down - q * won) for p, q, up, down in sums),
    )


def _placed(groups: Sequence[ScoreGroup]) -> dict[float, tuple[int, int]]:
    """By score, twice the negatives below plus those tied, and twice the positives above plus those tied."""
    total: dict[float, tuple[int, int]] = {}
    for group in groups:
        p, n = total.get(group.score, (0, 0))
        total[group.score] = (p + group.n_positive, n + group.n_negative)
    above, below = sum(p for p, _ in total.values()), 0
    at = {}
    for score in sorted(total):
        p, n = total[score]
        above -= p
        at[score] = (2 * below + n, 2 * above + p)
        below += n
    return at


def _sums(groups: Sequence[ScoreGroup], at: dict[float, tuple[int, int]]) -> tuple[int, int, int, int]:
    """A cluster's positives, its negatives, and the sums of their placements."""
    return (
        sum(g.n_positive for g in groups),
        sum(g.n_negative for g in groups),
        sum(g.n_positive * at[g.score][0] for g in groups),
        sum(g.n_negative * at[g.score][1] for g in groups),
    )


def variance(at: Clustered) -> Fraction:
    """S10/m + S01/n + 2 S11/(m n), exact, for at least two clusters with a unit of each class. Never below 0.

    A factor I/(I - 1) stands before each sum over clusters: I the clusters with a positive, with a negative, and with
    either. Clusters of one unit give DeLong's variance exactly: no unit is of both classes, so S11 is 0.
    """
    m, n = at.positives, at.negatives
    of_positives = _between(at.with_positives, sum(up * up for up, _ in at.deviations))
    of_negatives = _between(at.with_negatives, sum(down * down for _, down in at.deviations))
    of_both = _between(at.with_either, sum(up * down for up, down in at.deviations))
    in_units = of_positives / m**2 + of_negatives / n**2 + 2 * of_both / (m * n)
    return in_units / (2 * m * n) ** 2


def _between(clusters: int, products: int) -> Fraction:
    return Fraction(clusters * products, clusters - 1)


def why_undefined(at: Clustered) -> Undefined | None:
    """An absent class leaves no AUROC; a class in one cluster alone leaves no variance between clusters."""
    sizes = {"actual positives": at.positives, "actual negatives": at.negatives}
    zero = [f"{name} = 0" for name, size in sizes.items() if size == 0]
    held = {"clusters with positives": at.with_positives, "clusters with negatives": at.with_negatives}
    zero = zero or [f"{name} - 1 = 0" for name, size in held.items() if size == 1]
    return Undefined(" and ".join(zero)) if zero else None


def limits(clusters: Clusters, *, level: Fraction, sides: Sides) -> Limits | Undefined:
    """Clipped to [0, 1]; clusters in any order, their scores ascending."""
    at = placements(clusters)
    undefined = why_undefined(at)
    if undefined:
        return undefined
    estimate = at.won / (2 * at.positives * at.negatives)
    spread = variance(at)
    half = normal_quantile(level, sides) * sqrt(spread)
    return open_side(max(0.0, estimate - half), min(1.0, estimate + half), sides, "" if spread else ZERO_VARIANCE)


INTERVAL = ClusterRankingInterval(
    id="delong-cluster",
    title="DeLong over clusters",
    also=("Obuchowski", "nonparametric clustered ROC"),
    formula="AUROC -+ z sqrt(S10 / m + S01 / n + 2 S11 / (m n)), clipped to [0, 1]; each S a sum over clusters, I / (I - 1)",
    undefined_when=(
        "actual positives = 0, actual negatives = 0, clusters with positives - 1 = 0 or clusters with negatives - 1 = 0"
    ),
    limits=limits,
    worked=(
        WorkedCase(
            {
                "clusters": (
                    (ScoreGroup(0.1, 0, 1), ScoreGroup(0.4, 1, 0)),
                    (ScoreGroup(0.3, 0, 1), ScoreGroup(0.9, 1, 0)),
                    (ScoreGroup(0.8, 0, 1),),
                )
            },
            "0.95",
            Limits(0.371365, 1.0),
        ),
        WorkedCase(
            {
                "clusters": (
                    (ScoreGroup(0.1, 0, 2), ScoreGroup(0.9, 3, 0)),
                    (ScoreGroup(0.2, 0, 1), ScoreGroup(0.8, 1, 0)),
                )
            },
            "0.95",
            Limits(1.0, 1.0, ZERO_VARIANCE),
        ),
        WorkedCase(
            {"clusters": ((ScoreGroup(0.1, 0, 4), ScoreGroup(0.5, 2, 0)), (ScoreGroup(0.2, 0, 1),))},
            "0.95",
            Undefined("clusters with positives - 1 = 0"),
        ),
        WorkedCase({"clusters": ((ScoreGroup(0.1, 4, 0),),)}, "0.95", Undefined("actual negatives = 0")),
    ),
    reference="Obuchowski 1997, Biometrics 53:567",
)
