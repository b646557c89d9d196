"""The shape of tally.json: its JSON Schema is written from these models."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from evalspec.plan.schema import AsWritten, Schema, published


class Shape(BaseModel):
    """Closed and strict: a tally holds nothing else."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, regex_engine="python-re")


def says(description: str) -> Any:
    """A required field, with what it means."""
    return Field(description=description)


Count = Annotated[int, Field(ge=0)]
Name = Annotated[str, Field(min_length=1)]
Score = Annotated[str, Field(pattern=r"^-?(0|[1-9][0-9]*)(\.[0-9]+)?(e[+\-][0-9]+)?(?![\s\S])")]


class CellRow(Shape):
    """One decision cell: a two-by-two table."""

    threshold: str = says("The threshold; empty for given calls and for metrics that need no decision.")
    model: Name = says("The model.")
    cohort: Name = says("The cohort; `all` in a plan without cohorts.")
    fold: str = says("The fold; empty where the plan has none.")
    subgroup: str = says("The subgroup; empty where the plan has none.")
    tp: Count = says("True positives.")
    fn: Count = says("False negatives.")
    tn: Count = says("True negatives.")
    fp: Count = says("False positives.")


class RankingRow(Shape):
    """Score groups of one model, cut at the distinct scores of positives. The four lists are equally long."""

    model: Name = says("The model.")
    cohort: str = says("The cohort; empty where all cohorts are put together.")
    subgroup: str = says("The subgroup; empty where the plan has none.")
    scores: list[Score] = says("The distinct scores of positives, ascending, each as its shortest decimal.")
    n_positive: list[Count] = says("Positives at each score.")
    n_negative: list[Count] = says("Negatives at each score.")
    above: list[Count] = says("Negatives strictly between each score and the next.")
    below: Count = says("Negatives under the first score.")


class TallyFile(Shape):
    """The integers that every declared number is computed from. It is free of row order and file format."""

    evalspec_tally: int = Field(description="Version of this format.", ge=1, le=1)
    cells: list[CellRow] = says("Decision cells, in order of threshold, model, cohort, fold and subgroup.")
    excluded: dict[str, Count] = says("Units left out as declared, by cohort.")
    rankings: list[RankingRow] = says("Score groups, in order of model, cohort and subgroup.")


def tally_schema() -> Schema:
    """JSON Schema (2020-12) of tally.json."""
    return published("tally-v1", TallyFile.model_json_schema(schema_generator=AsWritten), title="evalspec tally")
