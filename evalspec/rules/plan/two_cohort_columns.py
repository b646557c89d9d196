"""PLAN152: the plan says in two ways where the predictions name the cohort."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, Example, NotApplicable, Objection, Rule
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    cohorts = plan.cohorts
    if cohorts is None:
        yield NotApplicable("the plan has no cohorts")
        return
    for name in ("predictions", "units"):
        file = getattr(plan.data, name)
        column = file.columns.cohort if file else None
        path = ("data", name, "columns", "cohort")
        if column is None:
            continue
        if cohorts.column is None and any(c.where for c in cohorts.members.values()):
            message = f"the cohorts have boundaries, and `{column}` is named as the cohort's column of data.{name}"
            yield Objection(path=path, message=message, help="remove it, or say `column:` in `cohorts`")
        elif name == "predictions" and cohorts.column is not None and column != cohorts.column:
            message = f"the cohort's column is `{column}` here, and `{cohorts.column}` in `cohorts.column`"
            yield Objection(path=path, message=message)


def study(column: str) -> Example:
    """An example whose predictions name the cohort in this column."""
    rows = "".join(f"s{n:02},{c},{c},0.{n:02}\n" for n in range(1, 13) for c in ("A" if n < 7 else "B"))
    return Example(
        plan=(
            "data:\n  predictions: {path: predictions.csv, columns: {cohort: "
            + column
            + "}}\n  outcomes: outcomes.csv\n"
        ),
        files={"predictions.csv": "subject_id,cohort,site,score\n" + rows},
    )


RULE = Rule(
    code="PLAN152",
    name="two-cohort-columns",
    severity=Severity.ERROR,
    summary="The predictions' `columns.cohort` and the plan's `cohorts` name different sources of the cohort.",
    why="Every number is by cohort: which of two columns decides must not depend on where somebody looks.",
    help="name one column, in `cohorts.column` alone",
    bad=(
        study("site"),
        "data:\n  predictions: {path: predictions.csv, columns: {cohort: cohort}}\n  outcomes: outcomes.csv\n"
        "cohorts: {members: {A: {where: {cohort: A}}, B: {where: {cohort: B}}}}\n",
    ),
    good=(study("cohort"),),
    text=text,
)
