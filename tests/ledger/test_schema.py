"""The published schema says what the models say."""

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from ledger import acts
from pydantic import ValidationError

from evalspec.ledger import line
from evalspec.ledger.events import EVENT, KINDS
from evalspec.ledger.schema import ID, ledger_schema

SCHEMA = ledger_schema()
VALIDATOR = Draft202012Validator(SCHEMA)


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    path = tmp_path_factory.mktemp("ledger") / "plan.ledger.jsonl"
    acts.full(path)
    return acts.lines(path)


def test_it_is_a_schema_with_its_own_address_and_title() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$id"] == ID == "https://evalspec.invalid/schemas/ledger-v1.schema.json"
    assert SCHEMA["$schema"].endswith("2020-12/schema")
    assert SCHEMA["title"]
    assert set(SCHEMA["discriminator"]["mapping"]) == KINDS


@pytest.mark.parametrize("name", [name for name, part in SCHEMA["$defs"].items() if "properties" in part])
def test_every_field_is_described_and_required_and_no_other_is_let_in(name: str) -> None:
    part = SCHEMA["$defs"][name]
    assert part["description"]
    assert part["additionalProperties"] is False
    came_later = {"project_rules", "more", "leakage"}  # older ledgers have no such keys
    assert set(part["required"]) == set(part["properties"]) - came_later
    assert [key for key, field in part["properties"].items() if not field.get("description")] == []


def test_no_object_stands_before_the_digest_in_a_canonical_line() -> None:
    for kind in SCHEMA["discriminator"]["mapping"].values():
        for key, field in SCHEMA["$defs"][kind.rpartition("/")[2]]["properties"].items():
            assert key >= "digest" or field.get("type") in {"string", "integer"} or field["items"]["type"] == "string"


def test_each_line_of_a_ledger_fits_it(rows: list[dict[str, Any]]) -> None:
    for row in rows:
        assert list(VALIDATOR.iter_errors(row)) == []


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield (*path, key)
        yield from _places(inner, (*path, key))


ODD = [
    None, True, False, 0, 1, 2, -1, 2**53, 0.5, "", "x", "1", "0", "01", "-5", [], {}, ["x"], [""], {"x": "y"},
    {"": acts.digest("x")}, acts.digest("x"), acts.digest("x") + "\n", "sha256:" + "A" * 64, "2026-11-29T00:00:00Z",
    "2026-11-29T24:00:00Z", "2026-11-29T00:00:00Z\n", "passed", "Passed", "proved", "error", "sealed", "ran",
]  # fmt: skip


@settings(max_examples=500, deadline=None, derandomize=True)
@given(chosen=st.data())
def test_the_schema_and_the_models_accept_the_same_lines(rows: list[dict[str, Any]], chosen: st.DataObject) -> None:
    row = copy.deepcopy(chosen.draw(st.sampled_from(rows)))
    *path, last = chosen.draw(st.sampled_from(list(_places(row))))
    holder = row
    for key in path:
        holder = holder[key]
    match chosen.draw(st.sampled_from(["replace", "delete", "add"])):
        case "replace":
            holder[last] = chosen.draw(st.sampled_from(ODD))
        case "delete":
            del holder[last]
        case "add" if isinstance(holder, dict):
            holder["new"] = chosen.draw(st.sampled_from(ODD))
    try:
        EVENT.validate_json(json.dumps(row))
        by_models = True
    except ValidationError:
        by_models = False
    assert VALIDATOR.is_valid(row) == by_models


def test_the_schema_is_asked_as_well_as_the_models(rows: list[dict[str, Any]]) -> None:
    line.against_schema(json.dumps(rows[0]).encode())
    with pytest.raises(line.BadLine, match="the schema refuses it"):
        line.against_schema(json.dumps(rows[0] | {"more": 1}).encode())


@pytest.mark.parametrize(
    ("field", "value"), [("bytes", acts.digest("x") + "\n"), ("at", "2026-11-29T00:00:00Z\n"), ("canonical", True)]
)
def test_neither_takes_what_only_one_of_the_two_would_stumble_over(
    rows: list[dict[str, Any]], field: str, value: Any
) -> None:
    assert not VALIDATOR.is_valid(rows[0] | {field: value})
    with pytest.raises(ValidationError):
        EVENT.validate_json(json.dumps(rows[0] | {field: value}))
