"""STAT105: a prevalence decides a number, and where it comes from is not said."""

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
        if population.source is None:
            message = f"where the prevalence of `{name}` ({population.prevalence}) comes from is not said"
            yield Objection(path=("populations", name), message=message)


RULE = Rule(
    code="STAT105",
    name="prevalence-without-source",
    severity=Severity.ERROR,
    summary="A prevalence in which numbers are re-expressed has no source.",
    why=(
        "At a prevalence of 0.01 a precision of 0.08 becomes 0.31 at 0.05: whoever picks the prevalence picks the number. "
        "An error: without a source nobody can tell that it was not picked for its result."
    ),
    help="write `source`: the registry, the study, or the count it comes from",
    bad=(example("rates: assumed-constant, why: same spectrum"),),
    good=(example(f"{SAID}, {UNCERTAIN}"),),
    text=text,
)
