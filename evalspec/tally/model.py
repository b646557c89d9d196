"""The shape of tally.json: its JSON Schema is written from these models."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from evalspec.plan.schema import AsWritten, Schema, published


class Shape(BaseModel):
    """Closed and strict: a tally holds nothing else."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, regex_engine="python-re")


def says(description: str) -> Any:
    """A required field, with what it means."""
    return Field(description=description)


def also(description: str, **more: Any) -> Any:
    """A field that is left out where a plan has no need of it."""
    return Field(default=None, description=description, **more)


Count = Annotated[int, Field(ge=0)]
Name = Annotated[str, Field(min_length=1)]
Scenario = Literal["unknown-positive", "unknown-negative"]
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
    repeat: Name | None = also("The repeat, where the plan has any.")
    class_: Name | None = also("The label, of a multilabel outcome.", alias="class")
    scenario: Scenario | None = also("What is assumed of units without a known outcome.")


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
    fold: Name | None = also("The fold, where folds are ranked apart.")
    repeat: Name | None = also("The repeat, where repeats are ranked apart.")
    class_: Name | None = also("The class against the rest, or the label.", alias="class")
    scenario: Scenario | None = also("What is assumed of units without a known outcome.")


class PlaceRow(Shape):
    """Where a part of the tally belongs."""

    threshold: str = says("The threshold; empty for given calls and for metrics that need no decision.")
    model: Name = says("The model.")
    cohort: str = says("The cohort; empty where all cohorts are put together.")
    fold: str = says("The fold; empty where the plan has none.")
    subgroup: str = says("The subgroup; empty where the plan has none.")
    repeat: Name | None = also("The repeat, where the plan has any.")
    class_: Name | None = also("The label, of a multilabel outcome.", alias="class")
    scenario: Scenario | None = also("What is assumed of units without a known outcome.")


class ConfusionRow(PlaceRow):
    """Calls and outcomes of several classes."""

    classes: list[Name] = says("The classes, in the plan's order.")
    cells: list[list[Count]] = says("A row an actual class, a column a called one: units.")


class LabelSetsRow(PlaceRow):
    """Units by their label sets."""

    labels: Count = says("How many labels there are.")
    cells: list[Annotated[list[Count], Field(min_length=4, max_length=4)]] = says(
        "Labels that a unit has, is called, and both; units."
    )


class RanksRow(PlaceRow):
    """Units by the rank of their class."""

    classes: Count = says("How many classes there are.")
    cells: list[Annotated[list[Count], Field(min_length=2, max_length=2)]] = says("A rank, from 1; units.")


class ClustersRow(PlaceRow):
    """Clusters by their counts."""

    cells: list[Annotated[list[Count], Field(min_length=5, max_length=5)]] = says("TP, FN, TN, FP; clusters.")


class UnitsRow(PlaceRow):
    """Units that a decision does not decide."""

    units: Count = says("How many.")


class FourRow(Shape):
    """Units by who calls them positive."""

    both: Count = says("Both.")
    first_only: Count = says("The first only.")
    second_only: Count = says("The second only.")
    neither: Count = says("Neither.")


class PairPlace(Shape):
    """Which two decisions, (threshold, model) each, are held against each other, and where."""

    first: Annotated[list[str], Field(min_length=2, max_length=2)] = says("Threshold and model of the first.")
    second: Annotated[list[str], Field(min_length=2, max_length=2)] = says("Threshold and model of the second.")
    cohort: Name = says("The cohort.")
    subgroup: str = says("The subgroup; empty where the plan has none.")
    class_: Name | None = also("The label, of a multilabel outcome.", alias="class")
    scenario: Scenario | None = also("What is assumed of units without a known outcome.")


class PairedRow(PairPlace):
    """Units judged by both."""

    positives: FourRow = says("Actual positives; of several classes, all units by who is right.")
    negatives: FourRow = says("Actual negatives.")


class PairedGroupsRow(PairPlace):
    """Units by their pair of scores."""

    groups: list[Any] = says("First score, second score (shortest decimals, as texts), positives, negatives.")


class ClusteredRow(Shape):
    """Each cluster's own score groups."""

    model: Name = says("The model.")
    cohort: str = says("The cohort; empty where all cohorts are put together.")
    subgroup: str = says("The subgroup; empty where the plan has none.")
    scenario: Scenario | None = also("What is assumed of units without a known outcome.")
    clusters: list[Any] = says("A list a cluster, of score (shortest decimal, as a text), positives, negatives.")


class TallyFile(Shape):
    """The integers that every declared number is computed from. It is free of row order and file format."""

    evalspec_tally: int = Field(description="Version of this format.", ge=1, le=1)
    cells: list[CellRow] = says("Decision cells, in order of threshold, model, cohort, fold and subgroup.")
    excluded: dict[str, Count] = says("Units left out as declared, by cohort.")
    rankings: list[RankingRow] = says("Score groups, in order of model, cohort and subgroup.")
    confusions: list[ConfusionRow] | None = also("Of several classes: calls and outcomes.")
    label_sets: list[LabelSetsRow] | None = also("Of several labels: units by how many they have and are called.")
    ranks: list[RanksRow] | None = also("Of several classes: units by the rank of their class.")
    paired: list[PairedRow] | None = also("Units by what two decisions make of them.")
    paired_groups: list[PairedGroupsRow] | None = also("Units by their pair of scores.")
    clusters: list[ClustersRow] | None = also("Clusters by their counts.")
    clustered: list[ClusteredRow] | None = also("Each cluster's own score groups.")
    missing: list[UnitsRow] | None = also("Units without a result, of each decision.")
    indeterminate: list[UnitsRow] | None = also("Units with an indeterminate result, of each decision.")


def tally_schema() -> Schema:
    """JSON Schema (2020-12) of tally.json."""
    return published("tally-v1", TallyFile.model_json_schema(schema_generator=AsWritten), title="evalspec tally")
