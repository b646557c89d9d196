"""GATE113: a gate requires a conclusion that its comparison can't come to."""

from collections.abc import Iterator

from evalspec.comparisons._hypotheses import CONCLUSIONS
from evalspec.plan.model import Plan
from evalspec.plan.model.demands import Comparison, Requirement
from evalspec.records import Path
from evalspec.rules.base import Answer, Example, NotApplicable, Objection, Rule
from evalspec.rules.gate._requirements import requirements
from evalspec.rules.plan._axes import evaluated, word
from evalspec.rules.stat._examples import compared
from evalspec.rules.stat.margin_unsaid import needs_margin
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    declared = {c.id: (i, c) for i, c in enumerate(plan.comparisons)}
    judged = [
        (path, r, *declared[r.comparison])
        for path, _, r in requirements(plan)
        if r.comparison in declared and r.comparison
    ]
    if not judged:
        yield NotApplicable("no gate requires a conclusion")
    for path, requirement, i, comparison in judged:
        if requirement.concludes is not None:
            yield from _conclusion(plan, path, requirement, i, comparison)


def _conclusion(plan: Plan, path: Path, r: Requirement, i: int, c: Comparison) -> Iterator[Objection]:
    """Non-inferiority without a hypothesis is said by the rule of margins."""
    if c.hypothesis is None:
        if not needs_margin(r.concludes):
            message = f"a gate requires `{r.concludes}` of `{c.id}`, which has no hypothesis"
            yield Objection(path=("comparisons", i), message=message, help="write `hypothesis: {kind: superiority}`")
    elif r.concludes != CONCLUSIONS[c.hypothesis.kind]:
        due = CONCLUSIONS[c.hypothesis.kind]
        message = f"a gate requires `{r.concludes}` of `{c.id}`, which is to show {c.hypothesis.kind}"
        yield Objection(path=(*path, "concludes"), message=message, help=f"say `concludes: {due}`", mend=due)
    if c.interval is None:
        message = f"a gate requires a conclusion of `{c.id}`, which has no interval that would show it"
        help = "give the comparison an interval: a test alone concludes nothing here"
        yield Objection(path=("comparisons", i), message=message, help=help)
    apart = [s for s in plan.summaries if s.id == c.summary and word(s, "cohorts") == "each"]
    if apart and len(evaluated(plan)) > 1 and r.every is None:
        message = f"a gate requires a conclusion of `{c.id}`, which is made in each of {len(evaluated(plan))} cohorts"
        yield Objection(
            path=(*path, "comparison"), message=message, help="say `every: cohort`, or compare a combined summary"
        )


def concluding(word: str, hypothesis: str, interval: str = "newcombe-paired", cohorts: str = "pooled") -> Example:
    """A comparison, and a gate that requires a conclusion of it."""
    kind = f"hypothesis: {hypothesis}, " if hypothesis else ""
    shown = f"interval: {{method: {interval}, level: 0.95}}" if interval else "measure: difference"
    plan = compared(kind + shown, cohorts=cohorts)
    gate = f"gates: [{{id: g, require: [{{comparison: c, concludes: {word}}}]}}]\n"
    return Example(plan=plan.plan + gate, files=plan.files)


SUPERIOR = "{kind: superiority}"

RULE = Rule(
    code="GATE113",
    name="conclusion-without-hypothesis",
    severity=Severity.ERROR,
    summary="A gate requires a conclusion that its comparison can't come to.",
    why=(
        "A comparison concludes what its hypothesis names, from its interval: without either, or under another word, the "
        "gate could only be undecided or not met, whatever the data say."
    ),
    help="say the hypothesis and the interval of the comparison, and its own word: superior, non-inferior or equivalent",
    source="Piaggio et al. 2012, CONSORT for non-inferiority, JAMA 308:2594",
    bad=(
        concluding("superior", ""),
        concluding("better", SUPERIOR),
        concluding("superior", "{kind: non-inferiority, margin: 0.05}"),
        concluding("superior", SUPERIOR, ""),
        concluding("superior", SUPERIOR, cohorts="each"),
    ),
    good=(
        concluding("superior", SUPERIOR),
        concluding("non-inferior", "{kind: non-inferiority, margin: 0.05}"),
        concluding("equivalent", "{kind: equivalence, margin: 0.05}"),
    ),
    text=text,
)
