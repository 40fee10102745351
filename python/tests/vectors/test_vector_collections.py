"""All scenes of the repository as animated SVG and as Lottie, drawn by others beside Stretto's pixels."""

from __future__ import annotations

from typing import Any

import pytest

import vector_collections
from vector_collections import COLLECTIONS, WRONG

#: What ThorVG draws otherwise, whatever the file says: it rounds upright rectangles to whole pixels, and
#: takes the nearest pixel of a picture that is turned or lies between pixels.
OF_THORVG = {
    "copies: negative delay", "copies: stagger from the center", "particles: turned at birth",
    "particles: out of the page", "light: gaussian blur", "particles: fire",
}  # fmt: skip


@pytest.mark.longer
@pytest.mark.process
@pytest.mark.browser
@pytest.mark.parametrize("collection", COLLECTIONS)
def test_chromium_draws_every_scene_right(collection: str, browser: Any) -> None:
    wrong = [
        (name, outcome)
        for name, scene in COLLECTIONS[collection]()
        if (outcome := vector_collections.in_format("svg", scene, browser)).way == WRONG
    ]
    assert wrong == []


@pytest.mark.longer
@pytest.mark.process
@pytest.mark.parametrize("collection", COLLECTIONS)
def test_thorvg_draws_every_scene_right(collection: str) -> None:
    wrong = [
        (name, outcome)
        for name, scene in COLLECTIONS[collection]()
        if (outcome := vector_collections.in_format("lottie", scene, None)).way == WRONG
        and name not in OF_THORVG
    ]
    assert wrong == []
