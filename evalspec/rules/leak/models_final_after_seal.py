"""LEAK121: nothing in the seal holds the models still: their scores come later, and no digest says which models."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Evidence, Example, NotApplicable, Objection, Rule, Undecided
from evalspec.rules.data._said import named
from evalspec.terms import Arrives, DesignKind, Grade, Leakage, Severity


def text(plan: Plan) -> Iterator[Answer]:
    predictions = plan.data.predictions
    if predictions is None:
        yield NotApplicable("the plan starts from published counts")
        return
    if predictions.arrives is not Arrives.AFTER_SEAL:
        return
    if plan.design.kind not in (DesignKind.EXTERNAL, DesignKind.TEMPORAL, DesignKind.SPLIT):
        yield NotApplicable("the models are fitted for this evaluation, after the seal")
        return
    unbound = [name for name, model in plan.models.items() if model.digest is None]
    if unbound:
        message = f"scores arrive after the seal, and no digest says which {'model' if len(unbound) == 1 else 'models'} {named(unbound)} will be"
        yield Objection(path=("models", unbound[0]), message=message)
    yield Evidence(
        Grade.ATTESTED,
        "the plan names the digest of each model whose scores come later",
        "predictions that are there at the seal",
    )


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    if "predictions" in blinded.tables:
        yield Evidence(Grade.PROVED, "the scores are there, and are sealed with the plan")
    elif "predictions" not in blinded.missing:
        yield Undecided("data.predictions, which could not be read")


_LATE = (
    "data: {predictions: {path: predictions.csv, arrives: after-seal}, outcomes: outcomes.csv}\n"
    "models: {m1: {score: score, scale: probability, direction: higher-is-positive%s}}\n"
)

RULE = Rule(
    code="LEAK121",
    name="models-final-after-seal",
    severity=Severity.WARNING,
    leakage=Leakage.BLINDING,
    summary="Scores come after the seal, and the plan does not say by digest which models will give them.",
    why="Between the seal and the scores a model can be exchanged; a digest of the model file, sealed with the plan, would show it.",
    help="write `digest: sha256:…` of each model file; or seal once the predictions are there",
    bad=(Example(plan=_LATE % "", files={"predictions.csv": None}),),
    good=(Example(plan=_LATE % ", digest: sha256:0a0b", files={"predictions.csv": None}), "design: {kind: external}"),
    text=text,
    files=files,
    when=lambda plan: plan.data.predictions is not None,
)
