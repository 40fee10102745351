"""Tests of shapes made by methods and class methods of Path, and of errors for wrong points."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import stretto as st
from untyped import untyped

#: Names of the shape methods of Path, and arguments for each method.
SHAPES: dict[str, tuple[Any, ...]] = {
    "rect": (1, 2, 3, 4),
    "ellipse": (1, 2, 3, 4),
    "rounded_rect": (1, 2, 30, 40, 5, 6),
    "circle": (20, 20, 3),
    "arc": (20, 20, 3, 0, 1, False),
    "polygon": ([(1, 2), (3, 4), (5, 0)],),
    "svg": ("M1 2h3v4",),
    "text": ("ab",),
}


@pytest.mark.parametrize("name", SHAPES)
def test_a_shape_is_a_new_path_of_the_class_and_goes_on_a_path(name: str) -> None:
    of_class: Callable[..., st.Path] = getattr(st.Path, name)
    shape = of_class(*SHAPES[name]).elements()
    assert of_class(*SHAPES[name]).elements() == shape, "each call draws on a new path"
    path = st.Path().move_to(0, 0).line_to(5, 5).close()
    before = path.elements()
    assert getattr(path, name)(*SHAPES[name]) is path
    assert path.elements() == before + shape
    assert inspect.signature(of_class) == inspect.signature(getattr(path, name))
    assert "self" not in inspect.signature(of_class).parameters
    st.ShapeLayer(path=path)
    with pytest.raises(st.InvalidArgument, match=r"path\.copy\(\)"):
        getattr(path, name)(*SHAPES[name])
    assert path.elements() == before + shape


def test_an_arc_goes_on_from_an_open_line() -> None:
    path = st.Path().move_to(0, 0).arc(10, 0, 5, 0, 1)
    assert [letter for letter, _ in path.elements()[:2]] == ["M", "L"]
    assert path.elements()[1] == ("L", (15, 0))


def test_a_path_of_the_users_class_stays_one() -> None:
    class Outline(st.Path):
        pass

    assert type(Outline.circle(1, 2, 3)) is type(Outline("M0 0")) is Outline


def test_a_path_is_made_of_svg() -> None:
    assert (
        st.Path("M0 0L3 3").elements() == st.Path.svg("M0 0L3 3").elements() == [("M", (0, 0)), ("L", (3, 3))]
    )
    assert st.Path(None).elements() == st.Path().elements() == []
    with pytest.raises(st.InvalidArgument, match="byte 0"):
        st.Path("x")
    with pytest.raises(TypeError, match=r"Path.*5"):
        st.Path(untyped(5))


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("st.Path().move_to(3)", "missing 1 required positional argument: 'y'"),
        ("st.Path.rect(1, 2, 3, 'a')", "Path.rect takes a number, not str 'a'"),
    ],
)
def test_errors_about_points_ask_for_numbers(code: str, words: str) -> None:
    with pytest.raises(TypeError) as caught:
        eval(code, {"st": st})
    assert words in str(caught.value)


@pytest.mark.parametrize(
    "code", ["path.polygon([(1, 2), (3,)])", "path.svg('M1 1L what')", "path.text('\\x00')"]
)
def test_what_is_refused_leaves_the_path_as_it_was(code: str) -> None:
    path = st.Path().move_to(1, 1)
    with pytest.raises(st.InvalidArgument):
        eval(code, {"path": path})
    assert path.elements() == [("M", (1, 1))]
    assert path.polygon([]).elements() == [("M", (1, 1))]


# Outlines of strokes


PENS: list[tuple[st.Path, dict[str, Any]]] = [
    (st.Path("M20 20L80 25L30 80"), {"width": 9}),
    (st.Path("M20 20L80 25L30 80"), {"width": 9, "cap": "round", "join": "round"}),
    (st.Path("M20 20L80 25L30 80"), {"width": 9, "cap": "square", "join": "bevel"}),
    (st.Path("M20 20L80 25L20 30"), {"width": 9, "miter": 2}),
    (st.Path("M20 20L80 80M80 20L20 80Z"), {"width": 12}),
    (st.Path.circle(50, 50, 30), {"width": 14}),
    (st.Path("M10 50C30 -40 60 140 90 50"), {"width": 20, "cap": "round"}),
    (st.Path.rect(20, 20, 60, 60).ellipse(30, 30, 40, 40), {"width": 3}),
]


@pytest.mark.parametrize(("path", "pen"), PENS)
@pytest.mark.parametrize("scale", [1, 8])
def test_a_stroked_path_filled_is_the_line_itself(path: st.Path, pen: dict[str, Any], scale: float) -> None:
    """A frame that strokes a line equals a frame that fills the outline from `stroked`."""
    words = {"cap": "line_cap", "join": "line_join", "miter": "miter_limit", "width": "line_width"}
    line = st.ShapeLayer(path=path, fill_color=None, stroke_color="white")
    for word, value in pen.items():
        setattr(line, words[word], value)
    area = st.ShapeLayer(path=path.stroked(**pen), fill_color="white")
    frames = []
    for layer in (line, area):
        scene = st.Scene(100, 100)
        scene.add_sublayer(layer)
        frames.append(scene.render(0, scale=scale)[..., 3].astype(int))
    assert frames[0].max() == 255
    difference = np.abs(frames[0] - frames[1])
    assert difference.max() <= 6
    assert difference.mean() < 0.05


@pytest.mark.slow
def test_a_stroked_path_has_the_size_of_its_pen() -> None:
    ring = st.Path.circle(50, 50, 40).stroked(8)
    assert ring.bounds == pytest.approx((6, 6, 88, 88), abs=1e-3)
    tiny = st.Path.circle(0.5, 0.5, 0.4).stroked(0.08)
    assert len(tiny.elements()) == len(ring.elements()), "it is as fine at any size"
    assert st.Path("M0 0L10 0").stroked(0).elements() == []
    assert st.Path().stroked(3).elements() == []
    with pytest.raises(st.InvalidArgument, match="-1"):
        ring.stroked(-1)
    with pytest.raises(st.InvalidArgument, match="miter, round, bevel"):
        ring.stroked(1, join=untyped("mitre"))
    endless = st.Path.arc(0, 0, 1, 0, 400_000)
    with pytest.raises(st.LimitError, match="corners"):
        endless.stroked(1, "round", "round")


def test_continuous_corners_of_a_path_are_those_of_a_layer() -> None:
    for radius in (0, 8, 25, 60):
        outline = st.Path.rounded_rect(10, 20, 80, 60, radius, corner_curve="continuous")
        frames = []
        for layer in (
            st.ShapeLayer(path=outline, fill_color="white"),
            st.Layer(
                frame=(10, 20, 80, 60),
                background_color="white",
                corner_radius=radius,
                corner_curve="continuous",
            ),
        ):
            scene = st.Scene(100, 100)
            scene.add_sublayer(layer)
            frames.append(scene.render(0)[..., 3].astype(int))
        assert np.abs(frames[0] - frames[1]).max() <= 2
    round_one = st.Path.rounded_rect(0, 0, 100, 100, 20)
    assert (
        round_one.elements() != st.Path.rounded_rect(0, 0, 100, 100, 20, corner_curve="continuous").elements()
    )
    for wrong in ({"radius_y": 3, "corner_curve": "continuous"}, {"corner_curve": "smooth"}):
        with pytest.raises(st.InvalidArgument, match="rounded_rect"):
            untyped(st.Path).rounded_rect(0, 0, 9, 9, 2, **wrong)
