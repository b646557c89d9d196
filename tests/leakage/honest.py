"""An honest plan on four real hospitals that carries all the evidence the language knows; and ways to spoil it.

The scores, folds, thresholds, inner scores and manifest are those of the set `heart_loco`. What the set does not carry
was made up for these tests: persons (`units.csv`), dates, the flow, the inventory of features, and the artefacts.
"""

import csv
import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from project import SETS, project

HOSPITALS = ("cleveland", "hungarian", "switzerland", "va_long_beach")
SIZES = {"cleveland": 303, "hungarian": 294, "switzerland": 123, "va_long_beach": 200}
there = (SETS / "heart_loco").is_dir()


def honest(folder: Path) -> Path:
    """The set with everything that raises a grade. Returns the plan's path."""
    plan = project(folder, "heart_loco")
    text = plan.read_text(encoding="utf-8")
    for old, new in _MORE.items():
        assert old in text, old
        text = text.replace(old, new)
    plan.write_text(text + _SECTIONS, encoding="utf-8")
    _write(folder / "units.csv", ["subject_id", "cohort", "person", "patient"], _persons(folder))
    features = json.loads((folder / "pipeline.json").read_text())["features"]
    _write(
        folder / "features.csv",
        ["name", "source", "available_at", "derived_from"],
        [[f, "chart", "at-index", ""] for f in features],
    )
    (folder / "fits").mkdir()
    for step in ("impute", "standardise", "select"):
        for fold in HOSPITALS:
            (folder / "fits" / f"{step}-{fold}.json").write_text(f'{{"fold": "{fold}", "step": "{step}"}}\n')
    return plan


def _persons(folder: Path) -> list[list[str]]:
    """One person a unit. (Two pairs are copies of each other in the original data, each pair in one hospital.)"""
    seen: dict[str, str] = {}
    for row in _rows(folder / "predictions.csv"):
        seen.setdefault(row["subject_id"], row["cohort"])
    return [[u, c, f"P-{u}", f"F-{u}"] for u, c in seen.items()]


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as f:
        return list(csv.DictReader(f))


def _write(path: Path, header: list[str], rows: list[list[str]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as f:
        writer = csv.writer(f, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)


def _by_fold(step: str) -> str:
    return "{" + ", ".join(f"{f}: fits/{step}-{f}.json" for f in HOSPITALS) + "}"


_TRAIN = "{" + ", ".join(f"{f}: {920 - n}" for f, n in SIZES.items()) + "}"
_MORE = {
    "  id_scope: study\n": "  id_scope: study\n  match_on: [person]\n  cluster: patient\n",
    "  outcomes: outcomes.csv\n": "  outcomes: outcomes.csv\n  units: units.csv\n",
    "kind: impute, learns_from: training}": f"kind: impute, learns_from: training, fitted_on: {_TRAIN}, artefact: {_by_fold('impute')}}}",
    "kind: scale, learns_from: training}": (
        f"kind: scale, learns_from: training, fitted_on: {_TRAIN}, artefact: {_by_fold('standardise')}}}\n"
        "    - {name: pick, kind: select, learns_from: training, uses_outcomes: true,"
        f" fitted_on: {_TRAIN}, artefact: {_by_fold('select')}}}"
    ),
    "rule: {max: youden}": "rule: {max: youden, ties: most-called}",
    "chosen_on: chosen_on_cohorts}}\n": "chosen_on: chosen_on_cohorts}}\n    derivation: inner_scores.csv\n",
    "minimum_defined: 1": "minimum_defined: 4",
}
_SECTIONS = (
    "sampling: {kind: consecutive}\n"
    "flow:\n"
    + "".join(
        f"  {h}: {{screened: {n + 9}, excluded: {{no angiography: 9}}, analysed: {n}}}\n" for h, n in SIZES.items()
    )
    + "features: features.csv\n"
)


def replaced(file: str, old: str, new: str) -> Callable[[Path], None]:
    """Replace a text that stands in a file, the first time it does."""

    def change(folder: Path) -> None:
        path = folder / file
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{old!r} is not in {file}"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    return change


def added(file: str, *lines: str) -> Callable[[Path], None]:
    """Add lines at the end of a file."""

    def change(folder: Path) -> None:
        path = folder / file
        path.write_text(path.read_text(encoding="utf-8") + "".join(f"{line}\n" for line in lines), encoding="utf-8")

    return change


def copied(old: str, new: str) -> Callable[[Path], None]:
    """Put a copy of one file in another's place."""
    return lambda folder: shutil.copyfile(folder / old, folder / new) and None


def column_added(file: str, name: str, values: tuple[str, ...]) -> Callable[[Path], None]:
    """Add a column to a CSV file, its values in turn."""

    def change(folder: Path) -> None:
        head, *lines = (folder / file).read_text(encoding="utf-8").splitlines()
        told = [f"{line},{values[k % len(values)]}" for k, line in enumerate(lines)]
        (folder / file).write_text("\n".join([f"{head},{name}", *told]) + "\n", encoding="utf-8")

    return change


def temporal(folder: Path) -> None:
    """Two hospitals train, later the two others are evaluated: an honest temporal design, with a date a record."""
    plan = folder / "plan.yaml"
    text = plan.read_text(encoding="utf-8")
    start, end = text.index("design:"), text.index("models:")
    text = text[:start] + _TEMPORAL + text[end:]
    start, end = text.index("  members:"), text.index("data:")
    text = (
        text[:start]
        + "  members:\n    switzerland: {expected: {units: 123}}\n    va_long_beach: {expected: {units: 200}}\n"
        + text[end:]
    )
    start, end = text.index("thresholds:"), text.index("summaries:")
    text = text[:start] + _STATED + text[end:]
    start = text.index("flow:")
    text = text[:start] + "features: features.csv\n"
    text = text.replace(
        "  training: {path: train_manifest.csv, columns: {fold: fold, unit: subject_id, role: role}}", _DATED
    )
    text = text.replace("  match_on: [person]\n  cluster: patient\n", "  date: seen_on\n").replace(
        "minimum_defined: 4", "minimum_defined: 2"
    )
    start, end = text.index("outcome:"), text.index("units:")
    text = text[:end] + text[end:]
    plan.write_text(text, encoding="utf-8")
    rows = [r for r in _rows(folder / "predictions.csv") if r["cohort"] in HOSPITALS[2:]]
    _write(
        folder / "predictions.csv",
        ["subject_id", "cohort", "model", "score"],
        [[r["subject_id"], r["cohort"], r["model"], r["score"]] for r in rows],
    )
    persons = _persons(folder)
    _write(
        folder / "units.csv",
        ["subject_id", "cohort", "seen_on"],
        [[p[0], p[1], f"1985-{1 + k % 12:02}-{1 + k % 28:02}"] for k, p in enumerate(persons)],
    )
    train = sorted(
        {r["subject_id"] for r in _rows(folder / "train_manifest.csv") if r["subject_id"][:3] in ("cle", "hun")}
    )
    _write(
        folder / "train_manifest.csv",
        ["subject_id", "role", "seen_on"],
        [[u, "train", f"1983-{1 + k % 12:02}-{1 + k % 28:02}"] for k, u in enumerate(train)],
    )


_TEMPORAL = (
    'design:\n  kind: temporal\n  timeline: {training_data_until: "1984-12-01", evaluation_data_from: "1985-01-01"}\n'
)
_DATED = "  training: {path: train_manifest.csv, columns: {unit: subject_id, role: role, date: seen_on}}"
_STATED = """\
thresholds:
  youden: {source: prespecified, value: 0.5, positive_when: score >= threshold, why: the label}
  sp90: {source: prespecified, value: 0.8, positive_when: score >= threshold, why: the label}
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoiled:
    """One way to cheat: what is changed, and the rule, file and line that must say so. ``base`` comes first."""

    type: str
    fault: str
    change: Callable[[Path], None]
    rule: str
    file: str = "plan.yaml"
    contains: str = ""
    warning: bool = False
    base: Callable[[Path], None] | None = None
    besides: tuple[str, ...] = field(default=())
