"""Words of the language that this version does not compute: an error each, so that nothing declared is passed over."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.plan.model.demands import Excluded
from evalspec.plan.model.design import ByCohort
from evalspec.plan.model.summary import Interval, Summary, Weighting
from evalspec.records import Path
from evalspec.rules.base import Answer, Example, Objection, Rule
from evalspec.rules.plan._axes import AXES, said, weighting_kinds
from evalspec.rules.stat._fit import is_function
from evalspec.terms import (
    LATER_AXIS_WORDS,
    LATER_INTERVALS,
    LATER_METRICS,
    DesignKind,
    Held,
    OutcomeKind,
    Severity,
    ThresholdSource,
)

_BOOTSTRAP = ("replicates", "seed", "resample", "strata", "limits")


def text(plan: Plan) -> Iterator[Answer]:
    yield from _study(plan)
    yield from _files(plan)
    yield from _models(plan)
    yield from _thresholds(plan)
    for k, summary in enumerate(plan.summaries):
        yield from _summary(summary, ("summaries", k))
    yield from _demands(plan)
    yield from _handling(plan)


def _later(path: Path, what: str, help: str = "") -> Objection:
    return Objection(path=path, message=f"{what} not computed by this version", help=help)


def _study(plan: Plan) -> Iterator[Answer]:
    outcome = plan.outcome
    if outcome.kind is not OutcomeKind.BINARY:
        help = "plan one class against the rest, as a binary outcome"
        yield _later(("outcome", "kind"), f"{outcome.kind} outcomes are", help)
    else:
        for word in ("classes", "labels"):
            if getattr(outcome, word) is not None:
                help = f"remove `{word}`"
                yield _later(("outcome", word), f"the outcome is binary, and its `{word}` are", help)
    if plan.units and plan.units.cluster and any(s.interval for s in plan.summaries):
        help = "remove the intervals, or plan one row for each cluster"
        yield _later(("units", "cluster"), "intervals that respect clusters are", help)
    design = plan.design
    if design.kind is DesignKind.CROSS_VALIDATION:
        yield _later(("design", "kind"), "cross-validation is", "evaluate a final model on units it was not fitted on")
    elif design.fold and design.kind is not DesignKind.LEAVE_ONE_COHORT_OUT:
        help = "evaluate one test part, and remove `fold`"
        yield _later(("design", "fold"), f"folds of a design of kind {design.kind} are", help)
    if design.repeat:
        yield _later(("design", "repeat"), "repeats are", "evaluate one of them, and remove `repeat`")


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


def _models(plan: Plan) -> Iterator[Answer]:
    for name, model in plan.models.items():
        if model.scores is not None:
            help = "name the column of the positive class under `score`"
            yield _later(("models", name, "scores"), "decisions among several classes' scores are", help)


def _thresholds(plan: Plan) -> Iterator[Answer]:
    per_fold = plan.design.kind is DesignKind.LEAVE_ONE_COHORT_OUT
    for name, threshold in plan.thresholds.items():
        path: Path = ("thresholds", name)
        if threshold.source is ThresholdSource.COST:
            help = "work the value out from the costs, and state it as `prespecified`"
            yield _later((*path, "source"), "a threshold from costs is", help)
        if isinstance(threshold.value, ByCohort) and not per_fold:
            help = "state one value, or one a model"
            yield _later((*path, "value"), "values that differ by cohort are", help)


def _summary(summary: Summary, path: Path) -> Iterator[Answer]:
    for n, use in enumerate(summary.uses):
        if use.word in LATER_METRICS:
            here = (*path, "metric") if len(summary.metric) == 1 else (*path, "metric", n)
            yield _later(here, f"{use.word} is", _WITHOUT)
    for word in ("population", "costs", "subgroup"):
        if getattr(summary, word) is not None:
            yield _later((*path, word), f"{summary.id} has a {word}: numbers for it are", f"remove `{word}`")
    for axis in AXES:
        yield from _axis(summary, axis, (*path, axis))
    yield from _interval(summary.interval, (*path, "interval"))
    functions = [u.word for u in summary.uses if is_function(summary, u.word)]
    if summary.interval and summary.interval.method == "delta" and functions and summary.population is None:
        help = "leave the interval out"
        yield _later((*path, "interval", "method"), f"the delta interval of {functions[0]} is", help)


def _axis(summary: Summary, axis: str, path: Path) -> Iterator[Answer]:
    value = said(summary, axis)
    words = weighting_kinds(value) if isinstance(value, Weighting) else [value or ""]
    later = [word for word in words if word in LATER_AXIS_WORDS]
    if later:
        yield _later(path, f"{later[0]} is", "say pooled, macro, by-size or {weights: …}")
    elif axis != "cohorts" and value is not None:
        yield _later(path, f"a number over {axis} is", _WITHOUT)


def _interval(interval: Interval | None, path: Path) -> Iterator[Answer]:
    if interval is None:
        return
    if interval.method in LATER_INTERVALS:
        help = "take a method that this version computes, such as wilson, clopper-pearson, delong or delta"
        yield _later((*path, "method"), f"{interval.method} is", help)
    elif any(getattr(interval, word) is not None for word in _BOOTSTRAP):
        word = next(word for word in _BOOTSTRAP if getattr(interval, word) is not None)
        yield _later((*path, word), f"`{word}` is a word of the bootstrap, which is", f"remove `{word}`")


def _demands(plan: Plan) -> Iterator[Answer]:
    for section, what in (("comparisons", "comparisons are"), ("curves", "curves are")):
        if getattr(plan, section):
            yield _later((section,), what, f"remove `{section}`; the summaries stand without them")
    for k, gate in enumerate(plan.gates):
        for n, requirement in enumerate(gate.require):
            if requirement.every in ("class", "subgroup"):
                path = ("gates", k, "require", n, "every")
                yield _later(path, f"a requirement on every {requirement.every} is", "remove the requirement")
    if plan.multiplicity is not None and plan.multiplicity.method == "bonferroni":
        help = "say all-required, fixed-sequence or none, or make one number primary"
        yield _later(("multiplicity", "method"), "whether the levels add up is", help)
    if plan.review is not None:
        help = "remove `review`, and have the plan approved before it is sealed"
        yield Objection(path=("review",), message="approvals are not enforced by this version", help=help)


def _handling(plan: Plan) -> Iterator[Answer]:
    if plan.disclosure is not None:
        yield Objection(
            path=("disclosure",), message="small cells are recorded, and not suppressed, by this version",
            help="look through the report before it leaves your hands", severity=Severity.NOTE,
        )  # fmt: skip
    handling = plan.handling
    if handling is None:
        return
    if handling.missing_prediction not in (None, "refuse"):
        what = "leaving units without a prediction out is"
        if not isinstance(handling.missing_prediction, Excluded):
            what = "counting units without a prediction as wrong is"
        yield _later(("handling", "missing_prediction"), what, "say `refuse`")
    if handling.missing_outcome == "bounds":
        what = "bounds over units without an outcome are"
        yield _later(("handling", "missing_outcome"), what, "say `refuse` or {exclude: …}")
    if handling.indeterminate is not None:
        help = "remove `indeterminate`: such a token is then refused"
        yield _later(("handling", "indeterminate"), "indeterminate calls are", help)


_WITHOUT = "remove it from the plan, or wait for the version that computes it"

SUMMARY = "summaries:\n  - {id: found, role: primary, metric: sensitivity, threshold: main, cohorts: pooledMORE}\n"

PREDICTIONS = "subject_id,cohort,score,sex\n" + "".join(
    f"s{k:02},{'A' if k < 7 else 'B'},0.{k + 10},{'F' if k % 2 else 'M'}\n" for k in range(1, 13)
)

RULE = Rule(
    code="PLAN140",
    name="not-computed-by-this-version",
    severity=Severity.ERROR,
    summary="The plan says a word of the language that this version does not compute.",
    why="A declared number that never appears in the results would be a promise broken in silence.",
    help="remove the word from the plan, or wait for the version that computes it",
    bad=(
        SUMMARY.replace("MORE", "") + "  - {id: score, role: secondary, metric: brier, cohorts: each}\n",
        SUMMARY.replace("MORE", ", interval: {method: bootstrap, level: 0.95, replicates: 2000, seed: 1}"),
        SUMMARY.replace("MORE", ", population: screening")
        + "populations: {screening: {prevalence: 0.1, source: a registry, rates: assumed-constant, why: same ward}}\n",
        Example(
            plan=SUMMARY.replace("MORE", ", subgroup: women") + "subgroups: {women: {where: {sex: [F]}}}\n",
            files={"predictions.csv": PREDICTIONS},
        ),
        SUMMARY.replace("MORE", "") + "curves: [{id: roc, kind: roc, cohorts: pooled}]\n",
        SUMMARY.replace("sensitivity", "f1").replace("MORE", ", interval: {method: delta, level: 0.95}"),
        "handling: {missing_prediction: counts-as-wrong, missing_outcome: refuse}",
        "handling: {missing_prediction: refuse, missing_outcome: bounds}",
        "review: {approve: [statistician]}",
        "disclosure: {minimum_cell: 5}",
    ),
    good=(SUMMARY.replace("MORE", ""), "handling: {missing_prediction: refuse, missing_outcome: {exclude: lost}}"),
    waivable=False,
    text=text,
)
