"""A plan with twenty-five faults of different kinds, of its shape and of its sense: all are told at once, and no more."""

import re
from pathlib import Path

import pytest
from project import SPECS, evalspec
from rules.examples import all_rules

from evalspec.pipeline import check

PLAN = Path(__file__).parent / "twenty_five_faults.yaml"
TEXT = PLAN.read_text(encoding="utf-8")

IN_ORDER = (
    ("PLAN007", ".5"), ("PLAN014", "tagret"), ("PLAN016", "1, negative"), ("PLAN017", "stduy"), ("PLAN016", '"303"'),
    ("PLAN014", "rol:"), ("PLAN018", "10}"), ("PLAN004", "not enrolled"), ("PLAN014", "layuot"), ("PLAN005", "outcomes:"),
    ("LEAK101", "evaluation}"), ("PLAN017", "traning"), ("PLAN019", "{score"), ("LEAK108", "evaluation,"),
    ("PLAN116", "score <="), ("PLAN105", "sensitivty"), ("PLAN125", "average"), ("PLAN023", "found"), ("PLAN105", "mian"),
    ("PLAN113", "main,"), ("PLAN018", "95}"), ("PLAN147", "npv], "), ("PLAN105", "micro"), ("GATE100", "fuond"),
    ("PLAN015", "   "),
)  # fmt: skip
"""What stands in each faulty line: the rule's code, and the text that the caret points at."""


def expected() -> list[tuple[int, int, str]]:
    lines = TEXT.split("\n")
    marked = [n for n, line in enumerate(lines) if re.search(r"# ← \d+", line)]
    assert len(marked) == 25
    return [(n + 1, lines[n].index(what) + 1, code) for n, (code, what) in zip(marked, IN_ORDER, strict=True)]


def test_twenty_five_faults_are_told_in_one_go_in_file_order_each_at_its_column() -> None:
    told = [(f.place.line, f.place.column, f.code) for f in check(PLAN, plan_only=True).findings if f.place]
    assert told == expected()


def test_the_caret_stands_under_each_fault_whatever_is_wide_before_it() -> None:
    done = evalspec("check", "--plan-only", PLAN)
    assert done.returncode == 1
    assert done.stdout.count("^") == 25


MINIMAL = (SPECS / "minimal" / "plan.yaml").read_text(encoding="utf-8")


def findings(*changes: tuple[str, str]) -> list[tuple[str, str]]:
    text = MINIMAL
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return [(f.name, f.message) for f in check(PLAN, raw=text.encode(), plan_only=True).findings]


@pytest.mark.parametrize(
    "change",
    [
        ("thresholds:", "cutoffs:"), ("thresholds:", "threshold:"), ("cohorts:\n", "cohort:\n"), ("models:", "classifiers:"),
        ("m1: {score", '"m 1": {score'), ("id: found,", "id: [found],"), ("threshold: main", "treshold: main"),
        ("threshold: main", "cutoff: main"), ("metric: sensitivity", "metric: 5"), ("cohorts: pooled", "cohort: pooled"),
        ("cohorts: pooled", "cohorts: [pooled]"), ("minimum_defined: 2", "minimum_defind: 2"), ("level: 0.95", "level: 95"),
        ("kind: external", "kind: 3"), ("direction: higher-is-positive", "direction: up"), ("[A, B]", "[A, 2]"),
        ("column: cohort", "colum: cohort"), ("source: prespecified", "source: label"), ("value: 0.5", "value: half"),
        ('positive: "1"', "positive: [1]"), ("kind: binary", "kind: two-class"), ("target: these-cohorts", "target: these"),
        ("handling:", "handlings:"), ("interval: {method: delta, level: 0.95}", "interval: delta"), ("why: the", "reason: the"),
        ("id_scope: study", "id_scope: everywhere"), ("definition:", "means:"), ("role: primary", "role: main"),
        ("predictions: predictions.csv", "predictions: {file: predictions.csv}"), ("positive_when:", "call_when:"),
    ],
    ids=lambda change: change[1][:30],
)  # fmt: skip
def test_one_fault_of_the_shape_is_one_finding_and_nothing_follows_from_it(change: tuple[str, str]) -> None:
    told = findings(change)
    names = {n for n, _ in told}
    assert names <= {r.name for r in all_rules().values() if r.reader}, told
    beside = 2 if change[1] in ("classifiers:", "predictions: {file: predictions.csv}") else 1  # a key of no near name
    assert len(told) == beside, told


def test_what_a_waiver_accepts_stays_accepted_and_no_waiver_is_called_stale() -> None:
    waiver = "waivers: [{rule: minimum-defined-below-all-on-primary, place: summaries.found, why: w, by: b}]\n"
    told = findings(("role: primary", "role: first"), ("evalspec: 1\n", "evalspec: 1\n" + waiver))
    assert [name for name, _ in told] == ["unknown-word"]


def test_faults_behind_a_misspelt_key_are_told_with_it() -> None:
    told = findings(
        ("summaries:", "sumaries:"), ("role: primary", "role: first"), ("metric: sensitivity", "metric: sens")
    )
    assert [name for name, _ in told] == ["unknown-key", "unknown-word", "unknown-name"]
