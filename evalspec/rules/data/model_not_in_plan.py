"""DATA128: a long table holds rows of a model that the plan does not declare."""

from collections.abc import Iterable, Iterator

from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Evidence, Example, NotApplicable, Rule
from evalspec.rules.data._said import MOST, at, counted, named, objection, shown
from evalspec.rules.data._sql import has, quoted
from evalspec.rules.plan.confusable_names import skeleton
from evalspec.terms import Grade, Layout, Severity


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    assert plan.data.predictions
    column = plan.data.predictions.columns.of("model")
    if plan.data.predictions.layout is Layout.WIDE or not has(blinded, "predictions", column):
        yield NotApplicable("the predictions have a column for each model")
        return
    rows = blinded.ask(
        f"SELECT {quoted(column)}, count(*), min(line) FROM predictions GROUP BY 1 ORDER BY min(line), 1"
    )
    present = {str(model) for model, _, _ in rows}
    strangers = {str(model): (n, line) for model, n, line in rows if model not in plan.models}
    meant = {model: nearly(model, plan.models) for model in strangers}
    near = [model for model in strangers if meant[model]]
    for model in [m for m in near if meant[m] in present][:MOST]:
        message = f"{at(*strangers[model])}, of a model {shown(model)}, which is not in the plan"
        help = f"did you mean `{meant[model]}`? else declare the model, or take its rows out"
        yield objection(blinded, "predictions", message, line=strangers[model][1], help=help)
    others = {model: at for model, at in strangers.items() if not meant[model]}
    if others and present & set(plan.models):
        n, line = sum(n for n, _ in others.values()), min(line for _, line in others.values())
        told = f"{counted(n, 'row')} of {named(others)} in `{column}`"
        message = f"{told} {'is' if n == 1 else 'are'} left out: no model of the plan is called so"
        yield objection(blinded, "predictions", message, line=line, severity=Severity.NOTE)
    yield Evidence(Grade.PROVED, "every row is of a model of the plan")


def nearly(name: str, declared: Iterable[str]) -> str:
    """The declared model that ``name`` is a slip of; "" where it is another name, such as one with another number."""
    for model in declared:
        one, other = _plain(name), _plain(model)
        if one == other or (
            _digits(one) == _digits(other) and min(len(one), len(other)) >= 5 and _one_slip(one, other)
        ):
            return model
    return ""


def _plain(name: str) -> str:
    return "".join(c for c in skeleton(name) if c not in "-_.")


def _digits(name: str) -> str:
    return "".join(c for c in name if c.isdigit())


def _one_slip(one: str, other: str) -> bool:
    """Whether a letter was left out, added, changed, or swapped with its neighbour."""
    if len(one) > len(other):
        one, other = other, one
    k = next((k for k, c in enumerate(one) if c != other[k]), len(one))
    if len(one) < len(other):
        return one[k:] == other[k + 1 :]
    swapped = one[k : k + 2] == other[k : k + 2][::-1] and one[k + 2 :] == other[k + 2 :]
    return one[k + 1 :] == other[k + 1 :] or swapped


_LONG = (
    "data: {predictions: {path: predictions.csv, layout: long}, outcomes: outcomes.csv}\n"
    "models:\n"
    "  logistic: {score: score, scale: probability, direction: higher-is-positive}\n"
)
_ROWS = "subject_id,cohort,model,score\ns01,A,logistic,0.9\ns02,A,logistic,0.8\ns07,B,logistic,0.2\n"

RULE = Rule(
    code="DATA128",
    name="model-not-in-plan",
    severity=Severity.ERROR,
    summary="The predictions hold rows of a model that the plan does not declare.",
    why=(
        "Rows under a misspelt name would be left out without a word. A model that is plainly another one is only noted: "
        "its rows are left out."
    ),
    help="write the model's name as in the plan, declare it, or take its rows out of the file",
    source="Wickham 2014, J Stat Softw 59:10",
    needs=("predictions",),
    bad=(
        Example(plan=_LONG, files={"predictions.csv": _ROWS + "s07,B,Logistic,0.2\n"}),
        Example(plan=_LONG, files={"predictions.csv": _ROWS + "s07,B,logistc,0.2\n"}),
        Example(plan=_LONG, files={"predictions.csv": _ROWS + "s07,B,forest,0.2\n"}),
    ),
    good=(Example(plan=_LONG, files={"predictions.csv": _ROWS}),),
    grade=Grade.PROVED,
    files=files,
)
