"""What the ledger records: an act is what happened, an event is the act with its place in the chain.

Every field of an event is required; where there is nothing to say, ``null`` says so. One that came later, marked with
``came_later``, stands only where there is something to say, so that older lines still read. The descriptions are what
the published schema shows.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter

from evalspec.terms import Grade, Leakage, Severity, Status

TYPE: Literal["evalspec-ledger-event"] = "evalspec-ledger-event"
FORMAT: Literal[1] = 1


def says(description: str, **constraints: Any) -> Any:
    """A required field and the sentence that the schema shows for it."""
    return Field(..., description=description, **constraints)


def came_later(description: str, empty: Any = ()) -> Any:
    """A field that the lines of older versions don't have; it reads as ``empty`` there."""
    return Field(empty, description=description)


def _no_boolean(value: Any) -> Any:
    if isinstance(value, bool):
        raise ValueError("a number is due here, not true or false")
    return value


One = Annotated[Literal[1], BeforeValidator(_no_boolean)]
"""The number 1; pydantic takes ``true`` for it."""

Digest = Annotated[str, Field(pattern=r"^sha256:[0-9a-f]{64}$", min_length=71, max_length=71)]
"""``sha256:`` and 64 hexadecimal digits in lower case. The lengths keep out the newline that ``$`` lets through."""

Utc = Annotated[
    str,
    Field(
        pattern=r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z$",
        min_length=20,
        max_length=20,
    ),
]
Name = Annotated[str, Field(min_length=1)]
Whole = Annotated[int, Field(ge=0, le=2**53 - 1)]
Nanoseconds = Annotated[str, Field(pattern=r"^(0|-?[1-9][0-9]{0,19})$", max_length=21)]
"""As text: RFC 8785 has no integer above 2^53."""


class Frozen(BaseModel):
    """Closed, strict and unchanging."""

    # in the schema ``kind`` is required, as it is in a line, although an act need not say it
    model_config = ConfigDict(
        frozen=True, extra="forbid", strict=True, json_schema_serialization_defaults_required=True
    )


class JudgementEntry(Frozen):
    """What one rule made of the plan."""

    code: Name = says("the rule's code")
    name: Name = says("the rule's name")
    status: Status = says("what the rule made of the plan")
    grade: Grade | None = says("how it came to pass, or null where it did not")
    reason: str = says('what the grade rests on, what is needed to decide, or why it does not apply; else ""')
    more: str = came_later('what would raise the grade; else ""', "")
    leakage: Leakage | None = came_later("the type of leakage that a rule of LEAK looks for, else null", None)


class FindingEntry(Frozen):
    """One objection that stood when the event was written."""

    code: Name = says("the rule's code")
    name: Name = says("the rule's name")
    severity: Severity = says("error, warning or note")
    message: Name = says("the objection")
    file: str = says('the file it was found in, or ""')
    line: Annotated[int, Field(ge=1, le=2**53 - 1)] | None = says("the line it was found in, or null")


class Seen(Frozen):
    """How an outcome file looked from outside; it was not opened."""

    present: bool = says("whether anything stood at the path")
    size: Whole | None = says("bytes, or null where nothing stood there")
    mtime_ns: Nanoseconds | None = says("time of last change in nanoseconds since 1970, as text, or null")


class ProjectRuleEntry(Frozen):
    """A rule of the project's own that judged the plan."""

    code: Name = says("the rule's code")
    name: Name = says("the rule's name")
    digest: Digest = says("digest of the bytes of the file that offers it")
    package: Name | None = says("name and version of the installed package it is from, or null for a file of a folder")


ProjectRuleEntries = tuple[ProjectRuleEntry, ...]


class Act(Frozen):
    """What a caller hands to ``chain.append``."""

    def fields(self) -> dict[str, Any]:
        """As the line holds them."""
        return {k: v for k, v in self.model_dump(mode="json").items() if k != "project_rules" or v}


class Seal(Act):
    """The plan was sealed: from here on it may not change."""

    kind: Literal["sealed"] = Field("sealed", description="the kind of event")
    canonical: One = says("version of the canonical form that `text` is written in")
    bytes: Digest = says("digest of the plan file's exact bytes")
    meaning: Digest = says("digest of `text`")
    text: Name = says("the plan's canonical text: RFC 8785, defaults written out, paths left out")
    inputs: Mapping[Name, Digest] = says("digest of each blinded input that was there, by its name in the plan")
    awaited: tuple[Name, ...] = says("blinded inputs still to come, by their names in the plan")
    rules: Name = says("digest or version of the rule set that judged the plan")
    judgements: tuple[JudgementEntry, ...] = says("what each rule made of the plan")
    findings: tuple[FindingEntry, ...] = says("the objections that were sealed with the plan")
    environment: Mapping[Name, Name] = says("version of each package the tool stood on")
    outcomes_seen: Mapping[Name, Seen] = says("each outcome source as it looked from outside, never opened")
    project_rules: ProjectRuleEntries = came_later(
        "the project's own rules that judged the plan; left out where none did"
    )


class Binding(Act):
    """Inputs that the seal awaited have come, and were judged blinded."""

    kind: Literal["bound"] = Field("bound", description="the kind of event")
    inputs: Mapping[Name, Digest] = says("digest of each input that has come, by its name in the plan")
    judgements: tuple[JudgementEntry, ...] = says("what each rule made of the plan with these inputs")
    findings: tuple[FindingEntry, ...] = says("the objections that stood")
    project_rules: ProjectRuleEntries = came_later("the project's own rules that judged them; left out where none did")


class Opening(Act):
    """The outcomes are about to be opened. Written, and on disk, before the first byte of them is read."""

    kind: Literal["opened"] = Field("opened", description="the kind of event")
    seal: Digest = says("digest of the seal's event")
    sources: tuple[Name, ...] = says("the outcome sources that are about to be opened", min_length=1)


class FailedOpening(Act):
    """The outcomes could not be opened; no byte of them was read."""

    kind: Literal["open-failed"] = Field("open-failed", description="the kind of event")
    opened: Digest = says("digest of the opening's event")
    reason: Name = says("why they could not be opened")


class Stop(Act):
    """The outcomes were read, and the run stopped without results."""

    kind: Literal["stopped"] = Field("stopped", description="the kind of event")
    opened: Digest = says("digest of the opening's event")
    reason: Name = says("why the run stopped")
    findings: tuple[FindingEntry, ...] = says("the objections that stopped it")


class Run(Act):
    """The declared summaries were computed and written."""

    kind: Literal["ran"] = Field("ran", description="the kind of event")
    opened: Digest = says("digest of the opening's event")
    outcomes: Mapping[Name, Digest] = says("digest of each outcome source, by its name in the plan")
    results: Digest = says("digest of the results")
    tally: Digest = says("digest of the canonical tally")
    files: Mapping[Name, Digest] = says("digest of each file that was written, by its name")
    environment: Mapping[Name, Name] = says("version of each package the tool stood on")


class Header(Frozen):
    """An event's place in the chain."""

    ledger: One = says("version of the ledger's format")
    type: Literal["evalspec-ledger-event"] = says("what this record is; in the digest, so that it passes for no other")
    plan: Name = says("id of the plan; the same in every event of a ledger")
    sequence: Whole = says("place in the chain, from 0")
    previous: Digest | None = says("digest of the event before, or null for the first")
    at: Utc = says("when it was written by this machine's clock, in UTC: a claim that nothing here vouches for")
    tool: Name = says("version of the tool that wrote the event")
    digest: Digest = says("SHA-256 of this line without its newline and without `digest` itself")


class Sealed(Header, Seal):
    """The plan was sealed: from here on it may not change."""


class Bound(Header, Binding):
    """Inputs that the seal awaited have come, and were judged blinded."""


class Opened(Header, Opening):
    """The outcomes are about to be opened. Written, and on disk, before the first byte of them is read."""


class OpenFailed(Header, FailedOpening):
    """The outcomes could not be opened; no byte of them was read."""


class Stopped(Header, Stop):
    """The outcomes were read, and the run stopped without results."""


class Ran(Header, Run):
    """The declared summaries were computed and written."""


Event = Sealed | Bound | Opened | OpenFailed | Stopped | Ran

EVENT: TypeAdapter[Event] = TypeAdapter(Annotated[Event, Field(discriminator="kind")])

KINDS: frozenset[str] = frozenset(e.model_fields["kind"].default for e in Event.__args__)
"""The kinds this version writes and reads; fewer than ``evalspec.terms.Event`` keeps a place for."""
