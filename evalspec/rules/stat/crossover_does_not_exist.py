"""STAT127: the prevalence at which two costs cross is asked for, and there is none."""

from collections.abc import Iterator
from decimal import Decimal

from evalspec.plan.model import Plan
from evalspec.plan.model.demands import Comparison
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule, Undecided
from evalspec.rules.stat._examples import TWO_MODELS, with_columns
from evalspec.terms import Severity

_RATES = ("sensitivity", "specificity")


def text(plan: Plan) -> Iterator[Answer]:
    asked = [(i, c) for i, c in enumerate(plan.comparisons) if c.measure == "crossover-prevalence"]
    if not asked:
        yield NotApplicable("no comparison asks where two costs cross")
    for i, c in asked:
        if c.subgroups:
            message = f"`{c.id}` asks where the costs of two subgroups cross: no one chooses between them for one unit"
            yield Objection(path=("comparisons", i, "subgroups"), message=message)
        elif c.models and c.models[0] != c.models[1]:
            yield from _of_models(plan, i, c, c.models)


def _of_models(plan: Plan, i: int, c: Comparison, models: tuple[str, ...]) -> Iterator[Answer]:
    first, second = (_expected(plan, c, model) for model in models)
    if first is None or second is None:
        yield Undecided("the sensitivity and specificity expected of each model, in the requirements of a gate")
        return
    for (better, a), (worse, b) in (
        ((models[0], first), (models[1], second)),
        ((models[1], second), (models[0], first)),
    ):
        if all(x >= y for x, y in zip(a, b, strict=True)):
            message = f"`{c.id}`: `{better}` is expected to be as good as `{worse}` in sensitivity and in specificity, so their costs never cross"
            yield Objection(path=("comparisons", i, "measure"), message=message)
            return


def _expected(plan: Plan, comparison: Comparison, model: str) -> tuple[Decimal, ...] | None:
    """What gates expect of the model, at the threshold of the summary that is compared."""
    by_id = {s.id: s for s in plan.summaries}
    threshold = by_id[comparison.summary].threshold if comparison.summary in by_id else None
    found: dict[str, Decimal] = {}
    for r in (r for gate in plan.gates for r in gate.require if r.model == model and r.expected is not None):
        judged = by_id.get(r.summary or "")
        words = [u.word for u in judged.uses if r.metric in (None, u.word)] if judged else []
        if judged and judged.threshold == threshold and len(words) == 1 and r.expected is not None:
            found[words[0]] = r.expected
    return tuple(found[w] for w in _RATES) if set(_RATES) <= set(found) else None


def _plan(first: str, second: str) -> str:
    rows = "".join(
        f"    - {{id: {i}, role: {r}, metric: {m}, threshold: main, cohorts: pooled}}\n"
        for i, r, m in (
            ("f", "primary", "sensitivity"),
            ("s", "secondary", "specificity"),
            ("k", "secondary", "expected_cost"),
        )
    )
    both = ((m, i, e) for m, said in (("m1", first), ("m2", second)) for i, e in zip("fs", said.split(), strict=True))
    gates = ", ".join(
        f"{{summary: {i}, model: {m}, bound: estimate, at_least: 0.5, expected: {e}}}" for m, i, e in both
    )
    return (
        f"{TWO_MODELS}costs: {{false_negative: 10, false_positive: 1, unit: EUR}}\nsummaries:\n{rows}"
        "comparisons: [{id: c, role: secondary, summary: k, models: [m1, m2], measure: crossover-prevalence}]\n"
        f"gates: [{{id: g, require: [{gates}]}}]\n"
    )


RULE = Rule(
    code="STAT127",
    name="crossover-does-not-exist",
    severity=Severity.ERROR,
    summary="The prevalence at which two costs cross is asked for, and by the plan's own numbers there is none.",
    why=(
        "Costs cross only where one model finds more cases and the other spares more non-cases. A model as good in both "
        "is the cheaper one at every prevalence, whatever the costs. An error: the declared number can't exist."
    ),
    help="compare their expected cost at a population; ask for the crossover where one trades sensitivity for specificity",
    source="Drummond & Holte 2006, Mach Learn 65:95",
    bad=(with_columns(_plan("0.9 0.9", "0.8 0.8")), with_columns(_plan("0.8 0.8", "0.8 0.9"))),
    good=(with_columns(_plan("0.96 0.88", "0.8 0.985")),),
    text=text,
)
