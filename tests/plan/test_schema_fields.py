"""What an editor shows while a person types: every field says what it is, and shows an example that fits."""

import json
import re
from collections.abc import Iterator
from enum import StrEnum
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from evalspec import terms
from evalspec.pipeline.schemas import SCHEMAS
from evalspec.plan.words import MEANINGS

PLAN = SCHEMAS["plan"]()
WORDS = {"sensitivity", "f_beta", "auroc", "brier", "wilson", "bootstrap", "pooled", "macro", "by-support"}

Where = tuple[str, ...]


def nodes(schema: Any, where: Where = ()) -> Iterator[tuple[Where, dict[str, Any]]]:
    """Every schema inside ``schema``, itself among them."""
    yield where, schema
    for part in ("properties", "patternProperties", "$defs"):
        for key, inner in schema.get(part, {}).items():
            yield from nodes(inner, (*where, part, key))
    for part in ("anyOf", "oneOf"):
        for k, inner in enumerate(schema.get(part, ())):
            yield from nodes(inner, (*where, part, str(k)))
    for part in ("items", "additionalProperties", "propertyNames", "not"):
        if isinstance(schema.get(part), dict):
            yield from nodes(schema[part], (*where, part))


def fields(schema: Any) -> list[tuple[Where, dict[str, Any]]]:
    return [(where, n) for where, n in nodes(schema) if where[-2:-1] == ("properties",)]


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_field_says_what_it_is(name: str) -> None:
    assert [where for where, f in fields(SCHEMAS[name]()) if not f.get("description")] == []


@pytest.mark.parametrize("name", sorted(SCHEMAS.keys() - {"ledger"}))
def test_every_field_has_a_title(name: str) -> None:
    assert [where for where, f in fields(SCHEMAS[name]()) if not f.get("title")] == []


def test_every_field_of_a_plan_shows_an_example() -> None:
    assert len(fields(PLAN)) > 200
    assert [where for where, f in fields(PLAN) if not f.get("examples")] == []


def test_every_example_and_default_fits_its_own_field() -> None:
    for where, field in fields(PLAN):
        here = Draft202012Validator({**field, "$defs": PLAN["$defs"]})
        for value in (*field["examples"], *([field["default"]] if "default" in field else [])):
            assert list(here.iter_errors(value)) == [], where


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_mapping_is_closed(name: str) -> None:
    for where, node in nodes(SCHEMAS[name]()):
        if node.get("type") == "object":
            closed = node.get("additionalProperties")
            assert closed is False or isinstance(closed, dict), where
            assert closed is False or "properties" not in node, where


def test_null_is_never_accepted() -> None:
    for where, node in nodes(PLAN):
        kinds = node.get("type", [])
        assert "null" not in ([kinds] if isinstance(kinds, str) else kinds), where
        assert node.get("default", "") is not None, where
        assert None not in node.get("enum", ()), where
        if not {"type", "$ref", "enum", "const", "anyOf", "oneOf", "not"} & node.keys():
            raise AssertionError(f"{where} accepts anything")


@pytest.mark.parametrize("name", SCHEMAS)
def test_no_pattern_lets_a_last_newline_through(name: str) -> None:
    for _, node in nodes(SCHEMAS[name]()):
        for pattern in (*([node["pattern"]] if "pattern" in node else []), *node.get("patternProperties", ())):
            if pattern == r"\S":
                continue
            assert pattern.startswith("^"), pattern
            assert pattern.endswith(r"(?![\s\S])") or (pattern.endswith("$") and "maxLength" in node), pattern
            assert not re.search(r"\\[AZzdw]|\(\?P|\(\?<", pattern), f"no ECMA-262: {pattern}"


def test_open_words_complete_and_accept_any_other() -> None:
    offered = {w for _, n in nodes(PLAN) if len(n.get("anyOf", ())) == 2 for w in n["anyOf"][0].get("enum", ())}
    assert offered >= WORDS
    assert "weights" not in offered
    assert offered >= {
        w for _, n in nodes(PLAN) for w in n.get("propertyNames", {}).get("anyOf", [{}])[0].get("enum", ())
    }
    metric = Draft202012Validator({**PLAN["$defs"]["Summary"]["properties"]["metric"], "$defs": PLAN["$defs"]})
    assert all(metric.is_valid(v) for v in ("sensitivity", "sensitivty", ["f1", {"f_beta": {"beta": 2}}]))
    assert not any(metric.is_valid(v) for v in (None, 1, True, [], {}))


def test_a_word_is_shown_with_what_it_means() -> None:
    assert set(MEANINGS) <= {kind for kind in vars(terms).values() if isinstance(kind, type)}
    for kind, meanings in MEANINGS.items():
        assert list(meanings) == list(kind), kind
    told = [(n["enum"], n["enumDescriptions"]) for _, n in nodes(PLAN) if "enumDescriptions" in n]
    assert all(len(words) == len(said) and all(said) for words, said in told)
    there = {tuple(words) for words, _ in told}
    assert all(tuple(kind) in there for kind in MEANINGS)
    closed = {kind for kind in vars(terms).values() if isinstance(kind, type) and issubclass(kind, StrEnum)}
    in_plans = {k for k in closed for _, n in nodes(PLAN) if n.get("enum") == [str(w) for w in k]}
    assert in_plans == set(MEANINGS)


def test_of_several_examples_none_is_shown_that_has_no_name_in_one_line() -> None:
    for where, n in nodes(PLAN):
        examples = n.get("examples", [])
        assert len(examples) < 2 or not any(isinstance(e, dict | list) for e in examples), where


def test_nothing_of_the_models_own_making_is_left() -> None:
    text = json.dumps(PLAN)
    assert not re.search(r'"(words|given|each_key|discriminator)":|``', text)
    assert not [where for where, n in nodes(PLAN) if "_" in n.get("title", "")]
