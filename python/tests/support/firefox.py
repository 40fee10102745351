"""Headless Firefox for tests of pages, by WebDriver BiDi, because Debian has no geckodriver."""

from __future__ import annotations

import base64
import itertools
import json
import pathlib
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from typing import Any

import pytest

PROGRAM = shutil.which("firefox-esr") or shutil.which("firefox")
#: Longest time in seconds that a test waits for an answer, on a busy machine.
PATIENCE = 240


class Firefox:
    """One tab of Firefox."""

    def __init__(self, port: str) -> None:
        websocket = pytest.importorskip("websocket", reason="selenium brings websocket-client")
        self._socket = websocket.create_connection(
            f"ws://127.0.0.1:{port}/session", timeout=PATIENCE, suppress_origin=True
        )
        self._numbers = itertools.count(1)
        self._ask("session.new", {"capabilities": {}})
        self._tab = self._ask("browsingContext.getTree", {})["contexts"][0]["context"]

    def _ask(self, method: str, parameters: dict[str, Any]) -> Any:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self._socket.recv())
            if answer.get("id") == number:
                assert answer["type"] == "success", answer
                return answer["result"]

    def close(self) -> None:
        self._socket.close()

    def open(self, page: pathlib.Path) -> None:
        self._ask(
            "browsingContext.navigate", {"context": self._tab, "url": page.as_uri(), "wait": "complete"}
        )

    def screenshot(self, width: int, height: int) -> bytes:
        """A PNG of the upper left corner of the page, `width` by `height` pixels."""
        clip = {"type": "box", "x": 0, "y": 0, "width": width, "height": height}
        found = self._ask(
            "browsingContext.captureScreenshot",
            {"context": self._tab, "origin": "document", "clip": clip},
        )
        return base64.b64decode(found["data"])

    def run(self, body: str) -> Any:
        """Runs the body of an async JavaScript function, and returns its result as JSON values."""
        program = f"(async () => JSON.stringify((await (async () => {{ {body} }})()) ?? null))()"
        found = self._ask(
            "script.evaluate",
            {"expression": program, "target": {"context": self._tab}, "awaitPromise": True},
        )
        assert found["type"] == "success", found
        return json.loads(found["result"]["value"])


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    if not PROGRAM:
        pytest.skip("no Firefox to test pages in: install Debian's firefox-esr")
    folder = tmp_path_factory.mktemp("firefox")
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            [PROGRAM, "--headless", "--remote-debugging-port=0", "--profile", str(folder), "about:blank"],
            stderr=log,
        )
    try:
        made = Firefox(_port(folder / "log", process))
        yield made
        made.close()
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _port(log: pathlib.Path, process: subprocess.Popen[bytes]) -> str:
    """The port on which the browser listens, read from the browser's output."""
    deadline = time.monotonic() + PATIENCE
    while True:
        found = re.search(r"WebDriver BiDi listening on ws://127\.0\.0\.1:(\d+)", log.read_text())
        if found:
            return found[1]
        assert process.poll() is None, log.read_text()
        assert time.monotonic() < deadline, log.read_text()
        time.sleep(0.05)
