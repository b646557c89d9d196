"""Acts to record, and a forger who knows how digests are made."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import rfc8785

from evalspec.ledger import chain
from evalspec.ledger.events import Binding, Event, FailedOpening, Opening, Run, Seal, Seen, Stop

TEXT = '{"plan":{"id":"trial"},"thresholds":{"main":{"value":"0.60"}}}'
PLAN_BYTES = b"plan: {id: trial}\n"


def digest(text: str | bytes) -> str:
    return "sha256:" + hashlib.sha256(text.encode() if isinstance(text, str) else text).hexdigest()


FINDING: dict[str, Any] = {
    "code": "STAT001",
    "name": "few-positives",
    "severity": "warning",
    "message": "12 positives",
    "file": "plan.yaml",
    "line": 3,
}
JUDGEMENT: dict[str, Any] = {
    "code": "STAT001",
    "name": "few-positives",
    "status": "objected",
    "grade": None,
    "reason": "",
}
PROJECT_RULE: dict[str, Any] = {
    "code": "ACME001",
    "name": "title-without-drug",
    "digest": digest("rule"),
    "package": None,
}


def _act(kind: type, fields: Mapping[str, Any]) -> Any:
    return kind.model_validate_json(json.dumps(fields))


def seal(**changes: Any) -> Seal:
    fields = {
        "canonical": 1,
        "bytes": digest(PLAN_BYTES),
        "meaning": digest(changes.get("text", TEXT)),
        "text": TEXT,
        "inputs": {"predictions": digest("p"), "units": digest("u")},
        "awaited": [],
        "rules": digest("rules"),
        "judgements": [JUDGEMENT, {**JUDGEMENT, "status": "passed", "grade": "proved", "reason": "seen in units.csv"}],
        "findings": [FINDING, {**FINDING, "line": None}],
        "environment": {"duckdb": "1.4.0", "evalspec-validator": "0.1.0"},
        "outcomes_seen": {"outcomes": {"present": True, "size": 10, "mtime_ns": "1790000000123456789"}},
    }
    return _act(Seal, fields | changes)


def binding(**inputs: str) -> Binding:
    return _act(Binding, {"inputs": inputs, "judgements": [JUDGEMENT], "findings": []})


def opening(sealed: Event, *sources: str) -> Opening:
    return Opening(seal=sealed.digest, sources=sources or ("outcomes",))


def failed(opened: Event) -> FailedOpening:
    return FailedOpening(opened=opened.digest, reason="no such file")


def stop(opened: Event) -> Stop:
    return _act(Stop, {"opened": opened.digest, "reason": "2 units have no outcome", "findings": [FINDING]})


def run(opened: Event, results: str = "results") -> Run:
    return Run(
        opened=opened.digest,
        outcomes={"outcomes": digest("o")},
        results=digest(results),
        tally=digest("tally"),
        files={"results.json": digest(results), "tally.json": digest("tally")},
        environment={"duckdb": "1.4.0"},
    )


ABSENT = Seen(present=False, size=None, mtime_ns=None)


def add(path: Path, act: Any, *, plan: str = "trial", **options: Any) -> Event:
    return chain.append(path, act, plan=plan, tool="0.1.0", **options)


def full(path: Path) -> tuple[Event, ...]:
    """One event of every kind, on disk."""
    installed = {**PROJECT_RULE, "code": "ACME002", "package": "acme-rules 1.0"}
    sealed = add(
        path,
        seal(inputs={"units": digest("u")}, awaited=["predictions"], project_rules=[PROJECT_RULE, installed]),
    )
    add(path, binding(predictions=digest("p")))
    add(path, failed(add(path, opening(sealed))))
    add(path, stop(add(path, opening(sealed))))
    add(path, run(add(path, opening(sealed))))
    return chain.read(path)


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def forged(events: Iterable[Mapping[str, Any]]) -> bytes:
    """The chain that someone makes who edits events and then works out every digest and link again."""
    new: dict[str, str] = {}
    previous, text = None, b""
    for event in events:
        fields = {key: new.get(value, value) if isinstance(value, str) else value for key, value in event.items()}
        old = fields.pop("digest", None)
        if "previous" in fields:
            fields["previous"] = previous
        previous = digest(rfc8785.dumps(fields))
        if old is not None:
            fields["digest"] = new[old] = previous
        text += rfc8785.dumps(fields) + b"\n"
    return text
