"""Declared figures: their exact points, from score groups or counts."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from evalspec.plan.model import Plan
from evalspec.plan.model.demands import Curve
from evalspec.records import Figure, Tally, Undefined
from evalspec.results._evidence import Evidence, Slice, Where
from evalspec.results._rows import costs_of
from evalspec.tally.needs import curves, models_of, scenarios_of
from evalspec.terms import Takes


def figures(plan: Plan, tally: Tally) -> tuple[Figure, ...]:
    """Figures and models as declared, then cohorts by code point."""
    evidence = Evidence(plan, tally)
    return tuple(figure for curve in plan.curves for figure in _figures(plan, evidence, curve))


def _figures(plan: Plan, evidence: Evidence, curve: Curve) -> Iterator[Figure]:
    kind, names = curves()[curve.kind], evidence.names["cohorts"]
    each = curve.cohorts == "each" and len(names) > 1
    told = _told(plan, curve, kind.told)
    for model in models_of(plan, curve):
        for scenario in scenarios_of(plan):
            where = Where(curve.threshold or "" if kind.takes is Takes.COUNTS else "", model, "", scenario)
            for cohorts in [(c,) for c in names] if each else [names]:
                given = evidence.given(kind.takes, where, Slice(cohorts))
                points = kind.points(given, **told)
                cohort = cohorts[0] if each else None
                path = [*([f"cohort={cohort}"] if cohort else []), *([f"scenario={scenario}"] if scenario else [])]
                yield Figure(
                    curve=curve.id, kind=curve.kind, model=model, cohort=cohort,
                    address="/".join([curve.id, model, *path]), points=points,
                    lines=() if isinstance(points, Undefined) else kind.baselines(given, **told), thinning=curve.thinning,
                )  # fmt: skip


def _told(plan: Plan, curve: Curve, names: tuple[str, ...]) -> dict[str, Any]:
    """What a kind of figure is told beside the tally: costs and the range of prevalence."""
    if not names:
        return {}
    around = curve.prevalence or {}
    known = {"costs": costs_of(plan, curve.costs), "lowest": Fraction(around.get("from", 0)),
             "highest": Fraction(around.get("to", 1))}  # fmt: skip
    return {name: known[name] for name in names}
