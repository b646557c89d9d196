"""Findings for a comment on a pull request: a table with links, what is waived, and what is known about leakage."""

from collections.abc import Iterator, Sequence

from evalspec.records import Finding, Judgement
from evalspec.report._coverage import HEAD, rows
from evalspec.report._words import address, safe
from evalspec.report.base import FindingsFormat, Said
from evalspec.terms import Grade, Severity, Status


def write(said: Sequence[Said], *, color: bool = False) -> str:
    """A section a plan."""
    return "\n".join(line for one in said for line in _one(one))


def _one(one: Said) -> Iterator[str]:
    counted = {s: sum(f.severity is s for f in one.findings) for s in Severity}
    told = ", ".join(f"{n} {s}{'s' if n != 1 else ''}" for s, n in counted.items() if n) or "no findings"
    yield f"### {_text(one.file)}: {told}\n"
    if one.findings:
        yield from _table(("where", "finding", "what would be right"), [_row(f) for f in one.findings])
    if one.not_shown:
        yield f"{_text(one.not_shown)}\n"
    if one.waived:
        yield "**Waived**\n"
        yield from _table(("where", "finding", "waiver"), [_row(f) for f in one.waived])
    if one.judgements:
        yield from _leakage([j for j in one.judgements if j.code.startswith("LEAK")])
        yield f"<details><summary>What each of {len(one.judgements)} rules made of the plan</summary>\n"
        yield from _table(HEAD, [[_text(cell) for cell in row] for row in rows(one.judgements)])
        yield "</details>\n"


def _leakage(leak: Sequence[Judgement]) -> Iterator[str]:
    yield "**Leakage statement**: of the ways in which outcomes could have shaped the numbers\n"
    for grade in Grade:
        names = [j.name for j in leak if j.status is Status.PASSED and j.grade is grade]
        if names:
            yield f"- absent, {grade.value}: {', '.join(names)}"
    for status in (Status.OBJECTED, Status.UNDECIDED, Status.NOT_APPLICABLE, Status.CRASHED):
        told = [f"{j.name} ({_text(j.reason)})" if j.reason else j.name for j in leak if j.status is status]
        if told:
            yield f"- {status.value}: {'; '.join(told)}"
    yield ""


def _row(f: Finding) -> list[str]:
    return [_link(f), f"{f.severity} **{f.code}** {f.name}: {_text(f.message)}", _text(f.help)]


def _link(f: Finding) -> str:
    name = _text(f"{f.file}:{f.place.line}:{f.place.column}" if f.place else f.file)
    at = f"#L{f.place.line}" if f.place else ""
    return f"[{name}]({address(f.file)}{at})" if f.file else ""


def _table(head: Sequence[str], body: Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    yield from (f"| {' | '.join(row)} |" for row in body)
    yield ""


_MEANS = str.maketrans({c: f"\\{c}" for c in "\\*_[]#~|!"} | {"<": "&lt;", ">": "&gt;", "&": "&amp;", "@": "&#64;"})


def _text(text: str) -> str:
    """A text that shows as it is; what stands between two backticks stays code."""
    parts = safe(text).split("`")
    if len(parts) % 2 == 0:
        return "\\`".join(p.translate(_MEANS) for p in parts)
    shown = [f"`{p.replace('|', chr(92) + '|')}`" if n % 2 and p else p.translate(_MEANS) for n, p in enumerate(parts)]
    return "".join(shown)


FORMAT = FindingsFormat(id="markdown", title="Markdown for a pull request", write=write)
