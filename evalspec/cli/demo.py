"""evalspec demo [DIR]"""

import shutil
from pathlib import Path

import click

from evalspec.records import Refusal
from evalspec.shipped import shipped


@click.command("demo")
@click.argument("folder", default="evalspec-demo", type=click.Path(path_type=Path))
@click.pass_context
def COMMAND(ctx: click.Context, folder: Path) -> int:
    """Do the whole job on a real four-site trial: check, seal, run, report.

    Copies the trial's plan and files into FOLDER, a new one (default: evalspec-demo).
    """
    from evalspec.pipeline import check, seal
    from evalspec.pipeline._run import run

    if folder.exists():
        raise Refusal("the folder is there already", file=str(folder), help="name a new one: `evalspec demo DIR`")
    with shipped("specs/indo-rct") as source:
        shutil.copytree(source, folder, ignore=shutil.ignore_patterns("golden", "expected.json"))
    plan = folder / "plan.yaml"
    _command(f"$ evalspec check {plan}")
    checked = check(plan)
    n = len(checked.errors)
    click.echo(f"{n} errors, {len(checked.findings) - n} warnings; no outcome was read", err=True)
    _command(f"$ evalspec seal {plan}")
    click.echo(seal(plan).head, err=True)
    _command(f"$ evalspec run {plan} -o {folder / 'results'}")
    ran = run(plan, folder / "results", debug=ctx.obj["debug"])
    click.echo("", err=True)
    click.echo(ran.report, nl=False)
    click.echo(NEXT.format(folder=folder, plan=plan), err=True)
    return 0


def _command(text: str) -> None:
    """On a terminal in bold; click leaves the style out elsewhere."""
    click.secho(text, bold=True, err=True)


NEXT = """
These files are yours to try things on:
  {plan}            the plan, a page of YAML; predictions.csv and outcomes.csv lie beside it
  {folder}/results/             results.json, results.csv, report.txt, tally.json, bundle.json
  {folder}/plan.ledger.jsonl    the record: sealed, opened, ran

Try next:
  evalspec verify {plan} --results {folder}/results    is what is here what was promised?
  change 0.90 to 0.95 in the plan, then verify again   the record tells
  evalspec explain threshold-from-held-out-cohort      what a rule is about
  evalspec init --from YOUR_PREDICTIONS.csv            a starter plan for your own data"""
