"""What the rooms hand each other: frozen records, no behaviour beyond arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf, nextafter
from typing import Any

from evalspec.terms import Grade, Severity, Status

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """Line and column, both from 1, in characters."""

    line: int
    column: int = 1


class Refusal(Exception):
    """We can't go on: where, what, what would be right; and the exit code.

    ``rule`` names the reader's rule that was broken, where there is one; the pipeline turns it into a finding.
    """

    def __init__(
        self,
        message: str,
        *,
        file: str = "",
        place: Place | None = None,
        help: str = "",
        exit_code: int = 2,
        rule: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message, self.file, self.place, self.help = message, file, place, help
        self.exit_code, self.rule = exit_code, rule

    @property
    def where(self) -> str:
        """``file:line:column`` as far as known."""
        return f"{self.file}:{self.place.line}:{self.place.column}" if self.place else self.file


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One thing a reader found wrong, named by the reader's rule; the pipeline makes it a finding."""

    rule: str
    message: str
    file: str
    place: Place | None = None
    path: Path = ()
    help: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One objection, at one place in the author's text or in a blinded file."""

    code: str
    name: str
    severity: Severity
    path: Path
    message: str
    help: str
    file: str = ""
    place: Place | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """What one rule made of one plan."""

    code: str
    name: str
    status: Status
    grade: Grade | None
    reason: str
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """A two-by-two table: non-negative integers, unbounded."""

    tp: int
    fn: int
    tn: int
    fp: int

    def __add__(self, other: Counts) -> Counts:
        return Counts(tp=self.tp + other.tp, fn=self.fn + other.fn, tn=self.tn + other.tn, fp=self.fp + other.fp)

    @property
    def positives(self) -> int:
        return self.tp + self.fn

    @property
    def negatives(self) -> int:
        return self.tn + self.fp

    @property
    def units(self) -> int:
        return self.positives + self.negatives


@dataclass(frozen=True, slots=True)
class ScoreGroup:
    """Units of one score: how many are positive, how many negative.

    A run of neighbouring scores without a positive may stand as one group: ranking metrics see no difference.
    """

    score: float
    n_positive: int
    n_negative: int


@dataclass(frozen=True, slots=True)
class Ratio:
    """A defined ratio of counts."""

    numerator: int
    denominator: int

    @property
    def exact(self) -> Fraction:
        return Fraction(self.numerator, self.denominator)


@dataclass(frozen=True, slots=True)
class Real:
    """A defined value that is no ratio of counts; exact where it can be."""

    value: float | Fraction

    @property
    def exact(self) -> float | Fraction:
        return self.value


@dataclass(frozen=True, slots=True)
class Undefined:
    """No number: the reason names the zero denominator."""

    reason: str


Value = Ratio | Real | Undefined


@dataclass(frozen=True, slots=True)
class Limits:
    """An interval. ``None`` is an open side of a one-sided interval; ``note`` flags a degenerate one."""

    lower: float | None
    upper: float | None
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """One cohort's part in a summary: its value, and its size in units."""

    value: Value
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Combined:
    """One number over the members of an axis.

    ``weights`` are the weights used, over the defined members, summing to 1 (empty for ``worst`` and where
    undefined); ``undefined_in`` gives each left-out member's reason; ``named`` the members a word points at (worst).
    """

    value: Value
    defined: int
    of: int
    undefined_in: Mapping[str, str]
    weights: Mapping[str, Fraction] = field(default_factory=dict)
    named: tuple[str, ...] = ()


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
    index: int = 0
    line: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Blinded:
    """The blinded files. No outcome is in it, and ``ask`` can open no file.

    ``tables``: each file that was read, by its name in the plan (``predictions``, ``units``, ``training``).
    ``missing``: names declared ``arrives: after-seal`` that are not there yet.
    ``problems``: what the reader found wrong; a table with a problem is absent from ``tables``.
    ``thresholds``: every threshold value, from the plan and from files.
    ``ask(sql)``: rows of a read-only query over the views that ``tables/views.py`` documents.
    """

    tables: Mapping[str, Table]
    missing: tuple[str, ...]
    problems: tuple[Problem, ...]
    thresholds: tuple[ThresholdRow, ...]
    ask: Callable[[str], Sequence[tuple[Any, ...]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Integrity:
    """How predictions and outcomes fitted together, counted after the opening."""

    rows_predicted: int
    rows_matched: int
    missing_outcome: int
    outcome_without_unit: int
    duplicate_outcome: int
    undeclared_tokens: Mapping[str, int]
    unknown_status: int
    positives: Mapping[str, int]
    negatives: Mapping[str, int]


@dataclass(frozen=True, slots=True, order=True, kw_only=True)
class CellKey:
    """Where a two-by-two table belongs. ``fold`` and ``subgroup`` are "" where the plan has none."""

    threshold: str
    model: str
    cohort: str
    fold: str
    subgroup: str = ""


@dataclass(frozen=True, slots=True, order=True, kw_only=True)
class GroupKey:
    """Whose scores are ranked against each other. ``cohort`` is "" where all cohorts are put together."""

    model: str
    cohort: str
    subgroup: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """Score groups, cut at the distinct scores of positives: all that a ranking metric can tell apart.

    ``scores`` ascend; ``n_positive`` and ``n_negative`` stand at each score; ``above`` counts the negatives strictly
    between a score and the next one, ``below`` those under the first.
    """

    scores: tuple[float, ...]
    n_positive: tuple[int, ...]
    n_negative: tuple[int, ...]
    above: tuple[int, ...]
    below: int

    @property
    def positives(self) -> int:
        return sum(self.n_positive)

    @property
    def negatives(self) -> int:
        return self.below + sum(self.n_negative) + sum(self.above)

    def groups(self, *, higher_is_positive: bool = True) -> tuple[ScoreGroup, ...]:
        """Least positive first. A run of negatives stands as one group, at the double next to its neighbour's score.

        That double is free: where a negative lies strictly between two scores, there is a double between them.
        """
        found = (
            [ScoreGroup(nextafter(self.scores[0], -inf) if self.scores else 0.0, 0, self.below)] if self.below else []
        )
        for score, p, n, run in zip(self.scores, self.n_positive, self.n_negative, self.above, strict=True):
            found.append(ScoreGroup(score, p, n))
            if run:
                found.append(ScoreGroup(nextafter(score, inf), 0, run))
        return tuple(found if higher_is_positive else reversed(found))


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """The integers everything is computed from.

    ``excluded``: units left out as declared, by cohort, with the reason.
    """

    cells: Mapping[CellKey, Counts]
    rankings: Mapping[GroupKey, Ranking]
    excluded: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """One declared number: exact, with its interval and how it came about."""

    summary: str
    role: str
    metric: str
    model: str
    threshold: str | None
    cohorts: str | None
    cohort: str | None
    address: str
    value: Value
    limits: Limits | Undefined | None = None
    interval: str | None = None
    level: Fraction | None = None
    combined: Combined | None = None
    members: Mapping[str, Member] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class RequirementVerdict:
    """One demand: the number it met, the limit, and the verdict."""

    address: str
    bound: str
    value: float | None
    relation: str
    limit: str
    verdict: str
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GateVerdict:
    """A gate and what became of each of its requirements."""

    id: str
    verdict: str
    requirements: tuple[RequirementVerdict, ...]
