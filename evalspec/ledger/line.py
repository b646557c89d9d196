"""One line of the ledger: strict JSON in its one canonical spelling, and the digest that binds it."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping
from functools import cache
from typing import Any

import rfc8785
from pydantic import ValidationError

from evalspec.ledger.events import EVENT, FORMAT, KINDS, Event


class BadLine(ValueError):
    """The line is no event of a ledger; the message says why."""


def write(fields: Mapping[str, Any]) -> bytes:
    """The line, without its newline, for an event's fields; ``digest`` is worked out here.

    Raises:
        BadLine: a field can't be written as canonical JSON (a lone surrogate, an integer above 2^53).
    """
    try:
        bare = rfc8785.dumps(dict(fields))
        return rfc8785.dumps({**fields, "digest": _sha256(bare)})
    except (rfc8785.CanonicalizationError, UnicodeEncodeError) as e:
        raise BadLine(f"it has no canonical JSON: {e}") from e


def read(line: bytes) -> Event:
    """The event a line holds: strict JSON, canonical bytes, a known kind, every field, its own digest.

    The links to other lines are ``chain``'s to check.

    Raises:
        BadLine: it is none.
    """
    raw = parse(line)
    if _canonical(raw) != line:
        raise BadLine("the line is not in canonical form (RFC 8785)")
    version, kind = raw.get("ledger"), raw.get("kind")
    if type(version) is not int or version != FORMAT:
        raise BadLine(f"the ledger's format {version!a:.40} is not known here: was it written by a newer version?")
    if not isinstance(kind, str) or kind not in KINDS:
        raise BadLine(f"the kind of event {kind!a:.40} is not known here: was it written by a newer version?")
    try:
        event = EVENT.validate_json(line)
    except ValidationError as e:
        first = e.errors(include_url=False)[0]
        raise BadLine(f"{'.'.join(map(str, first['loc'][1:])) or 'the event'}: {first['msg'].lower()}") from e
    if not same(event.digest, digest_of(line, event.digest)):
        raise BadLine("the line was changed: its digest is another")
    return event


def parse(text: bytes) -> dict[str, Any]:
    """A JSON object from UTF-8 bytes; no key twice, no NaN.

    Raises:
        BadLine: it is none.
    """
    try:
        raw = json.loads(text.decode("utf-8"), object_pairs_hook=_no_key_twice, parse_constant=_no_constant)
    except BadLine:
        raise
    except (ValueError, RecursionError) as e:
        raise BadLine("the line is not JSON") from e
    if not isinstance(raw, dict):
        raise BadLine("the line is not a JSON object")
    return raw


def digest_of(line: bytes, digest: str) -> str:
    """Digest of a canonical line without its ``digest``.

    In canonical order only ``at``, ``awaited``, ``bytes`` and ``canonical`` can stand before it, and none of them
    holds an object: the first match is the event's own.
    """
    return _sha256(line.replace(b',"digest":"' + digest.encode() + b'"', b"", 1))


def same(one: str, other: str) -> bool:
    """Whether two digests are equal, compared in full and in constant time."""
    return hmac.compare_digest(one.encode(errors="surrogatepass"), other.encode(errors="surrogatepass"))


def against_schema(line: bytes) -> None:
    """Hold a line against the published schema as well.

    Raises:
        BadLine: the schema refuses it.
    """
    error = next(_validator().iter_errors(parse(line)), None)
    if error is not None:
        raise BadLine(f"the schema refuses it: {error.message[:200]}")


@cache
def _validator() -> Any:
    from jsonschema import Draft202012Validator

    from evalspec.ledger.schema import ledger_schema

    return Draft202012Validator(ledger_schema())


def _canonical(raw: dict[str, Any]) -> bytes:
    try:
        return rfc8785.dumps(raw)
    except (rfc8785.CanonicalizationError, UnicodeEncodeError, RecursionError) as e:
        raise BadLine(f"the line has no canonical form: {e}") from e


def _sha256(text: bytes) -> str:
    return "sha256:" + hashlib.sha256(text).hexdigest()


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        keys = [key for key, _ in pairs]
        raise BadLine(f"the key {next(k for k in keys if keys.count(k) > 1)!a} stands twice")
    return found


def _no_constant(text: str) -> Any:
    raise BadLine(f"{text} is not JSON")
