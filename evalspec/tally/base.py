"""What an engine declares, and what it is handed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from evalspec.plan.model import Plan
from evalspec.records import Integrity, Tally, ThresholdRow
from evalspec.tables.files import OpenFile
from evalspec.tables.layout import Layout
from evalspec.tally.needs import Needs


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A file that is open, digested and laid out."""

    opened: OpenFile
    layout: Layout

    def is_integer(self, column: str) -> bool:
        """Whether a Parquet column is a whole number of at most 64 bits."""
        return self.layout.format == "parquet" and self.layout.kinds.get(column, "") in _INTEGERS


_INTEGERS = {"TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Inputs:
    """``files``: opened and digested files by their name in the plan; ``thresholds``: every declared value."""

    plan: Plan
    needs: Needs
    files: Mapping[str, Source]
    thresholds: tuple[ThresholdRow, ...]
    threads: int | None = None
    memory: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine:
    """``tally(inputs)`` returns integers only: the same on every engine, thread count and row order."""

    id: str
    title: str
    tally: Callable[[Inputs], tuple[Tally | None, Integrity]]
