"""A list of training units that is handed over without their ids: keyed digests on one side, the key on the other."""

from pathlib import Path

import pytest
from project import evalspec, project

from evalspec.pipeline._check import Checked, check
from evalspec.terms import Grade, Status

KEY = b"0123456789abcdef0123456789abcdef"
HEAD = "subject_id,role,born\n"
BORN = {"s01": "1950-01-01", "s07": "1960-02-02"}


def masked(folder: Path, rows: str, *, record: bool = False, key: bytes = KEY) -> Path:
    """The minimal plan with a masked manifest of ``rows``; the key lies in ``key.txt``."""
    plan = project(folder / "p", "minimal")
    (folder / "key.txt").write_bytes(key + b"\n")
    (folder / "train.csv").write_text(HEAD + rows)
    more = ("--record", "born") if record else ()
    told = evalspec(
        "mask-ids",
        folder / "train.csv",
        "--id",
        "subject_id",
        *more,
        "--key",
        folder / "key.txt",
        "-o",
        folder / "p/train.csv",
    )
    assert told.returncode == 0, told.stderr
    columns = ", columns: {record: record}" if record else ""
    text = plan.read_text().replace(
        "  outcomes: outcomes.csv\n",
        f"  outcomes: outcomes.csv\n  training: {{path: train.csv{columns}, {told.stdout.strip()}}}\n",
    )
    if record:
        text = text.replace("  id_scope: study\n", "  id_scope: study\n  match_on: [born]\n")
        lines = (folder / "p/predictions.csv").read_text().splitlines()
        told_of = [
            f"{line},{BORN.get(line.split(',')[0], '1970-01-0' + str(k % 9 + 1))}" for k, line in enumerate(lines[1:])
        ]
        (folder / "p/predictions.csv").write_text("\n".join([lines[0] + ",born", *told_of]) + "\n")
    plan.write_text(text)
    return plan


def judged(found: Checked, rule: str) -> tuple[Status, Grade | None]:
    (judgement,) = (j for j in found.judgements if j.name == rule)
    return judgement.status, judgement.grade


def test_no_id_is_left_in_the_list(tmp_path: Path) -> None:
    plan = masked(tmp_path, "s01,train,x\nt02,train,x\n")
    text = plan.with_name("train.csv").read_text()
    assert "s01" not in text
    assert len({line.split(",")[0] for line in text.splitlines()[1:]}) == 2


def test_with_the_key_a_unit_on_both_sides_is_found_at_its_line(tmp_path: Path) -> None:
    plan = masked(tmp_path, "t01,train,x\ns07,train,x\n")
    (found,) = (f for f in check(plan, key=KEY).findings if f.name == "resubstitution")
    assert (found.file, found.place and found.place.line) == ("train.csv", 3)
    assert "s07" not in found.message


def test_without_a_unit_on_both_sides_it_is_proved_with_the_key_alone(tmp_path: Path) -> None:
    plan = masked(tmp_path, "t01,train,x\nt02,train,x\n")
    assert judged(check(plan, key=KEY), "resubstitution") == (Status.PASSED, Grade.PROVED)
    assert judged(check(plan), "resubstitution") == (Status.UNDECIDED, None)


def test_another_key_is_refused_and_proves_nothing(tmp_path: Path) -> None:
    plan = masked(tmp_path, "t01,train,x\ns07,train,x\n")
    found = check(plan, key=b"another key of enough bytes")
    assert judged(found, "resubstitution") == (Status.UNDECIDED, None)
    assert any("another key" in j.reason for j in found.judgements if j.name == "resubstitution")


def test_without_a_key_check_a_list_without_any_match_proves_nothing(tmp_path: Path) -> None:
    plan = masked(tmp_path, "t01,train,x\nt02,train,x\n")
    text = plan.read_text()
    start = text.index(", key_check")
    plan.write_text(text[:start] + text[text.index("}", start) :])
    assert judged(check(plan, key=KEY), "resubstitution") == (Status.UNDECIDED, None)


def test_the_record_of_one_person_under_another_id_is_found(tmp_path: Path) -> None:
    plan = masked(tmp_path, f"t01,train,1900-01-01\nt02,train,{BORN['s07']}\n", record=True)
    (found,) = (f for f in check(plan, key=KEY).findings if f.name == "duplicate-units")
    assert (found.file, found.place and found.place.line) == ("train.csv", 3)
    assert judged(check(plan), "duplicate-units") == (Status.UNDECIDED, None)


def test_the_key_is_in_no_record(tmp_path: Path) -> None:
    plan = masked(tmp_path, "t01,train,x\n")
    assert evalspec("seal", plan, "--key", tmp_path / "key.txt").returncode == 0
    assert KEY.decode() not in plan.with_name("plan.ledger.jsonl").read_text()


@pytest.mark.parametrize(
    ("args", "code", "told"),
    [
        (("--id", "subject"), 2, "no column `subject`"),
        (("--id", "subject_id", "--record", "sex"), 2, "no column `sex`"),
    ],
)
def test_what_can_not_be_masked_is_said_and_nothing_is_written(
    tmp_path: Path, args: tuple[str, ...], code: int, told: str
) -> None:
    (tmp_path / "key.txt").write_bytes(KEY)
    (tmp_path / "t.csv").write_text(HEAD + "a,train,x\n")
    done = evalspec("mask-ids", tmp_path / "t.csv", *args, "--key", tmp_path / "key.txt", "-o", tmp_path / "out.csv")
    assert done.returncode == code
    assert told in done.stderr
    assert not (tmp_path / "out.csv").exists()


def test_a_short_key_and_a_missing_one_are_refused(tmp_path: Path) -> None:
    (tmp_path / "key.txt").write_bytes(b"short")
    (tmp_path / "t.csv").write_text(HEAD + "a,train,x\n")
    for more, told in ((("--key", tmp_path / "key.txt"), "a key has at least 16"), ((), "a key is due")):
        done = evalspec("mask-ids", tmp_path / "t.csv", "--id", "subject_id", *more, "-o", tmp_path / "out.csv")
        assert (done.returncode, told in done.stderr) == (2, True)
