"""STAT128: rates are carried into another population, and that they hold there is not said."""

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
        path = ("populations", name)
        if population.rates is None:
            message = f"numbers are re-expressed in `{name}`; that sensitivity and specificity hold there is not said"
            yield Objection(path=path, message=message)
        elif population.why is None:
            message = f"why sensitivity and specificity hold in `{name}` is not said"
            help = "write `why`: the same spectrum of disease, the same way of sampling"
            yield Objection(path=(*path, "rates"), message=message, help=help, severity=Severity.WARNING)


RULE = Rule(
    code="STAT128",
    name="rates-assumed-constant-unsaid",
    severity=Severity.ERROR,
    summary="Rates are carried into another population without saying that they are taken to hold there.",
    why=(
        "Precision at another prevalence follows from sensitivity and specificity only if both stay as they are. Milder "
        "cases and other negatives change them. The assumption decides the number: an error where it is not said, a "
        "warning where it is said without its reason."
    ),
    help="write `rates: assumed-constant` and `why`; or evaluate in that population",
    source="Leeflang et al. 2013, CMAJ 185:E537",
    bad=(example("source: registry 2019"), example("source: registry 2019, rates: assumed-constant")),
    good=(example(f"{SAID}, {UNCERTAIN}"),),
    text=text,
)
