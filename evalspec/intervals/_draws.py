"""The draws of a resampling interval: a stream of random numbers of its own for each declaration, and multinomials.

The stream is NumPy's ``RandomState``: its numbers are frozen, while ``default_rng`` may give others in a later version.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BYTES = 2**26
"""The largest array of draws: 64 MiB."""

_ONE = 2**53


def stream(seed: int, declaration: str) -> np.random.RandomState:
    """Starts MT19937 from the eight 32-bit words (the first byte counts most) of SHA-256 of ``seed/declaration``."""
    import numpy as np

    digest = sha256(f"{seed}/{declaration}".encode()).digest()
    return np.random.RandomState([int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4)])


def chunks(replicates: int, cells: int) -> Iterator[int]:
    """How many replicates to draw at a time: sums to ``replicates``; no array of 64-bit numbers passes 64 MiB."""
    most = max(1, BYTES // (8 * max(1, cells)))
    for done in range(0, replicates, most):
        yield min(most, replicates - done)


def multinomial(stream: np.random.RandomState, counts: Sequence[int], replicates: int) -> NDArray[np.int64]:
    """Resamples of one stratum, as counts: shape (replicates, cells), each row as many units as ``counts`` holds.

    A row is drawn after the row before it, so that a stream gives the same rows however many are asked for at a time.
    A cell of no units is never drawn into, and a stratum of no units gives zeros and takes no random numbers.
    """
    import numpy as np

    drawn = np.zeros((replicates, len(counts)), dtype=np.int64)
    held = [i for i, count in enumerate(counts) if count]
    if held:
        units = [int(counts[i]) for i in held]
        drawn[:, held] = stream.multinomial(sum(units), _probabilities(units), size=replicates)
    return drawn


def _probabilities(units: Sequence[int]) -> list[float]:
    """Each cell's share as a multiple of 2^-53, all together exactly 1.

    ``RandomState.multinomial`` takes what is left of 1 after each cell. With shares that are rounded one by one, what
    is left strays from the true rest: it may pass below 0 (an error), or leave units for cells that have no share. On
    this grid every difference is exact. Below 2^52 units, no cell's share is rounded to 0.
    """
    total = sum(units)
    marks = [mark * _ONE // total for mark in accumulate(units, initial=0)]
    return [(upper - lower) / _ONE for lower, upper in pairwise(marks)]


def resamples(
    seed: int, declaration: str, strata: Mapping[str, Sequence[int]], replicates: int
) -> Iterator[NDArray[np.int64]]:
    """Chunks of resamples of all strata side by side, in their order: each of shape (some replicates, all cells).

    A stratum has a stream of its own, by its name. So neither the size of a chunk nor another stratum's cells change
    what is drawn in it; cells stand in an order that the rows of the tables do not decide.
    """
    import numpy as np

    streams = {name: stream(seed, f"{declaration}/{name}") for name in strata}
    for size in chunks(replicates, sum(map(len, strata.values()))):
        drawn = [multinomial(streams[name], counts, size) for name, counts in strata.items()]
        yield drawn[0] if len(drawn) == 1 else np.hstack([np.zeros((size, 0), dtype=np.int64), *drawn])
