"""The shape of results.json: its JSON Schema is written from these models."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema

from evalspec.plan.schema import AsWritten, Schema, published


class Shape(BaseModel):
    """Closed and strict: a results file holds nothing else."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False, regex_engine="python-re")


def says(description: str) -> Any:
    """A required field, with what it means."""
    return Field(description=description)


def results_schema() -> Schema:
    """JSON Schema (2020-12) of results.json."""
    return published("results-v1", Results.model_json_schema(schema_generator=AsWritten), title="evalspec results")


Number = Annotated[int | float, WithJsonSchema({"type": "number"})]
"""RFC 8785 writes 1.0 as 1."""

Count = Annotated[int, Field(ge=0)]
Digest = Annotated[str, Field(pattern=r"^sha256:[0-9a-f]{64}(?![\s\S])")]
Name = Annotated[str, Field(min_length=1)]
Role = Literal["primary", "secondary", "exploratory"]


class PlanCited(Shape):
    """Which plan made these results."""

    id: Name = says("The plan's id.")
    meaning: Digest = says("Digest of the plan's canonical text, as sealed.")
    text: str = says("The canonical text itself, as sealed.")


class CountsRow(Shape):
    """One line of the companion table."""

    model: Name = says("The model.")
    threshold: str | None = says("The threshold; null for ranking metrics and for given calls.")
    threshold_value: Number | None = says("Its value in this fold; null where there is none.")
    fold: str | None = says("The fold; null where the plan has none.")
    cohort: str = says("The cohort; `all` in a plan without cohorts.")
    class_: str | None = Field(alias="class", description="The class, in later versions; null.")
    subgroup: str | None = says("The subgroup, in later versions; null.")
    units: Count = says("Units analysed.")
    excluded: Count = says("Units left out as declared.")
    indeterminate: Count = says("Units with an indeterminate call.")
    positives: Count = says("Actual positives.")
    negatives: Count = says("Actual negatives.")
    prevalence: Number | None = says("Positives of units; null where there is no unit.")
    tp: Count | None = says("True positives; null where nobody is called.")
    fn: Count | None = says("False negatives; null where nobody is called.")
    tn: Count | None = says("True negatives; null where nobody is called.")
    fp: Count | None = says("False positives; null where nobody is called.")


class Row(Shape):
    """One declared number."""

    summary: Name = says("The id of the declaration that asked for it.")
    role: Role = says("primary, secondary or exploratory.")
    role_declared: Role = says("The role as first declared; differs from `role` after an amendment.")
    metric: Name = says("The metric, parameters included: f_beta(beta=2).")
    model: Name = says("The model.")
    threshold: str | None = says("The threshold.")
    threshold_value: Number | None = says("Its value; null where it differs by fold: then see `counts`.")
    cohorts: str | None = says("The word declared for the cohorts axis.")
    cohort: str | None = says("The cohort, for `each`.")
    classes: str | None = says("The word declared for the classes axis; null in this version.")
    class_: str | None = Field(alias="class", description="The class; null in this version.")
    folds: str | None = says("The word declared for the folds axis; null in this version.")
    fold: str | None = says("The fold; null in this version.")
    repeats: str | None = says("The word declared for the repeats axis; null in this version.")
    repeat: str | None = says("The repeat; null in this version.")
    subgroup: str | None = says("The subgroup; null in this version.")
    population: str | None = says("The population; null in this version.")
    prevalence: Number | None = says("The population's prevalence; null in this version.")
    scenario: str | None = says("The scenario; null in this version.")
    address: Name = says("Unique: gates, diffs and reports cite it.")
    estimate: Number | None = says("The number, unrounded; null where undefined.")
    undefined: str | None = says("Why it is undefined, naming the zero denominator.")
    numerator: Count | None = says("The numerator, where the metric is a ratio of counts.")
    denominator: Count | None = says("The denominator, where the metric is a ratio of counts.")
    lower: Number | None = says("The lower limit.")
    upper: Number | None = says("The upper limit.")
    level: str | None = says("The level, as the exact decimal declared.")
    interval: str | None = says("The interval's method.")
    interval_note: str | None = says("Why there is no interval, or what is degenerate about it.")
    defined: Count | None = says("Members where the metric is defined: k of K.")
    of: Count | None = says("Members: K.")
    undefined_in: dict[str, str] = says("Each member left out, and its reason.")
    named: list[str] = says("The members a word points at, such as the worst.")


class MemberRow(Shape):
    """One cohort's part in a row across cohorts."""

    address: Name = says("The row's address.")
    cohort: str = says("The cohort.")
    estimate: Number | None = says("Its value; null where undefined.")
    numerator: Count | None = says("Its numerator, where the metric is a ratio of counts.")
    denominator: Count | None = says("Its denominator, where the metric is a ratio of counts.")
    undefined: str | None = says("Why it is undefined.")
    weight: Number | None = says("Its weight in the row; null for pooled, worst, and where it is left out.")


class RangeRow(Shape):
    """The spread over the defined cohorts of a row across cohorts."""

    address: Name = says("The row's address.")
    lowest: Number | None = says("The lowest defined value.")
    lowest_in: list[str] = says("Where it is found.")
    highest: Number | None = says("The highest defined value.")
    highest_in: list[str] = says("Where it is found.")


class RequirementRow(Shape):
    """One demand of a gate."""

    address: Name = says("The row it judges.")
    bound: Literal["estimate", "lower", "upper"] = says("estimate, lower or upper.")
    value: Number | None = says("The number judged; null where undefined.")
    relation: Literal["at_least", "more_than", "at_most", "less_than"] = says(
        "at_least, more_than, at_most or less_than."
    )
    limit: str = says("The limit, as the exact decimal declared.")
    verdict: Literal["met", "not met", "undecided"] = says("met, not met or undecided.")
    reason: str = says("Why it is undecided; empty otherwise.")


class GateRow(Shape):
    """A decision."""

    id: Name = says("The gate.")
    verdict: Literal["met", "not met", "undecided", "not tested"] = says(
        "The verdict; not tested: one before it is not met."
    )
    requirements: list[RequirementRow] = says("Each of its demands.")


class Results(Shape):
    """What `evalspec run` leaves: the declared numbers and their companions. No clock, path or host is in it."""

    evalspec_results: int = Field(description="Version of this format.", ge=1, le=1)
    plan: PlanCited = says("Which plan made these results.")
    tool: str = says("The program and its version.")
    tally: Digest = says("Digest of the canonical tally.")
    counts: list[CountsRow] = says("The companion table.")
    curves: list[str] = Field(description="Declared figures; empty in this version.", max_length=0)
    rows: list[Row] = says("A row for each declared number.")
    comparisons: list[str] = Field(description="Declared comparisons; empty in this version.", max_length=0)
    companions: list[MemberRow] = says("For each row across cohorts, its members.")
    ranges: list[RangeRow] = says("For each row across cohorts, the spread over its defined members.")
    gates: list[GateRow] = says("Verdicts on the declared gates.")
