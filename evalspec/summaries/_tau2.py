"""The variance between cohorts, tau², three ways: from estimates y and their variances v, at least two of each.

Each is at least 0. Sums are exact or rounded once, so that the order of the cohorts changes no digit.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import fsum, log

from evalspec.records import Undefined

Between = Callable[[Sequence[float], Sequence[float]], float | Undefined]

MOST_STEPS = 1000
CLOSE = 1e-12


def cochran_q(y: Sequence[float], v: Sequence[float]) -> Fraction:
    """The sum of (y - m)² / v, m the inverse-variance mean; exact in the weights as doubles."""
    w = _weights(v)
    mean = sum((a * Fraction(b) for a, b in zip(w, y, strict=True)), Fraction(0)) / sum(w)
    return sum((a * (Fraction(b) - mean) ** 2 for a, b in zip(w, y, strict=True)), Fraction(0))


def dersimonian_laird(y: Sequence[float], v: Sequence[float]) -> float:
    """(Q - (k - 1)) / (sum of w - sum of w² / sum of w), w = 1/v, truncated at 0. DerSimonian & Laird 1986."""
    w = _weights(v)
    total = sum(w, Fraction(0))
    excess = cochran_q(y, v) - (len(w) - 1)
    return max(0.0, float(excess / (total - sum((a * a for a in w), Fraction(0)) / total)))


def paule_mandel(y: Sequence[float], v: Sequence[float]) -> float | Undefined:
    """Where the sum of (y - m)² / (v + tau²) is k - 1; 0 where it is less at tau² = 0. Paule & Mandel 1982.

    The sum falls in tau² and is convex, so Newton's steps from 0 only ever go up: one that doesn't is rounding.
    """
    tau2 = 0.0
    for _ in range(MOST_STEPS):
        w, mean = _mean(y, v, tau2)
        excess = fsum(a * (b - mean) ** 2 for a, b in zip(w, y, strict=True)) - (len(w) - 1)
        if excess <= 0:
            return tau2
        step = excess / fsum((a * (b - mean)) ** 2 for a, b in zip(w, y, strict=True))
        tau2 += step
        if step <= CLOSE * tau2:
            return tau2
    return Undefined(f"tau² (Paule-Mandel) found no value in {MOST_STEPS} steps")


def reml(y: Sequence[float], v: Sequence[float]) -> float | Undefined:
    """Restricted maximum likelihood by Fisher's scoring, from the plain variance of y less the mean of v.

    A step below 0 stops at 0, and 0 it is where the likelihood there is the higher. Viechtbauer 2005, J Educ Behav
    Stat 30:261.
    """
    k = len(y)
    plain = fsum(y) / k
    tau2 = max(0.0, fsum((b - plain) ** 2 for b in y) / (k - 1) - fsum(v) / k)
    for _ in range(MOST_STEPS):
        w, mean = _mean(y, v, tau2)
        trace, trace_of_square = _traces(w)
        if not trace_of_square > 0:
            break
        step = (fsum((a * (b - mean)) ** 2 for a, b in zip(w, y, strict=True)) - trace) / trace_of_square
        before, tau2 = tau2, max(0.0, tau2 + step)
        if abs(tau2 - before) <= CLOSE * trace / trace_of_square:
            return tau2 if _likelihood(y, v, tau2) >= _likelihood(y, v, 0.0) else 0.0
    return Undefined(f"tau² (REML) did not converge in {MOST_STEPS} steps")


def _weights(v: Sequence[float]) -> list[Fraction]:
    return [Fraction(1 / x) for x in v]


def _mean(y: Sequence[float], v: Sequence[float], tau2: float) -> tuple[list[float], float]:
    """The weights at ``tau2``, and the mean at them."""
    w = [1 / (x + tau2) for x in v]
    return w, fsum(a * b for a, b in zip(w, y, strict=True)) / fsum(w)


def _traces(w: Sequence[float]) -> tuple[float, float]:
    """Of P = W - W 1 1' W / sum of w, and of P²: what the residuals' squares are expected to be, and how they vary."""
    total = fsum(w)
    second, third = fsum(a * a for a in w), fsum(a * a * a for a in w)
    return total - second / total, second - 2 * third / total + (second / total) ** 2


def _likelihood(y: Sequence[float], v: Sequence[float], tau2: float) -> float:
    """The restricted log-likelihood, but for a constant."""
    w, mean = _mean(y, v, tau2)
    residual = fsum(a * (b - mean) ** 2 for a, b in zip(w, y, strict=True))
    return (fsum(map(log, w)) - log(fsum(w)) - residual) / 2


TAU2: dict[str, Between] = {
    "dersimonian-laird": dersimonian_laird,
    "paule-mandel": paule_mandel,
    "reml": reml,
}
