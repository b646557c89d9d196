"""The page on the ledger says what the ledger does."""

import re
import subprocess
import sys
from pathlib import Path

from ledger import acts

from evalspec.ledger import chain
from evalspec.ledger.schema import ledger_schema

PAGE = (Path(__file__).parents[2] / "docs" / "ledger.md").read_text()
RECIPES = dict(enumerate(re.findall(r"```(?:sh|python)\n(.*?)```", PAGE, re.DOTALL)))


def sections() -> dict[str, str]:
    """The table under each heading, by the first word of it in backticks."""
    parts = re.split(r"^### ", PAGE, flags=re.MULTILINE)[1:]
    return {match[1]: part for part in parts if (match := re.match(r"`([a-z-]+)`", part))}


def test_every_kind_has_a_table_and_every_field_stands_in_it() -> None:
    schema = ledger_schema()
    common = set(
        re.findall(r"^\| `(\w+)` \|", PAGE.partition("### In every event")[2].partition("### ")[0], re.MULTILINE)
    )
    for kind, address in schema["discriminator"]["mapping"].items():
        rows = re.findall(r"^\| (`.*?) \|", sections()[kind], re.MULTILINE)
        named = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
        assert named | common == set(schema["$defs"][address.rpartition("/")[2]]["properties"]), kind


def test_the_recipes_for_checking_by_hand_work_and_notice_a_change(ledger: Path) -> None:
    events = acts.full(ledger)

    def done(recipe: str, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([*command, "-c", recipe], cwd=ledger.parent, capture_output=True, text=True, check=False)

    one = done(RECIPES[0], "sh").stdout.splitlines()
    assert events[0].digest.removeprefix("sha256:") in one[0]
    assert one[0].split(":")[-1].strip('"') == one[1].split()[0]
    assert done(RECIPES[1], sys.executable).stdout == f"head {chain.head(ledger)}\n"
    assert done(RECIPES[2], "sh").stdout.split()[0] == events[0].meaning.removeprefix("sha256:")
    ledger.write_bytes(ledger.read_bytes().replace(b"units", b"unitz", 1))
    assert "line 1 was changed" in done(RECIPES[1], sys.executable).stderr
    changed = done(RECIPES[0], "sh").stdout.splitlines()
    assert changed[0] == one[0]
    assert changed[1] != one[1]
