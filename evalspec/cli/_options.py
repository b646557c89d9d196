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
