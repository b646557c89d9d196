"""STAT134: a margin is needed, and none is said."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.stat._examples import compared
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    asked = [
        (i, c, c.hypothesis)
        for i, c in enumerate(plan.comparisons)
        if c.hypothesis and c.hypothesis.kind != "superiority"
    ]
    if not asked:
        yield NotApplicable("no comparison is to show non-inferiority or equivalence")
    for i, c, hypothesis in asked:
        if hypothesis.margin is None:
            message = f"`{c.id}` is to show {hypothesis.kind}, and its margin is not said"
            yield Objection(path=("comparisons", i, "hypothesis"), message=message)


RULE = Rule(
    code="STAT134",
    name="margin-unsaid",
    severity=Severity.ERROR,
    summary="Non-inferiority or equivalence is to be shown without a margin.",
    why=(
        "Not worse means: not worse by more than a margin that was fixed beforehand. Fixed afterwards, some margin always "
        "fits. An error: without it nothing can be concluded."
    ),
    help="write `margin`, positive, on the scale of `measure`",
    source="Piaggio et al. 2012, CONSORT for non-inferiority, JAMA 308:2594",
    bad=(compared("hypothesis: {kind: non-inferiority}"), compared("hypothesis: {kind: equivalence}")),
    good=(compared("hypothesis: {kind: non-inferiority, margin: 0.05}"), compared("hypothesis: {kind: superiority}")),
    text=text,
)
