"""The files that the numbers come from are not all there, or contradict each other."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, Example, Objection, Rule
from evalspec.rules.plan._words import ranks
from evalspec.terms import DesignKind, OutcomeKind, Severity


def text(plan: Plan) -> Iterator[Answer]:
    data = plan.data
    if data.counts is not None:
        yield from _counts(plan)
        return
    for name in ("predictions", "outcomes"):
        if getattr(data, name) is None:
            yield Objection(path=("data",), message=f"`data` has no `{name}`, and no `counts`")
    if data.predictions is None:
        return
    if plan.units is None:
        help = "say under `units` which column is the unit's id"
        yield Objection(
            path=("data", "predictions"), message="there are predictions, and `units` is missing", help=help
        )
    if data.outcomes and plan.outcome.column is None and plan.outcome.kind is not OutcomeKind.MULTILABEL:
        help = "say `column:` in `outcome`"
        yield Objection(path=("outcome",), message="the column that holds the outcome is not said", help=help)
    yield from _cohorts(plan)


def _cohorts(plan: Plan) -> Iterator[Answer]:
    """A cohort is a value of the column, or has a boundary of its own."""
    if plan.cohorts is None:
        return
    bounded = [name for name, cohort in plan.cohorts.members.items() if cohort.where is not None]
    without = [name for name, cohort in plan.cohorts.members.items() if cohort.where is None]
    if plan.cohorts.column is None and without:
        message = f"{', '.join(without[:3])}: neither `cohorts.column` nor a boundary says who belongs to it"
        help = "say `column:` in `cohorts`, or `where:` for each member"
        yield Objection(path=("cohorts",), message=message, help=help)
    elif plan.cohorts.column is not None and bounded:
        message = f"`cohorts` has a column, and {bounded[0]} has a boundary"
        help = "keep the column, or give every member a boundary and remove the column"
        yield Objection(path=("cohorts", "members", bounded[0]), message=message, help=help)


def _counts(plan: Plan) -> Iterator[Answer]:
    for name in ("predictions", "outcomes", "units", "training"):
        if getattr(plan.data, name) is not None:
            message = f"`data` has `counts` and `{name}`"
            help = "keep the counts, or the predictions and outcomes that they would be counted from"
            yield Objection(path=("data", name), message=message, help=help)
    if plan.units is not None:
        yield Objection(path=("units",), message="a table of counts has no units", help="remove `units`")
    for word in ("column", "positive", "negative"):
        if getattr(plan.outcome, word) is not None:
            message = f"a table of counts has no outcome in it, and `{word}` is said"
            yield Objection(path=("outcome", word), message=message, help=f"remove `{word}`")
    for name, model in plan.models.items():
        if model.score or model.calls or model.scores:
            message = f"a table of counts has no scores or calls, and {name} names a column"
            yield Objection(path=("models", name), message=message, help=f"write `{name}: {{}}`")
    yield from _rows_of_counts(plan)
    for k, summary in enumerate(plan.summaries):
        words = [str(u) for u in summary.uses if ranks(u.word)]
        if words:
            message = f"{summary.id}: {words[0]} is computed from scores, and a table of counts has none"
            help = "declare metrics of counts only, or predictions and outcomes in place of counts"
            yield Objection(path=("summaries", k, "metric"), message=message, help=help)
    yield from _pairs_of_counts(plan)


def _pairs_of_counts(plan: Plan) -> Iterator[Answer]:
    """A pair needs who was called by both: each side's own four counts don't tell."""
    for k, comparison in enumerate(plan.comparisons):
        given = "interval" if comparison.interval else "test" if comparison.test not in (None, "none") else ""
        if given and comparison.paired is not False:
            message = f"the {given} of `{comparison.id}` needs the calls of both sides unit by unit, and a table of counts has none"
            help = f"leave `{given}` out, or declare predictions and outcomes in place of counts"
            yield Objection(path=("comparisons", k, given), message=message, help=help)


def _rows_of_counts(plan: Plan) -> Iterator[Answer]:
    """A row of counts is a cohort's: it has no units that a boundary could pick, and a fold only where there are folds."""
    for name, cohort in plan.cohorts.members.items() if plan.cohorts else ():
        if cohort.where is not None:
            message = f"a table of counts has no units, and {name} has a boundary"
            help = "remove `where`: a row of counts names its cohort"
            yield Objection(path=("cohorts", "members", name, "where"), message=message, help=help)
    fold = plan.data.counts.columns.fold if plan.data.counts else None
    if fold and plan.design.fold is None and plan.design.kind not in _WITH_FOLDS:
        message = f"a design of kind {plan.design.kind} has no folds, and `{fold}` is their column"
        yield Objection(path=("data", "counts", "columns", "fold"), message=message, help="remove `fold`")


_WITH_FOLDS = (DesignKind.LEAVE_ONE_COHORT_OUT, DesignKind.CROSS_VALIDATION)

COUNTS = (
    "outcome: {kind: binary, definition: sepsis within 28 days, reference_standard: two physicians}\n"
    "units:\n"
    "data: {counts: {path: counts.csv, blinding: none, why: a published table}}\n"
    "models: {m1: {}}\n"
    "thresholds: {main: {source: as-published, why: the manufacturer's label}}\n"
    "handling:\n"
)
TABLE = "cohort,tp,fn,tn,fp\nA,2,1,2,1\nB,2,1,2,1\n"
OF_TWO_MODELS = "model,cohort,tp,fn,tn,fp\nm1,A,2,1,2,1\nm1,B,2,1,2,1\nm2,A,1,2,3,0\nm2,B,1,2,3,0\n"


def _compared(more: str) -> Example:
    """Two models in a table of counts, one sensitivity minus the other."""
    summary = "{id: found, role: primary, metric: sensitivity, threshold: main, cohorts: pooled}"
    comparison = f"{{id: gain, role: secondary, summary: found, models: [m1, m2]{more}}}"
    text = COUNTS.replace("{m1: {}}", "{m1: {}, m2: {}}") + f"summaries: [{summary}]\ncomparisons: [{comparison}]\n"
    return Example(plan=text, files={"counts.csv": OF_TWO_MODELS})


PREDICTIONS = "unit,cohort,score\n" + "".join(f"s{k:02},{'A' if k < 7 else 'B'},0.{k + 10}\n" for k in range(1, 13))

RULE = Rule(
    code="PLAN141",
    name="data-incomplete",
    severity=Severity.ERROR,
    summary="The data are neither predictions with outcomes nor counts, or are both, or their columns are not said.",
    why="Numbers come from scores and outcomes or from published counts: from half of either, nothing can be computed.",
    help="name `predictions` and `outcomes`, or `counts` alone",
    bad=(
        "data: {predictions: predictions.csv}",
        "data: {outcomes: outcomes.csv}",
        Example(plan="units:\n", files={"predictions.csv": PREDICTIONS}),
        "cohorts: {members: [A, B], outside: {exclude: no cohort is named}}",
        Example(
            plan=COUNTS.replace("units:\n", "units: {id: subject_id, id_scope: study}\n"), files={"counts.csv": TABLE}
        ),
        Example(plan=COUNTS + "cohorts: {members: {A: {where: {age: {before: 9}}}, B: {}}}\n"),
        Example(plan=COUNTS.replace("counts.csv,", "counts.csv, columns: {fold: fold},"), files={"counts.csv": TABLE}),
        _compared(", test: mcnemar-exact"),
        _compared(", interval: {method: newcombe-paired, level: 0.95}"),
    ),
    good=(
        "data: {predictions: predictions.csv, outcomes: outcomes.csv}",
        Example(plan=COUNTS, files={"counts.csv": TABLE}),
        _compared(""),
    ),
    waivable=False,
    text=text,
)
