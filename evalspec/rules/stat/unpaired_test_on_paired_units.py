"""STAT132: two sides that judge the same units are compared as if they did not."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.stat._examples import compared
from evalspec.terms import Severity

_UNPAIRED = frozenset(
    {"chi-square", "chi-squared", "chi2", "fisher", "fisher-exact", "z", "z-test", "t-test", "two-proportion", "welch"}
)
_OF_TWO_GROUPS = frozenset({"newcombe", "wald", "miettinen-nurminen", "agresti-caffo"})


def text(plan: Plan) -> Iterator[Answer]:
    paired = [(i, c) for i, c in enumerate(plan.comparisons) if c.models or c.thresholds]
    if not paired:
        yield NotApplicable("no comparison judges the same units on both sides")
    for i, c in paired:
        what = "models" if c.models else "thresholds"
        tail = f"both {what} of `{c.id}` judge the same units"
        if c.paired is False:
            yield Objection(path=("comparisons", i, "paired"), message=f"`paired: false` is said; {tail}")
        elif c.test in _UNPAIRED:
            yield Objection(path=("comparisons", i, "test"), message=f"`{c.test}` is a test of two groups; {tail}")
        elif c.interval and c.interval.method in _OF_TWO_GROUPS:
            message = f"`{c.interval.method}` is an interval of two groups; {tail}"
            yield Objection(path=("comparisons", i, "interval", "method"), message=message)


RULE = Rule(
    code="STAT132",
    name="unpaired-test-on-paired-units",
    severity=Severity.ERROR,
    summary="Two sides that judge the same units are compared as if they were two groups.",
    why=(
        "Two classifiers mostly agree on a unit. A method for two groups throws that away and takes the wrong variance: "
        "a real difference is missed. An error: the plan's own files pair the units."
    ),
    help="say `test: mcnemar-exact` and `interval: {method: newcombe-paired, ...}`; for auroc `delong`",
    instead_of=("unknown-name", "unknown-word"),
    source="McNemar 1947, Psychometrika 12:153; Newcombe 1998, Stat Med 17:2635",
    bad=(compared("measure: difference, paired: false"), compared("measure: difference, test: fisher-exact")),
    good=(compared("measure: difference, test: mcnemar-exact"),),
    text=text,
)
