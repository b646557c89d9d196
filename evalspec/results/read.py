"""results.json as it is read back: strict JSON, in canonical form, held against its schema."""

from functools import cache
from typing import Any

from evalspec.tally.read import against_schema, in_canonical_form, strict_json


def read_results(raw: bytes, file: str) -> dict[str, Any]:
    """The results as JSON data. Raises Refusal (exit 2) where ``raw`` is not what evalspec writes."""
    found = strict_json(raw, file)
    against_schema(found, _validator(), file)
    in_canonical_form(raw, found, file)
    return found


@cache
def _validator() -> Any:
    from jsonschema import Draft202012Validator

    from evalspec.results.model import results_schema

    return Draft202012Validator(results_schema())
