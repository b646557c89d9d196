"""The evaluation plan as its author declared it. Shape only: rules judge it."""

from typing import Annotated, Literal

from pydantic import Field

from evalspec.plan.model.base import Id, Label, Part, says
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

    evalspec: Literal[1] = says("The version of the plan language.", 1)
    plan: Head = says("What the plan is, and the question it answers.")
    outcome: Outcome = says("What is predicted, how it is written in the data, and how it was established.")
    units: Units | None = says("What one row is about.", {"id": "subject_id", "id_scope": "study"}, default=None)
    cohorts: Cohorts | None = says("Who is evaluated together; without it, all units are one group.", default=None)
    data: Data = says("The files.", {"predictions": "predictions.csv", "outcomes": "outcomes.csv"})
    design: Design = says("How training and evaluation were kept apart.", {"kind": "external"})
    models: Annotated[dict[Id, Model], Field(min_length=1)] = says("The classifiers, by name.")
    thresholds: dict[Id, Threshold] = says("The rules that turn scores into calls, by name.", default={})
    sampling: Sampling | None = says("How the evaluation units came to be here.", {"kind": "consecutive"}, default=None)
    populations: dict[Id, Population] = says("Populations in which rates are re-expressed.", default={})
    costs: CostSets | None = says("What errors cost: one set, or several by name.", default=None)
    subgroups: dict[Label, Subgroup] = says("Units picked by predictor-side columns.", default={})
    summaries: tuple[Summary, ...] = says("The declared numbers.", min_length=1)
    comparisons: tuple[Comparison, ...] = says("Two models against each other.", default=())
    curves: tuple[Curve, ...] = says("Declared figures.", default=())
    gates: tuple[Gate, ...] = says("Decisions on declared numbers.", default=())
    multiplicity: Multiplicity | None = says("How several primary claims are kept honest.", default=None)
    handling: Handling | None = says("What happens to missing and indeterminate results.", default=None)
    disclosure: Disclosure | None = says("What a report may show.", default=None)
    flow: Flows | None = says("How many units came in, and where they went.", default=None)
    features: FeaturesFile | None = says("The inventory of features.", default=None)
    review: Review | None = says("Who must approve before the outcomes are opened.", default=None)
    waivers: tuple[Waiver, ...] = says("Findings that are accepted, with reasons.", default=())
