"""Tests that other programs draw all scenes of the repository correctly as animated SVG and as Lottie."""

from __future__ import annotations

from typing import Any

import pytest

import vector_collections
from vector_collections import COLLECTIONS, WRONG

#: Scenes that ThorVG draws differently: ThorVG rounds upright rectangles to whole pixels, draws rotated or
#: shifted images with nearest-neighbour sampling, blends with white where the scene is transparent, and
#: covers borders that are narrower than a pixel too much.
OF_THORVG = {
    "copies: negative delay", "copies: stagger from the center", "machines-0",
    "particles: turned at birth", "particles: out of the page", "light: gaussian blur", "light-0",
    "particles: fire", "4", "9",
}  # fmt: skip


@pytest.mark.longer
@pytest.mark.process
@pytest.mark.browser
@pytest.mark.parametrize("collection", COLLECTIONS)
def test_chromium_draws_every_scene_right(collection: str, browser: Any) -> None:
    wrong = [
        (name, outcome)
        for name, scene in COLLECTIONS[collection]()
        if (outcome := vector_collections.in_format("svg", scene, browser)).kind == WRONG
    ]
    assert wrong == []


@pytest.mark.longer
@pytest.mark.process
@pytest.mark.parametrize("collection", COLLECTIONS)
def test_thorvg_draws_every_scene_right(collection: str) -> None:
    wrong = [
        (name, outcome)
        for name, scene in COLLECTIONS[collection]()
        if (outcome := vector_collections.in_format("lottie", scene, None)).kind == WRONG
        and name not in OF_THORVG
    ]
    assert wrong == []
