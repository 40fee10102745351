"""Tests that other programs draw all scenes of the repository correctly as animated SVG and as Lottie."""

from __future__ import annotations

from typing import Any

import pytest

import vector_collections
from vector_collections import COLLECTIONS, WRONG

#: Seconds for one collection and player, on a busy machine.
pytestmark = pytest.mark.timeout(3600)

#: Faults of players, each with the scenes in which the difference exceeds the limits.
OF_THORVG = {
    "ThorVG rounds the position of an image up to whole pixels": {"particles: out of the page", "212", "289"},
    "ThorVG draws a turned image about half a pixel of the image away, without its last row and column": {
        "particles: turned at birth", "115", "279",
    },
    "ThorVG draws blend modes too light where the scene is transparent": {"4"},
}  # fmt: skip
OF_RLOTTIE = {
    "rlottie ignores blend modes": {"122", "139", "141", "247"},
    "rlottie samples the nearest pixel of an image that is turned, scaled or between pixels, and draws a "
    "turned image half a pixel of the image away": {
        "particles: turned at birth", "115", "289",
    },
    "rlottie approximates the length of lines that are neither horizontal nor vertical, so dashes drift": {
        "shapes: line dash", "292",
    },
    "rlottie rounds the starts of copies to whole frames": {"rain-0", "gsap-0"},
    "rlottie takes one level of 255 from the colour and the alpha of everything below a translucent layer or "
    "an image": {
        "motion: tension continuity and bias", "particles: out of the page", "particles: emitter shapes",
        "text: every letter its own sparks", "15",
    },
}  # fmt: skip


def wrong(player: str, collection: str, faults: dict[str, set[str]], browser: Any = None) -> list[Any]:
    """The scenes of a collection that a player draws wrongly, without the known faults of the player."""
    known = {name for names in faults.values() for name in names}
    return [
        (name, outcome)
        for name, scene in COLLECTIONS[collection]()
        if (outcome := vector_collections.in_format(player, scene, browser)).kind == WRONG
        and name not in known
    ]


@pytest.mark.longer
@pytest.mark.process
@pytest.mark.browser
@pytest.mark.parametrize("collection", COLLECTIONS)
def test_chromium_draws_every_scene_right(collection: str, browser: Any) -> None:
    assert wrong("svg", collection, {}, browser) == []


@pytest.mark.longer
@pytest.mark.process
@pytest.mark.parametrize("collection", COLLECTIONS)
def test_thorvg_draws_every_scene_right(collection: str) -> None:
    assert wrong("thorvg", collection, OF_THORVG) == []


@pytest.mark.longer
@pytest.mark.parametrize("collection", COLLECTIONS)
def test_rlottie_draws_every_scene_right(collection: str) -> None:
    pytest.importorskip("rlottie_python", reason="rlottie draws Lottie: pip install rlottie-python")
    assert wrong("rlottie", collection, OF_RLOTTIE) == []
