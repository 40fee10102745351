"""Versions of a script: the newest that made a scene, which the page shows, and what became of the one after
it.
"""

from __future__ import annotations

import contextlib
import json
import pathlib
import socket
import subprocess
import sys
import threading
import time
from multiprocessing.connection import Connection
from typing import Any, TypeAlias

from stretto.errors import Error

from . import scripts

#: Seconds between two looks at the files, and until the page says that a script is still running.
_LOOK, _LONG = 0.2, 0.7
#: Seconds that an answer may take.
_PATIENCE = 30.0
#: Files of a folder that are watched at most.
_MOST_FILES = 2000


_Words: TypeAlias = dict[str, Any]


class WorkerError(Error):
    """The script's process has gone, or does not answer."""


class Worker:
    """A process in which a script has run, or runs, and which is asked about the scene it made."""

    def __init__(self, reference: str, states: str) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            module = "stretto._commands.worker"
            command = [sys.executable, "-m", module, str(theirs.fileno()), reference, states]
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()])
        self._connection = Connection(ours.detach())
        self._lock = threading.Lock()

    def first(self, seconds: float) -> dict[str, Any] | None:
        """The script's result or failure; None if it still runs after so many seconds."""
        if not self._connection.poll(seconds):
            return None
        try:
            return self._received()[0]
        except (EOFError, OSError):
            return {"kind": "failed", "message": self._ended(), "line": None, "source": [], "files": []}

    def ask(self, question: dict[str, Any]) -> tuple[dict[str, Any], bytes | None]:
        """An answer and maybe a picture. Raises `WorkerError`."""
        with self._lock:
            try:
                self._connection.send_bytes(json.dumps(question).encode())
                if not self._connection.poll(_PATIENCE):
                    self.stop()
                    raise WorkerError(f"no answer came within {_PATIENCE:g} s; save the script to start anew")
                return self._received()
            except (EOFError, OSError) as error:
                raise WorkerError(self._ended()) from error

    def _received(self) -> tuple[dict[str, Any], bytes | None]:
        answer: dict[str, Any] = json.loads(self._connection.recv_bytes())
        return answer, self._connection.recv_bytes() if answer.pop("picture", False) else None

    def _ended(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(2)
        code = self._process.returncode
        how = f"was ended by signal {-code}" if code is not None and code < 0 else f"ended with status {code}"
        return f"the script's process {how}"

    def stop(self) -> None:
        """Ends the process, whatever it does."""
        self._process.kill()
        self._process.wait()


class Session:
    """Runs the script anew whenever its files change, in a process each time, and keeps the last that made a
    scene.
    """

    def __init__(self, reference: str, states: str) -> None:
        self._reference, self._states = reference, states
        self._files = [str(scripts.split(reference)[0])]
        self._seen = self._look()
        self._worker: Worker | None = None
        self._next: Worker | None = Worker(reference, states)
        self._started = time.monotonic()
        self._changed = threading.Condition()
        self._is_closed = False
        self._scenes = 0
        #: Number of changes that the page has to know of.
        self.version = 0
        self.about: dict[str, Any] | None = None
        self.failure: dict[str, Any] | None = None
        self.is_running = False
        self._thread = threading.Thread(target=self._run, name="stretto-preview", daemon=True)
        self._thread.start()

    def state(self) -> dict[str, Any]:
        """Everything that the page shows beside the picture."""
        with self._changed:
            told = {"about": self.about, "failure": self.failure, "running": self.is_running}
            return {"version": self.version, **told}

    def wait(self, version: int, seconds: float) -> bool:
        """Whether there is something newer than a version, after so many seconds at most."""
        with self._changed:
            return self._changed.wait_for(lambda: self.version != version or self._is_closed, seconds)

    def ask(self, question: dict[str, Any]) -> tuple[dict[str, Any], bytes | None]:
        """Asks the last version that made a scene. Raises `WorkerError`."""
        worker = self._worker
        if worker is None:
            raise WorkerError("there is no scene yet")
        return worker.ask(question)

    def close(self) -> None:
        """Ends all processes."""
        self._is_closed = True
        self._thread.join()
        for worker in (self._worker, self._next):
            if worker is not None:
                worker.stop()
        with self._changed:
            self._changed.notify_all()

    def _run(self) -> None:
        while not self._is_closed:
            if self._has_changed():
                if self._next is not None:
                    self._next.stop()
                self._next, self._started = Worker(self._reference, self._states), time.monotonic()
            if self._next is None:
                time.sleep(_LOOK)
                continue
            found = self._next.first(_LOOK)
            if found is not None:
                self._take(found)
            elif not self.is_running and time.monotonic() - self._started > _LONG:
                self._tell(running=True)

    def _take(self, found: dict[str, Any]) -> None:
        """The next version has made its scene, or has failed."""
        self._files = list(dict.fromkeys([*self._files, *found.pop("files", [])]))
        self._seen = {**self._look(), **self._seen}
        worker, self._next = self._next, None
        if found["kind"] == "loaded":
            last, self._worker = self._worker, worker
            self._scenes += 1
            self._tell(about={**found, "number": self._scenes})
            if last is not None:
                last.stop()
        else:
            if worker is not None:
                worker.stop()
            self._tell(failure=found)

    def _tell(
        self,
        about: dict[str, Any] | None = None,
        failure: dict[str, Any] | None = None,
        running: bool = False,
    ) -> None:
        with self._changed:
            self.version += 1
            self.about, self.is_running = about or self.about, running
            self.failure = self.failure if running else failure
            self._changed.notify_all()

    def _has_changed(self) -> bool:
        """Whether a file is another than before; one that is away is being saved."""
        now = self._look()
        if now == self._seen or not all(now.values()):
            return False
        self._seen = now
        return True

    def _look(self) -> dict[str, tuple[int, int] | None]:
        return {str(path): _stamp(path) for name in self._files for path in _inside(pathlib.Path(name))}


def _inside(path: pathlib.Path) -> list[pathlib.Path]:
    """A file, or those of a folder; nothing where there is none of that name."""
    if path.is_dir():
        return [file for file in sorted(path.rglob("*"))[:_MOST_FILES] if file.is_file()]
    return [path] if path.name and path.parent.is_dir() and (path.exists() or path.suffix) else []


def _stamp(path: pathlib.Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size
