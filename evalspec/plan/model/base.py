"""What the sections are made of: strict, frozen, closed; and the few kinds of value that stand in many of them."""

import re
import unicodedata
from collections.abc import Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    Tag,
    WithJsonSchema,
)
from pydantic_core import PydanticCustomError, PydanticKnownError


class Part(BaseModel):
    """A section of the plan, or a part of one. Unknown keys are refused, nothing is coerced, nothing changes."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False, populate_by_name=False)


def says(description: str, *examples: Any, default: Any = ..., **constraints: Any) -> Any:
    """A field with the sentence and the examples that an editor shows while a person types."""
    return Field(default, description=description, examples=list(examples) or None, **constraints)


def either(**forms: str) -> Discriminator:
    """Chooses a union's branch by the kind of value: text, list, number, boolean; or a mapping by one of its keys.

    ``either(text="path", mapping="file")``; a tag for ``mapping_with_by`` is taken when the mapping has the key
    ``by``. The first form is taken where none fits, so that a misfit is told off by one branch only.
    """
    first = next(iter(forms.values()))

    def choose(value: Any) -> str:
        for form, tag in forms.items():
            if _is(form, value):
                return tag
        return forms.get("mapping", first) if isinstance(value, BaseModel) else first

    return Discriminator(choose)


def but_not(*keys: str) -> dict[str, Any]:
    """For the schema of a mapping by name: the keys by which ``either`` tells another form of the same union."""
    return {"propertyNames": {"not": {"enum": list(keys)}}}


def each_key(**said: tuple[str, Any]) -> Any:
    """For a mapping whose keys are closed words: the sentence and the example of each."""
    parts: dict[str, Any] = {
        key.rstrip("_"): {"description": what, "examples": [example]} for key, (what, example) in said.items()
    }
    return Field(json_schema_extra={"each_key": parts})


def _is(form: str, value: Any) -> bool:
    if form.startswith("mapping_with_"):
        keys = type(value).model_fields if isinstance(value, BaseModel) else value
        return isinstance(keys, Mapping) and form.removeprefix("mapping_with_") in keys
    kinds: dict[str, tuple[type, ...]] = {
        "text": (str,),
        "list": (list, tuple),
        "number": (int, Decimal, float),
        "mapping": (Mapping, BaseModel),
    }
    return isinstance(value, kinds[form]) and not isinstance(value, bool)


_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
ID_PATTERN = r"^[A-Za-z0-9][A-Za-z0-9._\-]{0,63}(?![\s\S])"
LABEL_PATTERN = r"^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]{1,128}(?![\s\S])"
_LABEL = re.compile("[^\x00-\x1f\x7f-\x9f\u2028\u2029]{1,128}")


def _id(value: str) -> str:
    if not _ID.fullmatch(value):
        raise PydanticCustomError(
            "not_an_id", "an id has 1 to 64 letters, digits, `.`, `_` or `-`, and begins with a letter or digit"
        )
    return value


def _label(value: str) -> str:
    if not _LABEL.fullmatch(value) or not unicodedata.is_normalized("NFC", value):
        raise PydanticCustomError("not_a_label", "a label is one line of 1 to 128 characters, in NFC")
    return value


def _line(value: str) -> str:
    if not value.strip():
        raise PydanticCustomError("empty_text", "the text is empty")
    return value


def _whole(value: Any) -> Any:
    """For a closed number: Python takes ``True`` and ``1.0`` for 1, the language does not."""
    if type(value) is not int:
        raise PydanticKnownError("int_type")
    return value


def _exact(value: Any) -> Any:
    return Decimal(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _double(value: Any) -> Any:
    return float(value) if isinstance(value, int | Decimal) and not isinstance(value, bool) else value


Id = Annotated[str, AfterValidator(_id), WithJsonSchema({"type": "string", "pattern": ID_PATTERN})]
"""A name that the plan gives: of a plan, model, threshold, summary, gate."""

Label = Annotated[str, AfterValidator(_label), WithJsonSchema({"type": "string", "pattern": LABEL_PATTERN})]
"""A text that stands in the data: a column, cohort, class, token."""

Text = Annotated[str, AfterValidator(_line), WithJsonSchema({"type": "string", "pattern": r"\S"})]
"""Prose: anything but an empty text."""

Exact = Annotated[Decimal, BeforeValidator(_exact), WithJsonSchema({"type": "number"})]
"""An exact decimal, as written."""

Double = Annotated[float, BeforeValidator(_double), WithJsonSchema({"type": "number"})]
"""A threshold on scores: the double nearest to the decimal as written."""

Share = Annotated[
    Decimal, BeforeValidator(_exact), Field(ge=0, le=1), WithJsonSchema({"type": "number", "minimum": 0, "maximum": 1})
]
"""An exact decimal from 0 to 1."""

Positive = Annotated[
    Decimal, BeforeValidator(_exact), Field(gt=0), WithJsonSchema({"type": "number", "exclusiveMinimum": 0})
]
"""An exact decimal above 0."""

Level = Annotated[
    Decimal,
    BeforeValidator(_exact),
    Field(gt=0, lt=1),
    WithJsonSchema({"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}),
]
"""An exact decimal strictly between 0 and 1."""

Closed = BeforeValidator(_whole)
"""Stands beside a ``Literal`` of whole numbers."""

Given = Annotated[Any, WithJsonSchema({"given": True})]
"""A parameter's value: anything but null; rules judge it."""

Size = Annotated[int, Field(ge=0)]
"""A whole number from 0."""

Lax = Field(strict=False)
"""A closed word: pydantic's strict mode takes no text for an enum, so this field alone is lax."""


def _many(value: Any) -> Any:
    return (value,) if isinstance(value, str) else value


if TYPE_CHECKING:
    Labels = tuple[str, ...]
    Ids = tuple[str, ...]
else:
    Labels = Annotated[
        Annotated[Label, Tag("one")] | Annotated[tuple[Label, ...], Field(min_length=1), Tag("list")],
        either(text="one", list="list"),
        AfterValidator(_many),
    ]
    Ids = Annotated[
        Annotated[Id, Tag("one")] | Annotated[tuple[Id, ...], Field(min_length=1), Tag("list")],
        either(text="one", list="list"),
        AfterValidator(_many),
    ]
