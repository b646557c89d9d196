"""PLAN148: a file's `columns` give one column to two words."""

from collections.abc import Iterator, Mapping

from evalspec.plan.model import Plan
from evalspec.plan.model.files import Columns
from evalspec.records import Path
from evalspec.rules.base import Answer, Example, Objection, Rule
from evalspec.rules.plan.data_incomplete import COUNTS, TABLE
from evalspec.terms import DesignKind, Layout, Severity

FOURFOLD = ("tp", "fn", "tn", "fp")


def text(plan: Plan) -> Iterator[Answer]:
    for path, columns, words in named(plan):
        first: dict[str, str] = {}
        for word, column in words.items():
            other = first.setdefault(column, word)
            if other != word and not _may_share(plan, {word, other}):
                said = word if getattr(columns, word) else other
                place = (*path, "columns", said) if getattr(columns, said) else path
                message = f"`{column}` is the column of `{other}` and of `{word}`"
                yield Objection(path=place, message=message)


def _may_share(plan: Plan, words: set[str]) -> bool:
    """Where each cohort is held out in turn, its name may be the fold's."""
    return words == {"cohort", "fold"} and plan.design.kind is DesignKind.LEAVE_ONE_COHORT_OUT


def named(plan: Plan) -> Iterator[tuple[Path, Columns, Mapping[str, str]]]:
    """Each file's place, its `columns`, and the column of every word that counts in it."""
    unit = plan.units.id if plan.units else None
    cohort = plan.cohorts.column if plan.cohorts else None
    for name in ("predictions", "outcomes", "training", "units", "counts"):
        file = getattr(plan.data, name)
        if file is None:
            continue
        words = {"unit": unit, "cohort": cohort, "fold": plan.design.fold, "repeat": plan.design.repeat}
        if name == "outcomes":
            words = {"unit": unit, "outcome": plan.outcome.column}
        elif name == "counts":
            words = {"cohort": cohort, **{w: w for w in FOURFOLD}}
        elif name == "predictions" and file.layout is Layout.LONG:
            words["model"] = "model"
        given = {word: getattr(file.columns, word) for word in type(file.columns).model_fields}
        words |= {word: column for word, column in given.items() if column}
        yield ("data", name), file.columns, {word: column for word, column in words.items() if column}
    for name, threshold in plan.thresholds.items():
        if threshold.values is not None:
            columns = threshold.values.columns
            given = {word: getattr(columns, word) for word in ("model", "fold", "value", "chosen_on")}
            told = {"value": "value"} | {word: str(column) for word, column in given.items() if column}
            yield ("thresholds", name, "values"), columns, told


def counts(columns: str) -> Example:
    """An example with a table of counts, its columns called so."""
    return Example(
        plan=COUNTS.replace("path: counts.csv", "path: counts.csv, columns: {" + columns + "}"),
        files={"counts.csv": TABLE.replace("tp,fn", "hits,misses")},
    )


RULE = Rule(
    code="PLAN148",
    name="column-for-two-words",
    severity=Severity.ERROR,
    summary="A file's `columns` give one column to two words of the language.",
    why="A column holds one thing: with true negatives read as false positives, the numbers would be wrong and look right.",
    help="name the column of each word; a word without a column of its own is left out",
    bad=(
        counts("tp: hits, fn: misses, tn: fp"),
        counts("tp: hits, fn: hits"),
        "data: {predictions: {path: predictions.csv, columns: {cohort: cohort, fold: cohort}}, outcomes: outcomes.csv}\n",
        "data: {predictions: predictions.csv, outcomes: {path: outcomes.csv, columns: {unit: outcome}}}\n",
    ),
    good=(counts("tp: hits, fn: misses"),),
    text=text,
)
