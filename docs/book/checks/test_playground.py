"""Checks of the playground in a browser, opened from the disk: scenes are opened, changed, drawn, saved and linked."""

from __future__ import annotations

import base64
import concurrent.futures
import gzip
import io
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import time
import zipfile
from typing import Any

import numpy as np
import pytest
import stretto as st
from pages import BUILT, ROOT
from PIL import Image
from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from test_browser import browser as browser
from test_browser import until, view

pytestmark = pytest.mark.skipif(
    not (BUILT / "_static" / "stretto.engine.js").exists(), reason="the book was built without the engine: make web, make book"
)
PAGE = (BUILT / "playground.html").as_uri()


def started(browser: Any, address: str = "", *, width: int = 1280, scheme: str = "light") -> None:
    view(browser, width, scheme=scheme)
    browser.get("about:blank")
    browser.get(PAGE + address)
    until(browser, "document.body.classList.contains('ready')")


def status(browser: Any) -> str:
    return str(browser.execute_script("return document.querySelector('.problem').textContent"))


def document(browser: Any) -> str:
    """Returns the document that the playground would save."""
    return str(browser.execute_script("return new TextDecoder().decode(playground.bytes)"))


def scene(browser: Any) -> st.Scene:
    return st.Scene.from_bytes(document(browser).encode())


def put(browser: Any, label: str, value: str) -> None:
    """Sets the value of a form field, and sends the events of a user's input."""
    field = browser.find_element(By.CSS_SELECTOR, f'[aria-label="{label}"]')
    browser.execute_script(
        "arguments[0].value = arguments[1]; for (const name of ['input', 'change']) "
        "arguments[0].dispatchEvent(new Event(name, { bubbles: true }));",
        field, value,
    )  # fmt: skip


def chosen(browser: Any, name: str) -> None:
    items = browser.find_elements(By.CSS_SELECTOR, "[role=treeitem]")
    next(item for item in items if item.find_element(By.TAG_NAME, "b").text == name).click()


def pressed(browser: Any, label: str) -> None:
    browser.find_element(By.CSS_SELECTOR, f'button[aria-label="{label}"], button[title="{label}"]').click()


def test_a_value_is_changed_seen_saved_and_linked(browser: Any) -> None:
    started(browser)
    chosen(browser, "row")
    browser.execute_script("playground.seek(1.25)")
    until(browser, "document.querySelector('output').textContent === '1.25 s'")
    before = browser.execute_script("return document.querySelector('canvas').toDataURL()")
    put(browser, "instanceDelay", "0.3")
    until(browser, f"document.querySelector('canvas').toDataURL() !== {json.dumps(before)}")
    here = scene(browser)
    assert here.find("row").instance_delay == pytest.approx(0.3)
    until(browser, "location.hash.startsWith('#1=')")
    link = browser.execute_script("return location.hash")
    started(browser, link)
    assert scene(browser).digest() == here.digest()


def test_the_picture_is_that_of_python(browser: Any) -> None:
    started(browser)
    browser.execute_script("playground.seek(1.25)")
    pixels = browser.execute_script("return [...playground.scene.render(1.25, { scale: 2 }).data]")
    assert bytes(pixels) == scene(browser).render(1.25, scale=2).tobytes()


def test_steps_are_undone_and_redone(browser: Any) -> None:
    started(browser)
    first = document(browser)
    chosen(browser, "dot")
    put(browser, "opacity", "0.5")
    put(browser, "cornerRadius", "3")
    second = document(browser)
    assert second != first
    for _ in range(2):
        browser.execute_script("return playground.undo()")
    assert document(browser) == first
    for _ in range(2):
        browser.execute_script("return playground.redo()")
    assert document(browser) == second


def test_layers_are_added_copied_wrapped_and_removed(browser: Any) -> None:
    started(browser)
    chosen(browser, "scene")
    put(browser, "add a layer", "CAShapeLayer")
    names = "[...document.querySelectorAll('[role=treeitem] b')].map(item => item.textContent)"
    until(browser, f"{names}.length === 4")
    shape = browser.execute_script(f"return {names}[3]")
    assert browser.execute_script("return playground.layer.type") == "CAShapeLayer"
    pressed(browser, "duplicate the layer")
    until(browser, f"{names}.length === 5")
    pressed(browser, "show it many times: put it into a replicator")
    until(browser, f"{names}.length === 6")
    assert browser.execute_script("return playground.layer.type") == "CAReplicatorLayer"
    assert scene(browser).find(f"copies of {shape} 2").instance_count == 5
    pressed(browser, "remove the layer")
    until(browser, f"{names}.length === 4")
    chosen(browser, "scene")
    pressed(browser, "remove the layer")
    assert "stays" in status(browser)


def test_emitters_portals_and_view_replicators_are_added(browser: Any) -> None:
    started(browser)
    titles = "[...document.querySelectorAll('[role=treeitem] b')].map(item => item.textContent)"
    chosen(browser, "scene")
    put(browser, "add a layer", "CAEmitterLayer")
    until(browser, "playground.layer.type === 'CAEmitterLayer'")
    emitter = next(layer for layer in scene(browser).sublayers if isinstance(layer, st.EmitterLayer))
    assert [cell.name for cell in emitter.emitter_cells] == ["red", "blue"]
    alone = st.Scene(240, 100)
    alone.add_sublayer(emitter)
    assert alone.render(2)[..., 3].any(), "its paper is seen"
    chosen(browser, "row")
    put(browser, "add a layer", "PortalLayer")
    until(browser, "playground.layer.type === 'PortalLayer'")
    assert scene(browser).find("portal of row").source_layer.name == "row"
    chosen(browser, "row")
    put(browser, "add a layer", "ViewReplicator")
    until(browser, "playground.layer.type === 'ViewReplicator'")
    put(browser, "add a layer", "Proxy")
    until(browser, f"{titles}.includes('proxy 3')")
    view = scene(browser).find("view of row")
    assert (view.source_layer.name, len(view.sublayers)) == ("row", 3)
    chosen(browser, "scene")
    put(browser, "add a layer", "Proxy")
    until(browser, "document.querySelector('.problem').textContent.includes('view replicator')")


def test_groups_of_properties(browser: Any) -> None:
    """The property groups have their names, and the group "Changed" shows only values that differ from a new layer."""
    started(browser)
    chosen(browser, "dot")
    options = "[...document.querySelectorAll('[aria-label=\"which properties\"] option')].map(item => item.textContent)"
    assert browser.execute_script(f"return {options}") == ["Common", "Changed", "Animatable", "All"]
    put(browser, "which properties", "changed")
    shown = browser.execute_script("return [...document.querySelectorAll('.property')].map(e => e.id.slice(9))")
    assert set(shown) == {"name", "frame", "bounds", "position", "cornerRadius", "backgroundColor"}


def test_the_line_for_a_shell_makes_a_file(browser: Any, tmp_path: pathlib.Path) -> None:
    """The command line that the playground copies makes a file of each kind from the saved document."""
    started(browser)
    (tmp_path / "scene.caml").write_bytes(document(browser).encode())
    for ending, first in {"gif": b"GIF89a", "svg": b"<svg", "lottie": b"PK"}.items():
        line = exported(browser, f"exports.line('{ending}')")
        command = shlex.split(line.replace("scene.", f"{tmp_path}/scene."))
        subprocess.run([sys.executable, "-m", *command], check=True, capture_output=True)
        assert first in (tmp_path / f"scene.{ending}").read_bytes()[:200]


def test_a_layer_is_dragged_in_the_picture(browser: Any) -> None:
    started(browser)
    chosen(browser, "scene")
    browser.execute_script("playground.seek(0)")
    x, y = scene(browser).find("dot").position
    factor = browser.execute_script("return document.querySelector('canvas').clientWidth / 240")
    canvas = browser.find_element(By.TAG_NAME, "canvas")
    point = (round((x - 120) * factor), round((y - 50) * factor))
    drag = ActionChains(browser).move_to_element_with_offset(canvas, *point).click_and_hold()
    drag.move_by_offset(round(10 * factor), round(-20 * factor)).release().perform()
    until(browser, "playground.past.length > 0")
    assert scene(browser).find("dot").position == pytest.approx((x + 10, y - 20), abs=0.75)


def test_a_property_is_animated_and_its_keyframe_dragged(browser: Any) -> None:
    started(browser)
    chosen(browser, "dot")
    pressed(browser, "animate opacity")
    until(browser, "playground.past.length === 1")
    animation = scene(browser).find("dot").animation("opacity")
    assert animation.values[0] == 1
    assert animation.values[1] == pytest.approx(0.2)
    lane = "document.querySelector('.row.chosen .lane')"
    middle = browser.find_element(By.CSS_SELECTOR, ".row.chosen [aria-label='keyframe 1']")
    width, end = browser.execute_script(f"return [{lane}.clientWidth, playground.end]")
    ActionChains(browser).click_and_hold(middle).move_by_offset(-round(width * 0.25 / end), 0).release().perform()
    until(browser, "playground.past.length === 2")
    assert scene(browser).find("dot").animation("opacity").key_times == pytest.approx([0, 0.25, 1], abs=0.02)


def test_a_keyframe_is_moved_by_keys(browser: Any) -> None:
    started(browser)
    chosen(browser, "dot")
    until(browser, "document.querySelector('.row.chosen')")
    browser.execute_script("document.querySelector('.row.chosen [aria-label=\"keyframe 1\"]').focus()")
    for index in range(3):
        browser.switch_to.active_element.send_keys(Keys.ARROW_RIGHT)
        until(browser, f"playground.past.length === {index + 1}")
    assert scene(browser).find("dot").animation("rise").key_times == pytest.approx([0, 0.53, 1])


def test_a_window_is_dragged_and_the_delay_follows(browser: Any) -> None:
    started(browser)
    chosen(browser, "dot")
    browser.execute_script("playground.seek(1.5)")
    until(browser, "document.querySelectorAll('rect.handle').length === 6")
    lefts = "[...document.querySelectorAll('.graph .window')].map(bar => bar.getBoundingClientRect().x)"
    x = browser.execute_script(f"return {lefts}")
    offset = (x[0] - x[3]) / 3
    bar = browser.find_element(By.CSS_SELECTOR, "[data-handle='3']")
    ActionChains(browser).click_and_hold(bar).move_by_offset(round(offset), 0).release().perform()
    until(browser, "playground.past.length === 1")
    assert scene(browser).find("row").instance_delay == pytest.approx(0.08, abs=0.01), "two steps in place of three"


def test_a_broken_value_is_refused_with_a_sentence(browser: Any) -> None:
    started(browser)
    chosen(browser, "dot")
    before = document(browser)
    browser.execute_script("playground.set(2, 'opacity', 'much')")
    assert "opacity" in status(browser)
    browser.execute_script("document.querySelector('.problem').textContent = ''")
    browser.execute_script("return playground.edit((document) => document.documentElement.replaceChildren())")
    assert status(browser)
    assert document(browser) == before


@pytest.mark.parametrize("name", ["scene.caml", "scene.ca", "scene.tendies"])
def test_files_are_opened(browser: Any, tmp_path: pathlib.Path, name: str) -> None:
    made = st.Scene(50, 40, background="white")
    made.add_sublayer(st.Layer(name="thing", frame=(5, 5, 20, 20), background_color="navy"))
    data = io.BytesIO()
    inside = "a/b.wallpaper/main.caml" if name.endswith("tendies") else "main.caml"
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(inside, made.to_bytes())
        archive.writestr("index.xml", "<plist/>")
    path = tmp_path / name
    path.write_bytes(made.to_bytes() if name.endswith("caml") else data.getvalue())
    started(browser)
    browser.find_element(By.CSS_SELECTOR, "input[type=file]").send_keys(str(path))
    until(browser, "playground.scene.layers.some((layer) => layer.name === 'thing')")
    assert scene(browser).digest() == made.digest()


def test_what_is_no_scene_leaves_the_scene_as_it_was(browser: Any, tmp_path: pathlib.Path) -> None:
    started(browser)
    before = document(browser)
    for name, content in {"a.caml": b"<caml", "b.zip": b"PK\x03\x04 and nothing", "c.txt": b"words"}.items():
        (tmp_path / name).write_bytes(content)
        browser.execute_script("document.querySelector('.problem').textContent = ''")
        browser.find_element(By.CSS_SELECTOR, "input[type=file]").send_keys(str(tmp_path / name))
        until(browser, "document.querySelector('.problem').textContent")
    assert document(browser) == before


def test_a_broken_link_opens_the_first_scene_and_says_why(browser: Any) -> None:
    for link, words in {"#1=AAAA": "broken", "#7=AAAA": "form 7"}.items():
        started(browser, link)
        assert words in status(browser)
        assert len(scene(browser).sublayers) == 1


def test_every_property_of_every_kind_of_layer_has_its_control(browser: Any) -> None:
    """Each property in the library's table has a control, except for pictures, layers, filters and fonts."""
    import playground

    started(browser)
    chosen(browser, "scene")
    for kind in ("CAShapeLayer", "CAGradientLayer", "CATextLayer", "CAReplicatorLayer"):
        chosen(browser, "scene")
        put(browser, "add a layer", kind)
        until(browser, f"playground.layer.type === '{kind}'")
        put(browser, "which properties", "all")
        shown = set(browser.execute_script("return [...document.querySelectorAll('.property')].map(e => e.id.slice(9))"))
        rows = {row["name"]: row["kind"] for row in [*playground.table()["CALayer"], *playground.table()[kind]]}
        without = {"picture", "layer", "filters", "font", "fonts", "variations of a font", "OpenType features", "transforms"}
        assert {name for name, one in rows.items() if one not in without and one != "any value"} - shown == set()
    assert browser.get_log("browser") == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 768, 360])
def test_it_fits_the_window(browser: Any, width: int, scheme: str) -> None:
    started(browser, width=width, scheme=scheme)
    wide = browser.execute_script("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0


def test_the_playground_s_script_is_small() -> None:
    import playground

    text = playground.script()
    assert len(text) - len(json.dumps(playground.table())) < 60_000


def test_pictures_of_the_book_open_in_it(browser: Any) -> None:
    view(browser, 1280)
    browser.get((BUILT / "gallery" / "copies.html").as_uri())
    figure = browser.find_element(By.CSS_SELECTOR, "figure.scene")
    link = figure.find_element(By.CSS_SELECTOR, ".scene-opens")
    packed = figure.find_element(By.CSS_SELECTOR, "[data-scene]").get_attribute("data-scene")
    link.click()
    until(browser, "document.body?.classList.contains('ready')")
    assert status(browser) == ""
    original = st.Scene.from_bytes(gzip.decompress(base64.b64decode(packed)))
    assert scene(browser).digest() == original.digest()


def test_the_scene_is_written_as_swift(browser: Any) -> None:
    started(browser)
    assert exported(browser, "exports.written('swift')") == scene(browser).to_swift()


def test_the_scene_is_written_as_vector_animations(browser: Any) -> None:
    started(browser)
    assert "strettoVectors" not in browser.execute_script("return Object.keys(globalThis)"), "the module is loaded on demand"
    shown = scene(browser)
    assert exported(browser, "exports.animation('svg')") == shown.to_svg(animated=True)
    assert exported(browser, "exports.animation('lottie')") == shown.to_lottie()


def test_an_animation_that_a_format_lacks_is_refused_with_a_sentence(browser: Any) -> None:
    glass = st.Layer(frame=(0, 0, 20, 20), name="glass", background_filters=[st.Filter("gaussianBlur", input_radius=6)])
    started(browser)
    opened_there(browser, st.Scene(40, 40, sublayers=[glass]).to_bytes())
    browser.find_element(By.CSS_SELECTOR, ".menu summary").click()
    next(item for item in browser.find_elements(By.CSS_SELECTOR, ".menu button") if item.text == "save as Lottie").click()
    until(browser, "document.querySelector('.problem').textContent.includes('backgroundFilters of glass')")


def test_the_scene_is_written_as_one_page_that_plays(browser: Any, tmp_path: pathlib.Path) -> None:
    started(browser)
    browser.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)})
    browser.find_element(By.CSS_SELECTOR, ".menu summary").click()
    next(item for item in browser.find_elements(By.CSS_SELECTOR, ".menu button") if item.text == "save as HTML").click()
    page = tmp_path / "scene.html"
    end = time.monotonic() + 30
    while not page.exists() and time.monotonic() < end:
        time.sleep(0.1)
    browser.get(page.as_uri())
    until(browser, "document.querySelector('stretto-scene')?.hasAttribute('data-shown')")
    assert browser.get_log("browser") == []


def exported(browser: Any, expression: str) -> Any:
    """Returns the value of a JavaScript expression with the playground's `exports`, or the text of an error."""
    done = "arguments[arguments.length - 1]"
    return browser.execute_async_script(
        f"playground.exports().then((exports) => {expression}).then({done}, (e) => {done}(String(e)))"
    )


def opened_there(browser: Any, document: bytes) -> None:
    script = "playground.open(arguments[0]).then(() => arguments[1](''), (error) => arguments[1](String(error)))"
    assert browser.execute_async_script(script, document.decode()) == ""


def gallery_documents() -> list[tuple[str, bytes]]:
    """Returns name and document of each scene in the gallery that opens in the playground."""
    found = []
    for page in sorted((BUILT / "gallery").glob("*.html")):
        for name, packed in re.findall(r'id="([\w-]+)-picture".*?data-scene="([^"]*)"', page.read_text(encoding="utf-8"), re.S):
            found.append((name, gzip.decompress(base64.b64decode(packed))))
    return found


@pytest.fixture(scope="module")
def programs(browser: Any) -> dict[str, tuple[st.Scene, str, str]]:
    """Returns each scene of the gallery with the Python and C source that the playground writes."""
    started(browser)
    found = {}
    for name, data in gallery_documents():
        opened_there(browser, data)
        found[name] = (
            st.Scene.from_bytes(data),
            exported(browser, "exports.written('python')"),
            exported(browser, "exports.written('c')"),
        )
    return found


def test_programs_hold_all_of_the_gallery(programs: dict[str, tuple[st.Scene, str, str]]) -> None:
    """The Python and C sources of the gallery's scenes contain no comment about an omitted value."""
    assert len(programs) > 130
    assert [name for name, (_, python, c) in programs.items() if "Not written" in python + c] == []


def test_the_gallery_is_written_as_python_that_makes_the_same_scenes(programs: dict[str, tuple[st.Scene, str, str]]) -> None:
    differ = []
    for name, (scene, source, _) in programs.items():
        names: dict[str, Any] = {}
        exec(compile(source.replace('scene.movie().save("scene.gif")', ""), name, "exec"), names)
        if names["scene"].digest() != scene.digest() or not (names["scene"].render(0.7) == scene.render(0.7)).all():
            differ.append(name)
    assert differ == []


TIMES = (0, 0.7)


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_the_gallery_is_written_as_c_that_draws_the_same(
    programs: dict[str, tuple[st.Scene, str, str]], tmp_path: pathlib.Path
) -> None:
    library = pathlib.Path(os.environ["STRETTO_LIBRARY"])
    (tmp_path / "libstretto.so.0").symlink_to(library)
    line = '  CHECK(stretto_scene_write_png(scene, 0, 2, "scene.png"));'
    environment = {**os.environ, "LD_LIBRARY_PATH": str(tmp_path)}

    def is_same(name: str) -> bool:
        """Compiles and runs a C program that the playground wrote, and compares two frames with the frames of the library."""
        scene, _, source = programs[name]
        assert line in source
        files = [tmp_path / f"{name}-{k}.png" for k in range(len(TIMES))]
        frames = [line.replace("scene, 0,", f"scene, {time},").replace("scene.png", str(files[k])) for k, time in enumerate(TIMES)]
        program = tmp_path / name
        program.with_suffix(".c").write_text(source.replace(line, "\n".join(frames)), encoding="utf-8")
        made = ["cc", "-Wall", "-Werror", "-std=c11", f"-I{ROOT / 'include'}", f"{program}.c", str(library), "-o", str(program)]
        subprocess.run(made, check=True)
        subprocess.run([str(program)], check=True, env=environment)
        return all((np.asarray(Image.open(files[k])) == scene.render(time, scale=2)).all() for k, time in enumerate(TIMES))

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as threads:
        same = dict(zip(programs, threads.map(is_same, programs), strict=True))
    assert [name for name, one in same.items() if not one] == []


def test_a_picture_that_is_dropped_becomes_a_layer(browser: Any, tmp_path: pathlib.Path) -> None:
    """A dropped PNG has the pixels that Python reads. A dropped GIF becomes a PNG of the pixels that the browser decodes."""
    pixels = np.zeros((30, 50, 4), np.uint8)
    pixels[:10, :20] = (200, 30, 30, 255)
    pixels[10:, 20:] = (20, 90, 200, 128)
    Image.fromarray(pixels).save(tmp_path / "a.png")
    Image.new("RGB", (2048, 512), "navy").save(tmp_path / "b.gif")
    started(browser)
    for name in ("a.png", "b.gif"):
        browser.find_element(By.CSS_SELECTOR, "input[type=file]").send_keys(str(tmp_path / name))
        until(browser, f"playground.layer.name === '{name}'")
    png, gif = scene(browser).find("a.png"), scene(browser).find("b.gif")
    assert (png.contents.to_array() == st.Image.open(tmp_path / "a.png").to_array()).all()
    assert (png.bounds, png.position) == ((0, 0, 50, 30), (120, 50))
    assert gif.contents.size == (1024, 256)
    assert gif.bounds == (0, 0, 192, 48)
    assert gif.contents.to_array()[9, 9].tolist() == [0, 0, 128, 255]
    (tmp_path / "c.png").write_bytes(b"no picture")
    browser.find_element(By.CSS_SELECTOR, "input[type=file]").send_keys(str(tmp_path / "c.png"))
    until(browser, "document.querySelector('.problem').textContent.includes('c.png')")


def test_a_scene_too_large_for_an_address_outlives_a_reload(browser: Any) -> None:
    started(browser)
    large = st.Scene(300, 300)
    for x, y, turn in np.random.default_rng(7).random((300, 3)):
        large.add_sublayer(st.Layer(frame=(300 * x, 300 * y, 20, 20), background_color=(x, y, turn, 1)))
    opened_there(browser, large.to_bytes())
    until(browser, "sessionStorage.length > 0 && location.hash === ''")
    started(browser)
    assert scene(browser).digest() == large.digest()
    browser.execute_script("[...document.querySelectorAll('.bar button')].find(b => b.textContent === 'New').click()")
    until(browser, "sessionStorage.length === 0 && location.hash.startsWith('#1=')")


def test_a_strip_has_frames_of_one_loop(browser: Any) -> None:
    started(browser)
    frame = "canvas.getContext('2d').getImageData(3 * canvas.width / 8, 0, canvas.width / 8, canvas.height)"
    pixels = exported(browser, f"((canvas) => [canvas.width, canvas.height, [...{frame}.data]])(exports.strip())")
    here = scene(browser)
    report = here.loop_report()
    assert pixels[:2] == [8 * 480, 200]
    assert bytes(pixels[2]) == here.render(3 / 8 * (report.steady_from + report.duration), scale=2).tobytes()
