"""Tests of key paths to sublayers, cells, filters, masks and pictures, and of a layer's animated speed."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import stretto as st

INF = math.inf


# Key paths that name sublayers


def stage() -> tuple[st.Scene, st.Layer, st.Layer]:
    scene = st.Scene(40, 20)
    panel = st.Layer(frame=(0, 0, 40, 20))
    hand = st.Layer(name="hand", frame=(0, 0, 10, 20), background_color="red")
    panel.add_sublayer(hand)
    scene.add_sublayer(panel)
    return scene, panel, hand


def test_a_sublayer_is_animated_by_its_name() -> None:
    """An animation that names a sublayer equals an animation of the sublayer itself, in the time of the layer
    that has the animation.
    """
    moves = {
        "position.x": st.BasicAnimation("position.x", from_value=5, to_value=25, duration=2),
        "backgroundColor": st.BasicAnimation("backgroundColor", to_value="blue", duration=2),
        "filters.soft.inputRadius": st.BasicAnimation("filters.soft.inputRadius", to_value=6, duration=2),
    }
    scene, panel, hand = stage()
    other, _, same = stage()
    for layer in (hand, same):
        blur = st.Filter("gaussianBlur", input_radius=1)
        blur.name = "soft"
        layer.filters = [blur]
    for key_path, animation in moves.items():
        same.add_animation(animation)
        panel.add_animation(
            st.BasicAnimation(
                f"sublayers.hand.{key_path}",
                from_value=animation.from_value,
                to_value=animation.to_value,
                duration=2,
            )
        )
    for time in (0, 0.5, 1.3, 1.9, 2.5):
        assert np.array_equal(scene.render(time), other.render(time))
        assert hand.presentation_value("position", time) == same.presentation_value("position", time)
        assert panel.presentation_value("sublayers.hand.position.x", time) == pytest.approx(
            same.presentation_value("position.x", time)
        )
    assert not np.array_equal(scene.render(0.5), scene.render(1.3))
    assert np.array_equal(st.Scene.from_bytes(scene.to_bytes()).render(1.3), scene.render(1.3)), (
        "documents keep it"
    )


def test_sublayers_with_the_name_are_animated() -> None:
    scene, panel, hand = stage()
    panel.add_animation(st.BasicAnimation("sublayers.hand.opacity", from_value=0, to_value=1), "fade")
    twin = st.Layer(frame=(20, 0, 10, 20), background_color="red")
    panel.add_sublayer(twin)

    def opacities() -> tuple[float, float]:
        drawn = [int(scene.render(0.125)[10, x, 3]) for x in (5, 25)]
        values = [layer.presentation_value("opacity", 0.125) for layer in (hand, twin)]
        assert drawn == [int(255 * value + 0.5) for value in values]
        return values[0], values[1]

    assert opacities() == (0.5, 1)
    twin.name = "hand"
    assert opacities() == (0.5, 0.5), "all of that name"
    hand.name = "other"
    assert opacities() == (1, 0.5)
    panel.mask = st.Layer(name="hand", frame=(0, 0, 40, 20), background_color="black")
    assert opacities() == (1, 0.5), "a mask is no sublayer"
    twin.remove_from_superlayer()
    assert twin.presentation_value("opacity", 0.125) == 1
    panel.add_sublayer(twin)
    assert opacities() == (1, 0.5)
    panel.remove_animation("fade")
    assert opacities() == (1, 1)


def test_sublayers_in_groups_in_copies_and_with_a_time_of_their_own() -> None:
    _, panel, hand = stage()
    move = st.BasicAnimation("sublayers.hand.position.x", from_value=0, to_value=10, duration=1)
    fade = st.BasicAnimation("opacity", from_value=0, to_value=1, duration=1)
    panel.add_animation(st.AnimationGroup(animations=[move, fade], duration=1, speed=2))
    assert hand.presentation_value("position.x", 0.25) == 5
    assert hand.presentation_value("opacity", 0.25) == 1
    assert panel.presentation_value("opacity", 0.25) == 0.5
    hand.speed, hand.begin_time = 0.5, 3
    assert hand.presentation_value("position.x", 0.25) == 5, "it goes by the panel's time"

    copies = st.ReplicatorLayer(instance_count=2, instance_delay=0.5)
    copies.add_sublayer(hand)
    copies.add_animation(st.BasicAnimation("sublayers.hand.opacity", from_value=0, to_value=1, duration=1))
    assert [hand.presentation_value("opacity", 0.75, instance=(k,)) for k in (0, 1)] == [0.75, 0.25]


@pytest.mark.parametrize(
    ("key_path", "named"),
    [
        ("sublayers.foot.opacity", "foot"),
        ("sublayers.hand.opacty", "opacity"),
        ("sublayers.hand.sublayers.hand.opacity", "sublayers"),
        ("sublayers.hand", "hand"),
        ("sublayers", "sublayers"),
        ("sublayers." * 60 + "opacity", "sublayers"),
    ],
)
def test_paths_to_no_sublayer(key_path: str, named: str) -> None:
    _, panel, _ = stage()
    with pytest.raises(st.KeyPathError, match=named):
        panel.set_value(key_path, 1)


def test_values_of_sublayers() -> None:
    _, panel, hand = stage()
    panel.set_value("sublayers.hand.backgroundColor", "lime")
    panel.set_value("sublayers.hand.position", (7, 8))
    assert (hand.value("backgroundColor"), hand.value("position")) == ((0, 1, 0, 1), (7, 8))
    assert panel.value("sublayers.hand.position.y") == 8
    with pytest.raises(st.KeyPathError, match="copies"):
        panel.set_value("sublayers.hand.opacity", 0.5, instance=(1,))
    with pytest.raises(st.KeyPathError, match="copies"):
        panel.add_animation(st.BasicAnimation("sublayers.hand.opacity", to_value=1), instance=(1,))
    with pytest.raises(st.KeyPathError, match="animated"):
        panel.add_animation(st.BasicAnimation("sublayers.hand.name", to_value=1))


# Key paths to cells, filters, masks and pictures


def test_cells_by_name() -> None:
    """The number of particles is the integral of a birth rate that is animated by the name of its cell."""
    scene = st.Scene(20, 20)
    emitter = st.EmitterLayer(frame=(0, 0, 20, 20), emitter_position=(10, 10))
    cell = st.EmitterCell(name="dust", birth_rate=0, lifetime=100, contents=st.Image.solid(2, 2, "red"))
    emitter.emitter_cells = [cell]
    scene.add_sublayer(emitter)
    assert scene.render(3).max() == 0
    emitter.add_animation(
        st.BasicAnimation("emitterCells.dust.birthRate", from_value=0, to_value=4, duration=4)
    )
    assert emitter.presentation_value("emitterCells.dust.birthRate", 1) == 1
    assert scene.render(1.3).max() == 0, "half t squared: the first at the root of 2"
    assert scene.render(1.5).max() == 255


def test_a_mask_and_its_own_properties() -> None:
    scene, panel, hand = stage()
    hand.frame = (0, 0, 40, 20)
    panel.mask = st.Layer(frame=(0, 0, 10, 20), background_color="black")
    panel.mask.add_animation(st.BasicAnimation("position.x", from_value=5, to_value=35, duration=3))
    for time in (0, 1, 2):
        alpha = scene.render(time)[10, :, 3]
        assert {x for x in range(40) if alpha[x]} == set(range(10 * time, 10 * time + 10))


def test_pictures_paths_colours_and_counts() -> None:
    """Animated contents, path, colors, locations and instanceCount have the expected values at a quarter of
    the duration.
    """
    red, blue = st.Image.solid(2, 2, "red"), st.Image.solid(2, 2, "blue")
    scene = st.Scene(10, 10)
    layer = st.Layer(frame=(0, 0, 10, 10))
    layer.add_animation(st.BasicAnimation("contents", from_value=red, to_value=blue, duration=1))
    scene.add_sublayer(layer)
    assert np.abs(scene.render(0.25)[5, 5] - [191.25, 0, 63.75, 255]).max() <= 1

    shape = st.ShapeLayer(frame=(0, 0, 10, 10), fill_color="red")
    small, large = st.Path.rect(0, 0, 2, 10), st.Path.rect(0, 0, 10, 10)
    shape.add_animation(st.BasicAnimation("path", from_value=small, to_value=large, duration=1))
    scene = st.Scene(10, 10)
    scene.add_sublayer(shape)
    assert [int(a) for a in scene.render(0.25)[5, :, 3]] == [255] * 4 + [0] * 6, "2 + 8 / 4 wide"

    ramp = st.GradientLayer(
        frame=(0, 0, 10, 10), colors=["red", "blue"], start_point=(0, 0), end_point=(1, 0)
    )
    ramp.add_animation(
        st.BasicAnimation("colors", from_value=["red", "red"], to_value=["blue", "blue"], duration=1)
    )
    scene = st.Scene(10, 10)
    scene.add_sublayer(ramp)
    assert np.abs(scene.render(0.25)[5, :] - [191.25, 0, 63.75, 255]).max() <= 1
    ramp.remove_all_animations()
    ramp.locations = [0, 1]
    ramp.add_animation(st.BasicAnimation("locations", from_value=[0, 0], to_value=[1, 1], duration=1))
    assert ramp.presentation_value("locations", 0.25) == (0.25, 0.25)
    row = scene.render(0.3)[5]
    assert tuple(row[2]) == (255, 0, 0, 255), "a hard step at 3"
    assert tuple(row[3]) == (0, 0, 255, 255)

    copies = st.ReplicatorLayer(
        frame=(0, 0, 10, 10), instance_count=5, instance_transform=st.Transform3D.translation(2, 0)
    )
    copies.add_sublayer(st.Layer(frame=(0, 0, 2, 10), background_color="red"))
    copies.add_animation(st.BasicAnimation("instanceCount", from_value=1, to_value=5, duration=1))
    scene = st.Scene(10, 10)
    scene.add_sublayer(copies)
    shown = [int((scene.render(time)[5, :, 3] > 0).sum()) // 2 for time in (0, 0.24, 0.25, 0.74, 0.75, 1)]
    assert shown == [1, 1, 2, 3, 4, 5], "blended, then rounded down"


# Animated speed of a layer


def simpson(speed: Callable[[float], float], stop: float, count: int = 500) -> float:
    """The integral of a speed from 0 to `stop` by Simpson's rule."""
    points = np.linspace(0, stop, 2 * count + 1)
    values = np.array([speed(float(point)) for point in points])
    return float(
        (values[0] + values[-1] + 4 * values[1::2].sum() + 2 * values[2:-1:2].sum()) * stop / 6 / count
    )


def test_a_layers_time_is_the_integral_of_its_speed() -> None:
    layer = st.Layer(time_offset=10)
    layer.add_animation(st.BasicAnimation("speed", from_value=0, to_value=2, duration=2))
    for time, local in ((0, 0), (0.5, 0.125), (1, 0.5), (2, 2), (3, 3), (-1, -1)):
        assert layer.local_time(time) == pytest.approx(10 + local, abs=1e-12)
    assert layer.presentation_value("speed", 0.5) == 0.5
    assert layer.presentation_value("speed", 3) == 1, "removed"
    layer.begin_time = 1
    assert layer.local_time(2) == pytest.approx(10 + 2 - 0.5), "counted from the layer's begin"


@pytest.mark.slow
@pytest.mark.parametrize(
    "animation",
    [
        st.BasicAnimation("speed", from_value=0.5, to_value=3, duration=2, timing_function="easeInEaseOut"),
        st.BasicAnimation("speed", from_value=2, duration=2, timing_function="easeIn", autoreverses=True),
        st.KeyframeAnimation("speed", values=[0, 4, 1, -1], key_times=[0, 0.2, 0.7, 1], duration=3),
        st.KeyframeAnimation("speed", values=[0, 1, 5], calculation_mode="discrete", duration=1.5),
        st.KeyframeAnimation("speed", values=[0, 1, 5, 2], calculation_mode="cubic", duration=3),
        st.SpringAnimation("speed", from_value=0, to_value=1, damping=4, duration=3),
        st.BasicAnimation("speed", to_value=0, duration=2, begin_time=0.5, speed=2, time_offset=0.25),
        st.BasicAnimation("speed", to_value=5, duration=1, fill_mode="forwards", removed_on_completion=False),
    ],
)
def test_speeds_of_every_sort(animation: st.Animation) -> None:
    layer = st.Layer()
    layer.add_animation(animation)
    for time in (0.3, 1.1, 2.6, 4.7):
        expected = simpson(lambda t: layer.presentation_value("speed", t), time)
        assert layer.local_time(time) == pytest.approx(expected, abs=2e-2), "jumps cost the rule half a step"
        tight = layer.local_time(time + 1e-4) - layer.local_time(time - 1e-4)
        assert tight / 2e-4 == pytest.approx(layer.presentation_value("speed", time), abs=1e-2)


@pytest.mark.slow
def test_a_hundred_thousand_keyframes_of_speed() -> None:
    """100,000 keyframes of a speed are summed once. A sum of all keyframes for each frame would exceed the
    timeout.
    """
    random = np.random.default_rng(4)
    speeds = random.uniform(-1, 3, 100_000)
    times = np.concatenate([[0], np.sort(random.random(99_998)), [1]])
    scene, layer = st.Scene(8, 8), st.Layer(bounds=(0, 0, 8, 8), position=(4, 4))
    layer.add_animation(st.KeyframeAnimation("speed", values=speeds, key_times=times, duration=10))
    layer.add_animation(st.BasicAnimation("opacity", from_value=0, to_value=1, duration=20))
    layer.background_color = "white"
    scene.add_sublayer(layer)
    passed = np.concatenate([[0], np.cumsum((speeds[1:] + speeds[:-1]) / 2 * np.diff(times))]) * 10
    for k in range(4999, 100_000, 4999):
        time = 10 * times[k]
        # Key times that differ by less than 1e-9 count as equal.
        assert layer.local_time(time) == pytest.approx(passed[k], abs=1e-7)
        alpha = scene.render(time, timeout=5)[4, 4, 3]
        assert alpha == pytest.approx(255 * passed[k] / 20, abs=1)


def test_endless_speed() -> None:
    """In an endless animation of speed, all iterations have the same integral: 2.992 s for 4 s of a speed
    from 0 to 2 and back, because the integral of easeIn is 0.374.
    """
    layer = st.Layer()
    layer.add_animation(
        st.BasicAnimation(
            "speed", from_value=0, to_value=2, duration=2, timing_function="easeIn", autoreverses=True,
            repeat_count=INF,
        )
    )  # fmt: skip
    assert layer.local_time(4) == pytest.approx(2.992, abs=1e-9)
    assert layer.local_time(4e6) == pytest.approx(2.992e6, rel=1e-9)
    assert layer.local_time(4001) == pytest.approx(2992 + layer.local_time(1), abs=1e-6)
    scene = st.Scene(10, 10)
    spin = st.BasicAnimation("opacity", from_value=0, to_value=1, duration=1.496, repeat_count=INF)
    layer.add_animation(spin)
    scene.add_sublayer(layer)
    assert scene.loop_duration() == pytest.approx(4), "two plays in a cycle of the speed"
    for time in (4.3, 5.9, 7.7):
        assert layer.presentation_value("opacity", time) == pytest.approx(
            layer.presentation_value("opacity", time + 4), abs=1e-7
        )


def test_speed_pauses_what_is_inside() -> None:
    """While the speed of a layer is 0, everything in the layer stands still. The speed depends on the local
    time of each copy, so delayed copies stop later.
    """
    copies = st.ReplicatorLayer(instance_count=2, instance_delay=1)
    box = st.Layer()
    hand = st.Layer(frame=(0, 0, 10, 10))
    hand.add_animation(st.BasicAnimation("position.x", from_value=0, to_value=100, duration=10))
    box.add_animation(
        st.KeyframeAnimation("speed", values=[1, 0, 1], calculation_mode="discrete", duration=6)
    )
    box.add_sublayer(hand)
    copies.add_sublayer(box)
    positions = [hand.presentation_value("position.x", time) for time in (1, 2, 3, 4, 5)]
    assert positions == pytest.approx([10, 20, 20, 20, 30], abs=1e-9)
    late = [hand.presentation_value("position.x", time, instance=(1,)) for time in (2, 3, 4, 5, 6)]
    assert late[:4] == pytest.approx([10, 20, 20, 20], abs=1e-9), "one second later"
    assert late[4] == pytest.approx(30, abs=1e-9)
    scene = st.Scene(10, 10)
    scene.add_sublayer(copies)
    found = scene.instances(hand, 5)
    assert [item.local_time for item in found] == pytest.approx([3, 2], abs=1e-9)
    assert copies.presentation_value("instanceDelay", 0) == 1


def test_an_animation_of_speed_is_neither_additive_nor_in_a_group() -> None:
    layer = st.Layer()
    double = st.BasicAnimation("speed", to_value=2)
    with pytest.raises(st.InvalidArgument, match=r"speed|alone"):
        layer.add_animation(st.AnimationGroup(animations=[double]))
    double.additive = True
    with pytest.raises(st.InvalidArgument, match=r"speed|alone"):
        layer.add_animation(double)
    with pytest.raises(st.KeyPathError, match="animated"):
        st.BasicAnimation("emitterCells.a.speed", to_value=2)


# Key paths to nested cells


def sparks() -> tuple[st.Scene, st.EmitterLayer, st.EmitterCell]:
    """An emitter of one rocket per second. Each rocket emits sparks that stay where they are born."""
    spark = st.EmitterCell(name="spark", contents=st.Image.solid(2, 2, "red"), birth_rate=4, lifetime=0.5)
    rocket = st.EmitterCell(name="rocket", birth_rate=1, lifetime=1, velocity=20, emitter_cells=[spark])
    layer = st.EmitterLayer(emitter_cells=[rocket], emitter_position=(5, 20))
    return st.Scene(60, 40, sublayers=[layer]), layer, spark


def test_a_key_path_leads_into_cells_at_any_depth() -> None:
    _, layer, spark = sparks()
    tail = st.EmitterCell(name="tail", contents=st.Image.solid(2, 2, "blue"), birth_rate=3, lifetime=2)
    spark.emitter_cells = [tail]
    path = "emitterCells.rocket.emitterCells.spark"
    assert layer.value(f"{path}.birthRate") == 4
    layer.set_value(f"{path}.birthRate", 9)
    layer.set_value(f"{path}.emitterCells.tail.lifetime", 7)
    assert (spark.birth_rate, tail.lifetime) == (9, 7)
    assert layer.presentation_value(f"{path}.emitterCells.tail.lifetime", 3) == 7
    layer.add_animation(st.BasicAnimation(f"{path}.scale", from_value=0, to_value=4, duration=2))
    assert layer.presentation_value(f"{path}.scale", 0.5) == 1
    assert spark.scale == 1
    for wrong in (
        f"{path}.birthrat",
        "emitterCells.rocket.emitterCells.nobody.birthRate",
        f"{path}.emitterCells",
    ):
        with pytest.raises(st.KeyPathError):
            layer.set_value(wrong, 1)
    with pytest.raises(st.KeyPathError):
        layer.value("emitterCells.a." * 9 + "birthRate")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("birthRate", 12),
        ("lifetime", 1.5),
        ("scale", 3),
        ("velocity", 30),
        ("color", "blue"),
    ],
)
def test_an_animated_cell_in_a_cell_looks_as_if_it_had_been_set(name: str, value: Any) -> None:
    """A constant animation of a nested cell's property equals the property's value. An animation that begins
    later affects only particles that are born later.
    """
    path = f"emitterCells.rocket.emitterCells.spark.{name}"
    fixed_rate, layer, _ = sparks()
    layer.add_animation(st.BasicAnimation(path, from_value=value, to_value=value, duration=99))
    fixed, other, _ = sparks()
    other.set_value(path, value)
    plain, _, _ = sparks()
    for time in (0.3, 1.2, 2.7):
        assert np.array_equal(fixed_rate.render(time), fixed.render(time)), time
    assert not np.array_equal(fixed.render(2.7), plain.render(2.7))
    again = st.Scene.from_bytes(fixed_rate.to_bytes())
    assert np.array_equal(again.render(2.7), fixed.render(2.7))
    late, layer, _ = sparks()
    layer.add_animation(
        st.BasicAnimation(path, from_value=value, to_value=value, begin_time=1.1, duration=99)
    )
    assert np.array_equal(late.render(1), plain.render(1))
    assert np.array_equal(late.render(4), fixed.render(4)), "all rockets are newer"
