"""Ids that a person would take for the same: they differ by case, outer spaces, padding, a trailing ``.0``, or Unicode form."""

from collections.abc import Iterable
from dataclasses import dataclass
from unicodedata import normalize

from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.data._sql import by_cohort, evaluated, listed, one_unit

SAMPLE = 100
"""Pairs that are looked at to say how they differ."""


def plain(column: str) -> str:
    """SQL for the id without what a person overlooks."""
    text = f"lower(regexp_replace(nfc_normalize({column}), '^\\s+|\\s+$|\\.0+\\s*$', '', 'g'))"
    return f"regexp_replace({text}, '(^|[^0-9.])0+([0-9])', '\\1\\2', 'g')"


def difference(one: str, other: str) -> str:
    """What two ids of one plain form differ by, in words; the first of several."""
    for words, alike in _STEPS:
        one, other, before = alike(one), alike(other), (one, other)
        if one == other and before[0] != before[1]:
            return words
    return "leading zeros"


def _undotted(text: str) -> str:
    head, dot, tail = text.rpartition(".")
    return head if dot and tail and not tail.strip("0") else text


_STEPS = (
    ("Unicode form", lambda t: normalize("NFC", t)),
    ("outer spaces", str.strip),
    ("letter case", str.lower),
    ("a trailing `.0`", _undotted),
)


def differences(pairs: Iterable[tuple[str, str]]) -> str:
    """``leading zeros``; ``letter case and leading zeros`` where pairs differ in several ways."""
    return " and ".join(dict.fromkeys(difference(a, b) for a, b in pairs))


@dataclass(frozen=True, slots=True, kw_only=True)
class Unmatched:
    """Units of ``data.units`` and predictions that don't meet, each with the first line.

    ``pairs`` of them are near misses, the first in lines ``pair_lines`` (units, predictions); the other counts are
    without them.
    """

    units: int
    unit_line: int
    predictions: int
    prediction_line: int
    pairs: int
    pair_lines: tuple[int, int]
    differ_by: str


def unmatched(plan: Plan, blinded: Blinded) -> Unmatched:
    """Which units of evaluation cohorts have no prediction, and which predictions have no unit.

    Rows of undeclared models are no predictions, unless there are no others: that is another rule's.
    """
    met = one_unit(plan, "u", "p")
    cohort = ", cohort" if by_cohort(plan) else ""
    declared = f"model IN {listed(plan.models)}"
    alone = f"""
        WITH d AS MATERIALIZED (SELECT 1 FROM prediction WHERE {declared} LIMIT 1),
        u AS (
            SELECT unit, cohort, min(line) AS line FROM unit WHERE source = 'units' AND trim(unit) <> '' GROUP BY unit, cohort),
        p AS (
            SELECT unit, any_value(cohort) AS cohort, min(line) AS line FROM prediction
            WHERE trim(unit) <> '' AND ({declared} OR NOT EXISTS (SELECT 1 FROM d)) GROUP BY unit{cohort}),
        lone_u AS MATERIALIZED (SELECT u.*, {plain("u.unit")} AS plain FROM u ANTI JOIN p ON {met}),
        lone_p AS MATERIALIZED (SELECT p.*, {plain("p.unit")} AS plain FROM p ANTI JOIN u ON {met}),
        pair AS (
            SELECT u.unit AS u_unit, p.unit AS p_unit, u.line AS u_line, p.line AS p_line, u.plain
            FROM lone_u u JOIN lone_p p ON u.plain = p.plain)"""
    units, predictions, pairs, lines = blinded.ask(
        f"""{alone}
        SELECT (SELECT (count(*), min(line)) FROM lone_u u WHERE {evaluated(plan, "u")} AND plain NOT IN (SELECT plain FROM pair)),
            (SELECT (count(*), min(line)) FROM lone_p WHERE plain NOT IN (SELECT plain FROM pair)),
            (SELECT count(*) FROM pair), (SELECT min((u_line, p_line)) FROM pair)
        """
    )[0]
    sample = (
        blinded.ask(f"{alone} SELECT u_unit, p_unit FROM pair ORDER BY u_line, p_line LIMIT {SAMPLE}") if pairs else ()
    )
    return Unmatched(
        units=units[0], unit_line=units[1] or 0, predictions=predictions[0], prediction_line=predictions[1] or 0,
        pairs=pairs, pair_lines=lines or (0, 0), differ_by=differences((a, b) for a, b in sample),
    )  # fmt: skip
