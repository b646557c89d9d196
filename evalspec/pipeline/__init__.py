"""The order: the only room that knows it."""

from evalspec.pipeline._check import Checked, check
from evalspec.pipeline._seal import Sealed, bind, seal, status

__all__ = ["Checked", "Sealed", "bind", "check", "seal", "status"]
