"""A threshold's rule on score groups: which observed score it picks. Counts and exact fractions, no rounding.

Candidates are the distinct scores, of both classes; there are no midpoints. The rules are those of the plan language:
``specificity_at_least`` takes the candidate that calls most among those that reach the target,
``sensitivity_at_least`` the one that calls fewest; ``max: youden`` and ``min: expected_cost`` the best ones.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import groupby

from evalspec.plan.model.design import ThresholdRule
from evalspec.records import Counts, ScoreGroup
from evalspec.terms import PositiveWhen

_HIGH = (PositiveWhen.AT_LEAST, PositiveWhen.MORE_THAN)
_WITH_EQUAL = (PositiveWhen.AT_LEAST, PositiveWhen.AT_MOST)


@dataclass(frozen=True, slots=True)
class Cost:
    """What an error costs, and in which population: expected cost a unit is the sum of both kinds."""

    false_negative: Decimal
    false_positive: Decimal
    prevalence: Decimal

    def of(self, counts: Counts) -> Fraction:
        """Expected cost a unit. Both classes must be there."""
        missed = Fraction(counts.fn, counts.positives) * Fraction(self.prevalence) * Fraction(self.false_negative)
        alarm = Fraction(counts.fp, counts.negatives) * (1 - Fraction(self.prevalence)) * Fraction(self.false_positive)
        return missed + alarm


@dataclass(frozen=True, slots=True)
class Choice:
    """``values``: the candidates that the rule can't tell apart, smallest first; ``reason`` where there is none.

    ``extreme``: the candidate that calls fewest, where none reaches the target.
    """

    values: tuple[float, ...] = ()
    reason: str = ""
    extreme: float | None = None


Cut = tuple[float, Counts]
"""A candidate, and the counts when it is the threshold."""


def cuts(groups: Sequence[ScoreGroup], when: PositiveWhen) -> tuple[Cut, ...]:
    """Every candidate with its counts, from the one that calls fewest to the one that calls most."""
    order = sorted(groups, key=lambda g: g.score, reverse=when in _HIGH)
    merged = [(s, [*same]) for s, same in groupby(order, key=lambda g: g.score)]
    positives, negatives = sum(g.n_positive for g in groups), sum(g.n_negative for g in groups)
    found: list[Cut] = []
    tp = fp = 0
    for score, same in merged:
        before = tp, fp
        tp, fp = tp + sum(g.n_positive for g in same), fp + sum(g.n_negative for g in same)
        called = (tp, fp) if when in _WITH_EQUAL else before
        found.append((score, Counts(tp=called[0], fn=positives - called[0], fp=called[1], tn=negatives - called[1])))
    return tuple(found)


def choose(groups: Sequence[ScoreGroup], rule: ThresholdRule, when: PositiveWhen, cost: Cost | None) -> Choice:
    """What the rule picks. ``cost`` is due for ``min: expected_cost``."""
    positives, negatives = sum(g.n_positive for g in groups), sum(g.n_negative for g in groups)
    lacking = _lacking(rule, positives, negatives)
    if lacking:
        return Choice(reason=lacking)
    found = cuts(groups, when)
    if rule.specificity_at_least is not None:
        target = Fraction(rule.specificity_at_least)
        return _target(found, lambda c: c.tn >= target * c.negatives, last=True, what="specificity")
    if rule.sensitivity_at_least is not None:
        target = Fraction(rule.sensitivity_at_least)
        return _target(found, lambda c: c.tp >= target * c.positives, last=False, what="sensitivity")
    if rule.max is not None:
        return _best(found, lambda c: Fraction(c.tp * c.negatives - c.fp * c.positives))
    if rule.min is not None and cost is not None:
        return _best(found, lambda c: -cost.of(c))
    return Choice(reason="the rule can't be worked out from scores")


def _lacking(rule: ThresholdRule, positives: int, negatives: int) -> str:
    if not negatives and rule.sensitivity_at_least is None:
        return "the derivation data hold no negative"
    if not positives and rule.specificity_at_least is None:
        return "the derivation data hold no positive"
    return "" if positives or negatives else "the derivation data hold no row"


def _target(found: Sequence[Cut], reaches: Callable[[Counts], bool], *, last: bool, what: str) -> Choice:
    reached = [score for score, counts in found if reaches(counts)]
    if not reached:
        return Choice(reason=f"no candidate reaches the target {what}", extreme=found[0][0])
    return Choice(values=(reached[-1 if last else 0],))


def _best(found: Sequence[Cut], worth: Callable[[Counts], Fraction]) -> Choice:
    top = max(worth(counts) for _, counts in found)
    return Choice(values=tuple(sorted(score for score, counts in found if worth(counts) == top)))


def settled(values: Sequence[float], ties: str | None, when: PositiveWhen) -> float | None:
    """The one value; of several, the one that ``ties`` names; None where it names none. ``values`` smallest first."""
    if len(values) == 1:
        return values[0]
    if not values or ties is None:
        return None
    fewest_is_high = when in _HIGH
    return values[-1] if (ties == "fewest-called") == fewest_is_high else values[0]
