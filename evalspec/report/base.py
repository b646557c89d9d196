"""What a report is made from: the results as read back, the plan, and what the rules said at the seal."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from evalspec.plan.model import Plan
from evalspec.records import Finding, Judgement


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """``seal`` and ``sealed_at``: digest and time of the seal's event; ``findings`` were sealed with the plan, ``found``
    came up at the opening; ``judgements`` are those of both. ``project``: for each code of the project's own rules, what
    offered it, and the digest of its file.
    """

    plan: Plan
    results: Mapping[str, Any]
    seal: str
    judgements: Sequence[Judgement]
    findings: Sequence[Finding]
    found: Sequence[Finding]
    blinding: str
    sealed_at: str
    tool: str
    project: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """``write(record)`` returns the whole report as text."""

    id: str
    title: str
    suffix: str
    write: Callable[[Record], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What the rules said of one plan. ``line`` gives the text of a line of the plan, for showing it."""

    file: str
    plan_id: str | None
    findings: Sequence[Finding]
    waived: Sequence[Finding]
    judgements: Sequence[Judgement]
    line: Callable[[int], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingsFormat:
    """``write(said, color=)`` returns what goes to standard output for all plans of one call."""

    id: str
    title: str
    write: Callable[..., str]
