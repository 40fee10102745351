"""Animated SVG and Lottie files, drawn by others' programs beside Stretto's own pixels."""

from __future__ import annotations

from typing import Any

import pytest

from moving_vectors import in_chromium, in_thorvg, worst
from vector_scenes import SCENES


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
