"""STAT130: calls that are neither positive nor negative are left out."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.plan.model.demands import Excluded
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.stat._examples import summary, with_columns
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    said = plan.handling.indeterminate if plan.handling else None
    if said is None:
        yield NotApplicable("the plan knows no indeterminate calls")
    elif isinstance(said.as_, Excluded):
        tokens = ", ".join(f"`{t}`" for t in said.tokens)
        message = f"calls of {tokens} are left out: {said.as_.exclude}"
        yield Objection(path=("handling", "indeterminate", "as"), message=message)


def _plan(how: str) -> str:
    indeterminate = f"{{tokens: [INV], column: call, as: {how}}}"
    return (
        "models: {m1: {calls: call}}\nthresholds:\n"
        + summary().replace(", threshold: main", "")
        + f"handling: {{missing_prediction: refuse, missing_outcome: refuse, indeterminate: {indeterminate}}}\n"
    )


RULE = Rule(
    code="STAT130",
    name="indeterminate-results-dropped",
    severity=Severity.ERROR,
    summary="Calls that are neither positive nor negative are left out.",
    why=(
        "Hard cases give indeterminate results. Left out, they leave the easy ones, and sensitivity and specificity rise "
        "with every case that the classifier can't call. An error: the number is no longer about the units of the plan."
    ),
    help="say `counts-as-wrong`, or `own-row`, which shows them beside the others",
    source="Shinkins et al. 2013, BMJ 346:f2778; Bossuyt et al. 2015, STARD, BMJ 351:h5527",
    bad=(with_columns(_plan("{exclude: the assay failed}")),),
    good=(with_columns(_plan("counts-as-wrong")), with_columns(_plan("own-row"))),
    text=text,
)
