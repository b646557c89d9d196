"""One file with scores and outcomes to two: what the analyst may see, and what the custodian keeps."""

import csv
import io
import os
from dataclasses import dataclass
from pathlib import Path

from evalspec.records import Place, Refusal
from evalspec.tables.csv_bytes import csv_pass
from evalspec.tables.files import OpenFile, format_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """The two files; ``tokens`` are the outcome's spellings, without their counts."""

    predictions: Path
    outcomes: Path
    tokens: tuple[str, ...]
    n_units: int
    n_rows: int


def split(path: Path, *, outcome: str, unit: str, folder: Path) -> Split:
    """Write predictions.csv (every column but ``outcome``) and outcomes.csv (``unit`` and ``outcome``) into ``folder``.

    Rows are sorted by unit in both, so that their order tells nothing. A file that is there is never replaced.

    Raises:
        Refusal: the file is no strict CSV, a column is missing, a unit is empty or has two outcomes (exit 1 or 2).
    """
    columns, rows = _read(path)
    for name, what in ((outcome, "--outcome"), (unit, "--id")):
        if name not in columns:
            told = ", ".join(columns)
            raise Refusal(f"there is no column `{name}` for {what}; there are {told}", file=str(path), place=Place(1))
    at_unit, at_outcome = columns.index(unit), columns.index(outcome)
    by_unit = _outcomes(rows, at_unit, at_outcome, path)
    kept = [[unit, outcome], *sorted([k, v] for k, v in by_unit.items())]
    head = [c for c in columns if c != outcome]
    bare = [(row[at_unit], [v for i, v in enumerate(row) if i != at_outcome]) for row in rows]
    blinded = [head, *(row for _, row in sorted(bare))]
    predictions, outcomes = folder / "predictions.csv", folder / "outcomes.csv"
    _refuse_existing(predictions, outcomes)
    folder.mkdir(parents=True, exist_ok=True)
    _write(predictions, blinded, 0o644)
    _write(outcomes, kept, 0o600)
    tokens = tuple(sorted(set(by_unit.values())))
    return Split(predictions=predictions, outcomes=outcomes, tokens=tokens, n_units=len(by_unit), n_rows=len(rows))


def _outcomes(rows: list[list[str]], at_unit: int, at_outcome: int, path: Path) -> dict[str, str]:
    """Each unit's outcome. Raises Refusal where a unit is empty, or has two."""
    found: dict[str, str] = {}
    first: dict[str, int] = {}
    for number, row in enumerate(rows, 2):
        unit, token = row[at_unit], row[at_outcome]
        if not unit:
            raise Refusal("the unit's id is empty", file=str(path), place=Place(number), exit_code=1)
        if found.setdefault(unit, token) != token:
            raise Refusal(
                f"a unit has two different outcomes, in lines {first[unit]} and {number}",
                file=str(path),
                place=Place(number),
                help="keep one outcome a unit; if ids begin anew in each cohort, make them unique first",
                exit_code=1,
            )
        first.setdefault(unit, number)
    return found


def read_csv(path: Path) -> tuple[list[str], list[list[str]]]:
    """Header and rows of a strict CSV file, as text. Raises Refusal."""
    return _read(path)


def _read(path: Path) -> tuple[list[str], list[list[str]]]:
    with OpenFile(path.resolve(), name=path.name, file=str(path)) as opened:
        format_of(opened.path, name=path.name, file=str(path), accepted=("csv",))
        layout = csv_pass(opened)
        raw = b"".join(opened.chunks())
    reader = csv.reader(io.StringIO(raw.decode("utf-8").removeprefix("\ufeff"), newline=""), strict=True)
    _, *rows = reader
    return list(layout.columns), rows


def _refuse_existing(*paths: Path) -> None:
    for path in paths:
        if path.exists() or path.is_symlink():
            raise Refusal("this file is there already", file=str(path), help="name another folder with -o")


def _write(path: Path, rows: list[list[str]], mode: int) -> None:
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, mode)
    with os.fdopen(fd, "w", encoding="utf-8", newline="") as f:
        csv.writer(f, lineterminator="\n").writerows(rows)
        f.flush()
        os.fsync(f.fileno())
