"""The tables of the text report: each cohort with its counts and every declared metric, then each word over cohorts."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from evalspec.plan.model import Plan
from evalspec.report._words import safe, shown, table
from evalspec.report.base import Record

Rows = Sequence[Mapping[str, Any]]


def places_of(plan: Plan, summary: str) -> int:
    """The places shown of a summary's numbers: as declared, else four."""
    declared = next((s.rounding for s in plan.summaries if s.id == summary), None)
    return 4 if declared is None else declared


def tables(record: Record) -> Iterator[str]:
    """For each model and threshold: the cohorts with their counts, and every declared metric in each of them."""
    counts, rows = record.results["counts"], record.results["rows"]
    for model, threshold in dict.fromkeys((c["model"], c["threshold"]) for c in counts if c["tp"] is not None):
        mine = [r for r in rows if (r["model"], r["threshold"]) == (model, threshold)]
        if mine:
            yield from _table(record, model, threshold, mine)
            yield ""


def _table(record: Record, model: str, threshold: str | None, mine: Rows) -> Iterator[str]:
    metrics = list(dict.fromkeys(r["metric"] for r in mine))
    yield f"{model}" + (f" at {threshold}" if threshold else ", as called")
    yield ""
    cohorts = [c for c in record.results["counts"] if (c["model"], c["threshold"]) == (model, threshold)]
    folds = any(c["threshold_value"] is not None for c in cohorts)
    head = [
        "cohort",
        "units",
        "pos",
        "neg",
        "prev",
        *(["threshold"] if folds else []),
        "TP",
        "FN",
        "TN",
        "FP",
        *metrics,
    ]
    body = []
    for c in cohorts:
        at = [f"{c['threshold_value']:g}" if c["threshold_value"] is not None else "–"] if folds else []
        cells = [_in_cohort(record, mine, m, c["cohort"]) for m in metrics]
        fourfold = [str(c[k]) for k in ("tp", "fn", "tn", "fp")]
        prevalence = shown(c["prevalence"]) if c["prevalence"] is not None else "–"
        body.append(
            [
                safe(c["cohort"]),
                str(c["units"]),
                str(c["positives"]),
                str(c["negatives"]),
                prevalence,
                *at,
                *fourfold,
                *cells,
            ]
        )
    lines = _across(mine, metrics, cohorts, folds)
    yield from table(head, body + lines, rule_before=len(body) if lines else None)


def _in_cohort(record: Record, mine: Rows, metric: str, cohort: str) -> str:
    """A metric's value in one cohort, where a declared row or its companions hold it."""
    for row in mine:
        if row["metric"] == metric and row["cohort"] == cohort:
            return shown(row["estimate"], places_of(record.plan, row["summary"]))
    addresses = {r["address"] for r in mine if r["metric"] == metric}
    alone = [r for r in mine if r["metric"] == metric and r["cohorts"] is None and r["of"] is None]
    if alone:  # a plan without cohorts: the one row is the whole
        return shown(alone[0]["estimate"], places_of(record.plan, alone[0]["summary"]))
    for m in record.results["companions"]:
        if m["address"] in addresses and m["cohort"] == cohort:
            return shown(m["estimate"])
    return ""


def _across(mine: Rows, metrics: Sequence[str], cohorts: Rows, folds: bool) -> list[list[str]]:
    """A line for each word over cohorts: pooled, macro …; ``(3/4)`` is defined members of all."""
    lines = []
    for word in dict.fromkeys(r["cohorts"] for r in mine if r["cohort"] is None and r["cohorts"]):
        cells = []
        for metric in metrics:
            row = next((r for r in mine if r["metric"] == metric and r["cohorts"] == word and not r["cohort"]), None)
            k_of_k = f" ({row['defined']}/{row['of']})" if row and row["of"] and word != "pooled" else ""
            cells.append(shown(row["estimate"]) + k_of_k if row else "")
        summed = [str(sum(c[k] for c in cohorts)) for k in ("units", "positives", "negatives")]
        fourfold = [str(sum(c[k] for c in cohorts)) for k in ("tp", "fn", "tn", "fp")]
        units, positives = int(summed[0]), int(summed[1])
        prevalence = shown(positives / units) if units else "–"
        pooled = [*summed, prevalence, *([""] if folds else []), *fourfold]
        lines.append([word, *(pooled if word == "pooled" else [""] * len(pooled)), *cells])
    return lines


def ranked(record: Record) -> list[str]:
    """Ranking metrics: the models side by side, cohort by cohort."""
    rows = [r for r in record.results["rows"] if r["metric"].split("(")[0] in ("auroc", "average_precision")]
    if not rows:
        return []
    columns = list(dict.fromkeys((r["metric"], r["model"]) for r in rows))
    counts = {c["cohort"]: c for c in record.results["counts"]}
    body = []
    for cohort in sorted(counts):
        c = counts[cohort]
        cells = [
            _in_cohort(record, [r for r in rows if r["model"] == model], metric, cohort) for metric, model in columns
        ]
        prevalence = shown(c["prevalence"]) if c["prevalence"] is not None else "–"
        body.append([safe(cohort), str(c["units"]), str(c["positives"]), str(c["negatives"]), prevalence, *cells])
    across = []
    for word in dict.fromkeys(r["cohorts"] for r in rows if r["cohort"] is None and r["cohorts"]):
        cells = []
        for metric, model in columns:
            row = next(
                (
                    r
                    for r in rows
                    if (r["metric"], r["model"], r["cohorts"]) == (metric, model, word) and not r["cohort"]
                ),
                None,
            )
            k_of_k = f" ({row['defined']}/{row['of']})" if row and row["of"] and word != "pooled" else ""
            cells.append(shown(row["estimate"]) + k_of_k if row else "")
        across.append([word, "", "", "", "", *cells])
    head = ["cohort", "units", "pos", "neg", "prev", *(f"{metric} {model}" for metric, model in columns)]
    lines = ["ranking of scores", "", *table(head, body + across, rule_before=len(body) if across else None)]
    if any(m == "average_precision" for m, _ in columns):
        lines += ["", "average precision is grouped by tied score, not interpolated; its baseline is the prevalence"]
    return [*lines, ""]
