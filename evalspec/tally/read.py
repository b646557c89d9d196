"""tally.json as it is read back: strict JSON, in the one spelling we write, held against its schema."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import rfc8785

from evalspec.records import Place, Refusal
from evalspec.tally.canonical import canonical_tally

_FIRST = 1000
_CHANGED = "it was changed after evalspec wrote it: take the original, or run again"


def read_tally(raw: bytes, file: str) -> dict[str, Any]:
    """The tally as JSON data. Raises Refusal (exit 2) where ``raw`` is not what evalspec writes."""
    found = strict_json(raw, file)
    against_schema(_beginning(found), _validator(), file)
    _against_model(found, file)
    _in_one_spelling(raw, file, lambda: canonical_tally(found))
    for k, row in enumerate(found["rankings"]):
        if len({len(row[name]) for name in ("scores", "n_positive", "n_negative", "above")}) > 1:
            raise Refusal(f"`rankings.{k}` has lists of several lengths", file=file, help=_CHANGED)
    return found


def _beginning(found: dict[str, Any]) -> dict[str, Any]:
    """For the schema, at 60 µs an entry: lists of scores with their first entries. The models judge all of them."""
    rows = found.get("rankings")
    if not isinstance(rows, list):
        return found
    cut = [
        {k: v[:_FIRST] if isinstance(v, list) else v for k, v in r.items()} if isinstance(r, dict) else r for r in rows
    ]
    return {**found, "rankings": cut}


def _against_model(found: dict[str, Any], file: str) -> None:
    from pydantic import ValidationError

    from evalspec.tally.model import TallyFile

    try:
        TallyFile.model_validate(found)
    except ValidationError as e:
        first = e.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise Refusal(f"the schema refuses `{where}`: {first['msg'].lower()}", file=file, help=_CHANGED) from e


def strict_json(raw: bytes, file: str) -> dict[str, Any]:
    """A JSON object: UTF-8, no key twice, no NaN. Raises Refusal."""
    try:
        found = json.loads(raw.decode("utf-8"), object_pairs_hook=_no_key_twice, parse_constant=_no_constant)
    except json.JSONDecodeError as e:
        raise Refusal(
            f"this is not JSON: {e.msg.lower()}", file=file, place=Place(e.lineno, e.colno), help=_CHANGED
        ) from e
    except RecursionError as e:
        raise Refusal("this is not JSON that we write: it is nested too deep", file=file, help=_CHANGED) from e
    except ValueError as e:  # ours, and bytes that are no UTF-8
        told = "it is not UTF-8" if isinstance(e, UnicodeDecodeError) else str(e)
        raise Refusal(f"this is not strict JSON: {told}", file=file, help=_CHANGED) from e
    if not isinstance(found, dict):
        raise Refusal("this is not a JSON object", file=file, place=Place(1, 1), help=_CHANGED)
    return found


def against_schema(found: Any, validator: Any, file: str) -> None:
    """Raises Refusal with the first thing that the schema refuses."""
    error = next(iter(validator.iter_errors(found)), None)
    if error is not None:
        where = ".".join(map(str, error.absolute_path)) or "the file"
        raise Refusal(f"the schema refuses `{where}`: {error.message[:200]}", file=file, help=_CHANGED)


def in_canonical_form(raw: bytes, found: Any, file: str) -> None:
    """RFC 8785 and a final newline. Raises Refusal where the bytes are spelled in another way."""
    _in_one_spelling(raw, file, lambda: rfc8785.dumps(found) + b"\n")


def _in_one_spelling(raw: bytes, file: str, spelled: Callable[[], bytes]) -> None:
    try:
        same = spelled() == raw
    except (rfc8785.CanonicalizationError, UnicodeEncodeError) as e:
        raise Refusal(f"this has no canonical form: {e}", file=file, help=_CHANGED) from e
    if not same:
        raise Refusal("this is not in canonical form (RFC 8785 and a final newline)", file=file, help=_CHANGED)


@cache
def _validator() -> Any:
    from jsonschema import Draft202012Validator

    from evalspec.tally.model import tally_schema

    return Draft202012Validator(tally_schema())


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(f"the key {next(k for k in keys if keys.count(k) > 1)!a} stands twice")
    return found


def _no_constant(text: str) -> Any:
    raise ValueError(f"{text} is no number")
