"""Tests of COLR version 1 fonts against a slow renderer: gradients, blend modes, groups, variations."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import color_oracle
import color_paints
import fonts
import stretto as st

#: Pixels per em, and the number of the oracle's samples along each side of a pixel.
SIDE, OFFSETS = 32, 5


def drawn(data: bytes, axes: dict[str, float], **render: Any) -> npt.NDArray[np.float64]:
    """The pixels of the em square, premultiplied, 0...255. Fails if a diagnostic says that the glyph is not
    drawn as described.
    """
    font = st.Font(data).with_variations(**axes) if axes else st.Font(data)
    layer = st.TextLayer("A", font=font, font_size=SIDE, foreground_color="black", position=(0, SIDE / 5))
    scene = st.Scene(SIDE, SIDE)
    scene.add_sublayer(layer)
    assert not any(found.code == "color-glyph-not-drawn" for found in scene.diagnostics())
    return scene.render(0, premultiplied=True, **render).astype(float)


def looked_at(data: bytes, axes: dict[str, float]) -> npt.NDArray[np.float64]:
    """The oracle's colours at samples in and around each pixel: an array of rows, columns, samples and
    channels.
    """
    offsets = np.linspace(-0.6, 0.6, OFFSETS)
    y, x, dy, dx = np.meshgrid(np.arange(SIDE), np.arange(SIDE), offsets, offsets, indexing="ij")
    across, down = (x + dx + 0.5) / SIDE, (y + dy + 0.5) / SIDE
    points = fonts.EM * np.stack([across.ravel(), 1 - down.ravel()], axis=1)
    colors = color_oracle.colors_of(data, points, axes)
    return 255 * colors.reshape(SIDE, SIDE, OFFSETS * OFFSETS, 4)


def compare(name: str, data: bytes, tolerance: float = 2.5, **axes: float) -> None:
    """Fails unless every pixel lies between the oracle's smallest and largest sample in the pixel, to 8-bit
    rounding.

    In a pixel at an edge only alpha is compared, because the colour of a gradient is taken at the pixel's
    middle, which may lie outside the shape.
    """
    pixels, seen = drawn(data, axes), looked_at(data, axes)
    low, high = seen.min(axis=2), seen.max(axis=2)
    beyond = np.maximum(low - pixels, pixels - high)
    ends = (low[..., 3] < 1) & (high[..., 3] > 16)
    assert ends.mean() < 0.25, name
    beyond = np.where(ends, beyond[..., 3], beyond.max(axis=-1))
    y, x = np.unravel_index(beyond.argmax(), beyond.shape)
    message = f"{name}: at {x}, {y} {pixels[y, x]}, not {low[y, x].round(1)} to {high[y, x].round(1)}"
    assert beyond.max() <= tolerance, message


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["linear", "radial", "rings", "sweep"])
@pytest.mark.parametrize("extend", color_paints.EXTENDS)
def test_gradients_are_painted_as_by_the_oracle(kind: str, extend: str) -> None:
    some = {name: p for name, p in color_paints.gradients().items() if name.startswith(f"{kind}, {extend}")}
    assert len(some) >= 3
    for name, paint in some.items():
        compare(name, fonts.colored(paint, 1))


def test_gradients_with_no_colours_paint_nothing() -> None:
    nothing = [
        *("linear, pad: along its colours", "linear, pad: no way", "linear, repeat: no direction"),
        *("radial, pad: the same twice", "radial, pad: no radius", "radial, reflect: neither way nor radius"),
        *("sweep, repeat: 90 to 90", "sweep, reflect: colours at one place"),
    ]
    paints = color_paints.gradients()
    for name in nothing:
        assert not drawn(fonts.colored(paints[name], 1), {}).any(), name
    assert drawn(fonts.colored(paints["sweep, pad: 90 to 90"], 1), {})[..., 3].all()


@pytest.mark.slow
@pytest.mark.parametrize("mode", color_paints.MODES)
def test_composite_modes(mode: str) -> None:
    # The modes color_dodge and color_burn divide by numbers that are rounded to 8 bits, so their tolerance is
    # larger.
    tolerance = 8 if mode in ("color_dodge", "color_burn") else 3
    for name, paint in color_paints.composites().items():
        if name.partition(" ")[0] == mode:
            compare(name, fonts.colored(paint, 1), tolerance)


def test_composite_modes_are_those_of_the_oracle() -> None:
    assert [mode.name.lower() for mode in sorted(color_oracle.Mode)] == color_paints.MODES


@pytest.mark.parametrize("name", color_paints.groups())
def test_groups_are_painted_as_by_the_oracle(name: str) -> None:
    paint, box = color_paints.groups()[name]
    compare(name, fonts.colored(paint, 1, box=box))


@pytest.mark.slow
@pytest.mark.parametrize("is_mapped", [False, True])
@pytest.mark.parametrize("weight", [100, 250, 400, 650, 900])
def test_an_axis_moves_every_kind_of_number(weight: float, is_mapped: bool) -> None:
    box = (0, 0, 1000, 1000, 22)
    data = fonts.colored(color_paints.varied(), 1, box=box, deltas=color_paints.DELTAS, is_mapped=is_mapped)
    compare(f"weight {weight}", data, wght=weight)
    if weight != 400:
        assert np.abs(drawn(data, {"wght": weight}) - drawn(data, {})).max() > 100


def test_a_single_copy_s_axis_moves_its_paints_alone() -> None:
    data = fonts.colored(color_paints.varied(), 1, box=(0, 0, 1000, 1000, 22), deltas=color_paints.DELTAS)
    scene = st.Scene(2 * SIDE, SIDE)
    text = st.TextLayer(
        "AA", font=st.Font(data), font_size=SIDE, foreground_color="black", position=(0, SIDE / 5)
    )
    scene.add_sublayer(text)
    moved = st.BasicAnimation("fontVariations.wght", from_value=900, to_value=900, duration=1)
    text.glyph.add_animation(moved, instance=(1,))
    pixels = scene.render(0.5, premultiplied=True).astype(float)
    assert np.array_equal(pixels[:, :SIDE], drawn(data, {}))
    assert np.array_equal(pixels[:, SIDE:], drawn(data, {"wght": 900}))


def test_groups_fade_and_are_tinted_as_a_whole() -> None:
    """The colour of a copy and the alpha of the text apply to the finished glyph, after blending inside the
    glyph.
    """
    paint = color_paints.composites()["difference over others"]
    scene = st.Scene(SIDE, SIDE)
    text = st.TextLayer(
        "A",
        font=st.Font(fonts.colored(paint, 1)),
        font_size=SIDE,
        position=(0, SIDE / 5),
        foreground_color="#00000080",
    )
    scene.add_sublayer(text)
    plain = drawn(fonts.colored(paint, 1), {})
    assert np.abs(scene.render(0, premultiplied=True) - plain * 128 / 255).max() <= 1
    text.foreground_color, text.instance_color = "black", (1, 0.5, 0, 1)
    assert np.abs(scene.render(0, premultiplied=True) - plain * (1, 0.5, 0, 1)).max() <= 1.5


def test_glyphs_of_groups_are_hit_by_what_they_show() -> None:
    paint = color_paints.groups()["blended in a glyph"][0]
    scene = st.Scene(SIDE, SIDE)
    text = st.TextLayer("A", font=st.Font(fonts.colored(paint, 1)), font_size=SIDE, position=(0, SIDE / 5))
    scene.add_sublayer(text)
    hit = scene.hit_test(SIDE / 2, SIDE / 2, 0)
    assert hit is not None
    assert hit.layer is text.glyph
    assert scene.hit_test(2, SIDE / 2, 0) is None, "outside of the clip"


@pytest.mark.slow
def test_threads_change_no_byte() -> None:
    for name, data in color_paints.all_fonts().items():
        if "cone" in name or "hsl" in name or name == "moved":
            assert np.array_equal(drawn(data, {}, threads=1), drawn(data, {}, threads=3)), name
