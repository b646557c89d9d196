"""evalspec fmt PLAN…"""

from pathlib import Path

import click

from evalspec.records import Refusal


@click.command("fmt")
@click.argument("plans", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--check", "only_check", is_flag=True, help="Write nothing; name the plans that would change, and exit 1."
)
@click.option("--diff", is_flag=True, help="Write nothing; show what would change, and exit 1 if there is something.")
def COMMAND(plans: tuple[Path, ...], only_check: bool, diff: bool) -> int:
    """Lay plans out alike: sections in the order of the language, two spaces a level, comments kept.

    Only the layout changes: where the meaning would, or a comment would be lost, nothing is written (exit 1). A
    sealed plan is refused (exit 3): the seal holds its bytes, and a changed file would have to be explained for ever.
    """
    code = 0
    for path in plans:
        try:
            code = max(code, _one(path, only_check, diff))
        except Refusal as refusal:
            if len(plans) == 1:
                raise
            click.echo(f"{refusal.where}: error: {refusal.message}", err=True)
            code = max(code, refusal.exit_code)
    return code


def _one(path: Path, only_check: bool, diff: bool) -> int:
    from evalspec.cli._mend import unified
    from evalspec.pipeline._fix import refuse_sealed, rewrite
    from evalspec.pipeline._read import read_bytes
    from evalspec.plan.layout import laid_out

    before = read_bytes(path)
    after = laid_out(before, str(path))
    if only_check or diff or str(path) == "-":
        if diff:
            click.echo(unified(before, after, str(path)), nl=False)
        elif only_check and after != before:
            click.echo(str(path))
        elif not only_check:
            click.echo(after.decode(), nl=False)
        return int(after != before) if only_check or diff else 0
    if after == before:
        return 0
    refuse_sealed(path)
    rewrite(path, after, instead_of=before)
    click.echo(f"{path}: laid out", err=True)
    return 0
