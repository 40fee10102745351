"""Tests of colours between gradient stops: straight colours are interpolated, and "clear" and "transparent"
take the neighbour's colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import stretto as st
from untyped import untyped

WHITE, RED, BLUE = (1.0, 1.0, 1.0, 1.0), (1.0, 0.0, 0.0, 1.0), (0.0, 0.0, 1.0, 1.0)


def clear(color: Sequence[float]) -> tuple[float, ...]:
    return (*color[:3], 0.0)


def row(colors: Any, locations: Any = None) -> tuple[Any, st.GradientLayer]:
    """A gradient's pixels from left to right, with straight alpha in 0...1."""
    scene = st.Scene(256, 1)
    layer = st.GradientLayer(
        frame=(0, 0, 256, 1), colors=colors, locations=locations, start_point=(0, 0.5), end_point=(1, 0.5)
    )
    scene.add_sublayer(layer)
    return scene.render(0)[0] / 255, layer


def expected(colors: Sequence[Sequence[float]], locations: Any) -> Any:
    """The straight colours of a gradient, interpolated component by component."""
    positions = (np.arange(256) + 0.5) / 256
    return np.stack([np.interp(positions, locations, [c[k] for c in colors]) for k in range(4)], axis=-1)


def distance(pixels: Any, wanted: Any) -> float:
    """The largest difference of premultiplied colours, in levels of 255. Straight colours of transparent
    pixels are not compared.
    """
    return float(
        np.abs(pixels[..., :3] * pixels[..., 3:] - wanted[..., :3] * wanted[..., 3:]).max() * 255
        + np.abs(pixels[..., 3] - wanted[..., 3]).max() * 255
    )


@pytest.mark.parametrize(
    "colors",
    [
        [WHITE, (0, 0, 0, 0)],
        [(1, 0.5, 0, 1), (0, 0.5, 1, 0.25), (0, 1, 0, 1)],
        [(1, 0, 0, 0), (0, 0, 1, 0.5)],
        [RED, BLUE],
    ],
)
def test_numbers_are_blended_as_they_stand(colors: list[Sequence[float]]) -> None:
    pixels, layer = row(colors)
    assert distance(pixels, expected(colors, np.linspace(0, 1, len(colors)).tolist())) <= 2.5
    assert layer.colors == [tuple(map(float, color)) for color in colors]


@pytest.mark.parametrize(
    "locations", [[-1, -0.5, 0], [-0.5, 0, 0.5], [-0.5, 0.5, 1], [0.25, 1.5, 3], [-9, -8, -7]]
)
def test_locations_may_lie_outside(locations: list[float]) -> None:
    """Locations outside 0...1, set as a model value or animated, extend the gradient, and the layer shows the
    part from 0 to 1.
    """
    colors = [RED, WHITE, BLUE]
    wanted = expected(colors, locations)
    pixels, layer = row(colors, locations)
    assert distance(pixels, wanted) <= 2.5
    assert layer.locations == tuple(locations)
    pixels, layer = row(colors, [0, 0.5, 1])
    layer.add_animation(st.BasicAnimation("locations", from_value=locations, to_value=locations, duration=1))
    scene = st.Scene(256, 1, sublayers=[layer])
    assert distance(scene.render(0.5)[0] / 255, wanted) <= 2.5


def test_white_to_clear_black_shows_grey_and_says_so() -> None:
    """A gradient from white to transparent black is grey in the middle, and gives a diagnostic. A gradient to
    transparent black has a grey middle in Core Animation.
    """
    pixels, layer = row([WHITE, (0, 0, 0, 0)])
    assert pixels[128][:3] == pytest.approx(0.5, abs=0.01)
    scene = st.Scene(256, 1)
    scene.add_sublayer(layer)
    assert [(found.code, found.key_path) for found in scene.diagnostics()] == [
        ("gradient-through-grey", "colors")
    ]
    layer.colors = ["white", (1, 1, 1, 0)]
    assert scene.diagnostics() == []


@pytest.mark.parametrize("word", ["clear", "transparent", " Clear "])
@pytest.mark.parametrize(
    ("given", "read"),
    [
        (["white", "w"], [WHITE, clear(WHITE)]),
        (["w", "red"], [clear(RED), RED]),
        (["w", "red", "w"], [clear(RED), RED, clear(RED)]),
        (["red", "w", "red"], [RED, clear(RED), RED]),
        (["red", "w", "blue"], [RED, clear(RED), clear(BLUE), BLUE]),
        (["red", "w", "w", "blue"], [RED, clear(RED), clear(BLUE), BLUE]),
        (["w", "w", "red"], [clear(RED), clear(RED), RED]),
        (["w"], [(0, 0, 0, 0)]),
        (["w", "w"], [(0, 0, 0, 0), (0, 0, 0, 0)]),
    ],
)
def test_words_are_the_nearest_colour_at_alpha_0(word: str, given: list[str], read: list[Any]) -> None:
    colors = [word if color == "w" else color for color in given]
    layer = st.GradientLayer(frame=(0, 0, 20, 20), colors=colors)
    assert layer.colors == read
    other = st.GradientLayer(frame=(0, 0, 20, 20))
    other.set_value("colors", colors)
    assert other.colors == read
    scene = st.Scene(20, 20)
    scene.add_sublayer(layer)
    assert "gradient-through-grey" not in [found.code for found in scene.diagnostics()]


@pytest.mark.parametrize(("first", "last"), [("red", "blue"), ("#f008", "white")])
@pytest.mark.parametrize("middle", [0.5, 0.25])
def test_words_look_as_css_blends_them(first: str, last: str, middle: float) -> None:
    """A gradient to "clear" keeps the hue of its colour, like a CSS gradient with premultiplied
    interpolation.
    """
    pixels, layer = row([first, "clear", last], [0, middle, 1])
    stops = [np.array(layer.colors[0]), np.zeros(4), np.array(layer.colors[-1])]  # type: ignore[index]
    for stop in stops:
        stop[:3] *= stop[3]
    positions = (np.arange(256) + 0.5) / 256
    premultiplied = np.stack(
        [np.interp(positions, [0, middle, 1], [s[k] for s in stops]) for k in range(4)], axis=-1
    )
    shown = pixels.copy()
    shown[..., :3] *= shown[..., 3:]
    assert np.abs(shown - premultiplied).max() * 255 <= 2.5


def read(layer: st.GradientLayer) -> tuple[float, ...] | None:
    return layer.locations


def test_locations_have_a_number_for_each_colour_that_was_given() -> None:
    split = [0.0, 0.3, 0.3, 1.0]
    layer = st.GradientLayer(colors=["red", "clear", "blue"], locations=[0, 0.3, 1])
    assert read(layer) == tuple(split)
    layer = st.GradientLayer(locations=[0, 0.3, 1], colors=["red", "clear", "blue"])
    assert read(layer) == tuple(split)
    layer = st.GradientLayer(colors=["red", "clear", "blue"])
    assert read(layer) == (0, 0.5, 0.5, 1), "evenly spaced as they were given"
    layer.locations = [0.1, 0.2, 0.9]
    assert read(layer) == (0.1, 0.2, 0.2, 0.9)
    layer.locations = None
    assert read(layer) == (0, 0.5, 0.5, 1)
    layer.set_value("locations", [0, 0.4, 0.4, 0.5])
    assert read(layer) == (0, 0.4, 0.4, 0.5), "one for each that is read"
    layer.colors = ["red", "green", "blue"]
    assert read(layer) == (0, 0.4, 0.5)
    layer.colors = ["red", "clear", "blue"]
    assert read(layer) == (0, 0.4, 0.4, 0.5)
    plain = st.GradientLayer(colors=["red", "clear", "blue"])
    plain.colors = ["red", "white", "black", "blue"]
    assert read(plain) is None, "nothing is left of the stop that was two"


def test_animated_colours_take_words_too() -> None:
    layer = st.GradientLayer(colors=["red", "clear", "blue"])
    layer.add_animation(
        st.BasicAnimation(
            "colors", from_value=["red", "clear", "blue"], to_value=["red", "white", "blue"], duration=1
        )
    )
    shown = layer.presentation_value("colors", 0.5)
    assert len(shown) == 4, "a stop that is split at one end is split at the other"
    assert shown[1] == pytest.approx((1, 0.5, 0.5, 0.5))
    assert shown[2] == pytest.approx((0.5, 0.5, 1, 0.5))
    frames = st.KeyframeAnimation("colors", values=[["red", "clear"], ["blue", "clear"]], duration=1)
    assert list(frames.values) == [[RED, clear(RED)], [BLUE, clear(BLUE)]]
    later = st.BasicAnimation("colors")
    later.to_value = ["red", "white", "blue"]
    later.from_value = ["red", "clear", "blue"]
    assert len(later.to_value) == len(later.from_value) == 4
    instance = st.BasicAnimation("instanceColors", to_value=untyped(["red", (0, 0, 0, 0)]))
    assert instance.to_value == [RED, (0, 0, 0, 0)]


def test_gradients_to_clear_in_masks_are_not_reported() -> None:
    scene = st.Scene(20, 20)
    picture = st.Layer(frame=(0, 0, 20, 20), background_color="red")
    picture.mask = st.GradientLayer(frame=(0, 0, 20, 20), colors=["white", (0, 0, 0, 0)])
    scene.add_sublayer(picture)
    assert scene.diagnostics() == []


def test_a_wrong_colour_next_to_a_keyword_is_refused_and_changes_nothing() -> None:
    layer = st.GradientLayer(colors=["red", "clear", "blue"])
    for wrong in (["clear", "bleu"], ["clear", 3], ["clear", (1, 2, 3)], "clear"):
        with pytest.raises((st.InvalidArgument, TypeError)):
            layer.colors = untyped(wrong)
    assert layer.colors == [RED, clear(RED), clear(BLUE), BLUE]
    assert layer.locations == (0, 0.5, 0.5, 1)


def test_documents_keep_what_words_have_become() -> None:
    scene = st.Scene(20, 20)
    scene.add_sublayer(st.GradientLayer(frame=(0, 0, 20, 20), colors=["red", "clear", "blue"]))
    again = st.Scene.from_bytes(scene.to_bytes())
    layer = again.sublayers[0]
    assert isinstance(layer, st.GradientLayer)
    assert layer.colors == [RED, clear(RED), clear(BLUE), BLUE]
    assert layer.locations == (0, 0.5, 0.5, 1)
