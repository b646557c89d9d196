"""results.json is taken back only as evalspec wrote it."""

import json
from pathlib import Path

import pytest
import rfc8785
from project import ROOT

from evalspec.records import Refusal
from evalspec.results.read import read_results

GOLDEN = sorted((ROOT / "specs").glob("*/golden/results.json"))
RAW = next(p for p in GOLDEN if p.parent.parent.name == "minimal").read_bytes()


@pytest.mark.parametrize("path", GOLDEN, ids=lambda p: p.parent.parent.name)
def test_what_a_run_wrote_is_read_as_it_is(path: Path) -> None:
    raw = path.read_bytes()
    assert rfc8785.dumps(read_results(raw, "results.json")) + b"\n" == raw


def _with(**changed: object) -> bytes:
    return rfc8785.dumps(json.loads(RAW) | changed) + b"\n"


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        (b"", "this is not JSON"),
        (RAW[:-20], "this is not JSON"),
        (b"\xff" + RAW, "not UTF-8"),
        (b"[]\n", "not a JSON object"),
        (b"[" * 200_000, "nested too deep"),
        (RAW.replace(b'"curves":', b'"curves":[],"curves":', 1), "'curves' stands twice"),
        (RAW.replace(b'"estimate":', b'"estimate":NaN,"was":', 1), "NaN is no number"),
        (RAW + b"\n", "not in canonical form"),
        (RAW[:-1], "not in canonical form"),
        (RAW.replace(b",", b", ", 1), "not in canonical form"),
        (json.dumps(json.loads(RAW), indent=1).encode(), "not in canonical form"),
        (RAW.replace(b'"evalspec_results":1', b'"evalspec_results":1.0'), "not in canonical form"),
        (RAW.replace(b'"evalspec_results":1', b'"evalspec_results":2'), "`evalspec_results`"),
        (_with(more=1), "'more' was unexpected"),
        (_with(evalspec_results=True), "`evalspec_results`"),
        (_with(tally="sha256:" + "0" * 64 + "\n"), "`tally`"),
        (_with(rows=[{}]), "`rows.0`"),
    ],
)
def test_anything_else_is_refused_with_exit_code_2(raw: bytes, told: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_results(raw, "results.json")
    assert told in refused.value.message
    assert refused.value.file == "results.json"
    assert refused.value.exit_code == 2
    assert refused.value.help


def test_a_count_below_nought_or_a_text_for_a_number_is_refused_at_its_place() -> None:
    whole = json.loads(RAW)
    whole["counts"][0]["tp"] = -1
    with pytest.raises(Refusal, match=r"`counts\.0\.tp`"):
        read_results(rfc8785.dumps(whole) + b"\n", "results.json")
    whole = json.loads(RAW)
    whole["rows"][0]["estimate"] = "0.5"
    with pytest.raises(Refusal, match=r"`rows\.0\.estimate`"):
        read_results(rfc8785.dumps(whole) + b"\n", "results.json")
