"""Tally and plan to the declared numbers: measure in each cell, then combine over the axes, then the interval."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from evalspec.plan.model import Plan
from evalspec.plan.model.summary import Summary
from evalspec.records import Estimate, Tally
from evalspec.results._combine import summaries
from evalspec.results._evidence import Evidence, Where
from evalspec.results._limits import intervals, limits_of
from evalspec.results._rows import Number, numbers
from evalspec.tally.needs import metrics, models_of, scenarios_of
from evalspec.tally.subgroups import subgroups_of
from evalspec.terms import Takes


def estimates(plan: Plan, tally: Tally) -> tuple[Estimate, ...]:
    """A row for each declared number: summaries, metrics and models as declared, then the axes' members by code point."""
    evidence = Evidence(plan, tally)
    return tuple(
        row for summary in plan.summaries for number in _numbers(plan, evidence, summary) for row in rows_of(number)
    )


def _numbers(plan: Plan, evidence: Evidence, summary: Summary) -> Iterator[Number]:
    for use in summary.uses:
        declared = metrics()[use.word].takes is Takes.NOTHING
        for model in models_of(plan, summary):
            for subgroup in subgroups_of(plan, summary):
                for scenario in ("",) if declared else scenarios_of(plan):
                    where = Where(summary.threshold or "", model, subgroup, scenario)
                    yield from numbers(plan, evidence, summary, use, where)


def rows_of(number: Number) -> Iterator[Estimate]:
    """The rows of one number: one for each member of the axes that are kept."""
    declared = number.summary.interval
    for selection in number.selections():
        row, combined = number.estimate(selection)
        if declared is None:
            yield row
            continue
        yield replace(
            row, limits=limits_of(number, selection, row.value, combined), interval=declared.method,
            level=Fraction(declared.level),
        )  # fmt: skip


__all__ = ["estimates", "intervals", "rows_of", "summaries"]
