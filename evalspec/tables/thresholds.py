"""Threshold values: from the plan, and from CSV tables and JSON arrays of flat records."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, NoReturn

from evalspec.plan.model import Plan
from evalspec.plan.model.design import ByCohort, Costs, Threshold
from evalspec.plan.model.files import ValuesFile
from evalspec.records import Place, Refusal, Table, ThresholdRow
from evalspec.tables.csv_bytes import csv_pass
from evalspec.tables.engine import relation
from evalspec.tables.files import OpenFile, format_of
from evalspec.terms import ThresholdSource

MAX_JSON = 64 << 20
NUMBER = r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?"
"""What counts as a number in any table: JSON's grammar."""

_HALF = re.compile("[\ud800-\udfff]")

Record = tuple[int, dict[str, Any]]
"""A record and the line it begins on."""


def declared(plan: Plan) -> Iterator[ThresholdRow]:
    """The values that the plan says, or that its costs do: one a model; where they go by cohort, one a model and cohort."""
    for name, threshold in plan.thresholds.items():
        value = threshold.value
        if isinstance(value, ByCohort):
            for model in plan.models:
                for cohort, number in value.values.items():
                    yield ThresholdRow(threshold=name, model=model, fold=cohort, value=number, chosen_on=None)
        elif isinstance(value, Mapping):
            for model, number in value.items():
                yield ThresholdRow(threshold=name, model=model, fold=None, value=number, chosen_on=None)
        elif value is not None:
            for model in plan.models:
                yield ThresholdRow(threshold=name, model=model, fold=None, value=value, chosen_on=None)
        elif threshold.source is ThresholdSource.COST and threshold.values is None:
            cut = from_costs(plan, threshold)
            if cut is not None:
                for model in plan.models:
                    yield ThresholdRow(threshold=name, model=model, fold=None, value=cut, chosen_on=None)


def from_costs(plan: Plan, threshold: Threshold) -> float | None:
    """C_FP / (C_FP + C_FN) as the nearest double, by the costs that the threshold names; None where it names none.

    The best cut-off of a probability of being positive (Elkan 2001, IJCAI).
    """
    costs = plan.costs
    if costs is not None and not isinstance(costs, Costs):
        costs = costs.get(threshold.costs or "") or (next(iter(costs.values())) if len(costs) == 1 else None)
    if costs is None:
        return None
    false_positive, false_negative = Fraction(costs.false_positive), Fraction(costs.false_negative)
    return float(false_positive / (false_positive + false_negative))


def from_file(con: Any, opened: OpenFile, plan: Plan, name: str) -> tuple[Table, tuple[ThresholdRow, ...]]:
    """The rows of threshold ``name`` that its ``where`` keeps, in file order, and the file as it was read.

    Raises Refusal: threshold-file-unreadable, column-missing, or what is wrong with a CSV's bytes.
    """
    threshold = plan.thresholds[name]
    values = threshold.values
    assert values is not None
    kind = format_of(opened.path, name=opened.name, file=opened.file, accepted=("csv", "json"))
    records, columns = _csv(con, opened) if kind == "csv" else _json(opened)
    opened.verify_unchanged()
    _needs(values, columns, opened)
    rows = tuple(
        _row(record, line, index, name, plan, opened)
        for index, (line, record) in enumerate(records)
        if all(_text(record.get(key)) == wanted for key, wanted in values.where.items())
    )
    table = Table(
        name=opened.name, file=opened.file, columns=columns, n_rows=len(records), digest=opened.digest, format=kind
    )
    return table, rows


def _needs(values: ValuesFile, columns: tuple[str, ...], opened: OpenFile) -> None:
    wanted = [*values.where, values.columns.of("value")]
    wanted += [
        c
        for c in (values.columns.model, values.columns.fold, values.columns.chosen_on, values.columns.model_digest)
        if c
    ]
    for column in wanted:
        if column not in columns:
            raise opened.refusal(
                f"{opened.name} has no column `{column}`",
                "column-missing",
                "there are " + ", ".join(f"`{c}`" for c in columns),
            )


def _text(value: Any) -> str | None:
    """As it stands in the file, for comparison as text."""
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, str | _Number) else None


def _row(record: dict[str, Any], line: int, index: int, name: str, plan: Plan, opened: OpenFile) -> ThresholdRow:
    columns = _columns(plan.thresholds[name])
    model = _text(record.get(columns.of("model"))) or ""
    if columns.of("model") not in record and len(plan.models) == 1:
        model = next(iter(plan.models))
    number: Any = record.get(columns.of("value"))
    if not _finite(number, _Number if opened.path.suffix.lower() == ".json" else str):
        raise _bad(opened, f"`{columns.of('value')}` is no finite number", line)
    return ThresholdRow(
        threshold=name,
        model=model,
        fold=_text(record.get(_fold(record, columns, plan))) or None,
        value=float(number),
        chosen_on=_chosen_on(record.get(columns.of("chosen_on")), opened, line),
        label=_text(record.get(columns.of("label"))) if plan.outcome.labels else None,
        model_digest=_text(record.get(columns.of("model_digest"))) or None,
        index=index,
        line=line,
    )


def _finite(value: Any, kind: type[str]) -> bool:
    """Whether ``value`` is a finite number: in JSON not a text that looks like one."""
    return isinstance(value, kind) and bool(re.fullmatch(NUMBER, value)) and math.isfinite(float(value))


def _fold(record: dict[str, Any], columns: Any, plan: Plan) -> str:
    """The column as declared here, else `design.fold` if it is there, else `fold`."""
    design = plan.design.fold
    return str(columns.of("fold", design if design in record else None))


def _columns(threshold: Threshold) -> Any:
    assert threshold.values is not None
    return threshold.values.columns


def _chosen_on(value: Any, opened: OpenFile, line: int) -> tuple[str, ...] | None:
    if value is None or value == "":
        return None
    if type(value) is str:
        return tuple(part.strip() for part in value.split(";"))
    if isinstance(value, list) and all(type(v) is str for v in value):
        return tuple(value)
    raise _bad(opened, "what it was chosen on is no list of texts", line)


def _bad(opened: OpenFile, message: str, line: int) -> Refusal:
    return Refusal(
        f"{opened.name}: {message}", file=opened.file, place=Place(line), rule="threshold-file-unreadable", help=_DUE
    )


def _csv(con: Any, opened: OpenFile) -> tuple[list[Record], tuple[str, ...]]:
    layout = csv_pass(opened)
    found: list[Record] = []
    line = 2
    for row in con.execute(f"SELECT * FROM {relation(opened, layout.columns, {})}").fetchall():
        found.append((line, dict(zip(layout.columns, row, strict=True))))
        line += 1 + sum(field.count("\n") for field in row)
    return found, layout.columns


class _Number(str):
    """A JSON number as it was written."""

    __slots__ = ()


def _json(opened: OpenFile) -> tuple[list[Record], tuple[str, ...]]:
    """Strict JSON: no key twice, no NaN, an array of records. Raises Refusal (threshold-file-unreadable)."""
    if opened.size > MAX_JSON:
        raise _bad(opened, f"a JSON file has at most {MAX_JSON} bytes", 1)
    raw = b"".join(opened.chunks())
    try:
        text = raw.decode("utf-8-sig")
        records = _records(text)
    except UnicodeDecodeError as e:
        raise _bad(opened, "it is not UTF-8", 1 + raw.count(b"\n", 0, e.start)) from e
    except json.JSONDecodeError as e:
        raise _bad(opened, f"it is not JSON: {e.msg}", e.lineno) from e
    except (ValueError, RecursionError) as e:
        raise _bad(opened, str(e), 1) from e
    columns = dict.fromkeys(key for _, record in records for key in record)
    return records, tuple(columns)


def _records(text: str) -> list[Record]:
    decode = json.JSONDecoder(
        object_pairs_hook=_once, parse_constant=_no_constant, parse_float=_Number, parse_int=_Number
    ).raw_decode
    space = re.compile(r"[ \t\r\n]*")

    def skip(at: int) -> int:
        return space.match(text, at).end()  # type: ignore[union-attr]

    at = skip(0)
    if text[at : at + 1] != "[":
        raise json.JSONDecodeError("an array of records is due", text, at)
    found: list[Record] = []
    at = skip(at + 1)
    line, counted = 1, 0
    while text[at : at + 1] != "]" or found:
        line, counted = line + text.count("\n", counted, at), at
        record, end = decode(text, at)
        if not isinstance(record, dict):
            raise json.JSONDecodeError("a record is due", text, at)
        found.append((line, record))
        at = skip(end)
        if text[at : at + 1] == "]":
            break
        if text[at : at + 1] != ",":
            raise json.JSONDecodeError("a comma or the array's end is due", text, at)
        at = skip(at + 1)
    if skip(at + 1) != len(text):
        raise json.JSONDecodeError("text stands after the array", text, at + 1)
    return found


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice in one record")
    if any(isinstance(value, str) and _HALF.search(value) for value in found.values()):
        raise ValueError("a text holds half of a surrogate pair")
    return found


def _no_constant(word: str) -> NoReturn:
    raise ValueError(f"{word} is no JSON")


_DUE = "a CSV table, or a JSON array of records, with a finite number for each model and fold"

__all__ = ["NUMBER", "declared", "from_file"]
