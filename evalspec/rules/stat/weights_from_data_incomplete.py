"""STAT151: how weights come from the data is not all said, or there is no variance that they could come from."""

from collections.abc import Iterator, Mapping
from typing import Any

from evalspec.plan.fields import near, one_near
from evalspec.plan.mend import spelled
from evalspec.plan.model import Plan
from evalspec.plan.model.summary import Summary, Weighting
from evalspec.records import Path
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._axes import combined, said
from evalspec.rules.plan._words import metrics
from evalspec.rules.stat._dependence import is_clustered
from evalspec.rules.stat._examples import CLUSTER, ranking, summary, with_columns
from evalspec.summaries._quantity import quantity_of_cell
from evalspec.terms import Quantity, Severity

_WORDS = {
    "scale": ("identity", "logit"),
    "zero_cells": ("half-where-zero", "undefined"),
    "tau2": ("dersimonian-laird", "paule-mandel", "reml"),
}


def text(plan: Plan) -> Iterator[Answer]:
    found = False
    for k, s in enumerate(plan.summaries):
        value = said(s, "cohorts")
        for kind in ("inverse-variance", "random-effects"):
            given = getattr(value, kind.replace("-", "_")) if isinstance(value, Weighting) else None
            if given is not None or value == kind:
                found = True
                yield from _weights(("summaries", k, "cohorts"), s.id, kind, given)
                yield from _variance(plan, ("summaries", k, "cohorts"), s, kind, given or {})
    if not found:
        yield NotApplicable("no weights come from the data")


def _weights(path: Path, owner: str, kind: str, given: Mapping[str, Any] | None) -> Iterator[Objection]:
    keys = ("scale", "zero_cells", *(("tau2",) if kind == "random-effects" else ()))
    due = [k for k in keys if k != "zero_cells" or (given or {}).get("scale") == "logit"]
    here: Path = (*path, kind) if given is not None else path
    missing = [k for k in due if k not in (given or {})]
    if missing:
        listed = ", ".join(f"`{k}`" for k in missing)
        write = ", ".join(f"{k}: {_WORDS[k][0]}" for k in due)
        help = f"write {{{kind}: {{{write}}}}}, or another of {'; '.join(', '.join(_WORDS[k]) for k in missing)}"
        yield Objection(path=here, message=f"`{kind}` in `{owner}` does not say its {listed}", help=help)
    for key, word in (given or {}).items():
        if key not in keys:
            message = f"`{kind}` in `{owner}` has no `{key}`: it has {', '.join(f'`{k}`' for k in keys)}"
            yield Objection(
                path=(*here, key), message=message, help=near(key, list(keys)), mend_key=one_near(key, keys)
            )
        elif word not in _WORDS[key]:
            mend = one_near(word, _WORDS[key]) if isinstance(word, str) else ""
            message = f"`{word}` is no {key} of `{kind}` in `{owner}`"
            help = near(str(word), list(_WORDS[key]))
            yield Objection(path=(*here, key), message=message, help=help, mend=spelled(mend) if mend else "")


def _variance(plan: Plan, path: Path, s: Summary, kind: str, given: Mapping[str, Any]) -> Iterator[Objection]:
    """The cohorts' variances must be there, of independent units; a logit needs a value from 0 to 1."""
    if is_clustered(plan) and plan.units:
        message = f"`{kind}` in `{s.id}` takes the units as independent; they are clustered by `{plan.units.cluster}`"
        yield Objection(path=path, message=message, help="say `macro` or `by-size`")
        return
    others = [axis for axis in combined(s) if axis != "cohorts"]
    if others:
        message = f"`{kind}` in `{s.id}` weighs values that are combined over {others[0]}, which have no variance here"
        yield Objection(path=path, message=message, help=f"say `cohorts: macro`, or `{others[0]}: each`")
        return
    for use in s.uses:
        metric = metrics().get(use.word)
        if metric is None:
            continue
        quantity = quantity_of_cell(plan, s, metric)
        if quantity in (None, Quantity.ECE, Quantity.PARTIAL_AUROC):
            message = (
                f"`{kind}` in `{s.id}` weighs by variance, and that of `{use.word}` is not estimated from one cohort"
            )
            yield Objection(path=path, message=message, help="say `macro` or `by-size`")
        elif given.get("scale") == "logit" and (metric.low, metric.high) != (0, 1):
            message = f"`scale: logit` in `{s.id}`: `{use.word}` does not lie from 0 to 1, and has no logit"
            yield Objection(path=(*path, kind, "scale"), message=message, help="say `scale: identity`")


def weighed(weights: str, metric: str = "sensitivity") -> str:
    """An example's weights from the data."""
    return summary(metric, ", minimum_defined: 2", cohorts=weights)


LOGIT = "scale: logit, zero_cells: half-where-zero"

RULE = Rule(
    code="STAT151",
    name="weights-from-data-incomplete",
    severity=Severity.ERROR,
    summary="Weights from the data do not say their scale, zero cells or variance between cohorts, or no variance is known.",
    why=(
        "The variance on the scale of the values and on the logit scale give other weights; a cohort without a miss has no "
        "logit until something is said of its zero cell; and the estimators of the variance between cohorts differ."
    ),
    help="say `scale: identity` or `scale: logit` with `zero_cells`, and `tau2` for random effects",
    source="Cochran 1954, Biometrics 10:101; Veroniki et al. 2016, Res Synth Methods 7:55",
    bad=(
        weighed("{inverse-variance: {scale: logit}}"),
        weighed("{random-effects: {scale: identity}}"),
        weighed("inverse-variance"),
        weighed("{inverse-variance: {scale: logits}}"),
        weighed("{inverse-variance: {scale: identity, tau2: reml}}"),
        weighed("{random-effects: {scale: identity, tau2: REML-like}}"),
        weighed(f"{{inverse-variance: {{{LOGIT}}}}}", "diagnostic_odds_ratio"),
        ranking(
            "{partial_auroc: {specificity_at_least: 0.9}}",
            ", minimum_defined: 2",
            cohorts="{inverse-variance: {scale: identity}}",
        ),
        with_columns(CLUSTER + weighed("{inverse-variance: {scale: identity}}")),
    ),
    good=(
        weighed(f"{{inverse-variance: {{{LOGIT}}}}}"),
        weighed("{inverse-variance: {scale: identity}}"),
        weighed(f"{{random-effects: {{{LOGIT}, tau2: reml}}}}"),
    ),
    waivable=False,
    text=text,
)
