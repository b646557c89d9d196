"""evalspec split FILE --outcome COLUMN"""

from pathlib import Path

import click


@click.command("split")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--outcome", required=True, metavar="COLUMN", help="The column that holds the outcome.")
@click.option(
    "--id", "unit", metavar="COLUMN", help="The column that names the unit.  [default: subject_id, or the first column]"
)
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path),
    default=Path(),
    metavar="DIR",
    help="Where to write.  [default: here]",
)
def COMMAND(file: Path, outcome: str, unit: str | None, out: Path) -> int:
    """Split one file with scores and outcomes into predictions.csv and outcomes.csv.

    predictions.csv is blinded: it is what `check` and `seal` read. outcomes.csv is for whoever keeps the outcomes until
    the plan is sealed; only its owner can read it. Rows are sorted by unit in both, so that their order tells nothing.
    """
    from evalspec.tables.split import read_csv, split

    if unit is None:
        columns, _ = read_csv(file)
        unit = "subject_id" if "subject_id" in columns else columns[0]
    done = split(file, outcome=outcome, unit=unit, folder=out)
    click.echo(f"{done.predictions}: {done.n_rows} rows of {done.n_units} units, without `{outcome}`")
    click.echo(f"{done.outcomes}: {done.n_units} outcomes, written as {', '.join(repr(t) for t in done.tokens[:10])}")
    click.echo(
        f"move {done.outcomes.name} to the person who keeps it, and destroy other copies that you can see", err=True
    )
    click.echo(f"next: evalspec init --from {done.predictions} --outcome {outcome}", err=True)
    return 0
