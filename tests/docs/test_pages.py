"""The reference pages say what the definitions say, and the README shows what the program does."""

import importlib.util
import re

import pytest
from project import ROOT, evalspec, project

_spec = importlib.util.spec_from_file_location("docs_build", ROOT / "docs" / "build.py")
build = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(build)


@pytest.mark.parametrize("name", sorted(build.pages()))
def test_a_reference_page_is_what_the_definitions_say(name):
    assert (ROOT / "docs" / name).read_text() == build.pages()[name], "run `python docs/build.py`"


def test_every_rule_stands_on_the_page_with_reason_and_examples():
    text = (ROOT / "docs" / "rules.md").read_text()
    for rule in build.rules().values():
        section = text.split(f"### {rule.code} {rule.name}\n")[1].split("\n### ")[0]
        for word in ("- Why: ", "- Instead: ", "\nBad:\n", "\nGood:\n"):
            assert word in section, (rule.code, word)


def test_every_link_in_the_pages_leads_somewhere():
    for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+?)(?:#[^)]*)?\)", page.read_text()):
            assert (page.parent / target).exists(), (page.name, target)


def block(kind, holding):
    found = re.findall(rf"^```{kind}\n(.*?)^```", (ROOT / "README.md").read_text(), re.M | re.S)
    return next(b for b in found if holding in b)


def test_the_plan_in_the_readme_is_the_minimal_one_and_gives_the_report_shown(tmp_path):
    plan = project(tmp_path / "p")
    plan.write_text(block("yaml", "evalspec: 1"))
    assert evalspec("seal", plan).returncode == 0
    done = evalspec("run", plan, "-o", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    assert block("text", "PRIMARY") in done.stdout


def test_the_finding_in_the_readme_is_what_check_says(tmp_path):
    plan = project(tmp_path / "p")
    plan.write_text(block("yaml", "evalspec: 1").replace("source: prespecified", "source: evaluation"))
    done = evalspec("check", "plan.yaml", cwd=plan.parent)
    assert done.returncode == 1
    assert block("text", "LEAK108") in done.stdout
