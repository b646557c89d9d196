"""Ids hidden behind keyed digests: HMAC-SHA256 (RFC 2104) with a key that two sites share, outside plan and seal.

Whoever has the key can test guesses; whoever has not learns nothing but how many ids there are.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from typing import Any

from evalspec.plan.model import Plan
from evalspec.tables.engine import quoted
from evalspec.tables.needs import unit_column

METHOD = "hmac-sha256"
SHORTEST = 16
"""Bytes that a key has at least."""

KEY = "the key with which the training ids are masked (`--key FILE`)"
OTHER = "the key that `data.training.ids.key_check` is of: another key was given"
CHECK = "data.training.ids.key_check, which tells a wrong key from a list without overlap"


def masked_id(key: bytes, unit: str) -> str:
    """64 hexadecimal digits for one id, as it stands in the file."""
    return _digest(key, "unit", unit)


def masked_record(key: bytes, values: Sequence[str]) -> str:
    """64 hexadecimal digits for what tells persons apart: the values of `units.match_on`, in the plan's order."""
    return _digest(key, "record", json.dumps(list(values), ensure_ascii=False, separators=(",", ":")))


def key_check(key: bytes) -> str:
    """16 hexadecimal digits by which a key is known, and from which it can't be had."""
    return _digest(key, "key-check", "")[:16]


def prepare(con: Any, plan: Plan, columns: Mapping[str, tuple[str, ...]], key: bytes | None) -> None:
    """``masked_id(digest, unit)`` and ``masked_record(unit, record, line)``: empty without a key or masked ids."""
    con.execute("CREATE TABLE masked_id (digest VARCHAR, unit VARCHAR)")
    con.execute("CREATE TABLE masked_record (unit VARCHAR, record VARCHAR, line BIGINT)")
    if plan.data.training is None or plan.data.training.ids is None or key is None:
        return
    ids = con.execute("SELECT unit FROM unit UNION SELECT unit FROM prediction ORDER BY 1").fetchall()
    _fill(con, "masked_id", [(masked_id(key, u), u) for (u,) in ids])
    matched = plan.units.match_on if plan.units else ()
    table = next((t for t in ("units", "predictions") if matched and set(matched) <= set(columns.get(t, ()))), None)
    if table is not None:
        unit, told = quoted(unit_column(plan, getattr(plan.data, table))), ", ".join(quoted(c) for c in matched)
        rows = con.execute(f"SELECT {unit}, min(line), {told} FROM {table} GROUP BY ALL ORDER BY 2").fetchall()
        whole = [row for row in rows if all(value.strip() for value in row[2:])]
        _fill(con, "masked_record", [(row[0], masked_record(key, row[2:]), row[1]) for row in whole])


def lacking(con: Any, plan: Plan, columns: Mapping[str, tuple[str, ...]], key: bytes | None) -> str:
    """What is missing to compare the manifest's masked ids with anything; "" where nothing is."""
    training = plan.data.training
    if training is None or training.ids is None or "training" not in columns:
        return ""
    if key is None:
        return KEY
    if training.ids.key_check not in (None, key_check(key)):
        return OTHER
    matched = "SELECT 1 FROM manifest WHERE unit IN (SELECT unit FROM masked_id) LIMIT 1"
    return "" if training.ids.key_check is not None or con.execute(matched).fetchone() else CHECK


def _fill(con: Any, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
    if rows:
        columns = [list(column) for column in zip(*rows, strict=True)]
        kinds = ["BIGINT" if isinstance(value, int) else "VARCHAR" for value in rows[0]]
        con.execute(f"INSERT INTO {table} SELECT {', '.join(f'unnest(?::{kind}[])' for kind in kinds)}", columns)


def _digest(key: bytes, kind: str, text: str) -> str:
    return hmac.new(key, f"evalspec:{kind}:{text}".encode(), hashlib.sha256).hexdigest()
