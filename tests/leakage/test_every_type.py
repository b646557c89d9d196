"""Each type of leakage, planted in an honest plan on real data, is caught by its rule at its line; the honest one passes."""

from pathlib import Path

import pytest
from leakage.honest import Spoiled, honest, temporal, there
from leakage.ways import WAYS

from evalspec.pipeline._check import Checked, check
from evalspec.terms import Grade, Severity, Status

needs_the_set = pytest.mark.skipif(not there, reason="the set heart_loco is not here")

BEST = {
    "resubstitution": Grade.PROVED,
    "step-learns-from-evaluation": Grade.ATTESTED,  # the fit itself leaves nothing behind here
    "selection-learns-from-evaluation": Grade.MATCHED,
    "duplicate-units": Grade.PROVED,
    "outcome-in-features": Grade.MATCHED,
    "shared-cluster": Grade.PROVED,
    "evaluation-sample-selected": Grade.MATCHED,
    "threshold-from-evaluation": Grade.PROVED,
    "threshold-from-held-out-cohort": Grade.PROVED,
    "threshold-not-reproduced": Grade.PROVED,
    "threshold-tie-unsaid": Grade.PROVED,
    "threshold-for-another-model": Grade.PROVED,
    "held-out-cohort-in-training": Grade.PROVED,
    "fold-holds-out-wrong-cohort": Grade.MATCHED,
    "training-size-arithmetic": Grade.PROVED,
    "outcome-visible": Grade.PROVED,
    "models-final-after-seal": Grade.PROVED,
    "derivation-overlaps-held-out": Grade.PROVED,
    "boundary-from-outcome-side": Grade.MATCHED,
}


def spoiled(way: Spoiled, folder: Path) -> Checked:
    plan = honest(folder)
    if way.base:
        way.base(folder)
    way.change(folder)
    return check(plan, debug=True)


@needs_the_set
def test_the_honest_plan_passes_with_the_best_grade_that_its_evidence_allows(tmp_path: Path) -> None:
    found = check(honest(tmp_path), debug=True)
    assert not found.errors, [f.message for f in found.errors]
    leak = {j.name: j for j in found.judgements if j.code.startswith("LEAK")}
    assert not [j.name for j in leak.values() if j.status is Status.UNDECIDED]
    assert {name: leak[name].grade for name in BEST} == BEST


@needs_the_set
def test_the_honest_temporal_plan_passes(tmp_path: Path) -> None:
    honest(tmp_path)
    temporal(tmp_path)
    found = check(tmp_path / "plan.yaml", debug=True)
    assert not found.errors, [f.message for f in found.errors]
    assert {j.name: j.grade for j in found.judgements}["training-after-evaluation"] is Grade.PROVED


@needs_the_set
@pytest.mark.parametrize("way", WAYS, ids=lambda w: f"{w.type} {w.fault}")
def test_the_fault_is_caught_by_its_rule_at_its_line_and_raises_no_other_error(way: Spoiled, tmp_path: Path) -> None:
    found = spoiled(way, tmp_path)
    hits = [f for f in found.findings if f.name == way.rule]
    assert hits, [f"{f.name}: {f.message}" for f in found.findings]
    hit = hits[0]
    assert hit.severity is (Severity.WARNING if way.warning else Severity.ERROR)
    assert Path(hit.file).name == way.file
    assert hit.place is not None or way.file == "predictions.csv"
    if way.contains and hit.place is not None:
        lines = (tmp_path / way.file).read_text(encoding="utf-8").split("\n")
        assert way.contains in lines[hit.place.line - 1], (hit.place, lines[hit.place.line - 1])
    assert {f.name for f in found.errors} <= {way.rule, *way.besides}
