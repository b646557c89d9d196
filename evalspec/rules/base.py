"""What a rule declares. Its inputs are its type: Plan; Plan and Blinded; or Plan and Integrity (after the opening).

No evaluation outcome can reach a rule: ``Blinded`` holds none, and ``Integrity`` holds counts only.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from evalspec.plan.model import Plan
from evalspec.records import Blinded, Integrity, Path
from evalspec.terms import Grade, Leakage, Severity


@dataclass(frozen=True, slots=True, kw_only=True)
class Objection:
    """One root cause. ``path`` is its place in the plan; ``file`` and ``line`` point into a blinded file instead.

    ``severity`` lowers the rule's own where the ground is weak; ``help`` replaces the rule's own. ``mend`` is the one
    right text in place of the word at ``path``, only where nothing has to be decided; ``mend_key`` the same for the key.
    """

    path: Path
    message: str
    help: str = ""
    file: str = ""
    line: int | None = None
    severity: Severity | None = None
    mend: str = ""
    mend_key: str = ""


@dataclass(frozen=True, slots=True)
class Undecided:
    """What the plan or the files would have to carry."""

    needs: str


@dataclass(frozen=True, slots=True)
class NotApplicable:
    """Why the rule has nothing to judge here."""

    why: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """The grade that a pass deserves, in words what it rests on, and what would raise it."""

    grade: Grade
    ground: str
    more: str = ""


Answer = Objection | Undecided | NotApplicable | Evidence


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A change to the minimal plan: top-level sections that replace its own, and files that replace its own.

    ``raw`` replaces the whole plan, for what is found while reading. ``files`` maps a name to its text; None
    removes the file.
    """

    plan: str = ""
    files: Mapping[str, str | bytes | None] = field(default_factory=dict)
    raw: bytes | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A rule is named for what it objects to.

    ``text`` judges the plan, ``files`` the plan with the blinded files named in ``needs``, ``opened`` the plan with
    the counts after opening; ``reader`` marks what is found while reading, before there is a plan or a table.
    ``grade`` is that of a pass unless the rule yields ``Evidence``. A bad example raises this rule and no other
    error, but those named in ``instead_of``, which it silences at the same node; a good one raises nothing.
    ``later``: the acts that find it, where a check can't: ``the plan is run``.
    ``when``: ``files`` is asked only of plans for which this holds. ``leakage``: what a rule of LEAK looks for.
    ``waivable`` is False where nothing could be computed in spite of the finding; leakage is never waived either.
    """

    code: str
    name: str
    severity: Severity
    summary: str
    why: str
    help: str
    source: str = ""
    bad: tuple[str | Example, ...]
    good: tuple[str | Example, ...]
    grade: Grade = Grade.ATTESTED
    needs: tuple[str, ...] = ()
    reader: bool = False
    later: str = ""
    instead_of: tuple[str, ...] = ()
    leakage: Leakage | None = None
    when: Callable[[Plan], bool] | None = None
    waivable: bool = True
    text: Callable[[Plan], Iterator[Answer]] | None = None
    files: Callable[[Plan, Blinded], Iterator[Answer]] | None = None
    opened: Callable[[Plan, Integrity], Iterator[Answer]] | None = None
