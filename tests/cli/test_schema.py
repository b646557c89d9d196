"""evalspec schema"""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from evalspec.cli.schema import _NAMES, COMMAND
from evalspec.pipeline.schemas import SCHEMAS, schema_texts
from evalspec.records import Refusal


def test_it_prints_the_plan_s_schema_and_others_by_name() -> None:
    assert tuple(SCHEMAS) == _NAMES
    plain = CliRunner().invoke(COMMAND)
    assert json.loads(plain.stdout)["title"] == "evalspec plan"
    for name in _NAMES:
        assert CliRunner().invoke(COMMAND, [name]).stdout == schema_texts()[f"{name}-v1.schema.json"]


def test_it_writes_one_file_or_all_of_them(tmp_path: Path) -> None:
    assert CliRunner().invoke(COMMAND, ["tally", "-o", str(tmp_path / "t.json")]).exit_code == 0
    assert json.loads((tmp_path / "t.json").read_text(encoding="utf-8"))["title"] == "evalspec tally"
    assert CliRunner().invoke(COMMAND, ["--write", str(tmp_path / "all")]).exit_code == 0
    assert {p.name: p.read_text(encoding="utf-8") for p in (tmp_path / "all").iterdir()} == schema_texts()


@pytest.mark.parametrize(
    ("words", "told"),
    [(["plon"], "did you mean `plan`?"), (["-o", "x", "--write", "y"], "either -o FILE or --write DIR")],
)
def test_a_wrong_word_is_told_what_there_is(words: list[str], told: str) -> None:
    done = CliRunner().invoke(COMMAND, words)
    assert done.exit_code == 2
    assert told in done.stderr


def test_a_place_that_can_t_be_written_is_a_refusal(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    done = CliRunner().invoke(COMMAND, ["-o", str(tmp_path / "file" / "x.json")])
    assert isinstance(done.exception, Refusal)
