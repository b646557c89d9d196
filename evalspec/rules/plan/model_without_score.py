"""A model whose result in the data is not said, or not enough of it."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.plan.model.design import Model
from evalspec.rules.base import Answer, Example, NotApplicable, Objection, Rule
from evalspec.rules.plan._words import models_of, ranks
from evalspec.terms import Layout, Severity


def text(plan: Plan) -> Iterator[Answer]:
    if plan.data.predictions is None:
        yield NotApplicable("the plan has no predictions")
        return
    for name, model in plan.models.items():
        yield from _result(name, model)
    if plan.data.predictions.layout is Layout.WIDE:
        yield from _own_column(plan)
    for k, summary in enumerate(plan.summaries):
        words = [str(u) for u in summary.uses if ranks(u.word)]
        called = [m for m in models_of(plan, summary) if plan.models[m].calls is not None]
        if words and called:
            message = f"{summary.id}: {words[0]} needs scores, and {called[0]} has calls"
            yield Objection(path=("summaries", k, "metric"), message=message, help=_SCORES)


def _result(name: str, model: Model) -> Iterator[Answer]:
    kinds = [k for k in ("score", "calls", "scores") if getattr(model, k) is not None]
    if not kinds:
        yield Objection(path=("models", name), message=f"{name} names no column of scores or calls")
    elif len(kinds) > 1:
        message = f"{name} names both `{kinds[0]}` and `{kinds[1]}`"
        help = "keep the one that is judged; a second model may hold the other"
        yield Objection(path=("models", name, kinds[1]), message=message, help=help)
    elif kinds == ["score"]:
        for key, help in _DUE.items():
            if getattr(model, key) is None:
                yield Objection(
                    path=("models", name), message=f"{name} does not say the `{key}` of its score", help=help
                )


def _own_column(plan: Plan) -> Iterator[Answer]:
    """In a wide table two models in one column would be one model under two names."""
    first: dict[str, str] = {}
    for name, model in plan.models.items():
        key = "score" if model.score is not None else "calls"
        column = model.score or model.calls
        if column is None:
            continue
        if column in first:
            message = f"{name} and {first[column]} have the same column {column}, and the predictions are wide"
            help = "give each model its own column, or say `layout: long`"
            yield Objection(path=("models", name, key), message=message, help=help)
        first.setdefault(column, name)


_DUE = {
    "scale": "say `scale: probability`, `logit` or `score`",
    "direction": "say `direction: higher-is-positive` or `lower-is-positive`",
}
_SCORES = "name the models with scores under `models`, or give the model's column of scores"

RULE = Rule(
    code="PLAN142",
    name="model-without-score",
    severity=Severity.ERROR,
    summary="A model names no column of its own for scores or calls, or does not say the score's scale and direction.",
    why="What is judged must be named; guessing the direction would turn an AUROC of 0.8 into 0.2.",
    help="say `score:` and its column, with `scale` and `direction`; or `calls:` and its column",
    bad=(
        "models: {m1: {scale: probability, direction: higher-is-positive}}",
        "models: {m1: {score: score, scale: probability}}",
        "models: {m1: {score: score, direction: higher-is-positive}}",
        "models:\n"
        "  m1: {score: score, scale: probability, direction: higher-is-positive}\n"
        "  m2: {score: score, scale: probability, direction: higher-is-positive}\n",
    ),
    good=(
        Example(
            plan="models: {m1: {score: risk, scale: score, direction: higher-is-positive}}",
            files={
                "predictions.csv": "subject_id,cohort,risk\n"
                + "".join(f"s{k:02},{'A' if k < 7 else 'B'},{k}\n" for k in range(1, 13))
            },
        ),
    ),
    waivable=False,
    text=text,
)
