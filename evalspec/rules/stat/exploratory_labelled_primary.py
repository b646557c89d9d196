"""STAT135: a comparison claims what the numbers behind it do not."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.plan.model.demands import Comparison
from evalspec.plan.model.summary import Summary
from evalspec.rules.base import Answer, Example, NotApplicable, Objection, Rule
from evalspec.rules.leak._use import only_exploratory
from evalspec.rules.stat._examples import compared
from evalspec.terms import Role, Severity, ThresholdSource


def text(plan: Plan) -> Iterator[Answer]:
    claims = [(i, c) for i, c in enumerate(plan.comparisons) if c.role is not Role.EXPLORATORY]
    if not claims:
        yield NotApplicable("no comparison claims anything")
    by_id = {s.id: s for s in plan.summaries}
    for i, c in claims:
        summary = by_id.get(c.summary)
        if summary is None:
            continue
        fitted = _fitted(plan, c, summary)
        if fitted:
            message = f"`{c.id}` is {c.role}, at threshold `{fitted}`, which is chosen on the evaluation labels"
            yield Objection(path=("comparisons", i, "role"), message=message, help=_AT_FITTED)
        elif c.role is Role.PRIMARY and summary.role is Role.EXPLORATORY:
            message = f"`{c.id}` is primary, and the summary that it compares, `{c.summary}`, is exploratory"
            yield Objection(path=("comparisons", i, "role"), message=message)


def _fitted(plan: Plan, comparison: Comparison, summary: Summary) -> str:
    """A threshold of the evaluation labels that it rests on; one that a claiming summary names is another rule's."""
    named = comparison.thresholds or ((summary.threshold,) if summary.threshold else ())
    fitted = [t for t in named if t in plan.thresholds and plan.thresholds[t].source is ThresholdSource.EVALUATION]
    return next((t for t in fitted if only_exploratory(plan, t)), "")


_AT_FITTED = "make the comparison exploratory, or choose the threshold on training data or inner validation"


def _at_fitted(role: str) -> Example:
    plan = compared("measure: difference", role=role, of="exploratory")
    best = "best: {source: evaluation, value: 0.4, positive_when: score >= threshold}"
    main = "main: {source: prespecified, value: 0.5, positive_when: score >= threshold, why: the label}"
    text = plan.plan.replace("threshold: main", "threshold: best", 1) + f"thresholds: {{{main}, {best}}}\n"
    return Example(plan=text, files=plan.files)


RULE = Rule(
    code="STAT135",
    name="exploratory-labelled-primary",
    severity=Severity.ERROR,
    summary="A comparison claims what the numbers behind it do not: they are exploratory.",
    why=(
        "Exploratory says that a number is looked at, not claimed. A claim about the difference of two such numbers is a "
        "claim all the same; at a cut-off read off the evaluation labels not even a secondary one holds. An error: one of "
        "the two labels is false."
    ),
    help="make the comparison exploratory, or the summary secondary or primary",
    source="ICH E9, section 2.1.2",
    bad=(compared("measure: difference", role="primary", of="exploratory"), _at_fitted("secondary")),
    good=(
        compared("measure: difference", role="exploratory", of="exploratory"),
        compared("measure: difference", role="secondary", of="exploratory"),
        _at_fitted("exploratory"),
        compared("measure: difference", role="primary", of="primary"),
    ),
    text=text,
)
