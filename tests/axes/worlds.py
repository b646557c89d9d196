"""Random small studies of every kind of outcome: the rows, the files that hold them, and the plan that names them."""

import json
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from axes.by_hand import Declared, Row
from hypothesis import strategies as st

from evalspec.pipeline._compute import computed, open_inputs, open_outcomes
from evalspec.plan.load import load
from evalspec.plan.model import Plan
from evalspec.plan.source import read

COHORTS, CLASSES, FOLDS, REPEATS = ("b", "B", "a"), ("cow", "Ox", "ant"), ("2", "10", "1"), ("y", "x")
"""None of them in the order of code points."""

EIGHTHS = st.integers(0, 8).map(lambda k: Fraction(k, 8))


@dataclass(frozen=True)
class Unit:
    """``results``: by repeat, the fold and the scores, one a class (one, of two classes)."""

    name: str
    cohort: str
    actual: Any
    results: dict[str, tuple[str, tuple[Fraction, ...]]]


@dataclass(frozen=True)
class World:
    """``actual`` of a unit: a truth value; the name of its class; a truth value a label."""

    kind: str
    units: tuple[Unit, ...]
    cohorts: bool
    folds: bool
    repeats: bool
    long: bool = False
    long_outcomes: bool = False

    @property
    def axes(self) -> dict[str, Sequence[str]]:
        """The members of each axis that is there; folds and repeats are those that the rows name."""
        results = [(r, f) for u in self.units for r, (f, _) in u.results.items()]
        there: dict[str, Sequence[str]] = {}
        there |= {"cohorts": COHORTS} if self.cohorts else {}
        there |= {"classes": CLASSES} if self.kind != "binary" else {}
        there |= {"folds": sorted({f for _, f in results})} if self.folds else {}
        there |= {"repeats": sorted({r for r, _ in results})} if self.repeats else {}
        return there

    def rows(self, metric: str) -> list[Row]:
        """What the metric looks at, decided at one half; of several classes the first of the highest scores is called."""
        return [row for unit in self.units for row in self._of(unit, metric)]

    def _of(self, unit: Unit, metric: str) -> list[Row]:
        found = []
        for repeat, (fold, scores) in unit.results.items():
            at = Row(unit.name, unit.cohort, fold, repeat, "", None, None)
            called = CLASSES[scores.index(max(scores))] if self.kind == "multiclass" else ""
            if self.kind == "binary":
                found.append(replace(at, actual=unit.actual, called=scores[0] >= Fraction(1, 2), score=scores[0]))
            elif self.kind == "multiclass" and metric == "accuracy":
                found.append(replace(at, actual=unit.actual, called=called))
            else:
                for k, name in enumerate(CLASSES):
                    one = self.kind == "multiclass"
                    actual = unit.actual == name if one else unit.actual[k]
                    call = called == name if one else scores[k] >= Fraction(1, 2)
                    found.append(replace(at, classes=name, actual=actual, called=call, score=scores[k]))
        return found

    def write(self, folder: Path) -> None:
        """predictions.csv and outcomes.csv."""
        names = CLASSES if self.kind != "binary" else ("s",)
        by_label = self.long and self.kind == "multilabel"
        lines = [["u", "c", "f", "r", *(["model"] if self.long else []), *(["label", "s"] if by_label else names)]]
        for u in self.units:
            for repeat, (fold, scores) in u.results.items():
                start = [u.name, u.cohort, fold, repeat, *(["m"] if self.long else [])]
                told = [str(float(s)) for s in scores]
                lines += [[*start, k, s] for k, s in zip(CLASSES, told, strict=True)] if by_label else [[*start, *told]]
        (folder / "p.csv").write_text("".join(",".join(line) + "\n" for line in lines))
        outcomes = self._outcomes()
        (folder / "o.csv").write_text("".join(",".join(line) + "\n" for line in outcomes))

    def _outcomes(self) -> list[list[str]]:
        if self.kind == "multiclass":
            return [["u", "y"], *([u.name, u.actual] for u in self.units)]
        told = {True: "yes", False: "no"}
        if self.kind == "binary":
            return [["u", "y"], *([u.name, told[u.actual]] for u in self.units)]
        if self.long_outcomes:
            each = [[u.name, k, told[y]] for u in self.units for k, y in zip(CLASSES, u.actual, strict=True)]
            return [["u", "label", "y"], *each]
        return [["u", *(f"y_{k}" for k in CLASSES)], *([u.name, *(told[y] for y in u.actual)] for u in self.units)]

    def plan(self, summaries: Sequence[Declared]) -> str:
        """The plan, in JSON."""
        threshold = "" if self.kind == "multiclass" else "t"
        layout = {"layout": "long"} if self.long else {}
        wide_scores = self.kind == "multiclass" or (self.kind == "multilabel" and not self.long)
        result = {"scores": dict(zip(CLASSES, CLASSES, strict=True))} if wide_scores else {"score": "s"}
        ties = {"ties": "first-declared"} if self.kind == "multiclass" else {}
        sections: dict[str, Any] = {
            "evalspec": 1,
            "plan": {"id": "t", "title": "T", "question": "Q", "target": "these-cohorts"},
            "outcome": self._outcome(),
            "units": {"id": "u", "id_scope": "study"},
            "data": {
                "predictions": {"path": "p.csv", **layout},
                "outcomes": {"path": "o.csv", **({"layout": "long"} if self.long_outcomes else {})},
            },
            "design": {
                "kind": "cross-validation" if self.folds else "external",
                **({"fold": "f"} if self.folds else {}), **({"repeat": "r"} if self.repeats else {}),
            },
            "models": {"m": {**result, **ties, "scale": "probability", "direction": "higher-is-positive"}},
            "summaries": [s.section(f"s{i}", threshold) for i, s in enumerate(summaries)],
            "handling": {"missing_prediction": "refuse", "missing_outcome": "refuse"},
        }  # fmt: skip
        if self.cohorts:
            sections["cohorts"] = {"column": "c", "members": list(COHORTS)}
        if threshold:
            cut = {"source": "prespecified", "value": 0.5, "positive_when": "score >= threshold", "why": "W"}
            sections["thresholds"] = {"t": cut}
        return "".join(f"{name}: {json.dumps(value)}\n" for name, value in sections.items())

    def _outcome(self) -> dict[str, Any]:
        said: dict[str, Any] = {"kind": self.kind, "column": "y", "reference_standard": "r"}
        if self.kind == "multiclass":
            return said | {"classes": list(CLASSES), "definition": "d"}
        said |= {"positive": "yes", "negative": "no"}
        if self.kind == "binary":
            return said | {"definition": "d"}
        column = {} if self.long_outcomes else None
        return said | {
            "labels": {k: {**({"column": f"y_{k}"} if column is None else {}), "definition": "d"} for k in CLASSES}
        }


def tallied(folder: Path, text: str, threads: int | None = None) -> tuple[Plan, Any, Any]:
    """The plan, its tally and how the outcomes fitted."""
    plan = load(read(text.encode(), "plan.yaml"))
    assert isinstance(plan, Plan), plan
    with ExitStack() as stack:
        opened = open_outcomes(open_inputs(plan, folder, {}, stack), stack)
        return (plan, *computed(opened, threads=threads))


@st.composite
def worlds(draw: Any, kind: str | None = None) -> World:
    """Up to ten units; folds, repeats and cohorts there or not."""
    kind = kind or draw(st.sampled_from(["binary", "multiclass", "multilabel"]))
    folds, repeats, cohorts = (draw(st.booleans()) for _ in range(3))
    actual = {
        "binary": st.booleans(), "multiclass": st.sampled_from(CLASSES), "multilabel": st.tuples(*[st.booleans()] * 3)
    }[kind]  # fmt: skip
    scores = st.tuples(*[EIGHTHS] * (1 if kind == "binary" else 3))
    units = []
    for n in range(draw(st.integers(2, 12))):
        results = {r: (draw(st.sampled_from(FOLDS)), draw(scores)) for r in (REPEATS if repeats else ("",))}
        units.append(Unit(f"u{n}", draw(st.sampled_from(COHORTS)), draw(actual), results))
    long = draw(st.booleans())
    return World(kind, tuple(units), cohorts, folds, repeats, long, kind == "multilabel" and draw(st.booleans()))


WEIGHTS = {"cohorts": {"b": 1, "B": 2, "a": 0}, "classes": {"cow": 0.5, "Ox": 0.25, "ant": 0.25}}


@st.composite
def declared(draw: Any, world: World) -> Declared:
    """A summary that the language has a number for: a word for each axis that is there."""
    metric = draw(
        st.sampled_from(
            ["sensitivity", "specificity", "precision", "f1", "false_negative_rate", "auroc", "brier"]
            + (["accuracy"] if world.kind != "multilabel" else [])
        )
    )
    words: dict[str, Any] = {}
    for axis, names in world.axes.items():
        if axis == "classes" and metric == "accuracy":
            continue
        kinds: list[Any] = ["pooled", "each", "macro", "worst"]
        kinds += ["by-size"] if axis in ("cohorts", "folds") else []
        kinds += ["by-support"] if axis == "classes" else []
        if axis in WEIGHTS:
            kinds += [{"weights": WEIGHTS[axis], "rescale": r} for r in (True, False)]
        assert names
        words[axis] = draw(st.sampled_from(kinds))
    combined = [a for a in ("cohorts", "classes", "folds", "repeats") if words.get(a) not in (None, "pooled", "each")]
    minimum = {a: draw(st.integers(1, len(world.axes[a]))) for a in combined}
    return Declared(metric, words, minimum)
