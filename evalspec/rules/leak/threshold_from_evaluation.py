"""LEAK108: the threshold is chosen on the labels it will be judged by."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Evidence, NotApplicable, Objection, Rule
from evalspec.rules.leak._rederived import derived, is_derived, proved
from evalspec.rules.leak._steps import Family, learns_from_evaluation
from evalspec.rules.leak._use import only_exploratory
from evalspec.terms import Grade, Leakage, Severity, ThresholdSource


def text(plan: Plan) -> Iterator[Answer]:
    said = [name for name, t in plan.thresholds.items() if t.source is ThresholdSource.EVALUATION]
    for name in said:
        if not only_exploratory(plan, name):
            message = f"threshold `{name}` is chosen on the evaluation labels"
            yield Objection(path=("thresholds", name, "source"), message=message, help=HELP + _untouched(plan))
    if said:
        return
    yield from (a for a in learns_from_evaluation(plan, Family.THRESHOLD) if isinstance(a, Objection))
    if not plan.thresholds:
        yield NotApplicable("the plan has no threshold")
    elif set(plan.thresholds) != set(derived(plan)):
        yield Evidence(Grade.ATTESTED, "the plan says where each threshold comes from", _MORE)


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    for name in derived(plan):
        if proved(blinded, name):
            yield Evidence(Grade.PROVED, f"threshold `{name}` is what its rule gives on data without a held-out unit")
        else:
            yield Evidence(Grade.ATTESTED, f"the plan says where threshold `{name}` comes from; it was not recomputed")


def _untouched(plan: Plan) -> str:
    """What the objection does not concern, if the plan has any of it."""
    ranked = sorted({use.word for s in plan.summaries if s.threshold is None for use in s.uses})
    if not ranked:
        return ""
    verbs = "needs no threshold and is" if len(ranked) == 1 else "need no threshold and are"
    return f"; {' and '.join(ranked)} {verbs} not affected"


_MORE = "thresholds.*.derivation, the scores and labels that a value was chosen on"
HELP = "choose it on training data or inner validation, or state it in advance"

RULE = Rule(
    code="LEAK108",
    name="threshold-from-evaluation",
    severity=Severity.ERROR,
    leakage=Leakage.THRESHOLD,
    summary="The threshold is chosen on the labels it will be judged by.",
    why=(
        "Sensitivity and specificity at a cut-off read off the same labels are optimistic: the cut-off fits their noise. "
        "A value chosen so may stand in summaries that say `exploratory`, and nowhere else."
    ),
    help=HELP,
    source="Leeflang et al. 2008, Clin Chem 54:729; Kapoor & Narayanan 2023, Patterns 4:100804",
    bad=(
        "thresholds: {main: {source: evaluation, value: 0.5, positive_when: score >= threshold}}",
        "design: {kind: external, steps: [{name: cut-off, kind: threshold, learns_from: evaluation, uses_outcomes: true}]}",
    ),
    good=(
        "thresholds: {main: {source: inner-validation, value: 0.5, positive_when: score >= threshold}}",
        "design: {kind: external, steps: [{name: cut-off, kind: threshold, learns_from: training, uses_outcomes: true}]}",
    ),
    text=text,
    files=files,
    when=is_derived,
)
