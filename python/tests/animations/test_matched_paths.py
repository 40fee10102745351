"""Tests of matched paths: two paths of any structure are split, paired and rotated so that they can be
interpolated.
"""

from __future__ import annotations

import itertools
import math
import random

import numpy as np
import pytest

import stretto as st
from stretto._motion.matching import matched

STAR = st.Path.polygon(
    [
        (50 + r * math.sin(k * math.pi / 5), 50 - r * math.cos(k * math.pi / 5))
        for k in range(10)
        for r in [45 if k % 2 == 0 else 18]
    ]
)
SHAPES = {
    "circle": st.Path.circle(50, 50, 40),
    "square": st.Path.rect(15, 15, 70, 70),
    "star": STAR,
    "B": st.Path.text("B", font_size=100, x=15, y=85),
    "8": st.Path.text("8", font_size=100, x=15, y=85),
    "line": st.Path("M10 50L90 50"),
    "curve": st.Path("M10 10C90 10 10 90 90 90Q50 20 30 80"),
    "two": st.Path.circle(25, 50, 20).rect(60, 30, 30, 40),
    "nothing": st.Path(),
}


def structure(path: st.Path) -> str:
    return "".join(letter for letter, _ in path.elements())


def picture(path: st.Path | None, **look: object) -> np.ndarray:
    layer = st.ShapeLayer(path=path, **({"fill_color": "black", **look}))  # type: ignore[arg-type]
    return st.Scene(100, 100, sublayers=[layer]).render(0)[..., 3].astype(int)


def between(start: st.Path, end: st.Path, part: float) -> np.ndarray:
    layer = st.ShapeLayer(fill_color="black")
    layer.add_animation(
        st.KeyframeAnimation("path", [start, end], matched=True, duration=1, speed=0, time_offset=part)
    )
    return st.Scene(100, 100, sublayers=[layer]).render(0)[..., 3].astype(int)


@pytest.mark.parametrize(("first", "second"), list(itertools.permutations(SHAPES, 2)))
def test_any_two_paths_get_one_structure_and_stay_as_they_are(first: str, second: str) -> None:
    given = [SHAPES[first], SHAPES[second]]
    made = matched(given)
    assert structure(made[0]) == structure(made[1])
    for before, after in zip(given, made, strict=True):
        assert np.abs(picture(after) - picture(before)).max() <= 4, "filled"
        if first != "nothing" and second != "nothing":
            # A contour that is a single point is stroked as a round dot. All other strokes of matched paths
            # differ only at the start of a contour.
            look = {"stroke_color": "black", "fill_color": None, "line_width": 3, "line_join": "round"}
            assert np.abs(picture(after, **look) - picture(before, **look)).mean() < 0.5, "as a line"


def test_three_values_share_one_structure() -> None:
    made = matched([SHAPES["8"], SHAPES["star"], SHAPES["two"], SHAPES["8"]])
    assert len({structure(path) for path in made}) == 1
    assert np.abs(picture(made[2]) - picture(SHAPES["two"])).max() <= 4


def test_nothing_collapses_between_a_circle_and_a_square() -> None:
    areas = [
        between(SHAPES["circle"], SHAPES["square"], part).sum() / 255 for part in np.linspace(0, 0.999, 9)
    ]
    assert areas[0] == pytest.approx(math.pi * 1600, rel=0.01)
    assert areas[-1] == pytest.approx(4900, rel=0.01)
    assert min(areas) > 4850


@pytest.mark.parametrize("turn", [0, 1, 2, 3])
@pytest.mark.parametrize("reverse", [False, True])
def test_start_and_direction_of_a_path_do_not_matter(turn: int, reverse: bool) -> None:
    """Half way from a square to an equal square with another start or direction, the picture shows the
    square.
    """
    corners = [(15, 15), (85, 15), (85, 85), (15, 85)]
    corners = corners[turn:] + corners[:turn]
    other = st.Path.polygon(corners[::-1] if reverse else corners)
    assert np.abs(between(SHAPES["square"], other, 0.5) - picture(SHAPES["square"])).max() <= 4


def test_contours_are_paired_by_area_and_position() -> None:
    """Contours are paired by area and position, so two contours that are listed in another order do not move
    across each other.
    """
    left, right = st.Path.circle(20, 50, 15), st.Path.circle(80, 50, 15)
    start, end = left.copy().add_path(right), right.copy().add_path(left)
    assert np.abs(between(start, end, 0.5) - picture(start)).max() <= 4
    ring = st.Path.circle(50, 50, 40).add_path(
        st.Path.circle(50, 50, 20), st.Transform3D.translation(100, 0).scale(-1, 1)
    )
    turned = st.Path.circle(50, 50, 20).add_path(
        st.Path.circle(50, 50, 40), st.Transform3D.translation(100, 0).scale(-1, 1)
    )
    assert picture(ring)[50, 50] == 0
    assert np.abs(between(ring, turned, 0.5) - picture(ring)).max() <= 4, "the hole stays the hole"


def test_a_contour_without_a_partner_grows_from_a_point() -> None:
    one, two = st.Path.circle(25, 50, 20), SHAPES["two"]
    half = between(one, two, 0.5)
    assert half[50, 75] == 255
    assert half[32, 75] == 0
    assert np.abs(half[:, :50] - picture(one)[:, :50]).max() <= 4


def test_open_lines_turn_through_the_smaller_angle() -> None:
    line, back = st.Path("M10 30L90 30"), st.Path("M90 60L50 60L10 60")
    made = matched([line, back])
    assert made[1].elements()[0] == ("M", (10, 60))
    assert structure(made[0]) == "MCC"


def test_plain_keyframes_keep_core_animations_rule() -> None:
    layer = st.ShapeLayer(fill_color="black")
    shapes = [SHAPES["circle"], SHAPES["square"]]
    layer.add_animation(st.KeyframeAnimation("path", shapes, duration=1, speed=0, time_offset=0.4))
    found = st.Scene(100, 100, sublayers=[layer]).render(0)[..., 3]
    assert (found == picture(SHAPES["circle"])).all(), "it switches at the middle"


def test_random_polygons_become_each_other() -> None:
    chance = random.Random(5)
    for _ in range(40):
        made = [
            st.Path.polygon(
                [(chance.uniform(5, 95), chance.uniform(5, 95)) for _ in range(chance.randint(3, 12))]
            )
            for _ in range(chance.randint(2, 4))
        ]
        found = matched(made)
        assert len({structure(path) for path in found}) == 1
        for before, after in zip(made, found, strict=True):
            assert np.abs(picture(after) - picture(before)).max() <= 4


def test_large_and_degenerate_paths() -> None:
    chance = random.Random(6)
    many = st.Path()
    for _ in range(500):
        many.circle(chance.uniform(0, 100), chance.uniform(0, 100), chance.uniform(0.1, 2))
    made = matched([many, SHAPES["star"], st.Path("M5 5L5 5Z"), st.Path("M1e30 0L-1e30 1e-30Z")])
    assert len({structure(path) for path in made}) == 1
    assert structure(made[0]).count("M") == 500
    wave = st.Path("M0 0" + "L".join(["", *(f"{k} {k % 7}" for k in range(1, 270_000))]))
    with pytest.raises(st.LimitError, match="262144 are allowed"):
        matched([wave, STAR])


@pytest.mark.parametrize("values", [[1, 2], [], [STAR, None], ["M0 0L1 1", 3]])
def test_matched_is_for_paths(values: list[object]) -> None:
    with pytest.raises(st.InvalidArgument, match="matched is for values that are paths"):
        st.KeyframeAnimation("path", values, matched=True)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="matched"):
        st.KeyframeAnimation("path", [STAR], matched=2)  # type: ignore[arg-type]


def test_notations_are_matched_too() -> None:
    animation = st.KeyframeAnimation("path", ["M0 0L9 0L9 9Z", "M0 0L9 0L9 9L0 9Z"], matched=True)
    assert len({structure(path) for path in animation.values}) == 1


def test_a_timeline_turns_a_shape_into_others() -> None:
    shape = st.ShapeLayer(path=SHAPES["circle"], fill_color="black")
    scene = st.Scene(100, 100, sublayers=[shape])
    timeline = st.Timeline(scene, easing="linear")
    timeline.morph(shape, SHAPES["square"], duration=1).morph(shape, STAR, duration=1)
    timeline.morph(shape, "M10 10H90V90Z", at=3, duration=1)

    def alpha(time: float) -> np.ndarray:
        return scene.render(time)[..., 3].astype(int)

    stops = {0: SHAPES["circle"], 1: SHAPES["square"], 2: STAR, 3: STAR, 4: st.Path("M10 10H90V90Z")}
    for time, path in stops.items():
        assert np.abs(alpha(time) - picture(path)).max() <= 4, time
    assert np.abs(alpha(0.5) - between(SHAPES["circle"], SHAPES["square"], 0.5)).max() <= 4
    assert timeline.duration == 4


def test_what_cannot_be_morphed_is_refused() -> None:
    timeline = st.Timeline()
    with pytest.raises(TypeError, match="morph takes a TextLayer or a ShapeLayer, not Layer"):
        timeline.morph(st.Layer(), STAR)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="morph takes a Path for a shape, not int 3"):
        timeline.morph(st.ShapeLayer(path=STAR), 3)  # type: ignore[arg-type]
    with pytest.raises(st.InvalidArgument, match="no path to start from"):
        timeline.morph(st.ShapeLayer(), STAR)
    assert timeline.duration == 0
