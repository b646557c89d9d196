"""evalspec seal PLAN"""

from pathlib import Path

import click

from evalspec.cli._options import PLAN, data_option, key_option, loaded, rules_option
from evalspec.pipeline import seal
from evalspec.pipeline._places import Places
from evalspec.pipeline._seal import other_records


@click.command("seal")
@PLAN
@data_option
@key_option
@rules_option
@click.pass_context
def COMMAND(ctx: click.Context, plan: Path, data: dict[str, Path], key: bytes | None, where: Places) -> int:
    """Promise this plan: check it, and put it and its blinded inputs on the record.

    Prints the head digest of the ledger: deposit it where others can vouch for when.
    """
    sealed = seal(plan, data=data, key=key, project=loaded(where), debug=ctx.obj["debug"])
    click.echo(sealed.head)
    n = len(sealed.checked.findings)
    if n:
        click.echo(
            f"{n} finding{'s' if n != 1 else ''} sealed with the plan; `evalspec check {plan}` shows them", err=True
        )
    waived = len(sealed.checked.waived)
    if waived:
        told = f"{waived} finding{'s' if waived != 1 else ''} waived by the plan"
        click.echo(f"{told}, and sealed with who and why; `evalspec check {plan}` shows them", err=True)
    click.echo(f"sealed: {sealed.ledger}", err=True)
    for other in other_records(sealed.ledger, sealed.event.plan):
        told = f"{other}, in this folder, is the record of a plan of the same id, and its outcomes were opened"
        click.echo(
            f"warning: {told}: this is a second promise, made after; say so wherever its results are shown", err=True
        )
    awaited = getattr(sealed.event, "awaited", ())
    if awaited:
        click.echo(
            f"still to come: {', '.join(awaited)}; `evalspec bind {plan}` records them before the outcomes are opened",
            err=True,
        )
    click.echo(DEPOSIT, err=True)
    return 0


DEPOSIT = (
    "deposit the digest above outside this folder, where a date that is not yours vouches for it: a trial or study\n"
    "registry, a signed commit on a server, a timestamping service, or a letter to the people who hold the outcomes"
)
