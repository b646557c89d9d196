"""The engine guesses nothing, fetches nothing, and once locked opens nothing."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import duckdb
import pytest
from tables.studies import ROWS, plan_of, seen, write

from evalspec.records import Refusal
from evalspec.tables.engine import connect, literal, lock, quoted, relation, settle
from evalspec.tables.files import OpenFile

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")


def rows(path: Path, types: dict[str, str] | None = None, **settings: Any) -> list[tuple[Any, ...]]:
    con = connect(**settings)
    with OpenFile(path) as opened:
        layout = settle(con, opened)
        found = con.execute(f"SELECT * FROM {relation(opened, layout.columns, types or {})}").fetchall()
        assert len(found) == layout.n_rows
        return list(found)


def parquet(path: Path, **columns: Any) -> Path:
    pq.write_table(pa.table(columns), path)
    return path


def csv(folder: Path, text: str) -> Path:
    return write(folder, t_csv=text) / "t.csv"


def test_nothing_that_looks_like_a_missing_value_is_one(tmp_path: Path) -> None:
    words = ["NA", "N/A", "null", "NULL", "None", "nan", "NaN", "-", ".", "\\N", "#N/A", " "]
    path = csv(tmp_path, "id,x\n" + "".join(f"{w},1\n" for w in words))
    assert [r[0] for r in rows(path)] == words


def test_an_empty_field_is_empty_text_quoted_or_not_and_null_as_a_number(tmp_path: Path) -> None:
    path = csv(tmp_path, 'id,x\n,\n"",""\n')
    assert rows(path) == [("", ""), ("", "")]
    assert rows(path, {"x": "DOUBLE"}) == [("", None), ("", None)]


def test_leading_zeros_and_long_numbers_stay_as_they_are_written(tmp_path: Path) -> None:
    words = [
        "007",
        "7",
        "08",
        "1E5",
        "100000",
        "9007199254740993",
        "9007199254740992",
        "123456789012345678901234567890",
        "1.0",
        "1",
    ]
    assert [r[0] for r in rows(csv(tmp_path, "id,x\n" + "".join(f"{w},1\n" for w in words)))] == words


def test_ragged_rows_are_no_other_dialect(tmp_path: Path) -> None:
    """The engine alone would take this for one column separated otherwise, or fill up."""
    with pytest.raises(Refusal, match="3 fields where the header has 2"):
        rows(csv(tmp_path, "id,y\na,1\nb,1,5\n"))


def test_mixed_newlines_are_not_zero_rows(tmp_path: Path) -> None:
    path = csv(tmp_path, "id,y\r\na,1\nb,2\r\n")
    con = connect()
    with pytest.raises(Refusal, match="mixed"), OpenFile(path) as opened:
        settle(con, opened)


def test_the_header_is_compared_because_the_engine_never_does(tmp_path: Path) -> None:
    path = csv(tmp_path, "id,y\na,1\n")
    with OpenFile(path) as opened:
        blind = connect().execute(f"SELECT * FROM {relation(opened, ('y', 'id'), {})}").fetchall()
        assert blind == [("a", "1")], "the engine believes whatever names it is given"
        assert settle(connect(), opened).columns == ("id", "y")


def test_the_engine_renames_twins_and_we_refuse_them(tmp_path: Path) -> None:
    with pytest.raises(Refusal) as caught:
        rows(csv(tmp_path, "id,y,y\na,1,2\n"))
    assert caught.value.rule == "duplicate-column"
    table = pa.Table.from_arrays([pa.array(["a"]), pa.array([1.0]), pa.array([2.0])], names=["id", "y", "y"])
    pq.write_table(table, tmp_path / "t.parquet")
    with pytest.raises(Refusal) as caught:
        rows(tmp_path / "t.parquet")
    assert caught.value.rule == "duplicate-column"


def test_columns_of_a_nested_parquet_file_are_named_as_in_the_file(tmp_path: Path) -> None:
    path = parquet(tmp_path / "t.parquet", id=["a"], e=[[1, 2]], s=[{"x": 1, "y": {"z": 2}}], m=["b"])
    with OpenFile(path) as opened:
        assert settle(connect(), opened).columns == ("id", "e", "s", "m")


def test_parquet_ids_beyond_two_to_the_53_stay_two(tmp_path: Path) -> None:
    path = parquet(tmp_path / "t.parquet", id=[9007199254740992, 9007199254740993], x=[1.0, 2.0])
    assert [r[0] for r in rows(path)] == ["9007199254740992", "9007199254740993"]
    assert rows(path, {"id": "BIGINT"})[1][0] == 9007199254740993
    unsigned = parquet(tmp_path / "u.parquet", id=pa.array([2**64 - 1], pa.uint64()), x=[1.0])
    assert rows(unsigned)[0][0] == "18446744073709551615"


def test_a_float32_score_is_the_double_it_stands_for(tmp_path: Path) -> None:
    path = parquet(tmp_path / "t.parquet", id=["a"], score=pa.array([0.7], pa.float32()))
    assert rows(path, {"score": "DOUBLE"})[0][1] == 0.699999988079071


def test_dictionaries_booleans_and_dates_become_plain_text(tmp_path: Path) -> None:
    import datetime

    path = parquet(
        tmp_path / "t.parquet",
        id=pa.array(["A", "B"]).dictionary_encode(),
        flag=[True, None],
        day=[datetime.date(2020, 1, 1), None],
        at=pa.array([datetime.datetime(2020, 1, 1, 12, tzinfo=datetime.UTC), None], pa.timestamp("us", "UTC")),
    )
    assert rows(path) == [("A", "true", "2020-01-01", "2020-01-01 12:00:00+00"), ("B", "", "", "")]


def test_two_files_behind_one_descriptor_number_are_two_files(tmp_path: Path) -> None:
    con = connect()
    found = []
    for n in (1, 2):
        with OpenFile(parquet(tmp_path / f"t{n}.parquet", id=[f"unit {n}"] * 10)) as opened:
            layout = settle(con, opened)
            found.append(
                (opened.fd, con.execute(f"SELECT DISTINCT * FROM {relation(opened, layout.columns, {})}").fetchall())
            )
    (first, one), (second, two) = found
    assert first == second
    assert (one, two) == ([("unit 1",)], [("unit 2",)])


@pytest.mark.parametrize("damage", [b"", b"PAR1", b"not parquet at all", "half"])
def test_a_broken_parquet_file_is_refused_without_its_contents(tmp_path: Path, damage: bytes | str) -> None:
    path = parquet(tmp_path / "t.parquet", id=["SECRET"] * 1000)
    raw = path.read_bytes()
    path.write_bytes(raw[: len(raw) // 2] if damage == "half" else bytes(damage))  # type: ignore[arg-type]
    with pytest.raises(Refusal) as caught:
        rows(path)
    assert caught.value.rule == "unreadable-file"
    assert "SECRET" not in str(caught.value)


def test_a_header_and_no_record_is_refused_in_parquet_too(tmp_path: Path) -> None:
    with pytest.raises(Refusal) as caught:
        rows(parquet(tmp_path / "t.parquet", id=pa.array([], pa.string())))
    assert caught.value.rule == "empty-table"


@pytest.mark.parametrize("name", ['a"b', "a'b", "select", "a b", "a;b", "ä", "1", "a.b"])
def test_any_plain_name_can_be_a_column(tmp_path: Path, name: str) -> None:
    path = csv(tmp_path, "id," + '"' + name.replace('"', '""') + '"' + "\na,1\n")
    con = connect()
    with OpenFile(path) as opened:
        layout = settle(con, opened)
        assert layout.columns == ("id", name)
        assert con.execute(f"SELECT {quoted(name)} FROM {relation(opened, layout.columns, {})}").fetchall() == [("1",)]


def test_a_literal_is_text_whatever_it_holds() -> None:
    for text in ("'", "''", "\\", "'; DROP TABLE x; --", "ä", "\n"):
        assert connect().execute(f"SELECT {literal(text)}").fetchone() == (text,)


OPENERS = [
    "SELECT * FROM read_csv('{path}')",
    "SELECT * FROM read_text('{path}')",
    "SELECT * FROM read_blob('{path}')",
    "SELECT * FROM '{path}'",
    "SELECT * FROM read_csv('/proc/self/fd/0')",
    "SELECT * FROM glob('/*')",
    "SELECT * FROM read_parquet('http://127.0.0.1:9/x.parquet')",
    "SELECT * FROM read_json('{path}')",
    "SELECT * FROM sniff_csv('{path}')",
]


@pytest.mark.parametrize("sql", OPENERS)
def test_no_query_opens_a_file_or_the_network_after_the_lock(tmp_path: Path, sql: str) -> None:
    found = seen(tmp_path, predictions_csv=ROWS, outcomes_csv="id,outcome\na1,1\n")
    with pytest.raises(duckdb.Error):
        found.ask(sql.format(path=tmp_path / "outcomes.csv"))


@pytest.mark.parametrize(
    "sql",
    [
        "SET enable_external_access=true",
        "SET lock_configuration=false",
        "RESET enable_external_access",
        "PRAGMA enable_external_access=true",
        "INSTALL httpfs",
        "LOAD httpfs",
        "ATTACH '{path}' AS other",
        "COPY (SELECT 1) TO '{path}'",
        "COPY predictions FROM '{path}'",
        "EXPORT DATABASE '{path}'",
        "CREATE TABLE x AS SELECT * FROM read_csv('{path}')",
        "DROP TABLE predictions",
        "DELETE FROM predictions",
        "UPDATE predictions SET score = '1'",
        "SELECT 1; DROP TABLE predictions",
        "CALL pragma_version()",
        "",
    ],
)
def test_ask_takes_one_select_and_nothing_else(tmp_path: Path, sql: str) -> None:
    found = seen(tmp_path, predictions_csv=ROWS)
    with pytest.raises((ValueError, duckdb.Error)):
        found.ask(sql.format(path=tmp_path / "x"))
    assert not (tmp_path / "x").exists()
    assert found.ask("SELECT count(*) FROM predictions") == [(3,)]


def test_a_locked_database_stays_locked(tmp_path: Path) -> None:
    con = connect()
    lock(con)
    for sql in ("SET enable_external_access=true", "SET threads=1", "SET lock_configuration=false", "LOAD httpfs"):
        with pytest.raises(duckdb.Error):
            con.execute(sql)


def test_a_python_variable_is_no_table() -> None:
    con = connect()
    secret = pa.table({"outcome": ["1"]})
    assert secret is not None
    with pytest.raises(duckdb.CatalogException):
        con.execute("SELECT * FROM secret")


def test_the_engine_fetches_no_extension() -> None:
    con = connect()
    for name in ("autoinstall_known_extensions", "autoload_known_extensions", "allow_community_extensions"):
        assert con.execute(f"SELECT current_setting('{name}')").fetchone() == (False,)


def test_a_memory_limit_and_threads_are_taken_and_nonsense_is_refused() -> None:
    con = connect(threads=1, memory="256MB", ordered=False)
    assert con.execute("SELECT current_setting('threads'), current_setting('preserve_insertion_order')").fetchone() == (
        1,
        False,
    )
    with pytest.raises(Refusal, match="no amount of memory"):
        connect(memory="plenty")


def test_nothing_is_written_to_disk_unless_a_folder_is_named(tmp_path: Path) -> None:
    con = connect(memory="60MB", threads=1)
    with pytest.raises(duckdb.OutOfMemoryException):
        con.execute("CREATE TABLE t AS SELECT md5(range::VARCHAR) AS x FROM range(5000000)")
    spilling = connect(memory="60MB", threads=1, spill=str(tmp_path / "spill"))
    spilling.execute("CREATE TABLE t AS SELECT md5(range::VARCHAR) AS x FROM range(3000000)")
    assert spilling.execute("SELECT count(*) FROM t").fetchone() == (3000000,)


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "America/Adak", "UTC"])
def test_the_clock_of_the_machine_changes_nothing(tmp_path: Path, zone: str) -> None:
    where = (
        "cohorts:\n  members:\n    A: {where: {at: {before: '2020-01-01T00:00:00Z'}}}\n"
        "    B: {where: {at: {from: '2020-01-01T00:00:00Z'}}}"
    )
    write(
        tmp_path,
        predictions_csv="id,at,score\n1,2019-12-31T23:30:00Z,0.1\n2,2020-01-01T00:30:00+01:00,0.2\n3,2020-01-01T00:00:00Z,0.3\n",
        study_py=(
            "import sys\nfrom pathlib import Path\nfrom tables.studies import plan_of, seen\n"
            f"found = seen(Path(sys.argv[1]), plan_of(cohorts={where!r}))\n"
            "print(found.ask('SELECT unit, cohort FROM prediction ORDER BY unit'))\n"
            "print(found.ask(\"SELECT CAST('2020-01-01T00:00:00Z'::TIMESTAMPTZ AS VARCHAR)\"))\n"
        ),
    )
    root = Path(__file__).parents[2]
    env = {**os.environ, "TZ": zone, "PYTHONPATH": f"{root}{os.pathsep}{root / 'tests'}"}
    done = subprocess.run(
        [sys.executable, str(tmp_path / "study.py"), str(tmp_path)], env=env, capture_output=True, text=True, check=True
    )
    assert done.stdout == "[('1', 'A'), ('2', 'A'), ('3', 'B')]\n[('2020-01-01 00:00:00+00',)]\n"


def test_importing_the_room_loads_no_engine() -> None:
    code = "import sys, evalspec.tables.read; print([m for m in ('duckdb', 'numpy', 'pandas') if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2]
    )
    assert done.stdout == "[]\n"


def test_the_plan_used_here_reads_without_problems(tmp_path: Path) -> None:
    assert seen(tmp_path, plan_of(), predictions_csv=ROWS).problems == ()
