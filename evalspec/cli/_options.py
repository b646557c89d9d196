"""Options that several commands share."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click


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
