"""Results as pandas, when asked."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pandas import DataFrame as DataFrame


def to_frame(rows: Sequence[Mapping[str, Any]], *, columns: Sequence[str] = ()) -> "DataFrame":
    """One row a mapping, one column a key, in the order in which keys come up; what a row lacks, and ``None``, is ``None``.

    ``columns`` stand first, and are there where there is no row.
    """
    import pandas

    names = list(dict.fromkeys([*columns, *(key for row in rows for key in row)]))
    return pandas.DataFrame([[row.get(name) for name in names] for row in rows], columns=names, dtype=object)


__all__ = ["to_frame"]
