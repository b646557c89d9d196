"""A run of every plan under specs/ leaves, byte for byte, what its golden folder holds; and every plan means what it meant."""

import json
from pathlib import Path

import pytest
from specs.golden import NAMES, SPECS

from evalspec.pipeline._read import read_plan
from evalspec.plan.canonical import meaning_digest

CANONICAL = json.loads((Path(__file__).parent / "canonical.json").read_text())
PAIRS = ("two-cohorts", "same-rates", "poor-small-cohort")
GENERATED = ("cohorts", "leave-one-cohort-out", "micro-averaging", "prevalence-and-cost", "rare-outcomes")

each_spec = pytest.mark.parametrize("name", NAMES)


def golden(name, file):
    return SPECS / name / "golden" / file


def difference(ours, theirs):
    """The first value that differs between two results, by its path."""
    if type(ours) is not type(theirs):
        return f": {ours!r} is not {theirs!r}"
    pairs = []
    if isinstance(ours, dict):
        pairs = [(key, ours.get(key), theirs.get(key)) for key in ours | theirs]
    elif isinstance(ours, list) and len(ours) == len(theirs):
        pairs = [(n, *both) for n, both in enumerate(zip(ours, theirs, strict=True))]
    elif ours != theirs:
        return f": {ours!r} is not {theirs!r}"
    return next((f".{key}{found}" for key, a, b in pairs if (found := difference(a, b))), "")


@each_spec
def test_a_run_leaves_the_golden_results_byte_for_byte(name, left):
    raw = golden(name, "results.json").read_bytes()
    assert left(name).raw == raw, difference(left(name).results, json.loads(raw))


@each_spec
def test_a_run_leaves_the_golden_report_but_for_the_digest_of_the_seal(name, left):
    assert left(name).report.splitlines() == golden(name, "report.txt").read_text().splitlines()


@each_spec
def test_a_plan_means_what_it_meant_when_its_digest_was_first_written_down(name):
    plan = read_plan(SPECS / name / "plan.yaml").plan
    assert plan is not None
    assert meaning_digest(plan) == CANONICAL[name], (
        "the canonical form has changed: this breaks every plan that was ever sealed. It is frozen for version 1 of the "
        "language; unless the spec itself was meant to change, restore it"
    )


def test_every_spec_has_its_digest_written_down_and_none_is_left_over():
    assert sorted(CANONICAL) == list(NAMES)


def numbers(name):
    """What a run computed, without what differs by design: the cut-off, which counts do not have."""
    results = json.loads(golden(name, "results.json").read_bytes())
    parts = {part: results[part] for part in ("rows", "counts", "companions", "ranges")}
    for entry in [*parts["rows"], *parts["counts"]]:
        del entry["threshold_value"]
    return parts


@pytest.mark.parametrize("pair", PAIRS)
def test_rows_and_a_table_of_counts_give_the_same_numbers(pair):
    assert numbers(f"cohorts/{pair}") == numbers(f"cohorts/{pair}-counts")


def test_the_generators_write_the_files_that_are_there(tmp_path):
    import runpy

    for group in GENERATED:
        for folder in (SPECS / group).iterdir():
            (tmp_path / group / folder.name).mkdir(parents=True, exist_ok=True) if folder.is_dir() else None
        script = tmp_path / group / "generate.py"
        script.write_bytes((SPECS / group / "generate.py").read_bytes())
        runpy.run_path(str(script), run_name="__main__")
        written = [p.relative_to(tmp_path) for p in (tmp_path / group).rglob("*.csv")]
        assert sorted(written) == sorted(p.relative_to(SPECS) for p in (SPECS / group).rglob("*.csv"))
        for path in written:
            assert (tmp_path / path).read_bytes() == (SPECS / path).read_bytes(), path
