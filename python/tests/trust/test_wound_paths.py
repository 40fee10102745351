"""Tests of paths that wind around an area often: the area is filled in frames, documents and hit tests."""

from __future__ import annotations

import numpy
import pytest

import stretto as st

#: Winding numbers just inside and outside the range of 16 bits, in both directions.
TURNS = [65_535, -65_536, 65_537, pytest.param(-131_072, marks=pytest.mark.longer), 65_536]


def wound(turns: int) -> st.Path:
    """A rectangle on whole pixels that one subpath goes around `turns` times, in the opposite direction if
    `turns` is negative.
    """
    around = "h16v16h-16v-16" if turns > 0 else "v16h16v-16h-16"
    return st.Path.svg(f"M8 4{around * abs(turns)}z")


def scene(path: st.Path, *, is_even_odd: bool) -> st.Scene:
    made = st.Scene(32, 24)
    shape = st.ShapeLayer(path=path, fill_color="red", fill_rule="even-odd" if is_even_odd else "non-zero")
    made.add_sublayer(shape)
    return made


@pytest.mark.slow
@pytest.mark.parametrize("turns", TURNS)
def test_a_path_wound_very_often_fills_as_one_turn_does(turns: int) -> None:
    for is_even_odd in (False, True):
        once = scene(wound(1), is_even_odd=is_even_odd).render(0)
        assert once[12, 16].tolist() == [255, 0, 0, 255]
        is_full = not is_even_odd or turns % 2 == 1
        wanted = once if is_full else numpy.zeros_like(once)
        made = scene(wound(turns), is_even_odd=is_even_odd)
        for drawn in (made, st.Scene.from_bytes(made.to_bytes())):
            assert numpy.array_equal(drawn.render(0), wanted)
            assert (drawn.hit_test(16, 12, 0) is not None) == is_full
