"""No way leads past the plan's folder, no special file is waited for, and what was hashed is what is read."""

import hashlib
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tables.studies import ROWS, plan_of, seen, write

from evalspec.records import Refusal
from evalspec.tables import files
from evalspec.tables.files import OpenFile, format_of, locate, outcome_at


def refusal(path: Path, **kw: int) -> Refusal:
    with pytest.raises(Refusal) as caught, OpenFile(path, name="predictions", **kw):
        pass
    return caught.value


@pytest.mark.parametrize(
    "declared",
    [
        "/etc/passwd",
        "../x.csv",
        "a/../../x.csv",
        "..",
        "~/x.csv",
        "~root/x.csv",
        "http://127.0.0.1:9/x.csv",
        "HTTPS://example.org/x.csv",
        "s3://bucket/x.csv",
        "file:///etc/passwd",
        "file:x.csv",
        "C:\\x.csv",
        "C:/x.csv",
        "\\\\host\\share\\x.csv",
        "x\x00.csv",
    ],
)
def test_a_path_that_is_not_plainly_inside_the_folder_is_refused(tmp_path: Path, declared: str) -> None:
    with pytest.raises(Refusal) as caught:
        locate(tmp_path, declared, name="predictions")
    assert caught.value.rule == "path-outside-folder"
    assert "--data predictions=PATH" in caught.value.help


def test_a_link_that_leads_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    inside = tmp_path / "study"
    inside.mkdir()
    write(tmp_path, secret_csv=ROWS)
    (inside / "x.csv").symlink_to(tmp_path / "secret.csv")
    (inside / "up").symlink_to(tmp_path)
    for declared in ("x.csv", "up/secret.csv"):
        with pytest.raises(Refusal, match="leads out"):
            locate(inside, declared, name="predictions")


def test_a_link_inside_the_folder_is_followed_to_the_file_itself(tmp_path: Path) -> None:
    write(tmp_path, real_csv=ROWS)
    (tmp_path / "x.csv").symlink_to("real.csv")
    assert locate(tmp_path, "x.csv", name="predictions") == (tmp_path / "real.csv").resolve()


def test_outcomes_at_a_place_that_no_file_can_have_are_no_other_file(tmp_path: Path) -> None:
    write(tmp_path, predictions_csv=ROWS)
    (tmp_path / "loop.csv").symlink_to("loop.csv")
    for place in ("x" * 5000, "predictions.csv/outcomes.csv", "loop.csv"):
        plan = plan_of(data=f"data: {{predictions: predictions.csv, outcomes: {place}}}")
        assert outcome_at(tmp_path / "predictions.csv", plan, tmp_path) is None


@pytest.mark.parametrize("name", ["a[1].csv", "a*.csv", "a?.csv", "{a,b}.csv", "$HOME.csv", "a b.csv", "Ärzte.csv"])
def test_glob_characters_are_letters_like_any_other(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(ROWS)
    (tmp_path / "a1.csv").write_text(ROWS + "zz,A,0.1\n")
    found = seen(tmp_path, plan_of(data=f"data: {{predictions: '{name}', outcomes: outcomes.csv}}"))
    assert found.tables["predictions"].n_rows == 3


def test_a_redirected_file_may_lie_anywhere(tmp_path: Path) -> None:
    elsewhere = write(tmp_path / "..", **{f"{tmp_path.name}_csv": ROWS}) / f"{tmp_path.name}.csv"
    assert locate(tmp_path, "x.csv", name="predictions", redirect=elsewhere) == elsewhere.resolve()


def test_urls_are_refused_before_any_socket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_socket(*_: object, **__: object) -> None:
        raise AssertionError("a socket was asked for")

    monkeypatch.setattr(socket, "socket", no_socket)
    monkeypatch.setattr(socket, "create_connection", no_socket)
    for url in ("http://127.0.0.1:9/x.csv", "s3://b/x.csv", "hf://datasets/x.csv"):
        found = seen(tmp_path, plan_of(data=f"data: {{predictions: '{url}', outcomes: outcomes.csv}}"))
        assert [p.rule for p in found.problems] == ["path-outside-folder"]


def test_a_fifo_is_refused_at_once_and_never_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "x.csv")
    code = (
        "import sys; from pathlib import Path; from evalspec.tables.files import OpenFile\n"
        "from evalspec.records import Refusal\n"
        "try:\n    OpenFile(Path(sys.argv[1])).__enter__()\n"
        "except Refusal as e: print(e.rule)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "x.csv")], capture_output=True, text=True, timeout=20, check=True
    )
    assert done.stdout == "not-a-regular-file\n"


def test_a_device_a_folder_and_a_socket_are_refused(tmp_path: Path) -> None:
    (tmp_path / "d.csv").mkdir()
    with socket.socket(socket.AF_UNIX) as s:
        s.bind(str(tmp_path / "s.csv"))
        for path in (Path("/dev/zero"), Path("/dev/tty"), tmp_path / "d.csv", tmp_path / "s.csv"):
            assert refusal(path).rule == "not-a-regular-file"


def test_a_link_put_in_the_place_of_the_file_is_not_followed(tmp_path: Path) -> None:
    write(tmp_path, real_csv=ROWS)
    (tmp_path / "x.csv").symlink_to("real.csv")
    assert refusal(tmp_path / "x.csv").rule == "not-a-regular-file"


def test_a_file_that_is_not_there_is_said_to_be_missing(tmp_path: Path) -> None:
    assert refusal(tmp_path / "x.csv").rule == "missing-file"


def test_a_file_above_the_cap_is_refused_unread(tmp_path: Path) -> None:
    with (tmp_path / "x.csv").open("wb") as f:
        f.truncate(files.MAX_BYTES + 1)
    before = time.monotonic()
    assert refusal(tmp_path / "x.csv").rule == "table-too-large"
    assert time.monotonic() - before < 5


def test_no_descriptor_stays_open_after_a_refusal(tmp_path: Path) -> None:
    (tmp_path / "d.csv").mkdir()
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(20):
        refusal(tmp_path / "d.csv")
    assert len(os.listdir("/proc/self/fd")) == before


@pytest.mark.parametrize("size", [0, 1, files.BLOCK - 1, files.BLOCK, files.BLOCK + 1, 3 * files.BLOCK])
def test_the_digest_is_sha256_of_the_bytes(tmp_path: Path, size: int) -> None:
    raw = os.urandom(size)
    (tmp_path / "x.csv").write_bytes(raw)
    with OpenFile(tmp_path / "x.csv") as opened:
        assert opened.digest == "sha256:" + hashlib.sha256(raw).hexdigest()
        assert b"".join(opened.chunks()) == raw
        opened.verify_unchanged()


def test_a_file_swapped_under_its_name_is_still_the_one_that_was_hashed(tmp_path: Path) -> None:
    write(tmp_path, x_csv=ROWS, y_csv="other\n")
    with OpenFile(tmp_path / "x.csv") as opened:
        digest = opened.digest
        os.replace(tmp_path / "y.csv", tmp_path / "x.csv")
        assert Path(opened.path_for_engine).read_text() == ROWS
        assert digest == "sha256:" + hashlib.sha256(ROWS.encode()).hexdigest()


@pytest.mark.parametrize("same_length", [True, False])
def test_a_file_rewritten_in_place_after_hashing_is_refused(tmp_path: Path, same_length: bool) -> None:
    write(tmp_path, x_csv=ROWS)
    with OpenFile(tmp_path / "x.csv", name="predictions") as opened:
        assert opened.digest
        (tmp_path / "x.csv").write_text(ROWS.replace("0.9", "0.8") if same_length else ROWS + "z,A,1\n")
        with pytest.raises(Refusal) as caught:
            opened.verify_unchanged()
    assert caught.value.rule == "file-changed-while-read"


def test_a_fresh_file_is_hashed_again_because_its_time_stamp_may_not_tell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "_identity", lambda found: (1, found.st_size, 0, 0, 0))
    write(tmp_path, x_csv=ROWS)
    with OpenFile(tmp_path / "x.csv") as opened:
        assert opened.digest
        opened.verify_unchanged()
        (tmp_path / "x.csv").write_text(ROWS.replace("0.9", "0.8"))
        with pytest.raises(Refusal):
            opened.verify_unchanged()


def test_a_rewrite_that_forges_the_time_stamp_is_refused(tmp_path: Path) -> None:
    write(tmp_path, x_csv=ROWS)
    old = time.time_ns() - 10**12
    os.utime(tmp_path / "x.csv", ns=(old, old))
    with OpenFile(tmp_path / "x.csv") as opened:
        assert opened.digest
        (tmp_path / "x.csv").write_text(ROWS.replace("0.9", "0.8"))
        os.utime(tmp_path / "x.csv", ns=(old, old))
        with pytest.raises(Refusal):
            opened.verify_unchanged()


def test_a_file_swapped_between_hash_and_read_is_one_problem_of_the_study(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = OpenFile.chunks

    def then_rewrite(self: OpenFile, size: int = files.BLOCK) -> object:
        yield from plain(self, size)
        (tmp_path / "predictions.csv").write_text(ROWS.replace("0.9", "0.1"))

    write(tmp_path, predictions_csv=ROWS)
    monkeypatch.setattr(OpenFile, "chunks", then_rewrite)
    found = seen(tmp_path)
    assert [p.rule for p in found.problems] == ["file-changed-while-read"]
    assert found.ask("SELECT count(*) FROM prediction") == [(0,)]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("x.feather", ".csv and .parquet"),
        ("x.arrow", ".csv and .parquet"),
        ("x.csv.gz", "gunzip"),
        ("x.zip", "unzip"),
        ("x.xlsx", ".csv and .parquet"),
        ("x", ".csv and .parquet"),
        ("x.tsv", ".csv and .parquet"),
    ],
)
def test_a_format_that_is_not_read_is_refused_with_what_is(name: str, said: str) -> None:
    with pytest.raises(Refusal) as caught:
        format_of(Path(name), name="predictions", file=name)
    assert caught.value.rule == "unknown-format"
    assert said in caught.value.help


def test_gzip_under_the_name_of_csv_is_refused(tmp_path: Path) -> None:
    import gzip

    write(tmp_path, predictions_csv=gzip.compress(ROWS.encode()))
    (problem,) = seen(tmp_path).problems
    assert problem.rule == "not-utf-8-table"
    assert "gzip" in problem.message
