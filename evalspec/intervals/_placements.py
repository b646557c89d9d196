"""Placements: for each unit, how much of the other class lies on its wrong side; sums of them are all DeLong needs."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from evalspec.records import ScoreGroup, Undefined


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
