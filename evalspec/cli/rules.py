"""evalspec rules"""

import json

import click

from evalspec.cli._options import loaded, rules_option
from evalspec.pipeline._places import Places
from evalspec.pipeline._project import with_project


@click.command("rules")
@click.option(
    "--family", metavar="FAMILY", help="Only one family: PLAN, LEAK, STAT, DATA, GATE, OUTC, or your project's prefix."
)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@rules_option
def COMMAND(family: str | None, form: str, where: Places) -> int:
    """List every rule: code, severity, name, what it objects to."""
    every = with_project(loaded(where)).values()
    chosen = [r for r in every if family is None or r.code[:-3] == family.upper()]
    if not chosen:
        families = sorted({r.code[:-3] for r in every})
        raise click.BadParameter(f"there is no family {family}; there are {', '.join(families)}", param_hint="--family")
    if form == "json":
        rows = [{"code": r.code, "name": r.name, "severity": r.severity.value, "summary": r.summary} for r in chosen]
        click.echo(json.dumps(rows, indent=2))
        return 0
    wide, first = max(len(r.name) for r in chosen), max(len(r.code) for r in chosen)
    for r in chosen:
        click.echo(f"{r.code:<{first}}  {r.severity.value:<8} {r.name:<{wide}}  {r.summary}")
    click.echo(f"{len(chosen)} rules; `evalspec explain CODE` says why and shows examples", err=True)
    return 0
