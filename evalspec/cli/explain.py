"""evalspec explain WORD"""

import click

from evalspec.cli._options import loaded, rules_option
from evalspec.pipeline._places import Places


@click.command("explain")
@click.argument("word")
@rules_option
def COMMAND(word: str, where: Places) -> int:
    """Explain a rule (code or name), a metric, an interval, a word over an axis, a test or a curve."""
    from evalspec.pipeline._explain import explain

    click.echo(explain(word, loaded(where)), nl=False)
    return 0
