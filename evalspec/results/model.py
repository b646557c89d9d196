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

OrInfinite = Number | Literal["inf", "-inf"]
"""JSON has no infinite number: it is written as this text."""

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
    class_: str | None = Field(alias="class", description="The class against the rest, or the label.")
    subgroup: str | None = says("The subgroup; null for everybody.")
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
    repeat: str | None = Field(default=None, description="The repeat, where the plan has any.")
    scenario: str | None = Field(default=None, description="What is assumed of units without a known outcome.")


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
    classes: str | None = says("The word declared for the classes axis.")
    class_: str | None = Field(alias="class", description="The class, for `each`.")
    folds: str | None = says("The word declared for the folds axis.")
    fold: str | None = says("The fold, for `each`.")
    repeats: str | None = says("The word declared for the repeats axis.")
    repeat: str | None = says("The repeat, for `each`.")
    subgroup: str | None = says("The subgroup; a level of a family is FAMILY.LEVEL.")
    population: str | None = says("The population in which it is re-expressed.")
    prevalence: Number | None = says("The prevalence at which this row holds.")
    scenario: str | None = says("prevalence-lower, prevalence-upper, unknown-positive or unknown-negative.")
    address: Name = says("Unique: gates, diffs and reports cite it.")
    estimate: OrInfinite | None = says("The number, unrounded; null where undefined.")
    undefined: str | None = says("Why it is undefined, naming the zero denominator.")
    numerator: Count | None = says("The numerator, where the metric is a ratio of counts.")
    denominator: Count | None = says("The denominator, where the metric is a ratio of counts.")
    lower: OrInfinite | None = says("The lower limit.")
    upper: OrInfinite | None = says("The upper limit.")
    level: str | None = says("The level, as the exact decimal declared.")
    interval: str | None = says("The interval's method.")
    interval_note: str | None = says("Why there is no interval, or what is degenerate about it.")
    defined: Count | None = says("Members where the metric is defined: k of K.")
    of: Count | None = says("Members: K.")
    undefined_in: dict[str, str] = says("Each member left out, and its reason.")
    named: list[str] = says("The members a word points at, such as the worst.")


class MemberRow(Shape):
    """One member's part in a row: a cohort's in a row across cohorts, else that of a class, fold or repeat."""

    address: Name = says("The row's address.")
    cohort: str | None = says("The cohort; null in a row that is across another axis.")
    class_: str | None = Field(default=None, alias="class", description="The class, in a row across classes.")
    fold: str | None = Field(default=None, description="The fold, in a row across folds.")
    repeat: str | None = Field(default=None, description="The repeat, in a row across repeats.")
    estimate: OrInfinite | None = says("Its value; null where undefined.")
    numerator: Count | None = says("Its numerator, where the metric is a ratio of counts.")
    denominator: Count | None = says("Its denominator, where the metric is a ratio of counts.")
    undefined: str | None = says("Why it is undefined.")
    weight: Number | None = says("Its weight in the row; null for pooled, worst, and where it is left out.")


class RangeRow(Shape):
    """The spread over the defined members of a row."""

    address: Name = says("The row's address.")
    lowest: OrInfinite | None = says("The lowest defined value.")
    lowest_in: list[str] = says("Where it is found.")
    highest: OrInfinite | None = says("The highest defined value.")
    highest_in: list[str] = says("Where it is found.")


class RequirementRow(Shape):
    """One demand of a gate."""

    address: Name = says("The row it judges.")
    bound: Literal["estimate", "lower", "upper", "conclusion"] = says(
        "estimate, lower or upper; of a comparison, conclusion."
    )
    value: OrInfinite | None = says("The number judged; null where undefined, and of a comparison.")
    relation: Literal["at_least", "more_than", "at_most", "less_than", "concludes"] = says(
        "at_least, more_than, at_most or less_than; concludes, of a comparison."
    )
    limit: str = says("The limit, as the exact decimal declared; of a comparison, what it must conclude.")
    verdict: Literal["met", "not met", "undecided"] = says("met, not met or undecided.")
    reason: str = says("Why it is undecided; empty otherwise.")


class GateRow(Shape):
    """A decision."""

    id: Name = says("The gate.")
    verdict: Literal["met", "not met", "undecided", "not tested"] = says(
        "The verdict; not tested: one before it is not met."
    )
    requirements: list[RequirementRow] = says("Each of its demands.")


class PairedRow(Shape):
    """Units judged by both sides of a comparison."""

    both: Count = says("Called positive (of several classes: called right) by both.")
    first_only: Count = says("By the first only.")
    second_only: Count = says("By the second only.")
    neither: Count = says("By neither.")


class ComparisonRow(Shape):
    """One declared comparison."""

    comparison: Name = says("The id of the declaration that asked for it.")
    role: Role = says("primary, secondary or exploratory.")
    address: Name = says("Unique: gates, diffs and reports cite it.")
    summary: Name = says("The summary that is compared.")
    metric: Name = says("The metric, parameters included.")
    first: Name = says("The first model, threshold or subgroup.")
    second: Name = says("The second one.")
    measure: Literal["difference", "ratio", "crossover-prevalence"] = says(
        "First minus second, first over second, or the prevalence at which their costs cross."
    )
    cohorts: str | None = says("The word declared for the cohorts axis.")
    cohort: str | None = says("The cohort, for `each`.")
    class_: str | None = Field(alias="class", description="The class, for `each`.")
    fold: str | None = says("The fold, for `each`.")
    repeat: str | None = says("The repeat, for `each`.")
    subgroup: str | None = says("The subgroup, where it is not what is compared.")
    population: str | None = says("The population in which both are re-expressed.")
    prevalence: Number | None = says("The prevalence at which this row holds.")
    scenario: str | None = says("prevalence-lower, prevalence-upper, unknown-positive or unknown-negative.")
    estimate: OrInfinite | None = says("The number, unrounded; null where undefined.")
    undefined: str | None = says("Why it is undefined.")
    lower: OrInfinite | None = says("The lower limit.")
    upper: OrInfinite | None = says("The upper limit.")
    level: str | None = says("The level, as the exact decimal declared.")
    interval: str | None = says("The interval's method.")
    interval_note: str | None = says("Why there is no interval, or what is degenerate about it.")
    test: str | None = says("The test of no difference.")
    p_value: Number | None = says("Its two-sided p-value, unrounded.")
    test_note: str | None = says("Why there is no p-value.")
    positives: PairedRow | None = says("Actual positives (of several classes: all units) by who calls them.")
    negatives: PairedRow | None = says("Actual negatives by who calls them positive.")
    conclusion: str | None = says("superior, non-inferior or equivalent; not shown; undecided.")


class PointRow(Shape):
    """One point of a figure."""

    x: OrInfinite | None = says("Where it stands on the first axis.")
    y: OrInfinite | None = says("Where it stands on the second axis; null where undefined.")
    threshold: Number | None = says("The score at which it is reached.")
    n: Count | None = says("Units behind it.")


class LineRow(Shape):
    """A line drawn beside a figure."""

    name: Name = says("What it is.")
    points: list[PointRow] = says("Its points.")


class CurveRow(Shape):
    """One declared figure of one model."""

    curve: Name = says("The id of the declaration that asked for it.")
    kind: Name = says("roc, precision-recall, calibration, expected-cost or decision.")
    address: Name = says("Unique.")
    model: Name = says("The model.")
    cohort: str | None = says("The cohort; null where all are put together.")
    points: list[PointRow] = says("Its exact points, in order.")
    lines: list[LineRow] = says("Lines drawn beside it, such as the prevalence.")
    undefined: str | None = says("Why there is no point.")
    thinning: str | None = says("How points are thinned for display; the points here are all of them.")


class HeterogeneityRow(Shape):
    """How the cohorts of a row differ beyond chance, on the scale of its fit."""

    address: Name = says("The row's address.")
    scale: Literal["identity", "logit"] = says("The scale of the fit.")
    k: Count = says("Cohorts in the fit.")
    q: Number | None = says("Cochran's Q, on k - 1 degrees of freedom; null for one cohort.")
    i2: Number | None = says("I²: the share of the spread that is between cohorts, 0 to 1.")
    tau2: Number | None = says("The variance between cohorts; null where the weights assume none.")
    mean: Number = says("The mean on that scale.")
    variance: Number = says("Its variance on that scale.")


class Results(Shape):
    """What `evalspec run` leaves: the declared numbers and their companions. No clock, path or host is in it."""

    evalspec_results: int = Field(description="Version of this format.", ge=1, le=1)
    plan: PlanCited = says("Which plan made these results.")
    tool: str = says("The program and its version.")
    tally: Digest = says("Digest of the canonical tally.")
    counts: list[CountsRow] = says("The companion table.")
    curves: list[CurveRow] = says("Declared figures.")
    rows: list[Row] = says("A row for each declared number.")
    comparisons: list[ComparisonRow] = says("Declared comparisons.")
    companions: list[MemberRow] = says("For each row across cohorts, its members.")
    ranges: list[RangeRow] = says("For each row across cohorts, the spread over its defined members.")
    gates: list[GateRow] = says("Verdicts on the declared gates.")
    heterogeneity: list[HeterogeneityRow] | None = Field(
        default=None, description="For each row whose weights come from the data, how its cohorts differ."
    )
