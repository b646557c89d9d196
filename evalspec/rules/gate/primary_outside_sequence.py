"""GATE112: a fixed sequence that a primary claim does not stand in."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.gate._requirements import example
from evalspec.rules.plan.several_primaries_without_multiplicity import primaries, required
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    """That the gates make one chain is another rule's."""
    if plan.multiplicity is None or plan.multiplicity.method != "fixed-sequence":
        yield NotApplicable("`multiplicity` is not fixed-sequence")
        return
    if not plan.gates:
        message = "`multiplicity` says fixed-sequence, and the plan has no gates that would come one after the other"
        yield Objection(path=("multiplicity", "method"), message=message)
        return
    judged = {claim for k in range(len(plan.gates)) for claim in required(plan, k)}
    for (kind, name), path in primaries(plan).items():
        if (kind, name) not in judged:
            claim = name if kind == "comparison" else f"{kind}/{name}"
            message = f"`multiplicity` says fixed-sequence, and no gate of the sequence requires the primary `{claim}`"
            yield Objection(path=path, message=message)


FIXED = "\nmultiplicity: {method: fixed-sequence, why: safety comes first}\n"
_FIRST = "summary: found, bound: lower, at_least: 0.8"
_CHAIN = example(_FIRST, role="primary").replace(
    "}]}]", "}]}, {id: spares, after: worth-a-trial, require: [{summary: spared, bound: lower, at_least: 0.7}]}]"
)

RULE = Rule(
    code="GATE112",
    name="primary-outside-sequence",
    severity=Severity.ERROR,
    summary="A fixed sequence is said, and a primary claim is judged by none of its gates.",
    why=(
        "A fixed sequence keeps its level because the next claim is tested only when the one before it holds. A claim that "
        "stands beside the sequence is tested whatever came before."
    ),
    help="require each primary claim in a gate, each gate `after` the one before it",
    source="ICH E9 1998, section 2.2.5; Maurer, Hothorn & Lehmacher 1995",
    bad=(
        example(_FIRST, role="primary") + FIXED,
        example(_FIRST, role="primary").split("gates:")[0] + FIXED,
    ),
    good=(_CHAIN + FIXED,),
    text=text,
)
