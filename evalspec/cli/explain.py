"""evalspec explain WORD"""

import click


@click.command("explain")
@click.argument("word")
def COMMAND(word: str) -> int:
    """Explain a rule (code or name), a metric, an interval or a word over an axis."""
    from evalspec.pipeline._explain import explain

    click.echo(explain(word), nl=False)
    return 0
