"""`evalspec fmt`: one layout, the same meaning, every comment."""

import builtins
from pathlib import Path
from random import Random

import pytest
from project import SPECS, evalspec, project

from evalspec.plan.canonical import meaning_digest
from evalspec.plan.layout import _comments, laid_out
from evalspec.plan.load import load
from evalspec.plan.model import Plan
from evalspec.plan.source import read
from evalspec.records import Refusal

pytest.importorskip("ruamel.yaml", reason="ruamel.yaml is not installed")

MINIMAL = (SPECS / "minimal" / "plan.yaml").read_text(encoding="utf-8")
FILES = [*sorted(SPECS.rglob("plan.yaml")), *sorted((Path(__file__).parents[1] / "plan").glob("*.yaml"))]


def meaning(raw: bytes) -> str:
    plan = load(read(raw, "plan.yaml"))
    assert isinstance(plan, Plan)
    return meaning_digest(plan)


@pytest.mark.parametrize("file", FILES, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_a_layout_is_stable_and_means_the_same(file: Path) -> None:
    raw = file.read_bytes()
    once = laid_out(raw, "plan.yaml")
    assert meaning(once) == meaning(raw)
    assert laid_out(once, "plan.yaml") == once
    assert _comments(read(once, "p")) == _comments(read(raw, "p"))


def sections(text: str) -> list[str]:
    from evalspec.testing import sections as parts

    return list(parts(text).values())


@pytest.mark.parametrize("seed", range(5))
def test_sections_in_any_order_are_laid_out_as_one(seed: int) -> None:
    head, *parts = sections("# a plan\n\n" + MINIMAL)
    parts = [f"# about {p.split(':')[0]}\n{p}" for p in parts]
    whole = head + "".join(parts)
    Random(seed).shuffle(parts)
    made = laid_out((head + "".join(parts)).encode(), "plan.yaml").decode()
    assert meaning(made.encode()) == meaning(MINIMAL.encode())
    keys = [line.split(":")[0] for line in made.splitlines() if line[:1].isalpha()]
    assert keys == [line.split(":")[0] for line in MINIMAL.splitlines() if line[:1].isalpha()]
    for key in keys[1:]:
        assert f"# about {key}\n{key}:" in made
    assert sorted(made.split()) == sorted(whole.split())


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_line_ends_and_the_mark_stay(ending: str, mark: bytes) -> None:
    wide = MINIMAL.replace("  id: two-hospitals", "     id: two-hospitals").replace("\n  title", "\n     title")
    wide = wide.replace("\n  question", "\n     question").replace("\n  target", "\n     target")
    assert laid_out(mark + wide.replace("\n", ending).encode(), "p") == mark + laid_out(MINIMAL.encode(), "p").replace(
        b"\n", ending.encode()
    )


def test_numbers_and_quotes_are_written_as_they_were() -> None:
    text = (
        MINIMAL.replace("value: 0.5", "value: 5.0e-1")
        .replace("level: 0.95", "level: 0.950")
        .replace("[A, B]", "['A', \"B\"]")
    )
    made = laid_out(text.encode(), "p").decode()
    assert all(w in made for w in ("value: 5.0e-1", "level: 0.950", "['A', \"B\"]"))


def test_a_plan_with_faults_is_not_laid_out() -> None:
    with pytest.raises(Refusal, match="before its faults are mended") as e:
        laid_out(MINIMAL.replace("kind: external", "kind: extern").encode(), "p")
    assert e.value.exit_code == 1


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("# who was asked", "", "a comment would be lost: # who was asked"),
        ("# who was asked", "# who was asked\n# who was asked", "a comment would stand twice"),
        ("value: 0.5", "value: 0.6", "its meaning would change"),
    ],
)
def test_what_would_lose_something_is_not_written(
    monkeypatch: pytest.MonkeyPatch, old: str, new: str, why: str
) -> None:
    from evalspec.plan import layout

    monkeypatch.setattr(layout, "_written", lambda text, file: text.replace(old, new))
    with pytest.raises(Refusal, match=why) as e:
        laid_out((MINIMAL + "# who was asked\n").encode(), "p")
    assert e.value.exit_code == 1


def test_check_and_diff_write_nothing(tmp_path: Path) -> None:
    plan = project(tmp_path / "p")
    wide = MINIMAL.replace("  column: cohort\n  members", "     column: cohort\n     members")
    plan.write_text(wide)
    assert evalspec("fmt", "--check", plan).returncode == 1
    done = evalspec("fmt", "--diff", plan)
    assert (done.returncode, plan.read_text()) == (1, wide)
    assert "-     column: cohort" in done.stdout
    assert evalspec("fmt", plan).returncode == 0
    assert evalspec("fmt", "--check", plan).returncode == 0
    assert evalspec("check", plan).returncode == 0


def test_a_sealed_plan_keeps_its_bytes(tmp_path: Path) -> None:
    plan = project(tmp_path / "p")
    wide = MINIMAL.replace("  column: cohort\n  members", "     column: cohort\n     members")
    plan.write_text(wide)
    assert evalspec("seal", plan).returncode == 0
    assert evalspec("fmt", plan).returncode == 3
    assert plan.read_text() == wide


def test_without_the_extra_it_says_which(monkeypatch: pytest.MonkeyPatch) -> None:
    there = builtins.__import__

    def missing(name: str, *args: object, **kwargs: object) -> object:
        if name.startswith("ruamel"):
            raise ImportError(name)
        return there(name, *args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(Refusal, match="needs the extra `edit`") as e:
        laid_out(MINIMAL.encode(), "p")
    assert e.value.exit_code == 4
