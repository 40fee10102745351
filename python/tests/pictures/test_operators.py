"""Tests of Porter and Duff's operators as compositing filters, against formulas for colours and coverage."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import stretto as st

#: Factors of the source and of the backdrop for each operator, as functions of their alphas.
OPERATORS: dict[str, Callable[[Any, Any], tuple[Any, Any]]] = {
    "clear": lambda s, b: (0, 0),
    "copy": lambda s, b: (1, 0),
    "sourceIn": lambda s, b: (b, 0),
    "sourceOut": lambda s, b: (1 - b, 0),
    "sourceAtop": lambda s, b: (b, 1 - s),
    "destOver": lambda s, b: (1 - b, 1),
    "destIn": lambda s, b: (0, s),
    "destOut": lambda s, b: (0, 1 - s),
    "destAtop": lambda s, b: (1 - b, s),
    "xor": lambda s, b: (1 - b, 1 - s),
}
CLEARING = ["clear", "copy", "sourceIn", "sourceOut", "destIn", "destAtop"]


def drawn(*layers: st.Layer, **options: Any) -> np.ndarray:
    """Premultiplied pixels in 0...255 of a scene with the given layers."""
    scene = st.Scene(64, 64, sublayers=layers)
    return scene.render(0, premultiplied=True, **options).astype(int)


def backdrop() -> list[st.Layer]:
    """Layers of a backdrop that is opaque at the top, translucent in the middle and transparent at the
    bottom.
    """
    return [
        st.Layer(frame=(0, 0, 64, 22), background_color=(0.9, 0.6, 0.1)),
        st.Layer(frame=(0, 22, 64, 22), background_color=(0.1, 0.3, 0.9, 0.6)),
    ]


def turned(layer: st.Layer, angle: float = 0.4) -> st.Layer:
    layer.set_value("transform.rotation.z", angle)
    return layer


def clipped(color: Any) -> st.Layer:
    disc = st.Layer(frame=(9.3, 8.8, 45, 45), corner_radius=22.5, masks_to_bounds=True)
    disc.add_sublayer(st.Layer(frame=(-10, -10, 90, 90), background_color=color))
    return disc


def masked(color: Any) -> st.Layer:
    card = st.Layer(frame=(4, 4, 56, 56), background_color=color)
    card.mask = st.ShapeLayer(path=st.Path.ellipse(3.5, 8.2, 44, 30), fill_color="black")
    return card


def blurred(color: Any) -> st.Layer:
    blur = st.Filter("gaussianBlur", inputRadius=3)
    return st.Layer(frame=(16, 14, 30, 34), background_color=color, filters=[blur])


def with_image(color: Any, **contents: Any) -> st.Layer:
    pixels = np.full((9, 9, 4), 255, np.uint8)
    if color != "white":
        pixels[:] = np.rint(np.array([*color[:3], color[3]]) * 255)
    return turned(st.Layer(frame=(14.3, 12.2, 36.5, 30.3), contents=st.Image(pixels), **contents))


#: Layers of one colour with antialiased edges.
EDGED: dict[str, Callable[[Any], st.Layer]] = {
    "between pixels": lambda color: st.Layer(frame=(10.3, 12.7, 40.5, 35.25), background_color=color),
    "turned": lambda color: turned(st.Layer(frame=(14, 14, 36, 36), background_color=color, corner_radius=8)),
    "stroked": lambda color: st.ShapeLayer(
        path=st.Path.ellipse(12, 12, 40, 30), fill_color=None, stroke_color=color, line_width=5
    ),
    "clipped": clipped,
    "masked": masked,
    "an image": with_image,
    "an image in nine parts": lambda color: with_image(color, contents_center=(0.3, 0.3, 0.4, 0.4)),
    "an image in its middle": lambda color: with_image(color, contents_gravity="center", contents_scale=0.4),
    "blurred": blurred,
    "blurred inside": lambda color: st.Layer(frame=(0, 0, 64, 64), sublayers=[turned(blurred(color))]),
    "faded inside": lambda color: st.Layer(
        frame=(0, 0, 64, 64),
        sublayers=[turned(st.Layer(frame=(14, 14, 36, 36), background_color=color, masks_to_bounds=True))],
    ),
    "letters": lambda color: st.TextLayer("Rg", font_size=44, foreground_color=color, frame=(2, 4, 60, 56)),
}


@pytest.mark.slow
@pytest.mark.parametrize("operator", OPERATORS)
@pytest.mark.parametrize("edged", EDGED)
def test_operators_act_as_far_as_shapes_cover_a_pixel(edged: str, operator: Any) -> None:
    """A pixel at an edge is the backdrop mixed with the operator's result by coverage, and pixels outside the
    shape are unchanged. The alpha of a paint and the layer's opacity belong to the operator, not to the
    coverage.
    """
    below = drawn(*backdrop()) / 255
    covered = drawn(EDGED[edged]("white"))[..., 3:] / 255
    assert ((covered > 0) & (covered < 1)).sum() > 40, "there are edges"
    for alpha, opacity in ((1.0, 1.0), (0.5, 1.0), (1.0, 0.6), (0.8, 0.7)):
        layer = EDGED[edged]((0.2, 0.7, 0.4, alpha))
        layer.compositing_filter, layer.opacity = operator, opacity
        found = drawn(*backdrop(), layer)
        source_alpha = alpha * opacity
        of_source, of_backdrop = OPERATORS[operator](source_alpha, below[..., 3:])
        result = np.array([0.2, 0.7, 0.4, 1]) * source_alpha * of_source + below * of_backdrop
        expected = below + (result - below) * covered
        assert np.abs(found - 255 * expected).max() <= 2.5, (alpha, opacity)
        outside = covered[..., 0] == 0
        assert (found[outside] == np.rint(255 * below)[outside]).all()


@pytest.mark.parametrize("operator", ["destIn", "copy"])
def test_a_gradient_to_clear_is_paint_and_no_edge(operator: Any) -> None:
    fade = st.GradientLayer(
        frame=(0, 0, 64, 64), colors=[(0.2, 0.7, 0.4, 1), (0.2, 0.7, 0.4, 0)],
        start_point=(0, 0.5), end_point=(1, 0.5),
    )  # fmt: skip
    alpha = (1 - (np.arange(64) + 0.5) / 64)[None, :, None]
    below = drawn(*backdrop())
    whole = {"destIn": below * alpha, "copy": np.array([0.2, 0.7, 0.4, 1]) * 255 * alpha}
    fade.compositing_filter = operator
    assert np.abs(drawn(*backdrop(), fade) - whole[operator]).max() <= 1.5


def test_parts_that_overlap_cover_a_pixel_together() -> None:
    """Two halves that meet inside a pixel cover the pixel as much as two halves that are drawn one after the
    other.
    """

    def halves(color: Any) -> st.Layer:
        left = st.Layer(frame=(8, 8, 24.5, 40), background_color=color)
        right = st.Layer(frame=(32.5, 8, 20, 40), background_color=color)
        return turned(st.Layer(frame=(0, 0, 64, 64), sublayers=[left, right]), 0.3)

    below, covered = drawn(*backdrop()), drawn(halves("white"))[..., 3:] / 255
    layer = halves((0.2, 0.7, 0.4))
    layer.compositing_filter = "copy"
    expected = below + (np.array([0.2, 0.7, 0.4, 1]) * 255 - below) * covered
    assert np.abs(drawn(*backdrop(), layer) - expected).max() <= 2.5


@pytest.mark.parametrize("operator", CLEARING)
def test_a_blur_of_nearly_no_radius_is_the_sharp_layer(operator: Any) -> None:
    """A blur with a tiny radius equals no blur, also for a translucent layer: the blur applies to the
    coverage, not to the alpha.
    """

    def cut(radius: float) -> np.ndarray:
        layer = turned(st.Layer(frame=(16, 16, 30, 34), background_color=(0.2, 0.7, 0.4, 0.6)))
        layer.filters = [st.Filter("gaussianBlur", inputRadius=radius)]
        layer.compositing_filter = operator
        return drawn(*backdrop(), layer)

    assert np.abs(cut(0.05) - cut(0)).max() <= 3
    assert np.abs(cut(3) - cut(0)).max() > 20


@pytest.mark.parametrize("threads", [2, 5])
def test_threads_change_no_byte_where_operators_stand_in_operators(threads: int) -> None:
    def picture(count: int) -> np.ndarray:
        layers: list[st.Layer] = []
        for k, operator in enumerate(CLEARING):
            layer = turned(clipped((0.1 * k, 0.5, 0.3, 0.8)), 0.2 * k)
            layer.position = (4 + 11 * k, 32 + 5 * (-1) ** k)
            layer.compositing_filter = operator  # type: ignore[assignment]
            inside = blurred("red") if k % 2 else masked("blue")
            inside.compositing_filter = CLEARING[5 - k]  # type: ignore[assignment]
            layer.add_sublayer(inside)
            layers.append(layer)
        return drawn(*backdrop(), *layers, scale=5.3, threads=count)

    assert np.array_equal(picture(1), picture(threads))


def test_operators_that_nest_deep_are_drawn_soon() -> None:
    """A layer in n nested operators is drawn n times to find the coverage of each operator, not 2^n times."""
    innermost = layer = turned(st.Layer(frame=(16, 16, 32, 32), background_color="red"))
    for _ in range(60):
        layer = st.Layer(frame=(0, 0, 64, 64), sublayers=[layer], compositing_filter="copy")
    found = drawn(*backdrop(), layer)
    assert np.abs(found[32, 32] - (255, 0, 0, 255)).max() <= 2
    assert innermost.compositing_filter == "normalBlendMode"
