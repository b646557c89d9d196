"""Results as pandas, when asked."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pandas import DataFrame as DataFrame


def to_frame(rows: Sequence[Mapping[str, Any]]) -> "DataFrame":
    """One row a mapping, one column a key, in the order of the first mapping; ``None`` stays ``None``."""
    import pandas

    return pandas.DataFrame([dict(row) for row in rows], dtype=object)


__all__ = ["to_frame"]
