"""Declarative evaluation plans for classifiers: validate, seal, then compute what was declared."""

from typing import Any

_OFFERED = ("Checked", "Plan", "Refusal", "Results", "Sealed", "check", "load", "load_results", "run", "seal")


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("evalspec-validator")
    if name not in _OFFERED:
        raise AttributeError(f"module 'evalspec' has no attribute {name!r}; it offers {', '.join(_OFFERED)}")
    from importlib import import_module

    return getattr(import_module("evalspec.api"), name)


def __dir__() -> list[str]:
    return sorted(_OFFERED)
