"""Words of the language that this version does not compute: an error each, so that nothing declared is passed over."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Path
from evalspec.rules.base import Answer, Objection, Rule
from evalspec.rules.stat._examples import with_columns
from evalspec.tally.subgroups import MOST, all_subgroups
from evalspec.terms import DesignKind, Held, OutcomeKind, Severity


def text(plan: Plan) -> Iterator[Answer]:
    yield from _study(plan)
    yield from _files(plan)
    yield from _clusters(plan)
    yield from _drawn(plan)
    groups = len(all_subgroups(plan))
    if groups > MOST:
        yield _later(("subgroups",), f"{groups} subgroups, more than {MOST}, are", "plan the others apart")
    yield from _handling(plan)
    if plan.review is not None:
        help = "remove `review`, and have the plan approved before it is sealed"
        yield Objection(path=("review",), message="approvals are not enforced by this version", help=help)


def _later(path: Path, what: str, help: str = "") -> Objection:
    return Objection(path=path, message=f"{what} not computed by this version", help=help)


def _study(plan: Plan) -> Iterator[Answer]:
    outcome = plan.outcome
    for word, kind in (("classes", OutcomeKind.MULTICLASS), ("labels", OutcomeKind.MULTILABEL)):
        if getattr(outcome, word) is not None and outcome.kind is not kind:
            yield _later(("outcome", word), f"the outcome is {outcome.kind}, and its `{word}` are", f"remove `{word}`")


def _files(plan: Plan) -> Iterator[Answer]:
    for name in ("predictions", "outcomes", "training", "units", "counts"):
        file = getattr(plan.data, name)
        if file is None:
            continue
        if file.held is Held.BY_COHORT:
            help = "bring the rows together, or plan from counts"
            yield _later(("data", name, "held"), "data that stay at their sites are", help)
        elif file.score_steps is not None:
            help = "remove `score_steps`"
            yield _later(("data", name, "score_steps"), "coarser score groups are", help)


def _clusters(plan: Plan) -> Iterator[Answer]:
    """Pairs of clustered units, and clusters of several classes, are no cells of the tally."""
    if plan.units is None or plan.units.cluster is None:
        return
    for k, c in enumerate(plan.comparisons):
        if c.interval or c.test not in (None, "none"):
            help = "show both values, each with its own interval over clusters"
            what = f"the interval or test of `{c.id}` between clustered units is"
            yield _later(("comparisons", k, "interval" if c.interval else "test"), what, help)
    for k, s in enumerate(plan.summaries):
        if s.interval and plan.outcome.kind is not OutcomeKind.BINARY:
            help = "leave the interval out, or plan one class against the rest"
            yield _later(
                ("summaries", k, "interval"), f"the interval of `{s.id}`, of several classes in clusters, is", help
            )


def _drawn(plan: Plan) -> Iterator[Answer]:
    """Two values in the same resample: of units, their limits read off as they stand."""
    for k, c in enumerate(plan.comparisons):
        if c.interval is None or c.interval.method != "bootstrap":
            continue
        path: Path = ("comparisons", k, "interval")
        if c.interval.resample == "cohorts":
            yield _later((*path, "resample"), f"a bootstrap of cohorts for `{c.id}` is", "say `resample: units`")
        if c.interval.limits == "bca":
            yield _later((*path, "limits"), f"bca limits of `{c.id}` are", "say `limits: percentile`")


def _handling(plan: Plan) -> Iterator[Answer]:
    if plan.disclosure is not None:
        yield Objection(
            path=("disclosure",), message="small cells are recorded, and not suppressed, by this version",
            help="look through the report before it leaves your hands", severity=Severity.NOTE,
        )  # fmt: skip
    handling = plan.handling
    if handling is None:
        return
    several = plan.outcome.kind is OutcomeKind.MULTICLASS
    missing = handling.missing_prediction
    if missing not in (None, "refuse"):
        path: Path = ("handling", "missing_prediction")
        if plan.design.kind is DesignKind.CROSS_VALIDATION or plan.design.repeat:
            yield _later(path, "which fold or repeat a unit without a prediction belongs to is", "say `refuse`")
        elif several and missing == "counts-as-wrong":
            yield _later(path, "a wrong call of no class is", "say `refuse` or {exclude: …}")
    if handling.missing_outcome == "bounds" and several:
        help = "say `refuse` or {exclude: …}"
        yield _later(("handling", "missing_outcome"), "bounds over several classes are", help)
    unclear = handling.indeterminate
    if unclear is not None and several and isinstance(unclear.as_, str) and unclear.as_ != "own-row":
        help = "say own-row or {exclude: …}"
        yield _later(("handling", "indeterminate", "as"), f"`{unclear.as_}` among several classes is", help)


SUMMARY = "summaries:\n  - {id: found, role: primary, metric: sensitivity, threshold: main, cohorts: pooledMORE}\n"

RULE = Rule(
    code="PLAN140",
    name="not-computed-by-this-version",
    severity=Severity.ERROR,
    summary="The plan says a word of the language that this version does not compute.",
    why="A declared number that never appears in the results would be a promise broken in silence.",
    help="remove the word from the plan, or wait for the version that computes it",
    bad=(
        with_columns(
            "handling: {missing_prediction: counts-as-wrong, missing_outcome: refuse}\n"
            "design: {kind: external, repeat: round}\n" + SUMMARY.replace("MORE", ", repeats: each")
        ),
        "review: {approve: [statistician]}",
        "disclosure: {minimum_cell: 5}",
        "data: {predictions: {path: predictions.csv, held: by-cohort}, outcomes: outcomes.csv}",
    ),
    good=(
        SUMMARY.replace("MORE", ""),
        "handling: {missing_prediction: refuse, missing_outcome: {exclude: lost}}",
        "handling: {missing_prediction: counts-as-wrong, missing_outcome: bounds}",
    ),
    waivable=False,
    text=text,
)
