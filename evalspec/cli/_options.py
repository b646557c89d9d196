"""Options that several commands share."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from evalspec.pipeline._places import Places, places

if TYPE_CHECKING:
    from evalspec.pipeline._project import ProjectRules


def _redirects(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> dict[str, Path]:
    found = {}
    for text in value:
        name, sep, path = text.partition("=")
        if not sep or not name or not path:
            raise click.BadParameter(f"{text!r} is not NAME=PATH, such as outcomes=/custody/outcomes.csv")
        found[name] = Path(path)
    return found


def data_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """``--data NAME=PATH``."""
    return click.option(
        "--data", multiple=True, callback=_redirects, metavar="NAME=PATH",
        help="Take a file of the plan (predictions, outcomes, thresholds.ID …) from elsewhere. May be repeated.",
    )(command)  # fmt: skip


def rules_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """``--rules FOLDER`` and ``--no-project-rules``; the command is given ``where``, the places they come to."""

    @click.option(
        "--rules",
        "folders",
        multiple=True,
        type=click.Path(path_type=Path),
        metavar="FOLDER",
        help="Judge by your project's own rules in this folder as well: its files are run. May be repeated.",
    )
    @click.option(
        "--no-project-rules",
        "off",
        is_flag=True,
        envvar="EVALSPEC_NO_PROJECT_RULES",
        help="Judge by evalspec's own rules alone.",
    )
    @wraps(command)
    def with_places(*args: Any, folders: tuple[Path, ...], off: bool, **options: Any) -> Any:
        if off and folders:
            raise click.UsageError("say either --rules FOLDER or --no-project-rules")
        where = Places() if off else places(folders, named_by="--rules", settings=Path())
        return command(*args, where=where, **options)

    return with_places


def loaded(where: Places) -> "ProjectRules":
    """The project's rules, run; standard error says how many took part, and from where."""
    from evalspec.pipeline._project import NONE, load

    project = load(where) if where != Places() else NONE
    if project.rules:
        click.echo(f"project rules: {project.told}", err=True)
    return project


def tell_differing(plan: Path, where: Places) -> None:
    """Standard error says where the project's rules here are not those that judged the plan. None is run."""
    from evalspec.pipeline._verify import project_rules_now

    differing = project_rules_now(plan, where)
    if differing:
        click.echo(f"project rules: {differing}", err=True)


PLAN = click.argument("plan", type=click.Path(path_type=Path))


def _key(ctx: click.Context, param: click.Parameter, value: Path | None) -> bytes | None:
    """The key's bytes, without a final newline."""
    if value is None:
        return None
    try:
        found = value.read_bytes().rstrip(b"\r\n")
    except OSError as e:
        raise click.BadParameter(f"{value} can't be read: {(e.strerror or 'error').lower()}") from e
    if len(found) < SHORTEST_KEY:
        raise click.BadParameter(f"{value} holds {len(found)} bytes; a key has at least {SHORTEST_KEY}")
    return found


SHORTEST_KEY = 16
"""Bytes; `openssl rand -hex 32` makes a good one."""


def key_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """``--key FILE``."""
    return click.option(
        "--key", metavar="FILE", type=click.Path(path_type=Path), callback=_key,
        help="The key with which the ids of the training manifest are masked. It goes into no record.",
    )(command)  # fmt: skip
