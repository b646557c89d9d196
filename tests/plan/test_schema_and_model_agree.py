"""The published schema accepts what the models accept, and nothing else.

Three differences are not ours to close, and each is tested below by name: text that is not in NFC, which JSON Schema
can't speak of; ``1.0`` where a whole number is due, which JSON Schema calls an integer; and numbers that no double
holds. The reader refuses the first and the last before either is asked.
"""

import copy
import unicodedata
from decimal import Decimal
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from jsonschema.validators import extend
from plan.mutations import FILES, as_read, mutant, plans, source, written

from evalspec.pipeline.schemas import SCHEMAS
from evalspec.plan.load import load
from evalspec.plan.model import Plan
from evalspec.plan.model.base import Part
from evalspec.plan.source import read
from evalspec.records import Refusal

SCHEMA = SCHEMAS["plan"]()
AS_READ = Draft202012Validator.TYPE_CHECKER.redefine("array", lambda _, value: isinstance(value, tuple))
VALIDATOR = extend(Draft202012Validator, type_checker=AS_READ)(SCHEMA)
WHOLE = plans()


def by_model(plan: Any) -> bool:
    return isinstance(load(source(plan)), Plan)


def by_schema(plan: Any) -> bool:
    return bool(VALIDATOR.is_valid(plan))


def in_nfc(value: Any) -> bool:
    if isinstance(value, str):
        return unicodedata.is_normalized("NFC", value)
    parts = (*value.keys(), *value.values()) if isinstance(value, dict) else value if isinstance(value, tuple) else ()
    return all(map(in_nfc, parts))


def at(plan: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        plan = plan[step]
    return plan


def test_every_key_of_every_section_stands_in_the_plans_that_are_changed() -> None:
    said: dict[type[Part], set[str]] = {}

    def look(value: Any) -> None:
        if isinstance(value, Part):
            said.setdefault(type(value), set()).update(value.model_fields_set)
        inner = vars(value) if isinstance(value, Part) else value
        for part in inner.values() if isinstance(inner, dict) else inner if isinstance(inner, tuple) else ():
            look(part)

    for file in FILES:
        plan = load(read(file.read_bytes(), file.name))
        assert isinstance(plan, Plan), plan
        look(plan)
    missed = {part.__name__: left for part in _parts(Part) if (left := set(part.model_fields) - said.get(part, set()))}
    assert missed == {}


def _parts(above: type[Part]) -> list[type[Part]]:
    return [p for below in above.__subclasses__() for p in (below, *_parts(below))]


@pytest.mark.parametrize("seed", range(4))
def test_schema_and_models_give_the_same_verdict_on_a_changed_plan(seed: int) -> None:
    rng = Random(seed)
    accepted = 0
    for number in range(500):
        plan = mutant(rng, WHOLE)
        model, schema = by_model(plan), by_schema(plan)
        accepted += model
        if not in_nfc(plan):  # JSON Schema can't say it; see below
            assert schema or not model
            continue
        assert model == schema, f"seed {seed}, change {number}: the models say {model}\n{written(plan)}"
    assert 50 < accepted < 450


@pytest.mark.parametrize("seed", range(4))
def test_a_changed_plan_gets_the_same_verdict_when_it_is_written_and_read(seed: int) -> None:
    rng = Random(seed)
    read_back = 0
    for _ in range(25):
        plan = mutant(rng, WHOLE[-1:])
        try:
            again = read(written(plan).encode(), "plan.yaml")
        except Refusal:
            continue
        read_back += 1
        assert again.data == plan
        assert isinstance(load(again), Plan) == by_schema(again.data)
    assert read_back > 15


Step = str | int

RICH, FORMS = -2, -1
"""Where ``FILES`` holds them."""

FLOW = {"analysed": 3}
COSTS = {"false_negative": 1, "false_positive": 1, "unit": "EUR"}
SHARES = {"positive": 1, "negative": 1}


@pytest.mark.parametrize(
    ("whole", "path", "value", "accepted"),
    [
        (FORMS, ("evalspec",), True, False),
        (FORMS, ("evalspec",), Decimal("1.0"), False),
        (FORMS, ("evalspec",), 2, False),
        (FORMS, ("flow",), {"analysed": FLOW}, False),
        (FORMS, ("flow",), {"A": FLOW, "analysed": FLOW}, False),
        (FORMS, ("flow",), {}, True),
        (FORMS, ("flow",), {"A": FLOW}, True),
        (FORMS, ("costs",), {"unit": COSTS}, False),
        (FORMS, ("costs",), {"payer": COSTS, "false_positive": COSTS}, False),
        (FORMS, ("costs",), {"Unit": COSTS}, True),
        (FORMS, ("costs",), {}, True),
        (FORMS, ("sampling", "fractions"), {"positive": SHARES}, False),
        (FORMS, ("sampling", "fractions"), {"positive": SHARES, "negative": SHARES}, False),
        (FORMS, ("sampling", "fractions"), {"A": SHARES}, True),
        (FORMS, ("thresholds", "main", "value"), {"by": 0.5}, False),
        (FORMS, ("thresholds", "main", "value"), {"by": "cohort"}, False),
        (FORMS, ("thresholds", "main", "value"), {"m1": 0.5}, True),
        (FORMS, ("thresholds", "main", "value"), {}, False),
        (FORMS, ("thresholds", "main", "value"), True, False),
        (FORMS, ("thresholds", "main", "value"), "0.5", False),
        (FORMS, ("cohorts", "members"), [], False),
        (FORMS, ("cohorts", "members"), {}, False),
        (FORMS, ("cohorts", "members"), ["A", "A"], False),
        (FORMS, ("cohorts", "members"), ["A", 1], False),
        (FORMS, ("cohorts", "members"), {"A\n": {}}, False),
        (FORMS, ("models",), {"m1\n": {"score": "s"}}, False),
        (FORMS, ("models",), {"m1": {"score": "s\n"}}, False),
        (FORMS, ("models",), {"m1": {"score": None}}, False),
        (FORMS, ("plan", "id"), "a\n", False),
        (FORMS, ("plan", "id"), "a" * 65, False),
        (FORMS, ("plan", "title"), "\n \u00a0\u2003", False),
        (FORMS, ("plan", "title"), "two\nlines\n", True),
        (FORMS, ("cohorts", "column"), "😀" * 128, True),
        (FORMS, ("cohorts", "column"), "😀" * 129, False),
        (FORMS, ("summaries", 0, "metric"), "any text", True),
        (FORMS, ("summaries", 0, "metric"), {"f_beta": {"beta": None}}, False),
        (FORMS, ("summaries", 0, "metric"), {"f_beta": {"beta": [1, {"x": None}]}}, False),
        (FORMS, ("summaries", 0, "metric"), {"f_beta": {"beta": [1, {"x": True}]}}, True),
        (FORMS, ("summaries", 0, "metric"), {"f_beta": {"beta": 2}, "f1": {}}, False),
        (FORMS, ("summaries", 0, "metric"), [], False),
        (FORMS, ("summaries", 0, "minimum_defined"), {"cohort": 2}, False),
        (FORMS, ("summaries", 0, "minimum_defined"), {}, True),
        (FORMS, ("summaries", 0, "interval", "level"), 1, False),
        (FORMS, ("summaries", 0, "interval", "level"), 0.9999, True),
        (FORMS, ("summaries", 0, "role"), "Primary", False),
        (FORMS, ("summaries",), [], False),
        (RICH, ("comparisons", 0, "models"), ["new"], False),
        (RICH, ("comparisons", 0, "hypothesis", "margin"), 0, False),
        (RICH, ("handling", "indeterminate", "as_"), "own-row", False),
        (RICH, ("cohorts", "members", "Basel", "where", "enrolled", "from"), True, False),
        (RICH, ("cohorts", "members", "Basel", "where"), {}, False),
        (RICH, ("populations", "screening", "prevalence"), 1.01, False),
        (RICH, ("summaries", 0, "cohorts", "random-effects"), {"scale": None}, False),
    ],
)
def test_schema_and_models_agree_where_forms_meet(
    whole: int, path: tuple[Step, ...], value: Any, accepted: bool
) -> None:
    plan = copy.deepcopy(WHOLE[whole])
    at(plan, path[:-1])[path[-1]] = value
    assert (by_model(as_read(plan)), by_schema(as_read(plan))) == (accepted, accepted)


def _keys(part: Any, written_as: Any, path: tuple[Step, ...] = ()) -> list[tuple[Step, ...]]:
    """Paths of the keys that are the language's own: not names that the author gave."""
    if isinstance(part, Part):
        if not isinstance(written_as, dict):
            return []  # a shorthand
        found: list[tuple[Step, ...]] = []
        for name, field in type(part).model_fields.items():
            key = field.alias or name
            if key in written_as:
                found += [(*path, key), *_keys(getattr(part, name), written_as[key], (*path, key))]
        return found
    if isinstance(part, dict) and isinstance(written_as, dict):
        return [p for k in written_as for p in _keys(part[k], written_as[k], (*path, k))]
    if isinstance(part, tuple) and isinstance(written_as, tuple):
        return [p for k, one in enumerate(written_as) for p in _keys(part[k], one, (*path, k))]
    return []


@pytest.mark.parametrize("file", FILES, ids=lambda f: f"{f.parent.name}/{f.name}")
def test_a_misspelt_key_is_refused_by_both_wherever_it_stands(file: Any) -> None:
    given = read(file.read_bytes(), file.name)
    keys = _keys(load(given), given.data)
    assert len(keys) > 20
    for number, path in enumerate(keys):
        plan = copy.deepcopy(given.data)
        holder = at(plan, path[:-1])
        holder[f"{path[-1]}x"] = holder.pop(path[-1])
        assert not by_model(plan), path
        assert number % 7 or not by_schema(plan), path  # the schema is slow: every seventh


def test_text_that_is_not_in_nfc_never_comes_to_schema_or_models() -> None:
    plan = copy.deepcopy(WHOLE[FORMS])
    plan["cohorts"]["column"] = "Zu\u0308rich"
    assert (by_model(as_read(plan)), by_schema(as_read(plan))) == (False, True)
    assert {p.rule for p in read(written(as_read(plan)).encode(), "plan.yaml").problems} == {"not-nfc"}


def test_one_point_nought_is_a_whole_number_in_json_schema_and_none_in_the_language() -> None:
    plan = copy.deepcopy(WHOLE[FORMS])
    plan["disclosure"] = {"minimum_cell": 5.0}
    assert Draft202012Validator(SCHEMA).is_valid(plan)
    assert (by_model(as_read(plan)), by_schema(as_read(plan))) == (False, False)


@pytest.mark.parametrize("number", ["1e400", "9007199254740994", "1e-400"])
def test_a_number_that_no_double_holds_never_comes_to_schema_or_models(number: str) -> None:
    text = written(as_read(WHOLE[FORMS])).replace('"value": 0.5', f'"value": {number}')
    assert {p.rule for p in read(text.encode(), "plan.yaml").problems} == {"bad-number"}
