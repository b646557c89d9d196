"""The reported cases, and a small study built for one of them: a plan, its files, and what each act makes of it."""

import contextlib
import io
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import isclose
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from evalspec.cli.main import main
from evalspec.pipeline import Checked, check, seal
from evalspec.pipeline._run import run
from evalspec.records import Finding, Refusal

Rows = Sequence[Sequence[Any]]


@cache
def cases() -> dict[str, dict[str, Any]]:
    lines = (Path(__file__).parent / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    found = {case["id"]: case for case in map(json.loads, lines)}
    assert len(found) == len(lines)
    return found


def report(ident: str) -> dict[str, Any]:
    """One case: ``given``, ``right``, and where it was reported."""
    return cases()[ident]


SECTIONS = {
    "evalspec": "1",
    "plan": "{id: report, title: A reported case, question: What is right here?, target: these-cohorts}",
    "outcome": '{kind: binary, column: outcome, positive: "1", negative: "0", definition: the event, reference_standard: a panel}',
    "units": "{id: subject_id, id_scope: study}",
    "data": "{predictions: predictions.csv, outcomes: outcomes.csv}",
    "design": "{kind: external}",
    "models": "{m: {score: score, scale: probability, direction: higher-is-positive}}",
    "thresholds": "{main: {source: prespecified, value: 0.5, positive_when: score >= threshold, why: the label}}",
    "sampling": "{kind: consecutive}",
    "multiplicity": "{method: none, why: nothing is claimed}",
    "handling": "{missing_prediction: refuse, missing_outcome: refuse}",
}
"""A plan without findings, once it has summaries and, where it has cohorts, names them."""

RANKING = ("auroc", "average_precision")


def summaries(metrics: Iterable[str], *words: str, least: int = 1) -> str:
    """One summary for each word over cohorts, named after it (``all`` where there is none), the first one primary."""
    metrics, lines = list(metrics), []
    for threshold in (False, True):
        mine = [m for m in metrics if (m not in RANKING) == threshold]
        for word in (words or ("all",)) if mine else ():
            parts = [f"id: {word}{'' if threshold else '-ranks'}", f"role: {'secondary' if lines else 'primary'}"]
            parts += [f"metric: [{', '.join(mine)}]", *(["threshold: main"] if threshold else [])]
            parts += [f"cohorts: {word}"] if words else []
            parts += [f"minimum_defined: {least}"] if word in ("macro", "by-size") else []
            lines.append(f"\n  - {{{', '.join(parts)}}}")
    return "".join(lines)


@dataclass
class Ran:
    """What a run left."""

    results: dict[str, Any]
    text: str
    folder: Path

    def row(self, address: str) -> dict[str, Any]:
        (found,) = [r for r in self.results["rows"] if r["address"] == address]
        return found

    def value(self, address: str) -> float | None:
        row = self.row(address)
        assert (row["estimate"] is None) == bool(row["undefined"]), row
        return row["estimate"]

    def counts(self, cohort: str = "all") -> dict[str, Any]:
        (found,) = [c for c in self.results["counts"] if c["cohort"] == cohort]
        return found


@dataclass
class Study:
    """A folder with a plan and its files."""

    folder: Path

    @property
    def plan(self) -> Path:
        return self.folder / "plan.yaml"

    def line(self, text: str) -> int:
        """The line of the plan on which ``text`` stands."""
        lines = self.plan.read_text().splitlines()
        return 1 + next(n for n, line in enumerate(lines) if text in line)

    def check(self) -> Checked:
        checked = check(self.plan, debug=True)
        assert not checked.crashed
        return checked

    def found(self, name: str) -> list[Finding]:
        """The findings of one rule."""
        return [f for f in self.check().findings if f.name == name]

    def errors(self) -> dict[str, list[Finding]]:
        """Every error, by the name of its rule."""
        found: dict[str, list[Finding]] = {}
        for f in self.check().errors:
            found.setdefault(f.name, []).append(f)
        return found

    def run(self) -> Ran:
        seal(self.plan)
        ran = run(self.plan, self.folder / "out", debug=True)
        results = json.loads((self.folder / "out" / "results.json").read_text())
        return Ran(results=results, text=ran.report, folder=ran.folder)

    def refused(self) -> Refusal:
        """What a run of the sealed plan says in place of results; nothing may be left of it."""
        seal(self.plan)
        with pytest.raises(Refusal) as raised:
            run(self.plan, self.folder / "out", debug=True)
        assert not (self.folder / "out").exists()
        return raised.value


def study(
    folder: Path,
    *,
    cohorts: Mapping[str, Rows] | Sequence[str] | str | None = None,
    rows: Rows | None = None,
    files: Mapping[str, str] | None = None,
    **sections: str | None,
) -> Study:
    """``cohorts`` maps names to (score, outcome) pairs, or lists names, or is the section itself.

    ``rows`` are pairs without cohorts, ``files`` are texts. A section that is None is taken out of the plan.
    """
    folder.mkdir(exist_ok=True)
    members = cohorts if isinstance(cohorts, str) else _members(cohorts) if cohorts else None
    written = {**SECTIONS, "cohorts": members, **sections}
    if "thresholds" not in sections and "threshold: main" not in (written.get("summaries") or ""):
        written["thresholds"] = None
    (folder / "plan.yaml").write_text(plan_text(written))
    pairs = [(c, *pair) for c, of in cohorts.items() for pair in of] if isinstance(cohorts, Mapping) else None
    if rows is not None:
        pairs = [("", *pair) for pair in rows]
    if pairs is not None:
        _tables(folder, pairs, with_cohort=bool(cohorts))
    for name, text in (files or {}).items():
        (folder / name).write_text(text)
    return Study(folder)


def plan_text(sections: Mapping[str, str | None]) -> str:
    return "".join(f"{name}: {text}\n" for name, text in sections.items() if text is not None)


def _members(names: Iterable[str]) -> str:
    return "{column: cohort, members: [" + ", ".join(f'"{n}"' for n in names) + "]}"


def _tables(folder: Path, pairs: Rows, *, with_cohort: bool) -> None:
    head = "subject_id,cohort,score" if with_cohort else "subject_id,score"
    predictions, outcomes = [head], ["subject_id,outcome"]
    for n, (cohort, score, outcome) in enumerate(pairs, start=1):
        predictions.append(",".join([f"s{n}", *([cohort] if with_cohort else []), str(score)]))
        outcomes.append(f"s{n},{outcome}")
    (folder / "predictions.csv").write_text("\n".join(predictions) + "\n")
    (folder / "outcomes.csv").write_text("\n".join(outcomes) + "\n")


def counts_of(folder: Path, table: Mapping[str, Sequence[int]], *, summaries: str, **sections: str | None) -> Study:
    """A study of published counts: TP, FN, TN, FP of each cohort."""
    text = "cohort,tp,fn,tn,fp\n" + "".join(f"{c},{','.join(map(str, n))}\n" for c, n in table.items())
    names = ", ".join(f'"{c}"' for c in table)
    shape = {
        "outcome": "{kind: binary, definition: the event, reference_standard: a panel}", "units": None, "handling": None,
        "cohorts": f"{{members: [{names}]}}",
        "data": "{counts: {path: counts.csv, blinding: none, why: a printed table}}",
        "models": "{m: {}}", "thresholds": "{main: {source: as-published}}",
    }  # fmt: skip
    return study(folder, files={"counts.csv": text}, summaries=summaries, **(shape | sections))


def same(got: float | None, want: float | None) -> bool:
    """To 1e-12; undefined is the same as nothing but undefined."""
    return got is want if got is None or want is None else isclose(got, want, rel_tol=1e-12, abs_tol=1e-12)


def command(*args: object) -> tuple[int, str, str]:
    """The command line in this process: exit code, standard output, standard error."""
    out, err = io.StringIO(), io.StringIO()
    with (
        mock.patch.object(sys, "argv", ["evalspec", *map(str, args)]),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        pytest.raises(SystemExit) as ended,
    ):
        main()
    return int(ended.value.code or 0), out.getvalue(), err.getvalue()
