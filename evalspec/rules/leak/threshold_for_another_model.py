"""LEAK112: a cut-off was chosen for another fit than the one whose scores it cuts."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Evidence, Example, NotApplicable, Objection, Rule
from evalspec.rules.leak._rederived import CHOSEN, derived, fit, pairs, place, proved
from evalspec.rules.leak.threshold_not_reproduced import INNER
from evalspec.terms import Grade, Leakage, Severity


def text(plan: Plan) -> Iterator[Answer]:
    if not any(t.source in CHOSEN for t in plan.thresholds.values()):
        yield NotApplicable("no threshold was chosen on a model's scores")


def when(plan: Plan) -> bool:
    return any(t.source in CHOSEN for t in plan.thresholds.values())


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    for name in derived(plan):
        for pair in pairs(blinded, name):
            yield from _of_another(plan, blinded, name, pair.declared.value, pair.found.model, pair.found.fold)
    yield from _digests(plan, blinded)
    for name, t in plan.thresholds.items():
        if t.source not in CHOSEN:
            continue
        rows = [r for r in blinded.thresholds if r.threshold == name]
        if proved(blinded, name):
            yield Evidence(
                Grade.PROVED, f"each value of threshold `{name}` is what its own model's derivation data give"
            )
        elif rows and all(r.model_digest and _declared(plan, r.model, r.fold or "") for r in rows):
            yield Evidence(Grade.MATCHED, f"each value of threshold `{name}` carries the digest of the model it is for")
        else:
            ground = f"the plan says so of threshold `{name}`"
            yield Evidence(Grade.ATTESTED, ground, "its `derivation`, or digests of the models")


def _of_another(plan: Plan, blinded: Blinded, name: str, value: float, model: str, fold: str) -> Iterator[Answer]:
    """A value that its own data don't give, and those of another model or fold do."""
    found = [d for d in blinded.rederived if d.threshold == name]
    own = next((d for d in found if (d.model, d.fold) == (model, fold)), None)
    if own is None or own.held_out or own.chosen is None or own.chosen == value or value in own.values:
        return
    other = next((d for d in found if d.chosen == value), None)
    if other is None:
        return
    row = next(p.declared for p in pairs(blinded, name) if (p.found.model, p.found.fold) == (model, fold))
    path, file, line = place(plan, name, row)
    message = (
        f"threshold `{name}`, {fit(model, fold)}: {value!r} is what the derivation data of {fit(other.model, other.fold)} give;"
        f" its own give {own.chosen!r}"
    )
    yield Objection(path=path, file=file, line=line, message=message)


def _digests(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    for row in blinded.thresholds:
        declared = _declared(plan, row.model, row.fold or "")
        if row.model_digest and declared and row.model_digest != declared:
            path, file, line = place(plan, row.threshold, row)
            message = (
                f"threshold `{row.threshold}`, {fit(row.model, row.fold or '')}: the value was chosen for the model"
                f" {row.model_digest[:19]}…, and the plan declares {declared[:19]}…"
            )
            yield Objection(path=path, file=file, line=line, message=message)


def _declared(plan: Plan, model: str, fold: str) -> str | None:
    found = plan.models[model].digest if model in plan.models else None
    return found.get(fold) if isinstance(found, dict) else found


_VALUES = (
    "models: {{m1: {{score: score, scale: probability, direction: higher-is-positive, digest: sha256:{}}}}}\n"
    "thresholds: {{main: {{source: inner-validation, values: cut-offs.csv, positive_when: score >= threshold}}}}"
)
_TWO = (
    "models:\n  m1: {score: score, scale: probability, direction: higher-is-positive}\n"
    "  m2: {score: other, scale: probability, direction: higher-is-positive}\n"
    "thresholds: {main: {source: inner-validation, rule: {specificity_at_least: 0.6}, value: {m1: %s, m2: %s},"
    " positive_when: score >= threshold, derivation: inner.csv}}"
)
_PREDICTIONS = "subject_id,cohort,score,other\n" + "".join(
    f"s{k:02},{'A' if k < 7 else 'B'},0.{k + 10},0.{k + 30}\n" for k in range(1, 13)
)
_INNER = "model,subject_id,score,outcome\n" + "".join(
    f"{model},{line.split(',')[0]},{float(line.split(',')[1]) - less:.1f},{line.split(',')[2]}\n"
    for model, less in (("m1", 0), ("m2", 0.1))
    for line in INNER.split("\n")[1:-1]
)

RULE = Rule(
    code="LEAK112",
    name="threshold-for-another-model",
    severity=Severity.ERROR,
    leakage=Leakage.THRESHOLD,
    summary="A cut-off was chosen for another fit than the one whose scores it cuts.",
    why="Scores of two fits are two scales: the target that the cut-off met on one says nothing on the other.",
    help="choose each model's and fold's value on its own scores",
    bad=(
        Example(
            plan=_VALUES.format("0a" * 32),
            files={"cut-offs.csv": f"model,value,model_digest\nm1,0.6,sha256:{'0b' * 32}\n"},
        ),
        Example(plan=_TWO % ("0.5", "0.6"), files={"predictions.csv": _PREDICTIONS, "inner.csv": _INNER}),
    ),
    good=(
        Example(
            plan=_VALUES.format("0a" * 32),
            files={"cut-offs.csv": f"model,value,model_digest\nm1,0.6,sha256:{'0a' * 32}\n"},
        ),
        Example(plan=_TWO % ("0.6", "0.5"), files={"predictions.csv": _PREDICTIONS, "inner.csv": _INNER}),
    ),
    text=text,
    files=files,
    when=when,
)
