"""Every reported case is tested, or listed with the reason why this version has nothing to test."""

import re
from pathlib import Path

from reports.study import cases, report, study, summaries

NOT_NOW = {
    "seal-amendment-recorded": "amendments are not recorded by this version: a sealed plan that changed is refused",
}
"""Cases with nothing to test yet."""

IN_PART = {
    "undef-empty-aggregate": "the plan language has no smallest cohort size; here no cohort has both classes",
    "avg-concatenate-or-per-fold": "the language refuses to rank scores of different fits together, rather than to label the number",
    "rows-missing-predictions-message": "units are named by their lines, never by their ids; found at the opening, or earlier by a table of units",
    "validator-wrong-setting-still-success": "the language has no settings of a rule; another closed word stands for them",
    "threshold-ge-or-gt": "how many units stand exactly at the cut-off is no declared number, and nothing undeclared is shown",
    "ties-from-rounding": "how many scores collide is no declared number, and nothing undeclared is shown",
    "leak-same-person-both-sides": "persons are named by the lines they stand in, never by their ids",
    "leak-oversampled-before-split": "rows are named by their lines, never by their ids",
    "ids-empty-and-dropped": "units are named by the lines they stand in, never by their ids",
    "ids-padding-mismatch": "units are named by the lines they stand in, never by their ids",
    "undef-mcc": "the report counts three empty margins in A; the counts TP = 2, FN = TN = FP = 0 have two",
    "yaml-norway-octal-date": "words and dates are read as written; bare numbers with a leading zero are refused",
}
"""What of a tested case is not asserted as the report has it, and why."""

TESTED = {
    ident
    for path in Path(__file__).parent.glob("test_*.py")
    for ident in re.findall(r"\"([a-z0-9]+(?:-[a-z0-9]+)+)\"", path.read_text())
    if path.name != Path(__file__).name
} & set(cases())


def test_every_case_is_tested_or_listed_and_never_both():
    assert len(cases()) == 51
    assert not TESTED & set(NOT_NOW)
    assert TESTED | set(NOT_NOW) == set(cases()), set(cases()) ^ (TESTED | set(NOT_NOW))
    assert set(IN_PART) <= TESTED


def test_every_case_says_what_is_right_and_where_it_was_reported():
    for case in cases().values():
        assert case["right"]["behaviour"]
        assert case["source"]["repo"]
        assert (case["source"]["url"] is None) == case["source"]["repo"].startswith("(")


def test_a_cut_off_is_stated_and_not_derived(tmp_path):
    assert report("undef-no-threshold-meets-target")["right"]["values"]["attainable"] is False
    rule = "{main: {source: training, rule: {specificity_at_least: 0.95}, positive_when: score >= threshold}}"
    s = study(tmp_path, rows=[(0.9, 1), (0.1, 0)], summaries=summaries(["sensitivity"]), thresholds=rule)
    assert "thresholds-incomplete" in s.errors()


def test_a_sealed_plan_is_not_amended(tmp_path):
    from evalspec.terms import Event

    assert report("seal-amendment-recorded")["right"]["values"]["amendments"] == 2
    s = study(tmp_path, rows=[(0.9, 1), (0.1, 0)], summaries=summaries(["sensitivity"]))
    s.run()
    text = s.plan.with_name("plan.ledger.jsonl").read_text()
    assert Event.AMENDED.value not in text
