"""evalspec bind PLAN"""

from pathlib import Path

import click

from evalspec.cli._options import PLAN, data_option, key_option, loaded, rules_option, tell_differing
from evalspec.pipeline import bind
from evalspec.pipeline._places import Places


@click.command("bind")
@PLAN
@data_option
@key_option
@rules_option
@click.pass_context
def COMMAND(ctx: click.Context, plan: Path, data: dict[str, Path], key: bytes | None, where: Places) -> int:
    """Record inputs that the seal awaited, after the same blinded checks and before any outcome is opened."""
    tell_differing(plan, where)
    bound = bind(plan, data=data, key=key, project=loaded(where), debug=ctx.obj["debug"])
    click.echo(bound.head)
    click.echo(f"bound: {', '.join(getattr(bound.event, 'inputs', {}))}", err=True)
    return 0
