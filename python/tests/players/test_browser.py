"""Tests of the players in a browser: they play, scrub and step, and each shows the frame whose index it
displays.
"""

from __future__ import annotations

import base64
import pathlib
import time
from typing import Any

import numpy as np
import pytest

import stretto as st
from playing_pages import until

pytestmark = [pytest.mark.browser, pytest.mark.process, pytest.mark.slow]
webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed: make build")

FPS, FRAMES = 10, 23
#: Longest time in seconds that a test waits for a page, on a busy machine.
PATIENCE = 120
PLAYER = "document.querySelector('.stretto-player').stretto"


@pytest.fixture
def scene() -> st.Scene:
    """A scene in which every frame has another colour and another half-transparent pixel: both change at
    every frame.
    """
    scene = st.Scene(60, 30)
    dot = st.Layer(frame=(0, 0, 20, 30), background_color="red")
    duration = FRAMES / FPS
    dot.add_animation(st.BasicAnimation("position.x", from_value=0, to_value=60, duration=duration))
    dot.add_animation(
        st.BasicAnimation("backgroundColor", from_value="#ff0000", to_value="#0000ff80", duration=duration)
    )
    scene.add_sublayer(dot)
    return scene


def movie(scene: st.Scene, scale: float = 2) -> st.Movie:
    return scene.movie(duration=FRAMES / FPS, fps=FPS, scale=scale)


def opened(browser: Any, path: pathlib.Path) -> None:
    browser.get(path.as_uri())
    until(browser, f"document.querySelector('.stretto-player') && {PLAYER}")


def canvas(browser: Any, selector: str = ".stretto-view canvas") -> np.ndarray[Any, Any]:
    """The pixels of a canvas element."""
    width, height, text = browser.execute_script(
        f"const c = document.querySelector('{selector}');"
        "const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;"
        "let s = ''; for (const byte of d) s += String.fromCharCode(byte);"
        "return [c.width, c.height, btoa(s)]"
    )
    return np.frombuffer(base64.b64decode(text), np.uint8).reshape(height, width, 4)


def assert_same(shown: np.ndarray[Any, Any], frame: np.ndarray[Any, Any]) -> None:
    """Fails unless two pictures are equal, except for the rounding errors of a canvas, which premultiplies
    colours.
    """
    assert shown.shape == frame.shape
    assert (shown[..., 3] == frame[..., 3]).all()
    solid = frame[..., 3] == 255
    assert (shown[solid] == frame[solid]).all()
    assert np.abs(shown.astype(int) - frame.astype(int)).max() <= 2


def until_same(browser: Any, frame: np.ndarray[Any, Any]) -> None:
    """Waits until a live player shows the frame, because the browser decodes frames asynchronously."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return assert_same(canvas(browser, ".stretto-picture"), frame)
        except AssertionError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.02)


@pytest.fixture
def page(browser: Any, scene: st.Scene, tmp_path: pathlib.Path) -> st.Movie:
    """Opens a saved page with a paused player."""
    clip = movie(scene)
    clip.player(autoplay=False).save(tmp_path / "clip.html")
    opened(browser, tmp_path / "clip.html")
    return clip


def test_it_shows_the_first_frame_at_the_size_of_the_scene(browser: Any, page: st.Movie) -> None:
    assert_same(canvas(browser), page[0])
    box = browser.execute_script("return document.querySelector('canvas').getBoundingClientRect().toJSON()")
    assert (box["width"], box["height"]) == page.scene.size
    assert browser.execute_script("return document.querySelector('.stretto-note')") is None


@pytest.mark.parametrize("index", [1, 7, FRAMES - 1])
def test_scrubbing_shows_the_right_frame(browser: Any, page: st.Movie, index: int) -> None:
    browser.execute_script(
        "const s = document.querySelector('.stretto-bar input'); s.value = arguments[0];"
        "s.dispatchEvent(new Event('input'))",
        index,
    )
    assert_same(canvas(browser), page[index])
    label = browser.execute_script("return document.querySelector('output').value")
    assert label == f"{page.time(index):.2f} s · {index + 1}/{FRAMES}"


def test_stepping_goes_round_by_button_and_by_key(browser: Any, page: st.Movie) -> None:
    def press(label: str) -> None:
        browser.find_element("css selector", f"button[aria-label='{label}']").click()

    press("On one frame")
    assert_same(canvas(browser), page[1])
    press("Back one frame")
    press("Back one frame")
    assert_same(canvas(browser), page[FRAMES - 1])
    root = browser.find_element("css selector", ".stretto-player")
    root.send_keys("\ue014")  # the right arrow key
    assert_same(canvas(browser), page[0])
    root.send_keys("\ue010")  # the End key
    assert_same(canvas(browser), page[FRAMES - 1])


def test_it_plays_at_the_speed_of_the_clip_and_pauses(browser: Any, page: st.Movie) -> None:
    # The script replaces the page's clock and calls animation frames only at the given times, as if the
    # browser had skipped frames.
    browser.execute_script(
        "let clock = 0, waiting = []; performance.now = () => clock;"
        "window.requestAnimationFrame = (call) => waiting.push(call);"
        "window.indexAt = (seconds) => { clock = 1000 * seconds;"
        f"for (const call of waiting.splice(0)) call(clock); return {PLAYER}.index }}"
    )

    def index_at(seconds: float) -> int:
        index: int = browser.execute_script("return indexAt(arguments[0])", seconds)
        return index

    browser.find_element("css selector", "button[aria-label='Play']").click()
    expected = {0.01: 0, 0.09: 0, 0.11: 1, 0.12: 1, 0.71: 7, 2.29: 22, 2.31: 0, 6.25: 16}
    assert {seconds: index_at(seconds) for seconds in expected} == expected
    assert_same(canvas(browser), page[16])
    browser.find_element("css selector", "button[aria-label='Pause']").click()
    assert index_at(6.45) == 16
    browser.find_element("css selector", "button[aria-label='Play']").click()
    assert index_at(6.66) == 18


def test_it_starts_by_itself_and_begins_again_at_the_end(
    browser: Any, scene: st.Scene, tmp_path: pathlib.Path
) -> None:
    clip = scene.movie(duration=0.5, fps=FPS)
    clip.player().save(tmp_path / "clip.html")
    opened(browser, tmp_path / "clip.html")
    until(browser, f"{PLAYER}.index === 4")
    until(browser, f"{PLAYER}.index === 1")
    assert browser.execute_script(f"return {PLAYER}.playing")


def test_two_players_on_a_page_do_not_disturb_each_other(
    browser: Any, scene: st.Scene, tmp_path: pathlib.Path
) -> None:
    clip = movie(scene, 1)
    part = clip.player(autoplay=False).html()
    (tmp_path / "two.html").write_text(
        f"<!doctype html><meta charset=utf-8>{part}<hr>{part}", encoding="utf-8"
    )
    opened(browser, tmp_path / "two.html")
    until(browser, "[...document.querySelectorAll('.stretto-player')].every((root) => root.stretto)")
    browser.execute_script("document.querySelectorAll('.stretto-player')[1].stretto.seek(5)")
    indices = "return [...document.querySelectorAll('.stretto-player')].map((root) => root.stretto.index)"
    assert browser.execute_script(indices) == [0, 5]
    assert browser.execute_script("return document.querySelectorAll('canvas').length") == 2


def test_without_scripts_the_first_frame_is_shown(
    browser: Any, scene: st.Scene, tmp_path: pathlib.Path
) -> None:
    part = movie(scene, 1).player().html()
    (tmp_path / "still.html").write_text(part.partition("<script>")[0], encoding="utf-8")
    browser.get((tmp_path / "still.html").as_uri())
    box = browser.execute_script(
        "return document.querySelector('.stretto-view').getBoundingClientRect().toJSON()"
    )
    assert (box["width"], box["height"]) == scene.size
    assert "JavaScript" in browser.find_element("css selector", ".stretto-note").text
