"""What the rooms hand each other: frozen records, no behaviour beyond arithmetic."""

from evalspec.records.estimates import Estimate, GateVerdict, RequirementVerdict
from evalspec.records.findings import Edit, Finding, Fix, Judgement, Path, Place, Problem, Refusal
from evalspec.records.tables import Blinded, Integrity, Rederived, Table, ThresholdRow
from evalspec.records.tally import CellKey, GroupKey, Ranking, Tally
from evalspec.records.values import Combined, Counts, Limits, Member, Ratio, Real, ScoreGroup, Undefined, Value

__all__ = [
    "Blinded",
    "CellKey",
    "Combined",
    "Counts",
    "Edit",
    "Estimate",
    "Finding",
    "Fix",
    "GateVerdict",
    "GroupKey",
    "Integrity",
    "Judgement",
    "Limits",
    "Member",
    "Path",
    "Place",
    "Problem",
    "Ranking",
    "Ratio",
    "Real",
    "Rederived",
    "Refusal",
    "RequirementVerdict",
    "ScoreGroup",
    "Table",
    "Tally",
    "ThresholdRow",
    "Undefined",
    "Value",
]
