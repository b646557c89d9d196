"""Judging a plan before anyone sees an outcome."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path

from evalspec.pipeline._project import NONE, ProjectRules, with_project
from evalspec.pipeline._read import Read, read_plan, rules_by_name
from evalspec.plan.load import near
from evalspec.plan.model import Plan
from evalspec.plan.source import Source
from evalspec.records import Blinded, Finding, Judgement, Refusal
from evalspec.rules._engine import in_order, judge
from evalspec.rules._waivers import waive
from evalspec.terms import Severity, Status


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What the rules made of a plan. ``waived`` are findings that the plan accepts, with the waiver's words."""

    file: str
    raw: bytes
    source: Source | None
    plan: Plan | None
    blinded: Blinded | None = None
    judgements: tuple[Judgement, ...] = ()
    findings: tuple[Finding, ...] = ()
    waived: tuple[Finding, ...] = field(default=())

    @property
    def errors(self) -> tuple[Finding, ...]:
        """What blocks the seal."""
        return tuple(f for f in self.findings if f.severity is Severity.ERROR)

    @property
    def crashed(self) -> tuple[Judgement, ...]:
        """Rules that could not run: an internal error, never a pass."""
        return tuple(j for j in self.judgements if j.status is Status.CRASHED)


def check(
    path: str | os.PathLike[str],
    *,
    plan_only: bool = False,
    strict_inputs: bool = False,
    data: Mapping[str, Path] | None = None,
    raw: bytes | None = None,
    filename: str | None = None,
    key: bytes | None = None,
    project: ProjectRules = NONE,
    debug: bool = False,
) -> Checked:
    """Judge the plan's text and, where they are there, its blinded files. No outcome is opened.

    ``data`` redirects files by their name in the plan; ``raw`` and ``filename`` stand in for the file itself; ``key``
    is the key with which the ids of a manifest are masked; ``project`` are rules of the
    project's own that judge it as well.
    The tables of a plan from standard input (``-``) are looked for beside ``filename``.

    Raises:
        Refusal: the plan can't be read at all.
    """
    given = Path(path)
    read = read_plan(given, raw, filename)
    if read.source is None:
        return Checked(file=read.file, raw=read.raw, source=None, plan=None, findings=read.findings)
    if read.plan is None:
        from evalspec.pipeline._partial import found

        told, waived = found(read.source, debug=debug)
        return Checked(file=read.file, raw=read.raw, source=read.source, plan=None, findings=told, waived=waived)
    refuse_unknown_files(read.plan, data or {})
    blinded = None
    if not plan_only and read.plan.data.predictions is not None:
        beside = Path(filename) if filename and str(path) == "-" else given
        blinded = read_files(read.plan, beside.parent, data or {}, key)
    return judged(read, blinded, strict_inputs=strict_inputs, project=project, debug=debug)


def read_files(plan: Plan, folder: Path, data: Mapping[str, Path], key: bytes | None) -> Blinded:
    """The blinded files, and what the thresholds' rules give on their derivation data."""
    from evalspec.cutoffs.rederive import rederive
    from evalspec.tables.read import blinded as read_blinded

    found = read_blinded(plan, folder, redirect=data, key=key)
    derived = rederive(plan, folder, found, redirect=data)
    return replace(
        found, rederived=tuple(derived.rows), tables={**found.tables, **derived.tables},
        missing=(*found.missing, *derived.missing), problems=(*found.problems, *derived.problems),
    )  # fmt: skip


def refuse_unknown_files(plan: Plan, data: Mapping[str, Path]) -> None:
    """Raises Refusal (exit 2) where ``--data`` names a file that the plan has none of."""
    from evalspec.tables.names import blinded_files

    known = [*blinded_files(plan), *(n for n in ("outcomes", "counts") if getattr(plan.data, n) is not None)]
    for name in data:
        if name not in known:
            raise Refusal(f"no file of the plan is called `{name}`", help=near(name, known))


def judged(
    read: Read,
    blinded: Blinded | None,
    *,
    strict_inputs: bool = False,
    project: ProjectRules = NONE,
    debug: bool = False,
) -> Checked:
    """The judgements and findings of a plan that has been read."""
    assert read.plan is not None
    assert read.source is not None
    every = with_project(project)
    judgements = judge(every, read.plan, read.source, blinded, debug=debug)
    findings: Sequence[Finding] = [f for j in judgements for f in j.findings]
    if strict_inputs and blinded and blinded.missing:
        findings = [*findings, *(_still_to_come(read, name) for name in blinded.missing)]
    left, waived, about = waive(findings, read.plan, read.source, {r.name: r for r in every.values()}, date.today())
    return Checked(
        file=read.file, raw=read.raw, source=read.source, plan=read.plan, blinded=blinded, judgements=judgements,
        findings=in_order([*left, *about], read.file), waived=in_order(waived, read.file),
    )  # fmt: skip


def _still_to_come(read: Read, name: str) -> Finding:
    rule = rules_by_name()["missing-file"]
    from evalspec.tables.names import declared_files

    assert read.source is not None
    assert read.plan is not None
    path = declared_files(read.plan)[name].place
    return Finding(
        code=rule.code, name=rule.name, severity=rule.severity, path=path, message=f"{name} is not there yet",
        help="--strict-inputs wants every blinded file", file=read.file, place=read.source.place(path),
    )  # fmt: skip


def refuse_errors(checked: Checked) -> None:
    """Raises Refusal (exit 70 for a crashed rule, 1 for errors) unless the plan is free of errors."""
    if checked.crashed:
        names = ", ".join(f"{j.code} {j.name}" for j in checked.crashed)
        raise Refusal(f"these rules could not run: {names}", file=checked.file, exit_code=70)
    if checked.errors or checked.plan is None:
        n = len(checked.errors)
        first = checked.errors[0]
        raise Refusal(
            f"the plan has {n} error{'s' if n != 1 else ''}, the first: {first.message}", file=checked.file,
            place=first.place if first.file == checked.file else None, help="`evalspec check` shows them all", exit_code=1,
        )  # fmt: skip
