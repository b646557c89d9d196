"""The subgroups that a summary names: one, or the levels of a family, each by the boundary that picks its units."""

from collections.abc import Mapping

from evalspec.plan.model import Plan
from evalspec.plan.model.summary import Summary

MOST = 62
"""Subgroups of one plan: membership is a bit each of one integer."""


def all_subgroups(plan: Plan) -> dict[str, Mapping[str, object]]:
    """Every subgroup and every level of a family (``sex.women``), in the plan's order, with its boundary."""
    found: dict[str, Mapping[str, object]] = {}
    for name, subgroup in plan.subgroups.items():
        if subgroup.where is not None:
            found[name] = subgroup.where
        for level, values in (subgroup.levels or {}).items():
            found[f"{name}.{level}"] = {subgroup.by or "": tuple(values)}
    return found


def subgroups_of(plan: Plan, summary: Summary) -> tuple[str, ...]:
    """The subgroups of a summary, a row each; ("",) where it names none."""
    return named(plan, summary.subgroup)


def named(plan: Plan, names: tuple[str, ...] | None) -> tuple[str, ...]:
    """The subgroups behind names in a plan: a family stands for its levels."""
    if not names:
        return ("",)
    there = all_subgroups(plan)
    found = [full for name in names for full in there if full == name or full.startswith(f"{name}.")]
    return tuple(dict.fromkeys(found))
