"""Shapes on a path and on the class, and what is said of points where numbers are needed."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest

import stretto as st
from untyped import untyped

#: A shape by its name, and how it is called.
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
    with pytest.raises(TypeError, match="Path takes a text such as 'M0 0L10 10', not int 5"):
        st.Path(untyped(5))


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("st.Path().line_to((3, 4))", "Path.line_to takes its numbers one by one: line_to(3, 4)"),
        ("st.Path().curve_to((1, 2), (3, 4), [5, 6])", "one by one: curve_to(1, 2, 3, 4, 5, 6)"),
        ("st.Path.circle((3, 4), 5)", "Path.circle takes its numbers one by one: circle(3, 4, 5)"),
        ("st.Path().rect((0, 0), (3, 4))", "one by one: rect(0, 0, 3, 4)"),
        ("st.Path().move_to(3)", "missing 1 required positional argument: 'y'"),
        ("st.Path.rect(1, 2, 3, 'a')", "Path.rect takes a number, not str 'a'"),
    ],
)
def test_points_are_answered_with_numbers(code: str, words: str) -> None:
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
