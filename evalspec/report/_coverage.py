"""What every rule made of a plan: status, grade, and what that rests on; nothing is cut."""

from collections.abc import Sequence

from evalspec.records import Judgement
from evalspec.report._words import safe, table

HEAD = ("code", "rule", "status", "grade", "ground or need")


def rows(judgements: Sequence[Judgement]) -> list[list[str]]:
    """A row a rule, in the order of ``HEAD``."""
    return [[j.code, j.name, j.status.value, j.grade.value if j.grade else "", safe(j.reason)] for j in judgements]


def coverage(judgements: Sequence[Judgement]) -> str:
    """The rows as an aligned text block."""
    return "\n".join(table(list(HEAD), rows(judgements), left=5)) + "\n"
