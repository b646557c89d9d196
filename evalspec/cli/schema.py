"""evalspec schema [NAME]"""

from pathlib import Path

import click

from evalspec.records import Refusal

_NAMES = ("plan", "findings", "ledger", "tally", "results")
"""Those of ``pipeline.schemas``, which is loaded only when a schema is asked for."""


def _known(ctx: click.Context, param: click.Parameter, value: str) -> str:
    if value and value not in _NAMES:
        from evalspec.plan.load import near

        raise click.BadParameter(f"there is no schema of `{value}`; {near(value, list(_NAMES))}")
    return value


@click.command("schema")
@click.argument("name", default="", metavar="[" + "|".join(_NAMES) + "]", callback=_known)
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write it to a file.")
@click.option(
    "--write", type=click.Path(path_type=Path), metavar="DIR",
    help="Write NAME-v1.schema.json into a folder: every schema, or the one named.",
)  # fmt: skip
def COMMAND(name: str, output: Path | None, write: Path | None) -> int:
    """Print a JSON Schema (2020-12): of the plan, or of another file that evalspec writes.

    \b
    An editor completes and checks a plan that begins with
    # yaml-language-server: $schema=plan-v1.schema.json
    """
    from evalspec.pipeline.schemas import schema_text

    if output and write:
        raise click.UsageError("say either -o FILE or --write DIR")
    if write:
        for one in [name] if name else _NAMES:
            _put(write / f"{one}-v1.schema.json", schema_text(one))
    elif output:
        _put(output, schema_text(name or "plan"))
    else:
        click.echo(schema_text(name or "plan"), nl=False)
    return 0


def _put(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as e:
        raise Refusal(f"it can't be written: {(e.strerror or 'error').lower()}", file=str(path)) from e
    click.echo(f"wrote {path}", err=True)
