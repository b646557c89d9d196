"""A team's own rules: run from where they lie, and held against what is asked of a rule."""

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple

from evalspec.pipeline._places import Places, RuleFile, files
from evalspec.pipeline._read import rules
from evalspec.records import Place, Refusal
from evalspec.rules.base import Rule
from evalspec.terms import Severity


class ProjectRule(NamedTuple):
    """A rule, and the file that offers it."""

    rule: Rule
    file: RuleFile


class ProjectRules(NamedTuple):
    """The rules of a project, in the order of their codes."""

    rules: tuple[ProjectRule, ...] = ()

    @property
    def by_code(self) -> dict[str, Rule]:
        """Each rule by its code."""
        return {p.rule.code: p.rule for p in self.rules}

    @property
    def told(self) -> str:
        """How many from where: ``2 from team (--rules), 1 from acme-rules 1.2.0 (installed)``."""
        counted: dict[str, int] = {}
        for p in self.rules:
            counted[p.file.origin] = counted.get(p.file.origin, 0) + 1
        return ", ".join(f"{n} from {origin}" for origin, n in counted.items()) or "none"


NONE = ProjectRules()


def load(where: Places) -> ProjectRules:
    """Run the rule files and collect what they offer.

    Raises:
        Refusal: a file can't be run or offers no sound rule, or a code or name stands for two rules (exit 2).
    """
    found = [ProjectRule(read_rule(file), file) for file in files(where)]
    if not found:
        return NONE
    refuse_clashes(found)
    return ProjectRules(tuple(sorted(found, key=lambda p: p.rule.code)))


def with_project(project: ProjectRules) -> Mapping[str, Rule]:
    """Every rule, ours and the project's, by code."""
    return dict(sorted({**rules(), **project.by_code}.items())) if project.rules else rules()


def fault(rule: Any) -> str | None:
    """What keeps this from being a project's rule; None where nothing does."""
    return next(_faults(rule), None)


def names_fault(code: str, name: str) -> str | None:
    """What keeps these from being the code and the name of a project's rule; None where nothing does."""
    ours = next((p for p in sorted({c[:-3] for c in rules()}) if str(code).startswith(p)), None)
    if not _CODE.fullmatch(str(code)):
        return f"`{code}` is no code: a prefix of 2 to 8 capital letters, then 3 digits, such as ACME001"
    if ours:
        return f"the code `{code}` begins with {ours}, which is evalspec's: take a prefix of your own"
    if not _NAME.fullmatch(str(name)):
        return f"`{name}` is no name: lower-case words joined by hyphens, such as primary-without-interval"
    return None


_CODE = re.compile(r"[A-Z]{2,8}[0-9]{3}")
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def _faults(rule: Any) -> Iterator[str]:
    if not isinstance(rule, Rule):
        yield f"RULE is a {type(rule).__name__}, not a Rule"
        return
    misnamed = names_fault(rule.code, rule.name)
    if misnamed:
        yield misnamed
    if not isinstance(rule.severity, Severity):
        yield "its severity is no Severity"
    for text in ("summary", "why", "help"):
        if not isinstance(getattr(rule, text), str) or not getattr(rule, text).strip():
            yield f"its {text} is empty"
    if rule.reader or rule.opened is not None:
        yield "it is a reader's, or looks after the opening: a project's rule gives `text` or `files`"
    if not callable(rule.text) and not callable(rule.files):
        yield "it looks nowhere: give `text`, `files` or both"
    if not isinstance(rule.bad, tuple) or not isinstance(rule.good, tuple) or not rule.bad or not rule.good:
        yield "it has no examples: `bad` and `good` are tuples with one or more"


_FAILS = (
    ArithmeticError, AssertionError, AttributeError, ImportError, LookupError, NameError, OSError, RuntimeError,
    SyntaxError, SystemExit, TypeError, ValueError,
)  # fmt: skip
"""What running somebody's file raises: every branch of the built-in errors that a program can mean to catch."""


def read_rule(file: RuleFile) -> Rule:
    """Run one file. Raises Refusal (exit 2): it can't be run, or offers no sound rule."""
    try:
        module = import_module(file.module) if file.module else _run(file)
    except _FAILS as e:
        told = f"the rule can't be loaded: {type(e).__name__}: {e}"
        raise Refusal(told, file=str(file.path), place=_place(e, file), help=_HELP) from e
    if not hasattr(module, "RULE"):
        help = "end it with RULE = Rule(...); a file that is no rule begins with `_`"
        raise Refusal("this file offers no RULE", file=str(file.path), help=help)
    told_fault = fault(module.RULE)
    if told_fault:
        raise Refusal(told_fault, file=str(file.path), help=_HELP)
    rule: Rule = module.RULE
    return rule


_HELP = "mend the rule, or leave the project's rules out with --no-project-rules"


def _run(file: RuleFile) -> ModuleType:
    """Runs the bytes whose digest is recorded, never a compiled file beside them, and writes none."""
    from importlib.abc import SourceLoader
    from importlib.util import module_from_spec, spec_from_loader

    class AsRead(SourceLoader):
        def get_filename(self, fullname: str) -> str:
            return str(file.path)

        def get_data(self, path: Any) -> bytes:
            return file.raw

    name = f"evalspec_project_{file.digest[7:23]}_{file.path.stem}"
    loader = AsRead()
    spec = spec_from_loader(name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up
    loader.exec_module(module)
    return module


def _place(error: BaseException, file: RuleFile) -> Place | None:
    """The last line of this file that was being run."""
    if isinstance(error, SyntaxError) and error.filename == str(file.path) and error.lineno:
        return Place(error.lineno)
    line, trace = None, error.__traceback__
    while trace:
        line = trace.tb_lineno if trace.tb_frame.f_code.co_filename == str(file.path) else line
        trace = trace.tb_next
    return Place(line) if line else None


def refuse_clashes(found: Sequence[ProjectRule]) -> None:
    """Raises Refusal (exit 2) where a code or a name stands for two rules, or a rule silences one of evalspec's."""
    taken = {word: "evalspec itself" for r in rules().values() for word in (r.code, r.name)}
    for p in found:
        for word in (p.rule.code, p.rule.name):
            if word in taken:
                told = f"`{word}` stands for two rules: the other is in {taken[word]}"
                raise Refusal(told, file=str(p.file.path), help="take another; a code is never used again")
        taken |= {p.rule.code: str(p.file.path), p.rule.name: str(p.file.path)}
    names = {p.rule.name for p in found}
    for p in found:
        for other in p.rule.instead_of:
            if other not in names:
                told = f"it silences `{other}`, which is no rule of this project"
                raise Refusal(told, file=str(p.file.path), help="`instead_of` names rules of the project alone")
