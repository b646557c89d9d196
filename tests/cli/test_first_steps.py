"""What a newcomer does: one file with scores and outcomes to a plan that runs."""

import os
import stat

from project import evalspec

EVERYTHING = """\
patient,died,site,risk
p3,no,X,0.70
p1,yes,X,0.90
p2,no,Y,0.20
p4,yes,Y,0.40
p5,yes,X,0.60
p6,no,Y,0.10
"""


def test_split_init_check_seal_run(tmp_path):
    (tmp_path / "everything.csv").write_text(EVERYTHING)
    done = evalspec("split", "everything.csv", "--outcome", "died", "--id", "patient", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "predictions.csv").read_text().splitlines()[:2] == ["patient,site,risk", "p1,X,0.90"]
    assert (tmp_path / "outcomes.csv").read_text().splitlines()[:2] == ["patient,died", "p1,yes"]
    assert stat.S_IMODE(os.stat(tmp_path / "outcomes.csv").st_mode) == 0o600
    for secret in ("3", "50"):
        assert f"{secret} yes" not in done.stdout + done.stderr
    assert evalspec("init", "--from", "predictions.csv", "--outcome", "died", cwd=tmp_path).returncode == 0
    plan = tmp_path / "plan.yaml"
    done = evalspec("check", "plan.yaml", "--format", "concise", cwd=tmp_path)
    assert done.returncode == 1
    asked = {line.split("[")[1].split("]")[0] for line in done.stdout.splitlines() if "error[" in line}
    assert asked == {"PLAN100", "PLAN101", "PLAN111", "PLAN118", "PLAN129"}
    text = plan.read_text()
    for commented in (
        "# definition",
        "# reference_standard",
        "# id_scope",
        "# handling",
        "# value",
        "# why",
        "# positive",
        "# negative",
    ):
        text = text.replace(commented, commented[2:])
    text = (
        text.replace("column: outcome ", "column: died ")
        .replace('positive: "1"', "positive: yes")
        .replace('negative: "0"', "negative: no")
    )
    plan.write_text(text)
    done = evalspec("check", "plan.yaml", cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    assert evalspec("seal", "plan.yaml", cwd=tmp_path).returncode == 0
    done = evalspec("run", "plan.yaml", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "0.6667 (2/3)" in done.stdout


def test_split_refuses_a_unit_with_two_outcomes_and_writes_nothing(tmp_path):
    (tmp_path / "e.csv").write_text("id,y,s\na,1,0.5\na,0,0.5\n")
    done = evalspec("split", "e.csv", "--outcome", "y", "--id", "id", cwd=tmp_path)
    assert done.returncode == 1
    assert "e.csv:3:1: error: a unit has two different outcomes" in done.stderr
    assert sorted(p.name for p in tmp_path.iterdir()) == ["e.csv"]


def test_split_never_replaces_a_file(tmp_path):
    (tmp_path / "e.csv").write_text("id,y,s\na,1,0.5\n")
    (tmp_path / "outcomes.csv").write_text("mine")
    assert evalspec("split", "e.csv", "--outcome", "y", cwd=tmp_path).returncode == 2
    assert (tmp_path / "outcomes.csv").read_text() == "mine"
    assert not (tmp_path / "predictions.csv").exists()


def test_init_never_replaces_a_plan(tmp_path):
    (tmp_path / "plan.yaml").write_text("mine")
    assert evalspec("init", cwd=tmp_path).returncode == 2
    assert (tmp_path / "plan.yaml").read_text() == "mine"


def test_names_that_need_quotes_survive_init(tmp_path):
    (tmp_path / "predictions.csv").write_text('id,site,"my score: ""best"""\n1,NO,0.5\n2,007,0.6\n')
    assert evalspec("init", "--from", "predictions.csv", cwd=tmp_path).returncode == 0
    text = (tmp_path / "plan.yaml").read_text()
    assert 'members: ["007", "NO"]' in text
    done = evalspec("check", "plan.yaml", "--format", "concise", cwd=tmp_path)
    assert done.returncode == 1
    assert "PLAN0" not in done.stdout
