"""Several primary numbers, and nothing said of how they are judged together."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.terms import Role, Severity

Claim = tuple[str, str]


def primaries(plan: Plan) -> dict[Claim, tuple[str | int, ...]]:
    """Each primary number, a metric of a summary or a comparison, and where it is declared."""
    found: dict[Claim, tuple[str | int, ...]] = {}
    for k, summary in enumerate(plan.summaries):
        if summary.role is Role.PRIMARY:
            found.update({(summary.id, str(use)): ("summaries", k) for use in summary.uses})
    for k, comparison in enumerate(plan.comparisons):
        if comparison.role is Role.PRIMARY:
            found["comparison", comparison.id] = ("comparisons", k)
    return found


def text(plan: Plan) -> Iterator[Answer]:
    claims = primaries(plan)
    if len(claims) < 2:
        yield NotApplicable("there is one primary number, or none")
    elif plan.multiplicity is None and not any(set(claims) <= required(plan, k) for k in range(len(plan.gates))):
        said = ", ".join(name if kind == "comparison" else f"{kind}/{name}" for kind, name in claims)
        message = f"there are {len(claims)} primary numbers ({said}), and `multiplicity` is not said"
        severity = None if _tests_anything(plan, claims) else Severity.WARNING
        yield Objection(path=list(claims.values())[1], message=message, severity=severity)


def _tests_anything(plan: Plan, claims: dict[Claim, tuple[str | int, ...]]) -> bool:
    """One summary that lists several metrics, without interval, comparison or gate, describes and tests nothing."""
    one = len({name for name, _ in claims}) == 1 and not any(name == "comparison" for name, _ in claims)
    ids = {name for name, _ in claims}
    judged = any(r.summary in ids for g in plan.gates for r in g.require) or any(
        c.summary in ids for c in plan.comparisons
    )
    return not one or judged or any(s.interval for s in plan.summaries if s.id in ids)


def required(plan: Plan, k: int) -> set[Claim]:
    """What the gate requires, all of it."""
    found: set[Claim] = set()
    for requirement in plan.gates[k].require:
        if requirement.comparison is not None:
            found.add(("comparison", requirement.comparison))
        for summary in plan.summaries:
            if summary.id == requirement.summary:
                words = [str(u) for u in summary.uses if requirement.metric in (None, u.word, str(u))]
                found |= {(summary.id, word) for word in words}
    return found


TWO = (
    "summaries:\n"
    "  - {id: found, role: primary, metric: sensitivity, threshold: main, cohorts: pooled}\n"
    "  - {id: spared, role: primary, metric: specificity, threshold: main, cohorts: pooled}\n"
)

RULE = Rule(
    code="PLAN123",
    name="several-primaries-without-multiplicity",
    severity=Severity.ERROR,
    summary="There are several primary numbers, and the plan does not say how they are judged together.",
    why=(
        "With several chances to succeed, one success by chance is likelier than each level says. A warning where one summary "
        "lists several metrics and neither an interval, a comparison nor a gate judges any of them: nothing is tested there."
    ),
    help="say `multiplicity`, require all of them in one gate, or make one primary and the others secondary",
    source="ICH E9, section 2.2.5",
    bad=(TWO, TWO.split("  - {id: spared")[0].replace("metric: sensitivity", "metric: [sensitivity, specificity]")),
    good=(
        TWO + "multiplicity: {method: all-required, why: both must hold}\n",
        TWO.replace("role: primary, metric: specificity", "role: secondary, metric: specificity"),
    ),
    text=text,
)
