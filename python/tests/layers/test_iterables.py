"""Tests that parameters for several values accept any iterable, and iterate it once."""

from __future__ import annotations

import collections
import copy
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
import pytest

import stretto as st
from stretto.path import Path
from untyped import untyped

Made = Callable[[Sequence[Any]], Iterable[Any]]
#: Iterables of different types that give equal values.
FORMS: dict[str, Made] = {
    "tuple": tuple,
    "generator": lambda values: (value for value in values),
    "map": lambda values: map(copy.copy, values),
    "iterator": iter,
    "deque": collections.deque,
}
NUMBERS: dict[str, Made] = {
    **FORMS,
    "array": np.array,
    "float32": lambda values: np.array(values, np.float32),
}


def scene(layer: st.Layer) -> bytes:
    return st.Scene(50, 50, sublayers=[layer]).to_bytes()


def attribute(name: str, values: Any, make: Callable[[], Any] = st.Layer) -> bytes:
    layer = make()
    setattr(layer, name, values)
    return scene(layer)


def animated(**values: Any) -> bytes:
    layer = st.Layer()
    layer.add_animation(untyped(st.KeyframeAnimation)("position", **values))
    return scene(layer)


def staggered(given: Any) -> bytes:
    one, other = st.Layer(), st.Layer()
    shown = st.Scene(9, 9, sublayers=[one, other])
    st.Timeline(shown).to([one, other], opacity=0, stagger=given)
    return shown.to_bytes()


def gradient() -> st.GradientLayer:
    return st.GradientLayer(colors=["red", "green", "blue"])


def set_value(key_path: str, given: Any) -> bytes:
    layer = st.Layer()
    layer.set_value(key_path, given)
    return scene(layer)


def gradient_value(given: Any) -> bytes:
    layer = st.GradientLayer()
    layer.set_value("colors", given)
    return scene(layer)


def grouped(given: Any) -> bytes:
    layer = st.Layer()
    layer.add_animation(st.AnimationGroup(animations=given))
    return scene(layer)


def _to(given: Any) -> object:
    return st.BasicAnimation("position", to_value=given).to_value


#: Parameters that take numbers: the numbers, and a function that returns the stored value.
OF_NUMBERS: dict[str, tuple[list[Any], Callable[[Any], object]]] = {
    "position": ([1.0, 2.0], lambda given: attribute("position", given)),
    "bounds": ([1.0, 2.0, 3.0, 4.0], lambda given: attribute("bounds", given)),
    "frame": ([1.0, 2.0, 3.0, 4.0], lambda given: attribute("frame", given)),
    "background_color": ([1.0, 0.5, 0.25], lambda given: attribute("background_color", given)),
    "transform": (
        [float(k == m) for k in range(4) for m in range(4)],
        lambda given: attribute("transform", given),
    ),
    "locations": ([0.0, 0.5, 1.0], lambda given: attribute("locations", given, gradient)),
    "line_dash_pattern": ([1.0, 2.0], lambda given: attribute("line_dash_pattern", given, st.ShapeLayer)),
    "instance_delays": ([0.0, 0.5], lambda given: attribute("instance_delays", given, st.ReplicatorLayer)),
    "instance_opacities": (
        [0.0, 0.5],
        lambda given: attribute("instance_opacities", given, st.ReplicatorLayer),
    ),
    "set_value": ([1.0, 2.0], lambda given: set_value("position", given)),
    "from_value": ([1.0, 2.0], lambda given: st.BasicAnimation("position", given).from_value),
    "to_value": ([1.0, 2.0], _to),
    "key_times": ([0.0, 0.25, 1.0], lambda given: animated(values=[(0, 0), (1, 1), (2, 2)], key_times=given)),
    "timing_function": (
        [0.1, 0.2, 0.3, 1.0],
        lambda given: st.BasicAnimation("opacity", timing_function=given),
    ),
    "contains": ([1.0, 2.0], lambda given: st.Layer(bounds=(0, 0, 5, 5)).contains(given)),
    "convert_point": ([1.0, 2.0], lambda given: st.Layer(position=(3, 4)).convert_point(given)),
    "convert_rect": ([1.0, 2.0, 3.0, 4.0], lambda given: st.Layer(position=(3, 4)).convert_rect(given)),
    "hit_test": ([1.0, 2.0], lambda given: st.Scene(9, 9).hit_test(given)),
    "stagger": (
        [0.0, 0.5],
        staggered,
    ),
    "matrix": (
        [0.5] * 20,
        lambda given: st.Filter("colorMatrix", inputColorMatrix=given)["inputColorMatrix"],
    ),
}
#: Parameters that take colours, layers and other objects, and a function that returns the stored value.
OF_OBJECTS: dict[str, tuple[Callable[[], list[Any]], Callable[[Any], object]]] = {
    "colors": (lambda: ["red", "clear", "blue"], lambda given: attribute("colors", given, st.GradientLayer)),
    "set_value colors": (lambda: ["red", "blue"], gradient_value),
    "instance_colors": (
        lambda: ["red", "blue"], lambda given: attribute("instance_colors", given, st.ReplicatorLayer),
    ),
    "instance_transforms": (
        lambda: [st.Transform3D.scale(2), st.Transform3D()],
        lambda given: attribute("instance_transforms", given, st.ReplicatorLayer),
    ),
    "instance_masks": (
        lambda: [st.Layer(name="m"), None],
        lambda given: attribute("instance_masks", given, st.ReplicatorLayer),
    ),
    "sublayers": (
        lambda: [st.Layer(name="a"), st.Layer(name="b")], lambda given: attribute("sublayers", given),
    ),
    "replicator": (
        lambda: [st.Layer(name="a"), st.Layer(name="b")], lambda given: scene(st.ReplicatorLayer(given, 3)),
    ),
    "animations": (
        lambda: [st.BasicAnimation("opacity", 0, 1), st.BasicAnimation("zPosition", 0, 1)],
        lambda given: attribute("animations", given),
    ),
    "group": (
        lambda: [st.BasicAnimation("opacity", 0, 1), st.BasicAnimation("zPosition", 0, 1)],
        grouped,
    ),
    "filters": (lambda: [st.Filter("colorInvert")], lambda given: attribute("filters", given)),
    "emitter_cells": (
        lambda: [st.EmitterCell(name="a"), st.EmitterCell(name="b")],
        lambda given: attribute("emitter_cells", given, st.EmitterLayer),
    ),
    "values": (lambda: [(0.0, 0.0), (1.0, 2.0)], lambda given: animated(values=given)),
    "values of colors": (
        lambda: ["red", "blue"], lambda given: list(st.KeyframeAnimation("backgroundColor", given).values),
    ),
    "timing_functions": (
        lambda: ["easeIn", "linear"],
        lambda given: animated(values=[(0, 0), (1, 1), (2, 2)], timing_functions=given),
    ),
    "masked_corners": (lambda: ["minXMinY"], lambda given: attribute("masked_corners", given)),
    "polygon": (lambda: [(0.0, 0.0), (3.0, 0.0), (3.0, 4.0)], lambda given: Path.polygon(given).elements()),
    "timeline": (lambda: [st.Layer(), st.Layer()],
        lambda given: len(st.Timeline().to(given, opacity=0)._items)),
}  # fmt: skip


@pytest.mark.parametrize("form", NUMBERS)
@pytest.mark.parametrize("name", OF_NUMBERS)
def test_numbers_are_taken_in_every_form(name: str, form: str) -> None:
    values, take = OF_NUMBERS[name]
    if form == "float32":
        values = np.array(values, np.float32).tolist()
    assert _plain(take(untyped(NUMBERS[form](values)))) == _plain(take(list(values)))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", OF_OBJECTS)
def test_objects_are_accepted_in_every_iterable(name: str, form: str) -> None:
    make, take = OF_OBJECTS[name]
    assert take(untyped(FORMS[form](make()))) == take(make())


def _plain(result: object) -> object:
    return result.timing_function if isinstance(result, st.BasicAnimation) else result
