"""McNemar's tests: only discordant pairs, those judged otherwise by the first than by the second, tell anything."""

from math import erfc, sqrt

from evalspec.records import Paired, Real, Undefined

NO_DISCORDANT = "discordant pairs = 0"


def exact_p(paired: Paired) -> Real:
    """Twice the binomial tail P(X <= the smaller) at 1/2, at most 1; 1 where both are equal, so with no pair too."""
    fewer, pairs = _discordant(paired)
    return Real(1) if 2 * fewer == pairs else Real(min(1.0, 2 * _at_most(fewer, pairs)))


def midp_p(paired: Paired) -> Real:
    """The exact p-value less P(X = the smaller), as P(X <= k) + P(X <= k - 1): nothing is taken away."""
    fewer, pairs = _discordant(paired)
    return Real(1) if 2 * fewer == pairs else Real(min(1.0, _at_most(fewer, pairs) + _at_most(fewer - 1, pairs)))


def asymptotic_p(paired: Paired) -> Real | Undefined:
    """Upper tail of chi-squared(1) beyond (b - c)² / (b + c). No word of the plan language asks for it."""
    fewer, pairs = _discordant(paired)
    return Real(_beyond((pairs - 2 * fewer) ** 2 / pairs)) if pairs else Undefined(NO_DISCORDANT)


def continuity_corrected_p(paired: Paired) -> Real | Undefined:
    """The same beyond (|b - c| - 1)² / (b + c), and beyond 0 where b = c. No word of the plan language asks for it."""
    fewer, pairs = _discordant(paired)
    return Real(_beyond(max(pairs - 2 * fewer - 1, 0) ** 2 / pairs)) if pairs else Undefined(NO_DISCORDANT)


def _discordant(paired: Paired) -> tuple[int, int]:
    """The smaller of the two counts, and their sum."""
    return min(paired.first_only, paired.second_only), paired.first_only + paired.second_only


def _at_most(k: int, n: int) -> float:
    """P(X <= k) of a binomial of n at 1/2, k < n: an incomplete beta integral, so it stays fast for any n.

    At n = 0 older scipy gives NaN; equal counts are answered before it comes to that.
    """
    from scipy.special import betainc

    return float(betainc(n - k, k + 1, 0.5)) if k >= 0 else 0.0


def _beyond(statistic: float) -> float:
    return erfc(sqrt(statistic / 2))
