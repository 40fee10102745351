"""Tests that other programs draw animated SVG and Lottie files like Stretto."""

from __future__ import annotations

import pathlib
from typing import Any

import pytest

from firefox import Firefox, firefox  # noqa: F401 (a fixture)
from moving_vectors import (
    RATE,
    difference,
    in_chromium,
    in_firefox,
    in_rlottie,
    in_thorvg,
    in_webkit,
    own,
    worst,
    worst_in_rlottie,
)
from vector_scenes import PICTURES, SCENES, translucent_wheel
from webkit import webkit  # noqa: F401 (a fixture)


@pytest.mark.slow
@pytest.mark.process
@pytest.mark.browser
@pytest.mark.parametrize("name", SCENES)
def test_chromium_draws_svg_right(name: str, browser: Any) -> None:
    scene = SCENES[name]()
    drawn = in_chromium(browser, scene.to_svg(animated=True), scene.size)
    assert worst(scene, drawn).is_right


@pytest.mark.slow
@pytest.mark.process
@pytest.mark.parametrize("name", SCENES)
def test_thorvg_draws_lottie_right(name: str) -> None:
    scene = SCENES[name]()
    assert worst(scene, in_thorvg(scene.to_lottie(fallback="image"), scene.size)).is_right


@pytest.mark.slow
@pytest.mark.process
@pytest.mark.browser
@pytest.mark.parametrize("name", PICTURES)
def test_chromium_draws_pictures_in_svg_right(name: str, browser: Any) -> None:
    scene = PICTURES[name]()
    drawn = in_chromium(browser, scene.to_svg(animated=True, fallback="image"), scene.size)
    assert worst(scene, drawn).is_right


@pytest.mark.slow
@pytest.mark.process
@pytest.mark.parametrize("name", PICTURES)
def test_thorvg_draws_pictures_in_lottie_right(name: str) -> None:
    scene = PICTURES[name]()
    assert worst(scene, in_thorvg(scene.to_lottie(fallback="image"), scene.size)).is_right


@pytest.mark.longer
@pytest.mark.process
@pytest.mark.browser
@pytest.mark.parametrize("name", SCENES)
def test_firefox_draws_svg_right(name: str, firefox: Firefox, tmp_path: pathlib.Path) -> None:  # noqa: F811
    scene = SCENES[name]()
    drawn = in_firefox(firefox, tmp_path, scene.to_svg(animated=True), scene.size)
    assert worst(scene, drawn).is_right


#: WebKitGTK draws only five levels of coverage along the edges of a path with several contours.
NOT_IN_WEBKIT = {"continuous borders"}


@pytest.mark.longer
@pytest.mark.process
@pytest.mark.browser
@pytest.mark.parametrize("name", sorted(SCENES.keys() - NOT_IN_WEBKIT))
def test_webkit_draws_svg_right(name: str, webkit: Any) -> None:  # noqa: F811
    scene = SCENES[name]()
    drawn = in_webkit(webkit, scene.to_svg(animated=True), scene.size)
    assert worst(scene, drawn).is_right


#: rlottie approximates the length of lines that are neither horizontal nor vertical, so dashes drift.
NOT_IN_RLOTTIE = {"dashes"}
#: rlottie ignores blend modes.
NOT_AS_PICTURES_IN_RLOTTIE = {"pictures that blend"}


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(SCENES.keys() - NOT_IN_RLOTTIE))
def test_rlottie_draws_lottie_right(name: str) -> None:
    pytest.importorskip("rlottie_python", reason="rlottie draws Lottie: pip install rlottie-python")
    scene = SCENES[name]()
    # rlottie draws only whole frames, so the file has twice as many frames per second.
    lottie = scene.to_lottie(fallback="image", fps=2 * RATE)
    assert worst_in_rlottie(scene, lottie).is_right


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(PICTURES.keys() - NOT_AS_PICTURES_IN_RLOTTIE))
def test_rlottie_draws_pictures_in_lottie_right(name: str) -> None:
    pytest.importorskip("rlottie_python", reason="rlottie draws Lottie: pip install rlottie-python")
    scene = PICTURES[name]()
    assert worst_in_rlottie(scene, scene.to_lottie(fallback="image", fps=2 * RATE)).is_right


def test_rlottie_draws_one_picture_of_a_sequence_in_each_frame() -> None:
    pytest.importorskip("rlottie_python", reason="rlottie draws Lottie: pip install rlottie-python")
    scene = translucent_wheel()
    lottie = scene.to_lottie(fallback="image", fps=10)
    pictures = in_rlottie(lottie, scene.size)([frame / 10 for frame in range(10)], 1)
    for frame, picture in enumerate(pictures):
        # A picture shows the middle of its frame's interval.
        assert difference(picture, own(scene, (frame + 0.5) / 10), frame / 10).is_right
