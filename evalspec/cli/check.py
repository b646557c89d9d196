"""evalspec check PLAN…"""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click

from evalspec.cli._formats import FormatName
from evalspec.cli._options import data_option, key_option, loaded, rules_option
from evalspec.pipeline import Checked, check
from evalspec.records import Finding, Refusal
from evalspec.report.base import FindingsFormat, Said
from evalspec.terms import Severity, Status

_WORDS = "CODE|NAME|FAMILY"
_SELECT = (
    "Show only these rules: a code, its beginning (LEAK, PLAN1) or a name. May be repeated, or a list with commas."
)
_IGNORE = "Hide these rules from this view and its exit code; a seal judges them all the same."


def _words(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word.strip() for given in value for word in given.split(","))


@click.command("check")
@click.argument("plans", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--plan-only", is_flag=True, help="Judge the text alone; read no table.")
@click.option("--strict-inputs", is_flag=True, help="Want every blinded file, also those declared to arrive later.")
@click.option(
    "--format", "form", type=FormatName(), default="full", show_default=True, help="How findings are written."
)
@click.option("--select", multiple=True, callback=_words, metavar=_WORDS, help=_SELECT)
@click.option("--ignore", multiple=True, callback=_words, metavar=_WORDS, help=_IGNORE)
@click.option("--fix", "mend", is_flag=True, help="Change the plan where nothing has to be decided, then check it.")
@click.option(
    "--diff", is_flag=True, help="Show what --fix would change, and change nothing; exit 1 if there is something."
)
@click.option("--fail-on", type=click.Choice(["error", "warning", "note"]), default="error", show_default=True)
@click.option(
    "--exit-zero", is_flag=True, help="Exit 0 whatever is found; unreadable input and internal errors keep their code."
)
@click.option("--coverage", is_flag=True, help="Show what every rule made of the plan, with its grade.")
@click.option(
    "--stdin-filename",
    metavar="NAME",
    help="What to call a plan read from standard input (-); its tables lie beside it.",
)
@data_option
@key_option
@rules_option
@click.pass_context
def COMMAND(ctx: click.Context, /, plans: tuple[Path, ...], form: FindingsFormat, **given: Any) -> int:
    """Judge plans before anyone sees an outcome.

    Reads the plan and, where they are there, its blinded files; never the outcomes. Findings go to standard output.
    """
    given["project"] = loaded(given["where"])
    from evalspec.cli._mend import diffs, mended

    wanted = _wanted(given["select"], given["ignore"])
    if given["diff"]:
        return diffs(plans, wanted, given["stdin_filename"], ctx.obj["debug"])
    checked, code = [], 0
    for path in plans:
        try:
            if given["mend"]:
                mended(path, wanted, ctx.obj["debug"])
            checked.append(_check(path, given, ctx.obj["debug"]))
        except Refusal as refusal:
            if len(plans) == 1:
                raise
            click.echo(f"{refusal.where}: error: {refusal.message}", err=True)
            code = max(code, refusal.exit_code)
    shown = [said(c, wanted, _selection(given)) for c in checked]
    click.echo(form.write(shown, color=_color()), nl=False)
    for c, one in zip(checked, shown, strict=True):
        if given["coverage"] and form.id in ("full", "concise"):
            from evalspec.report._coverage import coverage

            click.echo("\n".join(coverage(c.judgements)))
        _summary(c, one)
    found = max((_code(c, one, given["fail_on"]) for c, one in zip(checked, shown, strict=True)), default=0)
    return max(code, 0 if given["exit_zero"] and found == 1 else found)


def _check(path: Path, given: dict[str, Any], debug: bool) -> Checked:
    name = (given["stdin_filename"] or "<stdin>") if str(path) == "-" else None
    return check(
        path, plan_only=given["plan_only"], strict_inputs=given["strict_inputs"], data=given["data"], filename=name,
        key=given["key"], project=given["project"], debug=debug,
    )  # fmt: skip


def _wanted(select: tuple[str, ...], ignore: tuple[str, ...]) -> Callable[[Finding], bool]:
    if not select and not ignore:
        return lambda f: True
    from evalspec.pipeline._select import chosen

    shown, hidden = chosen(select), chosen(ignore)
    return lambda f: (not select or f.code in shown) and f.code not in hidden


def _selection(given: dict[str, Any]) -> str:
    return " ".join(f"--{option} {','.join(given[option])}" for option in ("select", "ignore") if given[option])


def said(c: Checked, wanted: Callable[[Finding], bool] = lambda f: True, selection: str = "") -> Said:
    """What a format needs of a checked plan."""
    text = c.source.text if c.source else c.raw.decode("utf-8", "replace").removeprefix("\ufeff")
    lines = text.split("\n")
    return Said(
        file=c.file, plan_id=c.plan.plan.id if c.plan else None, findings=[f for f in c.findings if wanted(f)],
        waived=[f for f in c.waived if wanted(f)], judgements=c.judgements,
        line=lambda n: lines[n - 1].rstrip("\r") if 0 < n <= len(lines) else "",
        hidden=[f for f in c.findings if not wanted(f)], selection=selection, text=text,
    )  # fmt: skip


def _color() -> bool:
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ


def _code(c: Checked, shown: Said, fail_on: str) -> int:
    if c.crashed:
        return 70
    ranks = [Severity.ERROR, Severity.WARNING, Severity.NOTE]
    failing = ranks[: ranks.index(Severity(fail_on)) + 1]
    return 1 if any(f.severity in failing for f in shown.findings) else 0


def _summary(c: Checked, shown: Said) -> None:
    n: dict[Any, int] = dict.fromkeys(Severity, 0)
    for f in shown.findings:
        n[f.severity] += 1
    for j in c.crashed:
        click.echo(f"{c.file}: rule {j.code} {j.name} could not run: {j.reason}", err=True)
    told = ", ".join(f"{n[s]} {s}{'s' if n[s] != 1 else ''}" for s in Severity if n[s]) or "no findings"
    told += f", {len(shown.waived)} waived" if shown.waived else ""
    click.echo("; ".join([f"{c.file}: {told}", *_besides(c, shown)]), err=True)
    unknown: dict[str, list[str]] = {}
    for j in c.judgements:
        if j.code.startswith("LEAK") and j.status is Status.UNDECIDED:
            unknown.setdefault(j.reason, []).append(j.name)
    for reason, names in unknown.items():
        click.echo(f"  can't tell {', '.join(names)}: {reason}", err=True)
    fixable = sum(bool(f.fixes) for f in shown.findings)
    if fixable:
        click.echo(
            f"  {fixable} of them fixable: evalspec check --fix {c.file} (--diff shows what would change)", err=True
        )
    if c.plan is not None and not c.errors and not c.crashed and c.file != "<stdin>":
        click.echo(f"  next: evalspec seal {c.file}", err=True)


def _besides(c: Checked, shown: Said) -> Iterator[str]:
    if c.plan is not None:
        yield _grades(c)
    elif c.source is None:
        yield "mend this first: the rules and the files are judged once the plan can be read"
    else:
        yield "the files are judged, and rules that hang on these faults, once the plan can be read"
    if shown.not_shown:
        yield shown.not_shown
    if c.blinded and c.blinded.missing:
        yield f"still to come: {', '.join(c.blinded.missing)}"


def _grades(c: Checked) -> str:
    counted: dict[str, int] = {}
    for j in c.judgements:
        key = j.grade.value if j.grade else j.status.value
        counted[key] = counted.get(key, 0) + 1
    order = ("proved", "matched", "attested", "objected", "undecided", "not applicable", "crashed")
    return "rules: " + ", ".join(f"{counted[k]} {k}" for k in order if k in counted)
