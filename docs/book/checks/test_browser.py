"""Checks of the book in a browser, opened from the disk: errors in the console, layout, search, pictures."""

from __future__ import annotations

import base64
import contextlib
import gzip
import importlib.util
import io
import itertools
import pathlib
import time
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import stretto as st
from pages import BUILT, pages
from PIL import Image
from selenium import webdriver
from selenium.webdriver.support.wait import WebDriverWait

TIMEOUT = 30
#: Pages that the slow checks of the browser open: one page of each kind.
KINDS = (
    "index.html", "first/python.html", "ideas/windows.html", "ideas/nothing.html", "stories/emoji.html", "from/gsap.html",
    "gallery.html", "gallery/text.html", "made/python/scene.html", "reference/c/layers.html", "reference/key-paths.html",
    "made/notebooks/01_first_steps.html", "playground.html",
)  # fmt: skip
#: Questions of readers, each with a page that must be among the first three results of the search.
QUESTIONS = {
    "delay a letter": "ideas/letters", "nothing is seen": "ideas/nothing", "GIF frames a second": "ideas/movies",
    "forty machines": "ideas/machines", "broken file": "ideas/failures", "stagger": "reference/c/stagger",
    "negative delay": "ideas/windows", "proxy": "ideas/one-view", "instance_delay": "made/python/replicator-layer",
    "confetti": "ideas/particles", "blend mode": "ideas/light", "perspective": "ideas/depth", "loop": "ideas/loops",
    "ScrollTrigger": "from/gsap", "LaggedStart": "from/manim", "FuncAnimation": "from/matplotlib",
    "CABasicAnimation": "from/core-animation", "precomposition": "from/after-effects", "spinner": "stories/spinner",
    "reflection": "stories/reflection", "emoji": "stories/emoji", "removed-too-soon": "reference/diagnostics",
    "STRETTO_ERROR_LIMIT": "reference/errors", "stretto_layer_add_animation": "reference/c/layers", "yoyo": "reference/words",
    "CAML": "reference/caml", "tendies": "ideas/documents", "command line": "first/shell", "timeout": "ideas/failures",
    "hit_test": "ideas/single-copies", "export video": "faq", "python version": "faq", "emoji size": "cookbook/emoji",
    "transparent video": "cookbook/transparent-video", "spinner svg": "cookbook/spinner", "lower third": "cookbook/lower-third",
    "bar chart": "cookbook/bar-chart", "count up": "cookbook/counting-number", "text letter by letter": "cookbook/letters",
    "draw a logo": "cookbook/drawn-logo", "confetti over a picture": "cookbook/confetti", "pause and resume": "cookbook/pause",
    "captions": "cookbook/captions", "name clips": "cookbook/name-clips",
}  # fmt: skip


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    options = webdriver.ChromeOptions()
    for flag in ("headless=new", "no-sandbox", "disable-gpu", "disable-dev-shm-usage"):
        options.add_argument(f"--{flag}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    binary, driver = pathlib.Path("/usr/bin/chromium"), pathlib.Path("/usr/bin/chromedriver")
    options.binary_location = str(binary)
    made = webdriver.Chrome(options, webdriver.ChromeService(str(driver)))
    yield made
    made.quit()


def view(browser: Any, width: int, height: int = 800, *, scheme: str = "light", motion: str = "reduce") -> None:
    """Sets the size of the browser's window, the colour scheme and the preference for reduced motion."""
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    features = [{"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": motion}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


def opened(browser: Any, name: str) -> None:
    browser.get((BUILT / name).as_uri())


def until(browser: Any, condition: str) -> Any:
    """Waits until a JavaScript condition is true, and returns the value of the condition."""
    end = time.monotonic() + TIMEOUT
    while time.monotonic() < end:
        if found := browser.execute_script(f"return {condition}"):
            return found
        time.sleep(0.05)
    raise AssertionError(f"never true: {condition}")


def test_no_page_writes_to_the_console(browser: Any) -> None:
    view(browser, 1280)
    browser.get_log("browser")
    entries = {}
    for page in pages():
        opened(browser, page.name)
        if found := browser.get_log("browser"):
            entries[page.name] = [entry["message"] for entry in found]
    assert entries == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 768, 360])
def test_no_page_is_wider_than_the_window(browser: Any, width: int, scheme: str) -> None:
    view(browser, width, scheme=scheme)
    wide = {}
    for name in KINDS:
        opened(browser, name)
        found = browser.execute_script("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
        if found > 0:
            wide[name] = found
    assert wide == {}


@pytest.mark.parametrize("question", QUESTIONS)
def test_search_finds_without_a_server(browser: Any, question: str) -> None:
    view(browser, 1280)
    browser.get((BUILT / "search.html").as_uri() + f"?q={question.replace(' ', '+')}&check_keywords=yes&area=default")
    until(browser, "document.querySelectorAll('#search-results li > a').length > 0")
    time.sleep(0.5)
    links = browser.execute_script("return [...document.querySelectorAll('#search-results li > a')].map(a => a.href)")
    pages = [link.removeprefix(BUILT.as_uri() + "/").partition(".html")[0] for link in links]
    first = list(dict.fromkeys(pages))[:3]
    assert QUESTIONS[question] in first


#: JavaScript condition that is true if the pictures of the page are live scenes, and false if the pictures are clips.
LIVE = "document.querySelector('meta[name=\"stretto-engine\"]') !== null"
PLAYING = (
    "[...document.querySelectorAll('stretto-scene')].filter(e => e.paused === false).length"
    " + document.querySelectorAll('.scene-button[aria-pressed=\"true\"]').length"
)


def test_pictures_play_while_they_are_seen(browser: Any) -> None:
    view(browser, 1280, motion="no-preference")
    opened(browser, "first/python.html")
    until(browser, f"{PLAYING} > 0")
    browser.execute_script("scrollTo(0, document.body.scrollHeight / 2)")
    time.sleep(1)
    assert browser.execute_script(f"return {PLAYING}") <= 3


def test_nothing_plays_for_those_who_prefer_reduced_motion_until_they_ask(browser: Any) -> None:
    view(browser, 1280, motion="reduce")
    opened(browser, "ideas/letters.html")
    time.sleep(1.5)
    assert browser.execute_script(f"return {PLAYING}") == 0
    if browser.execute_script(f"return {LIVE}"):
        until(browser, "document.querySelector('stretto-scene')?.paused")
        assert browser.execute_script("return document.querySelector('stretto-scene').currentTime") == pytest.approx(1.4)
        browser.execute_script("document.querySelector('stretto-scene').focus()")
    else:
        assert browser.execute_script("return document.querySelector('.scene-picture img').src.endsWith('.png')")
        browser.execute_script("document.querySelector('.scene-button').focus()")
    browser.switch_to.active_element.send_keys(" ")
    until(browser, f"{PLAYING} === 1")


#: Script that seeks a live scene to a time, and returns the frame as a PNG in base64.
SHOWN_AT = """
const [box, time, done] = arguments;
const view = box.querySelector('stretto-explorer')?.view ?? box.querySelector('stretto-scene');
view.pause();
const take = (event) => {
  if (event.detail.time !== time) return;
  view.removeEventListener('timeupdate', take);
  done(view.shadowRoot.querySelector('canvas').toDataURL());
};
view.addEventListener('timeupdate', take);
view.seek(time);
"""
IN_RANGE = "[...document.querySelectorAll('.scene-picture[data-to]')]"


#: JavaScript expression for the element that plays a scene inside the box `arguments[0]`.
VIEW = "(arguments[0].querySelector('stretto-explorer')?.view ?? arguments[0].querySelector('stretto-scene'))"


def is_shown(browser: Any, box: Any) -> bool:
    return bool(browser.execute_script(f"return {VIEW}?.hasAttribute('data-shown')", box))


def test_scenes_play_the_range_that_their_text_is_about(browser: Any) -> None:
    """Each live scene of the book draws the frames of the library at three times."""
    view(browser, 1280, motion="reduce")
    browser.set_script_timeout(TIMEOUT)
    seen = 0
    for page in pages():
        opened(browser, page.name)
        for box in browser.execute_script(f"return {LIVE} ? {IN_RANGE} : []"):
            browser.execute_script("arguments[0].scrollIntoView()", box)
            WebDriverWait(browser, TIMEOUT).until(lambda _, box=box: is_shown(browser, box))
            given = [float(box.get_attribute(f"data-{end}")) for end in ("from", "to")]
            assert given[0] <= float(box.get_attribute("data-at")) <= given[1], f"{page.name}: the still is of another time"
            assert browser.execute_script(f"return {VIEW}.player.range", box) == pytest.approx(given)
            scene = st.Scene.from_bytes(gzip.decompress(base64.b64decode(box.get_attribute("data-scene"))))
            for fraction in (0.1, 0.5, 0.9):
                at = round(given[0] + fraction * (given[1] - given[0]), 3)
                data = browser.execute_async_script(SHOWN_AT, box, at).partition(",")[2]
                shown = np.asarray(Image.open(io.BytesIO(base64.b64decode(data))).convert("RGBA")).astype(int)
                drawn = scene.render(at, scale=shown.shape[1] / scene.size[0]).astype(int)
                assert np.abs(shown - drawn).mean() < 0.5, f"{page.name} at {at} s"
                seen += 1
    assert seen >= 60 or not browser.execute_script(f"return {LIVE}")


def test_the_mark_of_a_graph_follows_the_picture(browser: Any) -> None:
    view(browser, 1280, motion="reduce")
    opened(browser, "stories/emoji.html")
    if not browser.execute_script(f"return {LIVE}"):
        pytest.skip("the book was built without the engine for pages")
    marks = "[...document.querySelectorAll('.scene-graph .now')]"
    assert browser.execute_script(f"return {marks}.length") > 3
    figure = f"{marks}[0].closest('figure')"
    browser.execute_script(f"{figure}.scrollIntoView()")
    until(browser, f"{figure}.querySelector('stretto-scene')?.hasAttribute('data-shown')")
    data = browser.execute_script(f"return {{...{marks}[0].closest('svg').dataset}}")
    at, first, last, left, right = (float(data[name]) for name in ("at", "first", "last", "left", "right"))
    time_ = first + 0.75 * (last - first)
    browser.execute_script(f"{figure}.querySelector('stretto-scene').seek({time_})")
    moved = f"{marks}[0].getAttribute('transform')"
    until(browser, f"Math.abs(parseFloat(({moved} ?? '(0').split('(')[1]) - {(time_ - at) / (last - first) * (right - left)}) < 0.5")


def test_the_windows_of_a_graph_follow_the_picture(browser: Any) -> None:
    """The dot of each copy moves by the time that the player moves, and stays on the curve."""
    view(browser, 1280, motion="reduce")
    opened(browser, "first/web.html")
    if not browser.execute_script(f"return {LIVE}"):
        pytest.skip("the book was built without the engine for pages")
    figure = "document.querySelector('.scene-graph .window').closest('figure')"
    browser.execute_script(f"{figure}.scrollIntoView()")
    until(browser, f"{figure}.querySelector('stretto-scene')?.hasAttribute('data-shown')")
    dots = f"[...{figure}.querySelectorAll('circle')].map((dot) => [+dot.getAttribute('cx'), +dot.getAttribute('cy')])"
    data = browser.execute_script(f"return {{...{figure}.querySelector('svg').dataset}}")
    at, first, last, left, right, none, one = (float(data[name]) for name in ("at", "first", "last", "left", "right", "none", "one"))
    before = browser.execute_script(f"return {dots}")
    assert len(before) == 3
    browser.execute_script(f"{figure}.querySelector('stretto-scene').seek({at + 0.3})")
    moved = 0.3 / (last - first) * (right - left)
    until(browser, f"Math.abs({dots}[0][0] - {before[0][0] + moved}) < 0.5")
    for (x, _), (now, y) in zip(before, browser.execute_script(f"return {dots}"), strict=True):
        assert now == pytest.approx(x + moved, abs=0.5)
        time_ = first + (now - left) / (right - left) * (last - first)
        scale = 1 - abs((time_ % 1.2) / 0.6 - 1)  # from 1 at the ends of an iteration to 0.4 in the middle
        assert (y - none) / (one - none) == pytest.approx(1 - 0.6 * scale, abs=0.03)


#: Script that returns, for each graph of the page, the height of the smallest text in page pixels.
SIZES_OF_TEXT = """
const roots = [document, ...[...document.querySelectorAll('stretto-explorer')].map((one) => one.shadowRoot)];
const graphs = roots.flatMap((root) => [...root.querySelectorAll('svg.graph')]).filter((one) => one.getBoundingClientRect().width);
return graphs.map((one) => parseFloat(getComputedStyle(one.querySelector('text')).fontSize)
  * one.getBoundingClientRect().width / one.viewBox.baseVal.width);
"""


@pytest.mark.parametrize("width", [1280, 768, 390, 360])
def test_texts_of_graphs_are_large_enough(browser: Any, width: int) -> None:
    view(browser, width, motion="reduce")
    # In a window narrower than 1280 pixels, the playground hides its graph.
    playground = ["playground.html"] if width == 1280 else []
    for name in ["stories/emoji.html", "ideas/windows.html", "ideas/time.html", *playground]:
        opened(browser, name)
        if name == "ideas/windows.html" and browser.execute_script(f"return {LIVE}"):
            browser.execute_script("document.querySelector('.scene-picture[data-explorer]').scrollIntoView()")
            until(browser, "document.querySelector('stretto-explorer')?.shadowRoot.querySelector('.graph text')")
        if name == "playground.html":
            until(browser, "document.querySelector('.graph text')")
        sizes = browser.execute_script(SIZES_OF_TEXT)
        assert sizes
        assert min(sizes) >= 10.9, f"{name} at {width} px: {min(sizes):.1f} px"


def test_the_gallery_begins_with_pictures_that_move(browser: Any) -> None:
    view(browser, 1280, motion="no-preference")
    opened(browser, "gallery.html")
    moving = "[...document.querySelectorAll('.gallery.best img')].filter(one => one.src.endsWith('-card.webp')).length"
    assert until(browser, moving) >= 6
    browser.execute_script("document.querySelector('.gallery-pause button').click()")
    assert browser.execute_script(f"return {moving}") == 0
    view(browser, 1280, motion="reduce")
    opened(browser, "gallery.html")
    time.sleep(0.5)
    assert browser.execute_script(f"return {moving}") == 0


def test_every_element_of_a_page_finds_its_document(browser: Any, tmp_path: pathlib.Path) -> None:
    """A `<stretto-scene>` element finds the document in its child script, even if the browser reads the script after the element."""
    engine = next(BUILT.rglob("stretto.engine.js"), None)
    if engine is None:
        pytest.skip("the book was built without the engine for pages")
    documents = [st.Scene(20, 20, background=color).to_bytes().decode() for color in ("red", "lime", "blue")]
    parts = [f'<stretto-scene><script type="application/caml+xml">{text}</script></stretto-scene>' for text in documents]
    file = tmp_path / "three.html"
    file.write_text(f'<!doctype html><title>Three</title><script src="{engine.as_uri()}"></script>{"<p>between</p>".join(parts)}')
    view(browser, 1280, motion="reduce")
    browser.get(file.as_uri())
    until(browser, "document.querySelectorAll('stretto-scene[data-shown]').length === 3")


RIGHT = "\ue014"


def test_a_delay_is_dragged_with_keys(browser: Any) -> None:
    """Three presses of the right arrow key change the delay in the graph and in the code, for still pictures and live pictures."""
    view(browser, 1280, motion="reduce")
    opened(browser, "ideas/windows.html")
    delay = "+document.querySelector('.scene-slider input').value"
    times = "[...document.querySelectorAll('.scene-table tbody tr')].map(row => parseFloat(row.cells[1].textContent))"
    handle = "document.querySelector('.scene-slider input')"
    if browser.execute_script(f"return {LIVE}"):
        until(browser, "document.querySelector('stretto-explorer')?.windows.length > 2")
        delay = "document.querySelector('stretto-explorer').delay"
        times = "document.querySelector('stretto-explorer').windows.map(copy => copy.stop)"
        handle = "document.querySelector('stretto-explorer').shadowRoot.querySelector('.delay')"
    assert browser.execute_script(f"return {delay}") == pytest.approx(0.12)
    browser.execute_script(f"{handle}.focus()")
    for _ in range(3):
        browser.switch_to.active_element.send_keys(RIGHT)
    until(browser, f"{delay} > 0.131")
    now = browser.execute_script(f"return {delay}")
    assert now < 0.2
    given = browser.execute_script("const one = document.querySelector('.scene-slider input'); return [+one.min, +one.max]")
    assert browser.execute_script(f"return [+{handle}.min, +{handle}.max]") == pytest.approx(given), "the author's range"
    after = browser.execute_script(f"return {times}")
    distances = [one - other for one, other in itertools.pairwise(after)]
    assert distances == pytest.approx([now] * len(distances), abs=0.011)
    text = browser.execute_script("return document.querySelector('figure.scene .highlight').textContent")
    assert f"instance_delay={round(now, 3):g}" in text


def test_the_gallery_filters(browser: Any) -> None:
    view(browser, 1280)
    opened(browser, "gallery.html")
    shown = "[...document.querySelectorAll('.gallery a')].filter(a => !a.hidden && a.offsetParent)"
    every = browser.execute_script(f"return {shown}.length")
    browser.execute_script("document.querySelector('[data-tag=\"proxies\"]').click()")
    some = browser.execute_script(f"return {shown}.map(a => a.dataset.tags)")
    assert 0 < len(some) < every
    assert all("proxies" in tags.split() for tags in some)
    assert browser.execute_script("return document.querySelector('.gallery-count').textContent").startswith(str(len(some)))


COPIED = """
for (const button of document.querySelectorAll('.runs .copybtn')) button.dataset.before = button.dataset.clipboardTarget;
return [...document.querySelectorAll('.runs .copybtn')].map((button) => {
  if (button.closest('div.runs').nextElementSibling?.textContent.match(/^[A-Z]\\w+: /)) return '';
  button.click();
  return document.querySelector(button.dataset.clipboardTarget).textContent;
});
"""


@pytest.mark.parametrize("folder", ["first", "ideas", "stories", "from", "gallery"])
def test_copied_code_runs(browser: Any, folder: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each code block of the book runs alone after it is copied from the page."""
    view(browser, 1280)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(st.Movie, "save", lambda self, path, **_: self.scene.render(0.5))
    ran, failed = 0, {}
    for page in pages():
        if not page.name.startswith(folder + "/"):
            continue
        opened(browser, page.name)
        if browser.execute_script("return document.querySelectorAll('.runs').length"):
            until(browser, "document.querySelectorAll('.runs .copybtn').length === document.querySelectorAll('.runs').length")
        for number, code in enumerate(browser.execute_script(COPIED)):
            ran += 1
            try:
                with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
                    warnings.simplefilter("ignore")
                    exec(compile(code, page.name, "exec"), {"__name__": "__main__"})
            except Exception as problem:
                failed[f"{page.name} {number}"] = repr(problem)
    assert ran > 4
    assert failed == {}


def test_stills_and_text_are_there_without_scripts(browser: Any) -> None:
    view(browser, 1280)
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        opened(browser, "ideas/windows.html")
    finally:
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    size = browser.execute_script("const i = document.querySelector('.scene-picture img'); return [i.naturalWidth, i.offsetWidth]")
    assert min(size) > 100
    assert browser.execute_script("return document.querySelector('.graph').getBoundingClientRect().height") > 50


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", KINDS)
def test_axe_finds_nothing(browser: Any, name: str, scheme: str) -> None:
    found = importlib.util.find_spec("axe_core_python")
    assert found is not None
    assert found.submodule_search_locations
    script = pathlib.Path(found.submodule_search_locations[0]) / "axe.min.js"
    view(browser, 1280, scheme=scheme)
    opened(browser, name)
    # A live picture names its button after the first frame is drawn.
    until(browser, "[...document.querySelectorAll('stretto-explorer')].every(e => e.view.hasAttribute('data-shown'))")
    browser.execute_script(script.read_text(encoding="utf-8"))
    browser.set_script_timeout(4 * TIMEOUT)
    report = browser.execute_async_script("const done = arguments[0]; axe.run(document).then(done, e => done(String(e)));")
    faults = {item["id"]: [node["target"] for node in item["nodes"]][:3] for item in report["violations"]}
    assert faults == {}
