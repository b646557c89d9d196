"""Texts that stand where a score should."""

from evalspec.plan.model import Plan

WITHOUT = "trim(score_text) = ''"
"""SQL: there is no text."""


def columns(plan: Plan) -> dict[str, str]:
    """The score's column of each model that has one."""
    return {name: m.score for name, m in plan.models.items() if m.score is not None}
