"""evalspec init [PLAN]"""

import os
from pathlib import Path

import click

from evalspec.records import Refusal


@click.command("init")
@click.argument("plan", default="plan.yaml", type=click.Path(path_type=Path))
@click.option(
    "--from",
    "predictions",
    type=click.Path(path_type=Path),
    metavar="CSV",
    help="Fill in what this predictions file tells.",
)
@click.option("--outcome", metavar="COLUMN", help="What the outcome's column is called in outcomes.csv.")
def COMMAND(plan: Path, predictions: Path | None, outcome: str | None) -> int:
    """Write a starter plan, PLAN (default: plan.yaml), to fill in; `evalspec check` then names what is left to say.

    With --from, columns, cohorts and models are taken from the file's header and rows; outcomes are not looked at.
    """
    from evalspec.plan.starter import Guess, guess, starter

    if predictions is None:
        g = Guess(
            file="predictions.csv", unit="subject_id", cohort="cohort", cohorts=("A", "B"), fold=None,
            model_column=None, models=(), scores=("score",), is_probability=True, outcome=outcome,
        )  # fmt: skip
    else:
        from evalspec.tables.split import read_csv

        columns, rows = read_csv(predictions)
        g = guess(_relative(predictions, plan), columns, rows, outcome)
    try:
        fd = os.open(plan, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
    except FileExistsError as e:
        raise Refusal(
            "this file is there already", file=str(plan), help="name another: `evalspec init my-plan.yaml`"
        ) from e
    except OSError as e:
        raise Refusal(f"the plan can't be written: {(e.strerror or 'error').lower()}", file=str(plan)) from e
    with os.fdopen(fd, "w", encoding="utf-8") as f:
        f.write(starter(g))
    click.echo(str(plan))
    if predictions is not None:
        found = f"unit `{g.unit}`, cohorts {', '.join(g.cohorts) or 'none'}, scores {', '.join(g.scores) or 'none'}"
        click.echo(f"taken from {predictions}: {found}; correct what was guessed wrong", err=True)
    for column in g.suspects:
        told = f"column `{column}` has only two values: if it is the outcome, run `evalspec split` first"
        click.echo(f"warning: {told}", err=True)
    click.echo(f"next: fill in what is commented out, then `evalspec check {plan}`", err=True)
    return 0


def _relative(predictions: Path, plan: Path) -> str:
    folder = plan.resolve().parent
    full = predictions.resolve()
    if not full.is_relative_to(folder):
        help = f"put the plan beside it: {full.parent}/plan.yaml"
        raise Refusal("the predictions must lie in the plan's folder or below it", file=str(predictions), help=help)
    return full.relative_to(folder).as_posix()
