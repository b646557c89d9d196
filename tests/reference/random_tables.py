"""Makes the random inputs that R and scikit-learn are asked about: 200 a kind, seeded, the odd ones among them.

    python tests/reference/random_tables.py FOLDER

writes ``FOLDER/<kind>.json``, a list of inputs. ``random_tables.R`` and ``random_tables_sklearn.py`` read the folder.
Plain Python and its own generator, so that the same seed gives the same inputs on any machine.
"""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

SEED = 20261130
TABLES = 200
LEVELS = (0.8, 0.9, 0.95, 0.99)

Given = dict[str, Any]


def small(draw: Random, most: int = 30) -> int:
    """A count: often 0 or 1, otherwise up to ``most``."""
    return draw.choice((0, 0, 1, *[draw.randint(2, most) for _ in range(7)]))


def level(draw: Random) -> float:
    return draw.choice(LEVELS)


def proportions(draw: Random) -> Iterator[Given]:
    """x of n at a level: no unit, none, all, one and all but one of n among them."""
    for n in (0, 1, 2, 10, 400):
        for x in sorted({0, 1, n - 1, n} & set(range(n + 1))):
            yield from ({"x": x, "n": n, "level": at} for at in LEVELS)
    while True:
        n = draw.choice((draw.randint(1, 12), draw.randint(1, 60), draw.randint(61, 2000)))
        yield {"x": draw.randint(0, n), "n": n, "level": level(draw)}


def binary(draw: Random) -> Iterator[Given]:
    """The four counts: every pattern of zero cells first."""
    for pattern in range(16):
        cells = [draw.randint(1, 30) if pattern >> bit & 1 else 0 for bit in range(4)]
        yield {**dict(zip(("tp", "fn", "tn", "fp"), cells, strict=True)), "level": level(draw)}
    while True:
        cells = [draw.choice((small(draw), draw.randint(1, 400))) for _ in range(4)]
        yield {**dict(zip(("tp", "fn", "tn", "fp"), cells, strict=True)), "level": level(draw)}


def ranking(draw: Random) -> Iterator[Given]:
    """Labels and two scores a unit, tied or not, higher is more positive, and a specificity to cut the curve at."""
    shapes = ("constant", "separated", "reversed", "identical", "few", "few", "tenths", "tenths", "untied", "untied")
    for m, n in ((0, 4), (4, 0), (1, 1), (1, 6), (6, 1), (2, 2)):
        yield scored(draw, [1] * m + [0] * n, "tenths")
    while True:
        m, n = draw.randint(1, 16), draw.randint(1, 24)
        yield scored(draw, [1] * m + [0] * n, draw.choice(shapes))


def scored(draw: Random, labels: list[int], shape: str) -> Given:
    draw.shuffle(labels)
    of: dict[str, Callable[[int], float]] = {
        "constant": lambda _: 0.5,
        "separated": lambda y: y + draw.randint(0, 9) / 10,
        "reversed": lambda y: -y - draw.randint(0, 9) / 10,
        "identical": lambda y: round(draw.gauss(y, 1), 1),
        "few": lambda y: draw.randint(0, 2) + y * draw.randint(0, 1),
        "tenths": lambda y: round(draw.gauss(y, 1), 1),
        "untied": lambda y: round(draw.gauss(y, 1), 6),
    }
    first = [of[shape](y) for y in labels]
    other = "tenths" if draw.random() < 0.7 else shape
    second = first if shape == "identical" else [of[other](y) for y in labels]
    cut = draw.choice((0.5, 0.8, 0.9, 0.95))
    return {"y": labels, "first": first, "second": second, "level": level(draw), "specificity_at_least": cut}


def probability(draw: Random) -> Iterator[Given]:
    """Labels and a probability a unit: constant, certain and right, certain and wrong, separated, and ordinary ones."""
    yield {"y": [1, 1, 1, 1], "p": [0.1, 0.4, 0.6, 0.8]}
    yield {"y": [0, 0, 0], "p": [0.1, 0.4, 0.6]}
    yield {"y": [1], "p": [0.7]}
    yield {"y": [1, 0], "p": [0.7, 0.7]}
    yield {"y": [1, 0, 1, 0], "p": [1.0, 0.0, 1.0, 0.0]}
    yield {"y": [1, 0, 1, 0], "p": [0.0, 1.0, 0.5, 0.5]}
    yield {"y": [0, 0, 1, 1, 1], "p": [0.1, 0.2, 0.2, 0.8, 0.9]}
    yield {"y": [1, 0, 1, 0], "p": [0.0, 0.2, 0.6, 0.3]}
    yield {"y": [0, 1, 1, 0], "p": [1.0, 0.5, 0.6, 0.7]}
    yield {"y": [1, 0, 1, 0], "p": [1.0, 0.2, 0.6, 0.0]}
    while True:
        n = draw.randint(8, 60)
        y = [int(draw.random() < 0.4) for _ in range(n)]
        kind = draw.random()
        digits = 1 if kind >= 0.85 else draw.choice((1, 2, 2, 3, 3, 3))
        p = [min(max(round(draw.betavariate(1.5 + 1.2 * of, 2.7 - 1.2 * of), digits), 0.0), 1.0) for of in y]
        if kind < 0.05:
            p = [0.3] * n
        elif kind < 0.10:
            p = [round(0.55 + draw.random() * 0.4 if of else 0.05 + draw.random() * 0.4, 3) for of in y]
        elif kind < 0.85:
            p = [min(max(value, 10**-digits), 1 - 10**-digits) for value in p]
        yield {"y": y, "p": [round(value, 3) for value in p]}


def meta(draw: Random) -> Iterator[Given]:
    """Estimates and variances of one to nine cohorts; half of them as x of n, zero cells among them."""
    yield {"yi": [0.4], "vi": [0.05], "level": 0.95}
    yield {"yi": [0.4, 0.4, 0.4], "vi": [0.05, 0.02, 0.1], "level": 0.95}
    yield {"yi": [0.1, 2.9], "vi": [0.01, 0.02], "level": 0.95}
    yield {"x": [0, 0, 0], "n": [5, 9, 12], "level": 0.95}
    yield {"x": [5], "n": [5], "level": 0.95}
    yield {"x": [3, 3, 3, 3], "n": [6, 6, 6, 6], "level": 0.95}
    while True:
        k = draw.choice((1, 2, 3, 3, 4, 5, 6, 7, 9))
        if draw.random() < 0.5:
            spread = draw.choice((0.0, 0.2, 1.0))
            vi = [round(draw.uniform(0.01, 0.4), 4) for _ in range(k)]
            yi = [round(draw.gauss(0.5, (v + spread**2) ** 0.5), 4) for v in vi]
            yield {"yi": yi, "vi": vi, "level": level(draw)}
        else:
            n = [draw.randint(4, 120) for _ in range(k)]
            rate, spread = draw.uniform(0.1, 0.95), draw.choice((0.0, 0.1, 0.25))
            rates = [min(max(draw.gauss(rate, spread), 0.0), 1.0) for _ in n]
            x = [sum(draw.random() < p for _ in range(size)) for size, p in zip(n, rates, strict=True)]
            yield {"x": x, "n": n, "level": level(draw)}


def clusters(draw: Random) -> Iterator[Given]:
    """Numerator and denominator of each cluster: one cluster, empty denominators, equal ratios, one unit each."""
    yield {"num": [3], "den": [5], "level": 0.95}
    yield {"num": [0], "den": [0], "level": 0.95}
    yield {"num": [0, 0], "den": [0, 0], "level": 0.95}
    yield {"num": [2, 0], "den": [4, 0], "level": 0.95}
    yield {"num": [1, 2, 3], "den": [2, 4, 6], "level": 0.95}
    yield {"num": [0, 0, 0], "den": [2, 4, 6], "level": 0.95}
    yield {"num": [2, 4], "den": [2, 4], "level": 0.95}
    yield {"num": [1, 0, 1, 1], "den": [1, 1, 1, 1], "level": 0.95}
    while True:
        den = [max(0, draw.randint(-1 if draw.random() < 0.4 else 1, 9)) for _ in range(draw.randint(2, 25))]
        rate = draw.random()
        num = [sum(draw.random() < rate for _ in range(size)) for size in den]
        yield {"num": num, "den": den, "level": level(draw)}


def paired(draw: Random) -> Iterator[Given]:
    """Units right by both, by the first only, by the second only, by neither: no discordant pair, one side only."""
    for cells in ((0, 0, 0, 0), (5, 0, 0, 3), (5, 0, 0, 0), (0, 0, 0, 4), (0, 4, 0, 0), (0, 0, 4, 0), (2, 3, 3, 2),
                  (0, 3, 3, 0), (9, 1, 0, 9), (9, 0, 1, 0)):  # fmt: skip
        yield {**dict(zip(("both", "first_only", "second_only", "neither"), cells, strict=True)), "level": 0.95}
    while True:
        cells = [draw.choice((small(draw), draw.randint(1, 200))) for _ in range(4)]
        named = zip(("both", "first_only", "second_only", "neither"), cells, strict=True)
        yield {**dict(named), "level": level(draw)}


def unpaired(draw: Random) -> Iterator[Given]:
    """x of n in two groups: an empty group, none and all among them."""
    for x1, n1, x2, n2 in ((0, 0, 3, 9), (3, 9, 0, 0), (0, 0, 0, 0), (0, 7, 5, 5), (4, 4, 9, 9), (0, 4, 0, 9)):
        yield {"x1": x1, "n1": n1, "x2": x2, "n2": n2, "level": 0.95}
    while True:
        n1, n2 = draw.randint(1, 90), draw.randint(1, 90)
        yield {"x1": draw.randint(0, n1), "n1": n1, "x2": draw.randint(0, n2), "n2": n2, "level": level(draw)}


def multiclass(draw: Random) -> Iterator[Given]:
    """``cells[i][j]``: units of class i called class j, 2 to 5 classes; classes never met or never called among them."""
    yield {"cells": [[0, 0, 0], [0, 0, 0], [0, 0, 0]]}
    yield {"cells": [[5, 0, 0], [0, 0, 0], [0, 0, 0]]}
    yield {"cells": [[5, 2, 0], [1, 6, 0], [0, 0, 0]]}
    yield {"cells": [[0, 5, 0], [0, 3, 0], [0, 2, 0]]}
    yield {"cells": [[4, 0, 0], [0, 3, 0], [0, 0, 9]]}
    yield {"cells": [[0, 4, 0], [0, 0, 3], [9, 0, 0]]}
    yield {"cells": [[1, 2, 3], [0, 0, 0], [0, 0, 0]]}
    while True:
        k = draw.choice((2, 3, 3, 4, 5))
        cells = [[small(draw, 12) + (i == j) * draw.randint(0, 20) for j in range(k)] for i in range(k)]
        if draw.random() < 0.15:
            cells[draw.randrange(k)] = [0] * k
        if draw.random() < 0.15:
            never = draw.randrange(k)
            cells = [[0 if j == never else n for j, n in enumerate(row)] for row in cells]
        yield {"cells": cells}


def multilabel(draw: Random) -> Iterator[Given]:
    """Labels that a unit has and that it is called, one letter a label: units without any, labels never met."""
    yield {"actual": ["000"], "called": ["000"]}
    yield {"actual": ["000", "000"], "called": ["010", "000"]}
    yield {"actual": ["110", "011"], "called": ["000", "000"]}
    yield {"actual": ["110", "011"], "called": ["110", "011"]}
    yield {"actual": ["1", "0", "1"], "called": ["1", "1", "0"]}
    while True:
        labels, rows, rate, right = draw.randint(2, 6), draw.randint(1, 25), draw.random() * 0.7, draw.uniform(0.5, 1)
        actual = ["".join("01"[draw.random() < rate] for _ in range(labels)) for _ in range(rows)]
        called = ["".join(c if draw.random() < right else "10"[int(c)] for c in row) for row in actual]
        yield {"actual": actual, "called": called}


def ranks(draw: Random) -> Iterator[Given]:
    """Actual class and a score a class, no two scores of a unit alike, and k."""
    yield {"y": [0, 1], "scores": [[3, 1, 2], [1, 2, 3]], "k": 3}
    while True:
        classes, rows = draw.randint(3, 6), draw.randint(1, 25)
        scores = [draw.sample(range(60), classes) for _ in range(rows)]
        y = [draw.randrange(classes) for _ in range(rows)]
        yield {"y": y, "scores": scores, "k": draw.randint(1, classes - 1)}


KINDS: tuple[Callable[[Random], Iterator[Given]], ...] = (
    proportions, binary, ranking, probability, meta, clusters, paired, unpaired, multiclass, multilabel, ranks,
)  # fmt: skip


def inputs(kind: Callable[[Random], Iterator[Given]]) -> list[Given]:
    """The kind's 200 inputs. Each kind has its own generator, so that one that changes leaves the others alone."""
    each = kind(Random(f"{SEED} {kind.__name__}"))
    return [next(each) for _ in range(TABLES)]


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for kind in KINDS:
        text = json.dumps(inputs(kind), separators=(",", ":"))
        (folder / f"{kind.__name__}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
