"""OUTC100: the outcomes hold a token that the plan does not declare."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Integrity
from evalspec.rules.base import Answer, Evidence, Example, Objection, Rule
from evalspec.rules.outc._said import OUTCOMES, counted, in_lines
from evalspec.terms import Grade, Severity

MOST = 6
"""Tokens that are named one by one: a column of something else would hold a new one in each row."""


def opened(plan: Plan, integrity: Integrity) -> Iterator[Answer]:
    found = sorted(integrity.undeclared_tokens.items(), key=lambda t: (-t[1], t[0]))
    if found:
        told = [f"{_shown(token)} ({counted(n, 'row')})" for token, n in found[:MOST]]
        if len(found) > MOST:
            told.append(f"{len(found) - MOST} tokens more")
        column = f"column `{plan.outcome.column}`" if plan.outcome.column else "the outcome's column"
        message = f"{column} of the outcomes holds {', '.join(told)}: not declared"
        message += in_lines(sum(n for _, n in found), integrity.lines.get("undeclared_tokens", ()))
        yield Objection(path=OUTCOMES, message=message, help=f"{_declared(plan)}; {_HELP}")
    yield Evidence(Grade.PROVED, "every outcome is a declared token")


def _shown(token: str) -> str:
    return f"`{token[:40]}`" if token.strip() else "an empty text"


def _declared(plan: Plan) -> str:
    o = plan.outcome
    told = [f"`{c}`" for c in o.classes or ()]
    told += [f"`{t}` ({what})" for t, what in ((o.positive, "positive"), (o.negative, "negative")) if t is not None]
    told += [f"`{t}` (unknown)" for t in o.unknown]
    return "the declared ones are " + ", ".join(told) if told else "none is declared"


_HELP = "correct the file, or declare a token without a status in `outcome.unknown`"

RULE = Rule(
    code="OUTC100",
    name="unknown-label",
    severity=Severity.ERROR,
    summary="The outcomes hold a token that the plan does not declare.",
    why=(
        "`1.0`, `True` and `yes` may mean positive, or may not: tokens are compared exactly, and what is none of the "
        "declared ones is refused, never taken for negative."
    ),
    help=_HELP,
    source="Bossuyt et al. 2015, BMJ 351:h5527 (STARD 2015), item 15",
    bad=(
        Example(files={"outcomes.csv": "subject_id,outcome\ns01,1\ns02,1.0\ns03,yes\n"}),
        Example(files={"outcomes.csv": "subject_id,outcome\ns01,1\ns02,\ns03,0\n"}),
    ),
    good=(Example(files={"outcomes.csv": "subject_id,outcome\ns01,1\ns02,1\ns03,0\n"}),),
    grade=Grade.PROVED,
    opened=opened,
)
