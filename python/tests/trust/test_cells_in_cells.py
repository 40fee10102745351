"""Tests that particle systems with many nested cells end within their timeout, and have a limit."""

from __future__ import annotations

import numpy as np
import pytest

import stretto as st
from cancellation import Cancellation


def births_times_cells(births: int, cells: int) -> st.Scene:
    """A scene with `births` particles of a cell with `cells` nested cells. No nested particle is born before
    the frame.
    """
    inner = [st.EmitterCell(birth_rate=1e-6, lifetime=1, contents=dot()) for _ in range(cells)]
    cell = st.EmitterCell(birth_rate=births, lifetime=1, emitter_cells=inner)
    scene = st.Scene(9, 9)
    scene.add_sublayer(st.EmitterLayer(emitter_cells=[cell]))
    return scene


def dot() -> st.Image:
    return st.Image(np.full((2, 2, 4), 255, np.uint8))


@pytest.mark.slow
def test_births_times_cells_end_with_their_time() -> None:
    scene = births_times_cells(4000, 2000)
    assert Cancellation().late(lambda timeout: scene.render(1, timeout=timeout)) < Cancellation.LATE


@pytest.mark.slow
def test_births_times_cells_beyond_the_limit_are_refused() -> None:
    """The product of births and nested cells has a limit, even if no nested particle is ever born."""
    with pytest.raises(st.LimitError):
        births_times_cells(5000, 2000).render(1)


def test_cells_that_emit_nothing_yet_change_nothing() -> None:
    assert not births_times_cells(10, 10).render(1).any()
