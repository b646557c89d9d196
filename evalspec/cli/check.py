"""evalspec check PLAN…"""

import os
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from evalspec.cli._options import data_option, key_option, loaded, rules_option
from evalspec.pipeline import Checked, check
from evalspec.pipeline._places import Places
from evalspec.records import Refusal
from evalspec.report.base import Said
from evalspec.terms import Severity, Status

FORMATS = ("full", "concise", "json", "github")


@click.command("check")
@click.argument("plans", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--plan-only", is_flag=True, help="Judge the text alone; read no table.")
@click.option("--strict-inputs", is_flag=True, help="Want every blinded file, also those declared to arrive later.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="full", show_default=True)
@click.option("--fail-on", type=click.Choice(["error", "warning", "note"]), default="error", show_default=True)
@click.option("--coverage", is_flag=True, help="Show what every rule made of the plan, with its grade.")
@click.option("--stdin-filename", metavar="NAME", help="What to call a plan read from standard input (-).")
@data_option
@key_option
@rules_option
@click.pass_context
def COMMAND(
    ctx: click.Context,
    plans: tuple[Path, ...],
    plan_only: bool,
    strict_inputs: bool,
    form: str,
    fail_on: str,
    coverage: bool,
    stdin_filename: str | None,
    data: dict[str, Path],
    key: bytes | None,
    where: Places,
) -> int:
    """Judge plans before anyone sees an outcome.

    Reads the plan and, where they are there, its blinded files; never the outcomes. Findings go to standard output.
    """
    project = loaded(where)
    checked, code = [], 0
    for path in plans:
        name = (stdin_filename or "<stdin>") if str(path) == "-" else None
        try:
            checked.append(
                check(
                    path, plan_only=plan_only, strict_inputs=strict_inputs, data=data, key=key,
                    filename=name, project=project, debug=ctx.obj["debug"],
                )
            )  # fmt: skip
        except Refusal as refusal:
            if len(plans) == 1:
                raise
            click.echo(f"{refusal.where}: error: {refusal.message}", err=True)
            code = 2
    write: Callable[..., str] = import_module(f"evalspec.report.{form}").FORMAT.write
    click.echo(write([said(c) for c in checked], color=_color()), nl=False)
    for c in checked:
        if coverage and form in ("full", "concise"):
            click.echo(_coverage(c), nl=False)
        _summary(c)
    return max([code, *(_code(c, fail_on) for c in checked)])


def said(c: Checked) -> Said:
    """What a format needs of a checked plan."""
    lines = c.source.text.split("\n") if c.source else []
    return Said(
        file=c.file, plan_id=c.plan.plan.id if c.plan else None, findings=c.findings, waived=c.waived,
        judgements=c.judgements, line=lambda n: lines[n - 1].rstrip("\r") if 0 < n <= len(lines) else "",
    )  # fmt: skip


def _color() -> bool:
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ


def _code(c: Checked, fail_on: str) -> int:
    if c.crashed:
        return 70
    ranks = [Severity.ERROR, Severity.WARNING, Severity.NOTE]
    failing = ranks[: ranks.index(Severity(fail_on)) + 1]
    return 1 if any(f.severity in failing for f in c.findings) else 0


def _summary(c: Checked) -> None:
    n: dict[Any, int] = dict.fromkeys(Severity, 0)
    for f in c.findings:
        n[f.severity] += 1
    told = ", ".join(f"{n[s]} {s}{'s' if n[s] != 1 else ''}" for s in Severity if n[s]) or "no findings"
    told += f", {len(c.waived)} waived" if c.waived else ""
    for j in c.crashed:
        click.echo(f"{c.file}: rule {j.code} {j.name} could not run: {j.reason}", err=True)
    if c.plan is not None:
        told += f"; {_grades(c)}"
    else:
        told += "; mend these first: the rules and the files are judged once the plan can be read"
    if c.blinded and c.blinded.missing:
        told += f"; still to come: {', '.join(c.blinded.missing)}"
    click.echo(f"{c.file}: {told}", err=True)
    unknown: dict[str, list[str]] = {}
    for j in c.judgements:
        if j.code.startswith("LEAK") and j.status is Status.UNDECIDED:
            unknown.setdefault(j.reason, []).append(j.name)
    for reason, names in unknown.items():
        click.echo(f"  can't tell {', '.join(names)}: {reason}", err=True)
    if c.plan is not None and not c.errors and not c.crashed and c.file != "<stdin>":
        click.echo(f"  next: evalspec seal {c.file}", err=True)


def _grades(c: Checked) -> str:
    counted: dict[str, int] = {}
    for j in c.judgements:
        key = j.grade.value if j.grade else j.status.value
        counted[key] = counted.get(key, 0) + 1
    order = ("proved", "matched", "attested", "objected", "undecided", "not applicable", "crashed")
    return "rules: " + ", ".join(f"{counted[k]} {k}" for k in order if k in counted)


def _coverage(c: Checked) -> str:
    from evalspec.report._coverage import coverage

    return "\n".join(coverage(c.judgements)) + "\n"
