"""LEAK128: a manifest hides its ids behind digests that anyone can compute."""

import re
from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Evidence, Example, NotApplicable, Objection, Rule, Undecided
from evalspec.rules.leak._sides import of_units
from evalspec.tables.masks import METHOD
from evalspec.terms import Grade, Leakage, Severity

_DIGEST = "([a-z0-9-]+:)?[0-9a-fA-F]{32,128}"
_HELP = "mask them with a key that both sites share: `evalspec mask-ids`"


def text(plan: Plan) -> Iterator[Answer]:
    training = plan.data.training
    if training is None:
        yield NotApplicable("the plan declares no data.training")
    elif training.ids is not None and training.ids.method != METHOD:
        told = re.sub(r"\s+", " ", training.ids.method)
        message = f"`{told}` is no keyed digest: whoever has a list of possible ids finds out which were masked"
        yield Objection(
            path=("data", "training", "ids", "method"), message=message, help=f"say `method: {METHOD}`; {_HELP}"
        )


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    assert plan.data.training
    if "training" not in blinded.tables or not of_units(blinded):
        yield NotApplicable("the manifest names no units")
        return
    plain = plan.data.training.ids is None
    if not plain and blinded.masked:
        yield Undecided(blinded.masked)
        return
    looks, n = blinded.ask(f"SELECT count(*) FILTER (regexp_full_match(unit, '{_DIGEST}')), count(*) FROM manifest")[0]
    alike = blinded.ask(f"SELECT 1 FROM prediction WHERE regexp_full_match(unit, '{_DIGEST}') LIMIT 1")
    if plain and looks == n and not alike:
        message = f"all {n} ids of the manifest look like digests, and no id of the predictions does: nothing can match"
        help = f"write ids as they are; or {_HELP}, and say `ids: {{method: {METHOD}, key_check: …}}`"
        yield Objection(path=("data", "training"), file=plan.data.training.path, line=2, message=message, help=help)
    yield Evidence(Grade.PROVED, "ids of both sides can be compared")


RULE = Rule(
    code="LEAK128",
    name="unkeyed-digests",
    severity=Severity.ERROR,
    leakage=Leakage.NO_TEST_SET,
    summary="A manifest hides its ids behind digests without a key, or without saying so.",
    why=(
        "A plain digest hides nothing: ids can be listed and hashed. And digests that the plan does not declare match no id "
        "of the predictions, so that a search for units on both sides finds none, whatever there is. "
        "Whoever has the key of a keyed digest can test guesses too: share it with those who may know the ids."
    ),
    help=_HELP,
    source="RFC 2104 (HMAC)",
    bad=(
        Example(
            plan="data: {predictions: predictions.csv, outcomes: outcomes.csv, training: {path: train.csv, ids: {method: sha256}}}",
            files={"train.csv": "subject_id,role\n" + "".join(f"{k:064x},train\n" for k in (7, 8))},
        ),
        Example(
            plan="data: {predictions: predictions.csv, outcomes: outcomes.csv, training: train.csv}",
            files={"train.csv": "subject_id,role\n" + "".join(f"{k:064x},train\n" for k in (7, 8))},
        ),
    ),
    good=(
        Example(
            plan="data: {predictions: predictions.csv, outcomes: outcomes.csv, training: {path: train.csv, ids: {method: hmac-sha256}}}",
            files={"train.csv": "subject_id,role\n" + "".join(f"{k:064x},train\n" for k in (7, 8))},
        ),
        Example(
            plan="data: {predictions: predictions.csv, outcomes: outcomes.csv, training: train.csv}",
            files={"train.csv": "subject_id,role\nt01,train\n"},
        ),
    ),
    text=text,
    files=files,
    when=lambda plan: plan.data.training is not None,
)
