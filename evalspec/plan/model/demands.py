"""comparisons, curves, gates, multiplicity, handling, disclosure, features, review, waivers."""

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import AfterValidator, Field, Tag

from evalspec.plan.model.base import Exact, Id, Ids, Label, Lax, Part, Positive, Size, Text, each_key, either, says
from evalspec.plan.model.summary import Interval
from evalspec.terms import Arrives, Bound, Role


class Hypothesis(Part):
    """What a comparison is to show."""

    kind: Literal["superiority", "non-inferiority", "equivalence"] = says(
        "Better, not worse by more than the margin, or the same within it.", "non-inferiority"
    )
    margin: Positive | None = says("The margin, positive, on the scale of `measure`.", 0.05, default=None)


Pair = Annotated[tuple[Id, ...], Field(min_length=2, max_length=2)]


class Comparison(Part):
    """Two models, thresholds or subgroups against each other: first minus second."""

    id: Id = says("Its id: results, gates and reports cite it.", "macro-difference")
    role: Annotated[Role, Lax] = says("primary, secondary or exploratory.", "secondary")
    summary: Id = says("The summary that is compared.", "found")
    metric: Text | None = says("Which metric, if the summary lists several.", "sensitivity", default=None)
    models: Pair | None = says("The two models: first minus second.", ["new", "old"], default=None)
    thresholds: Pair | None = says("The two thresholds: first minus second.", ["low", "high"], default=None)
    subgroups: Pair | None = says("The two subgroups: first minus second.", ["women", "men"], default=None)
    measure: Literal["difference", "ratio", "crossover-prevalence"] = says(
        "Difference or ratio of the two values, or the prevalence at which their costs cross.",
        "difference",
        default="difference",
    )
    costs: Id | None = says("Which of the named costs.", "payer", default=None)
    interval: Interval | None = says(
        "The interval of the difference or ratio.", {"method": "newcombe-paired", "level": 0.95}, default=None
    )
    test: Text | None = says("The test of no difference.", "mcnemar-exact", default=None)
    hypothesis: Hypothesis | None = says("What the comparison is to show.", {"kind": "superiority"}, default=None)
    paired: bool | None = says("Whether both sides judge the same units.", False, default=None)


class Curve(Part):
    """A figure, declared like a number."""

    id: Id = says("Its id: reports cite it.", "roc")
    kind: Literal["precision-recall", "roc", "calibration", "expected-cost", "decision"] = says(
        "Which kind of figure.", "roc"
    )
    models: Ids | None = says("Which models are drawn; all, if left out.", ["m1"], default=None)
    cohorts: Literal["pooled", "each"] | None = says("All cohorts together, or a curve for each.", "each", default=None)
    threshold: Id | None = says(
        "Which of the plan's thresholds makes the calls of an expected cost.", "main", default=None
    )
    prevalence: (
        Annotated[
            dict[Literal["from", "to"], Exact],
            each_key(from_=("The lowest prevalence shown.", 0.01), to=("The highest prevalence shown.", 0.2)),
        ]
        | None
    ) = says("The range of prevalence.", {"from": 0.01, "to": 0.2}, default=None)
    costs: Id | None = says("Which of the named costs.", "payer", default=None)
    thinning: Text | None = says("How points are thinned for display.", "none", default=None)


class Requirement(Part):
    """One demand on one number."""

    summary: Id | None = says("The summary whose number is judged.", "found", default=None)
    comparison: Id | None = says("The comparison whose conclusion is judged.", "macro-difference", default=None)
    metric: Text | None = says("Which metric, if the summary lists several.", "sensitivity", default=None)
    model: Id | None = says("Which model, if there are several.", "m1", default=None)
    bound: Annotated[Bound, Lax] | None = says("The estimate, or a limit of its interval.", "lower", default=None)
    at_least: Exact | None = says("Met when it is this or more.", 0.8, default=None)
    more_than: Exact | None = says("Met when it is more than this.", 0.8, default=None)
    at_most: Exact | None = says("Met when it is this or less.", 0.1, default=None)
    less_than: Exact | None = says("Met when it is less than this.", 0.1, default=None)
    expected: Exact | None = says("What is expected, for feasibility.", 0.9, default=None)
    every: Literal["cohort", "class", "subgroup"] | None = says(
        "The demand is made of every member of this axis.", "cohort", default=None
    )
    concludes: Text | None = says("What the comparison must conclude.", "non-inferior", default=None)


class Gate(Part):
    """A decision: every requirement must be met."""

    id: Id = says("Its id: reports and later gates cite it.", "worth-a-trial")
    require: tuple[Requirement, ...] = says(
        "The requirements, all of them.", [{"summary": "found", "bound": "lower", "at_least": 0.8}], min_length=1
    )
    after: Id | None = says("The gate that must be met before this one is tested.", "safe", default=None)


class Multiplicity(Part):
    """How several primary claims are kept honest."""

    method: Literal["all-required", "fixed-sequence", "bonferroni", "none"] = says(
        "How several claims are kept honest.", "all-required"
    )
    why: Text | None = says("Why this method.", "both must hold", default=None)


class Excluded(Part):
    """Leaving units out, with the reason."""

    exclude: Text = says("Why they are left out.", "the assay failed before any result")


As = Literal["counts-as-wrong", "counts-as-positive", "counts-as-negative", "own-row"]


class Indeterminate(Part):
    """Calls of the classifier that are neither."""

    tokens: tuple[Label, ...] = says("The tokens that mean neither positive nor negative.", ["INV"], min_length=1)
    column: Label = says("The column they stand in.", "predicted")
    as_: Annotated[
        Annotated[As, Tag("word")] | Annotated[Excluded, Tag("exclude")], either(text="word", mapping="exclude")
    ] = says("How such calls count.", "counts-as-wrong", alias="as")


class Handling(Part):
    """What happens to missing and indeterminate results: each part must be said."""

    missing_prediction: (
        Annotated[
            Annotated[Literal["refuse", "counts-as-wrong"], Tag("word")] | Annotated[Excluded, Tag("exclude")],
            either(text="word", mapping="exclude"),
        ]
        | None
    ) = says("What becomes of a unit without a prediction: a word, or `exclude` and why.", "refuse", default=None)
    missing_outcome: (
        Annotated[
            Annotated[Literal["refuse", "bounds"], Tag("word")] | Annotated[Excluded, Tag("exclude")],
            either(text="word", mapping="exclude"),
        ]
        | None
    ) = says("What becomes of a unit without an outcome: a word, or `exclude` and why.", "refuse", default=None)
    indeterminate: Indeterminate | None = says(
        "What becomes of a call that is neither positive nor negative.",
        {"tokens": ["INV"], "column": "predicted", "as": "counts-as-wrong"},
        default=None,
    )


class Disclosure(Part):
    """What a report may show."""

    minimum_cell: Size = says("The smallest count shown.", 5)


class FeatureColumns(Part):
    """How the columns of a feature inventory are called."""

    name: Label | None = says("The feature's name.", "name", default=None)
    source: Label | None = says("Where it comes from.", "source", default=None)
    available_at: Label | None = says("When it is known, relative to the index time.", "available_at", default=None)
    derived_from: Label | None = says("What it was made from, separated by `;`.", "derived_from", default=None)

    def of(self, word: str) -> str:
        """The column for ``word``: as declared here, else the word itself."""
        return getattr(self, word) or word


class Features(Part):
    """The inventory of features."""

    path: Text = says("The table: name, source, available_at, derived_from.", "features.csv")
    columns: FeatureColumns = says(
        "Its columns, where they are not called by the words of the language.",
        {"name": "feature"},
        default=FeatureColumns(),
    )
    arrives: Annotated[Arrives, Lax] | None = says(
        "Whether it is there when the plan is sealed; before-seal, if left out.", "before-seal", default=None
    )


def _features(value: Any) -> Any:
    return Features(path=value) if isinstance(value, str) else value


if TYPE_CHECKING:
    FeaturesFile = Features
else:
    FeaturesFile = Annotated[
        Annotated[Text, Tag("path")] | Annotated[Features, Tag("file")],
        either(text="path", mapping="file"),
        AfterValidator(_features),
    ]


class Review(Part):
    """Who must approve before the outcomes are opened."""

    approve: tuple[Id, ...] = says("The roles that must approve.", ["statistician", "clinician"], default=())
    signers: dict[Id, tuple[Text, ...]] = says(
        "Who may sign for each role.", {"statistician": ["a@example.org"]}, default={}
    )
    different: tuple[Id, ...] = says("Roles that must be different people.", ["statistician", "clinician"], default=())


class Waiver(Part):
    """One finding that is accepted, with its reason and its end."""

    rule: Text = says("The rule's code or name.", "accuracy-for-rare-outcome")
    place: Text = says("The path it stands at.", "summaries.accuracy")
    why: Text = says("Why the finding is accepted.", "asked for by the sponsor")
    by: Text = says("Who accepts it, by name.", "A. Reviewer")
    until: Text | None = says("The last day it holds.", "2027-06-30", default=None)
