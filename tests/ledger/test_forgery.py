"""Who edits events and works out every digest again is still refused where a field is missing or false."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import rfc8785
from ledger import acts

from evalspec.ledger import chain
from evalspec.records import Refusal


def refused(path: Path) -> Refusal:
    with pytest.raises(Refusal) as caught:
        chain.read(path)
    return caught.value


def _paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in inner:
        if isinstance(value, dict):
            yield (*path, key)
        yield from _paths(child, (*path, key))


FREE = {"inputs", "environment", "outcomes_seen", "outcomes", "files"}
"""Mappings whose keys the author chose: a forger may leave one out, and the schema can't know."""

CAME_LATER = ("project_rules", "more", "leakage")
"""Ledgers from before there were such fields have none, and are read."""


def test_a_field_left_out_is_refused_even_when_every_digest_was_worked_out_again(ledger: Path) -> None:
    acts.full(ledger)
    rows = acts.lines(ledger)
    tried = 0
    for number, row in enumerate(rows):
        for path in _paths(row):
            if (len(path) == 2 and path[0] in FREE) or path[-1] in CAME_LATER:
                continue
            changed = json.loads(json.dumps(rows))
            holder = changed[number]
            for key in path[:-1]:
                holder = holder[key]
            del holder[path[-1]]
            ledger.write_bytes(acts.forged(changed))
            assert refused(ledger).place.line == number + 1, path
            tried += 1
    assert tried > 100


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("ledger", 0), ("ledger", 2), ("ledger", True), ("ledger", "1"), ("ledger", None),
        ("type", "evalspec-approval"), ("type", ""), ("type", None),
        ("canonical", 0), ("canonical", 2), ("canonical", True),
        ("kind", "approved"), ("kind", "sealed "), ("kind", "ran"), ("kind", ["sealed"]), ("kind", None),
        ("plan", ""), ("plan", 7), ("sequence", 1), ("sequence", -1), ("sequence", False), ("sequence", "0"),
        ("previous", acts.digest("x")), ("previous", ""), ("tool", ""), ("tool", None),
        ("at", "2026-13-01T00:00:00Z"), ("at", "2026-11-29T00:00:00+01:00"), ("at", "2026-11-29T00:00:00Z\n"),
        ("bytes", "sha256:" + "a" * 63), ("bytes", "sha256:" + "A" * 64), ("bytes", "a" * 64),
        ("bytes", "md5:" + "a" * 32), ("bytes", "none"), ("bytes", "sha256:" + "a" * 64 + "\n"),
        ("meaning", acts.digest("another plan")), ("text", acts.TEXT + " "), ("rules", ""), ("extra", 1),
        ("awaited", ["units"]), ("awaited", ["x", "x"]), ("awaited", [""]), ("inputs", {"": acts.digest("x")}),
        ("outcomes_seen", {"o": {"present": True, "size": -1, "mtime_ns": None}}),
        ("outcomes_seen", {"o": {"present": True, "size": 1, "mtime_ns": "01"}}),
        ("outcomes_seen", {"o": {"present": "yes", "size": None, "mtime_ns": None}}),
    ],
)  # fmt: skip
def test_a_seal_with_another_header_or_field_is_refused_even_with_its_digest_worked_out_again(
    ledger: Path, field: str, value: Any
) -> None:
    acts.add(ledger, acts.seal())
    [row] = acts.lines(ledger)
    row = row | {field: value}
    bare = rfc8785.dumps({key: inner for key, inner in row.items() if key != "digest"})
    ledger.write_bytes(rfc8785.dumps({**row, "digest": acts.digest(bare)}) + b"\n")
    assert refused(ledger).place.line == 1


@pytest.mark.parametrize("own", ["none", "", None, 7, "sha256:", acts.digest("x"), acts.digest("x")[:-1]])
def test_a_line_whose_own_digest_is_no_digest_of_it_is_refused(ledger: Path, own: Any) -> None:
    acts.add(ledger, acts.seal())
    [row] = acts.lines(ledger)
    ledger.write_bytes(rfc8785.dumps(row | {"digest": own}) + b"\n")
    assert refused(ledger).place.line == 1


def test_an_event_of_a_kind_to_come_is_refused_with_a_hint_at_its_writer(ledger: Path) -> None:
    acts.add(ledger, acts.seal())
    ledger.write_bytes(acts.forged([acts.lines(ledger)[0] | {"kind": "amended"}]))
    assert "'amended' is not known here: was it written by a newer version?" in refused(ledger).message


def test_a_ledger_of_a_format_to_come_is_refused_with_a_hint_at_its_writer(ledger: Path) -> None:
    acts.add(ledger, acts.seal())
    ledger.write_bytes(acts.forged([acts.lines(ledger)[0] | {"ledger": 2}]))
    assert "format 2 is not known here: was it written by a newer version?" in refused(ledger).message
