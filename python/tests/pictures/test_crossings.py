"""Tests that a path that crosses itself has the coverage of a much finer picture, however many corners the
path has.
"""

import math

import numpy as np
import pytest

import stretto as st

SIZE, FINER = 120, 8
WORST = 24  # levels of 255; a step of sampling is 16 levels


def corners(kind: str, count: int) -> list[tuple[float, float]]:
    random = np.random.default_rng(count)
    if kind == "polygon":
        return [(float(x), float(y)) for x, y in random.uniform(0, SIZE, (count, 2))]
    if kind == "scribble":  # short lines that cross in a small area
        steps = np.cumsum(random.normal(0, 2.5, (count, 2)), axis=0) % SIZE
        return [(float(x), float(y)) for x, y in steps]
    turns = [math.tau * k / count for k in range(count)]
    middle = SIZE / 2
    return [(middle * (1 + 0.9 * math.sin(7 * t)), middle * (1 + 0.9 * math.sin(9 * t))) for t in turns]


def path_of(kind: str, count: int) -> st.Path:
    path = st.Path()
    if kind == "curves":
        first, *rest = corners("polygon", 3 * count + 1)
        path.move_to(*first)
        for k in range(0, len(rest), 3):
            path.curve_to(*rest[k], *rest[k + 1], *rest[k + 2])
    else:
        first, *rest = corners(kind, count)
        path.move_to(*first)
        for corner in rest:
            path.line_to(*corner)
    return path.close()


def worst_error(shape: st.ShapeLayer) -> float:
    """Returns the largest difference, in levels of 255, between a pixel and the mean of finer pixels."""
    scene = st.Scene(SIZE, SIZE, background="white")
    scene.add_sublayer(shape)
    drawn = scene.render(0)[..., 0].astype(float)
    fine = scene.render(0, scale=FINER)[..., 0].astype(float)
    mean = fine.reshape(SIZE, FINER, SIZE, FINER).mean((1, 3))
    return float(np.abs(drawn - mean).max())


@pytest.mark.parametrize(
    ("kind", "count", "paint"),
    [
        *(("polygon", count, paint) for count in (40, 300, 4090, 4200) for paint in ("non-zero", "even-odd")),
        *(("polygon", count, "stroke") for count in (40, 300, 1500)),
        *(("curves", count, paint) for count in (20, 300) for paint in ("non-zero", "even-odd", "stroke")),
        ("scribble", 9000, "non-zero"),
        ("scribble", 3000, "stroke"),
        ("lissajous", 1200, "stroke"),
        pytest.param("polygon", 30000, "non-zero", marks=pytest.mark.longer),
        pytest.param("polygon", 30000, "even-odd", marks=pytest.mark.longer),
        pytest.param("polygon", 9000, "stroke", marks=pytest.mark.longer),
    ],
)
def test_crossings_are_right_at_every_number_of_corners(kind: str, count: int, paint: str) -> None:
    shape = st.ShapeLayer(path=path_of(kind, count))
    if paint == "stroke":
        shape.fill_color, shape.stroke_color, shape.line_width = None, "black", 1.5
        shape.line_join = "round"
    else:
        shape.fill_rule = "even-odd" if paint == "even-odd" else "non-zero"
    assert worst_error(shape) <= WORST


@pytest.mark.parametrize("size", [140, 143, 600])
def test_a_path_does_not_change_its_error_as_it_grows(size: float) -> None:
    """The error of coverage does not grow with the scale of a path. At a larger scale, the 45 curves are
    flattened to more corners.
    """
    shape = st.ShapeLayer(path=path_of("curves", 45))
    shape.transform = st.Transform3D.scale(size / SIZE, size / SIZE, 1)
    assert worst_error(shape) <= WORST


@pytest.mark.parametrize("width", [3, 4])
def test_a_miter_between_tight_curves_does_not_depend_on_the_flattening(width: float) -> None:
    """At the knot, the second curve turns more tightly than half the width of the pen, so the stroke leaves
    the knot along a straight line. The miter of the knot still depends on the tangents of both curves.
    """
    path = st.Path()
    path.move_to(102, 8).curve_to(84, 37, 61, 36, 54, 78)
    path.curve_to(51.6, 69.9, -5, 113, -20, 122)
    shape = st.ShapeLayer(path=path, fill_color=None, stroke_color="black", line_width=width, miter_limit=4)
    assert worst_error(shape) <= WORST
