"""STAT116: the interval of a pooled value is declared for a value combined over members."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.plan.model.summary import Summary, Weighting
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._axes import combined, said, word
from evalspec.rules.plan._words import is_known_axis_word
from evalspec.rules.stat._fit import takes_no_interval
from evalspec.terms import Severity

_OF_ONE_TABLE = frozenset(
    {
        "wilson",
        "clopper-pearson",
        "jeffreys",
        "agresti-coull",
        "delong",
        "logit-delong",
        "logit",
        "cluster-ratio",
        "delong-cluster",
    }
)
"""Methods for the units of one cohort, or of all cohorts pooled."""


def text(plan: Plan) -> Iterator[Answer]:
    over = [(i, s) for i, s in enumerate(plan.summaries) if s.interval and _axes(s) and not takes_no_interval(s)]
    if not over:
        yield NotApplicable("no summary with an interval combines cohorts or classes")
    for i, s in over:
        if s.interval and s.interval.method in _OF_ONE_TABLE:
            axis = _axes(s)[0]
            message = f"`{s.interval.method}` is the interval of a pooled value; `{s.id}` combines its {axis} (`{word(s, axis)}`)"
            yield Objection(path=("summaries", i, "interval", "method"), message=message)


def _axes(summary: Summary) -> list[str]:
    """A value combined over folds or repeats takes no interval at all: another rule's."""
    axes = tuple(
        axis
        for axis in combined(summary)
        if isinstance(said(summary, axis), Weighting) or is_known_axis_word(word(summary, axis))
    )
    return [] if {"folds", "repeats"} & set(axes) else list(axes)


_MACRO = "summaries: [{id: s, role: primary, metric: sensitivity, threshold: main, cohorts: macro, minimum_defined: 2, "

RULE = Rule(
    code="STAT116",
    name="interval-of-another-quantity",
    severity=Severity.ERROR,
    summary="The interval of a pooled value is declared for a value combined over cohorts or classes.",
    why=(
        "A macro value weighs the members alike, however small; its standard error comes from theirs, not from the "
        "number of units together. A binomial interval around it is too narrow where a small cohort counts much. "
        "An error: it is the interval of another number."
    ),
    help="for a mean over these cohorts say `delta`; or declare the pooled value, with this interval, as a summary of its own",
    source="Fleiss, Levin & Paik 2003, Statistical Methods for Rates and Proportions",
    bad=(
        _MACRO + "interval: {method: wilson, level: 0.95}}]",
        _MACRO.replace("macro", "by-size") + "interval: {method: clopper-pearson, level: 0.95}}]",
    ),
    good=(_MACRO + "interval: {method: delta, level: 0.95}}]",),
    text=text,
)
