"""Small studies with one feature each, whose reports are read: plans, files, and the text that a run leaves."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from reports.study import Ran, study

HALF = "{main: {source: prespecified, value: 0.5, positive_when: score >= threshold, why: the label}}"
TWO_MODELS = (
    "{new: {score: new, scale: probability, direction: higher-is-positive}, "
    "old: {score: old, scale: probability, direction: higher-is-positive}}"
)
LOST = (
    '{kind: binary, column: outcome, positive: "1", negative: "0", unknown: ["lost"], definition: the event, '
    "reference_standard: a panel}"
)
CLASSES = "{kind: multiclass, column: outcome, classes: [a, b, c], definition: the class, reference_standard: a panel}"
FOUR = ("A", "B", "C", "D")


def text_of(ran: Ran) -> str:
    """The report without the leakage statement."""
    return ran.text.split("LEAKAGE STATEMENT")[0]


def said(ran: Ran) -> str:
    """The same on one line, so that a sentence is found wherever it was broken."""
    return " ".join(text_of(ran).split())


def section(ran: Ran, title: str) -> list[str]:
    """The lines of a section or a table, from its title to the next title that stands at the margin, without empty ones."""
    lines = text_of(ran).split("\n")
    start = lines.index(title)
    found = [lines[start]]
    for before, line in zip(lines[start:], lines[start + 1 :], strict=False):
        if line and not before and line[0].isalpha() and len(found) > 2:
            break
        found.append(line)
    return [line for line in found if line]


def line(ran: Ran, title: str, *starts: str) -> list[str]:
    """The cells of the one line of a table that starts with these."""
    rows = [row.split() for row in section(ran, title)]
    (found,) = [row for row in rows if tuple(row[: len(starts)]) == starts]
    return found


def run(folder: Path, **sections: Any) -> Ran:
    """Whatever the rules warn of, the plan has no error."""
    s = study(folder, **sections)
    errors = [f"{f.code} {f.name}: {f.message}" for f in s.check().errors]
    assert not errors, errors
    return s.run()


def table(head: str, rows: Iterable[Sequence[object]]) -> str:
    """As CSV."""
    return "\n".join([head, *(",".join(map(str, row)) for row in rows)]) + "\n"


def graded(*, cohorts: Sequence[str] = FOUR, each: int = 30) -> list[list[Any]]:
    """Units: id, cohort, sex, outcome, two probabilities; drawn with a seed, so always the same."""
    chance = Random("two models")
    rows: list[list[Any]] = []
    for cohort in cohorts:
        for _ in range(each):
            y = int(chance.random() < 0.4)
            new, old = (min(max(chance.gauss(0.5 + far * (2 * y - 1), 0.15), 0.02), 0.98) for far in (0.12, 0.06))
            rows.append([f"s{len(rows) + 1}", cohort, chance.choice("FM"), y, f"{new:.2f}", f"{old:.2f}"])
    return rows


def two_models(folder: Path, *, each: int = 30, lost: Callable[[int], bool] | None = None, **sections: Any) -> Ran:
    """Two models of the same units in four cohorts; ``lost`` says of which units, by number, the outcome is not known."""
    units, no_outcome = graded(each=each), lost or (lambda _: False)
    files = {
        "predictions.csv": table("subject_id,cohort,sex,new,old", [[*u[:3], *u[4:]] for u in units]),
        "outcomes.csv": table(
            "subject_id,outcome", [[u[0], "lost" if no_outcome(n) else u[3]] for n, u in enumerate(units)]
        ),
    }
    shape = {"cohorts": FOUR, "models": TWO_MODELS, "thresholds": HALF}
    return run(folder, **{"files": files, **shape, **sections})


def calls_of_classes(folder: Path, units: Sequence[tuple[str, str, str]], **sections: Any) -> Ran:
    """Calls of three classes: a unit is its cohort, class and call."""
    rows = [(f"s{n}", *unit) for n, unit in enumerate(units)]
    files = {
        "predictions.csv": table("subject_id,cohort,call", [(i, cohort, call) for i, cohort, _, call in rows]),
        "outcomes.csv": table("subject_id,outcome", [(i, y) for i, _, y, _ in rows]),
    }
    shape = {"files": files, "outcome": CLASSES, "models": "{m: {calls: call}}", "thresholds": None}
    return run(folder, **{**shape, "cohorts": list(dict.fromkeys(cohort for _, cohort, *_ in rows)), **sections})


def validated(folder: Path, **sections: Any) -> Ran:
    """Cross-validation of three folds, twice, in four cohorts: calls of three classes."""
    chance = Random("validated")
    units = [(f"s{n}", FOUR[n % 4], chance.choice("abc")) for n in range(120)]
    rows = [
        ("m", i, cohort, f"f{(n + 7 * again) % 3}", f"r{again}", y if chance.random() < 0.7 else chance.choice("abc"))
        for n, (i, cohort, y) in enumerate(units)
        for again in (1, 2)
    ]
    files = {
        "predictions.csv": table("model,subject_id,cohort,fold,repeat,call", rows),
        "outcomes.csv": table("subject_id,outcome", [(i, y) for i, _, y in units]),
    }
    shape = {
        "files": files, "outcome": CLASSES, "models": "{m: {calls: call}}", "thresholds": None, "cohorts": FOUR,
        "design": "{kind: cross-validation, fold: fold, repeat: repeat}",
        "data": "{predictions: {path: predictions.csv, layout: long}, outcomes: outcomes.csv}",
    }  # fmt: skip
    return run(folder, **{**shape, **sections})
