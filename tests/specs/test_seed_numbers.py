"""Every number printed in the three texts comes out here, letter by letter, rounded once."""

import re
from fractions import Fraction
from functools import reduce
from operator import add

import pytest
from specs.golden import SPECS
from specs.seed_numbers import NOT_COMPUTED, S0, S2, S3

from evalspec.pipeline import check
from evalspec.plan.load import load
from evalspec.plan.source import read
from evalspec.records import Counts, Member, Ratio, Undefined
from evalspec.results.estimates import summaries
from evalspec.rules.plan.not_computed_by_this_version import RULE as NOT_YET
from evalspec.tally.needs import metrics

PRINTED = re.compile(r"(?:(\d+)/(\d+))?=?(\d+(?:\.\d+)?%?)?")


def printed_like(printed, value, ratio=None):
    """The value in the form of ``printed``: 72/90=0.8000, 0.8000, 79.7%, 1/3, 80; formatted once, half to even."""
    if isinstance(value, Undefined):
        return "undefined"
    numerator, _, number = PRINTED.fullmatch(printed).groups()
    out = f"{ratio[0]}/{ratio[1]}" if numerator else ""
    if number:
        places = len(number.rstrip("%").partition(".")[2])
        percent = number.endswith("%")
        out += ("=" if out else "") + f"{float(value) * (100 if percent else 1):.{places}f}" + "%" * percent
    return out


def of_run(left, kind, spec, *rest):
    """What a run of the spec left: (value, (numerator, denominator))."""
    found = left(spec)
    if kind == "row":
        row = found.row(*rest)
        return row["estimate"], (row["numerator"], row["denominator"])
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
    if kind in ("training", "fits", "trained on"):
        return str(of_manifest(kind, *rest))
    value, ratio = of_counts(kind, *rest) if kind in ("metric", "pooled", "macro") else of_run(left, kind, *rest)
    return printed_like(printed, value, ratio)


@pytest.mark.parametrize(
    ("printed", "source"),
    [pytest.param(number, source, id=f"{text}: {what}: {number}") for text, what, number, source in [*S0, *S2, *S3]],
)
def test_a_printed_number_comes_out_letter_by_letter(left, printed, source):
    assert came_out(left, printed, *source) == printed


def test_the_tables_are_as_long_as_the_texts():
    assert (len(S0), len(S2), len(S3)) == (81, 37, 17)


AT_A_PREVALENCE = """\
populations: {screening: {prevalence: 0.1, source: a registry, rates: assumed-constant, why: the same spectrum}}
summaries:
  - {id: found, role: primary, metric: METRIC, threshold: main, cohorts: pooled, population: screening}
"""


@pytest.mark.parametrize("metric", ["accuracy", "precision"])
def test_what_is_listed_as_not_computed_is_refused_by_name(metric):
    assert [what for _, what in NOT_COMPUTED if what.startswith(metric)]
    text = (SPECS / "minimal" / "plan.yaml").read_text()
    before, _, after = text.partition("summaries:\n")
    changed = before + AT_A_PREVALENCE.replace("METRIC", metric) + after[after.index("handling:") :]
    told = [str(o.path) for o in NOT_YET.text(load(read(changed.encode(), "plan.yaml")))]
    assert told == ["('summaries', 0, 'population')"]
