"""Every runnable plan under specs/, and what a run of it leaves. As a program: writes the goldens anew.

``python tests/specs/golden.py`` seals and runs each plan in a new folder and overwrites its golden folder; the
difference is then for a person to read. It never touches canonical.json.
"""

import json
import re
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from project import SPECS, project

from evalspec.pipeline import seal
from evalspec.pipeline._run import run

NAMES = tuple(sorted(str(p.parent.relative_to(SPECS)) for p in SPECS.rglob("plan.yaml")))
"""Folders with a plan.yaml, relative to specs/."""

_SEAL = re.compile(r"^(Seal +)sha256:[0-9a-f]{64}$", re.MULTILINE)
_AT = re.compile(r"^(Sealed +)[-0-9T:]+Z", re.MULTILINE)


@dataclass(frozen=True)
class Left:
    """What a run left: results.json as bytes and as data, and the report without the digest of its seal."""

    raw: bytes
    results: dict[str, Any]
    report: str

    def row(self, address: str) -> dict[str, Any]:
        (found,) = [r for r in self.results["rows"] if r["address"] == address]
        return found

    def cohort(self, name: str) -> dict[str, Any]:
        """Its line of the companion table."""
        (found,) = [c for c in self.results["counts"] if c["cohort"] == name]
        return found

    def member(self, address: str, cohort: str) -> dict[str, Any]:
        (found,) = [m for m in self.results["companions"] if (m["address"], m["cohort"]) == (address, cohort)]
        return found


def ran(name: str, folder: Path) -> Left:
    """Seal and run a copy of the spec in ``folder``."""
    plan = project(folder / "p", name)
    seal(plan)
    run(plan, folder / "out")
    raw = (folder / "out" / "results.json").read_bytes()
    report, seals = _SEAL.subn(r"\1(another at each sealing)", (folder / "out" / "report.txt").read_text())
    report, times = _AT.subn(r"\1(another at each sealing)", report)
    assert (seals, times) == (1, 1)
    return Left(raw=raw, results=json.loads(raw), report=report)


def write(name: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        left = ran(name, Path(folder))
    golden = SPECS / name / "golden"
    golden.mkdir(exist_ok=True)
    (golden / "results.json").write_bytes(left.raw)
    (golden / "report.txt").write_text(left.report)


if __name__ == "__main__":
    for each in sys.argv[1:] or NAMES:
        write(each)
