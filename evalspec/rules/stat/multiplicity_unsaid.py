"""STAT133: several hypotheses are tested, and nothing is said of how they are judged together."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.plan.model.demands import Comparison
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._axes import evaluated, word
from evalspec.rules.plan.several_primaries_without_multiplicity import primaries
from evalspec.rules.stat._examples import TWO_MODELS, compared, summary, with_columns
from evalspec.terms import Role, Severity


def text(plan: Plan) -> Iterator[Answer]:
    """Several primary numbers are another rule's; here the plan claims more by its tests than by its roles."""
    tested = [(i, c) for i, c in enumerate(plan.comparisons) if _is_tested(plan, i) and c.role is not Role.EXPLORATORY]
    number = sum(_tests(plan, c) for _, c in tested)
    if plan.multiplicity is not None:
        if plan.multiplicity.method == "none" and plan.multiplicity.why is None and number > 1:
            message = f"`multiplicity` is none for {number} hypotheses, and why is not said"
            yield Objection(path=("multiplicity", "method"), message=message, help="write `why`")
    elif len(primaries(plan)) > 1:
        yield NotApplicable("there are several primary numbers: what is said of them covers the hypotheses")
    elif number < 2:
        yield NotApplicable("there is one hypothesis, or none")
    elif not any({c.id for _, c in tested} <= {r.comparison for r in gate.require} for gate in plan.gates):
        said = ", ".join(_named(plan, c) for _, c in tested)
        message = f"there are {number} hypotheses ({said}), and `multiplicity` is not said"
        bare = all(c.hypothesis is None for _, c in tested)
        severity = Severity.WARNING if bare else None
        yield Objection(path=("comparisons", tested[min(1, len(tested) - 1)][0]), message=message, severity=severity)


def _is_tested(plan: Plan, i: int) -> bool:
    c = plan.comparisons[i]
    return c.hypothesis is not None or c.test not in (None, "none")


def _tests(plan: Plan, comparison: Comparison) -> int:
    """How many tests it makes: one a cohort where they are kept apart."""
    apart = any(s.id == comparison.summary and word(s, "cohorts") == "each" for s in plan.summaries)
    return max(1, len(evaluated(plan))) if apart else 1


def _named(plan: Plan, comparison: Comparison) -> str:
    number = _tests(plan, comparison)
    return comparison.id if number == 1 else f"{comparison.id} in each of {number} cohorts"


def _plan(more: str, tail: str = "") -> str:
    two = ", ".join(
        f"{{id: {c}, role: secondary, summary: {s}, models: [m1, m2], {more}}}" for c, s in (("c", "s"), ("d", "t"))
    )
    second = ", {id: t, role: secondary, metric: specificity, threshold: main, cohorts: pooled}]\n"
    return TWO_MODELS + summary().replace("]\n", second) + f"comparisons: [{two}]\n{tail}"


_SUPERIOR = "hypothesis: {kind: superiority}"

RULE = Rule(
    code="STAT133",
    name="multiplicity-unsaid",
    severity=Severity.ERROR,
    summary="Several hypotheses are tested, and the plan does not say how they are judged together.",
    why=(
        "Of five true null hypotheses tested at 0.05, one is rejected by chance in about 23 of 100 plans. An error where "
        "a hypothesis is declared; a warning where tests alone are, whose p-values may be meant as description."
    ),
    help="say `multiplicity`, require all of them in one gate, or make the others exploratory",
    source="ICH E9, section 2.2.5",
    bad=(
        with_columns(_plan(_SUPERIOR)),
        with_columns(_plan("test: mcnemar-exact")),
        compared(_SUPERIOR, cohorts="each"),
    ),
    good=(
        with_columns(_plan(_SUPERIOR, "multiplicity: {method: all-required, why: both must hold}\n")),
        with_columns(_plan("measure: difference")),
        compared(_SUPERIOR),
    ),
    text=text,
)
