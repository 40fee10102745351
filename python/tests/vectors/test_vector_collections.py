"""Tests that other programs draw all scenes of the repository correctly as animated SVG and as Lottie."""

from __future__ import annotations

from typing import Any

import pytest

import vector_collections
from vector_collections import COLLECTIONS, WRONG

#: Faults of players, each with the scenes in which the difference exceeds the limits.
OF_THORVG = {
    "ThorVG rounds the edges of upright rectangles to whole pixels": {
        "copies: negative delay", "copies: stagger from the center", "machines-0",
    },
    "ThorVG samples the nearest pixel of images that are turned, scaled or between pixels": {
        "particles: turned at birth", "particles: out of the page", "115", "212", "279", "289",
    },
    "ThorVG blends with white where the scene is transparent": {"4"},
    "the images of the file need more memory than Stretto gives to ThorVG": {"message_confetti-0"},
}  # fmt: skip
OF_RLOTTIE = {
    "rlottie ignores blend modes": {"122", "139", "141", "247"},
    "rlottie samples the nearest pixel of images that are turned, scaled or between pixels": {
        "particles: turned at birth", "particles: out of the page", "particles: emitter shapes", "115", "289",
    },
    "rlottie underestimates the length of curves, so dashes drift along curves": {"shapes: line dash", "292"},
    "rlottie draws copies with a delay at whole frames": {
        "motion: keyframes", "motion: tension continuity and bias", "text: every letter its own sparks",
        "gsap-0", "matplotlib-0", "rain-0",
    },
    "rlottie draws the background of the scene too light, for a reason that is not known": {"orbit-0"},
    "rlottie rounds the colours of translucent images down, so images over one another are too light": {"15"},
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
