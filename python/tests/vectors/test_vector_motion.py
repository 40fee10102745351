"""Tests that no visible point of a vector file is farther from its exact position than the tolerance."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import stretto as st
from stretto.easing import easing

Matrix = npt.NDArray[np.float64]
SECONDS = 2
#: The default tolerance in points, and the factor by which copies that share a track may exceed it.
TOLERANCE, SHARED = 0.1, 1.5


def wave(key_path: str, values: list[float]) -> st.Animation:
    """An animation whose values need samples in a vector file."""
    return st.KeyframeAnimation(
        key_path, values, duration=SECONDS, calculation_mode="cubic", repeat_count=math.inf
    )


def dot(x: float, y: float) -> st.Layer:
    return st.Layer(frame=(x, y, 12, 8), background_color="red", name="dot")


def turns_about_a_far_anchor() -> st.Layer:
    layer = st.Layer(bounds=(0, 0, 12, 8), position=(200, 200), background_color="red", name="dot")
    layer.anchor_point = (-12, 0.5)
    layer.add_animation(wave("transform.rotation.z", [0, 2, -1, 0]))
    return layer


def holding(layer: st.Layer, key_path: str, values: list[float], scale: float = 1) -> st.Layer:
    holder = st.Layer(bounds=(0, 0, 0, 0), position=(200, 200), sublayers=[layer])
    holder.transform = st.Transform3D.scale(scale, scale)
    holder.add_animation(wave(key_path, values))
    return holder


def turns_copies() -> st.Layer:
    ring = st.ReplicatorLayer(dot(10, 90), frame=(100, 100, 200, 200), instance_count=5)
    ring.instance_transform = st.Transform3D.rotation(0.3)
    ring.add_animation(wave("instanceTransform.rotation.z", [0.3, 0.9, 0.1, 0.3]))
    return ring


LAYERS: dict[str, Callable[[], st.Layer]] = {
    "turns about a far anchor": turns_about_a_far_anchor,
    "turns a far sublayer": lambda: holding(dot(150, 90), "transform.rotation.z", [0, 2, -1, 0]),
    "scales a far sublayer": lambda: holding(dot(150, 90), "transform.scale", [1, 2, 0.5, 1]),
    "turns a magnified sublayer": lambda: holding(dot(5, 3), "transform.rotation.z", [0, 2, -1, 0], 20),
    "turns copies": turns_copies,
}  # fmt: skip


@pytest.mark.parametrize("name", LAYERS)
def test_corners_stay_within_the_tolerance(name: str) -> None:
    scene = st.Scene(400, 400, sublayers=[LAYERS[name]()])
    lottie = json.loads(scene.to_lottie())
    layer = scene.find("dot")
    assert layer is not None
    assert len(json.dumps(lottie)) < 30_000
    corners = np.array([(0, 0, 1), (12, 0, 1), (12, 8, 1), (0, 8, 1)], float)
    for fraction in (np.arange(199) + 0.5) / 199:
        drawn = [
            polygon
            for each in reversed(lottie["layers"])
            for polygon in rectangles(each["shapes"], np.eye(3), fraction * lottie["op"])
        ]
        exact = [
            corners @ np.array(list(found.transform)).reshape(4, 4)[np.ix_((0, 1, 3), (0, 1))]
            for found in scene.instances(layer, fraction * SECONDS)
        ]
        assert len(drawn) == len(exact) == (5 if name == "turns copies" else 1)
        for here, there in zip(sorted_polygons(drawn), sorted_polygons(exact), strict=True):
            assert np.linalg.norm(here - there, axis=1).max() <= SHARED * TOLERANCE


def sorted_polygons(polygons: list[Matrix]) -> list[Matrix]:
    return sorted(polygons, key=lambda polygon: math.atan2(*(polygon.mean(axis=0) - 200)))


def rectangles(shapes: list[dict[str, Any]], around: Matrix, frame: float) -> Iterator[Matrix]:
    """The corners of all rectangles of a Lottie group, in the coordinates of the scene."""
    for shape in shapes:
        if shape["ty"] == "gr":
            yield from rectangles(shape["it"], transform(shape["it"][-1], frame) @ around, frame)
        elif shape["ty"] == "rc":
            (x, y), (w, h) = value(shape["p"], frame), value(shape["s"], frame)
            signs = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
            corners = np.column_stack([np.array([x, y]) + signs * np.array([w, h]) / 2, np.ones(4)])
            yield (corners @ around)[:, :2]


def transform(item: dict[str, Any], frame: float) -> Matrix:
    """The transform of a Lottie group, as a matrix for row vectors."""
    (angle,) = value(item["r"], frame)
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    scale, move = value(item["s"], frame) / 100, value(item["p"], frame)
    turn = np.array([(c, s, 0), (-s, c, 0), (*move[:2], 1)])
    result: Matrix = np.diag([*scale[:2], 1]) @ turn
    return result


def value(item: dict[str, Any], frame: float) -> Matrix:
    """A Lottie property at a frame."""
    if not item["a"]:
        return np.atleast_1d(np.array(item["k"], float))
    keys = item["k"]
    index = max(i for i, key in enumerate(keys) if key["t"] <= frame or i == 0)
    key, start = keys[index], np.array(keys[index]["s"], float)
    if key.get("h") or index + 1 == len(keys):
        return start
    after = keys[index + 1]
    fraction = (frame - key["t"]) / (after["t"] - key["t"])
    curve = easing((key["o"]["x"], key["o"]["y"], key["i"]["x"], key["i"]["y"]))
    result: Matrix = start + (np.array(after["s"], float) - start) * curve(fraction)
    return result
