"""DATA105: one unit has two predictions of one model."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Evidence, Example, Rule
from evalspec.rules.data._said import counted, objection
from evalspec.terms import Grade, Severity


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    units, first = blinded.ask(f"SELECT count(DISTINCT (unit, cohort)), min(lines) FROM ({_TWICE})")[0]
    if units:
        model, alike = blinded.ask(f"SELECT model, alike FROM ({_TWICE}) ORDER BY lines, model LIMIT 1")[0]
        has = "has" if units == 1 else "have"
        same = ", with one and the same result" if alike else ""
        lines = f"lines {first[0]} and {first[1]}"
        message = (
            f"{counted(units, 'unit')} {has} more than one prediction of model `{model}`, the first in {lines}{same}"
        )
        yield objection(blinded, "predictions", message, line=first[1])
    yield Evidence(Grade.PROVED, "each unit has one prediction of a model")


_TWICE = """
    SELECT unit, cohort, model, list(line ORDER BY line)[1:2] AS lines, count(DISTINCT score_text || call) < 2 AS alike
    FROM prediction WHERE trim(unit) <> '' GROUP BY unit, cohort, repeat, model, label HAVING count(*) > 1"""
"""A unit that stands in two cohorts is another rule's."""

RULE = Rule(
    code="DATA105",
    name="duplicate-prediction",
    severity=Severity.ERROR,
    summary="One unit has two predictions of one model.",
    why=(
        "A unit that stands twice counts twice: repeating one good case raises the score. That the rows agree does not "
        "help, and where they differ nobody can say which of them is the model's."
    ),
    help="keep one row a unit and model; name the column of repeats in `design.repeat` if they are repeats",
    source="Kapoor & Narayanan 2023, Patterns 4:100804, type L1.4",
    needs=("predictions",),
    bad=(
        Example(files={"predictions.csv": "subject_id,cohort,score\ns01,A,0.9\ns01,A,0.9\ns07,B,0.1\n"}),
        Example(files={"predictions.csv": "subject_id,cohort,score\ns01,A,0.9\ns01,A,0.2\ns07,B,0.1\n"}),
    ),
    good=(
        Example(
            plan="units: {id: subject_id, id_scope: cohort}",
            files={"predictions.csv": "subject_id,cohort,score\n17,A,0.9\n17,B,0.9\n"},
        ),
    ),
    grade=Grade.PROVED,
    files=files,
)
