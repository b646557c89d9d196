"""The tally as canonical JSON: what its digest covers, and what tally.json holds."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from evalspec.records import CellKey, GroupKey, PairKey, ScoreGroup, Tally


def tally_data(tally: Tally) -> dict[str, Any]:
    """The canonical tally as JSON data. Scores are written as their shortest decimal, in a text.

    An axis that a plan does not have, and a part that it does not need, are left out.
    """
    cells = [
        {"threshold": k.threshold, "model": k.model, "cohort": k.cohort, "fold": k.fold, "subgroup": k.subgroup,
         "tp": n.tp, "fn": n.fn, "tn": n.tn, "fp": n.fp} | _axes(k)
        for k, n in sorted(tally.cells.items())
    ]  # fmt: skip
    rankings = [
        {"model": k.model, "cohort": k.cohort, "subgroup": k.subgroup, "scores": list(map(repr, r.scores)),
         "n_positive": list(r.n_positive), "n_negative": list(r.n_negative), "above": list(r.above), "below": r.below}
        | _axes(k)
        for k, r in sorted(tally.rankings.items())
    ]  # fmt: skip
    data = {"evalspec_tally": 1, "cells": cells, "excluded": dict(tally.excluded), "rankings": rankings}
    return data | {name: rows for name, rows in _parts(tally).items() if rows}


def _axes(key: CellKey | GroupKey) -> dict[str, str]:
    found = {"repeat": key.repeat, "class": key.class_, "scenario": key.scenario}
    if isinstance(key, GroupKey):
        found["fold"] = key.fold
    return {name: value for name, value in found.items() if value}


def _place(key: CellKey) -> dict[str, str]:
    return {"threshold": key.threshold, "model": key.model, "cohort": key.cohort, "fold": key.fold,
            "subgroup": key.subgroup} | _axes(key)  # fmt: skip


def _parts(tally: Tally) -> dict[str, list[dict[str, Any]]]:
    return {
        "confusions": [
            _place(k) | {"classes": list(t.classes), "cells": [list(row) for row in t.cells]}
            for k, t in sorted(tally.confusions.items())
        ],
        "label_sets": [
            _place(k) | {"labels": s.labels, "cells": [[*cell, n] for cell, n in sorted(s.cells.items())]}
            for k, s in sorted(tally.label_sets.items())
        ],
        "ranks": [
            _place(k) | {"classes": r.classes, "cells": [[rank, n] for rank, n in sorted(r.cells.items())]}
            for k, r in sorted(tally.ranks.items())
        ],
        "paired": [
            _pair(k) | {"positives": asdict(p.positives), "negatives": asdict(p.negatives)}
            for k, p in sorted(tally.paired.items())
        ],
        "paired_groups": [
            _pair(k) | {"groups": [[repr(g.first), repr(g.second), g.n_positive, g.n_negative] for g in groups]}
            for k, groups in sorted(tally.paired_groups.items())
        ],
        "clusters": [
            _place(k) | {"cells": [[c.tp, c.fn, c.tn, c.fp, c.clusters] for c in kinds]}
            for k, kinds in sorted(tally.clusters.items())
        ],
        "clustered": [
            {"model": k.model, "cohort": k.cohort, "subgroup": k.subgroup}
            | _axes(k)
            | {"clusters": [_groups(c) for c in cs]}
            for k, cs in sorted(tally.clustered.items())
        ],
        "missing": [_place(k) | {"units": n} for k, n in sorted(tally.missing.items())],
        "indeterminate": [_place(k) | {"units": n} for k, n in sorted(tally.indeterminate.items())],
    }


def _groups(groups: tuple[ScoreGroup, ...]) -> list[list[Any]]:
    return [[repr(g.score), g.n_positive, g.n_negative] for g in groups]


def _pair(key: PairKey) -> dict[str, Any]:
    found: dict[str, Any] = {
        "first": list(key.first), "second": list(key.second), "cohort": key.cohort, "subgroup": key.subgroup
    }  # fmt: skip
    also = {"class": key.class_, "scenario": key.scenario}
    return found | {name: value for name, value in also.items() if value}


def tally_bytes(tally: Tally) -> bytes:
    """RFC 8785 of ``tally_data`` and a final newline. It holds no fractional number, so the fast encoder writes it."""
    return canonical_tally(tally_data(tally))


def canonical_tally(data: Mapping[str, Any]) -> bytes:
    """Keys in order; only cohorts are keys that may not be ASCII."""
    ordered: dict[str, Any] = {}
    for name, value in sorted(data.items()):
        if isinstance(value, list):
            ordered[name] = [dict(sorted(row.items())) for row in value]
        elif isinstance(value, Mapping):
            ordered[name] = {k: value[k] for k in sorted(value, key=lambda k: str(k).encode("utf-16-be"))}
        else:
            ordered[name] = value
    text = json.dumps(_sorted(ordered), ensure_ascii=False, separators=(",", ":"))
    return text.encode() + b"\n"


def _sorted(ordered: dict[str, Any]) -> dict[str, Any]:
    """The two counts of a pair are mappings inside a row."""
    for row in ordered.get("paired", ()):
        for name in ("positives", "negatives"):
            row[name] = dict(sorted(row[name].items()))
    return ordered
