"""evalspec mask-ids TABLE"""

from pathlib import Path

import click

from evalspec.cli._options import key_option
from evalspec.records import Refusal


@click.command("mask-ids")
@click.argument("table", type=click.Path(path_type=Path))
@click.option("--id", "column", required=True, metavar="COLUMN", help="The column of ids.")
@click.option(
    "--record",
    metavar="COLUMNS",
    default="",
    help="Columns, with commas, that tell persons apart: the plan's match_on, in its order.",
)
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), metavar="FILE", help="The new table.")
@key_option
def COMMAND(table: Path, column: str, record: str, output: Path, key: bytes | None) -> int:
    """Write a table with each id replaced by a keyed digest, so that a list can be handed over without the ids.

    Prints what the plan says of them. The columns that tell persons apart are replaced by one digest, `record`.
    """
    from evalspec.tables.masks import METHOD, key_check
    from evalspec.tables.masks_csv import masked_table

    if key is None:
        raise click.UsageError("a key is due: `--key FILE`; `openssl rand -hex 32 > FILE` makes one")
    if output.exists() or output.is_symlink():
        raise Refusal("the file is there already", file=str(output), help="name a new one with -o")
    rows = masked_table(
        table, output, key, column=column, record=tuple(c.strip() for c in record.split(",") if c.strip())
    )
    click.echo(f"ids: {{method: {METHOD}, key_check: {key_check(key)}}}")
    click.echo(
        f"{output}: {rows} rows; put the line above under data.training, and share the key apart from it", err=True
    )
    return 0
