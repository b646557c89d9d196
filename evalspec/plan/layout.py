"""One layout for every plan: sections in the order of the language, two spaces a level; comments and words as they are."""

import io
import re
from typing import Any

from evalspec.plan.canonical import canonical
from evalspec.plan.load import load
from evalspec.plan.model import Plan
from evalspec.plan.source import Source, read
from evalspec.records import Refusal

_MARK = "\ufeff"
_KEY = re.compile(r"""(?:"[^"\n]*"|'[^'\n]*'|[^\s#"'\[\]{},&*!|>%@`-][^:\n]*):(?=\s|$)""")
_COMMENT = re.compile(r"(?:(?<=\s)|^)#.*$", re.MULTILINE)


def laid_out(raw: bytes, file: str) -> bytes:
    """The plan in the canonical layout; a byte order mark and the kind of line ends stay.

    Raises:
        Refusal: it can't be read as a plan, its meaning or a comment would be lost (exit 1), or the extra that writes
            YAML is missing (exit 4).
    """
    source = read(raw, file)
    before = _plan(source, "the plan can't be laid out before its faults are mended")
    ends = "\r\n" if "\r\n" in source.text else "\n"
    text = source.text.replace("\r\n", "\n")
    made = _written(_in_order(text, source), file)
    mark = _MARK if raw.startswith(_MARK.encode()) else ""
    after = (mark + made.replace("\n", ends)).encode()
    again = read(after, file)
    if canonical(_plan(again, "the new layout can't be read")) != canonical(before):
        raise _stays(file, "its meaning would change")
    lost = [c for c in _comments(source) if c not in _comments(again)]
    if lost or len(_comments(again)) != len(_comments(source)):
        raise _stays(file, f"a comment would be lost: {lost[0]}" if lost else "a comment would stand twice")
    return after


def _plan(source: Source, message: str) -> Plan:
    plan = load(source)
    if not isinstance(plan, Plan):
        help = f"{plan[0].message}; `evalspec check` shows all"
        raise Refusal(message, file=source.file, place=plan[0].place, help=help, exit_code=1)
    return plan


def _stays(file: str, why: str) -> Refusal:
    return Refusal(
        f"the plan stays as it is: in the new layout {why}", file=file, help="lay that part out by hand", exit_code=1
    )


def _in_order(text: str, source: Source) -> str:
    """The top-level sections in the language's order; the comment lines right above a section go with it."""
    lines = text.rstrip("\n").split("\n")
    starts = [place.line - 1 for path, place in source.keys.items() if len(path) == 1]
    if any(not _KEY.match(lines[n]) for n in starts):
        return text  # sections inside { } have no lines of their own
    tops = []
    for n in starts:
        top = n
        while top > 0 and lines[top - 1].startswith("#") and top - 1 not in starts:
            top -= 1
        tops.append(top)
    first = min(starts)
    head = lines[: min(tops)]
    if min(tops) == 0 or not any(line.strip() for line in head):  # what opens the file stays at its top
        head, tops = lines[:first], [max(t, first) for t in tops]
    bodies = {}
    for path, top in zip([p for p in source.keys if len(p) == 1], tops, strict=True):
        end = min((t for t in tops if t > top), default=len(lines))
        body = "\n".join(lines[top:end])
        bodies[str(path[0])] = body.rstrip("\n") + ("\n\n" if body.endswith("\n") else "\n")
    order = [f.alias or name for name, f in Plan.model_fields.items()]
    ordered = "".join(bodies[k] for k in sorted(bodies, key=order.index)).rstrip("\n")
    return "\n".join([*head, ordered, ""])


def _written(text: str, file: str) -> str:
    try:
        from ruamel.yaml import YAML
        from ruamel.yaml.error import YAMLError
        from ruamel.yaml.resolver import VersionedResolver
    except ImportError as e:
        raise Refusal(
            "laying out a plan needs the extra `edit`", file=file,
            help="pip install 'evalspec-validator[edit]'", exit_code=4,
        ) from e  # fmt: skip

    class AsWritten(VersionedResolver):  # type: ignore[misc,unused-ignore]
        """Every plain word is a text, so that 0.90 and 1e-3 are written as they were."""

        @property
        def versioned_resolver(self) -> Any:
            return {}

    writer = YAML()
    writer.preserve_quotes = True
    writer.brace_single_entry_mapping_in_flow_sequence = True
    writer.width = 1 << 20
    writer.Resolver = AsWritten
    writer.indent(mapping=2, sequence=4, offset=2)
    made = io.StringIO()
    try:
        writer.dump(writer.load(text), made)
    except YAMLError as e:
        raise _stays(file, "a part could not be written") from e
    return made.getvalue()


def _comments(source: Source) -> list[str]:
    """Every comment, sorted; a # inside a text is none."""
    outside, at = [], 0
    for start, end in sorted(source.tokens.values()):
        outside.append(source.text[at:start])
        at = end
    outside.append(source.text[at:])
    return sorted(c.rstrip() for c in _COMMENT.findall("\x00".join(outside).replace("\r\n", "\n")))
