"""evalspec status PLAN"""

import json
from pathlib import Path

import click

from evalspec.cli._options import PLAN, rules_option, tell_differing
from evalspec.ledger.status import LedgerState, Stage
from evalspec.pipeline import status
from evalspec.pipeline._places import Places

_NEXT = {
    Stage.DRAFT: "`evalspec check {plan}`, then `evalspec seal {plan}`",
    Stage.SEALED: "`evalspec bind {plan}` once these are there: {awaited}",
    Stage.BOUND: "`evalspec run {plan}` opens the outcomes, once, on the record",
    Stage.OPENED: "the last run left no results; `evalspec run {plan}` opens the outcomes again, on the record",
    Stage.REPORTED: "`evalspec verify {plan} --results DIR` compares what is here with the record",
}


@click.command("status")
@PLAN
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@rules_option
def COMMAND(plan: Path, form: str, where: Places) -> int:
    """Say where a plan stands: draft, sealed, bound, opened or reported."""
    state = status(plan)
    tell_differing(plan, where)
    if form == "json":
        click.echo(json.dumps(_data(state), indent=2))
        return 0
    click.echo(state.stage.value)
    for event in state.events:
        click.echo(f"  {event.sequence}  {event.at}  {event.kind:<12} {event.digest}", err=True)
    if state.unfinished:
        click.echo("a run was cut short after the outcomes were opened", err=True)
    click.echo("next: " + _NEXT[state.stage].format(plan=plan, awaited=", ".join(state.awaited)), err=True)
    return 0


def _data(state: LedgerState) -> dict[str, object]:
    return {
        "stage": state.stage.value,
        "head": state.head,
        "awaited": list(state.awaited),
        "openings": len(state.openings),
        "events": [{"sequence": e.sequence, "at": e.at, "kind": e.kind, "digest": e.digest} for e in state.events],
    }
