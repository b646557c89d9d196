"""The GitHub Action: its structure, and its shell part run by bash."""

import json
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import yaml
from project import EVALSPEC, ROOT, project

ACTION = yaml.safe_load((ROOT / "action.yml").read_text())
STEPS = {step.get("id") or step["name"]: step for step in ACTION["runs"]["steps"]}

needs_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not here")


@pytest.mark.parametrize(
    ("file", "schema"), [("action.yml", "github-actions"), (".pre-commit-hooks.yaml", "pre-commit-hooks")]
)
def test_it_is_what_its_host_reads(file: str, schema: str) -> None:
    if find_spec("check_jsonschema") is None:
        pytest.skip("check-jsonschema is not here")
    if schema == "pre-commit-hooks":
        hooks = yaml.safe_load((ROOT / file).read_text())
        assert [sorted({"id", "name", "entry", "language", "files", "types"} - h.keys()) for h in hooks] == [[]]
        return
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}", ROOT / file]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_what_a_caller_says_reaches_the_shell_as_an_environment_variable_alone() -> None:
    for step in ACTION["runs"]["steps"]:
        assert "${{" not in step.get("run", ""), step


def test_it_fails_after_the_upload_and_not_before() -> None:
    names = list(STEPS)
    assert (
        names.index("check")
        < names.index("Show the findings in code scanning")
        < names.index("Fail where the plans did")
    )


def ran(step: str, folder: Path, **env: str) -> tuple[subprocess.CompletedProcess[str], dict[str, str]]:
    """A step's script as GitHub runs it, and the outputs it set."""
    outputs = folder / "outputs"
    outputs.touch()
    script = folder / "script.sh"
    script.write_text(STEPS[step]["run"])
    here = {"PATH": os.environ["PATH"], "GITHUB_OUTPUT": str(outputs), "SARIF": str(folder / "found.sarif"), **env}
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", script]
    done = subprocess.run(command, env=here, cwd=folder, capture_output=True, text=True, check=False)
    return done, dict(line.split("=", 1) for line in outputs.read_text().splitlines())


def stub(folder: Path, body: str) -> str:
    """A stand-in for evalspec that writes down how it was called."""
    path = folder / "evalspec"
    path.write_text(f'#!/bin/bash\nprintf "%s\\n" "$@" >"{folder}/called"\n{body}\n')
    path.chmod(0o755)
    return str(path)


@needs_bash
@pytest.mark.parametrize("code", [0, 1, 2, 70])
def test_plans_and_arguments_come_through_one_a_line_and_so_does_the_exit_code(tmp_path: Path, code: int) -> None:
    told = "echo '{}'; " if code < 2 else ""
    done, outputs = ran(
        "check", tmp_path, EVALSPEC=stub(tmp_path, f"{told}exit {code}"), FAIL_ON="warning",
        PLANS="a plan.yaml\n\n-odd $HOME `x`.yaml\n", ARGS="--plan-only\n--rules\nteam rules",
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "called").read_text().splitlines() == [
        "check", "--format", "sarif", "--fail-on", "warning", "--plan-only", "--rules", "team rules", "--",
        "a plan.yaml", "-odd $HOME `x`.yaml",
    ]  # fmt: skip
    expected: dict[str, Any] = {"code": str(code)}
    assert outputs == (expected | {"sarif": str(tmp_path / "found.sarif")} if code < 2 else expected)
    assert ran("Fail where the plans did", tmp_path, CODE=outputs["code"])[0].returncode == code


@needs_bash
def test_with_evalspec_itself_a_plan_whose_path_has_spaces_is_checked(tmp_path: Path) -> None:
    plan = project(tmp_path / "my study").rename(tmp_path / "my study" / "my plan.yaml")
    real = tmp_path / "real"
    real.write_text(f'#!/bin/bash\nexec {" ".join(EVALSPEC)} "$@"\n')
    real.chmod(0o755)
    env = {"EVALSPEC": str(real), "PYTHONPATH": os.environ.get("PYTHONPATH", ""), "FAIL_ON": "error", "ARGS": ""}
    assert ran("check", tmp_path, **env, PLANS=str(plan))[1]["code"] == "0"
    plan.write_text(plan.read_text().replace("source: prespecified", "source: evaluation"))
    done, outputs = ran("check", tmp_path, **env, PLANS=str(plan))
    assert (done.returncode, outputs["code"]) == (0, "1")
    results = json.loads(Path(outputs["sarif"]).read_text())["runs"][0]["results"]
    assert [r["ruleId"] for r in results] == ["LEAK108"]


@needs_bash
def test_it_installs_from_its_own_path_and_leaves_the_jobs_python_alone(tmp_path: Path) -> None:
    python = tmp_path / "python"
    python.write_text(
        f'#!/bin/bash\nprintf "%s\\n" "$@" >>"{tmp_path}/called"\nmkdir -p "$3/bin"; cp "$0" "$3/bin/python"\n'
    )
    python.chmod(0o755)
    done, _ = ran("Install evalspec", tmp_path, PYTHON=str(python), SOURCE="/the action", VENV=str(tmp_path / "v env"))
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "called").read_text().split("\n")[:-1] == [
        "-m", "venv", str(tmp_path / "v env"), "-m", "pip", "install", "--quiet", "/the action",
    ]  # fmt: skip
    assert STEPS["python"]["with"]["update-environment"] is False
