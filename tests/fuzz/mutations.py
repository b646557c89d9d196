"""Judges many plans with something wrong in them; the same for the same seed.

PYTHONPATH=.:tests python tests/fuzz/mutations.py --count 10000 --seed 1 --keep /tmp/found
"""

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from fuzz.judged import fault, megabytes
from plan.mutations import FILES, mutant, plans, written

TEXTS = [file.read_bytes() for file in FILES]
WHOLE = plans()
BITS = (
    b"\x00", b"\xff", b"\xef\xbb\xbf", b"\t", b"\r", b"\r\n", b"\n", b" ", b":", b"- ", b"#", b"{", b"}", b"[", b"]", b",", b"'", b'"',
    b"&a ", b"*a", b"<<: ", b"!!python/object:os.system ", b"!!int ", b"|", b">", b"---\n", b"...\n", b"%YAML 1.1\n", b"? ", b"@", b"`",
    b".nan", b".inf", b"1e999", b"1e-999", b"0x1F", b"0o7", b"1_000", b"2020-01-31", b"yes", b"~", b"null", b"1" * 400, b"[" * 200,
    "\u202e\u2028\ud7ff\U0001f600e\u0301".encode(), b"\xed\xa0\x80", b"\xc0\x80",
)  # fmt: skip


def _structure(rng: Random) -> bytes:
    """A plan with fields deleted, duplicated, misspelt, retyped or moved."""
    return written(mutant(rng, WHOLE)).encode()


def _lines(rng: Random) -> bytes:
    """A plan's text with lines deleted, repeated, moved, or at another depth."""
    lines = rng.choice(TEXTS).split(b"\n")
    for _ in range(rng.randint(1, 3)):
        at, to = rng.randrange(len(lines)), rng.randrange(len(lines))
        change = rng.randrange(4)
        if change == 0 and len(lines) > 1:
            del lines[at]
        elif change == 1:
            lines.insert(to, lines[at])
        elif change == 2:
            lines.insert(to, lines.pop(at))
        else:
            lines[at] = rng.choice((b" ", b"  ", b"- ", b"")) + lines[at].lstrip() + rng.choice((b"", b" ", b":"))
    return b"\n".join(lines)


def _bytes(rng: Random) -> bytes:
    """A plan's text with bytes deleted, replaced, or put in."""
    raw = bytearray(rng.choice(TEXTS))
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(raw) + 1)
        raw[at : at + rng.choice((0, 0, 1, 1, 5, 40))] = rng.choice(
            (b"", rng.choice(BITS), rng.randbytes(rng.randint(1, 4)))
        )
    return bytes(raw)


def _noise(rng: Random) -> bytes:
    """No plan at all: random bytes and pieces of YAML."""
    return b"".join(rng.choice((*BITS, rng.randbytes(3), b"evalspec: 1\n")) for _ in range(rng.randint(0, 60)))


WAYS: tuple[tuple[Callable[[Random], bytes], int], ...] = ((_structure, 12), (_lines, 4), (_bytes, 4), (_noise, 1))


def main() -> int:
    """Says what was found; 1 where something was."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--count", type=int, default=10_000)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--keep", type=Path, default=Path("fuzz-found"))
    asked = words.parse_args()
    rng, found, began = Random(asked.seed), dict[tuple[str, str], int](), time.monotonic()
    ways: list[Any] = [way for way, weight in WAYS for _ in range(weight)]
    slowest = 0.0
    for number in range(asked.count):
        raw = rng.choice(ways)(rng)
        start = time.monotonic()
        wrong = fault(raw)
        slowest = max(slowest, time.monotonic() - start)
        if wrong:
            if wrong not in found:
                asked.keep.mkdir(parents=True, exist_ok=True)
                (asked.keep / f"{asked.seed}-{number}.yaml").write_bytes(raw)
                print(f"{asked.keep}/{asked.seed}-{number}.yaml: {wrong[0]} [{wrong[1]}]", flush=True)
            found[wrong] = found.get(wrong, 0) + 1
    took = time.monotonic() - began
    print(
        f"{asked.count} plans in {took:.0f} s, the slowest {slowest:.2f} s, {megabytes():.0f} MB; {len(found)} faults"
    )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
