"""Quantiles of Student's t."""

from fractions import Fraction

from evalspec.intervals.base import tail
from evalspec.terms import Sides


def t_quantile(level: Fraction, sides: Sides, *, df: int) -> float:
    """t on ``df`` degrees of freedom with ``tail`` above it."""
    from scipy.special import stdtrit

    return -float(stdtrit(df, tail(level, sides)))
