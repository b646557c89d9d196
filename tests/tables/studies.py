"""A small study in a folder: a plan with the sections that a test changes, and its files."""

from pathlib import Path

from evalspec.plan.load import load
from evalspec.plan.model import Plan
from evalspec.plan.source import read
from evalspec.records import Blinded, Problem
from evalspec.tables.read import blinded

SECTIONS = {
    "evalspec": "evalspec: 1",
    "plan": "plan: {id: p, title: t, question: 'q?'}",
    "outcome": "outcome: {kind: binary, column: outcome, positive: '1', negative: '0', definition: d}",
    "units": "units: {id: id, id_scope: study}",
    "cohorts": "cohorts: {column: cohort, members: [A, B]}",
    "data": "data: {predictions: predictions.csv, outcomes: outcomes.csv}",
    "design": "design: {kind: external}",
    "models": "models:\n  m: {score: score, scale: probability, direction: higher-is-positive}",
    "thresholds": "thresholds:\n  t: {source: prespecified, value: 0.5, positive_when: score >= threshold}",
    "summaries": "summaries:\n  - {id: s, role: primary, metric: sensitivity, threshold: t, cohorts: pooled}",
}
ROWS = "id,cohort,score\na1,A,0.9\na2,A,0.2\nb1,B,0.7\n"


def plan_of(**sections: str | None) -> Plan:
    """The plan with these sections in the place of its own; None takes one out."""
    text = "\n".join(s for s in {**SECTIONS, **sections}.values() if s is not None)
    plan = load(read(text.encode(), "plan.yaml"))
    assert isinstance(plan, Plan), plan
    return plan


def write(folder: Path, **files: str | bytes) -> Path:
    """Files by name: ``predictions_csv`` is written to predictions.csv."""
    for name, content in files.items():
        path = folder / ".".join(name.rsplit("_", 1))
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


def seen(folder: Path, plan: Plan | None = None, **files: str | bytes) -> Blinded:
    """What the reader makes of the files."""
    return blinded(plan or plan_of(), write(folder, **files))


def refused(folder: Path, predictions: str | bytes) -> Problem:
    """The one problem of a predictions file."""
    found = seen(folder, predictions_csv=predictions)
    assert "predictions" not in found.tables
    (problem,) = found.problems
    return problem
