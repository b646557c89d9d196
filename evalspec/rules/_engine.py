"""Runs the rules: one judgement a rule; all findings at once, in file order, one for each root cause."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from evalspec.plan.mend import key_fix, value_fix
from evalspec.plan.model import Plan
from evalspec.plan.source import Source
from evalspec.records import Blinded, Finding, Integrity, Judgement, Place, Problem
from evalspec.rules.base import Answer, Evidence, NotApplicable, Objection, Rule, Undecided
from evalspec.terms import Grade, Severity, Status

_RANK = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.NOTE: 2}


def judge(
    rules: Mapping[str, Rule], plan: Plan, source: Source, blinded: Blinded | None, *, debug: bool = False
) -> tuple[Judgement, ...]:
    """Every rule that can be decided before the opening, in code order. ``blinded`` is None where no file is read."""
    before = [r for r in rules.values() if r.opened is None]
    by_problem = problems_by_rule(blinded.problems if blinded else ())
    found = []
    for rule in before:
        if rule.later:
            found.append(_later(rule))
        elif rule.reader and blinded is None and rule.code.startswith("DATA"):
            found.append(_unread(rule))
        elif rule.reader:
            found.append(_read(rule, source, by_problem.get(rule.name, ())))
        else:
            found.append(_one(rule, partial(_before, rule, plan, blinded), source, debug=debug))
    return silence(found, {r.name: r.instead_of for r in before if r.instead_of})


def judge_opened(
    rules: Mapping[str, Rule], plan: Plan, source: Source, integrity: Integrity, *, debug: bool = False
) -> tuple[Judgement, ...]:
    """The rules that see the counts after the opening."""
    after = [r for r in rules.values() if r.opened is not None]
    return tuple(_one(r, partial(_opened, r, plan, integrity), source, debug=debug) for r in after)


def problems_by_rule(problems: Iterable[Problem]) -> dict[str, list[Problem]]:
    """A reader's problems, by the rule they name."""
    found: dict[str, list[Problem]] = {}
    for problem in problems:
        found.setdefault(problem.rule, []).append(problem)
    return found


def from_problem(rule: Rule, problem: Problem, source: Source | None = None) -> Finding:
    """A reader's problem as a finding of its rule. ``source`` is the plan's, for what was found in its text."""
    ours = source is not None and problem.place is not None and problem.file == source.file
    end = source.end(problem.place) if ours and source and problem.place else None
    return Finding(
        code=rule.code, name=rule.name, severity=rule.severity, path=problem.path, message=problem.message,
        help=problem.help or rule.help, file=problem.file, place=problem.place, end=end, fixes=problem.fixes,
    )  # fmt: skip


def in_order(findings: Iterable[Finding], first_file: str) -> tuple[Finding, ...]:
    """By file (the plan first), line, column, severity, code; what stands twice stands once."""
    unique = dict.fromkeys(findings)

    def key(f: Finding) -> tuple[object, ...]:
        line, column = (f.place.line, f.place.column) if f.place else (0, 0)
        return (f.file != first_file, f.file, line, column, _RANK[f.severity], f.code, f.message)

    return tuple(sorted(unique, key=key))


def silence(judgements: Sequence[Judgement], instead_of: Mapping[str, tuple[str, ...]]) -> tuple[Judgement, ...]:
    """Drops findings that another rule, by its ``instead_of``, has said better at the same node."""
    gone = {(name, f.path) for j in judgements for f in j.findings for name in instead_of.get(j.name, ())}
    found = []
    for j in judgements:
        left = tuple(f for f in j.findings if (j.name, f.path) not in gone)
        if len(left) == len(j.findings):
            found.append(j)
        elif left:
            found.append(replace(j, grade=None, findings=left))
        else:
            reason = "said by another rule at the same place"
            found.append(replace(j, status=Status.NOT_APPLICABLE, grade=None, reason=reason, findings=()))
    return tuple(found)


def _opened(rule: Rule, plan: Plan, integrity: Integrity) -> Iterator[Answer]:
    if rule.opened:
        yield from rule.opened(plan, integrity)


def _before(rule: Rule, plan: Plan, blinded: Blinded | None) -> Iterator[Answer]:
    told = list(rule.text(plan)) if rule.text else []
    yield from told
    beside = bool(told) and all(isinstance(a, NotApplicable) for a in told)
    asked = rule.files and (rule.when is None or rule.when(plan))
    if asked and not (blinded is None and beside):  # files that were not read would be needed for nothing
        yield from _files(rule, plan, blinded)


def _files(rule: Rule, plan: Plan, blinded: Blinded | None) -> Iterator[Answer]:
    assert rule.files
    for name in rule.needs:
        if getattr(plan.data, name) is None:
            yield NotApplicable(f"the plan declares no data.{name}")
            return
    if blinded is None:
        yield Undecided("the blinded files, which were not read")
        return
    for name in rule.needs:
        if name not in blinded.tables:
            why = "is not there yet" if name in blinded.missing else "could not be read"
            yield Undecided(f"data.{name}, which {why}")
            return
    yield from rule.files(plan, blinded)


def _read(rule: Rule, source: Source, problems: Sequence[Problem]) -> Judgement:
    findings = tuple(from_problem(rule, p) for p in problems)
    status = Status.OBJECTED if findings else Status.PASSED
    grade = None if findings else Grade.PROVED
    return Judgement(
        code=rule.code, name=rule.name, status=status, grade=grade, reason="", leakage=rule.leakage, findings=findings
    )  # fmt: skip


def _later(rule: Rule) -> Judgement:
    reason = f"found when {rule.later}"
    return Judgement(
        code=rule.code, name=rule.name, status=Status.NOT_APPLICABLE, grade=None, reason=reason, leakage=rule.leakage
    )


def _unread(rule: Rule) -> Judgement:
    reason = "needs the blinded files, which were not read"
    return Judgement(code=rule.code, name=rule.name, status=Status.UNDECIDED, grade=None, reason=reason)


def _one(rule: Rule, answers: Callable[[], Iterator[Answer]], source: Source, *, debug: bool) -> Judgement:
    try:
        return _judgement(rule, list(answers()), source)
    except Exception as e:  # one rule's check: the first of the two places where this is allowed
        if debug:
            raise
        reason = f"{type(e).__name__}: {e}"
        return Judgement(code=rule.code, name=rule.name, status=Status.CRASHED, grade=None, reason=reason)


def _judgement(rule: Rule, given: Sequence[Answer], source: Source) -> Judgement:
    strange = [a for a in given if not isinstance(a, Answer)]
    if strange:
        raise TypeError(f"it yields a {type(strange[0]).__name__}, which is no answer")
    findings = tuple(_finding(rule, source, a) for a in given if isinstance(a, Objection))
    evidence = [a for a in given if isinstance(a, Evidence)]
    undecided = [a for a in given if isinstance(a, Undecided)]
    elsewhere = [a for a in given if isinstance(a, NotApplicable)]
    more = ""
    if findings:
        status, grade, reason = Status.OBJECTED, None, ""
    elif undecided:
        status, grade, reason = Status.UNDECIDED, None, "needs " + "; ".join(dict.fromkeys(a.needs for a in undecided))
    elif elsewhere and not evidence:
        status, grade, reason = Status.NOT_APPLICABLE, None, elsewhere[0].why
    elif evidence:
        worst = max(evidence, key=lambda a: _STRENGTH.index(a.grade))
        status, grade, reason = Status.PASSED, worst.grade, "; ".join(dict.fromkeys(a.ground for a in evidence))
        more = "; ".join(dict.fromkeys(a.more for a in evidence if a.more))
    else:
        status, grade, reason = Status.PASSED, _own_grade(rule), ""
    return Judgement(
        code=rule.code, name=rule.name, status=status, grade=grade, reason=reason, more=more, leakage=rule.leakage,
        findings=findings,
    )  # fmt: skip


def _own_grade(rule: Rule) -> Grade:
    """Of a pass without evidence of its own. That a plan is consistent is seen in its text; about leakage it only says so."""
    return rule.grade if rule.code.startswith("LEAK") else Grade.PROVED


_STRENGTH = ("proved", "matched", "attested")


def _finding(rule: Rule, source: Source, o: Objection) -> Finding:
    if not isinstance(o.path, tuple):
        raise TypeError(f"its path is {o.path!r}, not a tuple of keys")
    place = (Place(o.line, 1) if o.line else None) if o.file else source.place(o.path)
    fixes = (value_fix(source, o.path, o.mend), key_fix(source, o.path, o.mend_key))
    return Finding(
        code=rule.code, name=rule.name, severity=o.severity or rule.severity, path=o.path, message=o.message,
        help=o.help or rule.help, file=o.file or source.file, place=place,
        end=source.end(place) if place and not o.file else None, fixes=tuple(f for f in fixes if f),
    )  # fmt: skip
