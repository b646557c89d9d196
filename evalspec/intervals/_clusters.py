"""A ratio over clusters: how many clusters there are, and its linearised variance between them."""

from collections.abc import Sequence
from fractions import Fraction

from evalspec.records import ClusterCell, Undefined


def clusters(cells: Sequence[ClusterCell]) -> int:
    """m: clusters with a denominator above 0. A cluster of no such units says nothing about the ratio."""
    return sum(cell.clusters for cell in cells if cell.denominator)


def why_undefined(cells: Sequence[ClusterCell]) -> Undefined | None:
    """No cluster leaves no ratio; one cluster leaves no variance between clusters."""
    m = clusters(cells)
    return Undefined(f"clusters with units{' - 1' * m} = 0") if m < 2 else None


def variance(cells: Sequence[ClusterCell]) -> Fraction:
    """m / (m - 1) times the sum over clusters of (x - r n)², over (sum of n)²; exact, for at least two clusters."""
    m = clusters(cells)
    x = sum(cell.numerator * cell.clusters for cell in cells)
    n = sum(cell.denominator * cell.clusters for cell in cells)
    squares = sum(cell.clusters * (cell.numerator * n - x * cell.denominator) ** 2 for cell in cells)
    return Fraction(m * squares, (m - 1) * n**4)


def variance_of_ratio(cells: Sequence[ClusterCell]) -> Fraction | Undefined:
    """``variance``, or why there is none."""
    return why_undefined(cells) or variance(cells)
