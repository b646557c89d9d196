"""evalspec new rule NAME"""

import re
from pathlib import Path

import click

from evalspec.records import Refusal


@click.group("new")
def COMMAND() -> None:
    """Begin something of your project's own: `evalspec new rule NAME`."""


@COMMAND.command("rule")
@click.argument("name")
@click.option(
    "--prefix", default="TEAM", show_default=True, metavar="LETTERS", help="Your rules' own: 2 to 8 capital letters."
)
@click.option(
    "--into", type=click.Path(path_type=Path), default=Path("team_rules"), show_default=True, metavar="FOLDER",
    help="Where your project's rules lie; it is made where it is not there.",
)  # fmt: skip
def _rule(name: str, prefix: str, into: Path) -> int:
    """Write a rule that works, with its examples and its test, to be changed into your own.

    NAME says what is objected to, in lower case: primary-without-interval.
    """
    from evalspec.rules._starter import starter

    _refuse_misnamed(name, prefix)
    code = f"{prefix}{_next(into, prefix):03}"
    texts = {into / path: text for path, text in starter(code, name).items()}
    for path in texts:
        if path.exists() or path.is_symlink():
            raise Refusal("this file is there already", file=str(path), help="take another name")
    for path, text in texts.items():
        _write(path, text)
        click.echo(str(path))
    rule, test = texts
    click.echo(NEXT.format(rule=rule, test=test, into=into, code=code), err=True)
    return 0


NEXT = """next:
  write what {code} objects to, and its examples, into {rule}
  pytest {test}
  evalspec check --rules {into} PLAN
  evalspec explain --rules {into} {code}
to name the folder once for all, in the pyproject.toml of the folder that you work in:
  [tool.evalspec]
  rules = ["{into}"]"""


def _refuse_misnamed(name: str, prefix: str) -> None:
    from evalspec.pipeline._project import names_fault

    told = names_fault(f"{prefix}001", name)
    if told:
        raise click.UsageError(told)


def _next(folder: Path, prefix: str) -> int:
    """The first number above those that the folder's rules have; codes are never used again."""
    from evalspec.pipeline._places import code_in

    codes = [code_in(path.read_bytes()) or "" for path in sorted(folder.glob("*.py")) if path.is_file()]
    numbers = [int(code[-3:]) for code in codes if re.fullmatch(prefix + "[0-9]{3}", code)]
    number = max(numbers, default=0) + 1
    if number > 999:
        raise Refusal(f"the prefix {prefix} has no number left", file=str(folder), help="take another with --prefix")
    return number


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8", newline="\n") as f:
            f.write(text)
    except OSError as e:
        raise Refusal(f"it can't be written: {(e.strerror or 'error').lower()}", file=str(path)) from e
