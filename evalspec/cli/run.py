"""evalspec run PLAN -o DIR"""

from pathlib import Path

import click

from evalspec.cli._options import PLAN, data_option, rules_option, tell_differing
from evalspec.pipeline._places import Places


@click.command("run")
@PLAN
@click.option(
    "-o", "--out", type=click.Path(path_type=Path), default=Path("results"), show_default=True, help="A new folder."
)
@data_option
@rules_option
@click.option("--threads", type=click.IntRange(1), help="Threads of the engine.  [default: all]")
@click.option("--memory", metavar="SIZE", help="Memory of the engine, such as 1GB.  [default: the engine's own]")
@click.option(
    "--register",
    metavar="DIR",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Say for how many other plans the same outcomes were opened, by the ledgers in and below DIR.",
)
@click.option("--quiet", is_flag=True, help="Do not print the report.")
@click.pass_context
def COMMAND(
    ctx: click.Context,
    plan: Path,
    out: Path,
    data: dict[str, Path],
    where: Places,
    threads: int | None,
    memory: str | None,
    register: Path | None,
    quiet: bool,
) -> int:
    """Open the outcomes once, on the record, and compute what the sealed plan declares.

    Leaves results.json, results.csv, tally.json, bundle.json and report.txt in a new folder. Exit code 1 when a
    declared gate is not met. Runs no rule of your project's: it says whether those here still are those that judged.
    """
    from evalspec.pipeline._run import run

    tell_differing(plan, where)
    ran = run(plan, out, data=data, threads=threads, memory=memory, register=register, debug=ctx.obj["debug"])
    if not quiet:
        click.echo(ran.report, nl=False)
    for gate in ran.results["gates"]:
        click.echo(f"gate {gate['id']}: {gate['verdict']}", err=True)
    for f in ran.findings:
        click.echo(f"{f.severity}[{f.code}] {f.message}", err=True)
    click.echo(f"{len(ran.results['rows'])} declared numbers in {out}; ledger head {ran.event.digest}", err=True)
    return 0 if ran.gates_met else 1
