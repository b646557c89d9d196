"""The evaluation plan as its author declared it. Shape only: rules judge it."""

from typing import Annotated, Literal

from pydantic import Field

from evalspec.plan.model.base import Closed, Id, Label, Part, says
from evalspec.plan.model.demands import (
    Comparison,
    Curve,
    Disclosure,
    FeaturesFile,
    Gate,
    Handling,
    Multiplicity,
    Review,
    Waiver,
)
from evalspec.plan.model.design import CostSets, Design, Model, Population, Sampling, Threshold
from evalspec.plan.model.files import Data
from evalspec.plan.model.study import Cohorts, Flows, Head, Outcome, Subgroup, Units
from evalspec.plan.model.summary import Summary


class Plan(Part):
    """An evaluation plan, version 1 of the language."""

    evalspec: Annotated[Literal[1], Closed] = says("The version of the plan language.", 1)
    plan: Head = says(
        "What the plan is, and the question it answers.",
        {
            "id": "two-hospitals",
            "title": "Sepsis classifier at two hospitals",
            "question": "How often does it find sepsis?",
        },
    )
    outcome: Outcome = says(
        "What is predicted, how it is written in the data, and how it was established.",
        {
            "kind": "binary",
            "column": "outcome",
            "positive": "1",
            "negative": "0",
            "definition": "sepsis within 28 days",
        },
    )
    units: Units | None = says("What one row is about.", {"id": "subject_id", "id_scope": "study"}, default=None)
    cohorts: Cohorts | None = says(
        "Who is evaluated together; without it, all units are one group.",
        {"column": "cohort", "members": ["A", "B"]},
        default=None,
    )
    data: Data = says("The files.", {"predictions": "predictions.csv", "outcomes": "outcomes.csv"})
    design: Design = says("How training and evaluation were kept apart.", {"kind": "external"})
    models: Annotated[dict[Id, Model], Field(min_length=1)] = says(
        "The classifiers, by name.",
        {"m1": {"score": "score", "scale": "probability", "direction": "higher-is-positive"}},
    )
    thresholds: dict[Id, Threshold] = says(
        "The rules that turn scores into calls, by name.",
        {"main": {"source": "prespecified", "value": 0.5, "positive_when": "score >= threshold"}},
        default={},
    )
    sampling: Sampling | None = says("How the evaluation units came to be here.", {"kind": "consecutive"}, default=None)
    populations: dict[Id, Population] = says(
        "Populations in which rates are re-expressed.",
        {"screening": {"prevalence": 0.1, "source": "national registry 2019"}},
        default={},
    )
    costs: CostSets | None = says(
        "What errors cost: one set, or several by name.",
        {"false_negative": 10, "false_positive": 1, "unit": "EUR"},
        default=None,
    )
    subgroups: dict[Label, Subgroup] = says(
        "Units picked by predictor-side columns.",
        {"sex": {"by": "sex", "levels": {"women": ["F"], "men": ["M"]}}},
        default={},
    )
    summaries: tuple[Summary, ...] = says(
        "The declared numbers.",
        [{"id": "found", "role": "primary", "metric": "sensitivity", "threshold": "main", "cohorts": "pooled"}],
        min_length=1,
    )
    comparisons: tuple[Comparison, ...] = says(
        "Two models against each other.",
        [{"id": "gain", "role": "secondary", "summary": "found", "models": ["new", "old"]}],
        default=(),
    )
    curves: tuple[Curve, ...] = says("Declared figures.", [{"id": "roc", "kind": "roc"}], default=())
    gates: tuple[Gate, ...] = says(
        "Decisions on declared numbers.",
        [{"id": "worth-a-trial", "require": [{"summary": "found", "bound": "lower", "at_least": 0.8}]}],
        default=(),
    )
    multiplicity: Multiplicity | None = says(
        "How several primary claims are kept honest.", {"method": "all-required", "why": "both must hold"}, default=None
    )
    handling: Handling | None = says(
        "What happens to missing and indeterminate results.",
        {"missing_prediction": "refuse", "missing_outcome": "refuse"},
        default=None,
    )
    disclosure: Disclosure | None = says("What a report may show.", {"minimum_cell": 5}, default=None)
    flow: Flows | None = says(
        "How many units came in, and where they went.",
        {"screened": 800, "excluded": {"withdrew consent": 12}, "analysed": 788},
        default=None,
    )
    features: FeaturesFile | None = says("The inventory of features.", "features.csv", default=None)
    review: Review | None = says(
        "Who must approve before the outcomes are opened.", {"approve": ["statistician", "clinician"]}, default=None
    )
    waivers: tuple[Waiver, ...] = says(
        "Findings that are accepted, with reasons.",
        [
            {
                "rule": "accuracy-for-rare-outcome",
                "place": "summaries.accuracy",
                "why": "asked for by the sponsor",
                "by": "A. Reviewer",
            }
        ],
        default=(),
    )
