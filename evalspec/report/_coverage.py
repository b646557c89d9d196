"""What every rule made of a plan: the leakage statement, then the other families."""

from collections.abc import Sequence

from evalspec.records import Judgement
from evalspec.report._leakage import leakage
from evalspec.report._words import safe

HEAD = ("code", "rule", "status", "grade", "ground or need")


def rows(judgements: Sequence[Judgement]) -> list[list[str]]:
    """A row a rule, in the order of ``HEAD``."""
    return [[j.code, j.name, j.status.value, j.grade.value if j.grade else "", safe(j.reason)] for j in judgements]


def coverage(judgements: Sequence[Judgement]) -> list[str]:
    """Every rule with status, grade, and what it rests on or needs; nothing is cut."""
    others = [j for j in judgements if not j.code.startswith("LEAK")]
    lines = ["", *leakage(judgements), "", "ALL OTHER RULES", ""]
    width = max((len(j.name) for j in others), default=0)
    for j in others:
        state = j.grade.value if j.grade else j.status.value
        reason = safe(j.reason)
        lines.append(f"  {j.code}  {j.name:<{width}}  {state:<14}  {reason}".rstrip())
    return lines
