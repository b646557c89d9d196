"""A changed meaning is shown value by value."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalspec.ledger.diff import differences


@pytest.mark.parametrize(
    ("sealed", "now", "shown"),
    [
        (
            {"thresholds": {"main": {"value": "0.60"}}},
            {"thresholds": {"main": {"value": "0.61"}}},
            ["thresholds.main.value: sealed 0.60, now 0.61"],
        ),
        ({"a": 1}, {}, ["a: sealed 1, now gone"]),
        ({"a": 1, "b": 2}, {"b": 2}, ["a: sealed 1, now gone"]),
        ({"b": 2}, {"a": {"x": [1]}, "b": 2}, ["a.x[0]: not in the seal, now 1"]),
        ({"a": 1}, {"a": "1"}, ['a: sealed 1, now "1"']),
        ({"a": 1}, {"a": True}, ["a: sealed 1, now true"]),
        ({"a": "true"}, {"a": True}, ['a: sealed "true", now true']),
        ({"a": None}, {"a": "at-least"}, ["a: sealed null, now at-least"]),
        ({"a": "x"}, {"a": "two words"}, ['a: sealed x, now "two words"']),
        ({"a": []}, {"a": ["x"]}, ["a[0]: not in the seal, now x"]),
        ({"a.b": 1}, {"a.b": 2}, ['"a.b": sealed 1, now 2']),
        ({"a": [{"id": "p"}, {"id": "q"}]}, {"a": [{"id": "q"}]}, ["a[p].id: sealed p, now gone"]),
        ({"a": [{"id": "p"}, {"id": "p"}]}, {"a": [{"id": "p"}]}, ["a[1].id: sealed p, now gone"]),
        ([{"id": "p", "x": 1}, {"id": "q"}], [{"id": "q"}, {"id": "p", "x": 2}], ["[p].x: sealed 1, now 2"]),
        ({"a": {}}, {}, ["a: sealed {}, now gone"]),
        ({"a": {}}, {"a": []}, ["a: sealed {}, now []"]),
        (1, 2, ["the plan: sealed 1, now 2"]),
        ({"a": "x"}, {"a": "\x1b[2J\u202e\u200b\n"}, ['a: sealed x, now "\\u001b[2J\\u202e\\u200b\\n"']),
        ({"a": 1}, {"a": 1}, []),
    ],
)  # fmt: skip
def test_each_difference_names_its_place_and_both_values(sealed: Any, now: Any, shown: list[str]) -> None:
    assert differences(json.dumps(sealed), json.dumps(now)) == shown


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "0", "1", "true", "id", "é", "a.b", "[0]"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["id", "a", "a.b", "a[0]"]), inner, max_size=3)
    ),
    max_leaves=8,
)


@settings(max_examples=400, deadline=None, derandomize=True)
@given(sealed=json_values, now=json_values)
def test_two_texts_differ_by_nothing_only_where_they_say_the_same_to_an_order_of_named_items(
    sealed: Any, now: Any
) -> None:
    def ordered(value: Any) -> str:
        return json.dumps(_by_id(value), sort_keys=True)

    assert (differences(json.dumps(sealed), json.dumps(now)) == []) == (ordered(sealed) == ordered(now))
    assert differences(json.dumps(sealed), json.dumps(sealed)) == []


def _by_id(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _by_id(inner) for key, inner in value.items()}
    if isinstance(value, list):
        ids = [item.get("id") if isinstance(item, dict) else None for item in value]
        items = [_by_id(item) for item in value]
        named = value and all(isinstance(i, str) for i in ids) and len(set(ids)) == len(ids)
        return sorted(items, key=lambda item: item["id"]) if named else items
    return value


@pytest.mark.parametrize("bad", ["", "{", "[1,]"])
def test_a_text_that_is_no_json_is_an_error(bad: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        differences("{}", bad)
