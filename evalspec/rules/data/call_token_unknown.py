"""DATA123: a model's call is none of the declared tokens."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Evidence, Example, NotApplicable, Rule
from evalspec.rules.data._said import MOST, at, counted, named, objection, shown
from evalspec.rules.data._sql import listed, no_prediction_is_declared
from evalspec.terms import Grade, OutcomeKind, Severity


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    called = {name: m.calls for name, m in plan.models.items() if m.calls is not None}
    if not called:
        yield NotApplicable("no model has calls")
        return
    for column in dict.fromkeys(called.values()):
        yield from _in(plan, blinded, column, [m for m, c in called.items() if c == column])
    yield Evidence(Grade.PROVED, "every call is a declared token")


def _in(plan: Plan, blinded: Blinded, column: str, models: list[str]) -> Iterator[Answer]:
    known = tokens(plan, column)
    found = blinded.ask(
        f"SELECT call, count(DISTINCT line), min(line) FROM prediction "
        f"WHERE model IN {listed(models)} AND call NOT IN {listed(known)} GROUP BY call ORDER BY min(line) LIMIT {MOST}"
    )
    for token, rows, line in found:
        if not token.strip() and no_prediction_is_declared(plan):
            yield Evidence(Grade.PROVED, f"{counted(rows, 'row')} without a call, handled as the plan says")
            continue
        help = f"the declared ones are {named(known)}; a call that is neither is declared in `handling.indeterminate`"
        yield objection(
            blinded, "predictions", f"`{column}` holds {shown(token)}: {at(rows, line)}", line=line, help=help
        )


def tokens(plan: Plan, column: str) -> list[str]:
    """What may stand in a column of calls."""
    o = plan.outcome
    declared = o.classes or () if o.kind is OutcomeKind.MULTICLASS else (o.positive, o.negative)
    neither = plan.handling.indeterminate if plan.handling else None
    return [t for t in (*declared, *(neither.tokens if neither and neither.column == column else ())) if t is not None]


_PLAN = (
    "models: {m1: {calls: predicted}}\nthresholds:\n"
    "summaries:\n"
    "  - {id: found, role: primary, metric: sensitivity, cohorts: pooled, interval: {method: wilson, level: 0.95}}\n"
)

RULE = Rule(
    code="DATA123",
    name="call-token-unknown",
    severity=Severity.ERROR,
    summary="A model's call is neither the positive nor the negative token, nor one declared as indeterminate.",
    why="Read as negative, a failed test would count as a right answer in everybody without the disease.",
    help="correct the call, or declare its token in `handling.indeterminate` and say how it counts",
    source="Shinkins et al. 2013, BMJ 346:f2778",
    needs=("predictions",),
    bad=(
        Example(plan=_PLAN, files={"predictions.csv": "subject_id,cohort,predicted\ns01,A,1\ns02,A,INV\ns07,B,0\n"}),
        Example(plan=_PLAN, files={"predictions.csv": "subject_id,cohort,predicted\ns01,A,1\ns02,A,1.0\ns07,B,0\n"}),
    ),
    good=(Example(plan=_PLAN, files={"predictions.csv": "subject_id,cohort,predicted\ns01,A,1\ns02,A,0\ns07,B,0\n"}),),
    grade=Grade.PROVED,
    files=files,
)
