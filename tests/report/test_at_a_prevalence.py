"""A number at a population says so wherever it stands, at a prevalence of 0 too; and what it is from."""

import pytest
from reports.study import counts_of

OTHERS = """
  - {id: cost, role: primary, metric: expected_cost, threshold: main, population: somewhere}
  - {id: end, role: secondary, metric: precision, threshold: main, population: nobody}
  - {id: cut, role: secondary, metric: likelihood_ratio_cutoff, population: somewhere}
  - {id: share, role: secondary, metric: prevalence}"""
WHERE = """
  somewhere: {prevalence: 0.1, source: s, rates: assumed-constant, why: w, uncertainty: {lower: 0.05, upper: 0.2, level: 0.95}}
  nobody: {prevalence: 0, source: s, rates: assumed-constant, why: w, uncertainty: {lower: 0, upper: 0.01, level: 0.95}}"""


@pytest.fixture(scope="module")
def text(tmp_path_factory):
    folder = tmp_path_factory.mktemp("at") / "p"
    s = counts_of(
        folder, {"A": (1, 1, 1, 1)}, summaries=OTHERS, populations=WHERE, cohorts=None, models="{a: {}, b: {}}",
        comparisons="[{id: d, role: secondary, summary: cost, models: [a, b]}]",
        costs="{false_negative: 10, false_positive: 1, unit: EUR}",
    )  # fmt: skip
    (folder / "counts.csv").write_text("model,tp,fn,tn,fp\na,9,1,8,2\nb,8,2,9,1\n")
    return s.run().text


def section(text, name):
    return text.partition(f"\n{name}\n")[2].partition("\n\nA")[0]


def test_a_difference_says_at_which_prevalence_it_is(text):
    told = section(text, "COMPARISONS")
    assert "at prevalence 0.1 (somewhere)" in told
    assert "at prevalence 0.05 (the lower limit of that of somewhere)" in told
    assert "at prevalence 0.2 (the upper limit of that of somewhere)" in told


def test_a_column_at_a_prevalence_of_0_is_explained_below_the_table(text):
    assert "at 0 and 0.01: re-expressed at that prevalence, of population nobody" in text


def test_the_share_of_positives_is_no_number_of_the_declarations(text):
    declared = text.partition("FROM DECLARATIONS ALONE")[2]
    other = text.partition("OTHER NUMBERS")[2].partition("FROM DECLARATIONS ALONE")[0]
    assert "share: prevalence of a" in other
    assert "cut: likelihood_ratio_cutoff of a" in declared
    assert "share: prevalence" not in declared
