"""Tests of the explorer of time in a browser: its handles change the picture, the graph and the table."""

from __future__ import annotations

import base64
import json
import math
import pathlib
from typing import Any

import pytest

import stretto as st
from playing_pages import notebook, until, until_drawn
from web import FOLDER, needs_web

pytestmark = [needs_web, pytest.mark.browser, pytest.mark.process, pytest.mark.slow]

EXPLORER = "document.querySelector('stretto-explorer')"
VIEW = f"{EXPLORER}.view"


@pytest.fixture(autouse=True)
def engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STRETTO_WEB", str(FOLDER))


@pytest.fixture
def scene() -> st.Scene:
    """A scene with a row of opaque dots on whole pixels. The dots jump one after the other."""
    scene = st.Scene(160, 40, background="white")
    dot = st.Layer(frame=(8, 30, 8, 8), background_color="#0072b2", name="dot")
    jump = st.KeyframeAnimation("transform.translation.y", values=[0, -20, 0], duration=1)
    jump.repeat_count = math.inf
    dot.add_animation(jump)
    row = st.ReplicatorLayer(instance_count=4, instance_delay=0.125, name="row")
    row.instance_transform = st.Transform3D.translation(40, 0)
    row.add_sublayer(dot)
    scene.add_sublayer(row)
    return scene


@pytest.fixture
def page(browser: Any, scene: st.Scene, tmp_path: pathlib.Path) -> st.Scene:
    st.plot.explorer(scene.find("dot"), scene, time=2, window=0.25).save(tmp_path / "explorer.html")
    browser.get((tmp_path / "explorer.html").as_uri())
    until(browser, f"{EXPLORER}?.windows.length && {VIEW}.player?.info")
    return scene


def row_of(scene: st.Scene) -> st.ReplicatorLayer:
    row = scene.find("row")
    assert isinstance(row, st.ReplicatorLayer)
    return row


def check(browser: Any, scene: st.Scene) -> None:
    """Fails unless the picture, the graph and the table match the page's time and delay."""
    time, delay = browser.execute_script(f"return [{EXPLORER}.time, {EXPLORER}.delay]")
    dot = scene.find("dot")
    row_of(scene).instance_delay = delay
    expected = st.plot.windows(dot, scene=scene, time=time, window=0.25)
    found = browser.execute_script(
        f"{EXPLORER}.shadowRoot.querySelector('details').open = true; return {EXPLORER}.windows"
    )
    assert [tuple(item["instance"]) for item in found] == [item.instance for item in expected]
    for one, other in zip(found, expected, strict=True):
        assert (one["start"], one["stop"]) == (other.start, other.stop)
        assert one["value"] == dot.presentation_value(
            "transform.translation.y", time, instance=other.instance
        )
    until_drawn(browser, scene.render(time), VIEW)
    rows = until(
        browser, f"Array.from({EXPLORER}.shadowRoot.querySelectorAll('tbody tr'), (r) => r.innerText)"
    )
    assert [float(row.split("\t")[1].removesuffix(" s")) for row in rows] == pytest.approx(
        [item.start for item in expected], rel=1e-3
    )


def drag(browser: Any, copy: int, pixels: float) -> float:
    """Drags the window of a copy sideways, and returns by how many seconds its start moved."""
    actions = pytest.importorskip("selenium.webdriver").ActionChains(browser, duration=0)
    lane = browser.execute_script(f"return {EXPLORER}.shadowRoot.querySelectorAll('.window')[{copy}]")
    before = browser.execute_script(f"return {EXPLORER}.windows[{copy}].start")
    box = lane.rect
    actions.move_to_element(lane).click_and_hold().move_by_offset(round(pixels / 2), 3)
    actions.move_by_offset(pixels - round(pixels / 2), -3).release().perform()
    after = browser.execute_script(f"return {EXPLORER}.windows[{copy}].start")
    assert lane.rect["x"] != box["x"]
    return float(after - before)


def test_the_page_begins_as_python_says(browser: Any, page: st.Scene) -> None:
    assert browser.execute_script(f"return [{EXPLORER}.time, {EXPLORER}.delay]") == [2, 0.125]
    check(browser, page)


def test_dragging_the_first_copy_moves_time(browser: Any, page: st.Scene) -> None:
    moved = drag(browser, 0, -60)
    assert moved < -0.1
    assert browser.execute_script(f"return {EXPLORER}.time") == 2 + moved
    assert browser.execute_script(f"return {EXPLORER}.delay") == 0.125
    check(browser, page)


@pytest.mark.parametrize("copy", [1, 3])
def test_dragging_another_copy_moves_the_delay(browser: Any, page: st.Scene, copy: int) -> None:
    moved = drag(browser, copy, -45)
    assert moved < -0.1
    delay = browser.execute_script(f"return {EXPLORER}.delay")
    assert delay == pytest.approx(0.125 - moved / copy)
    assert browser.execute_script(f"return {EXPLORER}.time") == 2
    check(browser, page)


def test_pulled_past_the_first_copy_the_delay_is_negative(browser: Any, page: st.Scene) -> None:
    drag(browser, 1, 120)
    assert browser.execute_script(f"return {EXPLORER}.delay") < 0
    check(browser, page)


def test_the_slider_changes_the_delay(browser: Any, page: st.Scene) -> None:
    browser.execute_script(
        f"const handle = {EXPLORER}.shadowRoot.querySelector('.delay');"
        "handle.value = 0.2; handle.dispatchEvent(new Event('input'))"
    )
    assert browser.execute_script(f"return {EXPLORER}.delay") == 0.2
    check(browser, page)
    words = browser.execute_script(
        f"return {EXPLORER}.shadowRoot.querySelector('.delay').getAttribute('aria-valuetext')"
    )
    assert words == "delay 0.2 seconds, each copy later than the one before"


@pytest.mark.parametrize(
    ("copy", "keys", "time", "delay"),
    [
        (0, ["ArrowRight"], 2 + 1 / 30, 0.125),
        (1, ["ArrowLeft"], 2, 0.14),  # a window moved to the left has a longer delay
        (1, ["0"], 2, 0),
        (2, ["-"], 2, -0.125),
        (2, ["-", "0", "Escape"], 2, 0.125),
    ],
)
def test_arrow_keys_move_time_and_delay(
    browser: Any, page: st.Scene, copy: int, keys: list[str], time: float, delay: float
) -> None:
    browser.execute_script(
        f"for (const key of arguments[0]) {EXPLORER}.shadowRoot.querySelectorAll('.window')[{copy}]"
        ".dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))",
        keys,
    )
    found = browser.execute_script(f"return [{EXPLORER}.time, {EXPLORER}.delay]")
    assert found == [pytest.approx(time), pytest.approx(delay)]
    check(browser, page)


def test_playing_moves_the_windows(browser: Any, page: st.Scene) -> None:
    browser.execute_script(f"{VIEW}.seek(0); {VIEW}.play()")
    until(browser, f"{EXPLORER}.windows[0].start > 0.2")
    browser.execute_script(f"{VIEW}.pause()")
    check(browser, page)


def test_the_sentence_names_the_time_and_value_of_the_copy(browser: Any, page: st.Scene) -> None:
    formula, sentence = browser.execute_script(
        f"const part = (name) => {EXPLORER}.shadowRoot.querySelector(name).textContent;"
        "return [part('.formula'), part('.sentence')]"
    )
    assert formula == "own time of copy 1 = 2 − 1 × 0.125 = 1.875 s"
    value = page.find("dot").presentation_value("transform.translation.y", 2, instance=(1,))
    assert sentence.startswith("At 2 s copy 1 shows the layer as it is at 1.875 s of its own time")
    assert sentence.endswith(f"is {value:g}.")


def test_nested_copies_move_the_nearest_replicator(
    browser: Any, scene: st.Scene, tmp_path: pathlib.Path
) -> None:
    """The row of dots is in another replicator with speed 2. Dragging a window changes the delay of the inner
    replicator only.
    """
    outer = st.ReplicatorLayer(instance_count=2, instance_delay=0.5, name="outer", speed=2)
    row = row_of(scene)
    row.instance_count = 2
    scene.add_sublayer(outer)
    outer.add_sublayer(row)
    st.plot.explorer(scene.find("dot"), scene, time=2, window=0.25).save(tmp_path / "nested.html")
    browser.get((tmp_path / "nested.html").as_uri())
    until(browser, f"{EXPLORER}?.windows.length === 4 && {VIEW}.player?.info")
    moved = drag(browser, 3, -45)
    assert browser.execute_script(f"return {EXPLORER}.delay") == pytest.approx(0.125 - moved)
    check(browser, scene)


def test_a_scene_that_is_no_document_says_so(browser: Any, tmp_path: pathlib.Path) -> None:
    script = (FOLDER / "stretto.engine.js").as_uri()
    (tmp_path / "bad.html").write_text(
        "<!doctype html><meta charset=utf-8><stretto-explorer layer=dot>"
        '<script type="application/caml+xml"><caml>never closed</script></stretto-explorer>'
        f"<script src={json.dumps(script)}></script>"
    )
    browser.get((tmp_path / "bad.html").as_uri())
    assert "line" in until(browser, f"{EXPLORER}.shadowRoot.querySelector('.side > .message').textContent")


def test_a_page_with_an_element_named_stretto_has_the_engine(
    browser: Any, scene: st.Scene, tmp_path: pathlib.Path
) -> None:
    """An element with the id "stretto" defines a global variable of the same name, which must not hide the
    engine.
    """
    body = f'<h1 id="stretto">stretto</h1>{st.plot.explorer(scene.find("dot"), scene).to_html()}'
    (tmp_path / "named.html").write_text(f"<!doctype html><meta charset=utf-8>{body}", encoding="utf-8")
    browser.get((tmp_path / "named.html").as_uri())
    assert browser.execute_script("return typeof stretto.open") == "function"
    until(browser, f"{EXPLORER}.windows.length")


def test_two_widgets_share_one_engine(browser: Any, scene: st.Scene, tmp_path: pathlib.Path) -> None:
    """A scene and an explorer in one page share an engine, and record changes without a kernel."""
    pytest.importorskip("anywidget", reason="anywidget is not installed: make build")
    explorer = st.plot.explorer(scene.find("dot"), scene, time=2, window=0.25).live()
    live = scene.live()
    assert explorer._engine is live._engine
    (tmp_path / "both.html").write_text(notebook([live, explorer]), encoding="utf-8")
    browser.get((tmp_path / "both.html").as_uri())
    until(browser, f"{EXPLORER}?.windows.length && {VIEW}.player?.info")
    until(browser, "document.querySelector('stretto-scene')?.player?.info")
    assert browser.execute_script("return askedForEngine") == 1
    drag(browser, 2, -60)
    delay = browser.execute_script(f"return {EXPLORER}.delay")
    assert until(browser, "states[1].delay") == delay
    browser.execute_script("set(1, 'delay', 0.25)")  # like `explorer.delay = 0.25` in Python
    check(browser, scene)
    assert browser.execute_script(f"return {EXPLORER}.delay") == 0.25
    row_of(scene).instance_delay = 0.5
    explorer.refresh()
    document = base64.b64encode(explorer._document).decode()
    browser.execute_script("set(1, '_document', bytes(arguments[0]))", document)
    until(browser, f"{EXPLORER}.delay === 0.5")
    check(browser, scene)
    live.close()
    explorer.close()
