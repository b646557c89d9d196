"""What the rooms hand each other: frozen records, no behaviour beyond arithmetic."""

from evalspec.records.classes import ClusterCell, Confusion, Costs, LabelSets, Paired, PairedGroup, Ranks
from evalspec.records.curves import CurveLine, CurvePoint
from evalspec.records.estimates import Estimate, GateVerdict, RequirementVerdict
from evalspec.records.findings import Edit, Finding, Fix, Judgement, Path, Place, Problem, Refusal
from evalspec.records.tables import Blinded, Integrity, Rederived, Table, ThresholdRow
from evalspec.records.tally import CellKey, GroupKey, Ranking, Tally
from evalspec.records.values import (
    Combined,
    Counts,
    Limits,
    Member,
    Meta,
    Ratio,
    Real,
    ScoreGroup,
    Spread,
    Undefined,
    Value,
)

__all__ = [
    "Blinded",
    "CellKey",
    "ClusterCell",
    "Combined",
    "Confusion",
    "Costs",
    "Counts",
    "CurveLine",
    "CurvePoint",
    "Edit",
    "Estimate",
    "Finding",
    "Fix",
    "GateVerdict",
    "GroupKey",
    "Integrity",
    "Judgement",
    "LabelSets",
    "Limits",
    "Member",
    "Meta",
    "Paired",
    "PairedGroup",
    "Path",
    "Place",
    "Problem",
    "Ranking",
    "Ranks",
    "Ratio",
    "Real",
    "Rederived",
    "Refusal",
    "RequirementVerdict",
    "ScoreGroup",
    "Spread",
    "Table",
    "Tally",
    "ThresholdRow",
    "Undefined",
    "Value",
]
