"""What the reader makes of a study: tables, problems, views; one shape for every layout and format."""

import csv
import io
import os
from pathlib import Path
from typing import Any

import pytest
from tables.studies import ROWS, plan_of, refused, seen, write

from evalspec.records import Blinded, Place
from evalspec.tables.views import ALL

WIDE = "id,cohort,fold,score,other,call\na1,A,f1,0.9,0.1,yes\nb1,B,f2,0.2,,no\n"
TWO_MODELS = "models:\n  m: {score: score}\n  n: {score: other}"
LONG = "data: {predictions: {path: predictions.csv, layout: long}, outcomes: outcomes.csv}"
WITH_UNITS = "data: {predictions: predictions.csv, outcomes: outcomes.csv, units: units.csv}"
WITH_TRAINING = "data: {predictions: predictions.csv, outcomes: outcomes.csv, training: training.csv}"


def all_of(found: Blinded, view: str, columns: str = "*") -> list[tuple[Any, ...]]:
    return list(found.ask(f"SELECT {columns} FROM {view} ORDER BY ALL"))


def rules(found: Blinded) -> list[str]:
    return [p.rule for p in found.problems]


def test_a_table_is_described_by_its_columns_rows_and_digest(tmp_path: Path) -> None:
    table = seen(tmp_path, predictions_csv=ROWS).tables["predictions"]
    assert (table.name, table.file, table.columns, table.n_rows, table.format) == (
        "predictions",
        "predictions.csv",
        ("id", "cohort", "score"),
        3,
        "csv",
    )
    assert table.digest.startswith("sha256:")


def test_a_wide_table_has_a_row_a_unit_and_model(tmp_path: Path) -> None:
    found = seen(tmp_path, plan_of(models=TWO_MODELS, design="design: {kind: split, fold: fold}"), predictions_csv=WIDE)
    assert all_of(found, "prediction") == [
        ("a1", "A", "f1", "", "m", "", "0.9", 0.9, "", "", 2),
        ("a1", "A", "f1", "", "n", "", "0.1", 0.1, "", "", 2),
        ("b1", "B", "f2", "", "m", "", "0.2", 0.2, "", "", 3),
        ("b1", "B", "f2", "", "n", "", "", None, "", "", 3),
    ]


def test_a_long_table_reads_each_models_own_column(tmp_path: Path) -> None:
    text = "id,cohort,model,score,other\na1,A,m,0.9,0.4\na1,A,n,0.8,0.3\nb1,B,x,0.1,0.2\n"
    found = seen(tmp_path, plan_of(models=TWO_MODELS, data=LONG), predictions_csv=text)
    told = all_of(found, "prediction", "unit, model, score_text, line")
    assert told == [("a1", "m", "0.9", 2), ("a1", "n", "0.3", 3), ("b1", "x", "", 4)]


def test_calls_are_shown_beside_scores(tmp_path: Path) -> None:
    found = seen(tmp_path, plan_of(models="models:\n  m: {calls: call}"), predictions_csv=WIDE)
    assert all_of(found, "prediction", "unit, score_text, score, call") == [
        ("a1", "", None, "yes"),
        ("b1", "", None, "no"),
    ]


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("0.75", 0.75),
        ("-0", -0.0),
        ("1e-05", 1e-05),
        ("0.1000000000000000055511151231257827", 0.1),
        ("1E5", 100000.0),
        ("NaN", None),
        ("nan", None),
        ("inf", None),
        ("-Infinity", None),
        ("1e999", None),
        ("75%", None),
        (".5", None),
        ("+1", None),
        ("01", None),
        ("0x1F", None),
        ("1_000", None),
        (" 0.5", None),
        ("", None),
        ("NA", None),
        ("true", None),
        ("½", None),
        ("٣", None),
        ("1.234.5", None),
    ],
)
def test_a_score_is_a_finite_number_in_jsons_grammar_or_none(tmp_path: Path, text: str, score: float | None) -> None:
    found = seen(tmp_path, predictions_csv=f"id,cohort,score\na1,A,{text}\n")
    assert found.ask("SELECT score_text, score FROM prediction") == [(text, score)]


def test_a_decimal_comma_is_one_problem_with_its_first_line(tmp_path: Path) -> None:
    problem = refused(tmp_path, 'id,cohort,score\na1,A,0.5\na2,A,"0,75"\na3,B,"0,1"\n')
    assert (problem.rule, problem.place, problem.path) == ("decimal-comma", Place(3), ("models", "m", "score"))
    assert "2 of 3" in problem.message


def test_tokens_that_look_alike_stay_apart(tmp_path: Path) -> None:
    text = "id,cohort,score\n007,NA,0.1\n7,null,0.2\n07,NA,0.3\n7.0,None,0.4\n"
    found = seen(
        tmp_path, plan_of(cohorts="cohorts: {column: cohort, members: ['NA', 'null', 'None']}"), predictions_csv=text
    )
    assert all_of(found, "unit", "unit, cohort") == [("007", "NA"), ("07", "NA"), ("7", "null"), ("7.0", "None")]


def test_without_cohorts_all_units_are_one_group(tmp_path: Path) -> None:
    found = seen(tmp_path, plan_of(cohorts=None), predictions_csv=ROWS)
    assert {c for (c,) in found.ask("SELECT cohort FROM prediction UNION SELECT cohort FROM unit")} == {ALL}


def test_the_cohort_comes_from_the_units_where_the_predictions_have_none(tmp_path: Path) -> None:
    found = seen(
        tmp_path,
        plan_of(data=WITH_UNITS),
        predictions_csv="id,score\na1,0.9\nb1,0.1\nc1,0.5\n",
        units_csv="id,cohort\na1,A\nb1,B\n",
    )
    assert all_of(found, "prediction", "unit, cohort") == [("a1", "A"), ("b1", "B"), ("c1", "")]
    assert all_of(found, "unit") == [("a1", "A", "", 2, "units"), ("b1", "B", "", 3, "units")]


def test_a_renamed_cohort_column_of_the_units_is_found(tmp_path: Path) -> None:
    data = "data: {predictions: predictions.csv, outcomes: outcomes.csv, units: {path: units.csv, columns: {unit: who, cohort: site}}}"
    found = seen(tmp_path, plan_of(data=data), predictions_csv="id,score\na1,0.9\n", units_csv="site,who\nA,a1\nB,b1\n")
    assert found.problems == ()
    assert all_of(found, "prediction", "unit, cohort") == [("a1", "A")]
    assert all_of(found, "unit", "unit, cohort, line") == [("a1", "A", 2), ("b1", "B", 3)]


def test_the_units_take_their_cohort_from_the_predictions_where_only_these_have_it(tmp_path: Path) -> None:
    found = seen(tmp_path, plan_of(data=WITH_UNITS), predictions_csv=ROWS, units_csv="id,sex\na1,F\nb1,M\nz9,F\n")
    assert all_of(found, "unit", "unit, cohort") == [("a1", "A"), ("b1", "B"), ("z9", "")]


def test_a_cluster_is_found_in_either_file(tmp_path: Path) -> None:
    plan = plan_of(data=WITH_UNITS, units="units: {id: id, id_scope: study, cluster: ward}")
    found = seen(tmp_path, plan, predictions_csv=ROWS, units_csv="id,ward\na1,w1\na2,w1\nb1,w2\n")
    assert all_of(found, "unit", "unit, cluster") == [("a1", "w1"), ("a2", "w1"), ("b1", "w2")]
    found = seen(tmp_path, plan, predictions_csv="id,cohort,score,ward\na1,A,0.1,w3\n", units_csv="id,x\na1,1\n")
    assert all_of(found, "unit", "unit, cluster") == [("a1", "w3")]


def test_ids_that_mean_one_unit_inside_their_cohort_only_are_kept_apart(tmp_path: Path) -> None:
    plan = plan_of(
        data=WITH_UNITS,
        units="units: {id: id, id_scope: cohort, cluster: ward}",
        subgroups="subgroups: {f: {where: {sex: F}}}",
    )
    found = seen(
        tmp_path,
        plan,
        predictions_csv="id,cohort,score\n1,A,0.1\n1,B,0.2\n",
        units_csv="id,cohort,ward,sex\n1,A,w1,F\n1,B,w2,M\n",
    )
    assert found.problems == ()
    assert all_of(found, "unit", "unit, cohort, cluster") == [("1", "A", "w1"), ("1", "B", "w2")]
    assert len(all_of(found, "prediction")) == 2
    found = seen(tmp_path, plan, predictions_csv="id,score\n1,0.1\n")
    assert rules(found) == ["column-missing"]


def test_a_column_of_units_is_found_by_cohort_and_id_where_ids_are_scoped_so(tmp_path: Path) -> None:
    plan = plan_of(
        data=WITH_UNITS, units="units: {id: id, id_scope: cohort}", design="design: {kind: split, fold: fold}"
    )
    units = "id,cohort,fold\n1,A,f1\n1,B,f2\n"
    found = seen(tmp_path, plan, predictions_csv="id,cohort,score\n1,A,0.1\n1,B,0.2\n", units_csv=units)
    assert all_of(found, "prediction", "cohort, fold") == [("A", "f1"), ("B", "f2")]


@pytest.mark.parametrize("where_they_stand", ["predictions", "units"])
def test_boundaries_put_each_unit_into_every_cohort_it_lies_in(tmp_path: Path, where_they_stand: str) -> None:
    cohorts = (
        "cohorts:\n  members:\n"
        "    basel: {where: {site: Basel}}\n"
        "    north: {where: {site: [Oslo, 'NA']}}\n"
        "    old: {where: {age: {from: 65}}}\n"
        "    early: {where: {site: Bern, enrolled: {from: '2020-01-01', before: '2021-01-01'}}}"
    )
    columns = "site,age,enrolled"
    told = {
        "u1": "Basel,64.999,2019-05-05",
        "u2": "Basel,65,2019-05-05",
        "u3": "NA,1e1,",
        "u4": "Bern,7,2020-01-01",
        "u5": "Bern,7,2020-12-31",
        "u6": "Bern,7,2021-01-01",
        "u7": "Bern,old,2020-02-30",
        "u8": "basel,,20200101",
        "u9": "Bern,7,2020-01-01T00:00:00Z",
    }
    if where_they_stand == "predictions":
        found = seen(
            tmp_path,
            plan_of(cohorts=cohorts),
            predictions_csv=f"id,score,{columns}\n" + "".join(f"{u},0.1,{t}\n" for u, t in told.items()),
        )
    else:
        found = seen(
            tmp_path,
            plan_of(cohorts=cohorts, data=WITH_UNITS),
            predictions_csv="id,score\n" + "".join(f"{u},0.1\n" for u in told),
            units_csv=f"id,{columns}\n" + "".join(f"{u},{t}\n" for u, t in told.items()),
        )
    assert found.problems == ()
    expected = [
        ("u1", "basel"),
        ("u2", "basel"),
        ("u2", "old"),
        ("u3", "north"),
        ("u4", "early"),
        ("u5", "early"),
        ("u6", ""),
        ("u7", ""),
        ("u8", ""),
        ("u9", ""),
    ]
    assert all_of(found, "prediction", "unit, cohort") == expected
    assert all_of(found, "unit", "unit, cohort") == expected


def test_numeric_boundaries_compare_exactly_and_not_as_doubles(tmp_path: Path) -> None:
    cohorts = "cohorts:\n  members:\n    hi: {where: {n: {from: 9007199254740992}}}\n    lo: {where: {n: {before: 9007199254740992}}}"
    found = seen(
        tmp_path,
        plan_of(cohorts=cohorts),
        predictions_csv="id,n,score\na,9007199254740991.5,0.1\nb,9007199254740992,0.1\nc,0.1,0.2\n",
    )
    assert all_of(found, "prediction", "unit, cohort") == [("a", "lo"), ("b", "hi"), ("c", "lo")]


def test_columns_called_like_the_views_own_are_not_mixed_up(tmp_path: Path) -> None:
    plan = plan_of(
        units="units: {id: cohort, id_scope: study}",
        cohorts="cohorts: {column: unit, members: [A]}",
        models="models:\n  m: {score: call}",
    )
    found = seen(tmp_path, plan, predictions_csv="call,unit,cohort,model,score\n0.5,A,id1,x,y\n")
    assert all_of(found, "prediction", "unit, cohort, model, score") == [("id1", "A", "m", 0.5)]


def test_a_manifest_of_units_takes_its_cohorts_from_them(tmp_path: Path) -> None:
    plan = plan_of(data=WITH_TRAINING, design="design: {kind: leave-one-cohort-out, fold: fold}")
    found = seen(
        tmp_path,
        plan,
        predictions_csv="id,cohort,fold,score\na1,A,A,0.1\nb1,B,B,0.2\n",
        training_csv="fold,id,role\nA,b1,train\nA,a1,test\nA,x9,other\n",
    )
    assert found.ask("SELECT * FROM manifest ORDER BY line") == [
        ("A", "b1", "B", "training", "train", "", "", 2),
        ("A", "a1", "A", "evaluation", "test", "", "", 3),
        ("A", "x9", "", "", "other", "", "", 4),
    ]


def test_a_manifest_of_cohorts_names_no_unit_and_roles_may_be_renamed(tmp_path: Path) -> None:
    data = (
        "data: {predictions: predictions.csv, outcomes: outcomes.csv, training: {path: training.csv, "
        "columns: {cohort: cohort, role: side}, roles: {training: fit}}}"
    )
    plan = plan_of(data=data, design="design: {kind: leave-one-cohort-out, fold: fold}")
    found = seen(
        tmp_path,
        plan,
        predictions_csv="id,cohort,fold,score\na1,A,A,0.1\n",
        training_csv="fold,cohort,side\nA,B,fit\nA,A,test\nA,C,train\n",
    )
    told = found.ask("SELECT unit, cohort, role, token FROM manifest ORDER BY line")
    assert told == [("", "B", "training", "fit"), ("", "A", "evaluation", "test"), ("", "C", "", "train")]


def test_a_manifest_tells_units_from_cohorts_by_its_columns(tmp_path: Path) -> None:
    found = seen(tmp_path, plan_of(data=WITH_TRAINING), predictions_csv=ROWS, training_csv="cohort,role\nA,test\n")
    assert found.ask("SELECT fold, unit, cohort, role FROM manifest") == [("", "", "A", "evaluation")]


def test_every_view_is_there_when_no_file_is(tmp_path: Path) -> None:
    found = seen(
        tmp_path,
        plan_of(thresholds=None, summaries="summaries:\n  - {id: s, role: primary, metric: auroc, cohorts: pooled}"),
    )
    assert rules(found) == ["missing-file"]
    for view in ("prediction", "unit", "manifest", "threshold_value"):
        assert found.ask(f"SELECT count(*) FROM {view}") == [(0,)]
    assert (
        found.ask("SELECT unit, cohort, fold, repeat, model, label, score_text, score, call, line FROM prediction")
        == []
    )


def test_one_tables_failure_does_not_stop_the_others(tmp_path: Path) -> None:
    plan = plan_of(data="data: {predictions: p.csv, outcomes: o.csv, units: units.csv, training: t.csv}")
    found = seen(tmp_path, plan, p_csv=ROWS, units_csv="id,cohort\na1\n", t_csv="id,role\na1,train\r\n")
    assert rules(found) == ["ragged-row", "mixed-line-endings"]
    assert [p.path for p in found.problems] == [("data", "units"), ("data", "training")]
    assert found.ask("SELECT count(*) FROM prediction") == [(3,)]


def test_a_file_declared_late_is_missing_and_no_problem(tmp_path: Path) -> None:
    late = "arrives: after-seal"
    plan = plan_of(
        data=f"data: {{predictions: {{path: p.csv, {late}}}, outcomes: o.csv, units: u.csv}}",
        thresholds=(
            "thresholds:\n  t: {source: inner-validation, rule: {max: youden}, "
            f"values: {{path: v.json, {late}}}, positive_when: score >= threshold}}"
        ),
    )
    found = seen(tmp_path, plan)
    assert found.missing == ("predictions", "thresholds.t")
    assert [(p.rule, p.path) for p in found.problems] == [("missing-file", ("data", "units"))]


def test_a_missing_column_is_named_with_its_place_in_the_plan_and_what_there_is(tmp_path: Path) -> None:
    problem = refused(tmp_path, "id,cohort,Score,age\na1,A,0.1,3\n")
    assert (problem.rule, problem.path) == ("column-missing", ("models", "m", "score"))
    assert "did you mean `Score`?" in problem.help
    assert "`age`" in problem.help


@pytest.mark.parametrize(
    ("section", "text", "path"),
    [
        ("units", "units: {id: patient, id_scope: study}", ("units", "id")),
        ("units", "units: {id: id, id_scope: study, cluster: ward}", ("units", "cluster")),
        ("units", "units: {id: id, id_scope: study, match_on: [sex, born]}", ("units", "match_on", 0)),
        ("cohorts", "cohorts: {column: site, members: [A]}", ("cohorts", "column")),
        ("cohorts", "cohorts:\n  members:\n    A: {where: {site: x}}", ("cohorts", "members", "A", "where", "site")),
        ("design", "design: {kind: split, fold: part}", ("design", "fold")),
        ("models", "models:\n  m: {calls: predicted}", ("models", "m", "calls")),
        ("models", "models:\n  m: {scores: {'0': p0}}", ("models", "m", "scores", "0")),
        ("subgroups", "subgroups: {f: {where: {sex: F}}}", ("subgroups", "f", "where", "sex")),
        ("subgroups", "subgroups: {s: {by: sex, levels: {f: F}}}", ("subgroups", "s", "by")),
        ("sampling", "sampling: {strata: {column: band, fractions: {old: 1}}}", ("sampling", "strata", "column")),
        ("data", LONG, ("data", "predictions")),
        (
            "data",
            "data: {predictions: {path: predictions.csv, columns: {unit: who}}, outcomes: o.csv}",
            ("data", "predictions", "columns", "unit"),
        ),
    ],
)
def test_every_column_that_the_plan_names_must_be_there(
    tmp_path: Path, section: str, text: str, path: tuple[str, ...]
) -> None:
    plan = plan_of(**{section: text})
    found = seen(tmp_path, plan, predictions_csv=ROWS)
    assert (found.problems[0].rule, found.problems[0].path) == ("column-missing", path)


def test_outcomes_counts_and_derivation_are_not_opened_and_only_looked_at_from_outside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("outcomes.csv", "counts.csv", "inner.csv")
    touched: list[str] = []
    import sys

    watching = True

    def audit(event: str, args: tuple[Any, ...]) -> None:
        if watching and event in ("open", "os.listdir", "os.scandir") and args:
            touched.append(str(args[0]))

    sys.addaudithook(audit)
    for call in ("open", "access", "listdir", "scandir"):
        real = getattr(os, call)
        monkeypatch.setattr(os, call, lambda p, *a, _real=real, **k: (touched.append(str(p)), _real(p, *a, **k))[1])
    plan = plan_of(
        data="data: {predictions: predictions.csv, outcomes: outcomes.csv, counts: counts.csv}",
        thresholds=(
            "thresholds:\n  t: {source: inner-validation, rule: {max: youden}, value: 0.5, "
            "derivation: {path: inner.csv}, positive_when: score >= threshold}"
        ),
    )
    found = seen(tmp_path, plan, predictions_csv=ROWS)
    watching = False
    assert found.problems == ()
    assert touched
    assert not [t for t in touched if t.endswith(names)]


@pytest.mark.parametrize("declared", ["outcomes.csv", "./outcomes.csv", "x/../outcomes.csv"])
def test_predictions_that_are_the_outcomes_are_refused_unread(tmp_path: Path, declared: str) -> None:
    plan = plan_of(data=f"data: {{predictions: {declared}, outcomes: outcomes.csv}}")
    assert rules(seen(tmp_path, plan, outcomes_csv=ROWS)) == ["outcome-visible"]


@pytest.mark.parametrize("name", ["predictions", "units", "training", "thresholds.t"])
@pytest.mark.parametrize("other", ["outcomes", "counts", "the derivation of t"])
def test_no_blinded_file_is_a_file_with_outcomes_under_another_name(tmp_path: Path, name: str, other: str) -> None:
    plan = plan_of(
        data="data: {predictions: predictions.csv, units: units.csv, training: training.csv, "
        "outcomes: outcomes.csv, counts: counts.csv}",
        thresholds=(
            "thresholds:\n  t: {source: inner-validation, rule: {max: youden}, value: 0.5, values: t.csv, "
            "derivation: inner.csv, positive_when: score >= threshold}"
        ),
    )
    mine = tmp_path / ("t.csv" if name == "thresholds.t" else f"{name}.csv")
    theirs = tmp_path / ("inner.csv" if other.startswith("the") else f"{other}.csv")
    theirs.write_text(ROWS)
    for give in (os.link, os.symlink):
        give(theirs, mine)
        found = seen(tmp_path, plan)
        (problem,) = [p for p in found.problems if p.rule != "missing-file"]
        assert (problem.rule, problem.message) == ("outcome-visible", f"{name} and {other} are one file")
        assert name not in found.tables
        mine.unlink()


def test_data_can_be_redirected_by_name(tmp_path: Path) -> None:
    from evalspec.tables.read import blinded

    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    write(elsewhere, other_csv=ROWS)
    found = blinded(plan_of(), tmp_path, redirect={"predictions": elsewhere / "other.csv"})
    assert found.tables["predictions"].n_rows == 3
    assert found.tables["predictions"].file == "predictions.csv"
    write(tmp_path, outcomes_csv=ROWS)
    found = blinded(plan_of(), tmp_path, redirect={"predictions": tmp_path / "outcomes.csv"})
    assert rules(found) == ["outcome-visible"]


def test_a_column_called_line_is_refused_because_the_reader_adds_one(tmp_path: Path) -> None:
    assert refused(tmp_path, "id,cohort,score,Line\na1,A,0.1,2\n").rule == "duplicate-column"


def test_the_line_of_a_record_counts_the_lines_inside_quotes(tmp_path: Path) -> None:
    text = 'id,cohort,score,note\na1,A,0.1,"x\n\ny"\na2,A,0.2,\nb1,B,0.3,"z\r\n"\nb2,B,0.4,\n'
    found = seen(tmp_path, predictions_csv=text)
    assert all_of(found, "prediction", "unit, line") == [("a1", 2), ("a2", 5), ("b1", 6), ("b2", 8)]


@pytest.mark.parametrize("integers", [False, True])
def test_parquet_and_csv_give_the_same_views(tmp_path: Path, integers: bool) -> None:
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    ids = [9007199254740992, 9007199254740993, 7] if integers else ["007", "7", "NA"]
    columns = {"id": ids, "cohort": pa.array(["A", "B", "A"]).dictionary_encode(), "score": [0.1, 1e-05, 1.0]}
    units = {"id": ids, "sex": ["F", "", "M"]}
    folder = {}
    for kind in ("csv", "parquet"):
        folder[kind] = tmp_path / kind
        folder[kind].mkdir()
        for name, table in (("predictions", pa.table(columns)), ("units", pa.table(units))):
            if kind == "parquet":
                pq.write_table(table, folder[kind] / f"{name}.parquet")
            else:
                out = io.StringIO()
                csv.writer(out).writerows(
                    [table.column_names, *zip(*(c.to_pylist() for c in table.columns), strict=True)]
                )
                (folder[kind] / f"{name}.csv").write_text(out.getvalue(), newline="")
    found = {k: seen(folder[k], plan_of(data=WITH_UNITS.replace(".csv", f".{k}"))) for k in folder}
    for view, names in (("prediction", "unit, cohort, model, score"), ("unit", "unit, cohort, cluster, source")):
        assert all_of(found["csv"], view, names) == all_of(found["parquet"], view, names) != []
    assert found["csv"].problems == found["parquet"].problems == ()


def test_a_parquet_line_is_the_number_of_its_row(tmp_path: Path) -> None:
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    pq.write_table(
        pa.table({"id": ["a", "b"], "cohort": ["A", "B"], "score": [0.1, None]}), tmp_path / "predictions.parquet"
    )
    found = seen(tmp_path, plan_of(data="data: {predictions: predictions.parquet, outcomes: o.csv}"))
    assert all_of(found, "prediction", "unit, score_text, line") == [("a", "0.1", 1), ("b", "", 2)]


@pytest.mark.parametrize("column", ["id", "cohort"])
def test_floating_point_ids_are_refused(tmp_path: Path, column: str) -> None:
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    columns = {"id": ["a"], "cohort": ["A"], "score": [0.1], column: [1.0]}
    pq.write_table(pa.table(columns), tmp_path / "predictions.parquet")
    (problem,) = seen(tmp_path, plan_of(data="data: {predictions: predictions.parquet, outcomes: o.csv}")).problems
    assert problem.rule == "float-id"
    assert f"`{column}`" in problem.message


def test_a_parquet_float32_score_is_its_double(tmp_path: Path) -> None:
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    pq.write_table(
        pa.table({"id": ["a"], "cohort": ["A"], "score": pa.array([0.7], pa.float32())}),
        tmp_path / "predictions.parquet",
    )
    found = seen(tmp_path, plan_of(data="data: {predictions: predictions.parquet, outcomes: o.csv}"))
    assert found.ask("SELECT score, score >= 0.7::DOUBLE FROM prediction") == [(0.699999988079071, False)]


def test_a_count_that_differs_from_the_engines_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    from evalspec.tables import loaded

    settled = loaded.settle
    monkeypatch.setattr(loaded, "settle", lambda con, opened: replace(settled(con, opened), n_rows=4))
    problem = refused(tmp_path, ROWS)
    assert (problem.rule, "3 records" in problem.message) == ("unreadable-file", True)


def test_no_problem_names_an_id(tmp_path: Path) -> None:
    for text in (
        "id,cohort,score\nSECRET,A\n",
        'id,cohort,score\nSECRET,A,"0,5"\n',
        "id,cohort,score\nSECRET,A,0.5\r\n",
        "id,cohort,other\nSECRET,A,0.5\n",
    ):
        assert "SECRET" not in str(refused(tmp_path, text))
