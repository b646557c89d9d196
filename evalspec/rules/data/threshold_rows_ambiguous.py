"""DATA121: a threshold has two values for one model and fold."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Blinded, ThresholdRow
from evalspec.rules.base import Answer, Evidence, Example, NotApplicable, Objection, Rule, Undecided
from evalspec.terms import Grade, Severity


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    from_files = [name for name, t in plan.thresholds.items() if t.values]
    if not from_files:
        yield NotApplicable("no threshold takes its values from a file")
    for name in from_files:
        if f"thresholds.{name}" not in blinded.tables:
            yield Undecided(f"thresholds.{name}.values, which could not be read or is not there yet")
            continue
        yield from _of(blinded, name)
        yield Evidence(Grade.PROVED, f"threshold `{name}` has one value for each model and fold")


def _of(blinded: Blinded, name: str) -> Iterator[Objection]:
    """Among the file's rows; that the plan states a value beside the file is another rule's."""
    by_model: dict[tuple[str, str | None], list[ThresholdRow]] = {}
    for row in blinded.thresholds:
        if row.threshold == name and row.line is not None:
            by_model.setdefault((row.model, row.label), []).append(row)
    for (model, _), rows in by_model.items():
        first: dict[str | None, ThresholdRow] = {}
        for row in rows:
            other = (
                first.get(row.fold)
                or first.get(None)
                or (next(iter(first.values()), None) if row.fold is None else None)
            )
            if other is not None:
                yield _objection(blinded, name, model, other, row)
                break
            first[row.fold] = row


def _objection(blinded: Blinded, name: str, model: str, one: ThresholdRow, other: ThresholdRow) -> Objection:
    values = f"{one.value:.15g} and {other.value:.15g}" if one.value != other.value else f"{one.value:.15g} twice"
    fold = next((f" in fold `{r.fold}`" for r in (one, other) if r.fold is not None), "")
    message = (
        f"threshold `{name}` has for model `{model}`{fold} the values {values}, in lines {one.line} and {other.line}"
    )
    return Objection(
        path=("thresholds", name, "values"),
        file=blinded.tables[f"thresholds.{name}"].file,
        line=other.line,
        message=message,
    )


_PLAN = (
    "thresholds:\n  main:\n    source: inner-validation\n    positive_when: score >= threshold\n"
    "    values: {path: cut-offs.csv, where: {rule: max_youden}}\n"
)

RULE = Rule(
    code="DATA121",
    name="threshold-rows-ambiguous",
    severity=Severity.ERROR,
    summary="A file of threshold values has two rows for one model and fold.",
    why="Which of the two made the calls would be anybody's guess, also where both happen to be the same.",
    help="narrow `where`, so that one row a model and fold is left",
    source="Moons et al. 2015, Ann Intern Med 162:W1 (TRIPOD), item 11",
    bad=(
        Example(
            plan=_PLAN,
            files={"cut-offs.csv": "rule,model,value\nmax_youden,m1,0.4\nspecificity,m1,0.7\nmax_youden,m1,0.5\n"},
        ),
    ),
    good=(Example(plan=_PLAN, files={"cut-offs.csv": "rule,model,value\nmax_youden,m1,0.4\nspecificity,m1,0.7\n"}),),
    grade=Grade.PROVED,
    files=files,
)
