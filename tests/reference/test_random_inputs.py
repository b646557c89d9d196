"""The stored answers are to the inputs that the generator makes, and the comparison lets nothing pass unseen."""

import math
from pathlib import Path

import pytest
from reference.of_random import Compared, Convention, Pair, Reading, examined, stored
from reference.random_tables import KINDS, SEED, TABLES, inputs

FOLDER = Path(__file__).with_name("random")
STORED = sorted(path.stem for path in FOLDER.glob("*.json"))
FILES: dict[str, tuple[Compared, ...]] = {}


@pytest.mark.parametrize("file", STORED)
def test_the_stored_inputs_are_those_of_the_generator(file):
    kind = {k.__name__: k for k in KINDS}[file.removesuffix("_sklearn")]
    of = stored(file)
    assert of["given"] == inputs(kind)
    assert (of["seed"], len(of["given"])) == (SEED, TABLES)


@pytest.mark.parametrize("file", STORED)
def test_every_quantity_has_its_call_and_an_answer_for_every_input(file):
    of = stored(file)
    assert of["calls"].keys() == of["said"].keys()
    assert {len(said) for said in of["said"].values()} == {TABLES}
    assert of["software"]


def test_a_stored_file_is_small():
    assert max(path.stat().st_size for path in FOLDER.glob("*.json")) < 300_000


def test_every_kind_is_stored():
    assert {file.removesuffix("_sklearn") for file in STORED} == {kind.__name__ for kind in KINDS}


def pair(said, here):
    return Pair(given={}, table=0, item=0, said=said, here=here)


@pytest.mark.parametrize(
    ("said", "here"), [(1.0, 1.0 + 1e-12), ("NA", None), ("NaN", None), ("error: no cluster", None), ("Inf", math.inf)]
)
def test_the_same_agrees(said, here):
    assert pair(said, here).agrees(1e-9, 1e-12)


@pytest.mark.parametrize(
    ("said", "here"),
    [
        (1.0, 1.0 + 1e-8),
        (0.0, None),
        ("NA", 0.0),
        ("NaN", math.nan),
        (1.0, math.nan),
        ("Inf", None),
        ("-Inf", math.inf),
    ],
)
def test_anything_else_does_not(said, here):
    assert not pair(said, here).agrees(1e-9, 1e-12)


def accuracy_of(given):
    units = sum(given[name] for name in ("tp", "fn", "tn", "fp"))
    return (given["tp"] + given["tn"]) / units if units else None


def problems(**changes):
    return examined("binary", Compared(**{"name": "accuracy", "here": accuracy_of, **changes})).problems


def empty(given, _):
    return accuracy_of(given) is None


def test_a_true_comparison_has_no_problem():
    assert problems() == []


@pytest.mark.parametrize(
    "changes",
    [
        {"here": lambda g: (accuracy_of(g) or 0) + 1e-6},
        {"here": lambda g: accuracy_of(g) or 0.0},
        {"here": lambda g: None},
        {"conventions": (Convention(when=empty, said="NaN", why="agrees already", values=1),)},
        {
            "reading": Reading(
                apply=lambda g, said: min(said, 0.5), why="changes values that it does not count", values=0
            )
        },
        {"relative": 1e-3},
    ],
)
def test_a_false_one_has(changes):
    assert problems(**changes)


def test_a_convention_counts_its_values_and_says_what_was_said():
    here = {"here": lambda g: 0.0 if accuracy_of(g) is None else accuracy_of(g)}
    right = {"when": empty, "said": "NaN", "why": "no unit", "values": 1}
    assert problems(**here, conventions=(Convention(**right),)) == []
    for wrong in ({"values": 2}, {"said": "number"}, {"when": lambda g, i: False}, {"when": lambda g, i: True}):
        assert problems(**here, conventions=(Convention(**{**right, **wrong}),))
