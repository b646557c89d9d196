"""LEAK120: a blinded file carries the outcome."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Blinded, Table
from evalspec.rules.base import Answer, Evidence, Example, NotApplicable, Objection, Rule, Undecided
from evalspec.rules.data._said import counted
from evalspec.rules.data._sql import listed, quoted
from evalspec.rules.leak._columns import declared
from evalspec.terms import Grade, Leakage, Severity


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    if plan.data.predictions is None:
        yield NotApplicable("the plan declares no data.predictions")
        return
    for problem in blinded.problems:
        if problem.rule == "outcome-visible":
            yield Objection(path=problem.path, message=problem.message, help=problem.help)
    for name, table in blinded.tables.items():
        if name not in _TABLES:
            continue
        named = [c for c in table.columns if c in _outcome_columns(plan)]
        for column in named:
            yield _objection(
                name,
                table,
                f"column `{column}` is the outcome, and stands in {table.file}, which is read before the seal",
            )
        for column in table.columns:
            if (
                column not in named
                and column not in declared(plan, name)
                and _holds_the_tokens(plan, blinded, name, column)
            ):
                message = f"column `{column}`, which the plan does not name, holds exactly the tokens of the outcome in {counted(table.n_rows, 'row')}"
                yield _objection(name, table, message, severity=Severity.WARNING, help=_COLUMN)
    yield from _scores(plan, blinded)
    if blinded.missing or blinded.problems:
        yield Undecided("every blinded file that the plan declares")
    yield Evidence(Grade.PROVED, "no blinded file has a column of the outcome's name, or one that holds its tokens")


def _scores(plan: Plan, blinded: Blinded) -> Iterator[Objection]:
    """Scores that are the outcome's tokens; calls are such tokens by right."""
    table = blinded.tables.get("predictions")
    if table is None:
        return
    columns = {m.score: name for name, m in plan.models.items() if m.score in table.columns}
    for column, model in columns.items():
        if column not in _outcome_columns(plan) and _holds_the_tokens(plan, blinded, "predictions", str(column)):
            message = (
                f"`{column}`, the score of `{model}`, holds exactly the tokens of the outcome: is this the outcome?"
            )
            yield _objection("predictions", table, message, severity=Severity.WARNING, help=_SCORE)


_COLUMN = "take the column out, if it is the outcome under another name"
_SCORE = "name the column of scores; calls are named under `calls`"

_TABLES = ("predictions", "units", "training")
"""Those that lie in the engine as they stand; a file of threshold values holds no units."""


def _outcome_columns(plan: Plan) -> set[str]:
    labels = plan.outcome.labels or {}
    renamed = plan.data.outcomes.columns.outcome if plan.data.outcomes else None
    return {c for c in (plan.outcome.column, renamed, *(one.column for one in labels.values())) if c}


def _holds_the_tokens(plan: Plan, blinded: Blinded, table: str, column: str) -> bool:
    tokens = plan.outcome.classes or tuple(t for t in (plan.outcome.positive, plan.outcome.negative) if t is not None)
    if len(tokens) < 2:
        return False
    name = f"CAST({quoted(column)} AS VARCHAR)"
    others, distinct = blinded.ask(
        f"SELECT count(*) FILTER ({name} NOT IN {listed(tokens)}), count(DISTINCT {name}) FROM {table}"
    )[0]
    return bool(others == 0 and distinct == len(set(tokens)))


def _objection(name: str, table: Table, message: str, severity: Severity | None = None, help: str = "") -> Objection:
    line = 1 if table.format == "csv" else None
    return Objection(path=("data", name), file=table.file, line=line, message=message, severity=severity, help=help)


_SCORES = ((91, 1), (85, 1), (62, 0), (40, 1), (35, 0), (20, 0), (77, 1), (55, 0), (30, 1), (58, 1), (12, 0), (5, 0))


def _predictions(header: str, *, third: bool) -> str:
    rows = (
        f"s{n:02},{'A' if n < 7 else 'B'},0.{s:02}" + (f",{y}" if third else "") for n, (s, y) in enumerate(_SCORES, 1)
    )
    return header + "\n" + "\n".join(rows) + "\n"


RULE = Rule(
    code="LEAK120",
    name="outcome-visible",
    severity=Severity.ERROR,
    leakage=Leakage.BLINDING,
    summary="A file that is read before the seal carries the outcome.",
    why="Who sees scores and outcomes side by side can choose the summary, the cut-off or the exclusions by the result.",
    help="take the column out of this file; the outcomes stand in data.outcomes alone",
    source="ICH E9 1998, Statistical Principles for Clinical Trials, section 5.1",
    bad=(
        "data: {predictions: outcomes.csv, outcomes: outcomes.csv}",
        Example(files={"predictions.csv": _predictions("subject_id,cohort,score,outcome", third=True)}),
        Example(files={"predictions.csv": _predictions("subject_id,cohort,score,sepsis", third=True)}),
        Example(
            plan="data: {predictions: predictions.csv, outcomes: {path: outcomes.csv, columns: {outcome: sepsis}}}",
            files={"predictions.csv": _predictions("subject_id,cohort,score,sepsis", third=True)},
        ),
        Example(files={"predictions.csv": _predictions("subject_id,cohort,risk,score", third=True)}),
    ),
    good=(Example(files={"predictions.csv": _predictions("subject_id,cohort,score", third=False)}),),
    files=files,
)
