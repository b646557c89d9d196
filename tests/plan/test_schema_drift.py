"""The schemas in ``schemas/`` are the ones the models write."""

import json
import subprocess
import sys

import pytest
from jsonschema import Draft202012Validator
from project import ROOT

from evalspec.pipeline.schemas import SCHEMAS, schema_texts

FOLDER = ROOT / "schemas"
TEXTS = schema_texts()


def test_the_folder_holds_a_schema_for_each_kind_of_file_and_nothing_else() -> None:
    assert {p.name for p in FOLDER.iterdir()} == set(TEXTS) == {f"{name}-v1.schema.json" for name in SCHEMAS}


@pytest.mark.parametrize("name", TEXTS)
def test_the_file_is_what_evalspec_schema_writes(name: str) -> None:
    told = "the models have changed: run `evalspec schema --write schemas`"
    assert (FOLDER / name).read_text(encoding="utf-8") == TEXTS[name], told


@pytest.mark.parametrize("name", TEXTS)
def test_it_is_a_schema_of_2020_12_with_its_own_address(name: str) -> None:
    schema = json.loads(TEXTS[name])
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$id"] == f"https://evalspec.invalid/schemas/{name}"
    assert schema["title"]
    assert schema["description"]


def test_judging_a_plan_loads_nothing_that_writes_schemas() -> None:
    code = (
        "import sys; from evalspec.cli.main import cli\n"
        "cli(['check', '--plan-only', sys.argv[1]], standalone_mode=False)\n"
        "print(sorted(m for m in sys.modules if m.split('.')[0] == 'jsonschema'"
        " or (m.startswith('evalspec.') and ('schema' in m or m in ('evalspec.results.model', 'evalspec.tally.model')))))"
    )
    plan = FOLDER.parent / "specs" / "minimal" / "plan.yaml"
    done = subprocess.run([sys.executable, "-c", code, plan], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
