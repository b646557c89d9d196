"""What a run leaves in a folder: written beside it first, then moved into place as one."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evalspec.records import Refusal
from evalspec.results.rows_csv import csv_bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Bundle:
    """The files' contents, and what ``bundle.json`` says of them."""

    results: Mapping[str, Any]
    results_raw: bytes
    tally_raw: bytes
    report: str
    plan_raw: bytes
    opening: str
    inputs: Mapping[str, str]
    environment: Mapping[str, str]
    tool: str


def written(bundle: Bundle, out: Path) -> dict[str, str]:
    """Write every file, flushed to disk, into a new folder; on failure nothing is left. Returns each file's digest.

    Raises:
        Refusal: the folder can't be written (exit 2).
    """
    from evalspec.pipeline._seal import digest_of

    files = {
        "plan.yaml": bundle.plan_raw,
        "results.json": bundle.results_raw,
        "results.csv": csv_bytes(bundle.results["rows"]),
        "tally.json": bundle.tally_raw,
        "report.txt": bundle.report.encode(),
    }
    digests = {name: digest_of(raw) for name, raw in files.items()}
    about = {
        "evalspec_bundle": 1, "plan": bundle.results["plan"]["id"], "meaning": bundle.results["plan"]["meaning"],
        "ledger_head_at_opening": bundle.opening, "inputs": dict(sorted(bundle.inputs.items())), "files": digests,
        "environment": dict(bundle.environment), "tool": bundle.tool,
    }  # fmt: skip
    files["bundle.json"] = (json.dumps(about, indent=2, ensure_ascii=False, sort_keys=True) + "\n").encode()
    digests["bundle.json"] = digest_of(files["bundle.json"])
    _move_into_place(files, out)
    return digests


def _move_into_place(files: Mapping[str, bytes], out: Path) -> None:
    beside = out.with_name(f".{out.name}.{os.getpid()}-{os.urandom(4).hex()}")
    made: list[Path] = []
    try:
        beside.mkdir(mode=0o755)
        for name, raw in files.items():
            made.append(beside / name)
            with (beside / name).open("xb") as f:
                f.write(raw)
                f.flush()
                os.fsync(f.fileno())
        _sync_folder(beside)
        os.rename(beside, out)
        _sync_folder(out.parent)
    except OSError as e:
        for path in made:
            path.unlink(missing_ok=True)
        if beside.exists():
            beside.rmdir()
        told = (e.strerror or "error").lower()
        raise Refusal(f"the results can't be written: {told}", file=str(out), exit_code=2) from e


def _sync_folder(folder: Path) -> None:
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
