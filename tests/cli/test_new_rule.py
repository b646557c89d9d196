"""evalspec new rule, and the helper by which its test runs its examples."""

import re
import subprocess
import sys

import pytest
from project import ROOT, evalspec, project

from evalspec.records import Refusal
from evalspec.testing import check_examples, rule_in


def test_what_it_writes_works_as_it_is(tmp_path):
    done = evalspec("new", "rule", "primary-level-not-95", "--prefix", "ACME", cwd=tmp_path)
    assert done.returncode == 0
    rule, test = done.stdout.split()
    assert "evalspec check --rules team_rules PLAN" in done.stderr
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", test]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout
    plan = project(tmp_path / "p")
    assert evalspec("check", plan, "--rules", "team_rules", cwd=tmp_path).returncode == 0
    check_examples(rule_in(tmp_path / rule))


def test_the_rule_on_the_page_is_the_one_that_is_written_but_for_its_comment(tmp_path):
    evalspec("new", "rule", "primary-level-not-95", "--prefix", "ACME", "--into", tmp_path)
    written = (tmp_path / "primary_level_not_95.py").read_text()
    shown = re.search(r"```python\n(.*?)```", (ROOT / "docs" / "project-rules.md").read_text(), re.S)[1]
    assert "".join(line for line in written.splitlines(True) if "# An example" not in line) == shown


def test_the_next_rule_takes_the_next_number_and_nothing_is_overwritten(tmp_path):
    evalspec("new", "rule", "one", "--into", tmp_path / "r")
    evalspec("new", "rule", "two", "--into", tmp_path / "r")
    assert 'code="TEAM002"' in (tmp_path / "r" / "two.py").read_text()
    before = (tmp_path / "r" / "one.py").read_text()
    done = evalspec("new", "rule", "one", "--into", tmp_path / "r")
    assert (done.returncode, done.stdout) == (2, "")
    assert "there already" in done.stderr
    assert (tmp_path / "r" / "one.py").read_text() == before


@pytest.mark.parametrize(
    ("args", "word"), [(("Two Words",), "is no name"), (("x", "--prefix", "LEAK"), "LEAK"), (("x", "--prefix", "a"), "no code")]
)  # fmt: skip
def test_a_name_or_prefix_that_no_rule_may_have_is_refused(tmp_path, args, word):
    done = evalspec("new", "rule", *args, cwd=tmp_path)
    assert done.returncode == 2
    assert word in done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"LEVEL", "0.90"', '"LEVEL", "0.95"', "bad example 1: the rule does not object; found: nothing"),
        ('"LEVEL", "0.95"', '"LEVEL", "0.90"', "good example 1: the rule objects"),
        (
            '"LEVEL", "0.90"',
            '"sensitivity", "sensitivty").replace("LEVEL", "0.90"',
            "bad example 1: another rule objects",
        ),
        ('why="Our reports', 'why="" and "Our reports', "its why is empty"),
    ],
)
def test_an_example_that_does_not_show_the_rule_is_told(tmp_path, old, new, told):
    evalspec("new", "rule", "one", "--into", tmp_path)
    text = (tmp_path / "one.py").read_text()
    assert old in text
    (tmp_path / "one.py").write_text(text.replace(old, new))
    with pytest.raises((AssertionError, Refusal), match=told):
        check_examples(rule_in(tmp_path / "one.py"))
