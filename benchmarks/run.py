"""evalspec run beside what else there is, on the same files, in one interleaved run. See README.md."""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import agreement
import generate
import plans
import timing
from timing import Contender, Sample

HERE = Path(__file__).resolve().parent / "contenders"
PEERS = ("duckdb_join", "sklearn_cohorts", "pandas_by_hand")
PACKAGES = ("evalspec-validator", "duckdb", "scikit-learn", "pandas", "numpy", "pyarrow")


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One table of the output: which metrics, of which scores, from which format."""

    folder: Path
    variant: str
    scores: str
    format: str

    @property
    def name(self) -> str:
        """``all/rounded/parquet``."""
        return f"{self.variant}/{self.scores}/{self.format}"

    @property
    def plan(self) -> Path:
        """The sealed plan."""
        return plans.plan_of(self.folder, self.variant, self.format)

    @property
    def out(self) -> Path:
        """Where its results go."""
        return self.folder / f"results-{self.variant}-{self.format}"

    def fresh(self) -> None:
        """No results yet, and a ledger that ends with the seal."""
        shutil.rmtree(self.out, ignore_errors=True)
        ledger = self.plan.with_suffix(".ledger.jsonl")
        sealed = ledger.with_suffix(".sealed")
        if not sealed.exists():
            shutil.copy(ledger, sealed)
        shutil.copy(sealed, ledger)

    def contenders(self) -> Iterator[Contender]:
        """evalspec first."""
        run = [*plans.EVALSPEC, "run", str(self.plan), "-o", str(self.out), "--quiet"]
        yield Contender(name="evalspec", command=run, before=self.fresh)
        files = [str(self.folder / f"{name}.{self.format}") for name in ("predictions", "outcomes")]
        options = ["--threshold", str(generate.THRESHOLD), *(["--ranking"] if self.variant == "all" else [])]
        for peer in PEERS:
            yield Contender(name=peer, command=[sys.executable, str(HERE / f"{peer}.py"), *files, *options])


def main() -> None:
    """Generate, seal, time, compare, print."""
    given = _arguments()
    kept = given.keep or Path(tempfile.mkdtemp(prefix="evalspec-benchmark-"))
    try:
        chosen = [c for c in _cases(kept) if given.case in c.name]
        _prepare(kept, given.rows, chosen)
        found = {case.name: _timed(case, given) for case in chosen}
    finally:
        if given.keep is None:
            shutil.rmtree(kept, ignore_errors=True)
    _print(given, found)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--runs", type=int, default=3, help="rounds; one more warms the caches")
    parser.add_argument("--only", nargs="*", default=[], help="peers to run beside evalspec: " + ", ".join(PEERS))
    parser.add_argument("--case", default="", help="cases whose name holds this, such as all/rounded/parquet")
    parser.add_argument("--keep", type=Path, help="a folder for data and results, used again if it is there")
    return parser.parse_args()


def _cases(folder: Path) -> list[Case]:
    return [
        Case(folder=folder / scores, variant=variant, scores=scores, format=format)
        for format in generate.FORMATS
        for scores in generate.SCORES
        for variant in plans.VARIANTS
    ]


def _prepare(kept: Path, rows: int, cases: list[Case]) -> None:
    there = kept / "rows"
    if not there.exists():
        # in a process of its own: the peak memory of a child is never below what its parent held when it began
        subprocess.run([sys.executable, generate.__file__, str(kept), str(rows)], check=True)
        there.write_text(str(rows))
    if there.read_text() != str(rows):
        sys.exit(f"{kept} holds {there.read_text()} rows")
    for case in cases:
        if not case.plan.with_suffix(".ledger.jsonl").exists():
            start = time.perf_counter()
            plans.write_and_seal(case.folder, case.variant, case.format)
            print(f"sealed {case.name} in {time.perf_counter() - start:.1f} s", file=sys.stderr)
    time.sleep(2.1)  # a file that was just written is digested twice: see evalspec.tables.files


def _timed(case: Case, given: argparse.Namespace) -> dict[str, list[Sample]]:
    wanted = [c for c in case.contenders() if not given.only or c.name in ("evalspec", *given.only)]
    found = timing.rounds(wanted, given.runs)
    results = case.out / "results.json"
    ours: dict[str, float] = {**agreement.of_evalspec(results), **agreement.rows_and_positives(results)}
    for name, samples in found.items():
        if name != "evalspec":
            n = agreement.require(name, json.loads(samples[-1].output), ours)
            print(f"{case.name}: {name} agrees on {n} numbers", file=sys.stderr)
    return found


def _print(given: argparse.Namespace, found: dict[str, dict[str, list[Sample]]]) -> None:
    print(f"{given.rows:,} rows, {generate.COHORTS} cohorts, {given.runs} interleaved runs; {timing.machine()};")
    print(f"load average {os.getloadavg()[0]:.1f}; {timing.versions(*PACKAGES)}\n")
    print(
        "| metrics | scores | format | contender | wall s | min–max | CPU s | peak MB | wall ÷ evalspec | CPU ÷ evalspec |"
    )
    print("|---|---|---|---|--:|--:|--:|--:|--:|--:|")
    for case, samples in found.items():
        variant, scores, format = case.split("/")
        ours, ours_cpu = (timing.median(samples["evalspec"], w) for w in ("wall", "cpu"))
        for name, taken in samples.items():
            wall, cpu, peak = (timing.median(taken, w) for w in ("wall", "cpu", "peak"))
            print(
                f"| {variant} | {scores} | {format} | {name} | {wall:.2f} | {timing.spread(taken)} | {cpu:.2f} "
                f"| {peak:.0f} | {wall / ours:.2f} | {cpu / ours_cpu:.2f} |"
            )


if __name__ == "__main__":
    main()
