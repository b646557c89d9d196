"""What stands in a plan's text is read as it was meant, or refused with its line; all at once."""

from decimal import Decimal

import pytest
from reports.study import Study, command, plan_text, report, study, summaries

from evalspec.plan.load import load
from evalspec.plan.source import read
from evalspec.terms import Status

SENSITIVITY = summaries(["sensitivity"])
ROWS = ((0.9, 1), (0.1, 0))


def as_written(folder, ident):
    """The reported text itself, as a plan."""
    folder.mkdir(exist_ok=True)
    (folder / "plan.yaml").write_text(report(ident)["given"]["yaml_text"])
    return Study(folder)


def test_an_unknown_key_is_an_error_with_its_place_and_nothing_runs(tmp_path):
    case = report("unknown-key-ignored")
    key, right = "cutpont", case["right"]["values"]
    thresholds = "\n  source: fixed\n  value: 0.6\n  cutpont: 0.25\n".replace("\n  ", "\n    ").replace(
        "\n", "\n  main:\n", 1
    )
    s = study(tmp_path, rows=ROWS, summaries=SENSITIVITY, thresholds=thresholds.rstrip())
    (found,) = [f for f in s.errors()["unknown-key"] if f"`{key}`" in f.message]
    assert key in right["finding"]
    assert (found.place.line, found.place.column) == (s.line(key), 5)
    assert "`value`" in found.help
    assert command("seal", s.plan)[0] == 1
    first = as_written(tmp_path / "as-written", "unknown-key-ignored").errors()["unknown-key"][0]
    assert first.help == "did you mean `thresholds`?"


@pytest.mark.parametrize("written", ["5e-2", "5.0e-2", "0.05"])
def test_a_number_with_an_exponent_is_the_number_in_all_three_places(written):
    small, large = report("yaml-scientific-notation")["right"]["values"]["intended"][1:]
    sections = {
        "evalspec": "1", "plan": "{id: r, title: t, question: q}", "outcome": "{kind: binary}", "data": "{}",
        "design": "{kind: external}", "models": "{m: {}}", "summaries": SENSITIVITY,
        "thresholds": f"{{main: {{source: prespecified, value: {written}}}}}",
        "populations": "{there: {prevalence: 1e-3}}", "costs": "{false_negative: 1e3, false_positive: 1, unit: EUR}",
    }  # fmt: skip
    plan = load(read(plan_text(sections).encode(), "plan.yaml"))
    assert plan.thresholds["main"].value == 0.05
    assert plan.populations["there"].prevalence == Decimal(str(small))
    assert plan.costs.false_negative == Decimal(large)


def test_a_key_that_stands_twice_is_an_error_with_both_lines(tmp_path):
    duplicates = report("yaml-duplicate-keys")["right"]["values"]["duplicates"]
    found = as_written(tmp_path, "yaml-duplicate-keys").errors()["duplicate-key"][0]
    first, second = duplicates[0]["lines"]
    assert found.place.line == second
    assert found.message.endswith(f"here and in line {first}")
    assert "`value`" in found.message or " value " in found.message


def test_every_key_that_stands_twice_is_found_the_first_time(tmp_path):
    duplicates = report("yaml-duplicate-keys")["right"]["values"]["duplicates"]
    found = as_written(tmp_path, "yaml-duplicate-keys").errors()["duplicate-key"]
    assert [f.place.line for f in found] == [d["lines"][1] for d in duplicates]


def test_words_that_yaml_takes_for_something_else_are_the_texts_that_were_written(tmp_path):
    case = report("yaml-norway-octal-date")
    cohorts = case["right"]["values"]["cohorts"]
    outcome = (
        "{kind: binary, column: outcome, positive: yes, negative: no, definition: it, reference_standard: a panel}"
    )
    design = "{kind: external, timeline: {models_locked: 2026-11-29}}"
    rows = dict.fromkeys(cohorts, ((0.9, "yes"), (0.1, "no")))
    s = study(tmp_path, cohorts=rows, summaries=summaries(["sensitivity"], "each"), outcome=outcome, design=design)
    s.plan.write_text(s.plan.read_text().replace('"NO", "SE", "DK"', "NO, SE, DK"))
    plan = s.check().plan
    assert list(plan.cohorts.members) == cohorts
    assert (plan.outcome.positive, plan.outcome.negative) == ("yes", "no")
    assert plan.design.timeline.models_locked == "2026-11-29"
    assert [c["cohort"] for c in s.run().results["counts"]] == sorted(cohorts)


@pytest.mark.parametrize("bare", report("yaml-norway-octal-date")["right"]["values"]["held_out"])
def test_a_number_with_a_leading_zero_is_refused_with_its_line_and_never_octal(tmp_path, bare):
    s = study(tmp_path, files={}, cohorts=["A"], summaries=summaries(["sensitivity"], "each"))
    s.plan.write_text(s.plan.read_text().replace('["A"]', f"[A, {bare}]"))
    (found,) = s.errors()["bad-number"]
    assert found.place.line == s.line("cohorts:")
    assert f'quote it: "{bare}"' in found.help


def test_the_reported_text_is_refused_at_every_bare_number(tmp_path):
    found = as_written(tmp_path, "yaml-norway-octal-date").errors()["bad-number"]
    written = report("yaml-norway-octal-date")["right"]["values"]["held_out"]
    assert [f.place.line for f in found] == [5] * len(written)
    assert all(f'"{number}"' in f.help for number, f in zip(written, found, strict=True))


@pytest.mark.parametrize("said", ["", "\n  main:"])
def test_an_empty_value_has_a_place_a_path_and_what_is_expected(tmp_path, said):
    s = study(tmp_path, rows=ROWS, summaries=SENSITIVITY, thresholds=said)
    (found,) = s.errors()["missing-key"]
    last = (said or "thresholds:").strip()
    assert found.place.line == s.line(last)
    assert found.message == f"`{last.rstrip(':')}` is empty"
    assert "source: prespecified" in found.help
    case = report("validator-line-numbers")
    reported = as_written(tmp_path / "as-written", "validator-line-numbers").errors()
    assert case["right"]["values"]["line"] in {f.place.line for f in reported["unknown-key"]}


WAIVER = "[{{rule: {rule}, place: {place}, why: we know, by: A. Reviewer}}]"


def waived(folder, rule, place):
    train = "".join(",".join(row) + "\n" for row in report("validator-waiver-too-wide")["given"]["train_manifest"])
    tables = {
        "predictions.csv": "subject_id,score\np1,0.9\n",
        "outcomes.csv": "subject_id,outcome\np1,1\n",
        "train.csv": "fold,subject_id,role\n" + train,
    }
    return study(
        folder, files=tables, summaries=SENSITIVITY, design="{kind: split}", waivers=WAIVER.format(rule=rule, place=place),
        data="{predictions: predictions.csv, outcomes: outcomes.csv, training: train.csv}",
    )  # fmt: skip


def test_a_waiver_of_everything_is_refused_and_hides_nothing(tmp_path):
    s = waived(tmp_path, "resubstitution", '"*"')
    assert set(s.errors()) == {"resubstitution", "stale-waiver", "waiver-of-leakage"}
    assert command("seal", s.plan)[0] == 1


@pytest.mark.parametrize("rule", ["resubstitution", "LEAK100"])
def test_leakage_is_not_waived_even_where_the_place_is_exact(tmp_path, rule):
    s = waived(tmp_path, rule, "data.training")
    errors = s.errors()
    assert "resubstitution" in errors
    assert any("can't be waived" in f.message for of in errors.values() for f in of)
    assert command("seal", s.plan)[0] == 1


def test_a_setting_that_is_not_one_of_its_words_is_an_error_with_the_words(tmp_path):
    setting = report("validator-wrong-setting-still-success")["given"]["spec"]["checks"][0]
    wrong = f"[{{rule: {setting['rule']}, level: {setting['level']}}}]"
    s = study(tmp_path / "a", rows=ROWS, summaries=SENSITIVITY, checks=wrong)
    assert list(s.errors()) == ["unknown-key"]
    assert command("check", s.plan)[0] == 1
    data = f"{{predictions: {{path: predictions.csv, layout: {setting['level']}}}, outcomes: outcomes.csv}}"
    s = study(tmp_path / "b", rows=ROWS, summaries=SENSITIVITY, data=data)
    (found,) = s.errors()["unknown-word"]
    assert found.place.line == s.line("recrod")
    assert "`wide`, `long`" in found.help
    assert not s.check().judgements, "no rule is said to have passed on a plan that can't be read"
    assert len({Status.PASSED, Status.OBJECTED, Status.NOT_APPLICABLE, Status.UNDECIDED, Status.CRASHED}) == 5


def test_everything_wrong_with_a_table_is_said_the_first_time(tmp_path):
    case = report("validator-all-findings-first-time")
    tables = {"predictions.csv": case["given"]["predictions_csv"]}
    s = study(
        tmp_path, files=tables, cohorts=case["given"]["spec"]["cohorts"], summaries=summaries(["sensitivity"], "each")
    )
    found = {name: [(f.file, f.place.line - 1) for f in of] for name, of in s.errors().items()}
    assert found == {
        "score-not-finite": [("predictions.csv", 1)],
        "duplicate-prediction": [("predictions.csv", 2)],
        "empty-id": [("predictions.csv", 3)],
        "score-outside-scale": [("predictions.csv", 3)],
        "cohort-not-in-plan": [("predictions.csv", 4)],
    }
    assert len(found) == case["right"]["values"]["findings"]
    (twice,) = s.errors()["duplicate-prediction"]
    assert "lines 2 and 3" in twice.message


def test_a_list_where_one_name_is_due_is_an_error_and_no_result_says_pass(tmp_path):
    found = as_written(tmp_path, "validator-misused-argument-success").errors()["wrong-kind"]
    assert [f.place.line for f in found] == [report("validator-misused-argument-success")["right"]["values"]["line"]]
    assert found[0].message == "`column` is a list where one text is due"
    assert found[0].path == ("outcome", "column")
