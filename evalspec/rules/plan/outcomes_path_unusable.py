"""PLAN149: the path of the outcomes, or of the counts, can't be opened when the time comes."""

import posixpath
import re
from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.terms import Severity

_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://|(file|https?|s3):", re.IGNORECASE)
_ABSOLUTE = re.compile(r"[/\\]|[A-Za-z]:[/\\]")
_READ = (".csv", ".parquet")


def text(plan: Plan) -> Iterator[Answer]:
    """By the path's text alone: the file itself is not touched before the seal."""
    named = {n: f for n, f in (("outcomes", plan.data.outcomes), ("counts", plan.data.counts)) if f is not None}
    if not named:
        yield NotApplicable("the plan declares neither outcomes nor counts")
    for name, file in named.items():
        why, help = _fault(file.path)
        if why:
            yield Objection(path=("data", name), message=f"the path of {name}, {file.path}, {why}", help=help)


def _fault(path: str) -> tuple[str, str]:
    """What is wrong with a path, and another help than the rule's."""
    if _URL.match(path):
        return "is a URL; nothing is fetched", ""
    if path.startswith("~"):
        return "begins with `~`, which is not expanded", ""
    if _ABSOLUTE.match(path):
        return "is absolute", ""
    if posixpath.normpath(path).split("/")[0] == "..":
        return "leads out of the plan's folder", ""
    suffix = posixpath.splitext(path)[1]
    if suffix.lower() not in _READ:
        told = f"has the suffix {suffix}" if suffix else "has no suffix"
        return f"{told}: its format is not known", "write the table as .csv or .parquet"
    return "", ""


def outcomes(path: str) -> str:
    """An example's data, with the outcomes at this path."""
    return f'data: {{predictions: predictions.csv, outcomes: "{path}"}}\n'


RULE = Rule(
    code="PLAN149",
    name="outcomes-path-unusable",
    severity=Severity.ERROR,
    summary="The path of the outcomes or counts is absolute, a URL, leads out of the plan's folder, or has an unknown suffix.",
    why="It would be found out only when the outcomes are opened: after the seal, when the plan can no longer change.",
    help="put the file into the plan's folder, and name it by its path from there",
    source="CWE-22, Path Traversal",
    bad=(
        outcomes("/data/outcomes.csv"),
        outcomes("C:/data/outcomes.csv"),
        outcomes("../outcomes.csv"),
        outcomes("here/../../outcomes.csv"),
        outcomes("https://example.org/outcomes.csv"),
        outcomes("~/outcomes.csv"),
        outcomes("outcomes.txt"),
        outcomes("outcomes"),
    ),
    good=(outcomes("kept/outcomes.csv"), outcomes("./outcomes.parquet"), outcomes("..outcomes.csv")),
    text=text,
)
