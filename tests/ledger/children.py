"""Makes child processes that record an act, so that a test can freeze, trace, starve or kill them.

Reads one JSON command a line, answers one JSON line to each: ``start`` forks a child that stops itself before it
acts; ``end`` waits for it. Children are forked so that the slow imports are done and no act of theirs is traced.
"""

import contextlib
import json
import os
import resource
import signal
import sys
import tempfile
from pathlib import Path
from typing import Any

from ledger import acts

from evalspec.ledger import chain
from evalspec.records import Refusal


def child(command: dict[str, Any]) -> None:
    path, times = Path(command["path"]), command.get("times", 1)
    events = chain.read(path)
    if "largest" in command:
        resource.setrlimit(resource.RLIMIT_FSIZE, (command["largest"],) * 2)
    if "user" in command:
        os.setgroups([])
        os.setuid(command["user"])
    os.kill(os.getpid(), signal.SIGSTOP)
    if command.get("hold"):
        with chain.lock.held(path):
            os.kill(os.getpid(), signal.SIGKILL)
    for n in range(times):
        act = acts.opening(events[0], f"{command.get('name', 'outcomes')} {n}") if events else acts.seal()
        acts.add(path, act, patience=command.get("patience", 60))


def start(command: dict[str, Any]) -> int:
    pid = os.fork()
    if pid:
        os.waitpid(pid, os.WUNTRACED)
        return pid
    code = 70
    said = os.open(command.get("said", os.devnull), os.O_WRONLY | os.O_CREAT)
    try:
        child(command)
        code = 0
    except Refusal as refusal:
        code = refusal.exit_code
        with contextlib.suppress(OSError):
            os.write(said, refusal.message.encode())
    except KeyboardInterrupt:
        code = 130
    finally:
        os._exit(code)


def end(pid: int) -> int:
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        acts.full(Path(folder) / "warm.ledger.jsonl")
    for text in sys.stdin:
        command = json.loads(text)
        answer = start(command) if command["do"] == "start" else end(command["pid"])
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
