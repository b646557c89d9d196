"""What ``import evalspec`` offers: load, check, seal and run, and the objects they return.

Every object shows itself in a notebook (``_repr_html_``) and gives its rows as a data frame (``to_frame()``).
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from evalspec import frame, pipeline
from evalspec.plan.model import Plan as Model
from evalspec.records import Finding, Judgement, Refusal
from evalspec.report._html import as_table

if TYPE_CHECKING:
    from evalspec.frame import DataFrame
    from evalspec.pipeline._project import ProjectRules

PathLike = str | os.PathLike[str]
Rules = Sequence[PathLike] | Literal[False]


class _Shown:
    """Rows with a title."""

    _title: str

    def _rows(self) -> Sequence[Mapping[str, Any]]:
        raise NotImplementedError

    def to_frame(self) -> DataFrame:
        """The rows as a pandas data frame, one column a field; absent values are None."""
        return frame.to_frame(self._rows())

    def _repr_html_(self) -> str:
        return as_table(self._title, self._rows())


class Plan(_Shown):
    """A plan as it was read: a row for each declared summary and metric. ``model`` is the whole of it, frozen."""

    def __init__(self, *, file: str, model: Model) -> None:
        self.file, self.model = file, model
        self._title = f"{model.plan.title} ({model.plan.id})"

    def __repr__(self) -> str:
        return f"<evalspec.Plan {self.model.plan.id}: {len(self.model.summaries)} summaries>"

    def _rows(self) -> Sequence[Mapping[str, Any]]:
        return [
            {
                "summary": s.id,
                "role": s.role.value,
                "metric": str(use),
                "threshold": s.threshold,
                "models": ", ".join(s.models or tuple(self.model.models)),
                "cohorts": s.cohorts if isinstance(s.cohorts, str | None) else "weights",
                "interval": s.interval.method if s.interval else None,
            }
            for s in self.model.summaries
            for use in s.uses
        ]


class Checked(_Shown):
    """What the rules made of a plan: a row a finding, and one for what is waived. ``ok``: no error, so that it can be sealed."""

    _title = "Findings"

    def __init__(self, checked: pipeline.Checked) -> None:
        self._checked = checked
        self.findings: tuple[Finding, ...] = checked.findings
        self.waived: tuple[Finding, ...] = checked.waived
        self.judgements: tuple[Judgement, ...] = checked.judgements
        self.plan = Plan(file=checked.file, model=checked.plan) if checked.plan else None

    @property
    def ok(self) -> bool:
        """Whether no error was found and every rule could run."""
        return not self._checked.errors and not self._checked.crashed and self.plan is not None

    def coverage(self) -> DataFrame:
        """What every rule made of the plan: status, grade, ground."""
        return frame.to_frame(
            [
                {
                    "code": j.code,
                    "rule": j.name,
                    "status": str(j.status),
                    "grade": j.grade and str(j.grade),
                    "reason": j.reason,
                }
                for j in self.judgements
            ]
        )

    def __repr__(self) -> str:
        return f"<evalspec.Checked {self._checked.file}: {len(self._checked.errors)} errors, {len(self.findings)} findings>"

    def _rows(self) -> Sequence[Mapping[str, Any]]:
        return [
            {
                "severity": f.severity.value,
                "code": f.code,
                "rule": f.name,
                "message": f.message,
                "help": "" if f in self.waived else f.help,
                "file": f.file,
                "line": f.place.line if f.place else None,
                "column": f.place.column if f.place else None,
                "waived": f.help if f in self.waived else "",
            }
            for f in (*self.findings, *self.waived)
        ]


class Sealed(_Shown):
    """A seal on the record: a row an event. ``head`` is the digest to deposit outside the folder."""

    _title = "Ledger"

    def __init__(self, sealed: pipeline.Sealed) -> None:
        self.head, self.ledger = sealed.head, sealed.ledger
        self.checked = Checked(sealed.checked)

    def __repr__(self) -> str:
        return f"<evalspec.Sealed {self.head}>"

    def _rows(self) -> Sequence[Mapping[str, Any]]:
        from evalspec.ledger import chain

        return [
            {"sequence": e.sequence, "kind": e.kind, "at": e.at, "digest": e.digest} for e in chain.read(self.ledger)
        ]


class Results(_Shown):
    """A finished run: a row a declared number, as in results.json. ``report`` is the text report."""

    _title = "Declared numbers"

    def __init__(self, *, data: Mapping[str, Any], report: str, folder: Path) -> None:
        self.data, self.report, self.folder = data, report, folder

    @property
    def gates(self) -> dict[str, str]:
        """Each gate's verdict: met, not met, undecided or not tested."""
        return {g["id"]: g["verdict"] for g in self.data["gates"]}

    def counts(self) -> DataFrame:
        """The companion table: size and counts of each decision, cohort, fold, class, subgroup and scenario."""
        return frame.to_frame(self.data["counts"])

    def companions(self) -> DataFrame:
        """For each number over cohorts, classes, folds or repeats, its members with their weights."""
        return frame.to_frame(self.data["companions"], columns=("address", "cohort", "estimate", "undefined", "weight"))

    def comparisons(self) -> DataFrame:
        """A row a comparison: estimate, limits, test, p-value, who calls whom, conclusion."""
        return frame.to_frame(self.data["comparisons"], columns=("comparison", "role", "address", "first", "second"))

    def heterogeneity(self) -> DataFrame:
        """A row a fit over cohorts: Q, I² (0 to 1), tau², mean and variance on its scale."""
        return frame.to_frame(self.data.get("heterogeneity") or (), columns=("address", "scale", "k"))

    def curves(self) -> DataFrame:
        """A row a point of the declared figures; ``line`` names a line drawn beside one, and is None for its own points."""
        return frame.to_frame(list(_points(self.data["curves"])), columns=_OF_POINTS)

    def __repr__(self) -> str:
        return f"<evalspec.Results {self.data['plan']['id']}: {len(self.data['rows'])} numbers>"

    def _rows(self) -> Sequence[Mapping[str, Any]]:
        rows: Sequence[Mapping[str, Any]] = self.data["rows"]
        return rows

    def _repr_html_(self) -> str:
        """The declared numbers; then, where there are any, comparisons and gates."""
        html = super()._repr_html_()
        if self.data["comparisons"]:
            html += as_table("Comparisons", self.data["comparisons"], whole=".comparisons()")
        if self.gates:
            html += as_table("Gates", [{"gate": gate, "verdict": verdict} for gate, verdict in self.gates.items()])
        return html


_OF_POINTS = ("curve", "kind", "model", "cohort", "line", "x", "y", "threshold", "n")


def _points(curves: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """The points of each figure, then those of the lines beside it."""
    for curve in curves:
        said = {name: curve[name] for name in _OF_POINTS[:4]}
        for line, points in (
            (None, curve["points"]),
            *((beside["name"], beside["points"]) for beside in curve["lines"]),
        ):
            yield from (said | {"line": line} | point for point in points)


def load(path: PathLike) -> Plan:
    """Read a plan. Raises Refusal with the first thing that is wrong with its text or shape; ``check`` says all."""
    from evalspec.pipeline._read import read_plan

    read = read_plan(Path(path))
    if read.plan is None:
        first = read.findings[0]
        raise Refusal(f"{first.code} {first.message}", file=first.file, place=first.place, help=first.help, exit_code=1)
    return Plan(file=read.file, model=read.plan)


def check(
    path: PathLike, *, plan_only: bool = False, data: Mapping[str, PathLike] | None = None, rules: Rules = ()
) -> Checked:
    """Judge a plan and its blinded files; no outcome is read. ``data`` redirects files by name.

    ``rules`` are folders of your project's own rules, whose files are run; rules of installed packages take part as
    well. ``rules=False``: evalspec's own rules alone.

    Raises Refusal when the plan or a rule can't be read at all.
    """
    return Checked(pipeline.check(path, plan_only=plan_only, data=_paths(data), project=_project(rules)))


def seal(path: PathLike, *, data: Mapping[str, PathLike] | None = None, rules: Rules = ()) -> Sealed:
    """Put a plan without errors on the record beside it; ``rules`` as for ``check``.

    Raises Refusal: it has errors, or is sealed already.
    """
    return Sealed(pipeline.seal(path, data=_paths(data), project=_project(rules)))


def run(path: PathLike, out: PathLike = "results", *, data: Mapping[str, PathLike] | None = None) -> Results:
    """Open the outcomes once, on the record, and compute what the sealed plan declares, into the new folder ``out``.

    Raises Refusal: not sealed, changed, the folder is there already, or outcomes that don't fit the plan.
    """
    from evalspec.pipeline._run import run as run_sealed

    ran = run_sealed(path, out, data=_paths(data))
    return Results(data=ran.results, report=ran.report, folder=ran.folder)


def load_results(folder: PathLike) -> Results:
    """Read back what a run left in ``folder``; results.json is held against its schema and its canonical form.

    Raises Refusal: there is no such folder, or a file is not what a run wrote.
    """
    from evalspec.results.read import read_results

    given = Path(folder)
    try:
        raw, report = (given / "results.json").read_bytes(), (given / "report.txt").read_text(encoding="utf-8")
    except OSError as e:
        raise Refusal(f"no results can be read there: {(e.strerror or 'error').lower()}", file=str(given)) from e
    return Results(data=read_results(raw, str(given / "results.json")), report=report, folder=given)


def _project(rules: Rules) -> ProjectRules:
    from evalspec.pipeline._places import Places, places
    from evalspec.pipeline._project import load as load_rules

    return load_rules(Places() if rules is False else places([Path(r) for r in rules], named_by="rules="))


def _paths(data: Mapping[str, PathLike] | None) -> dict[str, Path]:
    return {name: Path(path) for name, path in (data or {}).items()}


__all__ = ["Checked", "Plan", "Refusal", "Results", "Sealed", "check", "load", "load_results", "run", "seal"]
