"""DATA113: a score is no finite number."""

from collections.abc import Iterator, Mapping

from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Evidence, Example, NotApplicable, Rule
from evalspec.rules.data._said import at, counted, in_lines, objection, shown
from evalspec.rules.data._scores import WITHOUT, columns
from evalspec.rules.data._sql import listed, literal, no_prediction_is_declared
from evalspec.terms import Grade, Severity


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    scored = columns(plan)
    if not scored:
        yield NotApplicable("no model has a score")
        return
    case = " ".join(f"WHEN {literal(m)} THEN {literal(c)}" for m, c in scored.items())
    found = blinded.ask(
        f"""
        SELECT CASE model {case} END AS col, {WITHOUT} AS without, list(line ORDER BY line), arg_min(score_text, line)
        FROM prediction WHERE score IS NULL AND model IN {listed(scored)}{_but_unclear(plan, scored)}
        GROUP BY ALL ORDER BY min(line), col
        """
    )
    for column, without, lines, text in found:
        rows, line = len(lines), lines[0]
        where = at(rows, line) if rows == 1 else counted(rows, "row") + in_lines(rows, lines[:5])
        if without and no_prediction_is_declared(plan):
            yield Evidence(Grade.PROVED, f"{counted(rows, 'row')} without a score, handled as the plan says")
        elif without:
            help = "add the score, or say in `handling.missing_prediction` what becomes of units without one"
            yield objection(blinded, "predictions", f"`{column}` is empty in {where}", line=line, help=help)
        else:
            message = f"`{column}` holds {shown(text)} where a number is due: {where}"
            yield objection(blinded, "predictions", message, line=line)
    yield Evidence(Grade.PROVED, "every score is a finite number")


def _but_unclear(plan: Plan, scored: Mapping[str, str]) -> str:
    """SQL: but for declared tokens that stand in a score's column for an indeterminate result."""
    said = plan.handling.indeterminate if plan.handling else None
    models = [m for m, column in scored.items() if said and column == said.column]
    if not said or not models:
        return ""
    return f" AND NOT (model IN {listed(models)} AND score_text IN {listed(said.tokens)})"


def _with(score: str) -> Example:
    return Example(files={"predictions.csv": f"subject_id,cohort,score\ns01,A,0.9\ns02,A,{score}\ns07,B,0.2\n"})


RULE = Rule(
    code="DATA113",
    name="score-not-finite",
    severity=Severity.ERROR,
    summary="A score is empty, infinite, or no number.",
    why=(
        "`NaN >= 0.5` is false: a missing score would silently be called negative. Readers also differ in what they "
        "take for a number (`1.234`, `75%`, `1e999`, `.5`), so that only numbers as JSON writes them are read."
    ),
    help="write it as a plain number, such as 0.75 or 1e-3",
    source="IEEE 754-2019, section 5.11; RFC 8259, section 6",
    needs=("predictions",),
    bad=tuple(_with(text) for text in ("high", "NaN", "inf", "1e999", "75%", "")),
    good=(
        _with("1e-3"),
        Example(
            plan="handling: {missing_prediction: {exclude: the assay failed}, missing_outcome: refuse}",
            files={"predictions.csv": "subject_id,cohort,score\ns01,A,0.9\ns02,A,\ns07,B,0.2\n"},
        ),
        Example(
            plan=(
                "handling: {missing_prediction: refuse, missing_outcome: refuse, "
                'indeterminate: {tokens: ["INV"], column: score, as: counts-as-wrong}}'
            ),
            files={"predictions.csv": "subject_id,cohort,score\ns01,A,0.9\ns02,A,INV\ns07,B,0.2\n"},
        ),
    ),
    grade=Grade.PROVED,
    files=files,
)
