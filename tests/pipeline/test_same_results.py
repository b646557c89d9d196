"""results.json has the same bytes whatever the order of rows, the file format, the threads and the hash seed."""

import random
from pathlib import Path

import duckdb
import pytest
from project import evalspec, project


def run_folder(plan: Path, out: Path, *options: str, **env: str) -> bytes:
    assert evalspec("seal", plan).returncode == 0
    done = evalspec("run", plan, "-o", out, *options, env=env)
    assert done.returncode == 0, done.stderr
    assert (out / "tally.json").read_bytes()
    return (out / "results.json").read_bytes()


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    folder = tmp_path_factory.mktemp("plain")
    return run_folder(project(folder / "p", "indo-rct"), folder / "out")


def shuffled(path: Path, seed: int) -> None:
    head, *rows = path.read_text().splitlines(keepends=True)
    random.Random(seed).shuffle(rows)
    path.write_text(head + "".join(rows))


def test_rows_in_another_order_give_the_same_bytes(tmp_path, plain):
    plan = project(tmp_path / "p", "indo-rct")
    for seed, name in enumerate(("predictions", "outcomes", "train_manifest")):
        shuffled(plan.parent / f"{name}.csv", seed)
    assert run_folder(plan, tmp_path / "out", "--threads", "1", PYTHONHASHSEED="1") == plain


def test_parquet_gives_the_same_bytes(tmp_path, plain):
    plan = project(tmp_path / "p", "indo-rct")
    text = plan.read_text()
    for name in ("predictions", "outcomes", "train_manifest"):
        csv, parquet = plan.parent / f"{name}.csv", plan.parent / f"{name}.parquet"
        types = "types={'score': 'DOUBLE'}, " if name == "predictions" else ""
        duckdb.execute(f"COPY (FROM read_csv('{csv}', all_varchar=true)) TO '{parquet}'" if not types else
                       f"COPY (FROM read_csv('{csv}', {types}header=true)) TO '{parquet}'")  # fmt: skip
        csv.unlink()
        text = text.replace(f"{name}.csv", f"{name}.parquet")
    plan.write_text(text)
    assert run_folder(plan, tmp_path / "out", "--threads", "2", PYTHONHASHSEED="2") == plain


def test_windows_line_ends_and_a_byte_order_mark_give_the_same_bytes(tmp_path, plain):
    plan = project(tmp_path / "p", "indo-rct")
    for name in ("predictions", "outcomes", "train_manifest"):
        path = plan.parent / f"{name}.csv"
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert run_folder(plan, tmp_path / "out") == plain


def test_another_time_zone_locale_and_folder_give_the_same_bytes(tmp_path, plain):
    plan = project(tmp_path / "elsewhere" / "é", "indo-rct")
    assert run_folder(plan, tmp_path / "out", TZ="Pacific/Kiritimati", LC_ALL="C") == plain


def test_no_path_host_or_time_stands_in_the_results(tmp_path, plain):
    text = plain.decode()
    for word in ("/tmp", ".csv", "2026-", "localhost"):
        assert word not in text
