"""A starter plan: what a header can tell is filled in, what only its author knows is left for `check` to ask for."""

from collections.abc import Sequence
from dataclasses import dataclass

_IDS = ("subject_id", "patient_id", "unit_id", "sample_id", "participant_id", "id")
_COHORTS = ("cohort", "site", "centre", "center", "hospital", "study", "clinic", "country")
_MODELS = ("model", "classifier", "algorithm")
_FOLDS = ("fold",)
_SCORES = ("score", "probability", "prob", "risk", "prediction", "y_score")


@dataclass(frozen=True, slots=True, kw_only=True)
class Guess:
    """What the header and the rows of a predictions file suggest."""

    file: str
    unit: str
    cohort: str | None
    cohorts: tuple[str, ...]
    fold: str | None
    model_column: str | None
    models: tuple[str, ...]
    scores: tuple[str, ...]
    is_probability: bool
    outcome: str | None = None
    suspects: tuple[str, ...] = ()


def guess(file: str, columns: Sequence[str], rows: Sequence[Sequence[str]], outcome: str | None = None) -> Guess:
    """Names are matched to the usual words; a score column is one whose every value is a number."""
    unit = _first(columns, _IDS) or columns[0]
    cohort, fold, model = (_first(columns, words) for words in (_COHORTS, _FOLDS, _MODELS))
    taken = {unit, cohort, fold, model}
    numeric = [
        c for i, c in enumerate(columns) if c not in taken and rows and all(_number(r[i]) is not None for r in rows)
    ]
    numeric = [c for c in numeric if len({r[columns.index(c)] for r in rows}) > 2] or numeric
    named = [c for c in numeric if any(w in c.lower() for w in _SCORES)]
    scores = tuple(named or numeric)
    values = [_number(r[columns.index(c)]) for c in scores for r in rows]
    return Guess(
        file=file,
        unit=unit,
        cohort=cohort,
        cohorts=_distinct(columns, rows, cohort),
        fold=fold,
        model_column=model,
        models=_distinct(columns, rows, model),
        scores=scores,
        is_probability=all(v is not None and 0 <= v <= 1 for v in values),
        outcome=outcome,
        suspects=_two_valued(columns, rows, {unit, cohort, fold, model}),
    )


def _two_valued(columns: Sequence[str], rows: Sequence[Sequence[str]], taken: set[str | None]) -> tuple[str, ...]:
    """Columns with exactly two values in many rows: each could be the outcome."""
    wanted = [(i, c) for i, c in enumerate(columns) if c not in taken]
    return tuple(c for i, c in wanted if len(rows) >= 4 and len({r[i] for r in rows}) == 2)


def _first(columns: Sequence[str], words: Sequence[str]) -> str | None:
    lower = {c.lower(): c for c in columns}
    return next((lower[w] for w in words if w in lower), None)


def _distinct(columns: Sequence[str], rows: Sequence[Sequence[str]], column: str | None) -> tuple[str, ...]:
    return tuple(sorted({r[columns.index(column)] for r in rows})) if column else ()


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def quoted(text: str) -> str:
    """A label as YAML, always in double quotes."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def starter(g: Guess) -> str:
    """The plan's text. Commented lines are for the author to say; `evalspec check` names each that is due."""
    return "\n".join([*_study(g), *_files(g), *_models(g), *_numbers(g)]) + "\n"


def _study(g: Guess) -> list[str]:
    several = len(g.cohorts) > 1
    lines = [
        "evalspec: 1",
        "plan:",
        "  id: my-evaluation",
        f"  title: {quoted(_title(g))}",
        f"  question: {quoted(_question(g))}",
        *(
            ["  target: these-cohorts      # or new-cohort: is the claim about these cohorts, or about the next one?"]
            if several
            else []
        ),
        "outcome:",
        "  kind: binary",
        f"  column: {quoted(g.outcome)}"
        if g.outcome
        else "  # column: outcome         # the outcome's column in outcomes.csv",
        '  # positive: "1"            # as it is written in outcomes.csv',
        '  # negative: "0"',
        "  # definition: sepsis within 28 days of sampling",
        "  # reference_standard: adjudication by two physicians",
        "units:",
        f"  id: {quoted(g.unit)}",
        "  # id_scope: study          # study | cohort: may one id mean two people in two cohorts?"
        if several
        else "  id_scope: study",
    ]
    if g.cohort:
        lines += ["cohorts:", f"  column: {quoted(g.cohort)}", f"  members: [{', '.join(map(quoted, g.cohorts))}]"]
    return lines


def _title(g: Guess) -> str:
    names = g.models or g.scores or ("a classifier",)
    where = f" in {', '.join(g.cohorts[:4])}" + (" and others" if len(g.cohorts) > 4 else "") if g.cohorts else ""
    return f"Evaluation of {', '.join(names[:3])}{where}"[:120]


def _question(g: Guess) -> str:
    """What the starter's primary summary answers."""
    over = f" over all units of the {len(g.cohorts)} cohorts taken together" if len(g.cohorts) > 1 else ""
    return f"Which share of the positive units is found{over}?"


def _files(g: Guess) -> list[str]:
    if g.model_column:
        columns = "" if g.model_column == "model" else f", columns: {{model: {quoted(g.model_column)}}}"
        predictions = f"{{path: {quoted(g.file)}, layout: long{columns}}}"
    else:
        predictions = quoted(g.file)
    design = "  kind: external           # the models were final before any of these units was seen"
    if g.fold:
        design = f"  kind: leave-one-cohort-out\n  fold: {quoted(g.fold)}"
    return [
        "data:",
        f"  predictions: {predictions}",
        "  outcomes: outcomes.csv     # never read before the seal",
        *(
            ["  # training: train_manifest.csv   # fold, unit, role: then leakage is proved, not only attested"]
            if g.fold
            else []
        ),
        "design:",
        design,
    ]


def _models(g: Guess) -> list[str]:
    scale = "probability" if g.is_probability else "score"
    pairs = (
        [(m, g.scores[0] if g.scores else "score") for m in g.models]
        if g.model_column
        else [(_id(s), s) for s in g.scores]
    )
    lines = ["models:"]
    for name, column in pairs or [("m1", "score")]:
        lines.append(f"  {quoted(name)}: {{score: {quoted(column)}, scale: {scale}, direction: higher-is-positive}}")
    return [
        *lines,
        "thresholds:",
        "  main:",
        "    source: prespecified     # or training, inner-validation: where the value comes from",
        "    # value: 0.5",
        "    positive_when: score >= threshold",
        "    # why: the manufacturer's label",
    ]


def _id(text: str) -> str:
    kept = "".join(c if c.isascii() and (c.isalnum() or c in "._-") else "-" for c in text).lstrip("._-")
    return kept[:64] or "m1"


def _numbers(g: Guess) -> list[str]:
    several = len(g.cohorts) > 1
    pooled = ", cohorts: pooled" if several else ""
    each = ", cohorts: each" if several else ""
    macro = [
        f"  - {{id: sensitivity-macro, role: secondary, metric: sensitivity, threshold: main, cohorts: macro, "
        f"minimum_defined: {len(g.cohorts)}, interval: {{method: delta, level: 0.95}}}}",
        "    # with a cohort without events fewer are defined, and the value is then undefined: lower minimum_defined, or not",
    ]
    return [
        "summaries:",
        f"  - {{id: sensitivity, role: primary, metric: sensitivity, threshold: main{pooled}, interval: {{method: wilson, level: 0.95}}}}",
        f"  - {{id: specificity, role: secondary, metric: specificity, threshold: main{pooled}, interval: {{method: wilson, level: 0.95}}}}",
        *(macro if several else []),
        f"  - {{id: ranking, role: secondary, metric: auroc{each}, interval: {{method: delong, level: 0.95}}}}",
        "# handling: {missing_prediction: refuse, missing_outcome: refuse}   # say what happens to units without a result",
    ]
