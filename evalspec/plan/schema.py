"""The plan's JSON Schema (2020-12), written from the models: for editors, and for readers in other languages.

It accepts what ``load`` accepts. What the text of a file may hold (UTF-8, NFC, one document, no anchors) is the
reader's business and stands in no schema.
"""

from collections.abc import Mapping
from typing import Any

from pydantic.json_schema import GenerateJsonSchema

from evalspec.plan.model import Plan
from evalspec.plan.words import MEANINGS

Schema = dict[str, Any]
Words = Mapping[str, Mapping[str, str]]
"""Names behind a model's ``words`` markers, each with what it means."""

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_ROOT = "https://evalspec.invalid/schemas/{name}.schema.json"
_GIVEN = "Given"
_NULL = {"type": "null"}

_MAPS = ("properties", "patternProperties", "$defs")
_LISTS = ("anyOf", "oneOf")
_ONE = ("items", "additionalProperties", "propertyNames")
_FIRST = ("$schema", "$id", "title", "description", "$ref", "type")


class AsWritten(GenerateJsonSchema):
    """Keeps the order of fields and examples in which we wrote them."""

    def sort(self, value: Any, parent_key: str | None = None) -> Any:
        return value


def plan_schema(*, words: Words) -> Schema:
    """Of one plan. The names complete the open words in an editor; rules judge them, so any text fits."""
    raw = Plan.model_json_schema(by_alias=True, schema_generator=AsWritten)
    raw["$defs"][_GIVEN] = _given()
    return published("plan-v1", raw, title="evalspec plan", words=words)


def published(name: str, raw: Schema, *, title: str, words: Words | None = None) -> Schema:
    """A model's own schema as we publish it: with an address and titles, closed, without null branches it can do without.

    ``words`` are the names behind a model's ``words`` markers. Null stays where a field is required and may be null.
    """
    defs: Schema = raw.get("$defs", {})
    whole = _Dressing(defs, words or {}).schema(raw)
    whole |= {"$schema": DIALECT, "$id": _ROOT.format(name=name), "title": title}
    whole["$defs"] = {k: v for k, v in sorted(whole.get("$defs", {}).items()) if "enum" not in defs[k]}
    return _ordered(whole)


def _given() -> Schema:
    here = {"$ref": f"#/$defs/{_GIVEN}"}
    return {
        "description": "A parameter's value: anything but null; rules judge it.",
        "anyOf": [
            {"type": ["string", "number", "boolean"]},
            {"type": "array", "items": here},
            {"type": "object", "additionalProperties": here},
        ],
    }


class _Dressing:
    """One walk over a model's schema."""

    def __init__(self, defs: Schema, words: Words) -> None:
        self.defs, self.words = defs, words

    def schema(self, node: Schema, key: str = "", *, required: bool = True) -> Schema:
        """``key`` is the field or definition that ``node`` stands under; a field that is not required is never null."""
        made = self.described(dict(node), key)
        if not required:
            made = _without_null(made)
        made = _open_words(_one_by_one(self.closed_words(made)), self.words)
        made = _shown_whole(_closed(_with_default(made)))
        for part in _MAPS:
            if part in made:
                needed = node.get("required", ()) if part == "properties" else made[part]
                made[part] = {
                    k: self.schema(v, "" if part == "patternProperties" else k, required=k in needed)
                    for k, v in made[part].items()
                }
        for part in _LISTS:
            if part in made:
                made[part] = [self.schema(v) for v in made[part]]
        for part in _ONE:
            if isinstance(made.get(part), dict):
                made[part] = self.schema(made[part])
        return _ordered(made)

    def described(self, node: Schema, key: str) -> Schema:
        """pydantic leaves a title out beside ``$ref``, and a description where the section's own is the same."""
        if key:
            node["title"] = _title(key)
        if key and "description" not in node and "$ref" in node:
            node["description"] = self.named(node)["description"]
        if "description" in node:
            node["description"] = " ".join(node["description"].replace("``", "`").split())
        return node

    def named(self, node: Schema) -> Schema:
        found: Schema = self.defs[node["$ref"].rpartition("/")[2]]
        return found

    def closed_words(self, node: Schema) -> Schema:
        """An enumeration stands where it is used, not behind a reference."""
        if "$ref" not in node or "enum" not in self.named(node):
            return node
        rest = {k: v for k, v in node.items() if k != "$ref"}
        found = {k: v for k, v in self.named(node).items() if k in ("type", "enum")}
        said = _MEANINGS.get(node["$ref"].rpartition("/")[2])
        return found | ({_BESIDE: [said[word] for word in found["enum"]]} if said else {}) | rest


_MEANINGS = {kind.__name__: meanings for kind, meanings in MEANINGS.items()}
_BESIDE = "enumDescriptions"
"""No keyword of JSON Schema's: editors show these sentences beside the words of ``enum``, in its order."""


def _without_null(node: Schema) -> Schema:
    branches = node.get("anyOf", [])
    if _NULL not in branches:
        return node
    rest = {k: v for k, v in node.items() if k != "anyOf"}
    left = [b for b in branches if b != _NULL]
    return {**left[0], **rest} if len(left) == 1 else rest | {"anyOf": left}


def _one_by_one(node: Schema) -> Schema:
    """A mapping whose keys are closed words has each as a property, so that editors offer them."""
    if "each_key" not in node:
        return node
    inner = node.pop("additionalProperties")
    names = node.pop("propertyNames")["enum"]
    said = node.pop("each_key")
    return node | {"properties": {name: inner | said[name] for name in names}}


def _open_words(node: Schema, words: Words) -> Schema:
    if node.pop("given", False):
        return {"$ref": f"#/$defs/{_GIVEN}"} | node
    if "words" not in node:
        return node
    said = words[node.pop("words")]
    node.pop("type", None)
    offered = {"type": "string", "enum": sorted(said), _BESIDE: [said[name] for name in sorted(said)]}
    return {"anyOf": [offered, {"type": "string"}]} | node


def _shown_whole(node: Schema) -> Schema:
    """Of several examples those that an editor can name in one line."""
    shown = [e for e in node.get("examples", ()) if not isinstance(e, dict | list)]
    return node | {"examples": shown} if shown else node


def _with_default(node: Schema) -> Schema:
    """A default that is nothing (null, an empty list or mapping) says no more than that the key may be left out."""
    default = node.get("default")
    if isinstance(default, dict) and all(v is None for v in default.values()):
        default = None
    return {k: v for k, v in node.items() if k != "default" or default not in (None, [], ())}


def _closed(node: Schema) -> Schema:
    if node.get("type") == "object" and not isinstance(node.get("additionalProperties"), dict):
        node["additionalProperties"] = False
    return node


def _title(key: str) -> str:
    """``LabelOfUnit`` and ``id_scope`` as words."""
    spaced = "".join(f" {c.lower()}" if c.isupper() else c for c in key).replace("_", " ").replace("-", " ").strip()
    return spaced[:1].upper() + spaced[1:]


def _ordered(node: Schema) -> Schema:
    """What a reader looks for first, first; and the definitions last."""
    order = [k for k in _FIRST if k in node] + [k for k in node if k not in _FIRST and k != "$defs"]
    return {k: node[k] for k in [*order, *(["$defs"] if "$defs" in node else [])]}
