"""The server of the page: on 127.0.0.1 alone, for those who know its token."""

from __future__ import annotations

import json
import logging
import secrets
import sys
import webbrowser
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from werkzeug.exceptions import BadRequest, Forbidden, HTTPException, NotFound
from werkzeug.serving import WSGIRequestHandler, make_server
from werkzeug.wrappers import Request, Response

from stretto._pages.player import asset
from stretto.errors import WriteError

from .session import Session, WorkerError

HOST = "127.0.0.1"
#: Seconds between two signs of life on a stream of events.
_BEAT = 10.0
#: Bytes of a question at most.
_MOST_BYTES = 4096
#: The largest number in a question: a whole number in JSON may be too large for a double.
_MOST_NUMBER = 1e308
#: Kinds of questions, and the numbers that each needs.
_NEEDS = {"frame": ("time", "scale"), "hit": ("x", "y", "time"), "graph": ("curve",)}
_FILES = {
    "": ("preview.html", "text/html"),
    "preview.js": ("preview.js", "text/javascript"),
    "preview.css": ("preview.css", "text/css"),
}
#: The page loads what is its own, is in no frame, and tells nobody its address.
_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' blob: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class Page:
    """The application. Who asks without the token, or through another name or page, is refused."""

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
        # A page elsewhere can have a name lead to this machine; it cannot make the browser say another one
        # here.
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
        """The state of the session, whenever it changes."""
        version = -1
        while True:
            if self._session.wait(version, _BEAT):
                state = self._session.state()
                if state["version"] == version:
                    return  # it is closed
                version = state["version"]
                yield f"data: {json.dumps(state)}\n\n".encode()
            else:
                yield b": still here\n\n"


def _question(request: Request) -> dict[str, Any]:
    """The question of a request, checked: it may come from anywhere."""
    try:
        given = request.get_json(silent=True)
    except RecursionError:  # lists in lists
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
    """Every frame would be a line."""

    def log(self, type: str, message: str, *args: Any) -> None:  # noqa: A002 - Werkzeug's name
        if type != "info":
            super().log(type, message, *args)


def serve(reference: str, states: str, port: int, *, opens: bool) -> None:
    """Shows the page until Ctrl-C. `port` 0 is any that is free."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    token = secrets.token_urlsafe(24)
    try:
        # The application comes when the port is known.
        server: Any = make_server(HOST, port, NotFound(), threaded=True, request_handler=_Quiet)
    except (OSError, SystemExit) as error:  # Werkzeug's way of saying it
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
