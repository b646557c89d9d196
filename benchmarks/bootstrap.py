"""What a bootstrap costs: a run with 2,000 replicates of three numbers, beside the run of the same plan without. See README.md."""

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import generate
import plans
import timing
from timing import Contender

RATIO = 5
"""The most that a run with the bootstrap may take, in runs without."""

_SUMMARIES = """\
summaries:
  - {{id: found, role: primary, metric: sensitivity, threshold: main, cohorts: pooled{interval}}}
  - {{id: ranking, role: secondary, metric: [auroc, average_precision], cohorts: pooled{interval}}}
handling:"""
_BOOTSTRAP = (
    ", interval: {{method: bootstrap, level: 0.95, replicates: {replicates}, seed: 20261130, resample: units, "
    "limits: percentile}}"
)


def written(folder: Path, name: str, interval: str) -> Contender:
    """The plan, sealed, and the run of it."""
    plan = plans.write_and_seal(folder, "thr", "parquet")
    text = plan.read_text(encoding="utf-8")
    plan.with_suffix(".ledger.jsonl").unlink()
    mine = folder / f"{name}.yaml"
    head, tail = text[: text.index("summaries:")], text[text.index("handling:") + len("handling:") :]
    mine.write_text(head + _SUMMARIES.format(interval=interval) + tail, encoding="utf-8")
    done = subprocess.run([*plans.EVALSPEC, "seal", str(mine)], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"evalspec seal refused {mine}: {done.stderr}")
    out, ledger = folder / f"results-{name}", mine.with_suffix(".ledger.jsonl")
    sealed = shutil.copy(ledger, ledger.with_suffix(".sealed"))

    def fresh() -> None:
        shutil.rmtree(out, ignore_errors=True)
        shutil.copy(sealed, ledger)

    command = [*plans.EVALSPEC, "run", str(mine), "-o", str(out), "--quiet"]
    return Contender(name=name, command=command, before=fresh)


def main() -> None:
    """Generate, seal, time, print. Exits 1 where the ratio is above ``RATIO``."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--replicates", type=int, default=2000)
    parser.add_argument("--runs", type=int, default=3)
    given = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="evalspec-bootstrap-"))
    try:
        generate.write(folder / "data", given.rows)
        contenders = [
            written(folder / "data" / "rounded", "without", ""),
            written(folder / "data" / "rounded", "with", _BOOTSTRAP.format(replicates=given.replicates)),
        ]
        found = timing.rounds(contenders, given.runs)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    wall = {name: statistics.median(s.wall for s in samples) for name, samples in found.items()}
    cpu = {name: statistics.median(s.cpu for s in samples) for name, samples in found.items()}
    for name, samples in found.items():
        peak = max(s.peak for s in samples)
        print(f"{name:8} {wall[name]:7.2f} s on the clock  {cpu[name]:7.2f} s of the processor  {peak:6.0f} MB")
    ratio = wall["with"] / wall["without"]
    print(
        f"{given.rows} rows, {given.replicates} replicates: {ratio:.1f} times the run without on the clock, "
        f"{cpu['with'] / cpu['without']:.1f} times of the processor"
    )
    sys.exit(ratio > RATIO)


if __name__ == "__main__":
    main()
