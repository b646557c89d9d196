"""The declared rows as CSV, for spreadsheets: same rows, same numbers, no formula."""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

from evalspec.results.model import Row

COLUMNS = tuple(f.alias or name for name, f in Row.model_fields.items())
"""In the order of the schema."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\x00")


def csv_bytes(rows: Sequence[Mapping[str, Any]]) -> bytes:
    """UTF-8, ``\\n`` line ends, a header; an absent value is empty, a mapping or list is JSON.

    A text that a spreadsheet would take for a formula gets a leading apostrophe (OWASP ASVS 1.2.10).
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in rows:
        writer.writerow([_cell(row[c]) for c in COLUMNS])
    return text.getvalue().encode()


def _cell(value: Any) -> Any:
    if value is None:
        return ""
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False, sort_keys=True) if value else ""
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, str) and value.startswith(_FORMULA):
        return "'" + value
    return value
