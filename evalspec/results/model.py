"""The shape of results.json: its JSON Schema is written from these models."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field


class Shape(BaseModel):
    """Closed and strict: a results file holds nothing else."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False)


def says(description: str) -> Any:
    """A required field, with what it means."""
    return Field(description=description)


Number = int | float


class PlanCited(Shape):
    """Which plan made these results."""

    id: str = says("The plan's id.")
    meaning: str = says("Digest of the plan's canonical text, as sealed.")
    text: str = says("The canonical text itself, as sealed.")


class CountsRow(Shape):
    """One line of the companion table."""

    model: str = says("The model.")
    threshold: str | None = says("The threshold; null for ranking metrics and for given calls.")
    threshold_value: Number | None = says("Its value in this fold; null where there is none.")
    fold: str | None = says("The fold; null where the plan has none.")
    cohort: str = says("The cohort; `all` in a plan without cohorts.")
    class_: str | None = Field(alias="class", description="The class, in later versions; null.")
    subgroup: str | None = says("The subgroup, in later versions; null.")
    units: int = says("Units analysed.")
    excluded: int = says("Units left out as declared.")
    indeterminate: int = says("Units with an indeterminate call.")
    positives: int = says("Actual positives.")
    negatives: int = says("Actual negatives.")
    prevalence: Number | None = says("Positives of units; null where there is no unit.")
    tp: int | None = says("True positives; null where nobody is called.")
    fn: int | None = says("False negatives; null where nobody is called.")
    tn: int | None = says("True negatives; null where nobody is called.")
    fp: int | None = says("False positives; null where nobody is called.")


class Row(Shape):
    """One declared number."""

    summary: str = says("The id of the declaration that asked for it.")
    role: str = says("primary, secondary or exploratory.")
    role_declared: str = says("The role as first declared; differs from `role` after an amendment.")
    metric: str = says("The metric, parameters included: f_beta(beta=2).")
    model: str = says("The model.")
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
    address: str = says("Unique: gates, diffs and reports cite it.")
    estimate: Number | None = says("The number, unrounded; null where undefined.")
    undefined: str | None = says("Why it is undefined, naming the zero denominator.")
    numerator: int | None = says("The numerator, where the metric is a ratio of counts.")
    denominator: int | None = says("The denominator, where the metric is a ratio of counts.")
    lower: Number | None = says("The lower limit.")
    upper: Number | None = says("The upper limit.")
    level: str | None = says("The level, as the exact decimal declared.")
    interval: str | None = says("The interval's method.")
    interval_note: str | None = says("Why there is no interval, or what is degenerate about it.")
    defined: int | None = says("Members where the metric is defined: k of K.")
    of: int | None = says("Members: K.")
    undefined_in: dict[str, str] = says("Each member left out, and its reason.")
    named: list[str] = says("The members a word points at, such as the worst.")


class MemberRow(Shape):
    """One cohort's part in a row across cohorts."""

    address: str = says("The row's address.")
    cohort: str = says("The cohort.")
    estimate: Number | None = says("Its value; null where undefined.")
    numerator: int | None = says("Its numerator, where the metric is a ratio of counts.")
    denominator: int | None = says("Its denominator, where the metric is a ratio of counts.")
    undefined: str | None = says("Why it is undefined.")
    weight: Number | None = says("Its weight in the row; null for pooled, worst, and where it is left out.")


class RangeRow(Shape):
    """The spread over the defined cohorts of a row across cohorts."""

    address: str = says("The row's address.")
    lowest: Number | None = says("The lowest defined value.")
    lowest_in: list[str] = says("Where it is found.")
    highest: Number | None = says("The highest defined value.")
    highest_in: list[str] = says("Where it is found.")


class RequirementRow(Shape):
    """One demand of a gate."""

    address: str = says("The row it judges.")
    bound: str = says("estimate, lower or upper.")
    value: Number | None = says("The number judged; null where undefined.")
    relation: str = says("at_least, more_than, at_most or less_than.")
    limit: str = says("The limit, as the exact decimal declared.")
    verdict: str = says("met, not met or undecided.")
    reason: str = says("Why it is undecided; empty otherwise.")


class GateRow(Shape):
    """A decision."""

    id: str = says("The gate.")
    verdict: str = says("met, not met, undecided or not tested.")
    requirements: list[RequirementRow] = says("Each of its demands.")


class Results(Shape):
    """What `evalspec run` leaves: the declared numbers and their companions. No clock, path or host is in it."""

    evalspec_results: int = Field(description="Version of this format.", ge=1, le=1)
    plan: PlanCited = says("Which plan made these results.")
    tool: str = says("The program and its version.")
    tally: str = says("Digest of the canonical tally.")
    counts: list[CountsRow] = says("The companion table.")
    curves: list[str] = Field(description="Declared figures; empty in this version.", max_length=0)
    rows: list[Row] = says("A row for each declared number.")
    comparisons: list[str] = Field(description="Declared comparisons; empty in this version.", max_length=0)
    companions: list[MemberRow] = says("For each row across cohorts, its members.")
    ranges: list[RangeRow] = says("For each row across cohorts, the spread over its defined members.")
    gates: list[GateRow] = says("Verdicts on the declared gates.")
