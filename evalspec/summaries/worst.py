"""The least good member."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from evalspec.records import Combined, Member, Ratio, Real, Undefined
from evalspec.summaries.base import Summary, Worked, too_few, without
from evalspec.terms import Better


def combine(
    members: Mapping[str, Member], *, minimum_defined: int, better: Better, axis: str = "cohorts", **_: Any
) -> Combined:
    """The least good of the defined values, compared exactly, and every member that has it, in member order.

    Undefined too where neither end of the metric is the worse one (prevalence).
    """
    values = {k: m.value.exact for k, m in members.items() if not isinstance(m.value, Undefined)}
    reasons = {k: m.value.reason for k, m in sorted(members.items()) if isinstance(m.value, Undefined)}
    if better is Better.NEITHER:
        return without(members, Undefined("neither a high nor a low value of this metric is the worse one"))
    if len(values) < max(minimum_defined, 1):
        return without(members, too_few(len(values), len(members), minimum_defined, reasons, axis))
    least = min(values.values()) if better is Better.HIGHER else max(values.values())
    return Combined(
        value=Real(least),
        defined=len(values),
        of=len(members),
        undefined_in=reasons,
        named=tuple(name for name, value in values.items() if value == least),
    )


FOUR = {
    "A": Member(value=Ratio(8, 10), size=35),
    "B": Member(value=Undefined("actual positives (TP + FN) = 0"), size=33),
    "C": Member(value=Ratio(3, 6), size=18),
    "D": Member(value=Ratio(5, 10), size=40),
}

SUMMARY = Summary(
    id="worst",
    title="Worst",
    sentence="the least good of the members' values, and which member or members it belongs to",
    formula="the least of the values; the greatest where less is better",
    undefined_when="defined members < minimum_defined, or the metric has no worse end",
    combine=combine,
    takes_interval=False,
    worked=(
        Worked(FOUR, {"minimum_defined": 3, "better": Better.HIGHER}, Real(Fraction(1, 2)), ("C", "D")),
        Worked(FOUR, {"minimum_defined": 3, "better": Better.LOWER}, Real(Fraction(4, 5)), ("A",)),
        Worked(
            FOUR,
            {"minimum_defined": 4, "better": Better.HIGHER},
            Undefined("defined in 3 of 4 cohorts, at least 4 needed (B: actual positives (TP + FN) = 0)"),
        ),
    ),
    reference="Sagawa et al. 2020, ICLR 2020 (there: worst-group accuracy)",
)
