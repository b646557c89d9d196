"""PLAN117: one model is judged at another threshold in each cohort."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.plan.model.design import ByCohort
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._axes import combined, evaluated, word
from evalspec.terms import DesignKind, Severity


def text(plan: Plan) -> Iterator[Answer]:
    by_cohort = {n: t.value for n, t in plan.thresholds.items() if isinstance(t.value, ByCohort)}
    if not by_cohort:
        yield NotApplicable("no threshold has a value for each cohort")
    elif plan.design.kind is DesignKind.LEAVE_ONE_COHORT_OUT:
        yield NotApplicable("each cohort is judged by a fit of its own, at that fit's threshold")
        return
    for name, value in by_cohort.items():
        judged = [(cohort, number) for cohort, number in value.values.items() if cohort in evaluated(plan)]
        if len({number for _, number in judged}) < 2:
            continue
        (a, low), (b, high) = (pick(judged, key=lambda v: v[1]) for pick in (min, max))
        message = f"`{name}` is {low:g} in `{a}` and {high:g} in `{b}`, and one model is judged in both"
        together = _together(plan, name)
        severity = None if together or not value.why else Severity.WARNING
        message += f": {together} puts both together" if together else ""
        yield Objection(path=("thresholds", name, "value"), message=message, severity=severity)


def _together(plan: Plan, threshold: str) -> str:
    over = (s for s in plan.summaries if s.threshold == threshold)
    found = [s.id for s in over if "cohorts" in combined(s) or word(s, "cohorts") == "pooled"]
    return f"`{found[0]}`" if found else ""


def main(values: str, axis: str = "pooled", design: str = "external") -> str:
    """An example's threshold with a value for each cohort."""
    return (
        f"design: {{kind: {design}}}\n"
        f"thresholds: {{main: {{source: prespecified, value: {{by: cohort, values: {values}, why: another analyser}}, "
        "positive_when: score >= threshold}}\n"
        f"summaries: [{{id: found, role: primary, metric: sensitivity, threshold: main, cohorts: {axis}}}]\n"
    )


RULE = Rule(
    code="PLAN117",
    name="threshold-differs-between-cohorts",
    severity=Severity.ERROR,
    summary="One model is judged at another threshold in each cohort, in a design without a fit for each.",
    why=(
        "Each threshold is another test. Put together, its cohorts' values are the performance of none; and a threshold "
        "that suits its cohort was seldom chosen without looking at it."
    ),
    help="state one value for the model; or judge each threshold alone, with `cohorts: each` and the reason in `why`",
    source="Leeflang et al. 2008, Clin Chem 54:729",
    bad=(
        main("{A: 0.5, B: 0.4}"),
        main("{A: 0.5, B: 0.4}", "macro, minimum_defined: 2"),
        main("{A: 0.5, B: 0.4}", "each"),
        main("{A: 0.5, B: 0.4}", design="temporal"),
    ),
    good=(main("{A: 0.5, B: 0.5}"),),
    text=text,
)
