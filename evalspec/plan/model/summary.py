"""summaries, and the metrics, axes and intervals they name."""

from decimal import Decimal
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import AfterValidator, Field, Tag, WithJsonSchema

from evalspec.plan.model.base import Exact, Given, Id, Ids, Label, Lax, Level, Part, Size, Text, each_key, either, says
from evalspec.terms import Role, Sides


class MetricUse:
    """A metric as a summary names it: a word, and its parameters if it has any."""

    __slots__ = ("parameters", "word")

    def __init__(self, word: str, parameters: dict[str, Any]) -> None:
        self.word, self.parameters = word, parameters

    def __str__(self) -> str:
        """As results and addresses write it: ``f_beta(beta=2)``."""
        inside = ", ".join(f"{k}={_spelled(v)}" for k, v in sorted(self.parameters.items()))
        return f"{self.word}({inside})" if inside else self.word

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MetricUse) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))


def _spelled(value: Any) -> str:
    return format(value.normalize(), "f") if isinstance(value, Decimal) else str(value)


Word = Annotated[str, WithJsonSchema({"type": "string", "words": "metric"})]
WithParameters = Annotated[str, WithJsonSchema({"type": "string", "words": "metric with parameters"})]
Parametrised = Annotated[dict[WithParameters, dict[str, Given]], Field(min_length=1, max_length=1)]
OneMetric = Annotated[
    Annotated[Word, Tag("word")] | Annotated[Parametrised, Tag("parametrised")],
    either(text="word", mapping="parametrised"),
]


def _metrics(value: Any) -> Any:
    return value if isinstance(value, tuple) else (value,)


if TYPE_CHECKING:
    Metrics = tuple[str | dict[str, dict[str, Any]], ...]
    Minimum = int | dict[str, int]
else:
    Metrics = Annotated[
        Annotated[Word, Tag("word")]
        | Annotated[Parametrised, Tag("parametrised")]
        | Annotated[tuple[OneMetric, ...], Field(min_length=1), Tag("list")],
        either(text="word", list="list", mapping="parametrised"),
        AfterValidator(_metrics),
    ]
    Minimum = Annotated[
        Annotated[Size, Tag("one")]
        | Annotated[
            dict[Literal["cohorts", "classes", "folds", "repeats"], Size],
            each_key(
                cohorts=("The fewest cohorts with a value.", 3),
                classes=("The fewest classes with a value.", 4),
                folds=("The fewest folds with a value.", 5),
                repeats=("The fewest repeats with a value.", 10),
            ),
            Tag("by_axis"),
        ],
        either(number="one", mapping="by_axis"),
    ]


class Interval(Part):
    """How an interval is computed."""

    method: Annotated[str, WithJsonSchema({"type": "string", "words": "interval"})] = says(
        "The method, such as wilson.", "wilson"
    )
    level: Level = says("Its level, as an exact decimal.", 0.95)
    sides: Annotated[Sides, Lax] = says("Two-sided, or all of 1 - level beyond one limit.", "two", default=Sides.TWO)
    replicates: Annotated[int, Field(ge=1)] | None = says(
        "How many bootstrap replicates are drawn.", 2000, default=None
    )
    seed: Size | None = says("The bootstrap's seed: the same seed gives the same limits.", 20261130, default=None)
    resample: Literal["units", "clusters", "cohorts"] | None = says("What the bootstrap draws.", "units", default=None)
    strata: tuple[Literal["cohort", "outcome"], ...] | None = says(
        "Within what the bootstrap draws.", ["cohort", "outcome"], default=None
    )
    limits: Literal["percentile", "bca"] | None = says("How its limits are read off.", "percentile", default=None)


class Weighting(Part):
    """How members become one number: declared weights, or weights from the data."""

    weights: dict[Label, Exact] | None = says(
        "Declared weights, every member named: whole numbers, or decimals whose sum is exactly 1.",
        {"A": 2, "B": 1},
        default=None,
        min_length=1,
    )
    why: Text | None = says(
        "Where these weights come from.", "the shares of the two hospitals in the region", default=None
    )
    undefined_member: Literal["rescale"] | None = says(
        "Rescale the weights of the others; else the value is undefined.", "rescale", default=None
    )
    inverse_variance: dict[str, Given] | None = says(
        "Weights 1/variance, on the scale named.", {"scale": "logit"}, default=None, alias="inverse-variance"
    )
    random_effects: dict[str, Given] | None = says(
        "Weights 1/(variance + tau²).", {"scale": "logit"}, default=None, alias="random-effects"
    )


Axis = Annotated[
    Annotated[str, WithJsonSchema({"type": "string", "words": "axis"}), Tag("word")]
    | Annotated[Weighting, Tag("weighting")],
    either(text="word", mapping="weighting"),
]


class Summary(Part):
    """One declared number, or a family of them: a metric, how its axes are combined, and its interval."""

    id: Id = says("Its id: rows, gates and reports cite it.", "found")
    role: Annotated[Role, Lax] = says("primary, secondary or exploratory.", "primary")
    metric: Metrics = says("The metric, or a list of them: a row for each.", "sensitivity")
    threshold: Id | None = says("Which of the plan's thresholds makes the calls.", "main", default=None)
    models: Ids | None = says("Which models; all, if left out.", ["m1"], default=None)
    subgroup: Ids | None = says("A subgroup, a list of them, or a family.", "women", default=None)
    population: Id | None = says("The population in which it is re-expressed.", "screening", default=None)
    costs: Id | None = says("Which of the named costs.", "payer", default=None)
    cohorts: Axis | None = says("How cohorts become one number.", "pooled", default=None)
    classes: Axis | None = says("How classes become one number.", "macro", default=None)
    folds: Axis | None = says("How folds become one number.", "pooled", default=None)
    repeats: Axis | None = says("How repeats become one number.", "macro", default=None)
    minimum_defined: Minimum | None = says(
        "The fewest defined members for a value; else it is undefined.",
        3,
        {"cohorts": 3, "classes": 4},
        default=None,
    )
    interval: Interval | None = says(
        "Its interval; none, if left out.", {"method": "wilson", "level": 0.95}, default=None
    )
    rounding: Annotated[int, Field(ge=0, le=15)] | None = says(
        "Decimal places shown; results are never rounded.", 3, default=None
    )

    @property
    def uses(self) -> tuple[MetricUse, ...]:
        """The metrics it names, in order."""
        return tuple(MetricUse(m, {}) if isinstance(m, str) else MetricUse(*next(iter(m.items()))) for m in self.metric)
