"""STAT144: a population's prevalence is taken as known exactly."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.stat._populations import SAID, UNCERTAIN, example, used
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    named = used(plan)
    if not named:
        yield NotApplicable("no summary is re-expressed in a population")
    for name, population in named.items():
        if population.uncertainty is None:
            message = f"the prevalence of `{name}` ({population.prevalence}) is taken as known exactly"
            yield Objection(path=("populations", name, "prevalence"), message=message)


RULE = Rule(
    code="STAT144",
    name="prevalence-uncertainty-ignored",
    severity=Severity.WARNING,
    summary="A population's prevalence is taken as known exactly.",
    why=(
        "An interval of a number at a population holds the chance in sensitivity and specificity, never that in the "
        "prevalence. A warning: a prevalence may be stipulated, as a scenario; then a waiver says so."
    ),
    help="write `uncertainty: {lower, upper, level}`: the number is then shown at each limit too",
    bad=(example(SAID),),
    good=(example(f"{SAID}, {UNCERTAIN}"),),
    text=text,
)
