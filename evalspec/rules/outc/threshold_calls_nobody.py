"""OUTC110: at a threshold, no unit is called positive."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Integrity
from evalspec.rules.base import Answer, Evidence, Example, NotApplicable, Objection, Rule
from evalspec.rules.outc._said import counted, named
from evalspec.terms import Grade, Severity

FEW = 20
"""In a cohort of fewer units it is chance that nobody is called, where others' units are."""


def opened(plan: Plan, integrity: Integrity) -> Iterator[Answer]:
    judged = {k: v for k, v in integrity.called.items() if k[0] in plan.thresholds and v[1] > 0}
    if not judged:
        yield NotApplicable("no threshold makes calls, or the outcomes do not fit the predictions")
        return
    for threshold, model in dict.fromkeys(k[:2] for k in judged):
        cohorts = {k[2]: v for k, v in judged.items() if k[:2] == (threshold, model)}
        silent = [cohort for cohort, (called, _) in cohorts.items() if called == 0]
        if len(silent) < len(cohorts):
            silent = [cohort for cohort in silent if cohorts[cohort][1] >= FEW]
        if not silent:
            continue
        units = counted(sum(cohorts[c][1] for c in silent), "unit")
        where = ""
        if plan.cohorts and len(silent) < len(cohorts):
            where = f" of {'cohort' if len(silent) == 1 else 'cohorts'} {named(silent)}"
        message = f"at threshold `{threshold}`, `{model}` calls none of the {units}{where} positive"
        yield Objection(path=("thresholds", threshold), message=message)
    yield Evidence(
        Grade.PROVED, f"somebody is called positive at each threshold, in each cohort of {FEW} units or more"
    )


def cut(value: str) -> str:
    return f"thresholds: {{main: {{source: prespecified, value: {value}, positive_when: score >= threshold}}}}\n"


RULE = Rule(
    code="OUTC110",
    name="threshold-calls-nobody",
    severity=Severity.WARNING,
    summary="At a threshold, no unit is called positive: of all, or of a cohort of 20 units or more.",
    why=(
        "Sensitivity is 0 and specificity 1 there without any work of the classifier, and precision is undefined. Most often "
        "the threshold is on another scale than the score."
    ),
    help="look whether the threshold is on the scale of the score, and report that nobody was called",
    source="Altman & Bland 1994, BMJ 309:102",
    bad=(
        Example(plan=cut("0.99")),
        Example(
            plan=cut("0.5"),
            files={
                "predictions.csv": "subject_id,cohort,score\n"
                + "".join(f"s{n:02},{'A' if n < 7 else 'B'},{0.9 if n < 7 else 0.1}\n" for n in range(1, 31)),
                "outcomes.csv": "subject_id,outcome\n" + "".join(f"s{n:02},{n % 2}\n" for n in range(1, 31)),
            },
        ),
    ),
    good=(Example(plan=cut("0.5")),),
    grade=Grade.PROVED,
    opened=opened,
)
