"""Findings as JUnit XML: each rule is a test case of the suite that its plan is."""

from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from evalspec.records import Finding, Judgement
from evalspec.report._words import safe
from evalspec.report.base import FindingsFormat, Said
from evalspec.report.full import where
from evalspec.terms import Severity, Status


def write(said: Sequence[Said], *, color: bool = False) -> str:
    """An error fails its rule's case; an undecided rule is skipped, a crashed one is an error; the rest has passed."""
    root = Element("testsuites", name="evalspec check")
    for one in said:
        cases = list(_cases(one))
        suite = SubElement(root, "testsuite", name=safe(one.file), tests=str(len(cases)))
        for tag in ("failure", "error", "skipped"):
            suite.set(f"{tag}s" if tag != "skipped" else tag, str(sum(c.find(tag) is not None for c in cases)))
        properties = {"plan": one.plan_id or "", "deselected": one.not_shown}
        if any(properties.values()):
            held = SubElement(suite, "properties")
            for name, value in properties.items():
                SubElement(held, "property", name=name, value=safe(value))
        suite.extend(cases)
    indent(root)
    return "<?xml version='1.0' encoding='utf-8'?>\n" + tostring(root, encoding="unicode") + "\n"


def _cases(one: Said) -> Iterator[Element]:
    by_rule: dict[tuple[str, str], list[Finding]] = {(j.code, j.name): [] for j in one.judgements}
    for f in one.findings:
        by_rule.setdefault((f.code, f.name), []).append(f)
    judged = {(j.code, j.name): j for j in one.judgements}
    for (code, name), findings in by_rule.items():
        case = Element("testcase", classname=code, name=name, file=safe(one.file))
        judged_so = judged.get((code, name))
        waived = [f for f in one.waived if (f.code, f.name) == (code, name)]
        if not findings and not waived and judged_so and judged_so.status is Status.OBJECTED:
            SubElement(case, "skipped", message="its findings were deselected")
        _outcome(case, findings, judged_so)
        if waived:
            SubElement(case, "system-out").text = "\n".join(
                f"{where(f)}: {safe(f.message)} ({safe(f.help)})" for f in waived
            )
        yield case


def _outcome(case: Element, findings: Sequence[Finding], judged: Judgement | None) -> None:
    errors = [f for f in findings if f.severity is Severity.ERROR]
    if errors:
        case.set("line", str(errors[0].place.line if errors[0].place else 1))
        failure = SubElement(case, "failure", type="error", message=safe(errors[0].message))
        failure.text = "\n".join(map(_told, findings))
    elif findings:
        SubElement(case, "system-out").text = "\n".join(map(_told, findings))
    elif judged and judged.status is Status.CRASHED:
        SubElement(case, "error", type="crashed", message=safe(judged.reason))
    elif judged and judged.status in (Status.UNDECIDED, Status.NOT_APPLICABLE):
        SubElement(case, "skipped", message=safe(f"{judged.status.value}: {judged.reason}"))


def _told(f: Finding) -> str:
    return f"{where(f)}: {f.severity}[{f.code}] {safe(f.message)}\n  help: {safe(f.help)}"


FORMAT = FindingsFormat(id="junit", title="JUnit XML", write=write)
