"""A folder with a plan and its files, as a user would have it; and the command line, run as a user would run it."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parent.parent
SPECS = ROOT / "specs"
SETS = Path(os.environ.get("EVALSPEC_SETS", ROOT.parent / "shared" / "data"))
"""Real multi-site sets that are not shipped; tests over them skip by name where the folder is absent."""

EVALSPEC = (sys.executable, "-m", "evalspec.cli")


def project(folder: Path, spec: str = "minimal", **files: str) -> Path:
    """Copy a spec (or a set, by its path) into ``folder``; ``files`` replaces texts, ``plan_yaml=…`` plan.yaml."""
    source = SETS / spec if (SETS / spec).is_dir() and not (SPECS / spec).is_dir() else SPECS / spec
    shutil.copytree(source, folder, ignore=shutil.ignore_patterns("golden"), dirs_exist_ok=True)
    for path in folder.rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)
    folder.chmod(0o755)
    for name, text in files.items():
        stem, _, suffix = name.rpartition("_")
        (folder / f"{stem}.{suffix}").write_text(text)
    return folder / "plan.yaml"


def evalspec(
    *args: object,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    timeout: float = 60,
    input: bytes = b"",
) -> subprocess.CompletedProcess[str]:
    """Run the command line; never raises for its exit code."""
    done = subprocess.run(
        [*EVALSPEC, *map(str, args)],
        cwd=cwd,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **(env or {})},
        timeout=timeout,
        input=input,
        capture_output=True,
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())
