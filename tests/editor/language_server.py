"""A small client of a YAML language server: JSON-RPC over its standard streams, as an editor speaks it."""

import json
import os
import queue
import shutil
import subprocess
import threading
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from project import ROOT

PATIENCE = 30.0
"""Seconds for one answer."""

CACHES = (ROOT / ".cache" / "yaml-language-server", Path.home() / ".cache" / "evalspec" / "yaml-language-server")
"""Where `npm install --prefix FOLDER yaml-language-server` may have put it."""


def server() -> list[str] | None:
    """The command that starts the server; None where node or the server is missing."""
    node = shutil.which("node")
    named = os.environ.get("EVALSPEC_YAML_LS")
    inside = Path("node_modules", "yaml-language-server", "bin", "yaml-language-server")
    found = [Path(named)] if named else [folder / inside for folder in CACHES]
    there = next((path for path in found if path.is_file()), None)
    return [node, str(there), "--stdio"] if node and there else None


class Editor:
    """One open plan and the server beside it. ``CURSOR`` in a text is where the person stands."""

    CURSOR = "▮"

    def __init__(self, command: list[str], folder: Path) -> None:
        self.folder, self.number = folder, 0
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self.said: queue.Queue[dict[str, Any]] = queue.Queue()
        self.told: dict[str, list[dict[str, Any]]] = {}
        threading.Thread(target=self._listen, daemon=True).start()
        self.ask("initialize", {"processId": os.getpid(), "rootUri": folder.as_uri(), "capabilities": _CAPABILITIES})
        self._send({"method": "initialized", "params": {}})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, e: BaseException | None, at: TracebackType | None) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream:
                stream.close()

    def open(self, text: str) -> tuple[str, dict[str, int]]:
        """Opens a plan of this text without the cursor's mark; returns its address and where the mark stood."""
        self.number += 1
        before, mark, after = text.partition(self.CURSOR)
        lines = before.split("\n")
        uri = (self.folder / f"plan{self.number}.yaml").as_uri()
        document = {"uri": uri, "languageId": "yaml", "version": 1, "text": before + after if mark else text}
        self._send({"method": "textDocument/didOpen", "params": {"textDocument": document}})
        return uri, {"line": len(lines) - 1, "character": len(lines[-1])}

    def completions(self, text: str) -> dict[str, dict[str, Any]]:
        """What is offered at the cursor, by its label."""
        found = self._at("textDocument/completion", text)
        items = found["items"] if isinstance(found, dict) else found or []
        return {item["label"]: item for item in items}

    def hover(self, text: str) -> str:
        """What is shown of the word at the cursor."""
        found = self._at("textDocument/hover", text)
        contents = found["contents"] if found else ""
        return str(contents["value"] if isinstance(contents, Mapping) else contents)

    def diagnostics(self, text: str) -> list[dict[str, Any]]:
        """What is underlined, once the server has said."""
        uri, _ = self.open(text)
        while uri not in self.told:
            self._take(self.said.get(timeout=PATIENCE))
        return self.told[uri]

    def ask(self, method: str, params: Mapping[str, Any]) -> Any:
        """The answer to a request."""
        self.number += 1
        ident = self.number
        self._send({"id": ident, "method": method, "params": params})
        while True:
            message = self.said.get(timeout=PATIENCE)
            if message.get("id") == ident and "method" not in message:
                assert "error" not in message, message
                return message["result"]
            self._take(message)

    def _at(self, method: str, text: str) -> Any:
        uri, position = self.open(text)
        return self.ask(method, {"textDocument": {"uri": uri}, "position": position})

    def _take(self, message: Mapping[str, Any]) -> None:
        """Notices, and the questions that a server puts to an editor: it has no settings, and agrees."""
        if message.get("method") == "textDocument/publishDiagnostics":
            self.told[message["params"]["uri"]] = message["params"]["diagnostics"]
        if "id" in message and "method" in message:
            asked = message["method"] == "workspace/configuration"
            answer = [{} for _ in message["params"]["items"]] if asked else None
            self._send({"id": message["id"], "result": answer})

    def _send(self, message: Mapping[str, Any]) -> None:
        raw = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(raw), raw))
        self.process.stdin.flush()

    def _listen(self) -> None:
        stream = self.process.stdout
        assert stream
        while header := stream.readline():
            size = int(header.partition(b":")[2])
            while stream.readline().strip():
                pass
            self.said.put(json.loads(stream.read(size)))


_CAPABILITIES = {
    "textDocument": {
        "completion": {"completionItem": {"documentationFormat": ["markdown", "plaintext"], "snippetSupport": True}},
        "hover": {"contentFormat": ["markdown", "plaintext"]},
        "publishDiagnostics": {},
    },
    "workspace": {"configuration": True},
}
