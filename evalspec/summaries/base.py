"""What a word over an axis declares, and the arithmetic of weighted means over defined members."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import fsum
from typing import Any

from evalspec.records import Combined, Member, Meta, Real, Undefined, Value
from evalspec.terms import Better

Combine = Callable[..., Combined]


@dataclass(frozen=True, slots=True)
class Worked:
    """A worked case: members, what ``combine`` is told beside them, and what must come out.

    ``expected`` is exact where it is a fraction, and to 6 places where it is a float. ``left_out``: the members that
    are defined and yet left out, each with its reason.
    """

    members: Mapping[str, Member]
    told: Mapping[str, Any]
    expected: Value
    named: tuple[str, ...] = ()
    left_out: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """``combine`` is None for words that pool or keep the axis.

    ``combine(members, minimum_defined=, better=, axis=, weights=, rescale=, scale=, zero_cells=, tau2=)``: ``members``
    maps each member's name to a ``Member``, in the plan's order; ``axis`` is what messages call the members (cohorts);
    ``weights`` are the declared ones; each word takes what it needs of the rest and passes over what it doesn't.
    ``takes_interval`` is False where no interval is an interval of this number; ``fewest`` is how many defined members
    it needs at least, whatever the plan's minimum. ``elsewhere``: which other packages differ, and how.
    """

    id: str
    title: str
    also: tuple[str, ...] = ()
    sentence: str
    formula: str = ""
    undefined_when: str = ""
    combine: Combine | None
    takes_interval: bool = True
    needs_weights: bool = False
    fewest: int = 1
    worked: tuple[Worked, ...] = ()
    elsewhere: tuple[str, ...] = ()
    reference: str


def weighted_mean(
    members: Mapping[str, Member], weights: Mapping[str, Fraction], *, minimum_defined: int, axis: str = "cohorts"
) -> Combined:
    """The mean over the defined members, weights rescaled to sum to 1 over them.

    Exact where every value is; otherwise ``math.fsum`` over the terms in member order. Undefined when fewer than
    ``minimum_defined`` (at least 1) members are defined, or when the defined members' weights sum to 0.
    """
    reasons = {k: m.value.reason for k, m in sorted(members.items()) if isinstance(m.value, Undefined)}
    values = {k: m.value.exact for k, m in members.items() if not isinstance(m.value, Undefined)}
    total = sum((weights[k] for k in values), Fraction(0))
    if len(values) < max(minimum_defined, 1):
        return without(members, too_few(len(values), len(members), minimum_defined, reasons, axis))
    if total == 0:
        return without(members, Undefined(f"weights of the defined members ({', '.join(values)}) = 0"))
    shares = {k: weights[k] / total for k in values}
    if all(isinstance(v, Fraction) for v in values.values()):
        mean: Fraction | float = sum((shares[k] * Fraction(v) for k, v in values.items()), Fraction(0))
    else:
        mean = fsum(float(shares[k]) * float(v) for k, v in values.items())
    return Combined(value=Real(mean), defined=len(values), of=len(members), undefined_in=reasons, weights=shares)


def without(members: Mapping[str, Member], undefined: Undefined) -> Combined:
    """No number over these members, and why."""
    reasons = {k: m.value.reason for k, m in sorted(members.items()) if isinstance(m.value, Undefined)}
    return Combined(value=undefined, defined=len(members) - len(reasons), of=len(members), undefined_in=reasons)


def too_few(defined: int, of: int, minimum: int, reasons: Mapping[str, str], axis: str = "cohorts") -> Undefined:
    """Names every member that is left out and why, such as its zero denominator."""
    why = "; ".join(f"{name}: {reason}" for name, reason in sorted(reasons.items()))
    need = f", at least {max(minimum, 1)} needed"
    return Undefined(f"defined in {defined} of {of} {axis}{need}" + (f" ({why})" if why else ""))


def q_p_value(meta: Meta) -> float | None:
    """The probability of a Q at least as large where the cohorts differ by chance alone; None where Q is undefined."""
    from scipy.special import chdtrc

    return None if meta.q is None else float(chdtrc(meta.k - 1, meta.q))


__all__ = ["Better", "Combine", "Summary", "Worked", "q_p_value", "too_few", "weighted_mean", "without"]
