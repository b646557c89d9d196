"""Undeclared numbers don't exist."""

import json
import re
from numbers import Number

import pytest
from project import evalspec, project

from evalspec.results.model import CountsRow, MemberRow, RangeRow, Row

ONE = """\
summaries:
  - {id: found, role: primary, metric: sensitivity, threshold: main, cohorts: pooled, interval: {method: wilson, level: 0.95}}
"""


def results(folder, text_of_plan=None, spec="minimal"):
    plan = project(folder / "p", spec)
    if text_of_plan:
        plan.write_text(text_of_plan(plan.read_text()))
    assert evalspec("seal", plan).returncode == 0
    done = evalspec("run", plan, "-o", folder / "out")
    assert done.returncode == 0, done.stderr
    return plan, json.loads((folder / "out" / "results.json").read_text()), folder / "out"


def with_one_summary(text):
    before, _, after = text.partition("summaries:\n")
    return before + ONE + after[after.index("handling:") :]


def test_a_plan_with_one_summary_yields_that_summary_and_its_companions(tmp_path):
    _, found, out = results(tmp_path, with_one_summary)
    assert [r["address"] for r in found["rows"]] == ["found/sensitivity/m1"]
    assert {m["address"] for m in found["companions"]} == {"found/sensitivity/m1"}
    assert [m["cohort"] for m in found["companions"]] == ["A", "B"]
    assert [r["address"] for r in found["ranges"]] == ["found/sensitivity/m1"]
    assert [(c["model"], c["threshold"], c["cohort"]) for c in found["counts"]] == [
        ("m1", "main", "A"),
        ("m1", "main", "B"),
    ]
    assert (found["curves"], found["comparisons"], found["gates"]) == ([], [], [])
    tally = json.loads((out / "tally.json").read_text())
    assert tally["rankings"] == []
    assert len(tally["cells"]) == 2


def test_a_metric_that_is_not_declared_is_named_nowhere_in_what_a_run_leaves(tmp_path):
    _, _, out = results(tmp_path, with_one_summary)
    for name in ("results.json", "results.csv", "report.txt", "tally.json"):
        text = (out / name).read_text().lower()
        for word in ("specificity", "accuracy", "auroc", "precision", "f1", "macro"):
            assert not re.search(rf"\b{word}\b", text), (name, word)


def numbers(node, path=()):
    """Every number of a JSON document with its path."""
    if isinstance(node, dict):
        for key, value in node.items():
            yield from numbers(value, (*path, key))
    elif isinstance(node, list):
        for i, value in enumerate(node):
            yield from numbers(value, (*path, i))
    elif isinstance(node, Number) and not isinstance(node, bool):
        yield path


@pytest.mark.parametrize("spec", ["minimal", "indo-rct"])
def test_every_number_traces_to_a_declaration(tmp_path, spec):
    from evalspec.api import load

    plan, found, _ = results(tmp_path, spec=spec)
    declared = load(plan).model
    ids = {s.id: s for s in declared.summaries}
    addresses = {r["address"] for r in found["rows"]}
    used = {(s.threshold, m) for s in declared.summaries for m in (s.models or declared.models)}
    for path in numbers(found):
        section = path[0]
        if section == "evalspec_results":
            continue
        entry = found[section][path[1]]
        if section == "rows":
            summary = ids[entry["summary"]]
            assert entry["metric"] in map(str, summary.uses)
            assert entry["model"] in (summary.models or declared.models)
            assert path[2] in Row.model_fields or path[2] == "class"
        elif section in ("companions", "ranges"):
            assert entry["address"] in addresses
            assert path[2] in {**MemberRow.model_fields, **RangeRow.model_fields}
        else:
            assert section == "counts"
            assert path[2] in CountsRow.model_fields
            assert (entry["threshold"], entry["model"]) in used
