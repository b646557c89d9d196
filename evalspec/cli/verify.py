"""evalspec verify PLAN"""

import json
import re
from pathlib import Path

import click

from evalspec.cli._options import PLAN, data_option, rules_option
from evalspec.pipeline._places import Places


def _digest(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    if value is not None and not re.fullmatch("sha256:[0-9a-f]{64}", value):
        raise click.BadParameter(f"{value!r} is no digest: sha256: and 64 hexadecimal digits in lower case")
    return value


@click.command("verify")
@PLAN
@click.option("--results", type=click.Path(path_type=Path), metavar="DIR", help="Also compare a results folder.")
@click.option(
    "--head", metavar="DIGEST", callback=_digest, help="The head digest that you have from outside this folder."
)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@data_option
@rules_option
def COMMAND(plan: Path, results: Path | None, head: str | None, form: str, data: dict[str, Path], where: Places) -> int:
    """Say whether the plan, its inputs and its results are those on the record, and what nothing here vouches for.

    Opens no outcome; of a results folder only what a run recorded. Exit code 1 when something is not as recorded.
    """
    from evalspec.pipeline._verify import compare_with_record

    found = compare_with_record(plan, results=results, head=head, data=data, where=where)
    if form == "json":
        checks = [{"check": str(c.name), "ok": c.ok, "needed": c.needed, "sentence": c.sentence} for c in found.checks]
        click.echo(json.dumps({"verified": found.ok, "checks": checks, "differences": found.differences}, indent=2))
        return 0 if found.ok else 1
    width = max(len(c.name) for c in found.checks) + 1
    for c in found.checks:
        mark = {True: "yes", False: "NO ", None: " ? "}[c.ok]
        click.echo(f"  {mark}  {c.name:<{width}} {c.sentence}")
    for difference in found.differences:
        click.echo(f"       {'differs':<{width}} {difference}")
    click.echo("verified: what is here is what the ledger says" if found.ok else "NOT VERIFIED")
    return 0 if found.ok else 1
