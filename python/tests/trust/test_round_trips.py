"""Tests that a document keeps every property, including extreme values."""

from __future__ import annotations

import functools
import math
import operator
import pickle
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import pytest

import stretto as st
from stretto._model.convert import Kind
from stretto._model.words import snake_case

#: Numbers that compare equal to another number, or lie at the limit of a range.
EDGES = [
    0.0, -0.0, 5e-324, -5e-324, 1e-101, 1e-100, -1e-100, 1e-99, 0.1, 1 / 3, -1.0, 2.0**30, 2.0**30 + 1,
    2.0**31 - 1, 2.0**31, 2.0**53 + 2, 1e300, -1e300, math.inf, -math.inf,
]  # fmt: skip
WIDTHS = {
    Kind.NUMBER: 1, Kind.INTEGER: 1, Kind.POINT: 2, Kind.SIZE: 2, Kind.RECT: 4, Kind.COLOR: 4,
    Kind.NUMBERS: 3, Kind.TRANSFORM: 16, Kind.CURVE: 4,
}  # fmt: skip
LAYERS = [
    st.Layer, st.ReplicatorLayer, st.ShapeLayer, st.GradientLayer, st.EmitterLayer, st.TextLayer,
    st.TransformLayer, st.PortalLayer, st.ViewReplicator,
]  # fmt: skip
refused = (st.Error, TypeError, OverflowError)


def bits(value: Any) -> Any:
    """A value that differs for 0.0 and -0.0."""
    if isinstance(value, float):
        return value.hex()
    if isinstance(value, (tuple, list, st.Transform3D)):
        return tuple(map(bits, value))
    return repr(value)


def edges(kind: Kind) -> Iterator[Any]:
    """Values for properties of one kind. One component of each value is an extreme number from `EDGES`."""
    width = WIDTHS.get(kind, 0)
    for number in EDGES:
        for index in range(min(width, 4)):
            values = [*range(1, width + 1)] if kind is Kind.TRANSFORM else [1.0] * width
            values[index] = number
            yield values[0] if width == 1 else values


class Case(NamedTuple):
    """A layer that holds a value, a function that reads the value, and a text for the failure message."""

    layer: st.Layer
    read: Callable[[Any], Any]
    what: object


def assert_come_back(cases: Sequence[Case]) -> None:
    """Fails unless all layers keep their values when one scene with all layers is saved and opened, and the
    second document is equal.
    """
    scene = st.Scene(8, 8, sublayers=[case.layer for case in cases])
    twin = st.Scene.from_bytes(scene.to_bytes())
    changed = [
        case.what
        for case, found in zip(cases, twin.root.sublayers, strict=True)
        if bits(case.read(found)) != bits(case.read(case.layer))
    ]
    assert changed == []
    assert twin == scene


def read_animation(read: Callable[[Any], Any], layer: st.Layer) -> Any:
    return read(layer.animation("k"))


def read_cell(read: Callable[[Any], Any], layer: st.EmitterLayer) -> Any:
    return read(layer.emitter_cells[0])


def same_frames(layer: st.Layer) -> bool:
    scene = st.Scene(8, 8, sublayers=[layer])
    twin = pickle.loads(pickle.dumps(scene))
    try:
        expected = [scene.render(time) for time in (0, 0.5)]
    except st.Error:
        with pytest.raises(st.Error):
            twin.render(0)
        return True
    return all(np.array_equal(twin.render(time), expected[k]) for k, time in enumerate((0, 0.5)))


@pytest.mark.slow
@pytest.mark.parametrize("kind", LAYERS, ids=lambda kind: kind.__name__)
def test_values_of_layers_at_the_edges_come_back(kind: type[st.Layer]) -> None:
    cases = []
    for key_path, of in kind._KINDS.items():
        for value in edges(of):
            layer = kind()
            try:
                layer.set_value(key_path, value)
            except refused:
                continue
            cases.append(Case(layer, operator.methodcaller("value", key_path), (key_path, value)))
    assert len(cases) > 100
    assert_come_back(cases)


@pytest.mark.slow
def test_values_of_the_root_at_the_edges_come_back() -> None:
    changed = []
    for key_path, of in st.Layer._KINDS.items():
        for value in edges(of):
            scene = st.Scene(8, 6)
            try:
                scene.root.set_value(key_path, value)
            except refused:
                continue
            twin = st.Scene.from_bytes(scene.to_bytes())
            if bits(twin.root.value(key_path)) != bits(scene.root.value(key_path)):
                changed.append((key_path, value))
    assert changed == []


ANIMATIONS: dict[str, Callable[[], st.Animation]] = {
    "basic": lambda: st.BasicAnimation("position.x", to_value=3, duration=1),
    "spring": lambda: st.SpringAnimation("position.x", to_value=3, duration=1),
    "keyframes": lambda: st.KeyframeAnimation("position.x", values=[1, 2, 3], duration=1),
    "group": lambda: st.AnimationGroup([st.BasicAnimation("opacity", to_value=0, duration=1)], duration=1),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", ANIMATIONS)
def test_values_of_animations_at_the_edges_come_back(name: str) -> None:
    """Animations keep extreme values. A begin time of 1e-100 s means "now" in documents, and an animation
    with a duration below 1e-100 s used to be lost.
    """
    cases = []
    for key_path, of in type(ANIMATIONS[name]())._KINDS.items():
        for value in EDGES if of is Kind.ANY else edges(of):
            animation, layer = ANIMATIONS[name](), st.Layer(frame=(1, 1, 4, 4), background_color="red")
            attribute = snake_case(key_path)
            try:
                setattr(animation, attribute, value)
                layer.add_animation(animation, "k")
            except refused:
                continue
            read = functools.partial(read_animation, operator.attrgetter(attribute))
            cases.append(Case(layer, read, (key_path, value)))
    assert len(cases) > 50
    assert_come_back(cases)


@pytest.mark.slow
def test_values_of_cells_at_the_edges_come_back() -> None:
    cases = []
    for key_path, of in st.EmitterCell._KINDS.items():
        for value in edges(of):
            cell, attribute = st.EmitterCell(name="a"), snake_case(key_path)
            try:
                setattr(cell, attribute, value)
            except refused:
                continue
            layer = st.EmitterLayer(emitter_cells=[cell])
            read = functools.partial(read_cell, operator.attrgetter(attribute))
            cases.append(Case(layer, read, (key_path, value)))
    assert len(cases) > 300
    assert_come_back(cases)


STYLES: list[tuple[str, Any]] = [
    ("tracking", 0), ("tracking", -0.0), ("fontSize", 0), ("fontSize", 1e-99), ("baselineShift", 0),
    ("baselineShift", 5e-324), ("language", ""), ("fontFeatures", ""), ("foregroundColor", (0, 0, 0, 0)),
]  # fmt: skip


@pytest.mark.parametrize(("key_path", "value"), STYLES)
def test_styles_of_single_characters_at_the_edges_come_back(key_path: str, value: Any) -> None:
    """Single characters keep a style that equals the style of the text, or that sets no value where the text
    sets a value.
    """
    text = st.TextLayer("Hello", font_size=6, tracking=2, language="tr", font_features="liga=0")
    text.characters(0, 5).set_value("baselineShift", 3)
    plain = st.Scene(8, 8, sublayers=[text]).to_bytes()
    text.characters(1, 4).set_value(key_path, value)
    scene = st.Scene(8, 8, sublayers=[text])
    assert scene.to_bytes() != plain
    twin = st.Scene.from_bytes(scene.to_bytes())
    assert twin == scene
    assert np.array_equal(twin.render(0), scene.render(0))


@pytest.mark.parametrize("index", [0, 1, 2**30 - 1, 2**30, 2**30 + 1, 2**31 - 1])
def test_indices_of_copies_come_back(index: int) -> None:
    layer = st.Layer(frame=(0, 0, 8, 8), background_color="red")
    layer.add_animation(st.BasicAnimation("opacity", to_value=0, duration=1), "k", instance=(index, None))
    layer.set_value("opacity", 0.5, (index,))
    assert_come_back(
        [
            Case(
                layer,
                lambda found: (
                    found.value("opacity", (index,)),
                    repr(found.animation("k", (index, None))),
                ),
                index,
            )
        ]
    )


def half_turn(sign: float) -> st.Transform3D:
    return st.Transform3D((-1, sign * 0.0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1))


@pytest.mark.parametrize("sign", [1, -1])
def test_a_half_turn_comes_back_with_its_direction(sign: float) -> None:
    """A document keeps the direction of a half turn, which is the sign of a zero in its matrix."""
    layer = st.Layer(frame=(1, 2, 6, 3), background_color="red")
    layer.add_animation(st.BasicAnimation("transform", to_value=half_turn(sign), duration=1))
    assert same_frames(layer)
    turned = st.Layer(frame=(1, 2, 6, 3), transform=half_turn(sign))
    assert_come_back([Case(turned, lambda found: found.transform, sign)])


def test_times_at_the_edges_draw_the_same_frames() -> None:
    """Frames are unchanged after a round trip for an animation that ends when it begins, and for an animation
    that begins just after 0 s.
    """
    for attribute, value in (("duration", 1e-101), ("duration", 5e-324), ("begin_time", 1e-100)):
        layer = st.Layer(frame=(0, 0, 8, 8), background_color="red")
        animation = st.BasicAnimation("opacity", from_value=0.2, to_value=0.4, duration=1)
        animation.fill_mode, animation.removed_on_completion = "forwards", False
        setattr(animation, attribute, value)
        layer.add_animation(animation)
        assert same_frames(layer), attribute
