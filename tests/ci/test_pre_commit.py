"""The pre-commit hook, run by pre-commit on a repository with a plan in it."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml
from project import ROOT, project

HOOK = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())[0]


def git(folder: Path, *args: str) -> str:
    names = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    return subprocess.run(["git", *names, *args], cwd=folder, capture_output=True, text=True, check=True).stdout.strip()


def repository(folder: Path) -> Path:
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "all")
    return folder


@pytest.mark.parametrize(
    ("name", "taken"),
    [
        ("plan.yaml", True), ("trial/plan.yml", True), ("a.plan.yaml", True), ("sepsis-plan.yaml", True),
        ("explan.yaml", False), ("plan.yaml.bak", False), ("plans.yaml", False), ("plan.json", False),
    ],
)  # fmt: skip
def test_files_called_a_plan_are_checked_and_no_others(name: str, taken: bool) -> None:
    assert bool(re.search(HOOK["files"], name)) == taken


@pytest.mark.skipif(shutil.which("pre-commit") is None, reason="pre-commit is not here")
def test_a_commit_of_a_plan_with_an_error_is_stopped_with_its_place(tmp_path: Path) -> None:
    ours, theirs = tmp_path / "evalspec", tmp_path / "theirs"
    ours.mkdir()
    for name in ("evalspec", "schemas", "specs"):
        shutil.copytree(ROOT / name, ours / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE", ".pre-commit-hooks.yaml"):
        shutil.copy(ROOT / name, ours / name)
    plan = project(theirs)
    rev = git(repository(ours), "rev-parse", "HEAD")
    hooks = [{"id": "evalspec-check"}]
    (theirs / ".pre-commit-config.yaml").write_text(
        yaml.safe_dump({"repos": [{"repo": str(ours), "rev": rev, "hooks": hooks}]})
    )
    repository(theirs)
    env = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"} | {"PRE_COMMIT_HOME": str(tmp_path / "home")}

    def hook() -> subprocess.CompletedProcess[str]:
        command = ["pre-commit", "run", "--all-files", "--color", "never"]
        return subprocess.run(command, cwd=theirs, env=env, capture_output=True, text=True, check=False, timeout=900)

    clean = hook()
    assert clean.returncode == 0, clean.stdout + clean.stderr
    assert re.search(r"evalspec check\.+Passed", clean.stdout)
    plan.write_text(plan.read_text().replace("source: prespecified", "source: evaluation"))
    stopped = hook()
    assert stopped.returncode == 1
    assert "plan.yaml:29:18: error[LEAK108]" in stopped.stdout
