"""STAT132: two sides that judge the same units are compared as if they did not."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.plan.model.demands import Comparison
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Evidence, Example, NotApplicable, Objection, Rule
from evalspec.rules.stat._examples import compared, summary
from evalspec.tables.engine import literal
from evalspec.terms import Grade, Layout, Severity

_UNPAIRED = frozenset(
    {"chi-square", "chi-squared", "chi2", "fisher", "fisher-exact", "z", "z-test", "t-test", "two-proportion", "welch"}
)
_OF_TWO_GROUPS = frozenset({"newcombe", "wald-unpaired", "wald", "miettinen-nurminen", "agresti-caffo"})


def text(plan: Plan) -> Iterator[Answer]:
    paired = [(i, c) for i, c in enumerate(plan.comparisons) if c.thresholds or c.models]
    if not paired:
        yield NotApplicable("no comparison judges the same units on both sides")
    for i, c in paired:
        if not _in_rows_of_their_own(plan, c):
            yield from _taken_apart(i, c, "judge the same units")


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    """In a long table each model has rows of its own: the same units, or others."""
    for i, c in enumerate(plan.comparisons):
        if _in_rows_of_their_own(plan, c) and c.models:
            first, second = (f"SELECT unit, cohort FROM prediction WHERE model = {literal(m)}" for m in c.models)
            ((shared,),) = blinded.ask(f"SELECT count(*) FROM ({first} INTERSECT {second})")
            if shared:
                yield from _taken_apart(i, c, f"judge {shared} unit{'' if shared == 1 else 's'} both")
    yield Evidence(Grade.PROVED, "the units that each model scores were compared")


def _is_asked(plan: Plan) -> bool:
    return any(_in_rows_of_their_own(plan, c) for c in plan.comparisons)


def _in_rows_of_their_own(plan: Plan, comparison: Comparison) -> bool:
    file = plan.data.predictions
    return comparison.models is not None and file is not None and file.layout is Layout.LONG


def are_told_apart(plan: Plan, c: Comparison) -> bool:
    """Whether this rule says, from the text, that the two sides are no two groups."""
    paired = bool(c.thresholds or c.models) and not _in_rows_of_their_own(plan, c)
    return paired and bool(list(_taken_apart(0, c, "")))


def _taken_apart(i: int, c: Comparison, judge: str) -> Iterator[Objection]:
    """One objection: ``paired: false`` says it of the whole comparison, a test or an interval of itself."""
    tail = f"both {'models' if c.models else 'thresholds'} of `{c.id}` {judge}"
    if c.paired is False:
        yield Objection(path=("comparisons", i, "paired"), message=f"`paired: false` is said; {tail}")
    elif c.test in _UNPAIRED:
        yield Objection(path=("comparisons", i, "test"), message=f"`{c.test}` is a test of two groups; {tail}")
    elif c.interval and c.interval.method in _OF_TWO_GROUPS:
        message = f"`{c.interval.method}` is an interval of two groups; {tail}"
        yield Objection(path=("comparisons", i, "interval", "method"), message=message)


_LONG = (
    "data: {predictions: {path: predictions.csv, layout: long}, outcomes: outcomes.csv}\n"
    "models: {m1: {score: score, scale: probability, direction: higher-is-positive},"
    " m2: {score: score, scale: probability, direction: higher-is-positive}}\n"
)
_ROWS = "subject_id,cohort,model,score\n" + "".join(
    f"s{n:02},{'A' if n < 7 else 'B'},m{m},0.{n + m + 10}\n" for n in range(1, 13) for m in (1, 2)
)


def _long(more: str) -> Example:
    pair = f"comparisons: [{{id: c, role: secondary, summary: s, models: [m1, m2], measure: difference, {more}}}]\n"
    return Example(plan=_LONG + summary() + pair, files={"predictions.csv": _ROWS})


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
    bad=(
        _long("paired: false"),
        compared("measure: difference, paired: false"),
        compared("measure: difference, test: fisher-exact"),
    ),
    good=(compared("measure: difference, test: mcnemar-exact"), _long("test: mcnemar-exact")),
    text=text,
    files=files,
    needs=("predictions",),
    when=_is_asked,
)
