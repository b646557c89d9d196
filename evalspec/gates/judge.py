"""Verdicts on declared requirements, on unrounded values, compared exactly."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from math import isinf

from evalspec.plan.model import Plan
from evalspec.plan.model.demands import Gate, Requirement
from evalspec.records import At, Compared, Estimate, GateVerdict, Limits, RequirementVerdict, Undefined
from evalspec.terms import Bound, Verdict

_RELATIONS = {
    "at_least": lambda value, limit: value >= limit,
    "more_than": lambda value, limit: value > limit,
    "at_most": lambda value, limit: value <= limit,
    "less_than": lambda value, limit: value < limit,
}


def verdicts(
    plan: Plan, estimates: Sequence[Estimate], comparisons: Sequence[Compared] = ()
) -> tuple[GateVerdict, ...]:
    """Every gate, in the plan's order; a gate after one that is not met is not tested."""
    found: dict[str, GateVerdict] = {}
    for gate in _in_testing_order(plan.gates):
        before = found.get(gate.after) if gate.after else None
        tested = before is None or before.verdict == Verdict.MET
        found[gate.id] = (
            _gate(gate, estimates, comparisons)
            if tested
            else GateVerdict(id=gate.id, verdict=Verdict.NOT_TESTED, requirements=())
        )
    return tuple(found[g.id] for g in plan.gates)


def _in_testing_order(gates: Sequence[Gate]) -> list[Gate]:
    """Each gate behind the one it is ``after``; the plan's order otherwise."""
    left, done, ids = list(gates), [], set[str]()
    names = {g.id for g in gates}
    while left:
        ready = [g for g in left if g.after is None or g.after in ids or g.after not in names] or left[:1]
        done += ready
        ids |= {g.id for g in ready}
        left = [g for g in left if g not in ready]
    return done


def _gate(gate: Gate, estimates: Sequence[Estimate], comparisons: Sequence[Compared]) -> GateVerdict:
    requirements = tuple(
        v for r in gate.require for v in (_concluded(r, comparisons) if r.comparison else _requirement(r, estimates))
    )
    each = {r.verdict for r in requirements}
    if Verdict.NOT_MET in each:
        verdict = Verdict.NOT_MET
    elif Verdict.UNDECIDED in each or not requirements:
        verdict = Verdict.UNDECIDED
    else:
        verdict = Verdict.MET
    return GateVerdict(id=gate.id, verdict=verdict, requirements=requirements)


def hits(requirement: Requirement, estimates: Sequence[Estimate]) -> list[Estimate]:
    """The rows that a requirement names."""
    return [
        e
        for e in estimates
        if e.summary == requirement.summary
        and requirement.metric in (None, e.metric)
        and requirement.model in (None, e.model)
    ]


def _requirement(requirement: Requirement, estimates: Sequence[Estimate]) -> list[RequirementVerdict]:
    """A verdict on the one cell that is named, or on each with ``every``; of its scenarios, on the least favourable."""
    relation, limit = _demand(requirement)
    bound = requirement.bound or Bound.ESTIMATE
    cells: dict[tuple[str, At], list[Estimate]] = {}
    for row in hits(requirement, estimates):
        place = replace(row.at, scenario=None, prevalence=None)
        cells.setdefault((f"{row.metric}/{row.model}", place), []).append(row)
    if not cells or (len(cells) > 1 and requirement.every is None):
        reason = f"the requirement names {len(cells)} rows, not one"
        return [_verdict(str(requirement.summary), bound, None, relation, limit, reason)]
    return [_least_favourable([_judge(e, bound, relation, limit) for e in rows]) for rows in cells.values()]


def _least_favourable(scenarios: list[RequirementVerdict]) -> RequirementVerdict:
    """What is not met comes first, then what is undecided; of several that are met, the one nearest to the limit."""
    if len(scenarios) == 1:
        return scenarios[0]
    rank = {Verdict.NOT_MET: 0, Verdict.UNDECIDED: 1, Verdict.MET: 2}
    least = min(rank[Verdict(v.verdict)] for v in scenarios)
    alike = [v for v in scenarios if rank[Verdict(v.verdict)] == least]
    lower_is_worse = alike[0].relation in ("at_least", "more_than")
    return min(alike, key=lambda v: 0.0 if v.value is None else v.value if lower_is_worse else -v.value)


def _concluded(requirement: Requirement, comparisons: Sequence[Compared]) -> list[RequirementVerdict]:
    """Whether a comparison concluded what it must."""
    rows = [c for c in comparisons if c.comparison == requirement.comparison]
    must = requirement.concludes or ""
    if not rows or (len(rows) > 1 and requirement.every is None):
        reason = f"the requirement names {len(rows)} comparisons, not one"
        return [_of_conclusion(str(requirement.comparison), must, Verdict.UNDECIDED, reason)]
    return [_conclusion(row, must) for row in rows]


def _conclusion(row: Compared, must: str) -> RequirementVerdict:
    if row.conclusion in (None, "undecided"):
        why = row.limits.reason if isinstance(row.limits, Undefined) else ""
        return _of_conclusion(row.address, must, Verdict.UNDECIDED, why or "the comparison concludes nothing")
    verdict = Verdict.MET if row.conclusion == must else Verdict.NOT_MET
    return _of_conclusion(
        row.address, must, verdict, "" if verdict is Verdict.MET else f"it concludes: {row.conclusion}"
    )


def _of_conclusion(address: str, must: str, verdict: Verdict, reason: str) -> RequirementVerdict:
    return RequirementVerdict(
        address=address, bound="conclusion", value=None, relation="concludes", limit=must, verdict=verdict.value,
        reason=reason,
    )  # fmt: skip


def _demand(requirement: Requirement) -> tuple[str, Decimal]:
    for relation in _RELATIONS:
        limit = getattr(requirement, relation)
        if limit is not None:
            return relation, limit
    raise ValueError("a requirement without a limit passed the check")


def _judge(estimate: Estimate, bound: Bound, relation: str, limit: Decimal) -> RequirementVerdict:
    value = _value(estimate, bound)
    if isinstance(value, str):
        return _verdict(estimate.address, bound, None, relation, limit, value)
    return _verdict(estimate.address, bound, value, relation, limit, "")


def _value(estimate: Estimate, bound: Bound) -> Fraction | float | str:
    """The number to be judged, or why there is none."""
    if isinstance(estimate.value, Undefined):
        return estimate.value.reason
    if bound is Bound.ESTIMATE:
        return estimate.value.exact
    if estimate.limits is None:
        return "no interval is declared"
    if isinstance(estimate.limits, Undefined):
        return estimate.limits.reason
    assert isinstance(estimate.limits, Limits)
    value = estimate.limits.lower if bound is Bound.LOWER else estimate.limits.upper
    return value if value is not None else f"the interval has no {bound} limit"


def _verdict(
    address: str, bound: Bound, value: Fraction | float | None, relation: str, limit: Decimal, reason: str
) -> RequirementVerdict:
    if value is None:
        verdict = Verdict.UNDECIDED
    else:
        exact = value if isinstance(value, float) and isinf(value) else Fraction(value)
        verdict = Verdict.MET if _RELATIONS[relation](exact, Fraction(limit)) else Verdict.NOT_MET
    return RequirementVerdict(
        address=address, bound=bound.value, value=None if value is None else float(value), relation=relation,
        limit=format(limit.normalize(), "f"), verdict=verdict.value, reason=reason,
    )  # fmt: skip
