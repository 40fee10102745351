"""Tests that a hit is a layer that the picture shows at the point, for one point and for many points."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import pytest

import stretto as st

WIDTH, HEIGHT = 60, 40
#: Pixels per point at which `hit_test` draws the neighbourhood of a point.
FINE = 64


def painted(source: random.Random, depth: int) -> st.Layer:
    """A random layer that paints something and has random sublayers."""
    color = (source.random(), source.random(), source.random(), source.choice([1, 1, 0.6]))
    side = (source.uniform(3, 30), source.uniform(3, 30))
    layer: st.Layer
    kind = source.randrange(5)
    if kind == 0:
        layer = st.ShapeLayer(path=st.Path.ellipse(0, 0, *side), fill_color=color)
        layer.stroke_color, layer.line_width = "black", source.uniform(0, 3)
    elif kind == 1:
        layer = st.TextLayer(string="Hit", font_size=14, foreground_color=color)
    elif kind == 2 and depth:
        layer = st.ReplicatorLayer(instance_count=4, instance_delay=0.1)
        layer.instance_transform = st.Transform3D.translation(7, 3).rotated(0.4)
        layer.add_sublayer(painted(source, depth - 1))
    else:
        layer = st.Layer(background_color=color, corner_radius=source.choice([0, 0, 4]))
        layer.border_width = source.choice([0, 0, 2])
    if not isinstance(layer, st.TextLayer):
        layer.bounds = (0, 0, *side)
    layer.position = (source.uniform(0, WIDTH), source.uniform(0, HEIGHT))
    layer.transform = st.Transform3D.rotation(source.choice([0, 0, source.uniform(-3, 3)]))
    layer.masks_to_bounds = source.random() < 0.2
    if source.random() < 0.2:
        layer.mask = st.Layer(frame=(2, 2, 12, 12), background_color="black")
    if source.random() < 0.3:
        turn = st.BasicAnimation("transform.rotation.z", to_value=math.tau, duration=1)
        turn.repeat_count = math.inf
        layer.add_animation(turn)
    if depth and not isinstance(layer, st.TextLayer):
        for _ in range(source.randrange(3)):
            layer.add_sublayer(painted(source, depth - 1))
    return layer


def random_scene(seed: int) -> tuple[st.Scene, st.Layer, list[tuple[float, float]]]:
    """A random scene, the layer that holds all other layers, and random points."""
    source = random.Random(seed)
    scene, everything = st.Scene(WIDTH, HEIGHT), st.Layer(bounds=(0, 0, WIDTH, HEIGHT), anchor_point=(0, 0))
    for _ in range(source.randint(2, 6)):
        everything.add_sublayer(painted(source, 2))
    scene.add_sublayer(everything)
    points = [(source.uniform(0, WIDTH), source.uniform(0, HEIGHT)) for _ in range(25)]
    return scene, everything, points


def pixel(near: st.Scene, everything: st.Layer, point: tuple[float, float], time: float) -> list[int]:
    """The small pixel at a point, drawn by a scene of 1 x 1 point to which the layers are moved."""
    everything.position = ((FINE / 2 + 0.5) / FINE - point[0], (FINE / 2 + 0.5) / FINE - point[1])
    middle = near.render(time, scale=FINE, threads=1, premultiplied=True)[FINE // 2, FINE // 2]
    return [int(value) for value in middle]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(30))
def test_a_hit_is_a_layer_whose_removal_changes_the_pixel(seed: int) -> None:
    scene, everything, points = random_scene(seed)
    time = 0.3 + seed / 100
    hits = scene.hit_test_many(points, time)
    near = st.Scene(1, 1)
    everything.remove_from_superlayer()
    near.add_sublayer(everything)
    for point, hit in zip(points, hits, strict=True):
        before = pixel(near, everything, point, time)
        if hit is None:
            assert before == [0, 0, 0, 0], f"{point}: something is painted where nothing is hit"
            continue
        hit.layer.hidden = True
        assert pixel(near, everything, point, time) != before, f"{point}: {hit.layer!r} is not seen there"
        hit.layer.hidden = False


@pytest.mark.parametrize("seed", range(30, 45))
def test_many_points_are_hit_as_each_alone(seed: int) -> None:
    scene, _, points = random_scene(seed)
    assert scene.hit_test_many(points, 0.7) == [scene.hit_test(point, 0.7) for point in points]


def test_letters_have_their_characters() -> None:
    scene = st.Scene(100, 30)
    scene.add_sublayer(st.TextLayer(string="|||", font_size=20, frame=(0, 0, 100, 30)))
    points = [(x / 2, y) for x in range(80) for y in (8, 12, 16)]
    hits = scene.hit_test_many(points)
    assert {hit.character for hit in hits if hit is not None} == {0, 1, 2}
    assert hits == [scene.hit_test(point) for point in points]


def test_points_in_any_sequence() -> None:
    scene = st.Scene(10, 10)
    layer = st.Layer(frame=(0, 0, 5, 10), background_color="red")
    scene.add_sublayer(layer)
    assert scene.hit_test_many([]) == []
    hits = scene.hit_test_many(np.array([[2.0, 2.0], [7.0, 2.0]]))
    assert [hit and hit.layer for hit in hits] == [layer, None]


@pytest.mark.parametrize("points", [[(1,)], [(1, 2, 3)], [(1, math.nan)], [(math.inf, 0)]])
def test_points_that_are_none_are_refused(points: list[tuple[float, ...]]) -> None:
    with pytest.raises(st.InvalidArgument):
        st.Scene(10, 10).hit_test_many(points)


@pytest.mark.parametrize("points", [None, 3])
def test_hit_test_many_refuses_what_is_no_list_of_points(points: Any) -> None:
    with pytest.raises(TypeError, match="hit_test_many"):
        st.Scene(10, 10).hit_test_many(points)
