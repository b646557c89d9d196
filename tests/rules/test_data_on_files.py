"""The rules over blinded files: what they say of whole files, each fault once, at its line."""

from pathlib import Path

import pytest
from rules.examples import all_rules, findings, judgements
from rules.reports_rows import REPORTS, Report

from evalspec.records import Finding, Judgement
from evalspec.rules.base import Example
from evalspec.terms import Grade, Severity, Status

UNITS = "data: {predictions: predictions.csv, outcomes: outcomes.csv, units: units.csv}\n"
LONG = (
    "data: {predictions: {path: predictions.csv, layout: long}, outcomes: outcomes.csv}\n"
    "models:\n"
    "  m1: {score: score, scale: probability, direction: higher-is-positive}\n"
    "  m2: {score: score, scale: probability, direction: higher-is-positive}\n"
)
TWO = "subject_id,cohort,score\ns01,A,0.9\ns07,B,0.2\n"
EXCLUDES = "handling: {missing_prediction: {exclude: the assay failed}, missing_outcome: refuse}\n"


def over_files(found: tuple[Finding, ...]) -> list[tuple[str, str, int | None]]:
    return [(f.name, f.file, f.place.line if f.place else None) for f in found if f.code.startswith("DATA")]


def of(name: str, plan: str, folder: Path, **files: str) -> Judgement:
    given = Example(plan=plan, files={f"{k}.csv": text for k, text in files.items()})
    return next(j for j in judgements(given, folder) if isinstance(j, Judgement) and j.name == name)


def message(name: str, plan: str, folder: Path, **files: str) -> str:
    return "; ".join(f.message for f in of(name, plan, folder, **files).findings)


@pytest.mark.parametrize("report", REPORTS, ids=lambda r: r.id)
def test_what_others_reported_is_found_once_and_in_one_go(report: Report, tmp_path: Path) -> None:
    assert over_files(findings(report.given, tmp_path)) == list(report.right)


def test_ids_that_differ_only_by_zeros_stay_two_units_and_are_a_warning_inside_one_file(tmp_path: Path) -> None:
    found = of("near-miss-ids", "", tmp_path, predictions="subject_id,cohort,score\n0506,A,0.9\n506,A,0.2\n07,B,0.1\n")
    assert [(f.severity, f.message) for f in found.findings] == [
        (Severity.WARNING, "1 pair of ids differs only by leading zeros, the first in lines 2 and 3")
    ]


@pytest.mark.parametrize(
    ("one", "other", "words"),
    [
        ("sub-01", "sub-1", "leading zeros"),
        ("17", "17.0", "a trailing `.0`"),
        ("S17", "s17", "letter case"),
        ("s17", '"s17 "', "outer spaces"),
        ("Mu\u0308ller", "M\u00fcller", "Unicode form"),
    ],
)
def test_a_near_miss_says_by_what_the_ids_differ(one: str, other: str, words: str, tmp_path: Path) -> None:
    predictions = f"subject_id,cohort,score\n{one},A,0.9\ns99,B,0.2\n"
    units = f"subject_id,cohort\n{other},A\ns99,B\n"
    told = message("near-miss-ids", UNITS, tmp_path, predictions=predictions, units=units)
    assert told == f"1 id differs from one of data.units only by {words}, the first in lines 2 and 2 of units.csv"


def test_a_near_miss_of_the_manifest_is_an_error_where_both_must_meet(tmp_path: Path) -> None:
    training = "data: {predictions: predictions.csv, outcomes: outcomes.csv, training: train.csv}\n"
    loco = training + "design: {kind: leave-one-cohort-out, fold: cohort}\n"
    severities = []
    for n, (plan, manifest) in enumerate(
        ((training, "subject_id,role\n1,train\n"), (loco, "cohort,subject_id,role\nB,1,train\nA,007,train\n"))
    ):
        folder = tmp_path / str(n)
        folder.mkdir()
        predictions = "subject_id,cohort,score\n001,A,0.9\n007,B,0.2\n"
        found = of("near-miss-ids", plan, folder, predictions=predictions, train=manifest)
        severities += [f.severity for f in found.findings]
    assert severities == [Severity.WARNING, Severity.ERROR]


def test_no_message_holds_an_id(tmp_path: Path) -> None:
    secret = "zz-secret-"
    rows = f"{secret}1,A,0.9\n{secret}1,A,0.8\n{secret}2,A,1.9\n{secret}2,B,x\n{secret}03,A,0.1\n{secret}3,A,0.3\n"
    given = Example(
        plan=UNITS + "units: {id: subject_id, id_scope: study, match_on: [born]}\n",
        files={
            "predictions.csv": f"subject_id,cohort,score\n{rows}{secret}9,A,0.2\n",
            "units.csv": (
                f"subject_id,cohort,born\n{secret}1,A,1950\n{secret}2,A,1950\n{secret}2,B,1950\n{secret}4,B,1951\n"
                f"{secret}09,B,1952\n"
            ),
        },
    )
    found = findings(given, tmp_path)
    assert len({f.name for f in found}) > 5
    assert not [f for f in found if secret in f.message or secret in f.help]


def test_a_unit_inside_two_boundaries_is_in_two_cohorts_and_no_duplicate(tmp_path: Path) -> None:
    plan = (
        "cohorts:\n  members:\n    A: {where: {age: {from: 0, before: 50}}}\n    B: {where: {site: Basel}}\n"
        "    C: {where: {site: Bern}}\n"
    )
    predictions = "subject_id,age,site,score\ns01,60,Bern,0.9\ns02,45,Basel,0.4\ns07,60,Basel,0.7\ns08,20,Chur,0.7\n"
    found = findings(Example(plan=plan, files={"predictions.csv": predictions}), tmp_path)
    assert over_files(found) == [("unit-in-two-cohorts", "predictions.csv", 3)]


def test_units_inside_no_boundary_are_counted_and_left_out_only_where_the_plan_says_so(tmp_path: Path) -> None:
    members = "members: {A: {where: {site: Basel}}, B: {where: {site: Bern}}}"
    predictions = "subject_id,site,score\ns01,Basel,0.9\ns02,Bern,0.4\ns07,Chur,0.7\ns08,Thun,0.7\n"
    told = message("cohort-not-in-plan", f"cohorts: {{{members}}}", tmp_path, predictions=predictions)
    assert told == "no cohort's `where` takes 2 rows, the first in line 4"
    excluded = f"cohorts: {{{members}, outside: {{exclude: never enrolled}}}}"
    found = of("cohort-not-in-plan", excluded, tmp_path, predictions=predictions)
    assert (found.status, found.grade) == (Status.PASSED, Grade.PROVED)
    assert found.reason == "2 rows outside the cohorts are left out, as the plan says"


def test_the_cohort_of_a_unit_comes_from_the_table_of_units(tmp_path: Path) -> None:
    predictions = "subject_id,score\ns01,0.9\ns07,0.4\ns13,0.7\n"
    units = "subject_id,cohort\ns01,A\ns07,B\ns13,b\n"
    given = Example(plan=UNITS, files={"predictions.csv": predictions, "units.csv": units})
    (found,) = (f for f in findings(given, tmp_path) if f.name == "cohort-not-in-plan")
    assert (found.file, found.place and found.place.line) == ("units.csv", 4)
    assert found.help.startswith("did you mean `B`?") or "`A`, `B`" in found.help or "add it" in found.help


def test_a_cohort_without_rows_is_a_warning_unless_the_plan_expects_some(tmp_path: Path) -> None:
    only_a = "subject_id,cohort,score\ns01,A,0.9\ns02,A,0.2\n"
    expecting = "cohorts: {column: cohort, members: {A: {}, B: {expected: {units: 6}}}}"
    assert of("cohort-without-rows", "", tmp_path, predictions=only_a).findings[0].severity is Severity.WARNING
    assert not of("cohort-without-rows", expecting, tmp_path, predictions=only_a).findings
    told = message("cohort-size-differs", expecting, tmp_path, predictions=only_a)
    assert told == "cohort `B` has 0 units where the plan expects 6"


def test_rows_that_stay_at_their_sites_leave_sizes_undecided(tmp_path: Path) -> None:
    plan = (
        "data: {predictions: {path: predictions.csv, held: by-cohort}, outcomes: outcomes.csv}\n"
        "cohorts: {column: cohort, members: {A: {expected: {units: 2}}, B: {planned: {units: 2}}}}\n"
    )
    for name in ("cohort-without-rows", "cohort-size-differs", "planned-size-missed"):
        assert of(name, plan, tmp_path, predictions=TWO).status is Status.UNDECIDED


def test_a_size_counts_units_and_not_rows(tmp_path: Path) -> None:
    rows = "".join(f"s{n:02},{'A' if n < 7 else 'B'},{m},0.{n:02}\n" for n in range(1, 13) for m in ("m1", "m2"))
    plan = LONG + "cohorts: {column: cohort, members: {A: {expected: {units: 6}}, B: {expected: {units: 6}}}}\n"
    found = of("cohort-size-differs", plan, tmp_path, predictions=f"subject_id,cohort,model,score\n{rows}")
    assert found.status is Status.PASSED


def test_a_duplicate_names_its_model_both_lines_and_whether_the_rows_agree(tmp_path: Path) -> None:
    rows = "s01,A,m1,0.9\ns01,A,m2,0.8\ns07,B,m1,0.2\ns07,B,m2,0.1\ns01,A,m2,0.8\n"
    told = message("duplicate-prediction", LONG, tmp_path, predictions=f"subject_id,cohort,model,score\n{rows}")
    assert (
        told
        == "1 unit has more than one prediction of model `m2`, the first in lines 3 and 6, with one and the same result"
    )


def test_a_repeat_is_no_duplicate_where_its_column_is_named(tmp_path: Path) -> None:
    plan = "design: {kind: external, repeat: round}\n"
    rows = "s01,A,1,0.9\ns07,B,1,0.2\ns01,A,2,0.8\ns07,B,2,0.1\n"
    file = f"subject_id,cohort,round,score\n{rows}"
    assert of("duplicate-prediction", plan, tmp_path, predictions=file).status is Status.PASSED
    given = Example(files={"predictions.csv": file})
    assert over_files(findings(given, tmp_path)) == [("repeats-without-column", "predictions.csv", 4)]


@pytest.mark.parametrize(
    "text", ["high", "NaN", "nan", "inf", "-Infinity", "1e999", "75%", ".5", "1.", "+0.5", "0x1", "1 000", "NA"]
)
def test_only_numbers_as_json_writes_them_are_scores(text: str, tmp_path: Path) -> None:
    told = message("score-not-finite", "", tmp_path, predictions=f"subject_id,cohort,score\ns01,A,0.9\ns07,B,{text}\n")
    assert told == f"`score` holds `{text}` where a number is due: line 3"


def test_a_decimal_comma_is_named_as_what_it_is(tmp_path: Path) -> None:
    given = Example(files={"predictions.csv": 'subject_id,cohort,score\ns01,A,"0,75"\ns07,B,0.2\n'})
    assert over_files(findings(given, tmp_path)) == [("decimal-comma", "predictions.csv", 2)]


def test_empty_scores_and_texts_are_two_findings(tmp_path: Path) -> None:
    rows = "s01,A,\ns02,A,x\ns03,A,\ns04,A,y\n"
    told = message("score-not-finite", "", tmp_path, predictions=f"subject_id,cohort,score\n{rows}s07,B,0.2\n")
    assert (
        told
        == "`score` is empty in 2 rows (lines 2 and 4); `score` holds `x` where a number is due: 2 rows (lines 3 and 5)"
    )


def test_a_missing_score_is_handled_where_the_plan_says_how_and_a_wrong_one_never(tmp_path: Path) -> None:
    rows = "subject_id,cohort,score\ns01,A,\ns02,A,0.4\ns07,B,0.2\n"
    assert of("score-not-finite", EXCLUDES, tmp_path, predictions=rows).status is Status.PASSED
    assert of("score-not-finite", EXCLUDES, tmp_path, predictions=rows.replace("0.4", "NaN")).findings


def test_models_of_a_wide_table_are_judged_each_by_its_column(tmp_path: Path) -> None:
    plan = (
        "models:\n  m1: {score: one, scale: probability, direction: higher-is-positive}\n"
        "  m2: {score: two, scale: logit, direction: higher-is-positive}\n"
    )
    file = "subject_id,cohort,one,two\ns01,A,0.9,3\ns02,A,1.2,x\ns07,B,0.2,-1\n"
    found = findings(Example(plan=plan, files={"predictions.csv": file}), tmp_path)
    assert {f.message for f in found if f.code.startswith("DATA")} == {
        "model `m1` has the score 1.2, which is no probability: line 3",
        "`two` holds `x` where a number is due: line 3",
    }


def test_a_model_that_is_silent_on_units_is_named_with_their_number(tmp_path: Path) -> None:
    rows = "s01,A,m1,0.9\ns01,A,m2,0.8\ns02,A,m1,0.9\ns07,B,m1,0.2\n"
    file = f"subject_id,cohort,model,score\n{rows}"
    told = message("model-missing-for-unit", LONG, tmp_path, predictions=file)
    assert told == "model `m2` has no row for 2 units that other models predict, the first in line 4"
    assert of("model-missing-for-unit", LONG + EXCLUDES, tmp_path, predictions=file).status is Status.PASSED


def test_a_model_that_is_not_there_is_one_finding_at_its_place_in_the_plan(tmp_path: Path) -> None:
    rows = "s01,A,m1,0.9\ns01,A,M2,0.8\ns07,B,m1,0.2\ns07,B,M2,0.1\n"
    (found,) = of(
        "model-missing-for-unit", LONG, tmp_path, predictions=f"subject_id,cohort,model,score\n{rows}"
    ).findings
    assert (found.file, found.path) == ("plan.yaml", ("models", "m2"))


def test_a_constant_score_in_one_cohort_is_a_warning_from_ten_units_on(tmp_path: Path) -> None:
    rows = "".join(f"a{n:02},A,0.{n:02}\n" for n in range(10)) + "".join(f"b{n:02},B,0.5\n" for n in range(10))
    told = message("constant-score", "", tmp_path, predictions=f"subject_id,cohort,score\n{rows}")
    assert told == "model `m1` gives every unit of cohort `B` one score"
    assert not message(
        "constant-score", "", tmp_path, predictions=f"subject_id,cohort,score\n{rows.replace('b09,B,0.5', 'b09,A,0.5')}"
    )


def test_a_threshold_of_one_fold_and_one_of_all_folds_are_ambiguous(tmp_path: Path) -> None:
    plan = (
        "thresholds:\n  main:\n    source: inner-validation\n    positive_when: score >= threshold\n"
        "    values: {path: cut.csv}\n"
    )
    rows = "model,fold,value\nm1,,0.4\nm1,A,0.4\n"
    found = of("threshold-rows-ambiguous", plan, tmp_path, predictions=TWO, cut=rows)
    assert [(f.file, f.message) for f in found.findings] == [
        ("cut.csv", "threshold `main` has for model `m1` in fold `A` the values 0.4 twice, in lines 2 and 3")
    ]


def test_a_role_that_is_nearly_known_is_guessed_at_in_the_help(tmp_path: Path) -> None:
    plan = "data: {predictions: predictions.csv, outcomes: outcomes.csv, training: train.csv}\n"
    (found,) = of("manifest-role-unknown", plan, tmp_path, train="subject_id,role\nt01,train\nt02,Train\n").findings
    assert found.message == "`role` holds `Train`: line 3"
    assert found.help.startswith("did you mean `train`?")


def test_a_manifest_that_puts_a_unit_into_another_cohort_is_told_off(tmp_path: Path) -> None:
    plan = (
        "data: {predictions: predictions.csv, outcomes: outcomes.csv, "
        "training: {path: train.csv, columns: {unit: subject_id, cohort: site}}}\n"
    )
    manifest = "subject_id,site,role\ns01,B,test\ns07,B,test\nt01,T,train\n"
    told = message("cohort-column-disagrees", plan, tmp_path, predictions=TWO, train=manifest)
    assert told == "1 unit stands in another cohort than in predictions.csv, the first here in `B` and there in `A`"


def test_a_clean_set_of_files_is_proved_and_not_merely_attested(tmp_path: Path) -> None:
    rules = all_rules()
    found = [j for j in judgements("", tmp_path) if isinstance(j, Judgement) and j.code.startswith("DATA")]
    passed = [j for j in found if j.status is Status.PASSED and not rules[j.code].reader]
    assert passed
    assert {j.grade for j in passed} == {Grade.PROVED}
    assert not [j for j in found if j.status in (Status.OBJECTED, Status.UNDECIDED, Status.CRASHED)]


def test_without_files_the_rules_over_files_are_undecided(tmp_path: Path) -> None:
    late = "data: {predictions: {path: late.csv, arrives: after-seal}, outcomes: outcomes.csv}\n"
    assert of("duplicate-prediction", late, tmp_path).status is Status.UNDECIDED
