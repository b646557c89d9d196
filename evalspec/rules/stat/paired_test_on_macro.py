"""STAT137: a method for one paired table is declared for a value combined over members."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._axes import combined, word
from evalspec.rules.stat._examples import compared
from evalspec.terms import Severity

_TESTS = ("mcnemar-exact", "mcnemar-midp", "delong")
_INTERVALS = ("newcombe-paired", "wald-paired", "delong-paired")
ONE_TABLE = (*_TESTS, *_INTERVALS)


def text(plan: Plan) -> Iterator[Answer]:
    by_id = {s.id: s for s in plan.summaries}
    over = [(i, c, s) for i, c in enumerate(plan.comparisons) if (s := by_id.get(c.summary)) and combined(s)]
    if not over:
        yield NotApplicable("no comparison is of a value combined over members")
    for i, c, s in over:
        method = c.interval.method if c.interval else ""
        wrong = [w for w in (c.test or "", method) if w in ONE_TABLE]
        if wrong:
            axis = combined(s)[0]
            place: tuple[str, ...] = ("test",) if wrong[0] == c.test else ("interval", "method")
            message = f"`{' and `'.join(f'{w}`' for w in wrong)} in `{c.id}` judges one paired table; `{s.id}` combines its {axis} (`{word(s, axis)}`)"
            yield Objection(path=("comparisons", i, *place), message=message)


RULE = Rule(
    code="STAT137",
    name="paired-test-on-macro",
    severity=Severity.ERROR,
    summary="A method for one paired table is declared for a value combined over cohorts, classes or folds.",
    why=(
        "McNemar's test counts the units on which two classifiers differ, all alike. A macro value counts cohorts alike. "
        "The test can find a difference where the macro values have none. An error: it answers another question."
    ),
    help="compare a pooled summary with this method; or say `delta-paired`, and no test, for the combined one",
    source="McNemar 1947, Psychometrika 12:153; Newcombe 1998, Stat Med 17:2635",
    bad=(
        compared("test: mcnemar-exact", cohorts="macro, minimum_defined: 2"),
        compared("interval: {method: newcombe-paired, level: 0.95}", cohorts="macro, minimum_defined: 2"),
    ),
    good=(
        compared("test: mcnemar-exact"),
        compared("interval: {method: delta-paired, level: 0.95}", cohorts="macro, minimum_defined: 2"),
    ),
    text=text,
)
