"""The command line: one file a command, imported when it is called."""

import os
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import click

import evalspec.cli
from evalspec.records import Refusal

_ORDER = (
    "init",
    "split",
    "check",
    "fmt",
    "explain",
    "rules",
    "new",
    "schema",
    "seal",
    "bind",
    "status",
    "verify",
    "run",
    "demo",
)


class Lazy(click.Group):
    """A command is a module of this package that offers COMMAND; it is found by being there."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        names = [
            m.name.replace("_", "-")
            for m in iter_modules(evalspec.cli.__path__)
            if m.name != "main" and m.name[0] != "_"
        ]
        return sorted(names, key=lambda n: (_ORDER.index(n) if n in _ORDER else len(_ORDER), n))

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in self.list_commands(ctx):
            return None
        command: click.Command = import_module(f"evalspec.cli.{name.replace('-', '_')}").COMMAND
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            from difflib import get_close_matches

            close = get_close_matches(name, self.list_commands(ctx), 1)
            told = f"did you mean `{close[0]}`?" if close else "there are " + ", ".join(self.list_commands(ctx))
            raise click.UsageError(f"there is no command `{name}`; {told}", ctx)
        return super().resolve_command(ctx, args)


def _version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from evalspec.pipeline._read import tool_version

        click.echo(tool_version())
        ctx.exit()


@click.group(cls=Lazy, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option("--debug", is_flag=True, help="Show tracebacks.")
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version.")
@click.pass_context
def cli(ctx: click.Context, debug: bool) -> None:
    """Prespecify an evaluation, check it, seal it, and compute what was declared.

    \b
    evalspec demo             the whole job on a real four-site trial
    evalspec check plan.yaml  judge a plan before anyone sees an outcome
    evalspec seal plan.yaml   promise it
    evalspec run plan.yaml    open the outcomes once, on the record

    Exit codes: 0 clean, 1 errors found or a gate not met, 2 usage or unreadable input, 3 refused because of the
    ledger, 4 an extra is missing, 70 internal error.
    """
    ctx.obj = {"debug": debug}


def main() -> None:
    """The entry point."""
    try:
        code = cli(standalone_mode=False)
        sys.stdout.flush()
    except Refusal as e:
        code = _refused(e)
    except click.exceptions.Exit as e:
        code = e.exit_code
    except click.exceptions.Abort:
        click.echo("aborted", err=True)
        code = 130
    except click.ClickException as e:
        e.show()
        code = 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 141
    except KeyboardInterrupt:
        code = 130
    except Exception as e:  # the second of the two places where this is allowed
        if "--debug" in sys.argv:
            raise
        click.echo(f"internal error: {type(e).__name__} in {_place(e)}", err=True)
        click.echo("  help: `evalspec --debug …` shows where; it is our fault, not your plan's", err=True)
        code = 70
    sys.exit(code or 0)


def _place(error: BaseException) -> str:
    """File and line, without values: a message may quote rows."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    return f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}" if trace else "?"


def _refused(e: Refusal) -> int:
    where = f"{e.where}: " if e.where else ""
    name = f" ({e.rule})" if e.rule else ""  # `evalspec explain` knows it
    click.echo(f"{where}error: {e.message}{name}", err=True)
    if e.help:
        click.echo(f"  help: {e.help}", err=True)
    return e.exit_code
