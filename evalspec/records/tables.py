"""Files as they were read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from evalspec.records.findings import Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """One file as it was read: columns in file order, number of records, digest of its bytes."""

    name: str
    file: str
    columns: tuple[str, ...]
    n_rows: int
    digest: str
    format: str = "csv"


@dataclass(frozen=True, slots=True, kw_only=True)
class ThresholdRow:
    """One threshold value: for every fold where ``fold`` is None. ``line`` and ``index`` say where it stood."""

    threshold: str
    model: str
    fold: str | None
    value: float
    chosen_on: tuple[str, ...] | None
    model_digest: str | None = None
    label: str | None = None
    index: int = 0
    line: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rederived:
    """What a threshold's rule gives on its derivation data, for one model and fold ('' where there is one fit).

    ``values``: the best candidates, smallest first: several are a tie, none means that ``reason`` says why.
    ``chosen``: the one that the declared ``ties`` picks; None where there is no value or the tie is not settled.
    ``held_out``: units of the derivation data that the fold evaluates; then nothing of the fold was read, and
    ``line`` is the first of them. ``unreachable``: no candidate reaches the target; ``extreme`` is then the one that
    calls fewest.
    """

    threshold: str
    model: str
    fold: str
    values: tuple[float, ...] = ()
    chosen: float | None = None
    n_positive: int = 0
    n_negative: int = 0
    held_out: int = 0
    line: int | None = None
    unreachable: bool = False
    extreme: float | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Blinded:
    """The blinded files. No outcome is in it, and ``ask`` can open no file.

    ``tables``: each file that was read, by its name in the plan (``predictions``, ``units``, ``training``).
    ``missing``: names declared ``arrives: after-seal`` that are not there yet.
    ``problems``: what the reader found wrong; a table with a problem is absent from ``tables``.
    ``thresholds``: every threshold value, from the plan and from files.
    ``rederived``: what each threshold's rule gives on its derivation data.
    ``digests``: of the files that are no tables: what the steps left behind.
    ``masked``: what is missing to compare the manifest's masked ids with anything; "" where nothing is.
    ``ask(sql)``: rows of a read-only query over the views that ``tables/views.py`` documents.
    """

    tables: Mapping[str, Table]
    missing: tuple[str, ...]
    problems: tuple[Problem, ...]
    thresholds: tuple[ThresholdRow, ...]
    ask: Callable[[str], Sequence[tuple[Any, ...]]]
    rederived: tuple[Rederived, ...] = ()
    digests: Mapping[str, str] = field(default_factory=dict)
    masked: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Integrity:
    """How predictions and outcomes fitted together, counted after the opening.

    ``lines``: for what does not fit, the first lines of the file where it stands (rows, in Parquet), never an id:
    ``missing_outcome`` in the predictions; ``outcome_without_unit``, ``duplicate_outcome`` and ``undeclared_tokens``
    in the outcomes. ``outcomes`` is the number of outcomes there are, and
    ``near_misses`` how many unmatched ids of both files agree but for case, outer spaces or leading zeros.
    ``units``: of each cohort, those with a known outcome; ``positives`` and ``negatives`` of a binary outcome add up to it.
    ``called``: of each threshold, model and cohort, how many units are called positive, and how many there are.
    """

    rows_predicted: int
    rows_matched: int
    missing_outcome: int
    outcome_without_unit: int
    duplicate_outcome: int
    undeclared_tokens: Mapping[str, int]
    unknown_status: int
    positives: Mapping[str, int]
    negatives: Mapping[str, int]
    outcomes: int = 0
    near_misses: int = 0
    lines: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    called: Mapping[tuple[str, str, str], tuple[int, int]] = field(default_factory=dict)
    units: Mapping[str, int] = field(default_factory=dict)
