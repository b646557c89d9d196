"""The engine's integers against counting by hand, over every layout the language has."""

import operator
from contextlib import ExitStack
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalspec.pipeline._compute import computed, open_inputs, open_outcomes
from evalspec.plan.load import load
from evalspec.plan.model import Plan
from evalspec.plan.source import read
from evalspec.records import CellKey, Counts, GroupKey

HEAD = """\
evalspec: 1
plan: {id: t, title: T, question: Q, target: these-cohorts}
outcome: {kind: binary, column: y, positive: "yes", negative: "no", definition: d, reference_standard: r, unknown: [lost]}
design: {kind: external}
"""
TAIL = """\
summaries:
  - {id: a, role: primary, metric: [sensitivity, specificity], threshold: t, cohorts: pooled}
  - {id: b, role: secondary, metric: auroc, cohorts: each}
  - {id: c, role: secondary, metric: auroc, cohorts: pooled}
handling: {missing_prediction: refuse, missing_outcome: MISSING}
"""
OPERATORS = {">=": operator.ge, ">": operator.gt, "<=": operator.le, "<": operator.lt}

SCORES = st.sampled_from([0.0, 0.1, 0.25, 0.5, 0.5000000000000001, 0.75, 1.0, 1e-300, 0.30000000000000004])
UNIT = st.tuples(st.sampled_from(["A", "B"]), SCORES, SCORES, st.sampled_from(["yes", "no", "lost"]))


def tallied(folder: Path, text: str, threads: int | None = None):
    plan = load(read(text.encode(), "plan.yaml"))
    assert isinstance(plan, Plan), plan
    with ExitStack() as stack:
        opened = open_outcomes(open_inputs(plan, folder, {}, stack), stack)
        return computed(opened, threads=threads)


def expected_counts(units, which, op, at):
    found = dict.fromkeys("AB", Counts(tp=0, fn=0, tn=0, fp=0))
    for cohort, *rest, y in units:
        called = op(rest[which], at)
        if y in ("yes", "no"):
            one = {"tp": 0, "fn": 0, "tn": 0, "fp": 0}
            one[{("yes", True): "tp", ("yes", False): "fn", ("no", False): "tn", ("no", True): "fp"}[y, called]] = 1
            found[cohort] += Counts(**one)
    return found


def concordant(units, which):
    """Twice the pairs won, and the pairs, over positives and negatives put together."""
    p = [u[1 + which] for u in units if u[3] == "yes"]
    n = [u[1 + which] for u in units if u[3] == "no"]
    return sum(2 * (a > b) + (a == b) for a in p for b in n), len(p) * len(n)


def won(ranking):
    total = below = 0
    for g in ranking.groups():
        total += g.n_positive * (2 * below + g.n_negative)
        below += g.n_negative
    return total


WIDE = "units: {id: u, id_scope: study}\ncohorts: {column: c, members: [A, B]}\ndata: {predictions: p.csv, outcomes: o.csv}\n"
LONG = "units: {id: u, id_scope: study}\ncohorts: {column: c, members: [A, B]}\ndata: {predictions: {path: p.csv, layout: long}, outcomes: o.csv}\n"
UNITS = "units: {id: u, id_scope: study}\ncohorts: {column: c, members: [A, B]}\ndata: {predictions: p.csv, outcomes: o.csv, units: units.csv}\n"
SCOPED = "units: {id: u, id_scope: cohort}\ncohorts: {column: c, members: [A, B]}\ndata: {predictions: p.csv, outcomes: o.csv}\n"
BOUNDED = """\
units: {id: u, id_scope: study}
cohorts: {members: {A: {where: {day: {before: "2020-01-02"}, age: {from: 18}}}, B: {where: {day: {from: "2020-01-02"}}}}}
data: {predictions: p.csv, outcomes: o.csv}
"""


def write(folder, layout, units):
    """Files of one layout that all say the same."""
    day, age = {"A": "2020-01-01", "B": "2020-01-02"}, {"A": "18", "B": "7"}
    name = (lambda i: str(i % 3)) if layout is SCOPED else (lambda i: f"s{i}")
    if layout is SCOPED:  # ids begin anew in each cohort
        seen = {"A": 0, "B": 0}
        names = []
        for cohort, *_ in units:
            names.append(str(seen[cohort]))
            seen[cohort] += 1
        name = names.__getitem__
    rows = []
    for i, (cohort, s1, s2, _) in enumerate(units):
        if layout is LONG:
            rows += [[name(i), cohort, "m1", repr(s1)], [name(i), cohort, "m2", repr(s2)]]
        elif layout is UNITS:
            rows.append([name(i), repr(s1), repr(s2)])
        elif layout is BOUNDED:
            rows.append([name(i), day[cohort], age[cohort], repr(s1), repr(s2)])
        else:
            rows.append([name(i), cohort, repr(s1), repr(s2)])
    head = {LONG: "u,c,model,s", UNITS: "u,s1,s2", BOUNDED: "u,day,age,s1,s2"}.get(layout, "u,c,s1,s2")
    (folder / "p.csv").write_text("\n".join([head, *map(",".join, rows)]) + "\n")
    scoped = layout is SCOPED
    outcomes = [",".join([name(i), *([u[0]] if scoped else []), u[3]]) for i, u in enumerate(units)]
    (folder / "o.csv").write_text("\n".join(["u,c,y" if scoped else "u,y", *reversed(outcomes)]) + "\n")
    (folder / "units.csv").write_text("\n".join(["u,c", *(f"{name(i)},{u[0]}" for i, u in enumerate(units))]) + "\n")


def models(layout, direction):
    columns = ("s", "s") if layout is LONG else ("s1", "s2")
    return "models:\n" + "".join(
        f"  m{i}: {{score: {c}, scale: score, direction: {direction}}}\n" for i, c in enumerate(columns, 1)
    )


@pytest.mark.parametrize(
    "layout", [WIDE, LONG, UNITS, SCOPED, BOUNDED], ids=["wide", "long", "units", "scoped", "bounded"]
)
@settings(max_examples=15, deadline=None)
@given(units=st.lists(UNIT, min_size=1, max_size=12), phrase=st.sampled_from(list(OPERATORS)), at=SCORES)
def test_every_layout_gives_the_counts_that_one_gets_by_hand(tmp_path_factory, layout, units, phrase, at):
    folder = tmp_path_factory.mktemp("t")
    write(folder, layout, units)
    direction = "higher-is-positive" if phrase[0] == ">" else "lower-is-positive"
    text = HEAD + layout + models(layout, direction)
    text += f"thresholds: {{t: {{source: prespecified, value: {at!r}, positive_when: score {phrase} threshold}}}}\n"
    tally, integrity = tallied(folder, text + TAIL.replace("MISSING", "{exclude: status unknown}"))
    assert tally is not None, integrity
    for which, model in enumerate(("m1", "m2")):
        for cohort, want in expected_counts(units, which, OPERATORS[phrase], at).items():
            assert tally.cells[CellKey(threshold="t", model=model, cohort=cohort, fold="")] == want
            mine = [u for u in units if u[0] == cohort]
            ranking = tally.rankings[GroupKey(model=model, cohort=cohort)]
            assert (won(ranking), ranking.positives * ranking.negatives) == concordant(mine, which)
        pooled = tally.rankings[GroupKey(model=model, cohort="")]
        assert (won(pooled), pooled.positives * pooled.negatives) == concordant(units, which)
    lost = {c: sum(u[0] == c and u[3] == "lost" for u in units) for c in "AB"}
    assert dict(tally.excluded) == {c: n for c, n in lost.items() if n}


CALLS = (
    HEAD
    + WIDE
    + "models: {m1: {calls: k}}\nsummaries:\n  - {id: a, role: primary, metric: sensitivity, cohorts: pooled}\n"
)


def test_given_calls_are_counted_as_they_are(tmp_path):
    (tmp_path / "p.csv").write_text("u,c,k\n1,A,yes\n2,A,no\n3,B,yes\n4,B,yes\n")
    (tmp_path / "o.csv").write_text("u,y\n1,yes\n2,yes\n3,no\n4,yes\n")
    tally, _ = tallied(tmp_path, CALLS)
    assert tally.cells[CellKey(threshold="", model="m1", cohort="A", fold="")] == Counts(tp=1, fn=1, tn=0, fp=0)
    assert tally.cells[CellKey(threshold="", model="m1", cohort="B", fold="")] == Counts(tp=1, fn=0, tn=0, fp=1)


FIXED = (
    HEAD
    + WIDE
    + models(WIDE, "higher-is-positive")
    + "thresholds: {t: {source: prespecified, value: 0.5, positive_when: score >= threshold}}\n"
)


def files(folder, predictions, outcomes):
    (folder / "p.csv").write_text("u,c,s1,s2\n" + predictions)
    (folder / "o.csv").write_text("u,y\n" + outcomes)


@pytest.mark.parametrize(
    ("predictions", "outcomes", "what", "n"),
    [
        ("1,A,0.5,0.5\n2,B,0.5,0.5\n", "1,yes\n", "missing_outcome", 1),
        ("1,A,0.5,0.5\n", "1,yes\n2,no\n", "outcome_without_unit", 1),
        ("1,A,0.5,0.5\n", "1,yes\n1,yes\n", "duplicate_outcome", 1),
        ("1,A,0.5,0.5\n", "1,Yes\n", "undeclared_tokens", {"Yes": 1}),
        ("1,A,0.5,0.5\n", "1,\n", "undeclared_tokens", {"": 1}),
        ("1,A,0.5,0.5\n01,B,0.5,0.5\n", "1,yes\n", "missing_outcome", 1),
    ],
)
def test_outcomes_that_do_not_fit_give_no_tally_and_say_how_many(tmp_path, predictions, outcomes, what, n):
    files(tmp_path, predictions, outcomes)
    tally, integrity = tallied(tmp_path, FIXED + TAIL.replace("MISSING", "refuse"))
    assert tally is None
    assert getattr(integrity, what) == n


def test_a_cohort_without_rows_has_zero_counts_and_an_empty_ranking(tmp_path):
    files(tmp_path, "1,A,0.5,0.5\n", "1,yes\n")
    tally, _ = tallied(tmp_path, FIXED + TAIL.replace("MISSING", "refuse"))
    assert tally.cells[CellKey(threshold="t", model="m1", cohort="B", fold="")] == Counts(tp=0, fn=0, tn=0, fp=0)
    assert tally.rankings[GroupKey(model="m1", cohort="B")].groups() == ()


def test_both_ways_to_rank_give_the_same_integers(tmp_path, monkeypatch):
    import random

    from evalspec.tally import _rankings

    rng = random.Random(7)
    n = 400
    rows = "".join(f"{i},{'AB'[i % 2]},{rng.random():.2f},{rng.random()!r}\n" for i in range(n))
    files(tmp_path, rows, "".join(f"{i},{'yes' if rng.random() < 0.2 else 'no'}\n" for i in range(n)))
    text = FIXED + TAIL.replace("MISSING", "refuse")
    found = []
    for repeats in (True, False):
        monkeypatch.setattr(_rankings, "_repeats", lambda con, rows, repeats=repeats: repeats)
        found.append(tallied(tmp_path, text, threads=1 + repeats)[0])
    assert found[0] == found[1]
    assert found[0].rankings[GroupKey(model="m1", cohort="A")].positives > 10
