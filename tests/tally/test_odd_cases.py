"""Odd layouts in which a run could count otherwise than the check that let it pass."""

import duckdb
import pytest
from tally.test_engine import HEAD, tallied

from evalspec.records import CellKey, Counts, GroupKey, Refusal

DATA = "data: {predictions: p.csv, outcomes: o.csv}\n"
COHORTS = "cohorts: {column: c, members: [A, B]}\n"
STUDY = "units: {id: u, id_scope: study}\n"
SCOPED = "units: {id: u, id_scope: cohort}\n"
MODEL = "models: {m1: {score: s, scale: score, direction: higher-is-positive}}\n"
AT = "thresholds: {t: {source: prespecified, value: 0.5, positive_when: score >= threshold, why: w}}\n"
TAIL = """\
summaries:
  - {id: a, role: primary, metric: [sensitivity, specificity], models: [MODELS], threshold: t, cohorts: each}
handling: {missing_prediction: refuse, missing_outcome: HOW}
"""


def tail(models="m1", how="refuse"):
    return TAIL.replace("MODELS", models).replace("HOW", how)


def write(folder, predictions, outcomes, **more):
    (folder / "p.csv").write_text(predictions)
    (folder / "o.csv").write_text(outcomes)
    for name, text in more.items():
        (folder / f"{name}.csv").write_text(text)


def cell(tally, cohort, model="m1", fold=""):
    return tally.cells[CellKey(threshold="t", model=model, cohort=cohort, fold=fold)]


BY_COHORT = "u,c,s\n1,A,0.9\n2,A,0.2\n3,A,0.6\n1,B,0.7\n2,B,0.1\n3,B,0.9\n"


@pytest.mark.parametrize(
    ("outcomes", "what", "n"),
    [
        ("1,A,yes\n2,A,no\n3,A,no\n1,B,yes\n2,B,no\n", "missing_outcome", 1),
        ("1,A,yes\n2,A,no\n3,A,no\n1,b,yes\n2,b,no\n3,b,no\n", "missing_outcome", 3),
        ("1,A,yes\n2,A,no\n3,A,no\n1,B,yes\n2,B,no\n3,B,no\n4,A,no\n", "outcome_without_unit", 1),
        ("1,A,yes\n1,A,yes\n2,A,no\n3,A,no\n1,B,yes\n2,B,no\n3,B,no\n", "duplicate_outcome", 1),
    ],
)
def test_ids_that_mean_a_unit_in_their_cohort_are_matched_in_their_cohort(tmp_path, outcomes, what, n):
    write(tmp_path, BY_COHORT, "u,c,y\n" + outcomes)
    tally, integrity = tallied(tmp_path, HEAD + SCOPED + COHORTS + DATA + MODEL + AT + tail())
    assert tally is None
    assert getattr(integrity, what) == n
    assert integrity.lines[what]


def test_a_cohort_column_that_the_predictions_file_calls_otherwise_is_that_one(tmp_path):
    rows = "u,c,site,s\n1,B,A,0.9\n2,A,A,0.2\n3,B,B,0.7\n4,A,B,0.4\n"
    write(tmp_path, rows, "u,y\n1,yes\n2,no\n3,yes\n4,yes\n")
    data = "data: {predictions: {path: p.csv, columns: {cohort: site}}, outcomes: o.csv}\n"
    tally, _ = tallied(tmp_path, HEAD + STUDY + COHORTS + data + MODEL + AT + tail())
    assert cell(tally, "A") == Counts(tp=1, fn=0, tn=1, fp=0)
    assert cell(tally, "B") == Counts(tp=1, fn=1, tn=0, fp=0)


LONG = "data: {predictions: {path: p.csv, layout: long}, outcomes: o.csv}\n"


@pytest.mark.parametrize("order", ["m1: {score: r, scale: score, direction: higher-is-positive}, m2: {calls: r}",
                                   "m2: {calls: r}, m1: {score: r, scale: score, direction: higher-is-positive}"])  # fmt: skip
def test_scores_and_calls_in_one_column_of_a_long_table_are_kept_apart(tmp_path, order):
    rows = "u,c,model,r\n" + "".join(f"{u},A,m1,0.{u}\n{u},A,m2,{'yes' if u > 7 else 'no'}\n" for u in range(1, 10))
    write(tmp_path, rows, "u,y\n" + "".join(f"{u},{'yes' if u > 5 else 'no'}\n" for u in range(1, 10)))
    more = (
        "  - {id: b, role: secondary, metric: sensitivity, models: [m2], cohorts: each}\n"
        "  - {id: r, role: secondary, metric: auroc, models: [m1], cohorts: each}\n"
    )
    plan = HEAD + STUDY + COHORTS + LONG + f"models: {{{order}}}\n" + AT + tail().replace("handling", more + "handling")
    tally, _ = tallied(tmp_path, plan)
    assert cell(tally, "A") == Counts(tp=4, fn=0, tn=4, fp=1)
    assert tally.cells[CellKey(threshold="", model="m2", cohort="A", fold="")] == Counts(tp=2, fn=2, tn=5, fp=0)
    ranking = tally.rankings[GroupKey(model="m1", cohort="A")]
    assert (ranking.positives, ranking.negatives, ranking.scores) == (4, 5, (0.6, 0.7, 0.8, 0.9))


def test_rows_of_a_model_that_is_not_declared_count_for_nothing(tmp_path):
    rows = "u,c,model,s\n1,A,m1,0.9\n2,A,m1,0.2\n3,A,M1,0.9\n1,A,a0,oops\n"
    write(tmp_path, rows, "u,y\n1,yes\n2,no\n3,yes\n")
    plan = HEAD + STUDY + COHORTS + LONG + MODEL + AT
    tally, integrity = tallied(tmp_path, plan + tail())
    assert tally is None  # unit 3 has no prediction of m1
    assert integrity.outcome_without_unit == 1
    write(tmp_path, rows, "u,y\n1,yes\n2,no\n")
    tally, _ = tallied(tmp_path, plan + tail(how="{exclude: unknown}"))
    assert cell(tally, "A") == Counts(tp=1, fn=0, tn=1, fp=0)
    assert dict(tally.excluded) == {}


def test_a_boundary_on_a_four_byte_float_is_judged_by_the_double_it_is(tmp_path):
    values = "(VALUES ('1', 0.9::DOUBLE, 0.1::FLOAT), ('2', 0.2, 0.7::FLOAT), ('3', 0.7, 0.8::FLOAT)) t(u, s, v)"
    duckdb.execute(f"COPY (FROM {values}) TO '{tmp_path}/p.parquet'")
    (tmp_path / "o.csv").write_text("u,y\n1,yes\n2,no\n3,yes\n")
    bounded = "cohorts: {members: {A: {where: {v: {before: 0.7}}}, B: {where: {v: {from: 0.7}}}}}\n"
    data = "data: {predictions: p.parquet, outcomes: o.csv}\n"
    tally, _ = tallied(tmp_path, HEAD + STUDY + bounded + data + MODEL + AT + tail())
    assert cell(tally, "A") == Counts(tp=1, fn=0, tn=1, fp=0)  # 0.7f is 0.699999988
    assert cell(tally, "B") == Counts(tp=1, fn=0, tn=0, fp=0)


def test_a_value_by_cohort_follows_the_cohort_and_not_the_name_of_the_fold(tmp_path):
    rows = "u,c,f,s\n1,A,B,0.6\n2,A,B,0.7\n3,B,A,0.1\n4,B,A,0.04\n"
    write(tmp_path, rows, "u,y\n1,no\n2,no\n3,no\n4,no\n")
    head = HEAD.replace("{kind: external}", "{kind: leave-one-cohort-out, fold: f}")
    by = "thresholds: {t: {source: prespecified, value: {by: cohort, values: {A: 0.65, B: 0.05}, why: w}, positive_when: score >= threshold}}\n"
    tally, _ = tallied(tmp_path, head + STUDY + COHORTS + DATA + MODEL + by + tail())
    assert cell(tally, "A", fold="B") == Counts(tp=0, fn=0, tn=1, fp=1)
    assert cell(tally, "B", fold="A") == Counts(tp=0, fn=0, tn=1, fp=1)


def test_outcomes_of_units_outside_the_evaluation_cohorts_are_no_fault(tmp_path):
    cohorts = "cohorts: {column: c, members: {A: {}, T: {role: training}}}\n"
    data = "data: {predictions: p.csv, outcomes: o.csv, units: units.csv}\n"
    write(tmp_path, "u,s\n1,0.9\n2,0.2\n", "u,y\n1,yes\n2,no\n9,yes\n", units="u,c\n1,A\n2,A\n9,T\n")
    tally, integrity = tallied(tmp_path, HEAD + STUDY + cohorts + data + MODEL + AT + tail())
    assert integrity.outcome_without_unit == 0
    assert cell(tally, "A") == Counts(tp=1, fn=0, tn=1, fp=0)


def test_an_error_of_the_engine_is_told_without_quoting_a_row(tmp_path, monkeypatch):
    from evalspec.tally.engines import duckdb as engine

    write(tmp_path, "u,c,s\nZebra,A,0.9\n", "u,y\nZebra,yes\n")
    monkeypatch.setattr(engine.sql, "cells", lambda *_, **__: "SELECT CAST(unit AS DOUBLE) FROM p")
    with pytest.raises(Refusal) as refused:
        tallied(tmp_path, HEAD + STUDY + COHORTS + DATA + MODEL + AT + tail())
    assert refused.value.exit_code == 70
    assert "Zebra" not in refused.value.message + refused.value.help
    assert refused.value.__cause__ is None
