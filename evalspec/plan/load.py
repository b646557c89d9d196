"""Source to Plan, or everything that is wrong with its shape, said in the author's words."""

from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

from pydantic import ValidationError

from evalspec.plan.fields import as_yaml, keys_at, wanted
from evalspec.plan.fields import near as near
from evalspec.plan.mend import node
from evalspec.plan.misfits import Error, Misfit, both, by_place, fix_for, misspelt, quoted, words_of
from evalspec.plan.model import Plan
from evalspec.plan.source import Source
from evalspec.records import Path, Problem


def load(source: Source) -> Plan | tuple[Problem, ...]:
    """The plan; or all problems of its shape, one for each node, in text order."""
    plan, misfits = shape(source)
    return tuple(m.problem for m in misfits) if plan is None else plan


def shape(source: Source) -> tuple[Plan | None, tuple[Misfit, ...]]:
    """The plan and nothing; or no plan, and all misfits, one for each node, in text order."""
    found: dict[Path, Misfit] = {}
    for problem in source.problems:
        found.setdefault(problem.path, Misfit(problem=problem, loc=problem.path, kind=problem.rule))
    plan: Plan | None = None
    try:
        plan = Plan.model_validate(source.data)
    except ValidationError as e:
        for error in e.errors(include_url=False):
            if not _follows(dict(error)):
                misfit = _misfit(source, dict(error))
                found[misfit.problem.path] = both(source, found.get(misfit.problem.path), misfit)
    for path in _empty(source.data, ()):
        found.setdefault(path, Misfit(problem=_nothing(source, path), loc=path, kind="empty"))
    if plan is not None and not found:
        return plan, ()
    for path in [path for path, m in found.items() if m.kind == "missing" and misspelt(found.values(), m)]:
        del found[path]
    astray = [path for path, m in found.items() if m.kind == "extra_forbidden"]
    return None, tuple(sorted((quoted(source, m, astray) for m in found.values()), key=by_place))


def _follows(error: Error) -> bool:
    """A list whose entries were all refused counts as too short: that is no fault of its own."""
    return bool(error["type"] == "too_short" and len(error["input"]) >= error["ctx"]["min_length"])


def _empty(value: Any, path: Path) -> Iterator[Path]:
    """Where nothing stands. Null is never a value: whether it means the default would be the reader's guess."""
    if value is None:
        yield path
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _empty(inner, (*path, key))
    elif isinstance(value, tuple):
        for k, inner in enumerate(value):
            yield from _empty(inner, (*path, k))


def _nothing(source: Source, path: Path) -> Problem:
    return Problem(
        rule="missing-key", message=f"`{_last(path)}` is empty", file=source.file, path=path, place=source.place(path),
        help=wanted(path) or "write its value, or remove the key",
    )  # fmt: skip


def _misfit(source: Source, error: Error) -> Misfit:
    loc: Path = tuple(error["loc"])
    path = _written(source, loc, error["input"] if error["type"] == "missing" else None)
    for_type = _BY_TYPE.get(error["type"], _other)
    rule, message, help = for_type(path, loc, error)
    kind = error["type"]
    if error["input"] is None and kind not in ("missing", "extra_forbidden"):
        rule, message, kind = "missing-key", f"`{_last(path)}` is empty", "empty"
        help = wanted(loc) or "write its value, or remove the key"
    if kind == "extra_forbidden" and error["input"] is None and not _is_key(source, path):
        rule, message, help = "prose-needs-quotes", f"`{_last(path)}` stands here like a key without a value", _QUOTE
        kind = "prose"
    if rule == "missing-key" and kind == "missing":
        path = (*path, str(loc[-1]))
    place = source.keys.get(path) if kind in ("extra_forbidden", "prose") else None
    fix = fix_for(source, path, loc, error) if kind != "prose" else None
    problem = Problem(
        rule=rule, message=message, help=help, file=source.file, path=path, place=place or source.place(path),
        fixes=(fix,) if fix else (),
    )  # fmt: skip
    return Misfit(problem=problem, loc=loc, kind=kind, words=tuple(words_of(error)))


_QUOTE = "inside { } a comma ends a text: quote the whole text, or write it in block style"


def _is_key(source: Source, path: Path) -> bool:
    """Whether a colon was written after the key at ``path``: inside { } YAML takes any text for a key."""
    place = source.keys[path]
    after = source.line(place)[place.column - 1 :]
    return after.removeprefix(str(path[-1])).lstrip().startswith(":") or after[:1] in ("'", '"')


def _written(source: Source, loc: Path, holder: Any = None) -> Path:
    """pydantic's location holds union tags and missing keys; keep what stands in the text.

    A tag may be spelled like a key (a cohort called `mapping`): of all readings, one that keeps the last step, then
    the longest; where a key is missing, one that leads to the ``holder`` that lacks it.
    """
    readings: dict[Path, bool] = {(): False}
    for step in loc:
        kept = {(*path, step): True for path in readings if (*path, step) in source.values}
        readings = {**kept, **{path: False for path in readings if path not in kept}}
    return max(readings, key=lambda p: (holder is not None and node(source, p) is holder, readings[p], len(p)))


def _last(path: Path) -> str:
    return str(next((p for p in reversed(path) if isinstance(p, str)), "the plan"))


def _extra(path: Path, loc: Path, error: Error) -> tuple[str, str, str]:
    known = keys_at(loc[:-1])
    section = _last(path[:-1])
    return "unknown-key", f"`{path[-1]}` is no key of {section}", near(str(path[-1]), known)


def _missing(path: Path, loc: Path, error: Error) -> tuple[str, str, str]:
    return "missing-key", f"`{loc[-1]}` is missing in {_last(path)}", wanted(loc)


def _not_text(path: Path, loc: Path, error: Error) -> tuple[str, str, str]:
    given = error["input"]
    if isinstance(given, list | tuple):
        return "wrong-kind", f"`{_last(path)}` is a list where one text is due", "write a single value, without [ ]"
    if isinstance(given, dict):
        return "wrong-kind", f"`{_last(path)}` is a mapping where a text is due", wanted(loc)
    shown = str(given).lower() if isinstance(given, bool) else str(given)
    kind = "a boolean" if isinstance(given, bool) else "a number"
    return "wrong-kind", f"{shown} is {kind} where a text is due", f'quote it: "{shown}"'


def _word(path: Path, loc: Path, error: Error) -> tuple[str, str, str]:
    known = words_of(error)
    given = error["input"]
    if not isinstance(given, str):
        return (
            "unknown-word",
            f"`{_last(path)}` can't be {as_yaml(given)}",
            "say one of " + ", ".join(f"`{k}`" for k in known),
        )
    return "unknown-word", f"`{given}` is no word for {_last(path)}", near(given, known)


def _kind(due: str) -> Callable[[Path, Path, Error], tuple[str, str, str]]:
    def say(path: Path, loc: Path, error: Error) -> tuple[str, str, str]:
        given = error["input"]
        what = {dict: "a mapping", tuple: "a list", str: "a text", bool: "a boolean", int: "a number"}.get(
            type(given), "a number"
        )
        if what == "a text" and due in ("a number", "a whole number"):
            return (
                "wrong-kind",
                f"`{_last(path)}` is the text {as_yaml(given)} where {due} is due",
                "write the number without quotes",
            )
        help = _SHORT.get(_last(path), {}).get(str(given)) if due == "a mapping" else None
        if help is None and _last(path) == "interval" and isinstance(given, str):
            help = f"write {{method: {given}, level: 0.95}}"
        return "wrong-kind", f"`{_last(path)}` is {what} where {due} is due", help or wanted(loc)

    return say


_SHORT = {"rule": {"youden": "write {max: youden}", "expected_cost": "write {min: expected_cost}"}}
"""What is meant where a word stands in a mapping's place."""


def _range(path: Path, loc: Path, error: Error) -> tuple[str, str, str]:
    limits = error.get("ctx", {})
    words = {"ge": "at least", "gt": "more than", "le": "at most", "lt": "less than"}
    told = ", ".join(f"{words[k]} {v}" for k, v in limits.items() if k in words)
    return "out-of-range", f"`{_last(path)}` is {error['input']}; it must be {told}", _percent(error["input"], limits)


def _percent(given: Any, limits: dict[str, Any]) -> str:
    """A share that was written as a percentage."""
    if Decimal(1) in (limits.get("lt"), limits.get("le")) and 1 < given <= 100:
        return f"{given} % is {(Decimal(given) / 100).normalize():f}"
    return ""


def _length(path: Path, loc: Path, error: Error) -> tuple[str, str, str]:
    limits = error.get("ctx", {})
    least, most = limits.get("min_length"), limits.get("max_length")
    told = f"at least {least}" if least is not None else f"at most {most}"
    number = len(error["input"])
    entries = "1 entry" if number == 1 else f"{number} entries"
    help = wanted(loc)
    if _last(path) == "metric" and isinstance(error["input"], dict):
        help = f"write a list: {as_yaml([{w: g} if g else w for w, g in error['input'].items()])}"
    return "out-of-range", f"`{_last(path)}` has {entries}; it needs {told}", help


def _named(rule: str) -> Callable[[Path, Path, Error], tuple[str, str, str]]:
    def say(path: Path, loc: Path, error: Error) -> tuple[str, str, str]:
        given = error["input"]
        shown = ascii(given) if isinstance(given, str) and not given.isascii() else as_yaml(given)
        return rule, f"{shown[:90]} can't stand in `{_last(path)}`: {error['msg']}", ""

    return say


def _other(path: Path, loc: Path, error: Error) -> tuple[str, str, str]:
    return "wrong-kind", f"`{_last(path)}` is not what is due here", wanted(loc)


_BY_TYPE: dict[str, Callable[[Path, Path, Error], tuple[str, str, str]]] = {
    "extra_forbidden": _extra,
    "missing": _missing,
    "string_type": _not_text,
    "enum": _word,
    "literal_error": _word,
    "model_type": _kind("a mapping"),
    "dict_type": _kind("a mapping"),
    "tuple_type": _kind("a list"),
    "int_type": _kind("a whole number"),
    "float_type": _kind("a number"),
    "decimal_type": _kind("a number"),
    "is_instance_of": _kind("a number"),
    "bool_type": _kind("true or false"),
    "greater_than": _range,
    "greater_than_equal": _range,
    "less_than": _range,
    "less_than_equal": _range,
    "too_short": _length,
    "too_long": _length,
    "not_an_id": _named("not-an-id"),
    "not_a_label": _named("not-a-label"),
    "empty_text": _named("empty-text"),
    "listed_twice": _named("listed-twice"),
}
