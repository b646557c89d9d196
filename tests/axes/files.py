"""Small studies of several classes, labels, folds and repeats as files; a run of one, held against every published schema."""

import json
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from project import ROOT
from reports.study import Ran, Study, command, study

from evalspec.tally.read import read_tally

MULTICLASS = "{kind: multiclass, column: outcome, classes: [cat, dog, cow], definition: d, reference_standard: r}"
SCORES = (
    "{m: {scores: {cat: cat, dog: dog, cow: cow}, scale: probability, direction: higher-is-positive, ties: refuse}}"
)


def table(*lines: Any) -> str:
    """CSV from rows: a heading in one text, then values."""
    return "".join((line if isinstance(line, str) else ",".join(map(str, line))) + "\n" for line in lines)


def numbers(*summaries: str) -> str:
    """Summaries s0, s1 …: the first one primary."""
    return "".join(f"\n  - {{id: s{k}, role: {'secondary' if k else 'primary'}, {s}}}" for k, s in enumerate(summaries))


def ran(folder: Path, files: dict[str, str], *summaries: str, **sections: str | None) -> Ran:
    """What a sealed run leaves. Its files are what their schemas say, the tally reads back, and the folder verifies."""
    made = made_of(folder, files, *summaries, **sections)
    done = made.run()
    for name in ("results", "tally"):
        schema = json.loads((ROOT / "schemas" / f"{name}-v1.schema.json").read_text())
        Draft202012Validator(schema).validate(json.loads((done.folder / f"{name}.json").read_text()))
    read_tally((done.folder / "tally.json").read_bytes(), "tally.json")
    code, out, err = command("verify", made.plan)
    assert code == 0, (out, err)
    addresses = [row["address"] for row in done.results["rows"]]
    assert len({*addresses}) == len(addresses)
    return done


def made_of(folder: Path, files: dict[str, str], *summaries: str, **sections: str | None) -> Study:
    """The study itself, not yet run."""
    folder.mkdir(exist_ok=True)
    return study(folder / "study", files=files, summaries=numbers(*summaries), **sections)


def values(done: Ran) -> dict[str, float | None]:
    """Every row's estimate, by address."""
    return {row["address"]: row["estimate"] for row in done.results["rows"]}
