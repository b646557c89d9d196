"""evalspec rules"""

import json

import click

from evalspec.pipeline._read import rules


@click.command("rules")
@click.option("--family", metavar="FAMILY", help="Only one family: PLAN, LEAK, STAT, DATA, GATE, OUTC.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def COMMAND(family: str | None, form: str) -> int:
    """List every rule: code, severity, name, what it objects to."""
    chosen = [r for r in rules().values() if family is None or r.code.startswith(family.upper())]
    if not chosen:
        families = sorted({r.code[:4] for r in rules().values()})
        raise click.BadParameter(f"there is no family {family}; there are {', '.join(families)}", param_hint="--family")
    if form == "json":
        rows = [{"code": r.code, "name": r.name, "severity": r.severity.value, "summary": r.summary} for r in chosen]
        click.echo(json.dumps(rows, indent=2))
        return 0
    wide = max(len(r.name) for r in chosen)
    for r in chosen:
        click.echo(f"{r.code}  {r.severity.value:<8} {r.name:<{wide}}  {r.summary}")
    click.echo(f"{len(chosen)} rules; `evalspec explain CODE` says why and shows examples", err=True)
    return 0
