"""Tests of pages that play scenes in a browser: saved files, the HTML element, many scenes at once, and the
widget.
"""

from __future__ import annotations

import base64
import json
import os
import pathlib
import re
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import stretto as st
from firefox import Firefox
from playing_pages import ELEMENT, notebook, until, until_drawn
from web import FOLDER, needs_web

pytestmark = [needs_web, pytest.mark.browser, pytest.mark.process, pytest.mark.slow]

PROGRAM = pathlib.Path(__file__).parent / "programs" / "19_page.py"


@pytest.fixture(autouse=True)
def engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STRETTO_WEB", str(FOLDER))


@pytest.fixture
def scene() -> st.Scene:
    """A scene with opaque copies on whole pixels, so that the canvas is exact. Each copy of the layer is a
    second behind the previous copy.
    """
    scene = st.Scene(90, 30, background="white")
    box = st.Layer(name="box", frame=(0, 0, 20, 30), background_color="red")
    box.add_animation(
        st.BasicAnimation("backgroundColor", from_value="red", to_value="blue", duration=4, autoreverses=True)
    )
    row = st.ReplicatorLayer(instance_count=3, instance_delay=1, name="row")
    row.instance_transform = st.Transform3D.translation(30, 0)
    row.add_sublayer(box)
    scene.add_sublayer(row)
    scene.add_state("narrow", {box: {"bounds.size.width": 10}})
    return scene


@pytest.fixture
def page(browser: Any, scene: st.Scene, tmp_path: pathlib.Path) -> st.Scene:
    """Opens the scene as a saved page, paused at time 0."""
    scene.save(tmp_path / "clip.html")
    browser.get((tmp_path / "clip.html").as_uri())
    until(browser, f"{ELEMENT}.player?.info")
    browser.execute_script(f"{ELEMENT}.pause(); {ELEMENT}.seek(0)")
    return scene


def press(browser: Any, key: str, shift: bool = False) -> None:
    event = json.dumps({"key": key, "shiftKey": shift, "bubbles": True, "composed": True, "cancelable": True})
    browser.execute_script(f"{ELEMENT}.dispatchEvent(new KeyboardEvent('keydown', {event}))")


def test_a_saved_page_needs_nothing_else(scene: st.Scene, tmp_path: pathlib.Path) -> None:
    scene.save(tmp_path / "clip.html")
    text = (tmp_path / "clip.html").read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert re.findall(r"""(?:src|href)\s*=\s*["'](?!data:|#|blob:)([^"']+)""", text) == []
    before = (tmp_path / "clip.html").read_bytes()
    scene.save(tmp_path / "clip.html")
    assert (tmp_path / "clip.html").read_bytes() == before, "the same scene gives the same bytes"


@pytest.mark.parametrize("lost", ["🎉", "♥", "©\ufe0f"])
def test_emoji_that_are_missing_give_a_warning(lost: str, tmp_path: pathlib.Path) -> None:
    """A saved page warns of emoji, for which it has no font. Stretto Sans has the star and the tick."""
    scene = st.Scene(60, 40)
    scene.add_sublayer(st.TextLayer(string=f"★ {lost} ✓", font_size=20, position=(30, 20)))
    with pytest.warns(UserWarning, match=f"^{lost} .*emoji_font"):
        scene.save(tmp_path / "party.html")


def test_it_plays_and_loops(browser: Any, page: st.Scene) -> None:
    assert browser.execute_script(f"return {ELEMENT}.player.info.duration") == page.loop_report().duration
    browser.execute_script(f"{ELEMENT}.play()")
    first = browser.execute_script(f"return {ELEMENT}.currentTime")
    until(browser, f"{ELEMENT}.currentTime > {first} + 0.2")
    browser.execute_script(f"{ELEMENT}.setAttribute('to', '0.5')")
    until(browser, f"{ELEMENT}.currentTime < 0.2")


def test_it_scrubs_to_the_frame_that_the_library_draws(browser: Any, page: st.Scene) -> None:
    for time in (0.5, 1.75, 3.2):
        browser.execute_script(
            f"const slider = {ELEMENT}.shadowRoot.querySelector('.time');"
            f"slider.value = {time}; slider.dispatchEvent(new Event('input'))"
        )
        until_drawn(browser, page.render(time))
        assert browser.execute_script(f"return {ELEMENT}.paused")


def test_arrow_keys_step_through_frames(browser: Any, page: st.Scene) -> None:
    press(browser, "ArrowRight")
    until_drawn(browser, page.render(1 / 30))
    press(browser, "ArrowRight", shift=True)
    assert browser.execute_script(f"return {ELEMENT}.currentTime") == pytest.approx(11 / 30)
    press(browser, "End")
    end = browser.execute_script(f"return {ELEMENT}.player.range[1]")
    assert browser.execute_script(f"return {ELEMENT}.currentTime") == end
    press(browser, " ")
    assert not browser.execute_script(f"return {ELEMENT}.paused")
    press(browser, " ")
    assert browser.execute_script(f"return {ELEMENT}.paused")


def test_the_pointer_finds_the_layer_and_the_copy(browser: Any, page: st.Scene) -> None:
    browser.execute_script(f"{ELEMENT}.seek(2)")
    move = (
        f"const canvas = {ELEMENT}.shadowRoot.querySelector('canvas'), box = canvas.getBoundingClientRect();"
        "canvas.dispatchEvent(new PointerEvent('pointermove',"
        "{ clientX: box.left + arguments[0], clientY: box.top + 10, bubbles: true }))"
    )
    found = f"{ELEMENT}.shadowRoot.querySelector('.found').textContent"
    browser.execute_script(move, 40)
    assert until(browser, f"{found}.trim()") == "box · copy 1 · at 1.00 s of its own time"
    browser.execute_script(move, 25)  # a point between two copies
    until(browser, f"{found}.trim() === ''")


def test_a_larger_element_is_drawn_as_sharp_as_the_screen(browser: Any, page: st.Scene) -> None:
    browser.execute_script(f"{ELEMENT}.style.width = '270px'")
    until_drawn(browser, page.render(0, scale=3))


def test_a_sharper_screen_gets_more_pixels(browser: Any, page: st.Scene) -> None:
    metrics = {"width": 900, "height": 700, "deviceScaleFactor": 2, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        until_drawn(browser, page.render(0, scale=2))
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_who_asks_for_less_motion_is_shown_a_still(
    browser: Any, scene: st.Scene, tmp_path: pathlib.Path
) -> None:
    scene.save(tmp_path / "clip.html")
    calm = {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", calm)
    try:
        browser.get((tmp_path / "clip.html").as_uri())
        until_drawn(browser, scene.render(0))
        assert browser.execute_script(f"return [{ELEMENT}.paused, {ELEMENT}.currentTime]") == [True, 0]
        browser.execute_script(f"{ELEMENT}.play()")
        until(browser, f"{ELEMENT}.currentTime > 0.1")
    finally:
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def test_off_the_screen_it_pauses(browser: Any, page: st.Scene) -> None:
    browser.execute_script(f"document.body.style.paddingTop = '5000px'; scrollTo(0, 0); {ELEMENT}.play()")
    until(browser, f"{ELEMENT}.player.suspended")
    stood = browser.execute_script(f"return {ELEMENT}.currentTime")
    browser.execute_async_script("setTimeout(arguments[0], 200)")
    assert browser.execute_script(f"return {ELEMENT}.currentTime") == stood
    browser.execute_script(f"{ELEMENT}.scrollIntoView()")
    until(browser, f"{ELEMENT}.currentTime > {stood}")


def test_values_and_states_are_set_from_the_page(browser: Any, page: st.Scene) -> None:
    browser.execute_script(f"{ELEMENT}.set('row', 'instanceDelay', 0.25); {ELEMENT}.seek(1.5)")
    row = page.find("row")
    assert isinstance(row, st.ReplicatorLayer)
    row.instance_delay = 0.25
    until_drawn(browser, page.render(1.5))
    browser.execute_script(f"{ELEMENT}.setState('narrow', 0)")
    page.set_state("narrow", 0)
    until_drawn(browser, page.render(1.5))


def test_a_clip_plays_its_own_seconds(browser: Any, scene: st.Scene, tmp_path: pathlib.Path) -> None:
    part = scene.movie(1.5, start=0.5, diagnose=False).to_html()
    (tmp_path / "part.html").write_text(f"<!doctype html><meta charset=utf-8>{part}", encoding="utf-8")
    browser.get((tmp_path / "part.html").as_uri())
    until(browser, f"{ELEMENT}.player?.info")
    assert browser.execute_script(f"return {ELEMENT}.player.range") == [0.5, 2]


def test_what_is_no_document_says_so_and_the_page_lives(browser: Any, tmp_path: pathlib.Path) -> None:
    script = (FOLDER / "stretto.engine.js").as_uri()
    (tmp_path / "bad.html").write_text(
        '<!doctype html><meta charset=utf-8><stretto-scene><img alt="a still">'
        '<script type="application/caml+xml"><caml>never closed</script></stretto-scene>'
        f"<script src={json.dumps(script)}></script>"
    )
    browser.get((tmp_path / "bad.html").as_uri())
    words = until(browser, f"{ELEMENT}.shadowRoot.querySelector('.message').textContent")
    assert "line" in words
    assert browser.execute_script("return document.querySelector('img').checkVisibility()")
    size = browser.execute_async_script(
        "const [text, done] = arguments;"
        "stretto.open(text).then((scene) => done(scene.size.width), (error) => done(String(error)))",
        '<caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 8 4"/></caml>',
    )
    assert size == 8


def test_twelve_scenes_play_at_once_and_2000_are_opened(
    browser: Any, scene: st.Scene, tmp_path: pathlib.Path
) -> None:
    """Twelve scenes play at once, and no scene has fewer than half the frames of another scene. A benchmark
    measures how fast the scenes play.
    """
    document = base64.b64encode(scene.to_bytes()).decode()
    script = (FOLDER / "stretto.engine.js").as_uri()
    (tmp_path / "many.html").write_text(
        f"<!doctype html><meta charset=utf-8><script src={json.dumps(script)}></script><script>"
        "window.workers = 0; window.Worker = class extends Worker {"
        "constructor(...given) { super(...given); workers += 1; } };"
        f"const bytes = Uint8Array.from(atob({json.dumps(document)}), (c) => c.charCodeAt(0));"
        "window.frames_ = Array(12).fill(0); for (let k = 0; k < 12; k += 1) {"
        "const made = document.createElement('stretto-scene'); made.setAttribute('autoplay', '');"
        "made.document = bytes; made.addEventListener('timeupdate', () => (frames_[k] += 1));"
        "document.documentElement.append(made); }</script>"
    )
    browser.get((tmp_path / "many.html").as_uri())
    until(browser, "frames_.every((count) => count > 20)")
    counts = browser.execute_script("return frames_")
    assert 2 * min(counts) > max(counts), counts
    assert browser.execute_script("return workers") == 1, "all share one engine"
    size = browser.execute_async_script(
        "const [text, done] = arguments, bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));"
        "(async () => { for (let k = 0; k < 2000; k += 1) { const scene = await stretto.open(bytes);"
        "scene.render(0.1 * k); scene.close(); } return stretto.memorySize(); })().then(done);",
        document,
    )
    assert size < 96 << 20, "2,000 scenes leave no memory behind"


def test_a_widget_lives_without_a_kernel(browser: Any, scene: st.Scene, tmp_path: pathlib.Path) -> None:
    pytest.importorskip("anywidget", reason="anywidget is not installed: make build")
    widget = scene.live()
    widget.time = 1.5
    (tmp_path / "live.html").write_text(notebook([widget]), encoding="utf-8")
    browser.get((tmp_path / "live.html").as_uri())
    until(browser, f"{ELEMENT}?.player?.info")
    until_drawn(browser, scene.render(1.5))
    browser.execute_script("set(0, 'time', 0.75)")  # like `widget.time = 0.75` in Python
    until_drawn(browser, scene.render(0.75))
    scene.find("box").background_color = "green"
    scene.find("box").remove_all_animations()
    widget.refresh()
    browser.execute_script(
        "set(0, '_document', bytes(arguments[0]))",
        base64.b64encode(widget._document).decode(),
    )
    until_drawn(browser, scene.render(0.75))
    browser.execute_script("set(0, 'playing', true)")
    until(browser, "states[0].time > 1")
    widget.close()


def test_the_program_of_a_user_says_ok(tmp_path: pathlib.Path) -> None:
    environment = {**os.environ, "OUT": str(tmp_path)}
    ran = subprocess.run([sys.executable, str(PROGRAM)], env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout == "page: ok\n"


def test_a_saved_page_plays_in_firefox(firefox: Firefox, scene: st.Scene, tmp_path: pathlib.Path) -> None:
    scene.save(tmp_path / "clip.html")
    firefox.open(tmp_path / "clip.html")
    found = firefox.run(
        """
        const element = document.querySelector("stretto-scene");
        const seen = (condition) => new Promise((done) => {
          const look = () => (condition() ? done() : setTimeout(look, 20));
          look();
        });
        await seen(() => element.player?.info);
        element.play();
        await seen(() => element.currentTime > 0.3);
        element.pause();
        element.seek(1.75);
        await seen(() => element.hasAttribute("data-shown"));
        await new Promise((done) => setTimeout(done, 500));
        const shown = element.shadowRoot.querySelector("canvas");
        const { width, height } = shown;
        const context = new OffscreenCanvas(width, height).getContext("2d");
        context.drawImage(shown, 0, 0);
        return [width, height, Array.from(context.getImageData(0, 0, width, height).data)];
        """
    )
    width, height, pixels = found
    assert np.array_equal(np.array(pixels, np.uint8).reshape(height, width, 4), scene.render(1.75))
