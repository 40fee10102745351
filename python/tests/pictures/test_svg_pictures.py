"""Tests of SVG files as pictures, in all places that accept a PNG file."""

from __future__ import annotations

import base64
import concurrent.futures
import io
import pathlib
import sys
import warnings

import numpy as np
import pytest
from PIL import Image as Pillow

import stretto as st

pytest.importorskip("resvg_py")
pytestmark = pytest.mark.process  # resvg runs in a process of its own

#: An image with red above blue and a transparent part on the right, so that any rotation or reflection is
#: visible.
FLAG = b"""<?xml version="1.0"?>
<!-- A comment before. -->
<svg xmlns="http://www.w3.org/2000/svg" width="12" height="8" viewBox="0 0 12 8">
  <rect width="8" height="4" fill="#ff0000"/><rect y="4" width="8" height="4" fill="#0000ff"/>
</svg>"""
RED, BLUE, NONE = (255, 0, 0, 255), (0, 0, 255, 255), (0, 0, 0, 0)


def corners(pixels: np.ndarray) -> list[tuple[int, ...]]:
    """The colours of the upper left, lower left and upper right pixel."""
    return [tuple(int(value) for value in pixels[corner]) for corner in ((0, 0), (-1, 0), (0, -1))]


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
    ("data", "error", "message"),
    [
        (b"<svg", st.LoadError, "cannot be read as an SVG file"),
        (b"<svg width='9' height='9'/>", st.LoadError, 'not with <svg xmlns="http'),
        (FLAG.replace(b'width="12"', b'width="-12"'), st.LoadError, "invalid size"),
        (FLAG.replace(b"<rect", b"<g>" * 2000 + b"<rect", 1), st.LoadError, "cannot be read as an SVG file"),
        (
            FLAG.replace(b"<rect", b"<g>" * 2000 + b"</g>" * 2000 + b"<rect", 1),
            st.LoadError,
            "nests too deep",
        ),
        (FLAG.replace(b'width="12"', b'width="99999"'), st.LimitError, "a scale that makes at most 8192"),
        (b"<!doctype html><p>no</p>", st.LoadError, "it is in no format that is read here"),
    ],
)
def test_what_is_no_svg_file_is_refused(data: bytes, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        st.Image.open(data)


def test_wrong_scales_of_svg_files_are_refused(flag: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    picture = io.BytesIO()
    Pillow.new("RGB", (2, 2)).save(picture, "PNG")
    with pytest.raises(st.InvalidArgument, match=r"scale.*SVG"):
        st.Image.open(picture.getvalue(), scale=2)
    for scale in (0, -1, float("inf"), float("nan")):
        with pytest.raises(st.InvalidArgument, match="scale"):
            st.Image.open(flag, scale=scale)
    with pytest.raises(TypeError, match="scale"):
        st.Image.open(flag, scale="2")  # type: ignore[arg-type]
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(st.MissingPackageError, match=r"'stretto\[svg\]'"):
        st.Image.open(flag)


def test_svg_files_are_drawn_by_several_threads() -> None:
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        images = list(pool.map(lambda scale: st.Image.open(FLAG, scale=scale), [1, 2, 3, 4] * 8))
    assert [image.width for image in images] == [12, 24, 36, 48] * 8


def test_a_file_without_a_size_is_as_large_as_what_it_draws() -> None:
    unsized = b'<svg xmlns="http://www.w3.org/2000/svg"><rect width="30" height="20" fill="red"/></svg>'
    assert st.Image.open(unsized).size == (30, 20)
    sides = b'<svg xmlns="http://www.w3.org/2000/svg" width="1in" viewBox="0 0 2 1"/>'
    assert st.Image.open(sides, scale=0.5).size == (48, 24)


#: Documents with a red square and an element that Stretto ignores, and the words of the warning.
PASSED_OVER = {
    '<rect width="8" height="8" fill="red"><animate attributeName="x" to="9" dur="1s"/></rect>': "<animate>",
    '<foreignObject/><rect width="8" height="8" fill="red"/>': "<foreignObject>",
    '<s:script xmlns:s="http://www.w3.org/2000/svg"/><rect width="8" height="8" fill="red"/>': "<script>",
    '<image href="cat.png"/><rect width="8" height="8" fill="red"/>': "the file 'cat.png'",
    '<use href="a.svg#b"/><rect width="8" height="8" fill="red"/>': "the file 'a.svg#b'",
    '<rect width="8" height="8" fill="red" style="color-interpolation : linearRGB"/>': "color-interpolation",
    '<style>rect { kerning: 3; fill: red }</style><rect width="8" height="8"/>': "kerning",
    '<rect width="8" height="8" fill="red"/><rect width="8"/>': "invalid 'height' value",
    '<rect width="8" height="8" fill="red"/><path d="M0 0zap"/>': "path parsing",
}
PLAIN = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">{}</svg>'
SQUARE = '<rect width="8" height="8" fill="red"/>'


@pytest.mark.parametrize("inside", PASSED_OVER)
def test_what_is_not_drawn_raises_a_warning(inside: str) -> None:
    with pytest.warns(UserWarning, match=PASSED_OVER[inside]) as caught:
        image = st.Image.open(PLAIN.format(inside).encode())
    assert caught[0].filename == __file__
    plain = st.Image.open(PLAIN.format(SQUARE).encode())
    assert (image.to_array() == plain.to_array()).all(), "and it is"


#: Documents, each with a plainer document that has the same picture.
EQUAL = {
    "#ff000080": '<rect width="8" height="8" fill="red" fill-opacity="0.5019608"/>',
    "rgb(255 0 0 / 50.2%)": '<rect width="8" height="8" fill="red" fill-opacity="0.502"/>',
    "hsl(0, 100%, 50%)": SQUARE,
    "oklch(0.627955 0.257683 29.234)": SQUARE,
    "color(srgb 1 0 0)": SQUARE,
    "url(#none) red": SQUARE,
}


@pytest.mark.parametrize("color", EQUAL)
def test_colors_of_css_are_drawn(color: str) -> None:
    found = st.Image.open(PLAIN.format(f'<rect width="8" height="8" fill="{color}"/>').encode())
    assert (found.to_array() == st.Image.open(PLAIN.format(EQUAL[color]).encode()).to_array()).all()


def drawn(inside: str) -> np.ndarray:
    return st.Image.open(PLAIN.format(inside).encode()).to_array()


def test_what_was_passed_over_in_silence_is_drawn() -> None:
    square = drawn(SQUARE)
    styled = "<style>g > rect[width] { fill: red } #x { visibility: hidden }</style>"
    assert (
        drawn(styled + '<g><rect width="8" height="8"/><rect id="x" width="20" height="20"/></g>') == square
    ).all()
    assert (
        drawn('<svg width="8" height="8"><rect width="99" height="99" fill="red"/></svg>') == square
    ).all()
    assert (drawn(f'<switch><g requiredExtensions="x"/>{SQUARE}<circle r="20"/></switch>') == square).all()
    turned = '<rect width="8" height="8" fill="red" transform="rotate(90)" transform-origin="4 4"/>'
    assert np.abs(drawn(turned).astype(int) - square).max() <= 1
    marker = f'<marker id="m" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse">{SQUARE}</marker>'
    line = '<path d="M10 10L0 0" fill="none" marker-end="url(#m)"/>'
    assert (drawn(marker + line) == square).all()
    gif = io.BytesIO()
    Pillow.new("P", (8, 8)).save(gif, "GIF")
    inside = base64.b64encode(gif.getvalue()).decode()
    black = drawn(f'<image width="8" height="8" href="data:image/gif;base64,{inside}"/>')
    assert (black[:8, :8] == (0, 0, 0, 255)).all()
    assert (drawn(f"{SQUARE}<!-- <animate/> -->") == square).all(), "without a warning"


def test_filters_and_patterns_are_drawn() -> None:
    offset = '<filter id="f" x="0" y="0" width="3" height="3"><feOffset dx="9"/></filter>'
    moved = drawn(offset + '<rect width="8" height="8" fill="red" filter="url(#f)"/>')
    assert moved[4, 4, 3] == 0
    assert moved[4, 12, 3] == 255
    units = 'width="4" height="4" patternUnits="userSpaceOnUse"'
    tile = f'<pattern id="p" {units}><rect width="2" height="4" fill="red"/></pattern>'
    tiled = drawn(tile + '<rect width="20" height="20" fill="url(#p)"/>')
    assert tiled[3, :8, 3].tolist() == [255, 255, 0, 0] * 2


@pytest.mark.parametrize("family", ["", "No Such Family", "sans-serif", "serif"])
def test_text_is_set_in_stretto_sans_where_no_font_is_named(family: str) -> None:
    text = f'<text x="2" y="30" font-size="30" font-family="{family}">Hg</text>'
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "a set of|.*No match", UserWarning)
        found = st.Image.open(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40">{text}</svg>'.encode()
        )
    layer = st.ShapeLayer(path=st.Path.text("Hg", font_size=30), fill_color="black", position=(2, 30))
    wanted = st.Scene(60, 40, sublayers=[layer]).render()
    assert np.abs(found.to_array()[..., 3].astype(int) - wanted[..., 3]).mean() < 2


def test_a_still_with_a_shadow_is_read_back() -> None:
    scene = st.Scene(60, 40, "white")
    card = scene.add_sublayer(st.Layer(frame=(15, 10, 30, 20), background_color="tomato", shadow_opacity=1))
    card.shadow_offset = (5, 5)
    wanted = scene.render()
    assert wanted[32, 40, 0] < 200, "the shadow below the card"
    for filters in (True, False):
        file = io.BytesIO()
        scene.save_svg(file, filters=filters)
        off = np.abs(st.Image.open(file.getvalue()).to_array().astype(int) - wanted)
        assert off[32, 20:42].max() <= 16, "the shadow is there"
        assert off.mean() < 4, "edges of pictures inside are softer"
