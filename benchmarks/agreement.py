"""Do the contenders compute the same numbers? A benchmark that computes something else is no benchmark."""

import json
import math
import sys
from pathlib import Path

TOLERANCE = 1e-9


def of_evalspec(results: Path) -> dict[str, float]:
    """Numbers of a results.json under the names that the contenders use."""
    found = {}
    for row in json.loads(results.read_text())["rows"]:
        place = f"each/{row['cohort']}" if row["cohort"] else row["cohorts"]
        found[f"{place}/{row['metric']}"] = row["estimate"]
    return found


def rows_and_positives(results: Path) -> dict[str, int]:
    """What the bare join counts."""
    cells = json.loads(results.read_text())["counts"]
    return {"rows": sum(c["units"] for c in cells), "positives": sum(c["positives"] for c in cells)}


def require(contender: str, theirs: dict[str, float], ours: dict[str, float]) -> int:
    """How many numbers were compared; exits where one differs, or is not ours to begin with."""
    for name, value in theirs.items():
        if name not in ours or not math.isclose(value, ours[name], rel_tol=TOLERANCE, abs_tol=TOLERANCE):
            sys.exit(f"{contender} disagrees on {name}: {value!r}, evalspec {ours.get(name)!r}")
    return len(theirs)
