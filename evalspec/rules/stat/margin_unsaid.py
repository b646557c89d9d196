"""STAT134: a margin is needed, and none is said."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.plan.model.demands import Comparison
from evalspec.rules.base import Answer, Example, NotApplicable, Objection, Rule
from evalspec.rules.stat._examples import compared
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    required = {r.comparison: _meant(r.concludes) for g in plan.gates for r in g.require if _meant(r.concludes)}
    judged = [(i, c) for i, c in enumerate(plan.comparisons) if c.id in required or _meant(_kind(c))]
    if not judged:
        yield NotApplicable("no comparison is to show non-inferiority or equivalence")
    for i, c in judged:
        if c.hypothesis is None:
            message = f"a gate requires {required[c.id]} of `{c.id}`, which has no hypothesis with a margin"
            help = f"write `hypothesis: {{kind: {required[c.id]}, margin: …}}`, the margin positive, on the scale of `measure`"
            yield Objection(path=("comparisons", i), message=message, help=help)
        elif c.hypothesis.margin is None and c.hypothesis.kind != "superiority":
            message = f"`{c.id}` is to show {c.hypothesis.kind}, and its margin is not said"
            yield Objection(path=("comparisons", i, "hypothesis"), message=message)


def needs_margin(conclusion: str | None) -> bool:
    """Whether a conclusion is one that only a margin lets one come to."""
    return bool(_meant(conclusion))


def _kind(comparison: Comparison) -> str | None:
    return comparison.hypothesis.kind if comparison.hypothesis else None


def _meant(word: str | None) -> str:
    """The kind of hypothesis behind a conclusion; "" for one that needs no margin."""
    plain = (word or "").strip().lower().replace("_", "-").replace(" ", "-")
    return _NEED_MARGIN.get(plain, plain if plain in _NEED_MARGIN.values() else "")


_NEED_MARGIN = {"non-inferior": "non-inferiority", "noninferior": "non-inferiority", "equivalent": "equivalence"}


def _required(more: str) -> Example:
    plan = compared(f"{more}, interval: {{method: newcombe-paired, level: 0.95}}")
    gate = "gates: [{id: g, require: [{comparison: c, concludes: non-inferior}]}]\n"
    return Example(plan=plan.plan + gate, files=plan.files)


RULE = Rule(
    code="STAT134",
    name="margin-unsaid",
    severity=Severity.ERROR,
    summary="Non-inferiority or equivalence is to be shown without a margin.",
    why=(
        "Not worse means: not worse by more than a margin that was fixed beforehand. Fixed afterwards, some margin always "
        "fits. An error: without it nothing can be concluded."
    ),
    help="write `margin`, positive, on the scale of `measure`",
    source="Piaggio et al. 2012, CONSORT for non-inferiority, JAMA 308:2594",
    bad=(
        _required("measure: difference"),
        compared("hypothesis: {kind: non-inferiority}"),
        compared("hypothesis: {kind: equivalence}"),
    ),
    good=(
        _required("hypothesis: {kind: non-inferiority, margin: 0.05}"),
        compared("hypothesis: {kind: non-inferiority, margin: 0.05}"),
        compared("hypothesis: {kind: superiority}"),
    ),
    text=text,
)
