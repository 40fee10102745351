"""Tests that paths of one shape have the same elements for all arguments, so that the paths can be
interpolated.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import stretto as st


def drawn(path: st.Path, **more: Any) -> np.ndarray:
    scene = st.Scene(60, 60, background="white")
    scene.add_sublayer(st.ShapeLayer(path=path, **more))
    return scene.render(0).astype(int)


STROKES = [
    {"fill_color": "red"},
    {"fill_color": None, "stroke_color": "blue", "line_width": 5},
    {
        "fill_color": None,
        "stroke_color": "blue",
        "line_width": 5,
        "line_join": "round",
        "line_dash_pattern": [7, 3],
    },
    {"fill_color": None, "stroke_color": "blue", "line_width": 5, "stroke_start": 0.1, "stroke_end": 0.8},
]


@pytest.mark.parametrize("more", STROKES)
@pytest.mark.parametrize("curve", ["circular", "continuous"])
def test_a_rounded_rectangle_of_radius_0_is_a_rectangle(more: dict[str, Any], curve: Any) -> None:
    rounded = st.Path.rounded_rect(10.5, 12, 30, 20.25, 0, corner_curve=curve)
    assert [name for name, _ in rounded.elements()] == [
        name for name, _ in st.Path.rounded_rect(1, 2, 30, 20, 4, corner_curve=curve).elements()
    ]
    assert np.abs(drawn(rounded, **more) - drawn(st.Path.rect(10.5, 12, 30, 20.25), **more)).max() <= 1


@pytest.mark.parametrize("angle", [0, 0.1, 1, math.pi, 6, math.tau, -0.1, -3])
def test_arcs_of_up_to_a_turn_are_made_of_as_many_curves(angle: float) -> None:
    arc = st.Path().arc(20, 20, 9, 0.3, 0.3 + angle, clockwise=angle >= 0)
    assert [name for name, _ in arc.elements()] == ["M", *["C"] * 12]
    turned = math.tau if angle and abs(angle) == math.tau else abs(angle)
    assert arc.length == pytest.approx(9 * turned, rel=1e-6, abs=1e-9)


def test_an_arc_grows_from_nothing() -> None:
    ring = st.ShapeLayer(fill_color=None, stroke_color="red", line_width=4)
    ring.add_animation(
        st.BasicAnimation(
            "path", from_value=st.Path().arc(30, 30, 20, 0, 0), to_value=st.Path().arc(30, 30, 20, 0, 3),
            duration=1,
        )
    )  # fmt: skip
    scene = st.Scene(60, 60, sublayers=[ring])
    inks = [int((scene.render(k / 10)[..., 3] > 0).sum()) for k in range(10)]
    assert inks[0] == 0
    assert inks == sorted(inks)
    assert len(set(inks)) == 10
