"""Small studies with one feature each, whose reports are read: plans, files, and the text that a run leaves."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

from reports.study import Ran, study

HALF = "{main: {source: prespecified, value: 0.5, positive_when: score >= threshold, why: the label}}"
TWO_MODELS = (
    "{new: {score: new, scale: probability, direction: higher-is-positive}, "
    "old: {score: old, scale: probability, direction: higher-is-positive}}"
)


def text_of(ran: Ran) -> str:
    """The report without the leakage statement."""
    return ran.text.split("LEAKAGE STATEMENT")[0]


def part(ran: Ran, title: str) -> str:
    """The section under a title in capitals, or the table under a name, to the next empty line but one."""
    text = text_of(ran)
    _, _, rest = text.partition(f"\n{title}\n")
    assert rest, f"no {title} in\n{text}"
    lines: list[str] = []
    for line in rest.split("\n"):
        if line and line == line.upper() and line[0].isalpha() and lines:
            break
        lines.append(line)
    return "\n".join(lines).strip("\n")


def run(folder: Path, **sections: str | None) -> Ran:
    """Whatever the rules warn of, the plan has no error."""
    s = study(folder, **sections)  # type: ignore[arg-type]
    errors = [f"{f.code} {f.name}: {f.message}" for f in s.check().errors]
    assert not errors, errors
    return s.run()


def table(head: str, rows: Iterator[Sequence[object]] | Sequence[Sequence[object]]) -> str:
    """As CSV."""
    return "\n".join([head, *(",".join(map(str, row)) for row in rows)]) + "\n"


def graded(
    seed: int, name: str, *, cohorts: Sequence[str] = ("A", "B", "C", "D"), each: int = 30
) -> list[list[object]]:
    """Units: id, cohort, sex, age, outcome, two probabilities; drawn with a seed, so always the same."""
    chance = Random(f"{seed} {name}")
    rows: list[list[object]] = []
    for cohort in cohorts:
        for _ in range(each):
            y = int(chance.random() < 0.4)
            new = min(max(chance.gauss(0.62 if y else 0.38, 0.15), 0.02), 0.98)
            old = min(max(chance.gauss(0.56 if y else 0.44, 0.15), 0.02), 0.98)
            rows.append([f"s{len(rows) + 1}", cohort, chance.choice("FM"), y, f"{new:.2f}", f"{old:.2f}"])
    return rows


def two_models(
    folder: Path, *, cohorts: Sequence[str] = ("A", "B", "C", "D"), each: int = 30,
    unknown: Callable[[int], bool] | None = None, **sections: str | None,
) -> Ran:  # fmt: skip
    """Two models of the same units; ``unknown`` says of which units, by number, the outcome was lost."""
    units = graded(1, "two models", cohorts=cohorts, each=each)
    lost = unknown or (lambda _: False)
    files = {
        "predictions.csv": table("subject_id,cohort,sex,new,old", [[u[0], u[1], u[2], u[4], u[5]] for u in units]),
        "outcomes.csv": table("subject_id,outcome", [[u[0], "lost" if lost(n) else u[3]] for n, u in enumerate(units)]),
    }
    several = len(cohorts) > 1
    shape = {"cohorts": list(cohorts) if several else None, "models": TWO_MODELS, "thresholds": HALF}
    if not several:
        files["predictions.csv"] = table("subject_id,sex,new,old", [[u[0], u[2], u[4], u[5]] for u in units])
    return run(folder, files=files, **(shape | sections))  # type: ignore[arg-type]
