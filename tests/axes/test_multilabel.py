"""Several labels a unit, from files to results: wide and long tables, thresholds a label, whole label sets, sums over labels."""

from fractions import Fraction as F
from itertools import product

import pytest
from axes.files import made_of, ran, table, values
from reports.study import same

LABELS = ("p", "q", "r")
# cohort, the actual labels p q r, the scores of p q r; called at one half: A pq, -, pqr; B r, -
UNITS = {
    "a1": ("A", "110", (0.75, 0.5, 0.25)), "a2": ("A", "000", (0.25, 0.25, 0.25)), "a3": ("A", "011", (0.5, 0.75, 1.0)),
    "b1": ("B", "001", (0.25, 0.375, 0.5)), "b2": ("B", "100", (0.25, 0.25, 0.25)),
}  # fmt: skip


def outcome(long):
    column = "" if long else "column: y_{k}, "
    labels = ", ".join(f"{k}: {{{column.format(k=k)}definition: d}}" for k in LABELS)
    told = "column: outcome, " if long else ""
    return f'{{kind: multilabel, {told}positive: "1", negative: "0", labels: {{{labels}}}, reference_standard: r}}'


def shape(predictions, outcomes, *, calls=False, cut=0.5):
    """Files and sections of one layout of either table."""

    def told(x):
        return int(x >= cut) if calls else x

    long = predictions == "long"
    if long:
        rows = [(u, c, "m", k, told(x)) for u, (c, _, s) in UNITS.items() for k, x in zip(LABELS, s, strict=True)]
        files = {"predictions.csv": table("subject_id,cohort,model,label,score", *rows)}
    else:
        rows = [(u, c, *map(told, s)) for u, (c, _, s) in UNITS.items()]
        files = {"predictions.csv": table("subject_id,cohort,sp,sq,sr", *rows)}
    if outcomes == "long":
        each = [(u, k, y) for u, (_, ys, _) in UNITS.items() for k, y in zip(LABELS, ys, strict=True)]
        files["outcomes.csv"] = table("subject_id,label,outcome", *each)
    else:
        files["outcomes.csv"] = table("subject_id,y_p,y_q,y_r", *((u, *ys) for u, (_, ys, _) in UNITS.items()))
    result = "calls: score" if calls else "score: score" if long else "scores: {p: sp, q: sq, r: sr}"
    scale = "" if calls else ", scale: probability, direction: higher-is-positive"
    data = f"{{predictions: {{path: predictions.csv, layout: {predictions}}}, outcomes: {{path: outcomes.csv, layout: {outcomes}}}}}"
    sections = {"outcome": outcome(outcomes == "long"), "models": f"{{m: {{{result}{scale}}}}}", "data": data}
    return files, sections | {"cohorts": "{column: cohort, members: [A, B]}"}


CUT = "threshold: main, "
SENS = "metric: sensitivity, "
WANTED = (
    SENS + CUT + "cohorts: pooled, classes: each", SENS + CUT + "cohorts: pooled, classes: pooled",
    SENS + CUT + "cohorts: macro, classes: macro, minimum_defined: {classes: 1, cohorts: 2}",
    SENS + CUT + "cohorts: macro, classes: by-support, minimum_defined: {classes: 1, cohorts: 2}",
    "metric: [subset_accuracy, hamming_loss], " + CUT + "cohorts: each",
    "metric: [sensitivity_per_unit, precision_per_unit, f1_per_unit], " + CUT + "cohorts: pooled",
    "metric: subset_accuracy, " + CUT + "cohorts: by-size, minimum_defined: 1",
)  # fmt: skip
RANKED = (
    "metric: auroc, cohorts: pooled, classes: each",
    "metric: auroc, cohorts: each, classes: macro, minimum_defined: 1",
    "metric: brier, cohorts: by-size, classes: macro, minimum_defined: {classes: 3, cohorts: 2}",
)
EXPECTED = {
    # p: a1 found, b2 not; q: a1 a3; r: a3 b1
    "s0/sensitivity/m/class=p": F(1, 2), "s0/sensitivity/m/class=q": F(1), "s0/sensitivity/m/class=r": F(1),
    "s1/sensitivity/m": F(5, 6),
    # A: p 1/1, q 2/2, r 1/1; B: p 0/1, q none, r 1/1
    "s2/sensitivity/m": (1 + F(1, 2)) / 2, "s3/sensitivity/m": (1 + F(1, 2)) / 2,
    "s4/subset_accuracy/m/cohort=A": F(2, 3), "s4/subset_accuracy/m/cohort=B": F(1, 2),
    "s4/hamming_loss/m/cohort=A": F(1, 9), "s4/hamming_loss/m/cohort=B": F(1, 6),
    # of a1, a3, b1, b2 with a label: 1 1 1 0; of a1, a3, b1 with a call: 1 2/3 1; of all four: 1 4/5 1 0
    "s5/sensitivity_per_unit/m": F(3, 4), "s5/precision_per_unit/m": F(8, 9), "s5/f1_per_unit/m": F(7, 10),
    "s6/subset_accuracy/m": F(3, 5),
}  # fmt: skip


def ranked():
    """AUROC and Brier by plain counting."""

    def of(k, cohort=None):
        return [(ys[k] == "1", F(s[k])) for c, ys, s in UNITS.values() if cohort in (None, c)]

    def area(rows):
        pairs = [(p, n) for (y, p), (z, n) in product(rows, rows) if y and not z]
        return F(sum(2 * (p > n) + (p == n) for p, n in pairs), 2 * len(pairs)) if pairs else None

    def loss(rows):
        return sum((x - y) ** 2 for y, x in rows) / len(rows)

    found = {f"s7/auroc/m/class={name}": area(of(k)) for k, name in enumerate(LABELS)}
    for cohort in "AB":
        areas = [a for k in range(3) if (a := area(of(k, cohort))) is not None]
        found[f"s8/auroc/m/cohort={cohort}"] = sum(areas) / len(areas)
    by_cohort = {c: sum(loss(of(k, c)) for k in range(3)) / 3 for c in "AB"}
    return found | {"s9/brier/m": (3 * by_cohort["A"] + 2 * by_cohort["B"]) / 5}


def agrees(got, want):
    assert list(got) == list(want)
    for address, value in want.items():
        assert same(got[address], float(value)), (address, got[address], value)


@pytest.mark.parametrize("predictions", ["wide", "long"])
@pytest.mark.parametrize("outcomes", ["wide", "long"])
def test_every_pair_of_layouts_gives_the_same_numbers(tmp_path, predictions, outcomes):
    files, sections = shape(predictions, outcomes)
    done = ran(tmp_path, files, *WANTED, *RANKED, **sections)
    agrees(values(done), EXPECTED | ranked())
    for metric, k in (("sensitivity", 4), ("precision", 3), ("f1", 4)):
        row = done.row(f"s5/{metric}_per_unit/m")
        assert (row["defined"], row["of"]) == (k, 5)


@pytest.mark.parametrize("outcomes", ["wide", "long"])
def test_calls_of_labels_give_the_same_numbers(tmp_path, outcomes):
    files, sections = shape("long", outcomes, calls=True)
    wanted = [s.replace(CUT, "") for s in WANTED]
    agrees(values(ran(tmp_path, files, *wanted, **sections | {"thresholds": None})), EXPECTED)


def cut_by_label(text, columns="{value: value}"):
    told = f"{{path: cuts.csv, columns: {columns}}}"
    cut = f"{{main: {{source: training, rule: {{max: youden}}, positive_when: score >= threshold, values: {told}}}}}"
    return {"cuts.csv": text}, {"thresholds": cut}


@pytest.mark.parametrize("predictions", ["wide", "long"])
def test_each_label_has_a_threshold_of_its_own(tmp_path, predictions):
    files, sections = shape(predictions, "wide")
    cuts, cut = cut_by_label("label,value\np,0.25\nq,0.75\nr,0.5\n")
    done = ran(tmp_path, files | cuts, *WANTED[:3], WANTED[6], **sections | cut)
    # p at 0.25: both found; q at 0.75: a3 alone; r: both. Right as a whole: b2 alone (a1 lacks q, a2 a3 b1 have p called)
    agrees(values(done), {
        "s0/sensitivity/m/class=p": F(1), "s0/sensitivity/m/class=q": F(1, 2), "s0/sensitivity/m/class=r": F(1),
        "s1/sensitivity/m": F(5, 6), "s2/sensitivity/m": (F(5, 6) + 1) / 2, "s3/subset_accuracy/m": F(1, 5),
    })  # fmt: skip
    shown = {(c["class"], c["threshold_value"]) for c in done.results["counts"]}
    assert shown == {("p", 0.25), ("q", 0.75), ("r", 0.5)}


def test_a_label_without_a_threshold_is_refused(tmp_path):
    files, sections = shape("wide", "wide")
    cuts, cut = cut_by_label("label,value\np,0.25\nq,0.75\n")
    made = made_of(tmp_path, files | cuts, *WANTED[:2], **sections | cut)
    assert made.errors()


def test_one_value_in_the_plan_is_for_every_label(tmp_path):
    files, sections = shape("wide", "wide")
    done = ran(tmp_path, files, WANTED[0], **sections)
    assert {c["threshold_value"] for c in done.results["counts"]} == {0.5}


@pytest.mark.parametrize("table_", ["predictions.csv", "outcomes.csv"])
def test_a_unit_that_lacks_a_label_is_refused(tmp_path, table_):
    files, sections = shape("long", "long")
    lines = files[table_].splitlines(keepends=True)
    (line,) = [i for i, text in enumerate(lines) if text.startswith("a3,") and ",q," in text]
    files[table_] = "".join(lines[:line] + lines[line + 1 :])
    made = made_of(tmp_path, files, *WANTED, **sections)
    if table_ == "predictions.csv":
        assert made.errors() or made.refused().exit_code == 1
    else:
        assert made.refused().exit_code == 1


def test_counts_have_a_row_a_label_and_units_are_units(tmp_path):
    files, sections = shape("wide", "wide")
    flow = "{screened: 6, excluded: {withdrew: 1}, analysed: 5}"
    done = ran(tmp_path, files, *WANTED, **sections, flow=flow)
    got = {(c["cohort"], c["class"]): (c["tp"], c["fn"], c["tn"], c["fp"]) for c in done.results["counts"]}
    assert got == {
        ("A", "p"): (1, 0, 1, 1), ("A", "q"): (2, 0, 1, 0), ("A", "r"): (1, 0, 2, 0),
        ("B", "p"): (0, 1, 1, 0), ("B", "q"): (0, 0, 2, 0), ("B", "r"): (1, 0, 1, 0),
    }  # fmt: skip
