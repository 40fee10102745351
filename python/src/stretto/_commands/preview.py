"""Serves the preview of a script as a web page on 127.0.0.1, which a token protects.

The page shows the newest version of the script that made a scene, and the state of a newer version.
"""

from __future__ import annotations

import contextlib
import json
import logging
import pathlib
import secrets
import socket
import subprocess
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.connection import Connection
from typing import Any, TypeAlias

from werkzeug.exceptions import BadRequest, Forbidden, HTTPException, NotFound
from werkzeug.serving import WSGIRequestHandler, make_server
from werkzeug.wrappers import Request, Response

from stretto._pages.pictures import asset
from stretto.errors import Error, WriteError

from . import scripts

HOST = "127.0.0.1"
#: Seconds between two keep-alive messages on a stream of events.
_BEAT = 10.0
#: Largest number of bytes of a question.
_MOST_BYTES = 4096
#: Largest number in a question of the page, because a whole number in JSON may be too large for a double.
_MOST_NUMBER = 1e308
#: Kinds of questions, with the numbers that each needs.
_NEEDS = {"frame": ("time", "scale"), "hit": ("x", "y", "time"), "graph": ("curve",)}
_FILES = {
    "": ("preview.html", "text/html"),
    "preview.js": ("preview.js", "text/javascript"),
    "preview.css": ("preview.css", "text/css"),
}
#: The preview page loads only its own files, cannot be shown in a frame, and sends its address to no other
#: server.
_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' blob: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}

#: Seconds between two checks of the files, and seconds until the page shows that a script is still running.
_LOOK, _LONG = 0.2, 0.7
#: Seconds that an answer may take.
_PATIENCE = 30.0
#: Largest number of files in a folder that are watched.
_MOST_FILES = 2000


_Words: TypeAlias = dict[str, Any]


class WorkerError(Error):
    """Error if the process of the script has ended or does not answer."""


class Worker:
    """A process that runs a script and then answers questions about its scene."""

    def __init__(self, reference: str, states: str) -> None:
        own_end, theirs = socket.socketpair()
        with theirs:
            module = "stretto._commands.worker"
            command = [sys.executable, "-m", module, str(theirs.fileno()), reference, states]
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()])
        self._connection = Connection(own_end.detach())
        self._lock = threading.Lock()

    def first(self, seconds: float) -> dict[str, Any] | None:
        """Returns the result or the failure of the script; None if the script still runs after `seconds`."""
        if not self._connection.poll(seconds):
            return None
        try:
            return self._received()[0]
        except (EOFError, OSError):
            return {"kind": "failed", "message": self._ended(), "line": None, "source": [], "files": []}

    def ask(self, question: dict[str, Any]) -> tuple[dict[str, Any], bytes | None]:
        """Returns the answer to a question, and a picture or None. Raises `WorkerError`."""
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
        """Kills the process."""
        self._process.kill()
        self._process.wait()


class Session:
    """Runs the script in a new process whenever its files change, and keeps the last process that made a
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
        #: Number of changes that the page must show.
        self.version = 0
        self.about: dict[str, Any] | None = None
        self.failure: dict[str, Any] | None = None
        self.is_running = False
        self._thread = threading.Thread(target=self._run, name="stretto-preview", daemon=True)
        self._thread.start()

    def state(self) -> dict[str, Any]:
        """Returns everything that the page shows except the picture."""
        with self._changed:
            state = {"about": self.about, "failure": self.failure, "running": self.is_running}
            return {"version": self.version, **state}

    def wait(self, version: int, seconds: float) -> bool:
        """Returns whether the script has a newer version, after waiting for at most `seconds`."""
        with self._changed:
            return self._changed.wait_for(lambda: self.version != version or self._is_closed, seconds)

    def ask(self, question: dict[str, Any]) -> tuple[dict[str, Any], bytes | None]:
        """Sends a question to the last process that made a scene, and returns the answer. Raises
        `WorkerError`.
        """
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
                self._report(running=True)

    def _take(self, found: dict[str, Any]) -> None:
        """Takes over the result of the newest process."""
        self._files = list(dict.fromkeys([*self._files, *found.pop("files", [])]))
        self._seen = {**self._look(), **self._seen}
        worker, self._next = self._next, None
        if found["kind"] == "loaded":
            last, self._worker = self._worker, worker
            self._scenes += 1
            self._report(about={**found, "number": self._scenes})
            if last is not None:
                last.stop()
        else:
            if worker is not None:
                worker.stop()
            self._report(failure=found)

    def _report(
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
        """Whether one of the watched files has changed. A missing file does not count as changed, because an
        editor is saving the file.
        """
        now = self._look()
        if now == self._seen or not all(now.values()):
            return False
        self._seen = now
        return True

    def _look(self) -> dict[str, tuple[int, int] | None]:
        return {str(path): _stamp(path) for name in self._files for path in _inside(pathlib.Path(name))}


def _inside(path: pathlib.Path) -> list[pathlib.Path]:
    """The file at a path, or all files of a folder; empty if the path is impossible."""
    if path.is_dir():
        return [file for file in sorted(path.rglob("*"))[:_MOST_FILES] if file.is_file()]
    return [path] if path.name and path.parent.is_dir() and (path.exists() or path.suffix) else []


def _stamp(path: pathlib.Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


# Web server


class Page:
    """The WSGI application. Requests without the token, or from another host name or page, are rejected."""

    def __init__(self, session: Session, token: str, port: int) -> None:
        self._session, self._token = session, token
        self._hosts = {f"{HOST}:{port}", f"localhost:{port}"}

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        request = Request(environ)
        request.max_content_length = _MOST_BYTES
        try:
            response = self._answer(request)
        except WorkerError as error:
            response = Response(json.dumps({"kind": "failed", "message": str(error)}), 503)
        except HTTPException as error:
            response = Response(f"{error.code} {error.name}: {error.description}\n", error.code)
        response.headers.update(_HEADERS)
        return response(environ, start)

    def _answer(self, request: Request) -> Response:
        # A page of another site can point a host name at this machine, but the browser then sends that host
        # name in each request.
        if request.headers.get("Host") not in self._hosts:
            raise Forbidden("this server answers to 127.0.0.1 alone")
        origin = request.headers.get("Origin")
        if origin is not None and origin.removeprefix("http://") not in self._hosts:
            raise Forbidden("another page may not ask")
        _, token, *rest = request.path.split("/", 2)
        if not secrets.compare_digest(token.encode(), self._token.encode()):
            raise Forbidden("the address lacks the token that stretto preview printed")
        name = rest[0] if rest else None
        if name in _FILES and request.method == "GET":
            file, kind = _FILES[name]
            return Response(asset(file), mimetype=kind)
        if name == "events" and request.method == "GET":
            return Response(self._events(), mimetype="text/event-stream", direct_passthrough=True)
        if name == "ask" and request.method == "POST":
            return self._asked(request)
        raise NotFound("there is no such page here")

    def _asked(self, request: Request) -> Response:
        answer, picture = self._session.ask(_question(request))
        if picture is None:
            return Response(json.dumps(answer), mimetype="application/json")
        response = Response(picture, mimetype="image/png")
        response.headers["X-Answer"] = json.dumps(answer)
        return response

    def _events(self) -> Iterator[bytes]:
        """Yields the state of the session whenever it changes."""
        version = -1
        while True:
            if self._session.wait(version, _BEAT):
                state = self._session.state()
                if state["version"] == version:
                    return  # the session is closed
                version = state["version"]
                yield f"data: {json.dumps(state)}\n\n".encode()
            else:
                yield b": still here\n\n"


def _question(request: Request) -> dict[str, Any]:
    """The checked question of a request, which may be malicious."""
    try:
        given = request.get_json(silent=True)
    except RecursionError:  # the JSON nests too deep
        given = None
    if request.mimetype != "application/json" or not isinstance(given, dict):
        raise BadRequest("a question is an object in JSON")
    needs = _NEEDS.get(str(given.get("ask")))
    if needs is None:
        raise BadRequest("ask is frame, hit or graph")
    question: dict[str, Any] = {"ask": given["ask"]}
    for name in needs:
        value = given.get(name)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) <= _MOST_NUMBER:
            raise BadRequest(f"{name} is a number of at most {_MOST_NUMBER:g}")
        question[name] = int(value) if name == "curve" else float(value)
    if question.get("scale", 1) <= 0:
        raise BadRequest("scale is above 0")
    return question


class _Quiet(WSGIRequestHandler):
    """Handler without a log, which would have a line for each frame."""

    def log(self, type: str, message: str, *args: Any) -> None:  # noqa: A002 - Werkzeug's name
        if type != "info":
            super().log(type, message, *args)


def serve(reference: str, states: str, port: int, *, opens: bool) -> None:
    """Serves the page until Ctrl-C. `port` 0 is any free port."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    token = secrets.token_urlsafe(24)
    try:
        # The application of the session needs the port of the server, so the application replaces a
        # placeholder after the server is created.
        server: Any = make_server(HOST, port, NotFound(), threaded=True, request_handler=_Quiet)
    except (OSError, SystemExit) as error:  # Werkzeug exits if the port is taken
        raise WriteError(f"port {port} of {HOST} cannot be had; another --port may") from error
    server.daemon_threads = True
    session = Session(reference, states)
    server.app = Page(session, token, server.server_port)
    address = f"http://{HOST}:{server.server_port}/{token}/"
    print(address, flush=True)
    print(f"stretto: {reference} is shown there, anew whenever it is saved; Ctrl-C ends", file=sys.stderr)
    if opens:
        webbrowser.open(address)
    try:
        server.serve_forever()
    finally:
        session.close()
        server.server_close()
