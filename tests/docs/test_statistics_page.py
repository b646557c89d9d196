"""The worked example of the order of the axes comes out as the page says."""

import re

from axes.test_order import BINARY, CALLED, COHORTS, DESIGN, FOLDED, results
from project import ROOT

PAGE = ROOT / "docs" / "statistics.md"


def test_the_four_words_over_two_axes_give_the_values_on_the_page(tmp_path):
    rows = re.findall(r"^\| `(folds: .*?)` \| .* \| ([\d.]+) \|$", PAGE.read_text(), re.M)
    assert len(rows) == 4
    declared = [
        f"metric: sensitivity, {words}" + (", minimum_defined: {folds: 1, cohorts: 2}" if words.count("macro") == 2 else "")
        + (", minimum_defined: 2" if words.count("macro") == 1 else "")
        for words, _ in rows
    ]  # fmt: skip
    found = results(tmp_path, BINARY + COHORTS + DESIGN + CALLED, FOLDED, *declared)
    assert [f"{float(row.value.exact):.4f}" for row in found] == [value for _, value in rows]


def test_every_axis_word_and_interval_named_on_the_page_is_one():
    from evalspec.pipeline._explain import explain

    for word in ("delta", "t-between", "random-effects", "hartung-knapp", "by-support", "likelihood_ratio_cutoff"):
        assert f"`{word}`" in PAGE.read_text()
        assert explain(word)
