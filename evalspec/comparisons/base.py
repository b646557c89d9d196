"""What a test of no difference declares. Two-sided; a p-value is a ``Real`` from 0 to 1, or ``Undefined``."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from evalspec.records import Paired, PairedGroup, Real, Undefined
from evalspec.terms import Quantity


@dataclass(frozen=True, slots=True)
class Worked:
    """A worked case: what goes in, and the p-value to 12 digits or the reason there is none."""

    given: Any
    expected: Real | Undefined


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """What the kinds share.

    ``p_value``: two-sided. ``fits``: of what difference it is a test. ``elsewhere``: which other packages differ, and how.
    """

    id: str
    title: str
    also: tuple[str, ...] = ()
    formula: str
    undefined_when: str
    p_value: Callable[..., Real | Undefined]
    worked: tuple[Worked, ...]
    reference: str
    fits: tuple[Quantity, ...]
    elsewhere: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedTest(Comparison):
    """A test that two ratios over the same units are equal."""

    fits: tuple[Quantity, ...] = (Quantity.PAIRED,)

    def __call__(self, paired: Paired) -> Real | Undefined:
        return self.p_value(paired)


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedRankingTest(Comparison):
    """A test that two AUROCs over the same units are equal; both scores rise with the class."""

    fits: tuple[Quantity, ...] = (Quantity.PAIRED_AUROC,)

    def __call__(self, groups: Sequence[PairedGroup]) -> Real | Undefined:
        return self.p_value(groups)
