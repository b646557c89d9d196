"""Normal limits on the logit scale, taken back to the scale of a proportion."""

from collections.abc import Mapping
from fractions import Fraction
from math import exp, log, sqrt

from evalspec.intervals.base import normal_quantile, open_side
from evalspec.records import Limits, Undefined
from evalspec.terms import Sides


def on_the_logit_scale(
    estimate: Fraction, variance: Fraction, *, named: str, level: Fraction, sides: Sides, note: str
) -> Limits | Undefined:
    """Limits strictly within 0 and 1. By the delta method Var(logit e) = Var(e) / (e (1 - e))².

    At 0 and at 1 the logit is infinite: undefined, with the estimate called what it is ``named``.
    """
    ends: Mapping[str, Fraction] = {named: estimate, f"1 - {named}": 1 - estimate}
    for name, zero in ends.items():
        if zero == 0:
            return Undefined(f"{name} = 0")
    half = normal_quantile(level, sides) * sqrt(variance) / float(estimate * (1 - estimate))
    centre = log(estimate / (1 - estimate))
    return open_side(_back(centre - half), _back(centre + half), sides, "" if variance else note)


def _back(logit: float) -> float:
    """1 / (1 + exp(-logit)), written so that no exponential overflows."""
    if logit >= 0:
        return 1 / (1 + exp(-logit))
    return exp(logit) / (1 + exp(logit))
