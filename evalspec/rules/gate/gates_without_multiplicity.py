"""GATE106: several gates, and nothing says how they are judged together."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.gate._requirements import example, no_gate
from evalspec.rules.plan.several_primaries_without_multiplicity import primaries
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    yield from no_gate(plan)
    if len(plan.gates) == 1:
        yield NotApplicable("the plan declares one gate")
    if len(plan.gates) < 2:
        return
    method = plan.multiplicity.method if plan.multiplicity else None
    loose = [g.id for g in plan.gates if g.after is None] + _second_after_one(plan)
    if method is None and len(loose) > 1:
        if len(primaries(plan)) > 1:
            yield NotApplicable("several primary numbers ask for `multiplicity` already")
            return
        message = f"gates {_and(loose)} are each tested for themselves, and `multiplicity` is not said"
        yield Objection(path=("gates", _index(plan, loose[1])), message=message)
    elif method == "fixed-sequence" and len(loose) > 1:
        message = f"`multiplicity` says fixed-sequence, and gates {_and(loose)} do not wait for each other"
        yield Objection(path=("gates", _index(plan, loose[1])), message=message, help=_CHAIN)


def _second_after_one(plan: Plan) -> list[str]:
    """Gates that wait for one that another waits for: at the fork each has its own chance."""
    before: dict[str, str] = {}
    return [g.id for g in plan.gates if g.after and before.setdefault(g.after, g.id) != g.id]


def _index(plan: Plan, ident: str) -> int:
    return next(k for k, g in enumerate(plan.gates) if g.id == ident)


def _and(names: list[str]) -> str:
    quoted = [f"`{n}`" for n in names]
    return ", ".join(quoted[:-1]) + f" and {quoted[-1]}"


_CHAIN = "say `after:` of every gate but the first, so that they make one chain"


def gates(*after: str, multiplicity: str = "") -> str:
    """An example with a gate for each given word: what it is after, or ""."""
    text = example("summary: found, bound: lower, at_least: 0.8")
    one = "{{id: g{n}{after}, require: [{{summary: found, bound: lower, at_least: 0.{n}}}]}}"
    told = ", ".join(one.format(n=n, after=f", after: {a}" if a else "") for n, a in enumerate(after, 5))
    return text.split("gates:")[0] + f"gates: [{told}]\n" + multiplicity


RULE = Rule(
    code="GATE106",
    name="gates-without-multiplicity",
    severity=Severity.ERROR,
    summary="There are several gates, and the plan does not say how they are judged together.",
    why="With several gates, each open to chance, it is likelier than each level says that one of them is met by chance.",
    help="say `multiplicity`, or make a chain: `after:` of every gate but the first",
    source="ICH E9 1998, Statistical Principles for Clinical Trials, section 2.2.5",
    bad=(
        gates("", ""),
        gates("", "g5", "g5"),
        gates("", "", multiplicity="multiplicity: {method: fixed-sequence, why: safety comes first}\n").replace(
            "[{summary: found, bound: lower, at_least: 0.6}]", "[{summary: spared, bound: lower, at_least: 0.6}]"
        ),
    ),
    good=(
        gates("", "g5"),
        gates("", "g5", "g6"),
        gates("", "", multiplicity="multiplicity: {method: all-required, why: both must be met}\n"),
        gates("", "", multiplicity="multiplicity: {method: none, why: each gate is for another use}\n"),
    ),
    text=text,
)
