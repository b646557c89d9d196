"""Whole processes, timed in interleaved rounds: A B C A B C …, so that a busy moment hits all alike."""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Sample:
    """Seconds on the clock, seconds of processor time (user and system), and peak resident memory in MB."""

    wall: float
    cpu: float
    peak: float
    output: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Contender:
    """A command; ``before`` puts its inputs back as they were, and is not timed."""

    name: str
    command: Sequence[str]
    before: Callable[[], None] = lambda: None


def sample(contender: Contender, env: Mapping[str, str] | None = None) -> Sample:
    """Run it once. Exits where it fails: a contender that fails is not fast."""
    contender.before()
    start = time.perf_counter()
    process = subprocess.Popen(contender.command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env)
    assert process.stdout is not None
    assert process.stderr is not None
    output = process.stdout.read()
    said = process.stderr.read()  # each of ours says little: no pipe can fill up
    _, status, used = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{contender.name} failed ({process.returncode}): {said.decode()[-2000:]}")
    kilobyte = 1 if sys.platform == "darwin" else 1024
    return Sample(wall, used.ru_utime + used.ru_stime, used.ru_maxrss * kilobyte / 1e6, output.decode())


def rounds(contenders: Sequence[Contender], runs: int, env: Mapping[str, str] | None = None) -> dict[str, list[Sample]]:
    """``runs`` samples of each; one round before that warms caches and is not counted."""
    found: dict[str, list[Sample]] = {c.name: [] for c in contenders}
    for number in range(runs + 1):
        for contender in contenders:
            taken = sample(contender, env)
            if number or not runs:
                found[contender.name].append(taken)
    return found


def median(samples: Sequence[Sample], what: str) -> float:
    """The median of ``wall``, ``cpu`` or ``peak``."""
    return statistics.median(getattr(s, what) for s in samples)


def spread(samples: Sequence[Sample], unit: float = 1.0, digits: int = 2) -> str:
    """``fastest–slowest``."""
    walls = [s.wall * unit for s in samples]
    return f"{min(walls):.{digits}f}–{max(walls):.{digits}f}"


def machine() -> str:
    """Processors and memory, as far as they are told."""
    pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**30
    model = next(
        (line.split(":", 1)[1].strip() for line in _lines("/proc/cpuinfo") if line.startswith("model name")), "unknown"
    )
    return f"{len(os.sched_getaffinity(0))} CPUs ({model}), {pages:.0f} GiB"


def versions(*packages: str) -> str:
    """Python's and the packages' versions, on one line."""
    from importlib.metadata import version

    python = ".".join(map(str, sys.version_info[:3]))
    return ", ".join([f"Python {python}", *(f"{p} {version(p)}" for p in packages)])


def _lines(path: str) -> list[str]:
    try:
        return Path(path).read_text().splitlines()
    except OSError:
        return []
