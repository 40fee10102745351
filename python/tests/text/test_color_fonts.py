"""Tests of colour glyphs: COLR (versions 0 and 1), sbix, and the machine's emoji font (CBDT)."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import fonts
import stretto as st

RED, BLUE = (255, 0, 0, 255), (0, 0, 255, 255)


def drawn(data: bytes, color: str = "black", size: float = 100, text: str = "A") -> npt.NDArray[np.uint8]:
    """A frame of 100 x 100 points with a text. The box of the text's line begins 20 points above the em
    square.
    """
    layer = st.TextLayer(text, font=st.Font(data), font_size=size, foreground_color=color, position=(0, 20))
    scene = st.Scene(100, 100)
    scene.add_sublayer(layer)
    return scene.render(0)


def layers(*paints: Any) -> dict[str, Any]:
    return {"Format": 1, "Layers": list(paints)}


def test_layers_have_the_palette_s_colours_and_the_text_s_own() -> None:
    pixels = drawn(fonts.colored([("left", 0), ("right", 0xFFFF)], 0), "lime")
    assert tuple(pixels[50, 25]) == RED
    assert tuple(pixels[50, 75]) == (0, 255, 0, 255)
    faint = drawn(fonts.colored([("left", 1), ("right", 2)], 0))
    assert tuple(faint[50, 25]) == (0, 255, 0, 128)
    assert tuple(faint[50, 75]) == BLUE


def test_the_text_s_alpha_fades_colour_glyphs() -> None:
    pixels = drawn(fonts.colored([("left", 0), ("right", 2)], 0), "#00ff0080")
    assert pixels[50, 25, 3] == pytest.approx(128, abs=1)
    assert tuple(pixels[50, 25, :3]) == (255, 0, 0)


def test_a_gradient_goes_across_its_glyph() -> None:
    pixels = drawn(fonts.colored(layers(fonts.gradient("left"), fonts.gradient("right")), 1)).astype(float)
    for x in range(5, 95):
        part = (x + 0.5) / 100
        expected = [255 * (1 - part), 0, 255 * part, 255]
        assert np.abs(pixels[50, x] - expected).max() <= 2, x


@pytest.mark.parametrize(
    ("paint", "red"),
    [
        # Affine transforms of the red left half of the glyph. In fonts x points right and y points up.
        ({"Format": 14, "dx": 300, "dy": 0}, (30, 0, 80, 100)),
        ({"Format": 14, "dx": 0, "dy": 400}, (0, 0, 50, 60)),
        ({"Format": 16, "scaleX": 0.5, "scaleY": 0.25}, (0, 75, 25, 100)),
        ({"Format": 18, "scaleX": 0.5, "scaleY": 1, "centerX": 500, "centerY": 0}, (25, 0, 50, 100)),
        ({"Format": 20, "scale": 0.5}, (0, 50, 25, 100)),
        ({"Format": 22, "scale": 0.5, "centerX": 0, "centerY": 1000}, (0, 0, 25, 50)),
        # A rotation by 90 degrees anticlockwise about the middle turns the left half into the lower half.
        ({"Format": 26, "angle": 90, "centerX": 500, "centerY": 500}, (0, 50, 100, 100)),
        (
            {"Format": 12, "Transform": {"xx": 1, "yx": 0, "xy": 0, "yy": 0.5, "dx": 100, "dy": 0}},
            (10, 50, 60, 100),
        ),
    ],
)
def test_transforms_of_paints(paint: dict[str, Any], red: tuple[int, int, int, int]) -> None:
    moved = {**paint, "Paint": fonts.solid("left", 0)}
    pixels = drawn(fonts.colored(layers(moved), 1))
    ys, xs = np.nonzero(pixels[..., 3] > 128)
    found = (xs.min(), ys.min(), xs.max() + 1, ys.max() + 1)
    assert np.abs(np.subtract(found, red)).max() <= 1
    assert tuple(pixels[(red[1] + red[3]) // 2, (red[0] + red[2]) // 2]) == RED


def test_opacity_is_written_as_source_in() -> None:
    faint = {
        "Format": 32,
        "SourcePaint": fonts.solid("left", 0),
        "CompositeMode": "src_in",
        "BackdropPaint": {"Format": 2, "PaletteIndex": 2, "Alpha": 0.25},
    }
    assert tuple(drawn(fonts.colored(layers(faint), 1))[50, 25]) == (255, 0, 0, 64)


def test_a_sweep_and_rings() -> None:
    stops = [
        {"StopOffset": 0, "PaletteIndex": 0, "Alpha": 1},
        {"StopOffset": 0.5, "PaletteIndex": 0, "Alpha": 1},
        {"StopOffset": 0.5, "PaletteIndex": 2, "Alpha": 1},
        {"StopOffset": 1, "PaletteIndex": 2, "Alpha": 1},
    ]
    line = {"ColorStop": stops, "Extend": "pad"}
    sweep = {"Format": 8, "ColorLine": line, "centerX": 500, "centerY": 500, "startAngle": 0, "endAngle": 360}
    paints = [{"Format": 10, "Glyph": glyph, "Paint": sweep} for glyph in ("left", "right")]
    pixels = drawn(fonts.colored(layers(*paints), 1))
    # A sweep gradient runs anticlockwise from the right, so red is above and blue is below.
    assert tuple(pixels[25, 30]) == tuple(pixels[25, 70]) == RED
    assert tuple(pixels[75, 30]) == tuple(pixels[75, 70]) == BLUE
    rings = {"Format": 6, "ColorLine": line, "x0": 500, "y0": 500, "r0": 0, "x1": 500, "y1": 500, "r1": 400}
    paints = [{"Format": 10, "Glyph": glyph, "Paint": rings} for glyph in ("left", "right")]
    pixels = drawn(fonts.colored(layers(*paints), 1))
    assert tuple(pixels[50, 60]) == RED
    assert tuple(pixels[50, 80]) == tuple(pixels[50, 98]) == BLUE


def test_what_has_no_bounds_is_drawn_as_its_outline() -> None:
    endless = {
        "Format": 32,
        "SourcePaint": fonts.solid("left", 0),
        "CompositeMode": "multiply",
        "BackdropPaint": {"Format": 2, "PaletteIndex": 2, "Alpha": 1},
    }
    pixels = drawn(fonts.colored(layers(endless), 1), "lime")
    assert tuple(pixels[80, 25]) == (0, 255, 0, 255), "the glyph's own outline, 0.5 em wide"
    assert pixels[80, 75, 3] == 0
    scene = st.Scene(100, 100)
    text = st.TextLayer("AB", font=st.Font(fonts.colored(layers(endless), 1)), font_size=20)
    scene.add_sublayer(text)
    found = [(item.code, item.layer, item.key_path) for item in scene.diagnostics()]
    assert found == [("color-glyph-not-drawn", text, "A")]


def undrawn(data: bytes, **axes: float) -> list[str]:
    """Characters for which a diagnostic says that the colour glyph is not drawn as the font describes."""
    scene, font = st.Scene(100, 100), st.Font(data)
    scene.add_sublayer(st.TextLayer("AB", font=font.with_variations(**axes) if axes else font, font_size=20))
    return [item.key_path for item in scene.diagnostics() if item.code == "color-glyph-not-drawn"]


def test_glyphs_that_are_drawn_whole_are_not_reported() -> None:
    assert undrawn(fonts.colored(layers(fonts.solid("left", 0), fonts.gradient("right")), 1)) == []
    assert undrawn(fonts.pictures()) == []
    under = {
        "Format": 32,
        "SourcePaint": fonts.solid("left", 0),
        "CompositeMode": "dest_over",
        "BackdropPaint": fonts.solid("left", 2),
    }
    data = fonts.colored(layers(under), 1)
    assert undrawn(data) == []
    assert tuple(drawn(data)[50, 25]) == BLUE


def test_variations_that_are_missing_move_nothing() -> None:
    varied = {"Format": 3, "PaletteIndex": 0, "Alpha": 1, "VarIndexBase": 7}
    paint = layers({"Format": 10, "Glyph": "left", "Paint": varied})
    for data in (fonts.colored(paint, 1, deltas=[(0, 0)]), fonts.with_axis(fonts.colored(paint, 1))):
        assert undrawn(data) == undrawn(data, wght=400) == []
    assert undrawn(fonts.colored(paint, 1, deltas=[(0, 0)]), wght=700) == [], "no such row"
    assert undrawn(fonts.colored(paint, 1, deltas=[(0, 0)] * 8), wght=700) == []
    assert undrawn(fonts.with_axis(fonts.colored(paint, 1)), wght=700) == [], "no variations at all"


def test_a_glyph_in_svg_is_reported_and_drawn_as_its_outline() -> None:
    data = fonts.with_svg(fonts.plain("Drawn", text="AB"), "A")
    assert undrawn(data) == ["A"]
    pixels = drawn(data, "lime")
    assert tuple(pixels[80, 25]) == (0, 255, 0, 255), "the glyph's own outline, 0.5 em wide"


def nested(depth: int, kind: str) -> dict[str, Any]:
    """A paint with `depth` nested transforms, glyphs, blend modes or group opacities."""
    paint: dict[str, Any] = fonts.solid("left", 0)
    for _ in range(depth):
        if kind == "transforms":
            paint = {"Format": 14, "Paint": paint, "dx": 0, "dy": 0}
        elif kind == "glyphs":
            paint = {"Format": 10, "Glyph": "left", "Paint": paint}
        else:
            plain = {"Format": 2, "PaletteIndex": 0, "Alpha": 1}
            other = fonts.solid("left", 0) if kind == "blends" else plain
            mode = "lighten" if kind == "blends" else "src_in"
            paint = {"Format": 32, "SourcePaint": paint, "CompositeMode": mode, "BackdropPaint": other}
    return paint


@pytest.mark.parametrize("kind", ["transforms", "glyphs", "blends", "fades"])
@pytest.mark.parametrize("depth", [10, 40, 100])
def test_paints_that_lie_in_each_other(depth: int, kind: str) -> None:
    """A glyph with more than 32 nested clips and groups is drawn as a plain outline. A COLR table with more
    than 64 nested paints is ignored.
    """
    data = fonts.colored(layers(nested(depth, kind)), 1)
    pixels = drawn(data, "lime")
    is_drawn = depth == 10 or (depth == 40 and kind == "transforms")
    assert tuple(pixels[80, 25]) == (RED if is_drawn else (0, 255, 0, 255))
    assert undrawn(data) == (["A"] if depth == 40 and not is_drawn else [])


@pytest.mark.slow
@pytest.mark.parametrize(("levels", "expected"), [(10, ["A"]), (15, [])])
def test_a_graph_that_shows_itself_again_and_again_costs_nothing(levels: int, expected: list[str]) -> None:
    """In a paint graph each level uses the next level twice, so few paints describe 2^15 paints. HarfBuzz
    ignores a paint graph with 2^15 paints.
    """
    paint: dict[str, Any] = fonts.solid("left", 0)
    for _ in range(levels):
        paint = {"Format": 32, "SourcePaint": paint, "CompositeMode": "xor", "BackdropPaint": paint}
    data = fonts.colored(layers(paint), 1)
    assert undrawn(data) == expected
    assert tuple(drawn(data, "lime")[80, 25]) == (0, 255, 0, 255)


def test_bitmap_glyphs_fill_their_box() -> None:
    pixels = drawn(fonts.pictures())
    assert tuple(pixels[20, 50]) == RED
    assert tuple(pixels[80, 50]) == BLUE
    ys, xs = np.nonzero(pixels[..., 3] > 128)
    assert (xs.min(), ys.min(), xs.max(), ys.max()) == (0, 0, 99, 99)


@pytest.mark.large
@pytest.mark.slow
def test_pictures_that_would_fill_the_memory_are_refused() -> None:
    """A font of 0.5 MB whose 40 glyphs need 16 MB of pixels each raises LimitError."""
    many = "".join(chr(0x41 + k) for k in range(40))
    layer = st.TextLayer(many, font=st.Font(fonts.pictures(2048, text=many)), font_size=2)
    scene = st.Scene(100, 100)
    scene.add_sublayer(layer)
    with pytest.raises(st.LimitError, match="134217728"):
        scene.render(0)
    # Pictures of glyphs from the previous frame do not count towards the limit.
    layer.string = many[:5]
    assert scene.render(0)[..., 3].any()


def test_an_emoji_has_colours_at_any_size() -> None:
    assert st.Font.emoji() is not None, "tools/setup installs it"
    for size in (16, 64, 300):
        pixels = st.Image.text("🎉", font_size=size).to_array()
        ink = pixels[pixels[..., 3] > 200]
        assert len(ink) > 0.2 * pixels.shape[0] * pixels.shape[1]
        assert len({tuple(c) for c in (ink[:, :3] // 64).tolist()}) >= 8
    strokes = st.TextLayer("🎉", font_size=64)
    strokes.glyph.stroke_color = "red"
    scene = st.Scene(80, 80)
    scene.add_sublayer(strokes)
    plain = st.Scene(80, 80)
    plain.add_sublayer(st.TextLayer("🎉", font_size=64))
    assert np.array_equal(scene.render(0), plain.render(0)), "strokes skip pictures"


def test_outlines_of_texts() -> None:
    path = st.Path.text("Hi", font_size=100, x=10, y=90)
    bounds = path.bounds
    assert bounds is not None
    assert bounds[0] > 10
    assert bounds[1] + bounds[3] == pytest.approx(90, abs=0.01), "both letters stand on the baseline"
    twice = st.Path.text("Hi", font_size=200).bounds
    assert twice is not None
    assert twice[2] == pytest.approx(2 * bounds[2])
    assert st.Path.text("").bounds is None
    assert st.Path.text("AV", font_size=100).bounds[2] < st.Path.text("A V", font_size=100).bounds[2]  # type: ignore[index]
    for text, words in (("漢", '"漢"'), ("a🎉", '"🎉"')):
        with pytest.raises(st.InvalidArgument, match=words):
            st.Path.text(text)
    with pytest.raises(TypeError, match=r"Font\.find"):
        st.Path.text("a", font="Inter")  # type: ignore[arg-type]
    for size in (-1, 2e6, float("nan")):
        with pytest.raises(st.InvalidArgument, match="font_size"):
            st.Path.text("a", font_size=size)


def test_image_text_draws_a_string() -> None:
    image = st.Image.text("Hi", font_size=40, color="red", scale=2)
    pixels = image.to_array()
    assert tuple(pixels[pixels[..., 3] == 255][0]) == RED
    layer = st.TextLayer("Hi", font_size=40)
    width, height = layer.fitting_size()
    assert image.size == (round(2 * width), round(2 * height))
    with pytest.raises(st.InvalidArgument, match="size"):
        st.Image.text("")
    with pytest.raises(st.LimitError):
        st.Image.text("x" * 100_000)
