"""Hazards of tables T01 to T24, by number: those that have no test of their own elsewhere in this folder.

Elsewhere: T01 T02 T04 tokens stay apart (test_read), T03 ids beyond 2^53 (test_engine), T05 decimal comma, T12 T13 T24
scores (test_read), T07 T08 T09 (test_csv_bytes), T17 time zones (test_engine), T18 T19 T20 T21 (test_files).
Not of this room: T04 outcome tokens and T11 (tally), T14 (rules of scales), T23 (export).
"""

import time
from pathlib import Path

import pytest
from tables.studies import plan_of, seen, write

from evalspec.tables.csv_bytes import csv_pass
from evalspec.tables.engine import connect, relation
from evalspec.tables.files import OpenFile

WITH_UNITS = "data: {predictions: predictions.csv, outcomes: outcomes.csv, units: units.%s}"


def test_t06_a_header_with_a_space_is_refused_and_a_value_with_one_is_kept_for_the_rules(tmp_path: Path) -> None:
    found = seen(tmp_path, predictions_csv="id,cohort ,score\na1,A,0.1\n")
    assert [(p.rule, p.help) for p in found.problems] == [("header-not-exact", "call it `cohort`")]
    found = seen(tmp_path, predictions_csv="id,cohort,score\na1,A ,0.1\n")
    assert found.ask("SELECT cohort FROM prediction") == [("A ",)]


def test_t10_duplicate_rows_stay_two_rows_with_their_lines(tmp_path: Path) -> None:
    units = "id,cohort\na1,A\na1,A\n"
    found = seen(
        tmp_path, plan_of(data=WITH_UNITS % "csv"), predictions_csv="id,score\na1,0.1\na1,0.2\n", units_csv=units
    )
    assert found.ask("SELECT score, line FROM prediction ORDER BY line") == [(0.1, 2), (0.2, 3)]
    assert found.ask("SELECT count(*) FROM unit") == [(2,)]


def test_t15_ids_that_are_text_in_one_file_and_integers_in_the_other_meet(tmp_path: Path) -> None:
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    pq.write_table(pa.table({"id": [7, 8], "cohort": ["A", "B"]}), tmp_path / "units.parquet")
    found = seen(tmp_path, plan_of(data=WITH_UNITS % "parquet"), predictions_csv="id,score\n7,0.1\n007,0.2\n8.0,0.3\n")
    assert found.ask("SELECT unit, cohort FROM prediction ORDER BY line") == [("7", "A"), ("007", ""), ("8.0", "")]


def test_t15_a_decomposed_id_is_another_id(tmp_path: Path) -> None:
    found = seen(tmp_path, predictions_csv="id,cohort,score\n\u00e9,A,0.1\ne\u0301,A,0.2\n")
    assert found.ask("SELECT count(DISTINCT unit) FROM prediction") == [(2,)]


def test_t16_a_level_without_rows_is_no_cohort_of_the_data(tmp_path: Path) -> None:
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    levels = pa.DictionaryArray.from_arrays(pa.array([0, 0]), pa.array(["A", "unused"]))
    pq.write_table(
        pa.table({"id": ["1", "2"], "cohort": levels, "score": [0.1, 0.2]}), tmp_path / "predictions.parquet"
    )
    found = seen(tmp_path, plan_of(data="data: {predictions: predictions.parquet, outcomes: o.csv}"))
    assert found.ask("SELECT DISTINCT cohort FROM prediction") == [("A",)]


def test_t22_two_million_rows_pass_in_seconds_and_the_engine_counts_alike(tmp_path: Path) -> None:
    block = b"".join(b"s%06d,A,0.%06d\n" % (i, i) for i in range(200_000))
    path = write(tmp_path, t_csv=b"id,cohort,score\n" + block * 10) / "t.csv"
    before = time.process_time()
    with OpenFile(path) as opened:
        layout = csv_pass(opened)
        assert time.process_time() - before < 5, "about 0.1 s on an idle machine"
        assert layout.n_rows == 2_000_000
        sql = f"SELECT count(*), sum(score) < 1e7 FROM {relation(opened, layout.columns, {'score': 'DOUBLE'})}"
        assert connect().execute(sql).fetchone() == (2_000_000, True)


def test_t22_ten_thousand_cohorts_and_a_thousand_columns_are_read(tmp_path: Path) -> None:
    names = [f"c{i}" for i in range(1000)]
    wide = (
        ",".join(["id", "cohort", "score", *names]) + "\n" + "".join(f"u{i},k{i},0.5{',x' * 1000}\n" for i in range(50))
    )
    assert len(seen(tmp_path, predictions_csv=wide).tables["predictions"].columns) == 1003
    many = "id,cohort,score\n" + "".join(f"u{i},k{i},0.5\n" for i in range(10_000))
    assert seen(tmp_path, predictions_csv=many).ask("SELECT count(DISTINCT cohort) FROM unit") == [(10_000,)]
