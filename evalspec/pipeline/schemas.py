"""The published schemas, as text: one for each kind of file that a person or another program may open."""

import json
from collections.abc import Callable
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
from evalspec.terms import LATER_AXIS_WORDS, LATER_INTERVALS, LATER_METRICS

_A_MAPPING = "weights"
"""A summary that no word names: its weights are declared."""


def schema_texts() -> dict[str, str]:
    """The text of each published schema, by the name of its file."""
    return {f"{name}-v1.schema.json": schema_text(name) for name in SCHEMAS}


def schema_text(name: str) -> str:
    """Of one of ``SCHEMAS``: indented JSON and a final newline."""
    return json.dumps(SCHEMAS[name](), indent=2, ensure_ascii=False) + "\n"


def _plan() -> dict[str, Any]:
    axis_words = (collect(evalspec.summaries, "SUMMARY", "id").keys() | LATER_AXIS_WORDS) - {_A_MAPPING}
    return plan_schema(
        metrics=collect(evalspec.metrics, "METRIC", "id").keys() | LATER_METRICS,
        intervals=collect(evalspec.intervals, "INTERVAL", "id").keys() | LATER_INTERVALS,
        axis_words=axis_words,
    )


SCHEMAS: dict[str, Callable[[], dict[str, Any]]] = {
    "plan": _plan,
    "findings": findings_schema,
    "ledger": ledger_schema,
    "tally": tally_schema,
    "results": results_schema,
}
