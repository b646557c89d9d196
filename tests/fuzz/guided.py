"""Judges plans that are changed wherever a change reaches new code; needs `atheris`.

PYTHONPATH=.:tests python tests/fuzz/guided.py --seconds 600 --corpus /tmp/corpus
"""

import argparse
import sys
from pathlib import Path
from random import Random

import atheris

with atheris.instrument_imports(include=["evalspec.plan", "evalspec.rules", "yaml"]):
    import evalspec.plan.load  # noqa: F401
    from evalspec.pipeline._read import rules

    rules()

from fuzz.judged import fault
from plan.mutations import CHANGES, FILES, _loose, _spots, as_read, written

from evalspec.plan.source import read
from evalspec.records import Refusal

FOUND: set[tuple[str, str]] = set()
KEEP = Path("fuzz-found")


def judge(raw: bytes) -> None:
    """Told once for each place, and gone on from: one find must not hide the next."""
    wrong = fault(raw)
    if wrong and wrong not in FOUND:
        FOUND.add(wrong)
        KEEP.mkdir(exist_ok=True)
        at = KEEP / f"guided-{len(FOUND)}.yaml"
        at.write_bytes(raw)
        print(f"{at}: {wrong[0]} [{wrong[1]}]", flush=True)


def changed(raw: bytes, most: int, seed: int) -> bytes:
    """A field changed where the bytes are YAML, or any bytes."""
    rng = Random(seed)
    if rng.random() < 0.6:
        try:
            plan = _loose(read(raw, "plan.yaml").data)
        except Refusal:
            return bytes(atheris.Mutate(raw, most))
        spots = list(_spots(plan))
        if spots:
            rng.choice(CHANGES)(rng, rng.choice(spots), spots)
            return written(as_read(plan)).encode()[:most]
    return bytes(atheris.Mutate(raw, most))


def main() -> None:
    """Runs for as long as it is told; what it finds is printed and kept."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--seconds", type=int, default=600)
    words.add_argument("--corpus", type=Path, required=True)
    asked = words.parse_args()
    asked.corpus.mkdir(parents=True, exist_ok=True)
    for number, file in enumerate(FILES):
        (asked.corpus / f"plan-{number}").write_bytes(file.read_bytes())
    limits = [
        f"-max_total_time={asked.seconds}",
        "-max_len=20000",
        "-timeout=60",
        "-rss_limit_mb=1000",
        "-print_final_stats=1",
    ]
    atheris.Setup([sys.argv[0], *limits, str(asked.corpus)], judge, custom_mutator=changed)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
