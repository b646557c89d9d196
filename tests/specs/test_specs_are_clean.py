"""Plans that people copy have no error, no note that surprises, and only those warnings that their README argues for."""

import re
from collections import Counter
from pathlib import Path

import pytest
from specs.golden import NAMES, SPECS

from evalspec.pipeline import check

TRIAL = {"single-cohort-macro", "interval-unsaid"}
SMALL = {"few-positives"}
AGAIN = {"pooled-repeats-accuracy"}
MIX = {"evaluation-sample-selected"}
RARE = {"accuracy-for-rare-outcome"}
ARGUED = {
    "indo-rct": TRIAL | SMALL | {"specificity-target-finer-than-data"},
    "opt-stillbirth": TRIAL,
    "leave-one-cohort-out/one-split": SMALL,
    "leave-one-cohort-out/sensitivity": SMALL,
    "micro-averaging/equal-supports": AGAIN,
    "micro-averaging/three-classes": AGAIN,
    "prevalence-and-cost/crossover": MIX,
    "prevalence-and-cost/cut-offs": MIX,
    "prevalence-and-cost/two-populations": MIX | RARE,
    "prevalence-and-cost/uncertain": MIX,
    "rare-outcomes/all-negative": RARE,
}
"""Warnings and notes by spec; each is named in the spec's README."""

WAIVED = {"micro-averaging/single-label": AGAIN}
"""Errors that the spec waives, and argues for in the plan and in its README."""

each_spec = pytest.mark.parametrize("name", NAMES)


def readme(name: str) -> Path:
    """The spec's own README, else that of the group it stands in."""
    own = SPECS / name / "README.md"
    return own if own.exists() else SPECS / Path(name).parent / "README.md"


@each_spec
def test_a_spec_has_no_findings_but_those_its_readme_argues_for(name):
    checked = check(SPECS / name / "plan.yaml", debug=True)
    assert checked.plan is not None
    assert not checked.crashed
    assert not checked.errors
    found = Counter(f.name for f in checked.findings)
    assert set(found) == ARGUED.get(name, set())
    waived = {f.name for f in checked.waived}
    assert waived == WAIVED.get(name, set())
    text = readme(name).read_text()
    assert all(f"`{rule}`" in text for rule in {*found, *waived})


@each_spec
def test_a_spec_is_explained_and_listed(name):
    assert readme(name).exists()
    listed = (SPECS / "README.md").read_text()
    assert name in listed or name.replace("cohorts/", "").endswith("-counts")


@each_spec
def test_no_readme_names_a_path_of_somebodys_machine(name):
    text = readme(name).read_text()
    assert not re.findall(r"(?<![\w.:/)\]*])/[a-z]+/|[A-Z]:\\|\.\./", text)
