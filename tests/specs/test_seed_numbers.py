"""Every number printed in the five texts comes out here, letter by letter, rounded once."""

import csv
import json
import re
from fractions import Fraction
from functools import reduce
from operator import add

import pytest
from specs.golden import SPECS
from specs.seed_numbers import NO_RESULT, S0, S1, S2, S3, S4

from evalspec.pipeline import check
from evalspec.pipeline._read import read_plan
from evalspec.records import Counts, Member, Ratio, Undefined
from evalspec.results.estimates import summaries
from evalspec.tally.needs import metrics

PRINTED = re.compile(r"(?:(\d+)/(\d+))?=?(\d+(?:\.\d+)?[%×]?)?")


def printed_like(printed, value, ratio=None):
    """The value in the form of ``printed``: 72/90=0.8000, 0.8000, 79.7%, 1/3, 80, 15.2×; formatted once, half to even."""
    if isinstance(value, Undefined):
        return "undefined"
    numerator, _, number = PRINTED.fullmatch(printed).groups()
    out = f"{ratio[0]}/{ratio[1]}" if numerator else ""
    if number:
        places = len(number.rstrip("%×").partition(".")[2])
        percent = number.endswith("%")
        out += (
            ("=" if out else "")
            + f"{float(value) * (100 if percent else 1):.{places}f}"
            + "%" * percent
            + "×" * number.endswith("×")
        )
    return out


def or_undefined(entry, key="estimate"):
    """An undefined value by its reason; a point of a curve has none to tell."""
    return Undefined(entry.get("undefined") or "no positive call") if entry[key] is None else entry[key]


def the(entries, **told):
    (found,) = [e for e in entries if all(e[k] == v for k, v in told.items())]
    return found


def compared(found, address):
    return or_undefined(the(found.results["comparisons"], address=address))


BY_ADDRESS = {
    "row": lambda found, at: (or_undefined(r := found.row(at)), (r["numerator"], r["denominator"])),
    "numerator": lambda found, at: (found.row(at)["numerator"], None),
    "at": lambda found, at: (found.row(at)["prevalence"], None),
    "compared": lambda found, at: (compared(found, at), None),
    "summed": lambda found, *ats: (sum(compared(found, at) for at in ats), None),
    "curve": lambda found, at, n, key: (
        or_undefined(the(found.results["curves"], address=at)["points"][n], key),
        None,
    ),
    "class member": lambda found, at, name: (
        or_undefined(the(found.results["companions"], address=at, **{"class": name})),
        None,
    ),
}


def of_plan(kind, spec, name=None):
    """What is declared and enters a result: a target, a cost, the ratio of both costs."""
    plan = read_plan(SPECS / spec / "plan.yaml").plan
    if kind == "target":
        return plan.thresholds[name].rule.specificity_at_least
    if kind == "cost":
        return getattr(plan.costs, name)
    return Fraction(plan.costs.false_negative) / Fraction(plan.costs.false_positive)


def of_tables(spec, outcome):
    """The scores of the units with an outcome, in the order of the file."""
    with (SPECS / spec / "outcomes.csv").open() as outcomes, (SPECS / spec / "predictions.csv").open() as predictions:
        of = {row["subject_id"]: row["outcome"] for row in csv.DictReader(outcomes)}
        return " ".join(row["score"] for row in csv.DictReader(predictions) if of[row["subject_id"]] == outcome)


def of_run(left, kind, spec, *rest):
    """What a run of the spec left: (value, (numerator, denominator))."""
    found = left(spec)
    if kind in BY_ADDRESS:
        return BY_ADDRESS[kind](found, *rest)
    if kind in ("target", "cost", "cost ratio"):
        return of_plan(kind, spec, *rest), None
    if kind == "member":
        return found.member(*rest)["estimate"], None
    if kind == "weight":
        member, row = found.member(*rest), found.row(rest[0])
        share = Fraction(member["weight"]).limit_denominator(1000) if row["cohorts"] == "macro" else None
        return None, (share.numerator, share.denominator) if share else (member["denominator"], row["denominator"])
    of = found.cohort(*rest)
    if kind == "prevalence":
        return of["prevalence"], (of["positives"], of["units"])
    if kind == "negatives":
        return Fraction(of["negatives"], of["units"]), None
    return of["threshold_value"], None


def of_manifest(kind, spec, *fold):
    """What the check saw in the training manifest, once its own rule had nothing against its size."""
    checked = check(SPECS / spec / "plan.yaml")
    assert {j.name: j.grade for j in checked.judgements}["training-size-arithmetic"] == "proved"
    ask = checked.blinded.ask
    if kind == "training":
        sizes = dict(ask("SELECT fold, count(DISTINCT unit) FROM manifest WHERE role = 'training' GROUP BY fold"))
        return sizes[fold[0]]
    cohorts = dict(
        ask(
            "SELECT fold, count(DISTINCT u.cohort) FROM manifest m JOIN unit u ON u.unit = m.unit "
            "WHERE role = 'training' GROUP BY fold"
        )
    )
    if kind == "fits":
        return len(cohorts)
    (number,) = set(cohorts.values())
    return number


def of_counts(kind, metric, given):
    """What the metric makes of counts, alone, summed, or averaged: (value, (numerator, denominator))."""
    measure = metrics()[metric]
    if kind == "macro":
        tables = {str(n): Counts(**table) for n, table in enumerate(given)}
        members = {name: Member(value=measure(t), size=t.units) for name, t in tables.items()}
        value = summaries()["macro"].combine(members, minimum_defined=1).value
    else:
        value = measure(Counts(**given) if kind == "metric" else reduce(add, (Counts(**table) for table in given)))
    if isinstance(value, Undefined):
        return value, None
    return value.exact, (value.numerator, value.denominator) if isinstance(value, Ratio) else None


def came_out(left, printed, kind, *rest):
    """Our number in the form of the printed one."""
    if kind == "counts":
        spec, cohort, fields = rest
        return " ".join(str(left(spec).cohort(cohort)[f]) for f in fields.split())
    if kind == "sums":
        spec, fields = rest
        return " ".join(str(sum(c[f] for c in left(spec).results["counts"])) for f in fields.split())
    if kind == "class":
        spec, name, fields = rest
        return " ".join(str(the(left(spec).results["counts"], **{"class": name})[f]) for f in fields.split())
    if kind == "labels":
        return str(len({c["class"] for c in left(*rest).results["counts"]}))
    if kind == "scores":
        return of_tables(*rest)
    if kind in ("training", "fits", "trained on"):
        return str(of_manifest(kind, *rest))
    value, ratio = of_counts(kind, *rest) if kind in ("metric", "pooled", "macro") else of_run(left, kind, *rest)
    return printed_like(printed, value, ratio)


@pytest.mark.parametrize(
    ("printed", "source"),
    [
        pytest.param(number, source, id=f"{text}: {what}: {number}")
        for text, what, number, source in [*S0, *S1, *S2, *S3, *S4]
    ],
)
def test_a_printed_number_comes_out_letter_by_letter(left, printed, source):
    assert came_out(left, printed, *source) == printed


def test_the_tables_are_as_long_as_the_texts():
    assert [len(of) for of in (S0, S1, S2, S3, S4)] == [81, 10, 39, 30, 47]


def test_what_is_no_result_says_why():
    assert all(text in ("S3", "S4") and why for (text, _), why in NO_RESULT.items())


@pytest.mark.parametrize(
    "case", sorted((SPECS.parent / "tests" / "reference" / "cases").glob("seed-00*.json")), ids=lambda p: p.stem
)
def test_every_printed_number_of_a_reference_case_of_the_texts_stands_in_the_tables(case):
    table = (S0, S1, S2, S3, S4)[int(case.stem.removeprefix("seed-")[:3])]
    ours = {part for _, _, printed, _ in table for form in printed.split() for part in (form, form.rpartition("=")[2])}
    expected = json.loads(case.read_text())["expected"].values()
    theirs = {e["printed"] for e in expected if isinstance(e, dict) and e.get("printed")}
    assert theirs
    assert theirs <= ours, theirs - ours
