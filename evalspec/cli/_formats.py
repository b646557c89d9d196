"""The formats of findings: a module of the report room each, found by being there and imported when it is asked for."""

from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import click

import evalspec.report
from evalspec.report.base import FindingsFormat


def formats() -> dict[str, FindingsFormat]:
    """Every format of findings, by the word for it."""
    names = [m.name for m in iter_modules(evalspec.report.__path__) if m.name != "base" and not m.name.startswith("_")]
    found = {name: getattr(import_module(f"evalspec.report.{name}"), "FORMAT", None) for name in names}
    return {name: f for name, f in found.items() if isinstance(f, FindingsFormat)}


class FormatName(click.ParamType):  # type: ignore[type-arg]
    """The word for a format; only the one that is asked for is imported."""

    name = "format"

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        return f"[{'|'.join(formats())}]"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> FindingsFormat:
        if isinstance(value, FindingsFormat):
            return value
        there = {m.name for m in iter_modules(evalspec.report.__path__)} - {"base"}
        found = import_module(f"evalspec.report.{value}").FORMAT if value in there and value[:1] != "_" else None
        if not isinstance(found, FindingsFormat):
            from evalspec.plan.fields import near

            self.fail(f"there is no format `{value}`; {near(str(value), list(formats()))}", param, ctx)
        return found
