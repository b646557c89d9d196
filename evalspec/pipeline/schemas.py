"""The published schemas, as text: one for each kind of file that a person or another program may open."""

import json
from collections.abc import Callable, Mapping
from typing import Any

import evalspec.intervals
import evalspec.metrics
import evalspec.summaries
from evalspec.catalogue import collect
from evalspec.ledger.schema import ledger_schema
from evalspec.plan.schema import plan_schema
from evalspec.report._findings_model import findings_schema
from evalspec.results.model import results_schema
from evalspec.tally.model import tally_schema

_A_MAPPING = "weights"
"""A summary that no word names: its weights are declared."""


def schema_texts() -> dict[str, str]:
    """The text of each published schema, by the name of its file."""
    return {f"{name}-v1.schema.json": schema_text(name) for name in SCHEMAS}


def schema_text(name: str) -> str:
    """Of one of ``SCHEMAS``: indented JSON and a final newline."""
    return json.dumps(SCHEMAS[name](), indent=2, ensure_ascii=False) + "\n"


def _plan() -> dict[str, Any]:
    metrics = collect(evalspec.metrics, "METRIC", "id")
    axis_words = _said(collect(evalspec.summaries, "SUMMARY", "id"))
    del axis_words[_A_MAPPING]
    words = {
        "metric": _said(metrics),
        "metric with parameters": _said({k: m for k, m in metrics.items() if m.parameters}),
        "interval": _said(collect(evalspec.intervals, "INTERVAL", "id")),
        "axis": axis_words,
    }
    return plan_schema(words=words)


def _said(definitions: Mapping[str, Any]) -> dict[str, str]:
    """Each word with what an editor shows beside it."""
    said = {}
    for name, d in definitions.items():
        other = [name for name in getattr(d, "also", ()) if name.lower() != d.title.lower()]
        also = f" (also {', '.join(other)})" if other else ""
        how = getattr(d, "sentence", None) or getattr(d, "formula", None)
        said[name] = f"{d.title}{also}" + (f": {how}" if how else "")
    return said


SCHEMAS: dict[str, Callable[[], dict[str, Any]]] = {
    "plan": _plan,
    "findings": findings_schema,
    "ledger": ledger_schema,
    "tally": tally_schema,
    "results": results_schema,
}
