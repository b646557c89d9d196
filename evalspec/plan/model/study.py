"""plan, outcome, units, cohorts, subgroups."""

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import AfterValidator, Field, Tag
from pydantic_core import PydanticCustomError

from evalspec.plan.model.base import (
    Exact,
    Id,
    Label,
    Labels,
    Lax,
    Part,
    Share,
    Size,
    Text,
    but_not,
    either,
    says,
)
from evalspec.terms import CohortRole, OutcomeKind, Scope, Target


class Change(Part):
    """What one version of the plan changed."""

    version: Annotated[int, Field(ge=2)] = says("The version that made this change.", 2)
    what: tuple[Text, ...] = says("Paths of what changed.", ["thresholds.main.value"], min_length=1)
    why: Text = says("Why it changed.", "the manufacturer corrected the label")


class Head(Part):
    """What the plan is, and the question it answers."""

    id: Id = says("The plan's id: seals, results and reports cite it.", "two-hospitals")
    title: Text = says("A title for people: reports begin with it.", "Sepsis classifier at two hospitals")
    question: Text = says(
        "The question that the primary summary answers, in a sentence.", "How often does the classifier find sepsis?"
    )
    population: Text | None = says(
        "Whom the numbers are meant for.", "adults admitted with suspected infection", default=None
    )
    version: Annotated[int, Field(ge=1)] = says(
        "The plan's version; `changes` say what later ones changed.", 1, default=1
    )
    changes: tuple[Change, ...] = says(
        "One entry for each version after the first.",
        [{"version": 2, "what": ["thresholds.main.value"], "why": "the manufacturer corrected the label"}],
        default=(),
    )
    target: Annotated[Target, Lax] | None = says(
        "Whether a value across cohorts is about these cohorts, or about a new one like them.",
        "these-cohorts",
        default=None,
    )


class Window(Part):
    """When the outcome is ascertained."""

    from_: Text = says("The event it counts from.", "discharge", alias="from")
    length: Text = says("How long the window lasts.", "30 days")


class LabelOfUnit(Part):
    """One label of a multilabel outcome."""

    column: Label | None = says("The label's own outcome column, in wide tables.", "preterm", default=None)
    definition: Text | None = says("What the label means.", "born before 37 weeks", default=None)


class Outcome(Part):
    """What is predicted, how it is written in the data, and how it was established."""

    kind: Annotated[OutcomeKind, Lax] = says("binary, multiclass or multilabel.", "binary")
    column: Label | None = says("The column of `data.outcomes` that holds it.", "outcome", default=None)
    positive: Label | None = says("The token that means positive, as text.", "1", default=None)
    negative: Label | None = says("The token that means negative, as text.", "0", default=None)
    classes: tuple[Label, ...] | None = says(
        "The closed list of classes of a multiclass outcome.", ["0", "1", "2"], default=None, min_length=2
    )
    labels: dict[Label, LabelOfUnit] | None = says(
        "The closed list of labels of a multilabel outcome.", {"preterm": {}}, default=None
    )
    definition: Text | None = says(
        "What counts as positive, in the field's words.", "sepsis within 28 days", default=None
    )
    reference_standard: Text | None = says(
        "How the outcome was established; `none` where there is no true reference standard: then say `comparator`, and ppa and npa.",
        "adjudication by two physicians",
        default=None,
    )
    comparator: Text | None = says(
        "What the classifier is compared with where there is no reference standard.", "the approved assay", default=None
    )
    unknown: tuple[Label, ...] = says(
        "Tokens of units without a known status: handled as missing outcome.", ["lost"], default=()
    )
    window: Window | None = says(
        "When the outcome is ascertained.", {"from": "discharge", "length": "30 days"}, default=None
    )


class Units(Part):
    """What one row is about."""

    id: Label = says("The column that names the unit (a subject, a sample).", "subject_id")
    id_scope: Annotated[Scope, Lax] | None = says(
        "Whether an id means one unit in the whole study, or only inside its cohort.", "study", default=None
    )
    cluster: Label | None = says(
        "The column that groups units which are not independent, such as the patient.", "patient_id", default=None
    )
    date: Label | None = says("The column of the unit's index date.", "sampled_on", default=None)
    match_on: tuple[Label, ...] = says("Columns that find one person under two ids.", ["birth_date", "sex"], default=())


class Expected(Part):
    """What must be so."""

    units: Size = says("The exact number of units.", 303)


class Planned(Part):
    """What is hoped for: feeds feasibility, is never an error."""

    units: Size | None = says("How many units are hoped for.", 300, default=None)
    positives: Size | None = says("How many positives are hoped for.", 30, default=None)
    prevalence: Share | None = says("Which prevalence is hoped for.", 0.1, default=None)


class Range(Part):
    """``from`` counts, ``before`` does not. Dates are texts (2020-01-01), an instant needs its zone."""

    from_: (
        Annotated[Annotated[Text, Tag("text")] | Annotated[Exact, Tag("number")], either(text="text", number="number")]
        | None
    ) = says("The first value inside.", "2020-01-01", default=None, alias="from")
    before: (
        Annotated[Annotated[Text, Tag("text")] | Annotated[Exact, Tag("number")], either(text="text", number="number")]
        | None
    ) = says("The first value outside.", "2021-01-01", default=None)


Boundary = Annotated[
    Annotated[Label, Tag("equal")]
    | Annotated[tuple[Label, ...], Field(min_length=1), Tag("list")]
    | Annotated[Range, Tag("range")],
    either(text="equal", list="list", mapping="range"),
]


class Cohort(Part):
    """One cohort: its boundary, if it is no value of `cohorts.column`, and what is expected of it."""

    where: dict[Label, Boundary] | None = says(
        "Its boundary: every key is required.", {"site": "Basel"}, default=None, min_length=1
    )
    expected: Expected | None = says("What must be so: anything else is an error.", {"units": 303}, default=None)
    planned: Planned | None = says(
        "What is hoped for: feeds feasibility, is never an error.", {"units": 300, "prevalence": 0.1}, default=None
    )
    outcome: Text | None = says("Its outcome definition, where it differs.", "sepsis within 30 days", default=None)
    role: Annotated[CohortRole, Lax] = says(
        "Whether it is evaluated, or gave training data or a threshold.", "evaluation", default=CohortRole.EVALUATION
    )


def _distinct(value: tuple[str, ...]) -> tuple[str, ...]:
    if len(set(value)) != len(value):
        raise PydanticCustomError("listed_twice", "a name stands twice in the list")
    return value


def _members(value: Any) -> Any:
    return {name: Cohort() for name in value} if isinstance(value, tuple) else value


if TYPE_CHECKING:
    Members = dict[str, Cohort]
else:
    Members = Annotated[
        Annotated[
            tuple[Label, ...],
            Field(min_length=1, json_schema_extra={"uniqueItems": True}),
            AfterValidator(_distinct),
            Tag("list"),
        ]
        | Annotated[dict[Label, Cohort], Field(min_length=1), Tag("mapping")],
        either(list="list", mapping="mapping"),
        AfterValidator(_members),
    ]


class Outside(Part):
    """Units in no cohort."""

    exclude: Text = says("Why units in no cohort are left out.", "enrolled before the device existed")


class Cohorts(Part):
    """Who is evaluated together: values of a column, or boundaries."""

    column: Label | None = says("The column that names each unit's cohort.", "cohort", default=None)
    members: Members = says("The cohorts: a list of names, or each with what is known of it.", ["A", "B"])
    outside: Outside | None = says("What happens to units in no cohort.", {"exclude": "not enrolled"}, default=None)


class Subgroup(Part):
    """Units picked by predictor-side columns, or a family of them."""

    where: dict[Label, Boundary] | None = says(
        "Its boundary: every key is required. Columns of the predictor side only.",
        {"sex": ["F"]},
        default=None,
        min_length=1,
    )
    by: Label | None = says("The column that splits units into levels.", "sex", default=None)
    levels: dict[Label, Labels] | None = says(
        "The levels by name, each with the values that belong to it.", {"women": ["F"], "men": ["M"]}, default=None
    )


class Flow(Part):
    """How many units came in, and where they went: it must add up."""

    screened: Size | None = says("Units screened.", 1000, default=None)
    eligible: Size | None = says("Units eligible.", 800, default=None)
    excluded: dict[Text, Size] = says("Units excluded, by reason.", {"withdrew consent": 12}, default={})
    analysed: Size = says("Units analysed.", 788)


Flows = Annotated[
    Annotated[Flow, Tag("one")]
    | Annotated[dict[Label, Flow], Field(json_schema_extra=but_not("analysed")), Tag("by_cohort")],
    either(mapping_with_analysed="one", mapping="by_cohort"),
]
