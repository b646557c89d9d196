"""The folders that travel in the package: runnable plans with their data, and the schemas."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import as_file, files
from pathlib import Path


@contextmanager
def shipped(name: str) -> Iterator[Path]:
    """The folder ``name`` (``specs/indo-rct``, ``schemas``), from an installed package or from a checkout.

    Raises:
        FileNotFoundError: it is in neither.
    """
    installed = files("evalspec") / "_shipped"
    if installed.is_dir():
        with as_file(installed.joinpath(*name.split("/"))) as path:
            yield path
        return
    checkout = Path(__file__).parent.parent / name
    if not checkout.is_dir():
        raise FileNotFoundError(f"{name} is not in this installation")
    yield checkout
