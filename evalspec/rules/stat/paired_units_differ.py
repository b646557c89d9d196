"""STAT155: two models are compared unit by unit, and each is judged on units that the other is not."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.plan.model.demands import Comparison, Excluded
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Evidence, Example, NotApplicable, Objection, Rule
from evalspec.rules.stat._examples import summary
from evalspec.tables.engine import literal
from evalspec.terms import Grade, Layout, Severity


def text(plan: Plan) -> Iterator[Answer]:
    if not _is_asked(plan):
        yield NotApplicable("no two models of a long table, whose units may be excluded, are compared unit by unit")


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    for i, c in enumerate(plan.comparisons):
        if not _is_paired(plan, c) or c.models is None:
            continue
        first, second = (f"SELECT unit, cohort, repeat FROM prediction WHERE model = {literal(m)}" for m in c.models)
        ((both,),) = blinded.ask(f"SELECT count(*) FROM ({first} INTERSECT {second})")
        ((one,),) = blinded.ask(f"SELECT count(*) FROM ({first} EXCEPT {second})")
        ((other,),) = blinded.ask(f"SELECT count(*) FROM ({second} EXCEPT {first})")
        if not both:
            message = f"no unit is judged by both models of `{c.id}`, and `paired: false` is not said"
            help = "say `paired: false`, with an interval of two groups such as `newcombe`"
            yield Objection(path=("comparisons", i), message=message, help=help)
        elif one or other:
            message = (
                f"the models of `{c.id}` share {both} units, {one} more are judged by `{c.models[0]}` alone and {other} by "
                f"`{c.models[1]}`: the values are of all, the pairs of those they share"
            )
            yield Objection(path=("comparisons", i), message=message, severity=Severity.WARNING)
    yield Evidence(Grade.PROVED, "the units that each model scores were compared")


def _is_paired(plan: Plan, c: Comparison) -> bool:
    """Whether pairs of units enter: for an interval or a test, unless two groups are said."""
    return c.models is not None and c.paired is not False and (c.interval is not None or c.test not in (None, "none"))


def _is_asked(plan: Plan) -> bool:
    """Where missing predictions are refused, or count as wrong, every unit is judged by each model."""
    file = plan.data.predictions
    handled = plan.handling is not None and isinstance(plan.handling.missing_prediction, Excluded)
    long = file is not None and file.layout is Layout.LONG
    return long and handled and any(_is_paired(plan, c) for c in plan.comparisons)


_LONG = (
    "data: {predictions: {path: predictions.csv, layout: long}, outcomes: outcomes.csv}\n"
    "models: {m1: {score: score, scale: probability, direction: higher-is-positive},"
    " m2: {score: score, scale: probability, direction: higher-is-positive}}\n"
    "handling: {missing_prediction: {exclude: the assay failed}, missing_outcome: refuse}\n"
)


def _rows(first: range, second: range) -> dict[str, str]:
    """Predictions of both models, each for its units."""
    rows = [(n, m) for m, units in ((1, first), (2, second)) for n in units]
    text = "".join(f"s{n:02},{'A' if n < 7 else 'B'},m{m},0.{n + m + 10}\n" for n, m in rows)
    return {"predictions.csv": "subject_id,cohort,model,score\n" + text}


def _compared(more: str, first: range, second: range) -> Example:
    pair = f"comparisons: [{{id: c, role: secondary, summary: s, models: [m1, m2], {more}}}]\n"
    return Example(plan=_LONG + summary() + pair, files=_rows(first, second))


_PAIRED = "interval: {method: newcombe-paired, level: 0.95}"
_APART = "paired: false, interval: {method: newcombe, level: 0.95}"
_ALL, _ODD, _EVEN, _MOST = range(1, 13), range(1, 13, 2), range(2, 13, 2), range(1, 12)

RULE = Rule(
    code="STAT155",
    name="paired-units-differ",
    severity=Severity.ERROR,
    summary="Two models are compared unit by unit, and no unit, or not every unit, is judged by both.",
    why=(
        "The values are of the units that each model has, an interval or test of pairs of those that both have. Where none "
        "are shared there is no pair at all: an error. Where some are not, the two do not belong together: a warning."
    ),
    help="find the predictions that are missing, or compare the models on the units that both have",
    source="Newcombe 1998, Stat Med 17:2635; Bossuyt et al. 2015, BMJ 351:h5527 (STARD 2015), item 16",
    bad=(_compared(_PAIRED, _ODD, _EVEN), _compared(_PAIRED, _ALL, _MOST)),
    good=(_compared(_PAIRED, _ALL, _ALL), _compared(_APART, _ODD, _EVEN)),
    text=text,
    files=files,
    needs=("predictions",),
    when=_is_asked,
)
