"""How an outcome file looks from outside."""

from __future__ import annotations

import os
from pathlib import Path

from evalspec.ledger.events import Seen


def look(path: Path) -> Seen:
    """Presence, size and time of change, by ``lstat`` alone: nothing is opened, no link is followed.

    What may not be seen (a folder that this user can't search) counts as absent.
    """
    try:
        found = os.lstat(path)
    except OSError:
        return Seen(present=False, size=None, mtime_ns=None)
    return Seen(present=True, size=found.st_size, mtime_ns=str(found.st_mtime_ns))
