"""What the rules say beside faults of the shape hangs on none of them: a healthy plan, broken anywhere, gets no more."""

from pathlib import Path
from random import Random

import pytest
from project import SPECS

from evalspec.pipeline import check
from evalspec.plan.model.base import Part
from evalspec.plan.source import Source, read

PLANS = sorted(SPECS.glob("*/plan.yaml"))
JUNK = ("5", "[x]", "{x: 1}", "true", "0x1F", "''", '"a\\tb"', "null", "0123", "!!str x", "[]", "-1", "99", "zzz")
OF_THE_LANGUAGE = {f.alias or name for part in Part.__subclasses__() for name, f in part.model_fields.items()}


def told(file: Path, raw: bytes) -> set[tuple[str, str]]:
    return {(f.code, f.message) for f in check(file, raw=raw, plan_only=True, debug=True).findings}


def readers() -> set[str]:
    from evalspec.pipeline._read import rules

    return {code for code, rule in rules().items() if rule.reader}


def broken(rng: Random, source: Source) -> str:
    """One value replaced by junk, or one key of the language misspelt."""
    text = source.text
    if rng.random() < 0.4:
        paths = [p for p in source.keys if len(str(p[-1])) > 5 and p[-1] in OF_THE_LANGUAGE]
        start, _ = source.tokens[source.keys[rng.choice(paths)]]
        at = start + rng.randrange(1, 4)
        return text[:at] + rng.choice("xq") + text[at + 1 :]
    values = [p for p, place in source.values.items() if place in source.tokens and len(p) > 1]
    start, end = source.tokens[source.values[rng.choice(values)]]
    return text[:start] + rng.choice(JUNK) + text[end:]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("file", PLANS, ids=lambda p: p.parent.name)
def test_a_broken_plan_gets_no_finding_of_a_rule_that_the_whole_one_does_not_get(file: Path, seed: int) -> None:
    rng = Random(seed)
    raw = file.read_bytes()
    whole, by_reader = told(file, raw), readers()
    partly = 0
    for _ in range(40):
        text = broken(rng, read(raw, "plan.yaml"))
        checked = check(file, raw=text.encode(), plan_only=True, debug=True)
        if checked.plan is not None or checked.source is None:
            continue
        partly += 1
        more = {(f.code, f.message) for f in checked.findings if f.code not in by_reader} - whole
        assert not more, (sorted(more), [(f.place, f.message) for f in checked.findings if f.code in by_reader])
        assert any(f.code in by_reader for f in checked.findings)
    assert partly > 5
