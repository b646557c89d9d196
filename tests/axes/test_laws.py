"""Laws over every metric that there is: cohorts cut in two, other scores in the same order, other orders of rows."""

import json
from functools import cache
from random import Random

import pytest
from axes.worlds import tallied
from hypothesis import given, settings
from hypothesis import strategies as st

from evalspec.records import Undefined
from evalspec.results.estimates import estimates
from evalspec.tally.needs import metrics
from evalspec.terms import Takes

PARAMETERS = {
    "f_beta": {"beta": 2}, "partial_auroc": {"specificity_at_least": 0.5}, "ece": {"bins": 4, "closed": "right"},
    "top_k_accuracy": {"k": 2}, "net_benefit": {"at": 0.5}, "log_loss": {"clip": 0.000001},
}  # fmt: skip
CLASSES = ("cat", "dog", "cow")
OF_LABELS = [k for k, m in metrics().items() if m.takes is Takes.LABEL_SETS]
OF_CLASSES = ["top_k_accuracy"]
OF_ONE_TABLE = ["accuracy", "kappa", "mcc"]
NOT_OF_CLASSES = ["expected_cost", "likelihood_ratio_cutoff", "probability_cutoff"]


@cache
def metrics_of(kind):
    """Every metric of a kind of outcome."""
    found = []
    for name, metric in metrics().items():
        if metric.takes is Takes.NOTHING or (kind != "multilabel" and name in OF_LABELS):
            continue
        if kind == "binary" and name in OF_CLASSES:
            continue
        if kind == "multiclass" and name in NOT_OF_CLASSES:
            continue
        if kind == "multilabel" and name in (*OF_CLASSES, *OF_ONE_TABLE, *NOT_OF_CLASSES):
            continue
        found.append(name)
    return tuple(found)


def plan(kind, cohorts, *, direction="higher-is-positive", only=None, words=None):
    """A summary of each metric: pooled over all that there is, unless ``words`` says otherwise."""
    several = kind != "binary"
    scores = {"scores": {k: k for k in CLASSES}} if several else {"score": "cat"}
    ties = {"ties": "first-declared"} if kind == "multiclass" else {}
    said = {"kind": kind, "column": "y", "reference_standard": "r", "definition": "d"}
    if kind == "multiclass":
        said |= {"classes": list(CLASSES)}
    else:
        said |= {"positive": "yes", "negative": "no"}
    if kind == "multilabel":
        del said["column"], said["definition"]
        said |= {"labels": {k: {"column": f"y_{k}", "definition": "d"} for k in CLASSES}}
    up = direction == "higher-is-positive"
    cut = {
        "source": "prespecified",
        "value": 0.5,
        "positive_when": f"score {'>=' if up else '<='} threshold",
        "why": "W",
    }
    summaries = []
    for n, name in enumerate(only or metrics_of(kind)):
        metric = metrics()[name]
        use = {name: PARAMETERS[name]} if name in PARAMETERS else name
        row = {"id": f"s{n}", "role": "secondary", "metric": use, **(words or {"cohorts": "pooled"})}
        if several and not metric.whole_sample:
            row |= {"classes": "pooled"} if words is None else {}
        if metric.takes in (Takes.COUNTS, Takes.LABEL_SETS) and kind != "multiclass":
            row["threshold"] = "t"
        summaries.append(row)
    sections = {
        "evalspec": 1, "plan": {"id": "t", "title": "T", "question": "Q", "target": "these-cohorts"}, "outcome": said,
        "units": {"id": "u", "id_scope": "study"}, "cohorts": {"column": "c", "members": list(cohorts)},
        "data": {"predictions": "p.csv", "outcomes": "o.csv"}, "design": {"kind": "external"},
        "models": {"m": {**scores, **ties, "scale": "probability", "direction": direction}},
        "costs": {"false_negative": 5, "false_positive": 1, "unit": "a day"},
        "thresholds": {"t": cut}, "summaries": summaries,
        "handling": {"missing_prediction": "refuse", "missing_outcome": "refuse"},
    }  # fmt: skip
    return "".join(f"{name}: {json.dumps(value)}\n" for name, value in sections.items())


SCORE = st.sampled_from([0.05, 0.1, 0.25, 0.3, 0.5, 0.7, 0.75, 0.9])
UNITS = st.lists(
    st.tuples(st.sampled_from("AB"), st.booleans(), st.integers(0, 7), st.tuples(SCORE, SCORE, SCORE)), min_size=2, max_size=30
)  # fmt: skip


def write(folder, kind, units, *, cohort=lambda u: u[0], score=lambda s: s):
    """``units``: cohort, which half of it, a number that says the outcome, scores."""
    lines = [f"u{n},{cohort(u)},{','.join(repr(score(s)) for s in u[3])}\n" for n, u in enumerate(units)]
    (folder / "p.csv").write_text("u,c,cat,dog,cow\n" + "".join(lines))
    told = [[("no", "yes")[u[2] >> k & 1] for k in range(3)] for u in units]
    if kind == "multilabel":
        text = "u,y_cat,y_dog,y_cow\n" + "".join(f"u{n},{','.join(ys)}\n" for n, ys in enumerate(told))
    elif kind == "multiclass":
        text = "u,y\n" + "".join(f"u{n},{CLASSES[u[2] % 3]}\n" for n, u in enumerate(units))
    else:
        text = "u,y\n" + "".join(f"u{n},{ys[0]}\n" for n, ys in enumerate(told))
    (folder / "o.csv").write_text(text)


def numbers(folder, text):
    """Each number and its bits, by address."""
    read, tally, integrity = tallied(folder, text)
    assert tally is not None, integrity
    return {
        e.address: e.value.reason if isinstance(e.value, Undefined) else e.value.exact for e in estimates(read, tally)
    }


@pytest.mark.parametrize("kind", ["binary", "multiclass", "multilabel"])
def test_a_cohort_cut_in_two_changes_no_digit_of_a_pooled_number(tmp_path, kind):
    @settings(max_examples=15, deadline=None)
    @given(UNITS)
    def judge(units):
        write(tmp_path, kind, units)
        whole = numbers(tmp_path, plan(kind, ["A", "B"]))
        assert len(whole) == len(metrics_of(kind))
        write(tmp_path, kind, units, cohort=lambda u: u[0] + ("2" if u[1] else ""))
        assert numbers(tmp_path, plan(kind, ["B2", "A", "B", "A2"])) == whole

    judge()


RANKING = [k for k, m in metrics().items() if m.takes is Takes.CUT_GROUPS]
TRANSFORMS = {"higher-is-positive": [lambda s: s / 3, lambda s: s**3, lambda s: 1 - (1 - s) / 7],
              "lower-is-positive": [lambda s: 1 - s, lambda s: (1 - s) / 2]}  # fmt: skip


@pytest.mark.parametrize("kind", ["binary", "multilabel", "multiclass"])
def test_other_scores_in_the_same_order_change_no_digit_of_a_ranking(tmp_path, kind):
    words = {"cohorts": "each"} | ({"classes": "each"} if kind != "binary" else {})

    @settings(max_examples=10, deadline=None)
    @given(UNITS)
    def judge(units):
        write(tmp_path, kind, units)
        first = [numbers(tmp_path, plan(kind, ["A", "B"], only=RANKING, words=w)) for w in (words, None)]
        assert len(first[1]) == len(RANKING)
        for direction, ways in TRANSFORMS.items():
            for way in ways if kind != "multiclass" or direction[0] == "h" else ():
                write(tmp_path, kind, units, score=way)
                for w, want in zip((words, None), first, strict=True):
                    assert numbers(tmp_path, plan(kind, ["A", "B"], only=RANKING, words=w, direction=direction)) == want

    judge()


@pytest.mark.parametrize("kind", ["binary", "multiclass", "multilabel"])
def test_other_names_of_the_units_and_another_order_change_no_digit(tmp_path, kind):
    rng = Random(5)
    units = [
        (rng.choice("AB"), rng.random() < 0.5, rng.randrange(8), tuple(rng.random() for _ in CLASSES))
        for _ in range(80)
    ]
    write(tmp_path, kind, units)
    want = numbers(tmp_path, plan(kind, ["A", "B"]))
    for _ in range(3):
        rng.shuffle(units)
        write(tmp_path, kind, units)
        assert numbers(tmp_path, plan(kind, ["A", "B"])) == want
