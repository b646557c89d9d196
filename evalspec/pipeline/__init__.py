"""The order: the only room that knows it. Each act is imported when it is asked for: a check needs no ledger."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from evalspec.pipeline._check import Checked, check
    from evalspec.pipeline._seal import Sealed, bind, seal, status

_WHERE = {
    "Checked": "_check",
    "check": "_check",
    "Sealed": "_seal",
    "bind": "_seal",
    "seal": "_seal",
    "status": "_seal",
}


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)


__all__ = ["Checked", "Sealed", "bind", "check", "seal", "status"]
