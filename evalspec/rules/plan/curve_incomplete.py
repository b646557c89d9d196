"""PLAN160: a curve does not say what it is drawn from, or says what does not enter it."""

from collections.abc import Iterator

from evalspec.curves._thinning import METHODS
from evalspec.plan.fields import near, one_near
from evalspec.plan.model import Plan
from evalspec.plan.model.demands import Curve
from evalspec.records import Path
from evalspec.rules.base import Answer, Example, NotApplicable, Objection, Rule
from evalspec.rules.plan._axes import evaluated
from evalspec.rules.plan.data_incomplete import COUNTS, TABLE
from evalspec.terms import OutcomeKind, Severity

_OF_COST = ("threshold", "prevalence", "costs")


def text(plan: Plan) -> Iterator[Answer]:
    if not plan.curves:
        yield NotApplicable("the plan declares no curve")
    for k, curve in enumerate(plan.curves):
        path: Path = ("curves", k)
        if plan.outcome.kind is not OutcomeKind.BINARY:
            message = f"{curve.id} is a curve of one class against another, and the outcome is {plan.outcome.kind}"
            yield Objection(
                path=(*path, "kind"), message=message, help="plan one class against the rest, as a binary outcome"
            )
            continue
        if curve.cohorts is None and len(evaluated(plan)) > 1:
            message = f"{curve.id} does not say whether its {len(evaluated(plan))} cohorts are drawn together"
            yield Objection(path=path, message=message, help="say `cohorts: each` or `cohorts: pooled`")
        if curve.kind == "expected-cost":
            yield from _cost(plan, path, curve)
        else:
            yield from _ranking(plan, path, curve)
        yield from _thinning(path, curve)


def _cost(plan: Plan, path: Path, curve: Curve) -> Iterator[Objection]:
    counted = plan.data.counts is not None and bool(plan.thresholds)
    scored = [
        m for m in curve.models or plan.models if m in plan.models and (counted or plan.models[m].score is not None)
    ]
    called = [m for m in curve.models or plan.models if m in plan.models and plan.models[m].calls is not None]
    if scored and curve.threshold is None:
        message = f"{curve.id}: an expected cost needs calls, and no threshold is named"
        yield Objection(path=path, message=message, help=f"name a threshold: {near('', sorted(plan.thresholds))}")
    elif called and curve.threshold is not None:
        message = (
            f"{curve.id}: {called[0]} has its calls in the data, the threshold {curve.threshold} does not enter them"
        )
        help = "remove the threshold, or name the models with scores under `models`"
        yield Objection(path=(*path, "threshold"), message=message, help=help)
    lowest, highest = (curve.prevalence or {}).get("from"), (curve.prevalence or {}).get("to")
    if lowest is None or highest is None:
        message = f"{curve.id} is drawn over prevalence, and does not say from which to which"
        yield Objection(path=path, message=message, help="write `prevalence: {from: 0.01, to: 0.2}`")
    elif not 0 <= lowest < highest <= 1:
        message = f"{curve.id}: the prevalences from {lowest} to {highest} are no range within 0 to 1"
        yield Objection(path=(*path, "prevalence"), message=message, help="write the lower one first, both from 0 to 1")


def _ranking(plan: Plan, path: Path, curve: Curve) -> Iterator[Objection]:
    for key in _OF_COST:
        if getattr(curve, key) is not None:
            message = f"{curve.id}: `{key}` does not enter a curve of kind {curve.kind}"
            yield Objection(path=(*path, key), message=message, help=f"remove `{key}`")
    without = [m for m in curve.models or plan.models if m in plan.models and plan.models[m].score is None]
    if without:
        message = f"{curve.id}: a curve of kind {curve.kind} is drawn from scores, and {without[0]} has none"
        yield Objection(path=(*path, "kind"), message=message, help="name the models with scores under `models`")


def _thinning(path: Path, curve: Curve) -> Iterator[Objection]:
    word = curve.thinning
    if word is not None and word not in METHODS:
        mend = one_near(word, list(METHODS))
        message = f"{curve.id}: `{word}` is no method of thinning"
        yield Objection(path=(*path, "thinning"), message=message, help=near(word, list(METHODS)), mend=mend)


def figure(more: str, tail: str = "costs: {false_negative: 10, false_positive: 1, unit: EUR}\n") -> str:
    """An example's curve beside one number, with costs where they are used."""
    return (
        "summaries: [{id: found, role: primary, metric: sensitivity, threshold: main, cohorts: each}]\n"
        f"curves: [{{id: drawn, {more}}}]\n{tail}"
    )


COST = "kind: expected-cost, threshold: main, cohorts: each, prevalence: {from: 0.01, to: 0.2}"

OF_COUNTS = f"curves: [{{id: cost, {COST}}}]\ncosts: {{false_negative: 10, false_positive: 1, unit: EUR}}\n" + COUNTS
"""The calls of a table of counts were made at a threshold too."""

RULE = Rule(
    code="PLAN160",
    name="curve-incomplete",
    severity=Severity.ERROR,
    summary="A curve does not say what it is drawn from, or says what does not enter it.",
    why=(
        "A figure is declared like a number: an expected cost is of one threshold, over a range of prevalence that was "
        "chosen beforehand; a threshold beside an ROC curve would promise what is not drawn."
    ),
    help="say the threshold and the range of prevalence of an expected cost; leave them out of other curves",
    source="Drummond & Holte 2006, Mach Learn 65:95",
    bad=(
        figure(COST.replace("threshold: main, ", "")),
        figure(COST.replace(", prevalence: {from: 0.01, to: 0.2}", "")),
        figure(COST.replace("from: 0.01, to: 0.2", "from: 0.2, to: 0.01")),
        figure(COST.replace("to: 0.2", "to: 20")),
        figure("kind: roc, cohorts: each, threshold: main", ""),
        figure("kind: roc, cohorts: each, thinning: colinear", ""),
        figure("kind: roc", ""),
        Example(plan=OF_COUNTS.replace("threshold: main, ", "", 1), files={"counts.csv": TABLE}),
        Example(plan=COUNTS + "curves: [{id: roc, kind: roc, cohorts: each}]\n", files={"counts.csv": TABLE}),
    ),
    good=(
        figure(COST),
        Example(plan=OF_COUNTS, files={"counts.csv": TABLE}),
        figure("kind: roc, cohorts: each, thinning: collinear", ""),
        figure("kind: decision, cohorts: each", ""),
    ),
    waivable=False,
    text=text,
)
