"""The ledger's JSON Schema: one line of the file."""

from __future__ import annotations

from typing import Any

from evalspec.ledger.events import EVENT

_NONE = object()
ID = "https://evalspec.invalid/schemas/ledger-v1.schema.json"


def ledger_schema() -> dict[str, Any]:
    """JSON Schema (2020-12) of one event, from the models.

    The schema can't say what the chain says: that digests are right and that events stand in order.
    """
    # "serialization" lists a field with a default (``kind``) as required, which reading demands as well
    raw = EVENT.json_schema(mode="serialization")
    for part in (p for p in raw["$defs"].values() if "properties" in p):
        later = [k for k, field in part["properties"].items() if field.get("default", _NONE) in ([], "", None)]
        part["required"] = [k for k in part["required"] if k not in later]
        for k in later:
            del part["properties"][k]["default"]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": ID,
        "title": "evalspec ledger event",
        "description": "One line of PLAN.ledger.jsonl: an event in a hash chain, in canonical JSON (RFC 8785).",
        **raw,
    }
