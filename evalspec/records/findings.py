"""What is objected to, and why we can't go on."""

from __future__ import annotations

from dataclasses import dataclass

from evalspec.terms import Grade, Leakage, Severity, Status

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


@dataclass(frozen=True, slots=True)
class Edit:
    """Put ``text`` in the place of the plan's characters from ``start`` to before ``end``, counted from 0.

    A byte order mark is not counted; a line's end is one character, or two where it is written with two.
    """

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """What a program may change without deciding anything: ``what`` it does, in words, and its edits."""

    what: str
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One thing a reader found wrong, named by the reader's rule; the pipeline makes it a finding."""

    rule: str
    message: str
    file: str
    place: Place | None = None
    path: Path = ()
    help: str = ""
    fixes: tuple[Fix, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One objection, at one place in the author's text or in a blinded file.

    ``end`` is the place behind the word or number that stands at ``place``, where one stands there.
    """

    code: str
    name: str
    severity: Severity
    path: Path
    message: str
    help: str
    file: str = ""
    place: Place | None = None
    end: Place | None = None
    fixes: tuple[Fix, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """What one rule made of one plan. ``more``: what would raise the grade; ``leakage``: what a rule of LEAK looks for."""

    code: str
    name: str
    status: Status
    grade: Grade | None
    reason: str
    more: str = ""
    leakage: Leakage | None = None
    findings: tuple[Finding, ...] = ()
