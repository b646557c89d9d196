"""STAT119: an interval takes the values of folds, or their units, as independent."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._axes import combined, why_not_there, word
from evalspec.rules.stat._dependence import BINOMIAL
from evalspec.rules.stat._examples import WILSON, summary, with_columns
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    over = [
        (i, s, s.interval) for i, s in enumerate(plan.summaries) if s.interval and not why_not_there(plan, s, "folds")
    ]
    if not over:
        yield NotApplicable("no summary over folds has an interval")
    for i, s, interval in over:
        path = ("summaries", i, "interval", "method")
        if "folds" in combined(s):
            message = (
                f"`{interval.method}` of `{s.id}`, over folds (`{word(s, 'folds')}`), takes the folds as independent"
            )
            yield Objection(path=path, message=message)
        elif word(s, "folds") == "pooled" and word(s, "repeats") != "pooled" and interval.method in BINOMIAL:
            message = (
                f"`{interval.method}` of `{s.id}` takes calls of several fits, on shared training data, as calls of one"
            )
            yield Objection(path=path, message=message, severity=Severity.WARNING)


_CV = "design: {kind: cross-validation, fold: fold}\n"
_MACRO = ", folds: macro, minimum_defined: 2"

RULE = Rule(
    code="STAT119",
    name="folds-treated-as-independent",
    severity=Severity.ERROR,
    summary="An interval takes the folds of a cross-validation as independent.",
    why=(
        "Any two folds share most of their training data, so their values move together, and no unbiased variance can be "
        "had from one cross-validation. An error for a value combined over folds; a warning for pooled calls, where "
        "the interval still holds for these fits, not for the procedure."
    ),
    help="leave the interval out, or evaluate one final model on units of its own",
    source="Bengio & Grandvalet 2004, J Mach Learn Res 5:1089",
    bad=(
        with_columns(_CV + summary(more=_MACRO + WILSON)),
        with_columns(_CV + summary(more=", folds: pooled" + WILSON)),
    ),
    good=(with_columns(_CV + summary(more=_MACRO)),),
    text=text,
)
