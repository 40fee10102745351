"""Tests that the engine for web pages draws the bytes of the library's frames, in Node and in a browser."""

from __future__ import annotations

import base64
import itertools
import json
import pathlib
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import page_scenes
import random_scenes
import stretto as st
from firefox import Firefox
from web import FOLDER, digests, in_node, needs_node, needs_web

pytestmark = [needs_web, pytest.mark.process, pytest.mark.slow]

EXAMPLES = pathlib.Path(__file__).parents[2] / "examples"
sys.path.insert(0, str(EXAMPLES / "gallery"))
import book  # noqa: E402

#: A script that draws every frame of every document, and returns a digest or an error message for each frame.
DRAW = """
const found = {};
for (const { name, document, scale, times } of given) {
  const scene = await stretto.open(bytes(document));
  found[name] = [];
  for (const time of times) {
    const hash = await crypto.subtle.digest("SHA-256", scene.render(time, { scale }).data);
    found[name].push(Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join(""));
  }
  scene.close();
}
return found;
"""


def gallery() -> Iterator[tuple[str, st.Scene, float]]:
    for entry in book.entries():
        yield f"{entry.chapter}-{entry.make.__name__}", entry.make(), entry.at


def by_chance(count: int) -> Iterator[tuple[str, st.Scene, float]]:
    for seed in range(count):
        yield f"random-{seed}", random_scenes.scene(seed), 0.0


def work(scenes: Iterator[tuple[str, st.Scene, float]], scale: float) -> tuple[Any, dict[str, list[str]]]:
    """Documents for the page, and the library's digests of their frames."""
    given, expected = [], {}
    for name, scene, at in scenes:
        document = scene.to_bytes()
        times = [at, at + 0.37, at + 0.8, at + 1.61]
        given.append(
            {"name": name, "document": base64.b64encode(document).decode(), "scale": scale, "times": times}
        )
        expected[name] = digests(document, times, scale)
    return given, expected


def of_examples() -> Iterator[tuple[str, st.Scene, float]]:
    """Scenes of effects and notebooks, and the ten scenes of `page_scenes`."""
    every = (page_scenes.effects(), page_scenes.of_notebooks(), page_scenes.ten())
    for name, scene in itertools.chain.from_iterable(every):
        yield name, scene, 0.2


@needs_node
@pytest.mark.parametrize("scale", [1, 2])
def test_the_gallery_has_the_same_bytes_in_node(scale: float) -> None:
    given, expected = work(gallery(), scale)
    assert in_node(DRAW, given) == expected


@needs_node
def test_examples_have_the_same_bytes_in_node() -> None:
    given, expected = work(of_examples(), 1)
    assert len(given) > 45
    assert in_node(DRAW, given) == expected


@needs_node
def test_random_scenes_have_the_same_bytes_in_node() -> None:
    given, expected = work(by_chance(300), 1)
    assert in_node(DRAW, given) == expected


EVERY = pytest.mark.parametrize(
    "scenes", [gallery, of_examples, lambda: by_chance(300)], ids=["gallery", "examples", "random"]
)


@pytest.mark.browser
@EVERY
def test_all_have_the_same_bytes_in_a_browser(
    browser: Any, tmp_path: pathlib.Path, scenes: Callable[[], Iterator[tuple[str, st.Scene, float]]]
) -> None:
    (tmp_path / "page.html").write_text(
        f"<!doctype html><script src={json.dumps((FOLDER / 'stretto.engine.js').as_uri())}></script>"
    )
    browser.get((tmp_path / "page.html").as_uri())
    given, expected = work(scenes(), 1)
    found = browser.execute_async_script(
        "const [given, done] = arguments;"
        "const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));"
        f"(async () => {{ {DRAW} }})().then(done, (error) => done(String(error)));",
        given,
    )
    assert found == expected


@pytest.mark.browser
@EVERY
def test_all_have_the_same_bytes_in_firefox(
    firefox: Firefox, tmp_path: pathlib.Path, scenes: Callable[[], Iterator[tuple[str, st.Scene, float]]]
) -> None:
    given, expected = work(scenes(), 1)
    (tmp_path / "page.html").write_text(
        f"<!doctype html><script src={json.dumps((FOLDER / 'stretto.engine.js').as_uri())}></script>"
        f"<script>const given = {json.dumps(given)};</script>"
    )
    firefox.open(tmp_path / "page.html")
    found = firefox.run("const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));" + DRAW)
    assert found == expected
