"""GATE100: a gate judges a number that the plan does not declare."""

from collections.abc import Iterator

from evalspec.plan.fields import near, one_near
from evalspec.plan.mend import spelled
from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, Objection, Rule
from evalspec.rules.gate._requirements import example, no_gate, on_summaries, requirements
from evalspec.rules.plan._words import models_of
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    yield from no_gate(plan)
    there = {"summary": [s.id for s in plan.summaries], "comparison": [c.id for c in plan.comparisons]}
    for path, gate, requirement in requirements(plan):
        named = {kind: getattr(requirement, kind) for kind in there if getattr(requirement, kind) is not None}
        if not named:
            yield Objection(
                path=path, message=f"a requirement of gate `{gate.id}` names neither a summary nor a comparison"
            )
        for kind, name in named.items():
            if name not in there[kind]:
                message = f"gate `{gate.id}` judges `{name}`, which the plan does not declare"
                help, mend = near(name, sorted(there[kind])), one_near(name, there[kind])
                yield Objection(path=(*path, kind), message=message, help=help, mend=spelled(mend) if mend else "")
    yield from _no_row(plan)


def _no_row(plan: Plan) -> Iterator[Objection]:
    """Requirements on a declared summary that name none of its metrics or models: results write ``f_beta(beta=2)``."""
    for path, gate, requirement, summary in on_summaries(plan):
        metric, model = requirement.metric, requirement.model
        words = [str(use) for use in summary.uses]
        if metric is not None and metric not in words:
            meant = [str(use) for use in summary.uses if use.word == metric or _plain(str(use)) == _plain(metric)]
            help = f"say {' or '.join(f'`{m}`' for m in meant)}" if meant else near(metric, words)
            message = f"gate `{gate.id}` judges `{metric}`, which is no metric of `{summary.id}`: {help}"
            yield Objection(path=(*path, "metric"), message=message, help=help)
        if model is not None and model in plan.models and model not in models_of(plan, summary):
            message = f"gate `{gate.id}` judges model `{model}`, which `{summary.id}` is not about"
            help = near(model, list(models_of(plan, summary)))
            yield Objection(path=(*path, "model"), message=message, help=help)


def _plain(metric: str) -> str:
    return "".join(metric.split()).lower()


RULE = Rule(
    code="GATE100",
    name="gate-on-undeclared-summary",
    severity=Severity.ERROR,
    summary="A gate judges a number that the plan does not declare.",
    why="Only declared numbers are computed; a decision on any other could be made up after the results are seen.",
    help="name one of the plan's summaries or comparisons, or declare the number that is meant",
    source="ICH E9 1998, Statistical Principles for Clinical Trials, section 5.1",
    bad=(
        example("summary: fuond, bound: lower, at_least: 0.8"),
        example("bound: lower, at_least: 0.8"),
        example("summary: found, metric: npv, bound: lower, at_least: 0.8"),
        example(
            "summary: found, metric: f_beta, bound: estimate, at_least: 0.8", metric="{f_beta: {beta: 2}}", interval=""
        ),
    ),
    good=(
        example("summary: found, bound: lower, at_least: 0.8"),
        example(
            "summary: found, metric: f_beta(beta=2), bound: estimate, at_least: 0.8",
            metric="{f_beta: {beta: 2.0}}",
            interval="",
        ),
    ),
    instead_of=("unknown-name",),
    text=text,
)
