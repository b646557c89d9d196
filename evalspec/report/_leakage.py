"""The leakage statement: what stood in the way of tuning the numbers, with its grade, and what did not.

It is written to be pasted: into the answer to a checklist of a report (TRIPOD+AI, REFORMS), or into a review.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from textwrap import wrap

from evalspec.records import Judgement
from evalspec.report._words import safe
from evalspec.report.base import Record
from evalspec.terms import Grade, Leakage, Status

_GRADES = (
    (Grade.PROVED, "the machine saw it in the files"),
    (Grade.MATCHED, "agrees with a digest-bound manifest"),
    (Grade.ATTESTED, "the plan says so, nothing here confirms it"),
)
_WIDTH = 98


def statement(record: Record) -> list[str]:
    """The leakage statement of a run; then the other findings that were sealed with the plan."""
    lines = [*leakage(record.judgements), *_project(record)]
    for title, findings in (("FINDINGS SEALED WITH THE PLAN", record.findings), ("FOUND AT THE OPENING", record.found)):
        if findings:
            lines += ["", title, ""]
            lines += [f"  {f.severity.value}[{f.code}] {f.name}: {safe(f.message)}" for f in findings]
    return lines


def leakage(judgements: Sequence[Judgement]) -> list[str]:
    """Per type of leakage and rule: status, grade, what it rests on, and what would raise the grade or decide it."""
    leak = [j for j in judgements if j.code.startswith("LEAK")]
    lines = [
        "LEAKAGE STATEMENT",
        "",
        "  of the ways in which outcomes could have shaped the numbers, found absent:",
        "",
    ]
    counted = Counter(j.grade for j in leak if j.status is Status.PASSED)
    for grade, meaning in _GRADES:
        lines.append(f"  {counted[grade]:>3} {grade.value}: {meaning}")
    for status, meaning in (
        (Status.UNDECIDED, "what would be needed stands below"),
        (Status.OBJECTED, "found present"),
    ):
        n = sum(j.status is status for j in leak)
        if n or status is Status.UNDECIDED:
            lines.append(f"  {n:>3} {status.value}: {meaning}")
    lines += ["", *_types()]
    known: Sequence[Leakage | None] = [*Leakage, None]
    for kind in known:
        told = [j for j in leak if j.leakage is kind]
        if told:
            lines += ["", *_of_type(kind, told)]
    return lines


def _types() -> list[str]:
    text = (
        "types L1 to L3 as Kapoor & Narayanan number them (Patterns 4:100804, 2023); T and B are counted apart here, "
        "since a cut-off or an early look weighs most"
    )
    return [f"  {line}" for line in wrap(text, _WIDTH - 2)]


def _of_type(kind: Leakage | None, told: Sequence[Judgement]) -> Iterator[str]:
    yield f"  {kind.value if kind else 'of no type'}"
    for j in sorted((j for j in told if j.status is not Status.NOT_APPLICABLE), key=_order):
        state = j.grade.value if j.grade else j.status.value
        name = f"no {j.name}" if j.grade else j.name
        reason = safe(j.reason)
        yield from _hanging(f"    {state:<10} ", f"{name}: {reason}" if reason else name)
        if j.more:
            yield from _hanging("               ", f"to raise the grade: {safe(j.more)}")
    aside = [j for j in told if j.status is Status.NOT_APPLICABLE]
    for j in aside:
        yield from _hanging("    -          ", f"{j.name}: {safe(j.reason) or 'does not apply here'}")


def _hanging(head: str, text: str) -> Iterator[str]:
    yield from wrap(text, _WIDTH, initial_indent=head, subsequent_indent=" " * len(head), break_on_hyphens=False)


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
