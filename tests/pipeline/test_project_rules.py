"""A project's own rules: only where somebody named them, judged like ours, and on the record with their digests."""

import hashlib
import json
import sys

import pytest
from project import evalspec, project

import evalspec as api
from evalspec.ledger import chain

RULE = '''"""A rule of Acme's."""
from evalspec.rules import Objection, Rule, Severity

def text(plan):
    {body}

RULE = Rule(
    code="{code}", name="{name}", severity=Severity.ERROR, summary="s", why="w", help="take another title",
    bad=("",), good=("",), text=text, {more}
)
'''
OBJECTS = 'yield Objection(path=("plan", "title"), message=f"the title is {plan.plan.title}")'
PASSES = "yield from ()"


def rule(code="ACME001", name="title-says-classifier", body=OBJECTS, more=""):
    return RULE.format(code=code, name=name, body=body, more=more)


def team(folder, **texts):
    folder.mkdir(exist_ok=True)
    for name, text in texts.items():
        (folder / f"{name}.py").write_text(text)
    return folder


@pytest.fixture
def plan(tmp_path):
    return project(tmp_path / "p")


def refused(done, *words):
    assert done.returncode == 2, (done.stdout, done.stderr)
    assert done.stderr.count("error") == 1, done.stderr
    assert "Traceback" not in done.stderr
    for word in words:
        assert word in done.stderr, done.stderr


def test_its_finding_stands_with_ours_in_every_format_and_in_the_coverage(plan, tmp_path):
    rules = team(tmp_path / "team", a=rule())
    for form in ("full", "concise", "json", "github"):
        done = evalspec("check", plan, "--rules", rules, "--format", form, "--coverage")
        assert done.returncode == 1
        assert "ACME001" in done.stdout
        assert f"project rules: 1 from {rules} (--rules)\n" in done.stderr
    found = json.loads(evalspec("check", plan, "--rules", rules, "--format", "json").stdout)["plans"][0]
    assert [(f["code"], f["line"], f["help"]) for f in found["findings"]] == [("ACME001", 5, "take another title")]
    assert {j["code"]: j["status"] for j in found["judgements"]}["ACME001"] == "objected"


def test_a_folder_beside_the_plan_is_not_run_unless_somebody_names_it(plan):
    team(plan.parent / "team", a="raise SystemExit('it was run')")
    (plan.parent / "pyproject.toml").write_text('[tool.evalspec]\nrules = ["team"]\n')
    done = evalspec("check", plan, cwd=plan.parent.parent)
    assert done.returncode == 0
    assert "project rules" not in done.stderr


@pytest.mark.parametrize("name", ["pyproject.toml", "evalspec.toml"])
def test_the_settings_of_the_current_directory_name_folders(plan, tmp_path, name):
    team(tmp_path / "team", a=rule())
    (tmp_path / name).write_text('[tool.evalspec]\nrules = ["team"]\n')
    done = evalspec("check", plan, cwd=tmp_path)
    assert done.returncode == 1
    assert f"project rules: 1 from team ({name})" in done.stderr
    for off in (("--no-project-rules",), ()):
        env = {} if off else {"EVALSPEC_NO_PROJECT_RULES": "1"}
        done = evalspec("check", plan, *off, cwd=tmp_path, env=env)
        assert (done.returncode, "project rules" in done.stderr) == (0, False)


@pytest.mark.parametrize(
    ("name", "text", "word"),
    [
        ("pyproject.toml", "[tool.evalspec]\nrules = 'team'\n", "no list of folders"),
        ("pyproject.toml", "[tool.evalspec]\nrule = ['team']\n", "did you mean `rules`?"),
        ("pyproject.toml", "[tool.evalspec\n", "not TOML"),
        ("pyproject.toml", "tool.evalspec = 3\n", "no table"),
        ("pyproject.toml", "[tool.evalspec]\nrules = ['nowhere']\n", "there is no such folder"),
        ("evalspec.toml", "rules = ['team']\n", "has no table [tool.evalspec]"),
    ],
)
def test_settings_that_say_something_else_are_one_clear_error(plan, tmp_path, name, text, word):
    (tmp_path / name).write_text(text)
    refused(evalspec("check", plan, cwd=tmp_path), word)


def test_settings_of_other_tools_are_left_alone(plan, tmp_path):
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "x"\n[tool.other]\nrules = 3\n')
    assert evalspec("check", plan, cwd=tmp_path).returncode == 0


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        ({"a": "import nothing_of_this_name"}, ("a.py:1:1", "ModuleNotFoundError", "nothing_of_this_name")),
        ({"a": "x = 1\ndef f(:\n"}, ("a.py:2:1", "SyntaxError")),
        ({"a": "x = 1\nraise SystemExit(0)"}, ("a.py:2:1", "SystemExit")),
        ({"a": "x = 1"}, ("a.py", "offers no RULE", "begins with `_`")),
        ({"a": "RULE = 'ACME001'"}, ("RULE is a str, not a Rule",)),
        ({"a": rule(code="acme1")}, ("`acme1` is no code",)),
        ({"a": rule(code="LEAK999")}, ("begins with LEAK",)),
        ({"a": rule(code="LEAKY001")}, ("begins with LEAK",)),
        ({"a": rule(name="Title Says")}, ("`Title Says` is no name",)),
        ({"a": rule(), "b": rule(name="other")}, ("b.py", "`ACME001` stands for two rules", "a.py")),
        ({"a": rule(), "b": rule(code="ACME002")}, ("`title-says-classifier` stands for two rules",)),
        ({"a": rule(name="resubstitution")}, ("`resubstitution` stands for two rules", "evalspec itself")),
        ({"a": rule(more="reader=True")}, ("a reader's",)),
        ({"a": rule(more="opened=text")}, ("after the opening",)),
        ({"a": rule(more="instead_of=('resubstitution',)")}, ("silences `resubstitution`",)),
        ({}, ("no rule lies in this folder",)),
    ],
)
def test_what_is_no_sound_rule_is_one_clear_error(plan, tmp_path, texts, words):
    refused(evalspec("check", plan, "--rules", team(tmp_path / "team", **texts)), *words)


def test_a_helper_whose_name_begins_with_an_underscore_is_no_rule(plan, tmp_path):
    rules = team(tmp_path / "team", a=rule(body=PASSES), _helper="raise SystemExit")
    assert evalspec("check", plan, "--rules", rules).returncode == 0


def test_the_bytes_that_are_recorded_are_those_that_ran_whatever_lies_in_a_cache(plan, tmp_path):
    import py_compile

    rules = team(tmp_path / "team", a=rule())
    py_compile.compile(str(rules / "a.py"), invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
    (rules / "a.py").write_text(rule(body=PASSES))
    assert evalspec("check", plan, "--rules", rules).returncode == 0


@pytest.mark.parametrize(
    "body", ["raise KeyError('x')", "yield 'an objection'", "yield Objection(path='plan', message='m')", "return 3"]
)
def test_a_rule_that_crashes_is_no_pass(plan, tmp_path, body):
    rules = team(tmp_path / "team", a=rule(body=body))
    done = evalspec("check", plan, "--rules", rules, "--coverage")
    assert done.returncode == 70
    assert "rule ACME001 title-says-classifier could not run" in done.stderr
    assert evalspec("seal", plan, "--rules", rules).returncode == 70
    assert not chain.ledger_of(plan).exists()


def test_it_is_waived_by_code_or_name_and_a_waiver_of_no_rule_is_told(plan, tmp_path):
    rules = team(tmp_path / "team", a=rule())
    text = plan.read_text()
    for word in ("ACME001", "title-says-classifier"):
        plan.write_text(f"{text}waivers: [{{rule: {word}, place: plan.title, why: w, by: B}}]\n")
        assert evalspec("check", plan, "--rules", rules).returncode == 0
        without = evalspec("check", plan)
        assert without.returncode == 1
        assert f"`{word}` is the code or name of no rule" in without.stdout
        assert "--rules FOLDER" in without.stdout


def installed(folder, name="acme-rules", **texts):
    """A package on the path, as pip would leave it, whose entry point offers every rule in it."""
    module = name.replace("-", "_")
    team(folder / module, __init__="", _words="TITLE = 'x'\n", **texts)
    about = folder / f"{module}-1.2.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2\n")
    (about / "entry_points.txt").write_text(f"[evalspec.rules]\nall = {module}\n")
    return {"PYTHONPATH": ":".join([str(folder), *[p for p in sys.path if p]])}


def test_rules_of_an_installed_package_take_part(plan, tmp_path):
    helped = rule().replace("from evalspec.rules", "from ._words import TITLE\nfrom evalspec.rules")
    env = installed(tmp_path / "site" if (tmp_path / "site").mkdir() is None else None, title=helped)
    done = evalspec("check", plan, env=env)
    assert done.returncode == 1, done.stderr
    assert "project rules: 1 from acme-rules 1.2 (installed)" in done.stderr
    assert evalspec("check", plan, "--no-project-rules", env=env).returncode == 0
    (tmp_path / "site" / "acme_rules" / "title.py").write_text(rule(body=PASSES))
    assert evalspec("seal", plan, env=env).returncode == 0
    assert chain.read_state(chain.ledger_of(plan)).seal.project_rules[0].package == "acme-rules 1.2"
    assert "those that judged the plan: ACME001" in evalspec("verify", plan, env=env).stdout


def test_an_entry_point_that_leads_nowhere_is_one_clear_error(plan, tmp_path):
    (tmp_path / "site").mkdir()
    env = installed(tmp_path / "site", title=rule())
    points = tmp_path / "site" / "acme_rules-1.2.dist-info" / "entry_points.txt"
    points.write_text("[evalspec.rules]\nall = acme_rules.nowhere\n")
    refused(evalspec("check", plan, env=env), "acme-rules 1.2", "no module `acme_rules.nowhere`")


def verdict(plan, rules):
    done = evalspec("verify", plan, *(("--rules", rules) if rules else ()))
    assert done.returncode == 0, done.stdout
    return next(line for line in done.stdout.splitlines() if "own rules" in line)


def test_the_seal_holds_their_digests_and_verify_status_and_run_tell_a_change(plan, tmp_path):
    rules = team(tmp_path / "team", a=rule(body=PASSES), b=rule("ACME002", "other", PASSES))
    assert evalspec("seal", plan, "--rules", rules).returncode == 0
    seal = chain.read_state(chain.ledger_of(plan)).seal
    expected = "sha256:" + hashlib.sha256((rules / "a.py").read_bytes()).hexdigest()
    assert [(r.code, r.package) for r in seal.project_rules] == [("ACME001", None), ("ACME002", None)]
    assert seal.project_rules[0].digest == expected
    assert verdict(plan, rules).startswith("  yes  own rules")
    assert "not compared: none is here" in verdict(plan, None)
    assert "differ" not in evalspec("status", plan, "--rules", rules).stderr

    (rules / "a.py").write_text(rule(body="raise SystemExit('it was run')"))
    (rules / "b.py").unlink()
    team(rules, c=rule("ACME003", "third"))
    told = "changed: ACME001; missing: ACME002; not there then: ACME003"
    assert told in verdict(plan, rules)
    assert told in evalspec("status", plan, "--rules", rules).stderr
    done = evalspec("run", plan, "--rules", rules, "-o", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    assert told in done.stderr
    assert "RULES OF THE PROJECT'S OWN THAT JUDGED THE PLAN" in done.stdout
    assert f"ACME001 title-says-classifier: proved\n      a file, {expected}" in done.stdout


def test_a_binding_records_the_rules_that_judged_it(tmp_path):
    plan = project(tmp_path / "p")
    rules = team(tmp_path / "team", a=rule(body=PASSES))
    plan.write_text(
        plan.read_text().replace(
            "predictions: predictions.csv", "predictions: {path: predictions.csv, arrives: after-seal}"
        )
    )
    there = plan.with_name("predictions.csv")
    kept = there.read_bytes()
    there.unlink()
    assert evalspec("seal", plan).returncode == 0
    there.write_bytes(kept)
    done = evalspec("bind", plan, "--rules", rules)
    assert done.returncode == 0
    assert "no rule of a project's own is recorded; there are some here: ACME001" in done.stderr
    seal, bound = chain.read(chain.ledger_of(plan))
    assert [len(e.project_rules) for e in (seal, bound)] == [0, 1]
    assert verdict(plan, rules).startswith("  yes  own rules")


def test_a_ledger_without_them_has_no_such_key_and_still_verifies(plan):
    assert evalspec("seal", plan).returncode == 0
    assert b"project_rules" not in chain.ledger_of(plan).read_bytes()
    assert "no rule of a project's own is recorded" in verdict(plan, None)


def test_from_python_folders_are_named_and_the_settings_of_a_directory_are_not_read(plan, tmp_path, monkeypatch):
    rules = team(tmp_path / "team", a=rule())
    (tmp_path / "pyproject.toml").write_text('[tool.evalspec]\nrules = ["team"]\n')
    monkeypatch.chdir(tmp_path)
    assert api.check(plan).ok
    assert api.check(plan, rules=False).ok
    assert [f.code for f in api.check(plan, rules=[rules]).findings] == ["ACME001"]
    with pytest.raises(api.Refusal, match="the plan has 1 error"):
        api.seal(plan, rules=[rules])


def test_they_are_listed_and_explained(tmp_path):
    rules = team(tmp_path / "team", a=rule())
    assert "ACME001  error    title-says-classifier" in evalspec("rules", "--rules", rules, "--family", "acme").stdout
    for word in ("ACME001", "title-says-classifier"):
        assert "Instead: take another title" in evalspec("explain", word, "--rules", rules).stdout
    assert evalspec("explain", "ACME001").returncode == 2
