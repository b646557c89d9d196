"""What is waived is seen everywhere the result is: who, until when, why, and how grave it was."""

import json
from pathlib import Path

import pytest
from project import evalspec, project

from evalspec.pipeline import check

SUMMARIES = (
    "summaries:\n"
    "  - {id: found, role: primary, metric: sensitivity, threshold: main, cohorts: pooled}\n"
    "  - {id: spared, role: secondary, metric: specificity, threshold: main, cohorts: pooled}\n"
)
HELD = "warning waived by A. Reviewer until 2999-12-31: asked for by the sponsor"


def waiver(rule: str = "interval-unsaid", place: str = "summaries.found", until: str = "2999-12-31") -> str:
    return (
        f"waivers: [{{rule: {rule}, place: {place}, why: asked for by the sponsor, by: A. Reviewer, until: {until}}}]\n"
    )


def with_waiver(folder: Path, waivers: str) -> Path:
    """The minimal project, its primary number without an interval, with these waivers."""
    plan = project(folder)
    head, rest = plan.read_text(encoding="utf-8").split("summaries:\n", 1)
    tail = rest[rest.index("handling:") :]
    plan.write_text(head + SUMMARIES + tail + waivers, encoding="utf-8")
    return plan


@pytest.mark.parametrize("form", ["full", "concise", "github", "json"])
def test_every_format_shows_what_is_waived_by_whom_and_why(form: str, tmp_path: Path) -> None:
    plan = with_waiver(tmp_path / "p", waiver())
    done = evalspec("check", str(plan), "--format", form, cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    assert HELD in done.stdout
    assert "the primary summary `found` has no interval" in done.stdout
    assert "1 waived" in done.stderr
    if form == "json":
        (one,) = json.loads(done.stdout)["plans"]
        assert [f["code"] for f in one["waived"]] == ["STAT123"]
        assert not one["findings"]


def test_the_seal_and_the_report_show_it_too(tmp_path: Path) -> None:
    plan = with_waiver(tmp_path / "p", waiver())
    sealed = evalspec("seal", str(plan), cwd=tmp_path)
    assert "1 finding waived by the plan" in sealed.stderr, sealed.stderr
    ledger = (plan.parent / "plan.ledger.jsonl").read_text(encoding="utf-8")
    assert HELD in ledger
    assert evalspec("run", str(plan), "-o", str(tmp_path / "out"), cwd=tmp_path).returncode == 0
    report = (tmp_path / "out" / "report.txt").read_text(encoding="utf-8")
    assert f"note[STAT123] interval-unsaid: the primary summary `found` has no interval ({HELD})" in report


def names(plan: Path) -> list[str]:
    return sorted(f.name for f in check(plan).findings)


def test_a_waiver_at_the_root_of_a_section_is_an_error_and_names_the_entry(tmp_path: Path) -> None:
    plan = with_waiver(tmp_path / "p", waiver(place="summaries"))
    (found,) = check(plan).findings
    assert (found.name, found.help) == ("waiver-too-wide", "name the entry: `summaries.found`")


@pytest.mark.parametrize("place", ["summaries.found", "summaries.found.interval"])
def test_a_waiver_of_one_entry_is_none_of_them(place: str, tmp_path: Path) -> None:
    assert "waiver-too-wide" not in names(with_waiver(tmp_path / "p", waiver(place=place)))


def test_a_finding_at_the_root_itself_is_waived_there(tmp_path: Path) -> None:
    plan = with_waiver(tmp_path / "p", waiver("no-primary-summary", "summaries"))
    plan.write_text(plan.read_text().replace("role: primary", "role: secondary"))
    assert not names(plan)
    assert [f.name for f in check(plan).waived] == ["no-primary-summary"]


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ("  - {id: sure, role: secondary, metric: sensitivity, threshold: mian, cohorts: pooled}\n", "unknown-name"),
        ("  - {id: sure, role: secondary, metric: sensitivity, cohorts: pooled}\n", "threshold-missing"),
        ("  - {id: sure, role: secondary, metric: sensitivity, threshold: main}\n", "axis-not-named"),
    ],
)
def test_what_leaves_a_number_without_a_value_is_not_waived(change: str, rule: str, tmp_path: Path) -> None:
    plan = with_waiver(tmp_path / "p", waiver(rule, "summaries.sure"))
    plan.write_text(plan.read_text().replace("handling:", change + "handling:"))
    assert {rule, "stale-waiver"} <= set(names(plan))
    assert evalspec("seal", str(plan), cwd=tmp_path).returncode == 1


def test_what_is_not_computed_is_not_waived(tmp_path: Path) -> None:
    plan = with_waiver(tmp_path / "p", waiver("not-computed-by-this-version", "review"))
    plan.write_text(plan.read_text() + "review: {approve: [statistician]}\n")
    assert {"not-computed-by-this-version", "stale-waiver"} <= set(names(plan))


def test_what_is_wrong_with_a_waiver_is_not_waived(tmp_path: Path) -> None:
    both = waiver(place="summaries").rstrip("]\n") + ", {rule: waiver-too-wide, place: waivers, why: no, by: B}]\n"
    assert names(with_waiver(tmp_path / "p", both)) == ["stale-waiver", "waiver-too-wide"]


@pytest.mark.parametrize("place", ["cohorts", "cohorts.members"])
def test_a_waiver_too_wide_in_nested_sections_is_seen(place: str, tmp_path: Path) -> None:
    plan = with_waiver(tmp_path / "p", waiver("outcome-differs-between-cohorts", place))
    plan.write_text(plan.read_text().replace("members: [A, B]", "members: {A: {outcome: another one}, B: {}}"))
    assert "waiver-too-wide" in names(plan)
    plan = with_waiver(tmp_path / "q", waiver("outcome-differs-between-cohorts", "cohorts.members.A"))
    plan.write_text(plan.read_text().replace("members: [A, B]", "members: {A: {outcome: another one}, B: {}}"))
    assert "waiver-too-wide" not in names(plan)
