"""The leakage statement: what stood in the way of tuning the numbers, with its grade, and what did not."""

from collections import Counter

from evalspec.records import Judgement
from evalspec.report._words import safe
from evalspec.report.base import Record
from evalspec.terms import Grade, Status

_GRADES = (
    (Grade.PROVED, "the machine saw it in the files"),
    (Grade.MATCHED, "agrees with a digest-bound manifest"),
    (Grade.ATTESTED, "the plan says so, nothing here confirms it"),
)


def statement(record: Record) -> list[str]:
    """Per rule of the LEAK family: status, grade, ground; then the other findings that were sealed with the plan."""
    leak = [j for j in record.judgements if j.code.startswith("LEAK")]
    lines = [
        "LEAKAGE STATEMENT",
        "",
        "  of the ways in which outcomes could have shaped the numbers, found absent:",
        "",
    ]
    counted = Counter(j.grade for j in leak if j.status is Status.PASSED)
    for grade, meaning in _GRADES:
        lines.append(f"  {counted[grade]:>3} {grade.value}: {meaning}")
    undecided = sum(j.status is Status.UNDECIDED for j in leak)
    lines += [f"  {undecided:>3} undecided: what would be needed stands below", ""]
    for j in sorted(leak, key=_order):
        if j.status is not Status.NOT_APPLICABLE:
            lines.append(_line(j))
    aside = [j.name for j in leak if j.status is Status.NOT_APPLICABLE]
    if aside:
        lines.append(f"  not applicable: {', '.join(aside)}")
    lines += _project(record)
    for title, findings in (("FINDINGS SEALED WITH THE PLAN", record.findings), ("FOUND AT THE OPENING", record.found)):
        if findings:
            lines += ["", title, ""]
            lines += [f"  {f.severity.value}[{f.code}] {f.name}: {safe(f.message)}" for f in findings]
    return lines


def _project(record: Record) -> list[str]:
    """The project's own rules: what each made of the plan, and the file that it was."""
    if not record.project:
        return []
    judged = {j.code: j for j in record.judgements}
    lines = ["", "RULES OF THE PROJECT'S OWN THAT JUDGED THE PLAN", ""]
    for code, offered in sorted(record.project.items()):
        j = judged.get(code)
        made = "did not judge what was bound later" if j is None else j.grade.value if j.grade else j.status.value
        lines += [f"  {code} {safe(j.name) if j else ''}".rstrip() + f": {made}", f"      {safe(offered)}"]
    return lines


def _order(j: Judgement) -> tuple[int, str]:
    grades = [g for g, _ in _GRADES]
    return (grades.index(j.grade) if j.grade else len(grades), j.code)


def _line(j: Judgement) -> str:
    state = j.grade.value if j.grade else j.status.value
    name = f"no {j.name}" if j.grade else j.name
    return f"  {state:<10} {name}" + (f" ({safe(j.reason)})" if j.reason else "")
