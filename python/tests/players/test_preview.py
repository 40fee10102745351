"""Tests of `stretto preview`: the page follows the script, survives its errors, and answers only requests
from its own page.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import pathlib
import signal
import socket
import subprocess
import sys
import time
import urllib.parse
from collections.abc import Iterator
from typing import Any

import pytest

from playing_pages import until

pytest.importorskip("werkzeug", reason="Werkzeug is not installed: make build")

pytestmark = pytest.mark.process

#: Longest time in seconds that a test waits for the server, on a busy machine.
PATIENCE = 120

SCRIPT = """\
import math
import stretto as st

scene = st.Scene(80, 40, background="white")
dot = st.Layer(name="dot", frame=(0, 10, 20, 20), background_color="COLOR")
dot.add_animation(st.BasicAnimation("opacity", from_value=1, to_value=0.5, duration=1, repeat_count=math.inf))
row = st.ReplicatorLayer(name="row", instance_count=3, instance_delay=0.15)
row.instance_transform = st.Transform3D.translation(30, 0)
row.add_sublayer(dot)
scene.add_sublayer(row)
"""


class Preview:
    """A running preview server with a script of its own."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.script = folder / "waves.py"
        self.save()
        command = [sys.executable, "-m", "stretto", "preview", str(self.script), "--no-browser"]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        parts = urllib.parse.urlsplit(self.address)
        self.port, self.path = parts.port or 0, parts.path

    def save(self, text: str | None = None, color: str = "#ff0000") -> None:
        """Saves the script as an editor does: writes a new file and renames it to the script's name."""
        part = self.script.with_suffix(".part")
        part.write_text(SCRIPT.replace("COLOR", color) if text is None else text)
        part.replace(self.script)

    def request(
        self, path: str | None = None, *, method: str = "GET", body: Any = None, **headers: str
    ) -> tuple[int, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        with contextlib.closing(connection):
            names = {name.replace("_", "-"): value for name, value in headers.items()}
            if body is not None:
                names.setdefault("Content-Type", "application/json")
            connection.request(method, self.path if path is None else path, body, names)
            response = connection.getresponse()
            return response.status, response.read()

    def ask(self, **question: Any) -> tuple[int, Any]:
        status, data = self.request(self.path + "ask", method="POST", body=json.dumps(question))
        return status, data if data.startswith(b"\x89PNG") else json.loads(data) if status != 400 else data

    def state(self, holds: Any) -> dict[str, Any]:
        """The first state from the server's event stream that satisfies the condition."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        with contextlib.closing(connection):
            connection.request("GET", self.path + "events")
            stream, found = connection.getresponse(), None
            deadline = time.monotonic() + PATIENCE
            while time.monotonic() < deadline:
                line = stream.readline()
                if line.startswith(b"data: "):
                    found = json.loads(line[6:])
                    if holds(found):
                        return dict(found)
        raise AssertionError(f"never so; it says {found}")

    def stop(self) -> int:
        with self.process:
            self.process.send_signal(signal.SIGINT)
            return self.process.wait(PATIENCE)


@pytest.fixture
def preview(tmp_path: pathlib.Path) -> Iterator[Preview]:
    made = Preview(tmp_path)
    yield made
    if made.process.poll() is None:
        made.stop()


def loaded(number: int) -> Any:
    return lambda state: state["about"] is not None and state["about"]["number"] == number


def children(process: int) -> list[int]:
    tasks = pathlib.Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for path in tasks for child in path.read_text().split()]


# Requests that the server answers


def test_it_listens_on_this_machine_alone_and_ends_with_what_it_started(preview: Preview) -> None:
    preview.state(loaded(1))
    table = pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]
    listening = [row.split()[1] for row in table if row.split()[3] == "0A"]
    assert [address for address in listening if address.endswith(f":{preview.port:04X}")] == [
        f"0100007F:{preview.port:04X}"
    ]
    with (
        pytest.raises(ConnectionRefusedError),
        socket.create_connection(("127.0.0.2", preview.port), timeout=5),
    ):
        pass
    workers = children(preview.process.pid)
    assert len(workers) == 1
    assert preview.stop() == 0, "Ctrl-C is how it ends"
    assert not any(pathlib.Path(f"/proc/{worker}").exists() for worker in workers)


#: Requests that the server must reject: a path, or None for the path of the page, and headers.
REFUSED: list[tuple[str | None, dict[str, str]]] = [
    ("/", {}),
    ("/wrong/", {}),
    ("", {}),
    ("/preview.js", {}),
    (None, {"Host": "evil.example"}),
    (None, {"Host": "127.0.0.1"}),
    (None, {"Origin": "https://evil.example"}),
    (None, {"Origin": "null"}),
    (None, {"Origin": "http://127.0.0.1:1"}),
]


def test_requests_without_the_token_or_of_another_origin_are_refused(preview: Preview) -> None:
    for path, headers in REFUSED:
        for method in ("GET", "POST"):
            status, data = preview.request(path, method=method, **headers)
            assert status == 403, (path, headers)
            assert preview.path.strip("/").encode() not in data


def test_requests_of_the_preview_s_own_page_are_answered(preview: Preview) -> None:
    own = f"127.0.0.1:{preview.port}"
    assert preview.request(Host=own, Origin=f"http://{own}")[0] == 200
    assert preview.request(Host=f"localhost:{preview.port}")[0] == 200
    for name in ("preview.js", "preview.css"):
        assert preview.request(preview.path + name)[0] == 200
    for name in ("..", "player.js", "../stretto", "%2e%2e/_cli.py"):
        assert preview.request(preview.path + name)[0] == 404


NO_QUESTIONS: list[dict[str, Any]] = [
    {}, {"ask": "exec"}, {"ask": "frame"}, {"ask": "frame", "time": "0", "scale": 1},
    {"ask": "frame", "time": 0, "scale": 0}, {"ask": "frame", "time": 0, "scale": True},
    {"ask": "hit", "x": 1, "y": None, "time": 0}, {"ask": "graph", "curve": []},
]  # fmt: skip


def test_malformed_requests_get_status_400(preview: Preview) -> None:
    preview.state(loaded(1))
    for question in NO_QUESTIONS:
        assert preview.ask(**question)[0] == 400, question
    number = '{"ask": "frame", "time": %s, "scale": 1}'
    bodies = (b"", b"{", b"\xff", "[" * 4000, number % ("9" * 400), number % ("9" * 4000), number % "NaN")
    for body in bodies:
        assert preview.request(preview.path + "ask", method="POST", body=body)[0] == 400, body
    body = json.dumps({"ask": "frame", "time": 0, "scale": 1})
    status, _ = preview.request(preview.path + "ask", method="POST", body=body, Content_Type="text/plain")
    assert status == 400, "a form of another page can send no JSON"
    huge = json.dumps({"ask": "frame", "time": 0, "scale": 1, "more": "x" * 10_000})
    assert preview.request(preview.path + "ask", method="POST", body=huge)[0] in (400, 413)
    assert preview.ask(ask="frame", time=1e300, scale=1e300)[0] == 200, "as large as a page can be"


# Behaviour of the script


def test_what_is_hit_has_its_curves(preview: Preview) -> None:
    about = preview.state(loaded(1))["about"]
    assert (about["width"], about["height"]) == (80, 40)
    assert about["duration"] == pytest.approx(1.3)
    assert about["again"] == pytest.approx(0.3)
    _, hit = preview.ask(ask="hit", x=40, y=20, time=0.5)
    assert hit["name"] == "row / dot"
    assert hit["about"].startswith("copy 1, at 0.35 s")
    assert hit["curves"] == ["dot: opacity"]
    assert hit["outlines"][1] == [[30, 10], [50, 10], [50, 30], [30, 30]]
    _, graph = preview.ask(ask="graph", curve=0)
    assert [line["own"] for line in graph["lines"]] == [False, True, False]
    line = graph["lines"][1]
    middle = min(range(len(line["across"])), key=lambda at: abs(line["across"][at] - 0.65))
    assert line["up"][middle] == pytest.approx(0.75, abs=2e-3)
    assert preview.ask(ask="hit", x=75, y=35, time=0)[1]["name"] is None


def test_an_error_is_shown_with_its_line_and_the_last_picture_stays(preview: Preview) -> None:
    preview.state(loaded(1))
    before = preview.ask(ask="frame", time=0, scale=1)[1]
    preview.save(SCRIPT.replace("COLOR", "#00f") + "\ndot.bakground = 3\n")
    failure = preview.state(lambda state: state["failure"])["failure"]
    assert failure["line"] == 12
    assert "did you mean" in failure["message"]
    assert [12, "dot.bakground = 3"] in failure["source"]
    assert preview.ask(ask="frame", time=0, scale=1)[1] == before
    preview.save("scene = (\n")
    assert preview.state(lambda state: "SyntaxError" in str(state["failure"]))["failure"]["line"] == 1
    preview.save(color="#0000ff")
    state = preview.state(loaded(2))
    assert state["failure"] is None
    assert preview.ask(ask="frame", time=0, scale=1)[1] != before


#: Scripts that end with an error, and a part of the message that the page shows.
ENDS = {
    "import os; os.abort()": "was ended by signal 6",
    "import os; os._exit(3)": "ended with status 3",
    "raise SystemExit(1)": "SystemExit",
    "x = 1": "makes no scene",
}


def test_what_ends_the_scripts_process_does_not_end_the_page(preview: Preview) -> None:
    preview.state(loaded(1))
    for number, (text, message) in enumerate(ENDS.items(), 2):
        preview.save(text)
        assert message in preview.state(lambda state: state["failure"])["failure"]["message"]
        assert preview.ask(ask="frame", time=0, scale=1)[0] == 200
        preview.save()
        assert preview.state(loaded(number))["failure"] is None


def test_an_endless_loop_is_ended_by_the_next_save(preview: Preview) -> None:
    preview.state(loaded(1))
    preview.save("while True: pass")
    assert preview.state(lambda state: state["running"])["about"]["number"] == 1
    assert preview.ask(ask="frame", time=0, scale=1)[0] == 200
    looping = set(children(preview.process.pid))
    assert len(looping) == 2
    preview.save()
    assert not preview.state(loaded(2))["running"]
    deadline = time.monotonic() + PATIENCE
    while len(children(preview.process.pid)) > 1 and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not looping & set(children(preview.process.pid))


def test_an_imported_module_and_a_document_are_watched(tmp_path: pathlib.Path) -> None:
    (tmp_path / "colors.py").write_text("COLOR = 'red'")
    made = Preview(tmp_path)
    made.state(loaded(1))
    made.save("from colors import COLOR\n" + SCRIPT.replace('"COLOR"', "COLOR"))
    made.state(loaded(2))
    part = tmp_path / "colors.part"
    part.write_text("COLOR = 'blue'  # another")
    part.replace(tmp_path / "colors.py")
    made.state(loaded(3))
    made.stop()


def test_a_script_that_does_not_exist_and_a_port_in_use_raise_errors(tmp_path: pathlib.Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        script = tmp_path / "a.py"
        script.write_text(SCRIPT)
        ran = subprocess.run(
            [sys.executable, "-m", "stretto", "preview", str(script), "--no-browser", "--port", port],
            capture_output=True, text=True, check=False, timeout=PATIENCE,
        )  # fmt: skip
        assert ran.returncode == 1
        assert f"port {port} of 127.0.0.1 cannot be had" in ran.stderr
    ran = subprocess.run(
        [sys.executable, "-m", "stretto", "preview", "nowhere.py", "--no-browser"],
        capture_output=True, text=True, check=False, timeout=PATIENCE,
    )  # fmt: skip
    assert (ran.returncode, ran.stderr) == (1, "stretto: there is no script nowhere.py\n")


# The page in a browser


PAGE = "window.strettoPreview"


def pixel(browser: Any, x: float, y: float) -> list[int]:
    """The colour of the page's picture at a point of the scene."""
    found: list[int] = browser.execute_script(
        "const c = document.getElementById('picture');"
        f"return [...c.getContext('2d').getImageData({x} / 80 * c.width, {y} / 40 * c.height, 1, 1).data]"
    )
    return found


def click(browser: Any, x: float, y: float) -> None:
    browser.execute_script(
        "const c = document.getElementById('picture'), b = c.getBoundingClientRect();"
        f"c.dispatchEvent(new MouseEvent('click', {{clientX: b.left + {x} / 80 * b.width,"
        f"clientY: b.top + {y} / 40 * b.height}}))"
    )


@pytest.mark.browser
def test_the_page_plays_scrubs_and_follows_the_script(browser: Any, preview: Preview) -> None:
    browser.get(preview.address)
    until(browser, f"{PAGE} && {PAGE}.shown.count > 3 && {PAGE}.playing && {PAGE}.now > 0")
    assert until(browser, "document.getElementById('light').className") == "live"
    browser.find_element("id", "play").click()
    assert not browser.execute_script(f"return {PAGE}.playing")
    browser.execute_script(f"{PAGE}.seek(0)")
    until(browser, f"{PAGE}.shown.time === 0")
    assert pixel(browser, 10, 20) == [255, 0, 0, 255]
    browser.execute_script(f"{PAGE}.seek(0.999)")
    until(browser, f"{PAGE}.shown.time === 0.999")
    assert pixel(browser, 10, 20) == [255, 127, 127, 255]

    click(browser, 40, 20)
    until(browser, f"{PAGE}.curve")
    assert browser.find_element("id", "hit").text.startswith("row / dot: copy 1")
    assert browser.execute_script("return document.querySelectorAll('#outlines polygon').length") == 3
    assert browser.find_element("id", "graph").is_displayed()

    preview.save(color="#00ff00")
    until(browser, f"{PAGE}.shown.number === 2 && {PAGE}.curve")
    assert pixel(browser, 10, 20) == [127, 255, 127, 255], "at the time that was shown"

    preview.save("boom\n")
    until(browser, "!document.getElementById('failure').hidden")
    assert browser.find_element("css selector", "#failure p").text.startswith("waves.py, line 1: NameError")
    assert browser.find_element("css selector", "#failure b").text.split() == ["1", "boom"]
    assert pixel(browser, 10, 20) == [127, 255, 127, 255], "the last good picture"
    preview.save()
    until(browser, f"document.getElementById('failure').hidden && {PAGE}.shown.number === 3")
    assert [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE"] == []


@pytest.mark.browser
def test_speed_loop_zoom_and_diagnostics(browser: Any, preview: Preview) -> None:
    preview.save(SCRIPT.replace("COLOR", "red") + "scene.add_sublayer(st.Layer(background_color='red'))\n")
    browser.get(preview.address)
    until(browser, f"{PAGE} && {PAGE}.about && {PAGE}.about.diagnostics.length")
    assert "no-size" in browser.find_element("id", "diagnostics").text
    browser.execute_script(
        f"{PAGE}.set(false); document.getElementById('loop').checked = false;"
        "const s = document.getElementById('speed'); s.value = '4'; s.onchange();"
        f"{PAGE}.seek(0); {PAGE}.set(true)"
    )
    until(browser, f"!{PAGE}.playing && {PAGE}.now === {PAGE}.about.duration")
    browser.execute_script(
        f"const s = document.getElementById('zoom'); s.value = '2'; s.onchange(); {PAGE}.seek(0)"
    )
    # The picture keeps its former pixels until the frame at the new zoom arrives.
    until(browser, f"{PAGE}.shown.time === 0 && document.getElementById('picture').clientWidth === 160")
    until(browser, "document.getElementById('picture').width === 160")
    browser.find_element("tag name", "body").send_keys(" ")
    assert browser.execute_script(f"return {PAGE}.playing")
    browser.execute_script("document.getElementById('loop').checked = true")
    until(browser, f"{PAGE}.now > 1.2")
    until(browser, f"{PAGE}.now < 0.9")
    assert browser.execute_script(f"return {PAGE}.now") >= 0.29, "what repeats goes on from where it began"
