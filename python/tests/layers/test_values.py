"""Tests of colours, transforms, paths and images."""

from __future__ import annotations

import io
import math
import pathlib
import pickle
from collections.abc import Callable, Iterable

import numpy as np
import pytest
from PIL import Image as Pillow

import stretto as st
from stretto._ffi import numbers
from stretto.color import rgba
from untyped import untyped

COLORS = {
    "white": (1, 1, 1, 1),
    "#d0021b": (208 / 255, 2 / 255, 27 / 255, 1),
    "#f00": (1, 0, 0, 1),
    "#00000080": (0, 0, 0, 128 / 255),
    "#0f08": (0, 1, 0, 136 / 255),
    "rgb(0, 128, 255)": (0, 128 / 255, 1, 1),
    "rgba(255, 0, 0, 51)": (1, 0, 0, 0.2),
    "hsl(120, 100%, 50%)": (0, 1, 0, 1),
    "CornflowerBlue": (100 / 255, 149 / 255, 237 / 255, 1),
    "hsv(120, 100%, 100%)": (0, 1, 0, 1),
    "clear": (0, 0, 0, 0),
    "Transparent": (0, 0, 0, 0),
}
#: Colours computed by the library coloraide 8.13, clipped to sRGB.
COLORS_OF_CSS = {
    "rgb(0 0 0 / 50%)": (0, 0, 0, 0.5),
    "rgb(10%, 20%, 30%)": (0.1, 0.2, 0.3, 1),
    "rgba(255, 0, 0, .25)": (1, 0, 0, 0.25),
    "rgb(none 128 0)": (0, 0.5020, 0, 1),
    "rebeccapurple": (0.4, 0.2, 0.6, 1),
    "hsl(120 100% 25%)": (0, 0.5, 0, 1),
    "hsl(0.5turn 50% 50% / .3)": (0.25, 0.75, 0.75, 0.3),
    "hwb(120 10% 20%)": (0.1, 0.8, 0.1, 1),
    "lab(50% 40 20)": (0.7263, 0.3455, 0.3430, 1),
    "lch(50 30 270)": (0.3628, 0.4724, 0.6664, 1),
    "oklab(0.6 0.1 -0.05)": (0.6579, 0.3982, 0.6129, 1),
    "oklch(70% 0.1 200)": (0.2518, 0.6942, 0.7171, 1),
    "color(display-p3 0.4 0.5 0.6)": (0.3728, 0.5037, 0.6101, 1),
    "color(display-p3 1 0 0)": (1, 0, 0, 1),
    "color(a98-rgb 0.4 0.5 0.6)": (0.3486, 0.5040, 0.6095, 1),
    "color(rec2020 0.4 0.5 0.6)": (0.2514, 0.4827, 0.5902, 1),
    "color(prophoto-rgb 0.4 0.5 0.6)": (0.2710, 0.5914, 0.6782, 1),
    "color(srgb-linear 0.4 0.5 0.6)": (0.6652, 0.7354, 0.7977, 1),
    "color(xyz 0.4 0.5 0.6)": (0.5154, 0.7829, 0.7701, 1),
    "color(xyz-d50 0.4 0.5 0.6)": (0.4243, 0.7898, 0.8847, 1),
}


@pytest.mark.parametrize("text", list(COLORS))
def test_colours_are_strings(text: str) -> None:
    assert rgba(text) == pytest.approx(COLORS[text])


@pytest.mark.parametrize("text", list(COLORS_OF_CSS))
def test_colours_are_all_of_css(text: str) -> None:
    assert rgba(text) == pytest.approx(COLORS_OF_CSS[text], abs=1e-4)


@pytest.mark.parametrize("text", ["", "currentcolor", "color()", "rgb(1 2)", "lab(1, 2, 3)", "d0021b", "("])
def test_what_css_has_no_colour_for_is_refused(text: str) -> None:
    with pytest.raises(st.InvalidArgument, match="color"):
        rgba(text)


def test_colours_may_be_floats() -> None:
    assert rgba((0.1, 0.2, 0.3)) == (0.1, 0.2, 0.3, 1)
    assert rgba(np.array([0.5, 0.25, 0, 1])) == (0.5, 0.25, 0, 1)


@pytest.mark.parametrize("value", [(255, 0, 0), (0, 0), (1, 1, 1, 1, 1), (math.nan, 0, 0), (-0.1, 0, 0), ()])
def test_what_is_no_colour_is_refused(value: tuple[float, ...]) -> None:
    with pytest.raises(st.InvalidArgument, match=r"0\.\.\.1"):
        rgba(value)


def test_an_unknown_colour_name_gets_the_nearest() -> None:
    with pytest.raises(st.InvalidArgument, match="'crimson'"):
        st.Layer(background_color="crimsom")
    with pytest.raises(TypeError):
        rgba(7)  # type: ignore[arg-type]


def row(x: float, y: float, transform: st.Transform3D) -> list[float]:
    return [round(float(value), 9) for value in (np.array([x, y, 0, 1]) @ np.asarray(transform))[:2]]


def test_the_newest_transform_comes_first() -> None:
    assert row(1, 1, st.Transform3D.translation(10, 0).scaled(2, 3)) == [12, 3]
    assert row(1, 1, st.Transform3D.scale(2, 3).translated(10, 0)) == [22, 3]
    assert row(1, 0, st.Transform3D.translation(5, 0).rotated(math.pi / 2)) == [5, 1]


def test_matmul_is_this_first_then_the_other() -> None:
    first, then = st.Transform3D.translation(1, 2, 3), st.Transform3D.rotation(0.3, 1, 2, 3)
    assert np.allclose(np.asarray(first @ then), np.asarray(first) @ np.asarray(then))
    assert np.allclose(np.asarray((first @ then).inverted() @ (first @ then)), np.eye(4))


def test_transforms_are_values() -> None:
    one, other = st.Transform3D.translation(1, 2), st.Transform3D.translation(1, 2)
    assert one == other
    assert hash(one) == hash(other)
    assert one != st.Transform3D()
    assert st.Transform3D() == st.Transform3D.identity() == st.Transform3D(np.eye(4))
    assert pickle.loads(pickle.dumps(one)) == one
    with pytest.raises(AttributeError):
        one.m11 = 3
    with pytest.raises(st.InvalidArgument, match="16"):
        st.Transform3D([1, 2, 3])


def test_a_rotation_by_a_quarter_is_clockwise_on_the_screen() -> None:
    assert row(1, 0, st.Transform3D.rotation(math.pi / 2)) == [0, 1]
    assert st.Transform3D.rotation(1, 0, 0, 0) == st.Transform3D()


def test_singular_and_perspective() -> None:
    flat = st.Transform3D.scale(1, 1, 0)
    assert flat.inverted() == flat
    assert np.asarray(st.Transform3D.perspective(500))[2, 3] == -1 / 500
    assert st.Transform3D.perspective(0) == st.Transform3D()
    assert st.Transform3D.scale(3) == st.Transform3D.scale(3, 3, 1)


def test_paths_say_what_they_are_made_of() -> None:
    path = st.Path().move_to(1, 2).line_to(3, 4).quad_to(5, 6, 7, 8).curve_to(1, 2, 3, 4, 5, 6).close()
    assert path.elements() == [
        ("M", (1, 2)),
        ("L", (3, 4)),
        ("Q", (5, 6, 7, 8)),
        ("C", (1, 2, 3, 4, 5, 6)),
        ("Z", ()),
    ]
    assert st.Path.rect(1, 2, 3, 4).elements()[:2] == [("M", (1, 2)), ("L", (4, 2))]
    assert st.Path.ellipse(0, 0, 4, 2).elements()[0] == ("M", (4, 1))
    assert st.Path.rounded_rect(0, 0, 10, 10, 2).elements()[0] == ("M", (2, 0))
    assert st.Path().elements() == []


def test_svg_paths() -> None:
    assert st.Path.svg("M0 0h10v5z").elements() == [("M", (0, 0)), ("L", (10, 0)), ("L", (10, 5)), ("Z", ())]
    with pytest.raises(st.InvalidArgument):
        st.Path.svg("M0 0 L what")
    with pytest.raises(st.InvalidArgument, match="NUL"):
        st.Path.svg("M0 0\0")


def test_images_go_in_and_out_of_arrays() -> None:
    pixels = np.random.default_rng(1).integers(0, 256, (5, 7, 4), dtype=np.uint8)
    pixels[..., 3] = 255
    image = st.Image(pixels)
    assert image.size == (7, 5) == (image.width, image.height)
    assert (np.asarray(image) == pixels).all()
    assert (np.asarray(st.Image(pixels[..., :3])) == pixels).all()
    assert (np.asarray(st.Image(pixels[:, ::-1]))[:, ::-1] == pixels).all(), "strides are honoured"
    grey = np.asarray(st.Image(pixels[..., 0]))
    assert (grey[..., :3] == pixels[..., :1]).all()
    assert (np.asarray(st.Image(Pillow.fromarray(pixels))) == pixels).all()


def test_alpha_is_straight_by_default() -> None:
    image = st.Image(np.array([[[255, 0, 0, 128]]], np.uint8))
    assert image.to_array()[0, 0].tolist() == [255, 0, 0, 128]
    assert image.to_array(premultiplied=True)[0, 0].tolist() == [128, 0, 0, 128]
    same = st.Image(np.array([[[128, 0, 0, 128]]], np.uint8), premultiplied=True)
    assert same.to_array()[0, 0].tolist() == [255, 0, 0, 128]


def test_solid_images() -> None:
    assert np.asarray(st.Image.solid(3, 2, "#ff000080")).tolist() == [[[255, 0, 0, 128]] * 3] * 2
    for width, height in ((0, 1), (1, 0), (40000, 1), (2**32 - 1, 2**32 - 1)):
        with pytest.raises(st.LimitError):
            st.Image.solid(width, height, "red")


@pytest.mark.parametrize("bad", [np.zeros((2, 2)), np.zeros((2, 2, 2), np.uint8), np.zeros(4, np.uint8)])
def test_arrays_of_another_form_are_refused(bad: np.ndarray) -> None:
    with pytest.raises(st.InvalidArgument, match="uint8"):
        st.Image(bad)


def test_files_are_opened_by_their_contents(tmp_path: pathlib.Path) -> None:
    picture = Pillow.new("RGB", (4, 3), "blue")
    for name in ("a.png", "a.bmp", "a.webp"):
        picture.save(tmp_path / name, lossless=True)
        assert np.asarray(st.Image.open(tmp_path / name))[0, 0].tolist() == [0, 0, 255, 255]
    (tmp_path / "wrong.png").write_bytes((tmp_path / "a.bmp").read_bytes())
    assert st.Image.open(str(tmp_path / "wrong.png")).size == (4, 3)


def test_photographs_stand_upright(tmp_path: pathlib.Path) -> None:
    exif = Pillow.Exif()
    exif[0x0112] = 6  # the orientation of a rotated camera
    Pillow.new("RGB", (40, 30), "blue").save(tmp_path / "a.jpg", exif=exif)
    assert st.Image.open(tmp_path / "a.jpg").size == (30, 40)


@pytest.mark.parametrize("size", [0, 8, 20, 60])
def test_broken_files_are_named(tmp_path: pathlib.Path, size: int) -> None:
    file = io.BytesIO()
    Pillow.new("RGBA", (20, 20), "red").save(file, "PNG")
    broken = tmp_path / "broken.png"
    broken.write_bytes(file.getvalue()[:size])
    with pytest.raises(st.LoadError, match=r"broken\.png"):
        st.Image.open(broken)
    with pytest.raises(st.LoadError, match=r"missing\.png"):
        st.Image.open(tmp_path / "missing.png")
    with pytest.raises(st.LoadError):
        st.Image.open(tmp_path)


def test_a_series_that_can_be_read_once_is_taken_whole() -> None:
    gradient = st.GradientLayer(colors=(name for name in ("red", "blue")))
    assert gradient.colors == [(1, 0, 0, 1), (0, 0, 1, 1)]
    gradient.set_value("colors", iter(["lime", "blue"]))
    assert gradient.colors == [(0, 1, 0, 1), (0, 0, 1, 1)]
    assert st.GradientLayer(colors=iter(["red", "clear"])).colors == [(1, 0, 0, 1), (1, 0, 0, 0)]
    layer = st.Layer(background_color=map(float, (1, 0, 0)), position=iter((1, 2)))
    assert (layer.background_color, layer.position) == ((1, 0, 0, 1), (1, 2))
    change = st.BasicAnimation("colors", to_value=iter(["red", "blue"]))
    assert change.to_value == [(1, 0, 0, 1), (0, 0, 1, 1)]
    frames = st.KeyframeAnimation("colors", values=[iter(["red", "blue"]), iter(["red", "clear"])])
    assert frames.values == [[(1, 0, 0, 1), (0, 0, 1, 1)], [(1, 0, 0, 1), (1, 0, 0, 0)]]
    assert st.KeyframeAnimation("position", values=[iter((1, 2)), (3, 4)]).values == [[1, 2], (3, 4)]
    scene = st.Scene(9, 9, sublayers=[gradient])
    scene.add_state("on", {gradient: {"colors": iter(["red", "blue"])}})
    scene.set_state("on", 0)
    assert gradient.presentation_value("colors", 0) == [(1, 0, 0, 1), (0, 0, 1, 1)]


def test_an_animation_knows_when_its_values_become_others() -> None:
    turn = st.BasicAnimation("transform", from_value=st.Transform3D())
    with pytest.raises(TypeError):
        turn.to_value = 1.0
    turn = st.BasicAnimation("transform")
    assert turn.to_value is None
    turn.value_function = "rotateZ"
    turn.to_value = 1.0
    assert turn.to_value == 1.0


def test_a_long_value_is_cut_in_a_message() -> None:
    assert numbers.shown("x" * 78) == repr("x" * 78)
    assert numbers.shown("x" * 79) == "'" + "x" * 76 + "..."


def test_colours_of_css_are_clamped() -> None:
    for text, wanted in {
        "rgb(300, 128, 0)": (1, 128 / 255, 0, 1),
        "rgba(255, 0, 1, 128)": (1, 0, 1 / 255, 128 / 255),
        "hsl(0, 100%, 50%)": (1, 0, 0, 1),
    }.items():
        assert st.Layer(background_color=text).background_color == pytest.approx(wanted, abs=1e-7)


@pytest.mark.parametrize(
    "wrong", [5, "x", "", [], np.float64(3), np.array(3.0), [*[[1, 2, 3, 4]] * 3, 5], {}], ids=repr
)
def test_what_is_no_matrix_is_refused_by_its_name(wrong: object) -> None:
    with pytest.raises(TypeError, match=r"Transform3D.*16"):
        st.Transform3D(untyped(wrong))


@pytest.mark.parametrize("form", [np.asarray, np.ravel, list, tuple, lambda matrix: matrix.tolist(), iter])
def test_a_matrix_is_taken_in_every_form(form: Callable[[np.ndarray], Iterable[float]]) -> None:
    matrix = np.arange(16.0).reshape(4, 4)
    assert np.array_equal(np.asarray(st.Transform3D(form(matrix))), matrix)
