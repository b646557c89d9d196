"""The shape of ``check --format json``: its JSON Schema is written from these models."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from evalspec.plan.schema import AsWritten, Schema, published
from evalspec.terms import Grade, Severity, Status


class Shape(BaseModel):
    """Closed and strict: nothing else is written."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


def says(description: str) -> Any:
    """A required field, with what it means."""
    return Field(description=description)


Name = Annotated[str, Field(min_length=1)]
Position = Annotated[int, Field(ge=1)]
Count = Annotated[int, Field(ge=0)]


class EditEntry(Shape):
    """Text in the place of some characters of the plan."""

    start: Count = says("The first character that goes, from 0; a byte order mark is not counted.")
    end: Count = says("Behind the last character that goes.")
    text: str = says("What stands there instead.")


class FixEntry(Shape):
    """What a program may change without deciding anything."""

    what: Name = says("What it does, in words.")
    edits: list[EditEntry] = says("The edits; they do not overlap.")


class FindingEntry(Shape):
    """One objection, at one place in the author's text or in a blinded file."""

    code: Name = says("The rule's code.")
    name: Name = says("The rule's name.")
    severity: Severity = says("error blocks the seal; warning is sealed with the plan; note only informs.")
    path: list[str | int] = says("The keys and list places, from 0, that lead to the node.")
    message: Name = says("What is wrong there.")
    help: str = says("What would be right; empty where nothing is to be said.")
    file: str = says("The file it was found in; empty where it is in none.")
    line: Position | None = says("The line, from 1; null where there is none.")
    column: Position | None = says("The column in characters, from 1; null where there is none.")
    end_line: Position | None = says("The line where the word there ends; null where no single word stands there.")
    end_column: Position | None = says("The column behind that word's end; null as for end_line.")
    fixes: list[FixEntry] = says("What `--fix` would change; empty where something has to be decided.")


class JudgementEntry(Shape):
    """What one rule made of the plan."""

    code: Name = says("The rule's code.")
    name: Name = says("The rule's name.")
    status: Status = says("What the rule made of the plan.")
    grade: Grade | None = says("How it came to pass; null where it did not.")
    reason: str = says("What the grade rests on, what is needed to decide, or why it does not apply; else empty.")


class DeselectedRule(Shape):
    """A rule whose findings were not to be shown."""

    code: Name = says("The rule's code.")
    name: Name = says("The rule's name.")
    severity: Severity = says("The severity of these findings.")
    findings: Position = says("How many they are.")


class Deselected(Shape):
    """What the caller chose not to see; a seal judges it all the same."""

    selection: str = says("The options that chose; empty where none did.")
    rules: list[DeselectedRule] = says("The rules with findings that are not shown.")


class PlanEntry(Shape):
    """What the rules said of one plan."""

    file: str = says("The plan file, as it was named.")
    plan: str | None = says("The plan's id; null where it could not be read.")
    findings: list[FindingEntry] = says("The objections, in text order.")
    waived: list[FindingEntry] = says("Objections that the plan waives, with its reasons.")
    deselected: Deselected = says("Findings that `--select` or `--ignore` left out.")
    judgements: list[JudgementEntry] = says("What each rule made of the plan; empty where its shape is wrong.")


class FindingsFile(Shape):
    """What `evalspec check --format json` writes."""

    evalspec_findings: int = Field(description="Version of this format.", ge=1, le=1)
    plans: list[PlanEntry] = says("Each plan that was checked, in the order named.")


def findings_schema() -> Schema:
    """JSON Schema (2020-12) of the findings."""
    raw = FindingsFile.model_json_schema(schema_generator=AsWritten)
    return published("findings-v1", raw, title="evalspec findings")
