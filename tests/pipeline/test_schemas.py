"""The schemas of what evalspec writes accept what it writes, and what their models accept."""

import copy
import json
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from project import SPECS
from pydantic import BaseModel, ValidationError

from evalspec.pipeline import Checked, check
from evalspec.pipeline.schemas import SCHEMAS
from evalspec.report._findings_model import FindingsFile
from evalspec.report.base import Said
from evalspec.report.json import data
from evalspec.results.model import Results
from evalspec.tally.model import TallyFile

MINIMAL = SPECS / "minimal" / "plan.yaml"
RESULTS = SPECS / "minimal" / "golden" / "results.json"


def findings(*changes: tuple[str, str]) -> Any:
    text = MINIMAL.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    checked: Checked = check(MINIMAL, raw=text.encode(), plan_only=True)
    said = Said(
        file="plan.yaml", plan_id=checked.plan.plan.id if checked.plan else None, findings=checked.findings,
        waived=checked.waived, judgements=checked.judgements, line=lambda _: "",
    )  # fmt: skip
    return json.loads(json.dumps(data([said])))


TALLY = {
    "evalspec_tally": 1,
    "cells": [
        {"threshold": "t", "model": "m", "cohort": "A", "fold": "", "subgroup": "", "tp": 1, "fn": 0, "tn": 2, "fp": 0}
    ],
    "excluded": {"A": 1},
    "rankings": [
        {"model": "m", "cohort": "A", "subgroup": "", "scores": ["0.5"], "n_positive": [1], "n_negative": [0],
         "above": [0], "below": 2}
    ],
}  # fmt: skip

WRITTEN: dict[str, tuple[type[BaseModel], Any]] = {
    "findings": (FindingsFile, findings(("source: prespecified", "source: evaluation"))),
    "tally": (TallyFile, TALLY),
    "results": (Results, json.loads(RESULTS.read_bytes())),
}
ODD: tuple[Any, ...] = (
    None, True, 0, 1, -1, 2, 0.5, "", "x", "0.5", "1e-07", "0.5\n", "primary", "met", "error", "sha256:" + "0" * 64,
    "sha256:" + "0" * 64 + "\n", [], {}, ["x"], [1], [None], [0.5], {"x": 1}, {"x": "y"},
)  # fmt: skip


@pytest.mark.parametrize(
    "changes", [(), (("source: prespecified", "source: evaluation"),), (("kind: binary", "kind: 1"),)]
)
def test_findings_fit_their_schema_whatever_is_wrong_with_the_plan(changes: tuple[tuple[str, str], ...]) -> None:
    found = findings(*changes)
    assert bool(found["plans"][0]["findings"]) == bool(changes)
    assert list(Draft202012Validator(SCHEMAS["findings"]()).iter_errors(found)) == []


def _places(value: Any) -> list[tuple[Any, Any]]:
    inner = list(value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ())
    return [(value, k) for k, _ in inner] + [p for _, v in inner for p in _places(v)]


@pytest.mark.parametrize("name", WRITTEN)
def test_schema_and_models_give_the_same_verdict_on_a_changed_file(name: str) -> None:
    model, whole = WRITTEN[name]
    validator = Draft202012Validator(SCHEMAS[name]())
    assert list(validator.iter_errors(whole)) == []
    rng, accepted = Random(7), 0
    for _ in range(400):
        changed = copy.deepcopy(whole)
        holder, key = rng.choice(_places(changed))
        match rng.choice(("replace", "replace", "delete", "add")):
            case "replace":
                holder[key] = copy.deepcopy(rng.choice(ODD))
            case "delete":
                del holder[key]
            case "add":
                holder.insert(0, rng.choice(ODD)) if isinstance(holder, list) else holder.update(new=rng.choice(ODD))
        try:
            model.model_validate_json(json.dumps(changed))
            by_model = True
        except ValidationError:
            by_model = False
        accepted += by_model
        assert validator.is_valid(changed) == by_model, changed
    assert 5 < accepted < 395
