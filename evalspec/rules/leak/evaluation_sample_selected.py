"""LEAK107: units were enriched, or left out after results were seen; or the counts of the flow don't add up."""

import re
from collections.abc import Iterator, Mapping

from evalspec.plan.model import Plan
from evalspec.plan.model.study import Flow
from evalspec.records import Blinded, Path
from evalspec.rules.base import Answer, Evidence, Example, Objection, Rule, Undecided
from evalspec.rules.data._said import counted
from evalspec.rules.plan._axes import evaluated
from evalspec.rules.stat._mix import altered, is_said
from evalspec.terms import Grade, Leakage, Severity

_AFTER_RESULTS = re.compile(
    r"mis-?classif|wrong(ly)? (called|predicted|classified)|false (positive|negative)|outlying score|"
    r"(after|because of|by) (the )?(result|prediction|score|outcome|unblinding)|poor(ly)? predict|(discordant|unexpected) (result|call)",
    re.IGNORECASE,
)
NEEDS = "flow: how many units were screened, excluded with reasons, and analysed"


def text(plan: Plan) -> Iterator[Answer]:
    for path, name, flow in _flows(plan):
        yield from _adds_up(path, name, flow)
        for reason in flow.excluded:
            if _AFTER_RESULTS.search(reason):
                message = f"units are excluded for `{reason}`, which is known only once results are seen"
                yield Objection(path=(*path, "excluded", reason), message=message)
    if not is_said(plan):
        yield Undecided("sampling: whether the units are consecutive, a random sample, or chosen by their outcome")
    elif altered(plan):
        message = f"{altered(plan)}: the units are not those that the classifier will meet"
        help = "report what an altered mix leaves unchanged (sensitivity, specificity), and rates at a declared `population`"
        yield Objection(path=("sampling",), message=message, help=help, severity=Severity.NOTE)
    if plan.flow is None:
        yield Undecided(NEEDS)


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    if "predictions" not in blinded.tables:
        yield Undecided("data.predictions, to compare with the units analysed by the flow")
        return
    counts: Mapping[str, int] = dict(
        blinded.ask("SELECT cohort, count(*) FROM (SELECT DISTINCT unit, cohort FROM prediction) GROUP BY cohort")
    )
    wanted = evaluated(plan)
    for path, name, flow in _flows(plan):
        there = counts.get(name, 0) if name else sum(n for c, n in counts.items() if not wanted or c in wanted)
        if there != flow.analysed:
            where = f" of cohort `{name}`" if name else ""
            message = (
                f"the flow ends with {counted(flow.analysed, 'unit')} analysed{where}, and {there} have predictions"
            )
            yield Objection(path=(*path, "analysed"), message=message)
    yield Evidence(
        Grade.MATCHED,
        "the flow adds up, and ends with as many units as have predictions; its reasons are the plan's word",
    )


def _flows(plan: Plan) -> Iterator[tuple[Path, str, Flow]]:
    if isinstance(plan.flow, Flow):
        yield ("flow",), "", plan.flow
    elif plan.flow:
        for name, flow in plan.flow.items():
            yield ("flow", name), name, flow


def _adds_up(path: Path, name: str, flow: Flow) -> Iterator[Answer]:
    start = flow.eligible if flow.screened is None else flow.screened
    where = f" in cohort `{name}`" if name else ""
    out = sum(flow.excluded.values())
    if start is None:
        yield Undecided(f"flow.screened{where}: how many units came in")
    elif start - out != flow.analysed:
        message = f"{start} came in{where}, {out} were excluded, and {flow.analysed} are analysed: {start - out} is due"
        yield Objection(path=(*path, "analysed"), message=message)
    if flow.screened is not None and flow.eligible is not None and flow.eligible > flow.screened:
        message = f"{flow.eligible} were eligible{where}, of {flow.screened} screened"
        yield Objection(path=(*path, "eligible"), message=message)


_CONSECUTIVE = "sampling: {kind: consecutive}\n"

RULE = Rule(
    code="LEAK107",
    name="evaluation-sample-selected",
    severity=Severity.ERROR,
    leakage=Leakage.SAMPLING,
    summary="Units were left out after results were seen, or the flow of units does not add up.",
    why="Leaving out what went wrong makes any classifier right. Counts that add up leave no room for it unseen.",
    help="say for every unit that came in where it went; keep in what was found difficult only by its result",
    source="Kapoor & Narayanan 2023, Patterns 4:100804, type L3.3; Bossuyt et al. 2015 (STARD), BMJ 351:h5527",
    bad=(
        _CONSECUTIVE + "flow: {screened: 14, excluded: {withdrew consent: 1}, analysed: 12}",
        _CONSECUTIVE + "flow: {screened: 14, excluded: {misclassified at both sites: 2}, analysed: 12}",
        _CONSECUTIVE + "flow: {screened: 15, excluded: {withdrew consent: 2}, analysed: 13}",
    ),
    good=(
        _CONSECUTIVE + "flow: {screened: 14, excluded: {withdrew consent: 2}, analysed: 12}",
        Example(
            plan=_CONSECUTIVE
            + "flow: {A: {screened: 7, excluded: {withdrew consent: 1}, analysed: 6}, B: {screened: 6, analysed: 6}}"
        ),
    ),
    text=text,
    files=files,
    when=lambda plan: plan.flow is not None,
)
