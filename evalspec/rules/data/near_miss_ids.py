"""DATA116: two ids differ only by what a person overlooks."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Evidence, Example, Objection, Rule
from evalspec.rules.data._said import counted, objection
from evalspec.rules.data._sql import key
from evalspec.rules.data._twins import SAMPLE, differences, plain, unmatched
from evalspec.terms import DesignKind, Grade, Severity


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    if "units" in blinded.tables:
        yield from _against_units(plan, blinded)
    if blinded.ask("SELECT 1 FROM manifest WHERE unit <> '' LIMIT 1"):
        yield from _against_manifest(plan, blinded)
    yield from _within(plan, blinded)
    yield Evidence(Grade.PROVED, "no two ids differ only by case, outer spaces, leading zeros or a trailing `.0`")


def _against_units(plan: Plan, blinded: Blinded) -> Iterator[Objection]:
    found = unmatched(plan, blinded)
    if found.pairs:
        line, other = found.pair_lines
        where = f"lines {other} and {line} of {blinded.tables['units'].file}"
        message = f"{_ids(found.pairs)} from {_one(found.pairs)} of data.units only by {found.differ_by}, the first in {where}"
        yield objection(blinded, "predictions", message, line=other)


def _against_manifest(plan: Plan, blinded: Blinded) -> Iterator[Objection]:
    """Ids of the manifest that meet no prediction, and nearly meet one."""
    pair = f"""
        WITH p AS (SELECT unit, min(line) AS line FROM prediction WHERE trim(unit) <> '' GROUP BY unit),
        m AS (SELECT unit, min(line) AS line FROM manifest WHERE trim(unit) <> '' GROUP BY unit),
        lone AS MATERIALIZED (SELECT m.*, {plain("m.unit")} AS plain FROM m ANTI JOIN p ON m.unit = p.unit),
        pair AS (
            SELECT lone.unit AS one, p.unit AS other, lone.line, p.line AS p_line
            FROM lone JOIN p ON lone.plain = {plain("p.unit")} WHERE EXISTS (SELECT 1 FROM lone))"""
    n, lines = blinded.ask(f"{pair} SELECT count(*), min((line, p_line)) FROM pair")[0]
    if n:
        differ = differences(blinded.ask(f"{pair} SELECT one, other FROM pair ORDER BY line, p_line LIMIT {SAMPLE}"))
        where = f"lines {lines[0]} and {lines[1]} of {blinded.tables['predictions'].file}"
        message = f"{_ids(n)} from {_one(n)} of the predictions only by {differ}, the first in {where}"
        must_meet = plan.design.kind in (DesignKind.LEAVE_ONE_COHORT_OUT, DesignKind.CROSS_VALIDATION)
        severity = None if must_meet else Severity.WARNING
        yield objection(blinded, "training", message, line=lines[0], severity=severity)


def _within(plan: Plan, blinded: Blinded) -> Iterator[Objection]:
    cohort = ", cohort" if key(plan) != "unit" else ""
    twins = f"""
        SELECT list(unit ORDER BY line) AS units, list(line ORDER BY line) AS lines FROM (
            SELECT unit{cohort}, min(line) AS line, {plain("unit")} AS plain
            FROM prediction WHERE trim(unit) <> '' GROUP BY {key(plan)})
        GROUP BY plain{cohort} HAVING count(*) > 1"""
    found = blinded.ask(
        f"SELECT count(*) OVER (), units[1], units[2], lines[1], lines[2] FROM ({twins}) ORDER BY lines LIMIT {SAMPLE}"
    )
    if found:
        n, _, _, line, other = found[0]
        differ = differences((a, b) for _, a, b, _, _ in found)
        differs = "differs" if n == 1 else "differ"
        message = f"{counted(n, 'pair')} of ids {differs} only by {differ}, the first in lines {line} and {other}"
        help = "if both are one unit, write its id in one way; two units may keep their ids"
        yield objection(blinded, "predictions", message, line=other, help=help, severity=Severity.WARNING)


def _ids(n: int) -> str:
    return "1 id differs" if n == 1 else f"{n} ids differ"


def _one(n: int) -> str:
    return "one" if n == 1 else "those"


_DATA = "data: {predictions: predictions.csv, outcomes: outcomes.csv, units: units.csv}\n"

RULE = Rule(
    code="DATA116",
    name="near-miss-ids",
    severity=Severity.ERROR,
    summary="Two ids differ only by letter case, outer spaces, leading zeros, a trailing `.0` or their Unicode form.",
    why=(
        "Spreadsheets strip zeros and add `.0`. Ids are text here and are never matched by guess: `007` and `7` are two "
        "units. Where files that must meet miss each other so narrowly, one of them was changed on the way; inside one "
        "file it is a warning."
    ),
    help="write the id of one unit in one way in all files",
    source="Ziemann et al. 2016, Genome Biol 17:177",
    needs=("predictions",),
    bad=(
        Example(
            plan=_DATA,
            files={
                "predictions.csv": "subject_id,cohort,score\nsub-01,A,0.9\nsub-02,B,0.2\n",
                "units.csv": "subject_id,cohort\nsub-1,A\nsub-2,B\n",
            },
        ),
        Example(files={"predictions.csv": "subject_id,cohort,score\n0506,A,0.9\n506,A,0.2\n007,B,0.4\n"}),
    ),
    good=(Example(files={"predictions.csv": "subject_id,cohort,score\n0506,A,0.9\n516,A,0.2\n007,B,0.4\n"}),),
    grade=Grade.PROVED,
    files=files,
)
