"""The report for a terminal and for paper: what was promised, what came out, cohort by cohort, and the leakage statement."""

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Any

from evalspec.plan.model import Plan
from evalspec.report._leakage import statement
from evalspec.report._tables import places_of, ranked, tables
from evalspec.report._words import interval, listed, member_name, safe, shown
from evalspec.report.base import Format, Record
from evalspec.terms import OutcomeKind, Role

_WIDTH = 100
Rows = Sequence[Mapping[str, Any]]


def write(record: Record) -> str:
    """The whole report, lines of at most about 100 columns but for wide tables."""
    lines = [
        *_head(record),
        *_primary(record),
        *tables(record),
        *ranked(record),
        *_intervals(record),
        *_gates(record),
    ]
    lines += _notes(record)
    lines += statement(record)
    return "\n".join(lines).rstrip() + "\n"


def _paragraph(label: str, text: str) -> list[str]:
    indent = " " * 12
    return wrap(f"{label:<12}{safe(text)}", _WIDTH, subsequent_indent=indent, break_long_words=False) or [label]


def _head(record: Record) -> list[str]:
    plan, results = record.plan, record.results
    title = safe(plan.plan.title)
    lines = [title, "═" * min(len(title), _WIDTH)]
    lines += _paragraph("Question", plan.plan.question)
    lines += _paragraph("Outcome", _outcome(plan))
    lines += _paragraph("Design", f"{plan.design.kind.value}; {_size(results['counts'])}")
    for name, t in plan.thresholds.items():
        how = t.source.value + (f", {_rule(t.rule)}" if t.rule else "") + (f": {t.why}" if t.why else "")
        lines += _paragraph("Threshold", f"{name}: positive when {(t.positive_when or 'as published')}; {how}")
    lines += _paragraph("Blinding", record.blinding)
    lines += _paragraph("Plan", f"{plan.plan.id}, meaning {results['plan']['meaning']}")
    lines += _paragraph("Seal", record.seal)
    lines += _paragraph(
        "Sealed", f"{record.sealed_at} by this machine's clock, which nothing here vouches for; {record.tool}"
    )
    return [*lines, ""]


def _rule(rule: Any) -> str:
    given = rule.model_dump(exclude_none=True)
    return "; ".join(f"{k.replace('_', ' ')} {v}" for k, v in given.items())


def _outcome(plan: Plan) -> str:
    o = plan.outcome
    told = o.definition or "as published"
    if o.kind is OutcomeKind.BINARY and o.positive:
        told += f' (positive "{o.positive}", negative "{o.negative}")'
    return told + (f"; reference standard: {o.reference_standard}" if o.reference_standard else "")


def _size(counts: Rows) -> str:
    by_cohort = {c["cohort"]: (c["units"], c["positives"]) for c in counts}
    units, positives = (sum(v[i] for v in by_cohort.values()) for i in (0, 1))
    cohorts = f"{len(by_cohort)} cohorts, " if len(by_cohort) > 1 else ""
    return f"{cohorts}{units} units, {positives} positive ({100 * positives / units:.1f} %)" if units else "no units"


def _name(row: Mapping[str, Any]) -> str:
    at = f" at {row['threshold']}" if row["threshold"] else ""
    return f"{row['metric']} of {row['model']}{at}"


def _how(row: Mapping[str, Any]) -> str:
    if row["cohort"]:
        return f"in cohort {safe(row['cohort'])}"
    return {None: "over all units", "pooled": "pooled over cohorts: all units count alike"}.get(
        row["cohorts"], f"{row['cohorts']} over cohorts"
    )


_SENTENCE = {
    "macro": "macro over cohorts: each cohort counts alike",
    "by-size": "by-size over cohorts: weighted by units",
    "weights": "over cohorts with the declared weights",
    "worst": "the worst cohort",
}


def _primary(record: Record) -> list[str]:
    rows = [r for r in record.results["rows"] if r["role"] == Role.PRIMARY.value]
    lines = ["PRIMARY", ""]
    for row in rows:
        lines += _told(row, record)
    return [*lines, ""] if rows else []


def _told(row: Mapping[str, Any], record: Record) -> list[str]:
    """One number in full: value, interval, k of K, the spread."""
    places = places_of(record.plan, row["summary"])
    how = _SENTENCE.get(row["cohorts"] or "", _how(row)) if not row["cohort"] else _how(row)
    value = shown(row["estimate"], places)
    if row["numerator"] is not None:
        value += f" ({row['numerator']}/{row['denominator']})"
    if row["undefined"]:
        value += f": {safe(row['undefined'])}"
    lines = [f"  {row['summary']}: {_name(row)}, {how}", f"      {value}"]
    if told := interval(row, places):
        lines.append(f"      {told}")
    if row["of"]:
        pooled = row["cohorts"] == "pooled"
        lines += [] if pooled else [f"      defined in {row['defined']} of {row['of']} cohorts"]
        told = "nothing to add from" if pooled else "undefined in"
        lines += [f"      {told} {safe(k)}: {safe(why)}" for k, why in row["undefined_in"].items()]
    members = _cohorts(row, record, places)
    lines += members
    if row["named"]:
        lines.append(f"      found in {safe(listed(row['named']))}")
    spread = next((r for r in record.results["ranges"] if r["address"] == row["address"]), None)
    if spread and spread["lowest"] is not None and row["defined"] > 1 and not members:
        low, high = safe(listed(spread["lowest_in"])), safe(listed(spread["highest_in"]))
        lines.append(
            f"      cohorts range from {shown(spread['lowest'], places)} ({low}) to {shown(spread['highest'], places)} ({high})"
        )
    return lines


_FEW = 8


def _cohorts(row: Mapping[str, Any], record: Record, places: int) -> list[str]:
    """A primary number's cohorts, with what each value is made of; many cohorts are left to the table."""
    members = [m for m in record.results["companions"] if m["address"] == row["address"] and m["undefined"] is None]
    if row["role"] != Role.PRIMARY.value or not members or len(members) > _FEW:
        return []
    told = [
        f"{safe(member_name(m))} {shown(m['estimate'], places)}"
        + (f" ({m['numerator']}/{m['denominator']})" if m["numerator"] is not None else "")
        for m in members
    ]
    return wrap("cohorts: " + ", ".join(told), _WIDTH - 6, initial_indent=" " * 6, subsequent_indent=" " * 15)


def _intervals(record: Record) -> list[str]:
    """Every further declared number that has an interval, in full."""
    rows = [r for r in record.results["rows"] if r["interval"] and r["role"] != Role.PRIMARY.value]
    lines = [line for row in rows for line in _told(row, record)]
    return ["OTHER NUMBERS WITH INTERVALS", "", *lines, ""] if rows else []


def _gates(record: Record) -> list[str]:
    gates = record.results["gates"]
    lines = ["GATES", ""] if gates else []
    for gate in gates:
        lines.append(f"  {gate['id']}: {gate['verdict'].upper()}")
        for r in gate["requirements"]:
            value = shown(r["value"]) if r["value"] is not None else f"undefined ({safe(r['reason'])})"
            relation = r["relation"].replace("_", " ")
            lines.append(
                f"      {r['verdict']}: {r['bound']} of {safe(r['address'])} is {value}, must be {relation} {r['limit']}"
            )
    return [*lines, ""] if gates else []


def _uninformative(record: Record) -> list[str]:
    """Average precision where nobody is negative is 1, whatever the scores."""
    ranked = {r["model"] for r in record.results["rows"] if r["metric"] == "average_precision"}
    alone = [
        c["cohort"] for c in record.results["counts"] if c["positives"] and not c["negatives"] and c["model"] in ranked
    ]
    return [
        f"  average_precision in {safe(c)} is 1 for any scores: every unit there is positive"
        for c in dict.fromkeys(alone)
    ]


def _notes(record: Record) -> list[str]:
    """What is undefined, each reason once; what was left out; how numbers were rounded."""
    reasons: dict[str, dict[str, None]] = {}
    for m in [*record.results["companions"], *(r for r in record.results["rows"] if r["cohort"])]:
        if m["undefined"]:
            metric = m["address"].split("/")[1]
            reasons.setdefault(f"{metric} in {safe(member_name(m))}: {m['undefined']}", {})
    lines = [f"  undefined: {reason}" for reason in reasons]
    lines += _uninformative(record)
    excluded = {c["cohort"]: c["excluded"] for c in record.results["counts"] if c["excluded"]}
    lines += [f"  left out as declared: {n} units of {safe(c)}" for c, n in excluded.items()]
    rounding = "  numbers are rounded for display, half to even; results.json holds them unrounded; (k/K): defined in k of K cohorts"
    return ["NOTES", "", *lines, rounding, ""]


FORMAT = Format(id="text", title="Plain text", suffix=".txt", write=write)
