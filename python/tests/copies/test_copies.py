"""Tests of single copies: values, animations, masks, hit tests and local times of a copy."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import pytest

import stretto as st
from chance import seeds
from untyped import untyped


def nested() -> tuple[st.Scene, st.Layer]:
    """Three rows of four dots. Each dot is 10 points wide, dots are 20 points apart, and a copy has the index
    (row, column).
    """
    dot = st.Layer(frame=(0, 0, 10, 10), background_color="white")
    row = st.ReplicatorLayer(instance_count=4, instance_transform=st.Transform3D.translation(20, 0))
    rows = st.ReplicatorLayer(instance_count=3, instance_transform=st.Transform3D.translation(0, 20))
    row.add_sublayer(dot)
    rows.add_sublayer(row)
    scene = st.Scene(80, 60)
    scene.add_sublayer(rows)
    return scene, dot


def alphas(scene: st.Scene, time: float = 0) -> list[list[int]]:
    frame = scene.render(time)
    return [[int(frame[20 * y + 5, 20 * x + 5, 3]) for x in range(4)] for y in range(3)]


@pytest.mark.parametrize(
    ("pattern", "named"),
    [
        ((1, 2), lambda y, x: (y, x) == (1, 2)),
        ((None, 2), lambda y, x: x == 2),
        ((1, None), lambda y, x: y == 1),
        ((2,), lambda y, x: (y, x) == (2, 0)),
        ((), lambda y, x: (y, x) == (0, 0)),
        ((None,), lambda y, x: x == 0),
        ((None, None), lambda y, x: True),
        ((9, 9), lambda y, x: False),
    ],
)
def test_a_pattern_names_just_its_copies(pattern: tuple[int | None, ...], named: Any) -> None:
    scene, dot = nested()
    dot.set_value("opacity", 0, instance=pattern)
    assert alphas(scene) == [[0 if named(y, x) else 255 for x in range(4)] for y in range(3)]
    for y in range(3):
        for x in range(4):
            assert dot.presentation_value("opacity", 0, instance=(y, x)) == (0 if named(y, x) else 1)
    assert dot.opacity == dot.value("opacity") == 1
    assert dot.value("opacity", instance=pattern) == 0


def test_the_latest_of_several_patterns_counts() -> None:
    scene, dot = nested()
    dot.set_value("hidden", True, instance=(None, None))
    dot.set_value("hidden", False, instance=(1, None))
    dot.set_value("hidden", True, instance=(1, 3))
    assert alphas(scene) == [[0] * 4, [255, 255, 255, 0], [0] * 4]
    assert dot.presentation_value("hidden", 0, instance=(1, 3)) is True
    assert dot.presentation_value("hidden", 0, instance=(1, 2)) is False


def test_an_animation_of_one_copy_leaves_the_others_alone() -> None:
    scene, dot = nested()
    fade = st.BasicAnimation("opacity", from_value=1, to_value=0, duration=4, removed_on_completion=False)
    key = dot.add_animation(fade, instance=(1, None))
    assert dot.animation_keys == (key,)
    assert alphas(scene, 3) == [[255] * 4, [64] * 4, [255] * 4]
    dot.add_animation(fade, key, instance=(2, 0))  # another animation with an equal key
    assert alphas(scene, 3) == [[255] * 4, [64] * 4, [64, 255, 255, 255]]
    dot.remove_animation(key, instance=(1, None))
    assert alphas(scene, 3) == [[255] * 4, [255] * 4, [64, 255, 255, 255]]
    dot.remove_animation(key)
    assert alphas(scene, 3) == [[255] * 4] * 3


def test_one_copy_can_be_moved_before_its_siblings() -> None:
    row = st.ReplicatorLayer(instance_count=3, instance_transform=st.Transform3D.translation(10, 0))
    below, above = (st.Layer(frame=(0, 0, 5, 5), background_color=color) for color in ("red", "blue"))
    row.add_sublayer(below)
    row.add_sublayer(above)
    scene = st.Scene(30, 5)
    scene.add_sublayer(row)
    below.set_value("zPosition", 1, instance=(1,))
    raised = st.BasicAnimation("zPosition", from_value=1, to_value=1, duration=9)
    below.add_animation(raised, "raise", instance=(2,))
    assert [tuple(scene.render(1)[2, x]) for x in (2, 12, 22)] == [
        (0, 0, 255, 255), (255, 0, 0, 255), (255, 0, 0, 255),
    ]  # fmt: skip
    below.remove_animation("raise")
    assert tuple(scene.render(1)[2, 22]) == (0, 0, 255, 255)


def test_values_of_copies_take_all_kinds() -> None:
    _, dot = nested()
    values = {
        "backgroundColor": (1.0, 0.0, 0.0, 1.0),
        "position": (3.0, 4.0),
        "position.x": 7.0,
        "transform": st.Transform3D.scale(2, 3),
        "bounds": (0.0, 0.0, 5.0, 6.0),
        "maskedCorners": ("minXMinY",),
        "contentsGravity": "center",
    }
    for key_path, value in values.items():
        dot.set_value(key_path, value, instance=(1, 1))
        assert dot.value(key_path, instance=(1, 1)) == value
    assert dot.value("backgroundColor") == (1, 1, 1, 1)


def test_what_cannot_be_a_copy_s_own_is_refused() -> None:
    layer = st.Layer()
    for key_path, value in (("frame", (0, 0, 1, 1)), ("speed", 2), ("mask", st.Layer()), ("nothing", 1)):
        with pytest.raises(st.KeyPathError):
            layer.set_value(key_path, value, instance=(0,))
    for wrong in ((-1,), (0,) * 33, (2**31,)):
        with pytest.raises(st.InvalidArgument, match="instance"):
            layer.set_value("opacity", 1, instance=wrong)
    for wrong in untyped(("1", 3, (1.5,))):
        with pytest.raises(TypeError):
            layer.set_value("opacity", 1, instance=wrong)


# Lists of values for single copies


def row_of(count: int, **properties: Any) -> tuple[st.Scene, st.ReplicatorLayer, st.Layer]:
    row = st.ReplicatorLayer(
        bounds=(0, 0, 80, 20), anchor_point=(0, 0), instance_count=count,
        instance_transform=st.Transform3D.translation(20, 0), **properties,
    )  # fmt: skip
    dot = st.Layer(frame=(0, 0, 10, 10), background_color="white")
    row.add_sublayer(dot)
    scene = st.Scene(80, 20)
    scene.add_sublayer(row)
    return scene, row, dot


def test_lists_replace_the_rule_as_far_as_they_go() -> None:
    scene, row, dot = row_of(4, instance_delay=10)
    row.instance_delays = [0.5, 0.25]
    row.instance_colors = ["red", "lime"]
    row.instance_opacities = [1, 1, 0.5]
    assert [dot.local_time(0, instance=(k,)) for k in range(4)] == [-0.5, -0.25, -20, -30]
    frame = scene.render(0)
    assert [tuple(frame[5, 5 + 20 * k]) for k in range(4)] == [
        (255, 0, 0, 255), (0, 255, 0, 255), (255, 255, 255, 128), (255, 255, 255, 255),
    ]  # fmt: skip
    row.instance_transforms = [st.Transform3D.translation(60 - 20 * k, 0) for k in range(4)]
    assert tuple(scene.render(0)[5, 65]) == (255, 0, 0, 255)
    assert row.instance_transforms[1] == st.Transform3D.translation(40, 0)  # type: ignore[index]
    row.instance_delays = row.instance_colors = row.instance_opacities = row.instance_transforms = None
    assert row.instance_delays is None
    assert [dot.local_time(0, instance=(k,)) for k in range(4)] == [0, -10, -20, -30]


def test_a_copy_can_have_a_mask_of_its_own() -> None:
    scene, row, _ = row_of(3)
    half = st.Layer(frame=(0, 0, 5, 10), background_color="black")
    parent = st.Layer()
    parent.add_sublayer(half)
    row.instance_masks = [None, half]
    assert (parent.sublayers, half.superlayer) == ((), row)
    assert row.instance_masks == (None, half)
    frame = scene.render(0)[5, :, 3]
    assert [int(frame[x]) for x in (2, 7, 22, 27, 42, 47)] == [255, 255, 255, 0, 255, 255]
    half.remove_from_superlayer()
    assert row.instance_masks == (None, None)  # type: ignore[comparison-overlap]
    assert scene.render(0)[5, 27, 3] == 255
    with pytest.raises(TypeError):
        row.instance_masks = ["red"]  # type: ignore[list-item]
    with pytest.raises(st.InvalidArgument):
        row.instance_masks = [row]
    assert st.ReplicatorLayer(instance_masks=[half]).instance_masks == (half,)


# Hit tests of copies


def painted_scene(r: random.Random) -> tuple[st.Scene, dict[tuple[int, int, int], st.Layer]]:
    """A scene of opaque layers with different colours, shown by replicators, portals and masks, and the layer
    of each colour.
    """
    colors: dict[tuple[int, int, int], st.Layer] = {}

    def paint(layer: st.Layer, name: str = "background_color") -> st.Layer:
        rgb = (r.randrange(256), r.randrange(256), 10 + len(colors))
        setattr(layer, name, tuple(value / 255 for value in rgb))
        colors[rgb] = layer
        return layer

    def positioned(layer: st.Layer) -> st.Layer:
        layer.bounds = (r.uniform(-5, 5), 0, r.uniform(10, 60), r.uniform(10, 60))
        layer.position = (r.uniform(0, 100), r.uniform(0, 100))
        layer.transform = st.Transform3D.rotation(r.uniform(-3, 3), 0, 0, 1).scaled(r.uniform(0.5, 1.5))
        return layer

    def part(depth: int) -> st.Layer:
        layer = positioned(paint(st.Layer(corner_radius=r.choice([0, 8]), z_position=r.choice([0, 0, 1]))))
        if r.random() < 0.4:
            layer = positioned(paint(st.ShapeLayer(path=st.Path.ellipse(0, 0, 40, 25)), "fill_color"))
        layer.masks_to_bounds = r.random() < 0.3
        layer.hidden = r.random() < 0.1
        if r.random() < 0.3:
            layer.mask = st.ShapeLayer(path=st.Path.ellipse(0, 0, 30, 30))
        for _ in range(r.randrange(3) if depth < 2 else 0):
            layer.add_sublayer(part(depth + 1))
        return layer

    scene = st.Scene(100, 100)
    ring = st.ReplicatorLayer(frame=(0, 0, 100, 100), instance_count=3)
    ring.instance_transform = st.Transform3D.rotation(2, 0, 0, 1)
    ring.add_sublayer(part(0))
    views = st.ViewReplicator(part(0))
    views.add_proxy(frame=(0, 0, 30, 30))
    views.add_proxy(frame=(60, 60, 40, 40), source_rect=(0, 0, 20, 20))
    portal = positioned(st.PortalLayer(source_layer=ring.sublayers[0]))
    for layer in (part(0), ring, views, portal, part(0)):
        scene.add_sublayer(layer)
    return scene, colors


@pytest.mark.parametrize("seed", seeds(5, 15, 25))
def test_what_is_hit_is_what_is_painted(seed: int) -> None:
    r = random.Random(seed)
    scene, colors = painted_scene(r)
    frame = scene.render(0)
    for _ in range(150):
        x, y = r.randrange(1, 99), r.randrange(1, 99)
        around = frame[y - 1 : y + 2, x - 1 : x + 2].reshape(-1, 4)
        if (around != around[0]).any():
            continue  # a pixel at an edge
        hit = scene.hit_test(x + 0.5, y + 0.5, 0)
        if around[0][3] == 0:
            assert hit is None, (x, y)
        else:
            assert hit is not None, (x, y)
            assert hit.layer is colors[tuple(int(value) for value in around[0][:3])], (x, y)  # type: ignore[index]


def test_a_hit_names_the_copy_and_the_point_in_it() -> None:
    scene, dot = nested()
    hit = scene.hit_test(47, 23, 0)
    assert hit is not None
    assert (hit.layer, hit.instance, hit.point) == (dot, (1, 2), (7, 3))
    assert scene.hit_test(17, 23, 0) is None
    assert scene.hit_test(-1, 500, 0) is None
    dot.set_value("hidden", True, instance=(1, 2))
    assert scene.hit_test(47, 23, 0) is None
    with pytest.raises(TypeError):
        scene.hit_test("1", 2, 3)  # type: ignore[call-overload]
    with pytest.raises(st.InvalidArgument):
        scene.hit_test(math.nan, 2, 3)


def test_hits_do_not_keep_layers_alive() -> None:
    scene, dot = nested()
    for _ in range(100):
        scene.hit_test(5, 5, 0)
    assert scene.hit_test(5, 5, 0).layer is dot  # type: ignore[union-attr]


# Local times of copies


@pytest.mark.parametrize("seed", seeds(3, 10, 20))
def test_scene_times_is_the_inverse_of_local_time(seed: int) -> None:
    r = random.Random(seed)
    dot = st.Layer(speed=r.choice([1, -2, 0.5]), time_offset=r.uniform(-2, 2), begin_time=r.uniform(-2, 2))
    inner = st.ReplicatorLayer(instance_count=4, instance_delay=r.uniform(-1, 1), speed=r.uniform(0.5, 2))
    outer = st.ReplicatorLayer(instance_count=4, instance_delays=[r.uniform(-1, 1) for _ in range(4)])
    views = st.ViewReplicator(outer)
    for _ in range(3):
        views.add_proxy(speed=r.choice([1, 3]), time_offset=r.uniform(-2, 2))
    inner.add_sublayer(dot)
    outer.add_sublayer(inner)
    for _ in range(10):
        copy, time = (r.randrange(3), r.randrange(4), r.randrange(4)), r.uniform(0, 10)
        local = dot.local_time(time, instance=copy)
        assert dot.instance(*copy).scene_times(local, 0, 10) == pytest.approx([time], abs=1e-9)
    assert dot.scene_times(1e9, 0, 10) == []


def test_a_time_that_is_shown_again_and_again_is_found_each_time() -> None:
    looped = st.Layer(duration=2, repeat_count=math.inf)
    inside = st.Layer()
    looped.add_sublayer(inside)
    assert inside.scene_times(0.5, 0, 8) == pytest.approx([0.5, 2.5, 4.5, 6.5])
    paused = st.Layer(speed=0, time_offset=3)
    assert paused.scene_times(2, 0, 8) == []


def test_numbers_in_arrays_are_indices_too() -> None:
    _, dot = nested()
    dot.set_value("opacity", 0.5, instance=np.array([1, 2]))
    assert dot.presentation_value("opacity", 0, instance=np.array([1, 2])) == 0.5
