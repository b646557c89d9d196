"""Collects the one definition each module of a package offers."""

from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType
from typing import Any


def collect(package: ModuleType, name: str, key: str) -> dict[str, Any]:
    """Map ``key`` of every ``name`` under ``package`` to it, in key order.

    ``base.py`` and modules whose name begins with ``_`` hold no definition and are passed over.

    Raises:
        TypeError: a module offers no definition.
        ValueError: two modules offer the same key.
    """
    found: dict[str, Any] = {}
    for module in walk_packages(package.__path__, f"{package.__name__}."):
        last = module.name.rsplit(".", 1)[1]
        if module.ispkg or last == "base" or last.startswith("_"):
            continue
        definition = getattr(import_module(module.name), name, None)
        if definition is None:
            raise TypeError(f"{module.name} offers no {name}")
        ident = getattr(definition, key)
        if ident in found:
            raise ValueError(f"{module.name} defines {key} {ident!r} a second time")
        found[ident] = definition
    return dict(sorted(found.items()))
