"""design, models, thresholds, and the sampling, populations and costs they refer to."""

from typing import Annotated, Literal

from pydantic import Field, Tag

from evalspec.plan.model.base import (
    Double,
    Id,
    Label,
    Lax,
    Level,
    Part,
    Positive,
    Share,
    Size,
    Text,
    but_not,
    either,
    says,
)
from evalspec.plan.model.files import DerivationFile, Values
from evalspec.terms import (
    DesignKind,
    Direction,
    LearnsFrom,
    PositiveWhen,
    SamplingKind,
    Scale,
    ThresholdSource,
)


class Step(Part):
    """One data-dependent operation, in the order of the pipeline."""

    name: Text = says("What the step is called.", "standardise")
    kind: Text = says("impute, scale, select, resample, tune, fit, calibrate, threshold …", "scale")
    learns_from: Annotated[LearnsFrom, Lax] = says("The data it learns from.", "training")
    uses_outcomes: bool = says("Whether it sees outcomes.", True, default=False)
    artefact: (
        Annotated[
            Annotated[Text, Tag("text")] | Annotated[dict[Label, Text], Tag("mapping")],
            either(text="text", mapping="mapping"),
        ]
        | None
    ) = says("Where its result lies, one path or one a fold.", {"cleveland": "fits/cleveland.bin"}, default=None)
    fitted_on: (
        Annotated[
            Annotated[Size, Tag("number")] | Annotated[dict[Label, Size], Field(min_length=1), Tag("mapping")],
            either(number="number", mapping="mapping"),
        ]
        | None
    ) = says("How many units it learned from, one number or one a fold.", {"cleveland": 617}, default=None)


class Timeline(Part):
    """Dates of the data and of the acts, as texts (2020-01-31)."""

    training_data_until: Text | None = says("The last day of the training data.", "2019-12-31", default=None)
    evaluation_data_from: Text | None = says("The first day of the evaluation data.", "2020-02-01", default=None)
    models_locked: Text | None = says("When the models were final.", "2020-01-15", default=None)
    thresholds_locked: Text | None = says("When the thresholds were final.", "2020-01-20", default=None)
    outcomes_opened: Text | None = says("When the outcomes may be opened.", "2020-12-01", default=None)


class Design(Part):
    """How training and evaluation were kept apart."""

    kind: Annotated[DesignKind, Lax] = says(
        "How the evaluation units relate to the training units.", "leave-one-cohort-out"
    )
    fold: Label | None = says("The column that names each row's fold.", "fold", default=None)
    repeat: Label | None = says("The column that names each row's repeat.", "repeat", default=None)
    steps: tuple[Step, ...] = says(
        "Every data-dependent operation, in order.",
        [{"name": "fit", "kind": "fit", "learns_from": "training", "uses_outcomes": True}],
        default=(),
    )
    timeline: Timeline | None = says(
        "Dates of the data and of the acts.",
        {"training_data_until": "2019-12-31", "models_locked": "2020-01-15"},
        default=None,
    )


class Model(Part):
    """One classifier: the column of its scores, or of its calls."""

    score: Label | None = says("The column of its scores.", "score", default=None)
    calls: Label | None = says(
        "The column of its predicted tokens: then no threshold is named.", "predicted", default=None
    )
    scores: dict[Label, Label] | None = says(
        "A column of scores for each class.", {"0": "score_0", "1": "score_1"}, default=None
    )
    ties: Literal["refuse", "first-declared"] | None = says(
        "Which class is called where several have the highest score; refused, if left out.",
        "first-declared",
        default=None,
    )
    scale: Annotated[Scale, Lax] | None = says(
        "What the score is said to be; nothing is transformed.", "probability", default=None
    )
    direction: Annotated[Direction, Lax] | None = says(
        "Which end of the score is the positive one.", "higher-is-positive", default=None
    )
    calibrated_to: Id | None = says("The population its probabilities are calibrated to.", "screening", default=None)
    digest: (
        Annotated[
            Annotated[Text, Tag("text")] | Annotated[dict[Label, Text], Field(min_length=1), Tag("mapping")],
            either(text="text", mapping="mapping"),
        ]
        | None
    ) = says("The digest of the model file, one text or one a fold.", "sha256:…", default=None)


class ThresholdRule(Part):
    """How the value was chosen on the derivation data."""

    specificity_at_least: Share | None = says("The lowest specificity allowed.", 0.9, default=None)
    sensitivity_at_least: Share | None = says("The lowest sensitivity allowed.", 0.9, default=None)
    max: Literal["youden"] | None = says("What the chosen value makes largest.", "youden", default=None)
    min: Literal["expected_cost"] | None = says("What the chosen value makes smallest.", "expected_cost", default=None)
    value: Double | None = says("A fixed value, on the scale of the score.", 0.5, default=None)
    ties: Literal["fewest-called", "most-called"] | None = says(
        "Which of several equally good candidates.", "most-called", default=None
    )
    population: Id | None = says("The population of an expected cost.", "screening", default=None)


class ByCohort(Part):
    """One value for each cohort: a legal word, judged by the rules."""

    by: Literal["cohort"] = says("The word `cohort`: values differ by cohort.", "cohort")
    values: dict[Label, Double] = says("One threshold value for each cohort.", {"A": 0.3, "B": 0.6}, min_length=1)
    why: Text | None = says("Why the value differs by cohort.", "different analysers", default=None)


ThresholdValue = Annotated[
    Annotated[Double, Tag("number")]
    | Annotated[ByCohort, Tag("by_cohort")]
    | Annotated[dict[Id, Double], Field(min_length=1, json_schema_extra=but_not("by")), Tag("by_model")],
    either(number="number", mapping_with_by="by_cohort", mapping="by_model"),
]


class Threshold(Part):
    """The rule that turns a score into a call, and where its value comes from."""

    source: Annotated[ThresholdSource, Lax] = says("Where the value comes from.", "inner-validation")
    rule: ThresholdRule | None = says("How the value was chosen.", {"specificity_at_least": 0.9}, default=None)
    value: ThresholdValue | None = says("The value: a number, or one a model.", 0.5, default=None)
    values: Values | None = says("A file of values, one a model and fold.", {"path": "thresholds.json"}, default=None)
    positive_when: Annotated[PositiveWhen, Lax] | None = says(
        "Which side of the value is called positive.", "score >= threshold", default=None
    )
    derivation: DerivationFile | None = says(
        "The data the value was derived from.", {"path": "inner_scores.csv"}, default=None
    )
    ties: Literal["fewest-called", "most-called"] | None = says(
        "Which of several equally good candidates.", "most-called", default=None
    )
    unreachable: Literal["refuse", "calls-nobody"] | None = says(
        "What if no candidate reaches the target.", "refuse", default=None
    )
    cohort: Label | None = says("The calibration cohort it was chosen on.", "calibration-site", default=None)
    population: Id | None = says("The population of an expected cost.", "screening", default=None)
    costs: Id | None = says("The named costs of an expected cost.", "payer", default=None)
    why: Text | None = says("Why this value, or this way to it.", "the manufacturer's label", default=None)


class Uncertainty(Part):
    """How well a prevalence is known."""

    lower: Share = says("The lower limit of the prevalence.", 0.05)
    upper: Share = says("The upper limit of the prevalence.", 0.15)
    level: Level = says("The level of these limits, such as 0.95.", 0.95)


class Population(Part):
    """A population in which rates are re-expressed."""

    prevalence: Share = says("The share of positives.", 0.1)
    source: Text | None = says("Where the prevalence comes from.", "national registry 2019", default=None)
    uncertainty: Uncertainty | None = says(
        "How well the prevalence is known.", {"lower": 0.05, "upper": 0.15, "level": 0.95}, default=None
    )
    rates: Literal["assumed-constant"] | None = says(
        "Sensitivity and specificity are taken to hold there.", "assumed-constant", default=None
    )
    why: Text | None = says("Why they may be taken to hold.", "the same spectrum of disease", default=None)


class Costs(Part):
    """What the two kinds of error cost."""

    false_negative: Positive = says("The cost of a false negative.", 10)
    false_positive: Positive = says("The cost of a false positive.", 1)
    unit: Text = says("The unit of both costs.", "EUR")


CostSets = Annotated[
    Annotated[Costs, Tag("one")]
    | Annotated[
        dict[Id, Costs],
        Field(json_schema_extra=but_not("false_negative", "false_positive", "unit")),
        Tag("named"),
    ],
    either(
        mapping_with_false_negative="one", mapping_with_false_positive="one", mapping_with_unit="one", mapping="named"
    ),
]


class Fractions(Part):
    """The share of each class that was sampled."""

    positive: Share = says("The share of the positives.", 1)
    negative: Share = says("The share of the negatives.", 0.02)


SampledFractions = Annotated[
    Annotated[Fractions, Tag("one")]
    | Annotated[dict[Label, Fractions], Field(json_schema_extra=but_not("positive", "negative")), Tag("by_cohort")],
    either(mapping_with_positive="one", mapping_with_negative="one", mapping="by_cohort"),
]


class Strata(Part):
    """Shares sampled by the value of a column."""

    column: Label = says("The column that names the stratum.", "age_band")
    fractions: dict[Label, Share] = says("The share of each of its values.", {"old": 1, "young": 0.1}, min_length=1)


class Sampling(Part):
    """How the evaluation units came to be here."""

    kind: Annotated[SamplingKind, Lax] | None = says("How they were sampled.", "consecutive", default=None)
    fractions: SampledFractions | None = says(
        "The share of each class that was sampled.", {"positive": 1, "negative": 0.02}, default=None
    )
    strata: Strata | None = says(
        "Shares by the value of a column.",
        {"column": "age_band", "fractions": {"old": 1, "young": 0.1}},
        default=None,
    )


__all__ = [
    "ByCohort", "CostSets", "Costs", "Design", "Model", "Population", "Sampling", "Step", "Threshold", "ThresholdRule", "Timeline",
]  # fmt: skip
