"""No unit's id stands in anything that is printed, recorded or left behind."""

import pytest
from project import evalspec, project

MARK = "Zebra"


def marked(folder, spoil=None):
    plan = project(folder / "p", "indo-rct")
    for name in ("predictions", "outcomes", "train_manifest"):
        path = plan.parent / f"{name}.csv"
        path.write_text(path.read_text().replace("er", MARK))
    if spoil:
        path = plan.parent / spoil[0]
        text = path.read_text()
        assert spoil[1] in text
        path.write_text(text.replace(spoil[1], spoil[2], 1))
    return plan


SPOILED = {
    "nothing": None,
    "a missing prediction": ("predictions.csv", f"{MARK}1001,UM,UM,logistic,0.063326\n", ""),
    "a duplicate": ("predictions.csv", f"{MARK}1002,UM,UM,logistic", f"{MARK}1001,UM,UM,logistic"),
    "a score that is no number": ("predictions.csv", "0.063326", "high"),
    "a decimal comma": ("predictions.csv", "0.063326", '"0,063326"'),
    "a missing outcome": ("outcomes.csv", f"{MARK}1001,1\n", ""),
    "an undeclared token": ("outcomes.csv", f"{MARK}1001,1", f"{MARK}1001,maybe"),
    "an outcome twice": ("outcomes.csv", f"{MARK}1001,1\n", f"{MARK}1001,1\n{MARK}1001,0\n"),
    "an outcome without a unit": ("outcomes.csv", f"{MARK}1001,1\n", f"{MARK}1001,1\n{MARK}9999,0\n"),
    "a unit in training": ("train_manifest.csv", "UM,Zebra2001,train", "UM,Zebra1001,train"),
    "a ragged row": ("predictions.csv", f"{MARK}1001,UM,UM,logistic,0.063326", f"{MARK}1001,UM,UM,logistic"),
    "a quote that never ends": ("outcomes.csv", f"{MARK}1001,1", f'"{MARK}1001,1'),
}


@pytest.mark.parametrize("fault", SPOILED)
def test_no_id_is_printed_recorded_or_left_behind(tmp_path, fault):
    plan = marked(tmp_path, SPOILED[fault])
    before = {p.name for p in plan.parent.iterdir()}
    said = [evalspec("check", plan, "--coverage"), evalspec("seal", plan)]
    if said[1].returncode == 0:
        said.append(evalspec("run", plan, "-o", tmp_path / "out"))
        assert (said[-1].returncode == 0) == (fault == "nothing"), said[-1].stderr
    for done in said:
        assert MARK not in done.stdout + done.stderr
        assert done.returncode in (0, 1, 2)
    left = [p for p in plan.parent.iterdir() if p.name not in before]
    left += list((tmp_path / "out").iterdir()) if (tmp_path / "out").exists() else []
    for path in left:
        assert MARK.encode() not in path.read_bytes(), path
    if fault != "nothing":
        assert not (tmp_path / "out").exists()
        assert any(done.returncode for done in said)
