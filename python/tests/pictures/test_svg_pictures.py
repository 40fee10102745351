"""SVG files as pictures, wherever a PNG can be one."""

from __future__ import annotations

import concurrent.futures
import io
import pathlib
import sys

import numpy as np
import pytest
from PIL import Image as Pillow

import stretto as st

pytest.importorskip("thorvg_python")
pytestmark = pytest.mark.process  # ThorVG draws in one of its own

#: Red above, blue below, with a hole to the right: an image with a top and a side.
FLAG = b"""<?xml version="1.0"?>
<!-- A comment before. -->
<svg xmlns="http://www.w3.org/2000/svg" width="12" height="8" viewBox="0 0 12 8">
  <rect width="8" height="4" fill="#ff0000"/><rect y="4" width="8" height="4" fill="#0000ff"/>
</svg>"""
RED, BLUE, NONE = (255, 0, 0, 255), (0, 0, 255, 255), (0, 0, 0, 0)


def corners(pixels: np.ndarray) -> list[tuple[int, ...]]:
    """Top left, bottom left, top right."""
    return [tuple(int(value) for value in pixels[place]) for place in ((0, 0), (-1, 0), (0, -1))]


@pytest.fixture
def flag(tmp_path: pathlib.Path) -> pathlib.Path:
    (tmp_path / "flag.svg").write_bytes(FLAG)
    return tmp_path / "flag.svg"


def test_an_svg_file_is_a_picture_of_its_own_size(flag: pathlib.Path) -> None:
    for source in (flag, str(flag), FLAG, io.BytesIO(FLAG)):
        image = st.Image.open(source)
        assert image.size == (12, 8)
        assert corners(image.to_array()) == [RED, BLUE, NONE]


def test_an_svg_file_is_drawn_as_large_as_it_is_asked_for(flag: pathlib.Path) -> None:
    large = st.Image.open(flag, scale=10)
    assert large.size == (120, 80)
    edge = large.to_array()[20, 70:90, 3]
    assert set(edge) == {0, 255}, "drawn at that size, and not stretched"
    assert st.Image.open(flag, scale=0.5).size == (6, 4)


def test_an_svg_file_is_contents_of_layers_and_cells(flag: pathlib.Path) -> None:
    layer = st.Layer(frame=(0, 0, 12, 8), contents=str(flag))
    assert corners(st.Scene(12, 8, sublayers=[layer]).render()) == [RED, BLUE, NONE]
    layer.contents = flag
    assert layer.contents is not None
    assert layer.contents.size == (12, 8)
    assert st.EmitterCell(contents=flag).contents is not None
    show = st.KeyframeAnimation("contents", values=[flag, str(flag)], duration=1)
    layer.add_animation(show)
    twin = st.Scene.from_bytes(st.Scene(12, 8, sublayers=[layer]).to_bytes())
    assert corners(twin.render(0.7)) == [RED, BLUE, NONE]


def test_partial_alpha_is_premultiplied_once() -> None:
    half = (
        b'<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><rect width="4" height="4" fill="red" '
    )
    image = st.Image.open(half + b'fill-opacity="0.5"/></svg>')
    red, green, blue, alpha = (int(value) for value in image.to_array()[1, 1])
    assert (green, blue) == (0, 0)
    assert abs(red - 255) <= 2
    assert abs(alpha - 128) <= 1


@pytest.mark.parametrize(
    ("data", "error", "said"),
    [
        (b"<svg", st.LoadError, "cannot be read as an SVG file"),
        (
            b'<svg xmlns="http://www.w3.org/2000/svg"></svg>',
            st.LoadError,
            "needs width and height",
        ),
        (FLAG.replace(b'width="12"', b'width="99999"'), st.LimitError, "a scale that makes at most 8192"),
        (b"<!doctype html><p>no</p>", st.LoadError, "it is in no format that is read here"),
    ],
)
def test_what_is_no_svg_file_is_refused(data: bytes, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        st.Image.open(data)


def test_wrong_scales_of_svg_files_are_refused(flag: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    picture = io.BytesIO()
    Pillow.new("RGB", (2, 2)).save(picture, "PNG")
    with pytest.raises(st.InvalidArgument, match=r"scale.*SVG"):
        st.Image.open(picture.getvalue(), scale=2)
    pytest.importorskip("thorvg_python")
    for scale in (0, -1, float("inf"), float("nan")):
        with pytest.raises(st.InvalidArgument, match="scale"):
            st.Image.open(flag, scale=scale)
    with pytest.raises(TypeError, match="scale"):
        st.Image.open(flag, scale="2")  # type: ignore[arg-type]
    monkeypatch.setitem(sys.modules, "thorvg_python", None)
    with pytest.raises(st.MissingPackageError, match=r"'stretto\[svg\]'"):
        st.Image.open(flag)


def test_svg_files_are_drawn_by_several_threads() -> None:
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        images = list(pool.map(lambda scale: st.Image.open(FLAG, scale=scale), [1, 2, 3, 4] * 8))
    assert [image.width for image in images] == [12, 24, 36, 48] * 8


#: A red square with something that ThorVG passes over, and the words for that.
PASSED_OVER = {
    '<filter id="f"><feOffset dx="9"/></filter><rect width="8" height="8" fill="red" filter="url(#f)"/>': (
        "feOffset"
    ),
    '<rect width="8" height="8" fill="red"/><text x="9" y="9">Hi</text>': "text",
    '<rect width="8" height="8" fill="red"><animate attributeName="x" to="9" dur="1s"/></rect>': "animate",
    '<s:text xmlns:s="http://www.w3.org/2000/svg">x</s:text><rect width="8" height="8" fill="red"/>': "text",
}
PLAIN = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">{}</svg>'


@pytest.mark.parametrize("inside", PASSED_OVER)
def test_elements_that_are_not_drawn_raise_a_warning(inside: str) -> None:
    with pytest.warns(UserWarning, match=rf"\b{PASSED_OVER[inside]}:") as told:
        image = st.Image.open(PLAIN.format(inside).encode())
    assert told[0].filename == __file__
    plain = st.Image.open(PLAIN.format('<rect width="8" height="8" fill="red"/>').encode())
    assert (image.to_array() == plain.to_array()).all(), "and it is"


def test_elements_that_are_drawn_raise_no_warning() -> None:
    blur = '<filter id="f"><feGaussianBlur stdDeviation="2"/></filter>'
    square = '<rect x="4" y="4" width="8" height="8" fill="red" filter="url(#f)"/><!-- <text/> -->'
    soft = st.Image.open(PLAIN.format(blur + square).encode()).to_array()
    assert 0 < soft[8, 3, 3] < 255


def test_a_still_with_a_shadow_is_read_back_if_it_is_written_without_filters() -> None:
    scene = st.Scene(60, 40, "white")
    card = scene.add_sublayer(st.Layer(frame=(15, 10, 30, 20), background_color="tomato", shadow_opacity=1))
    card.shadow_offset = (5, 5)
    wanted = scene.render()
    assert wanted[32, 40, 0] < 200, "the shadow below the card"
    for filters in (True, False):
        file = io.BytesIO()
        scene.save_svg(file, filters=filters)
        if filters:
            with pytest.warns(UserWarning, match="feOffset"):
                image = st.Image.open(file.getvalue())
            assert image.to_array()[32, 40, 0] == 255
        else:
            image = st.Image.open(file.getvalue())
            off = np.abs(image.to_array().astype(int) - wanted)
            assert off[32, 20:42].max() <= 16, "the shadow is there"
            assert off.mean() < 4, "edges of pictures inside are softer"
