"""Estimated variances: exact where the value is."""

from fractions import Fraction

from evalspec.records import Ratio


def of_ratio(ratio: Ratio) -> Fraction:
    """p (1 - p) / n."""
    return ratio.exact * (1 - ratio.exact) / ratio.denominator
