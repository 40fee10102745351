"""Tests of begin times of layers, of the ends of iterations, and of the times of a group's members."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import stretto as st
from stretto.plot import _animations


def scene_with(*layers: st.Layer) -> st.Scene:
    scene = st.Scene(40, 40)
    for layer in layers:
        scene.add_sublayer(layer)
    return scene


def square(**properties: Any) -> st.Layer:
    return st.Layer(frame=(10, 10, 20, 20), background_color="red", **properties)


# Layers with a nonzero begin time


@pytest.mark.parametrize(
    ("timing", "alphas"),
    [
        ({"begin_time": 2, "duration": 3}, {0: 0, 1.9: 0, 2: 255, 2.1: 255, 4.9: 255, 5.1: 0}),
        ({"begin_time": 2}, {-1: 0, 1.9: 0, 2: 255, 1e6: 255}),
        ({"begin_time": 2, "fill_mode": "forwards", "duration": 3}, {1.9: 0, 2: 255, 9: 255}),
        ({"begin_time": 2, "fill_mode": "backwards", "duration": 3}, {0: 255, 4.9: 255, 5.1: 0}),
        ({"begin_time": 2, "fill_mode": "both"}, {0: 255, 9: 255}),
        ({"begin_time": -1}, {-2: 0, -1: 255, 0: 255}),
        ({"begin_time": 2, "speed": -1}, {1.9: 0, 2: 255}),
        ({"begin_time": 2, "speed": 0}, {1.9: 0, 2: 255}),
        ({"time_offset": -5}, {-9: 255, 0: 255}),
    ],
)
def test_a_layer_is_hidden_until_it_begins(timing: dict[str, Any], alphas: dict[float, int]) -> None:
    layer = square(**timing)
    scene = scene_with(layer)
    for time, alpha in alphas.items():
        assert scene.render(time)[20, 20, 3] == alpha, time
        assert bool(scene.hit_test(20, 20, time)) == (alpha > 0), time
        assert len(scene.instances(layer, time)) == (alpha > 0), time


def text() -> st.Layer:
    return st.TextLayer("abc", frame=(0, 0, 40, 40), foreground_color="red")


def masked() -> st.Layer:
    return square(mask=st.Layer(frame=(0, 0, 20, 20), background_color="black"))


def group() -> st.Layer:
    layer = square(opacity=0.5, corner_radius=4, shadow_opacity=1)
    layer.add_sublayer(st.Layer(frame=(5, 5, 9, 9), background_color="blue"))
    return layer


def faded() -> st.Layer:
    layer = square()
    layer.add_animation(st.BasicAnimation("opacity", from_value=0.1, to_value=0.9, duration=8))
    return layer


def particles() -> st.Layer:
    cell = st.EmitterCell(contents=st.Image.solid(4, 4, "red"), birth_rate=5, lifetime=1, velocity=9)
    return st.EmitterLayer(emitter_cells=[cell], emitter_position=(20, 20))


@pytest.mark.parametrize("make", [square, text, masked, group, faded, particles])
@pytest.mark.parametrize("delay", [0, 0.5])
def test_every_kind_of_layer_appears_in_each_copy_at_its_own_time(
    make: Callable[[], st.Layer], delay: float
) -> None:
    """Copy k of a layer with begin time 1 s appears when the local time of the copy is 1 s, and then shows
    the frame of a layer without a begin time.
    """

    def row(layer: st.Layer, count: int) -> st.Scene:
        copies = st.ReplicatorLayer(
            instance_count=count, instance_delay=delay, instance_transform=st.Transform3D.translation(3, 1)
        )
        copies.add_sublayer(layer)
        return scene_with(copies)

    late, always = make(), make()
    late.begin_time = always.begin_time = 1
    always.fill_mode = "both"
    for time in (0, 0.9, 1, 1.2, 1.5, 1.7, 2.1):
        begun = sum(time - k * delay >= 1 for k in range(3))
        assert np.array_equal(row(late, 3).render(time), row(always, begun).render(time)), time


def test_a_mask_a_portal_a_proxy_and_a_glyph_that_have_not_begun_show_nothing() -> None:
    def alpha(scene: st.Scene, time: float) -> int:
        return int(scene.render(time)[..., 3].max())

    mask = square(mask=st.Layer(frame=(0, 0, 20, 20), background_color="black", begin_time=1))
    source = square(hidden=True)
    portal = st.PortalLayer(source_layer=square(), frame=(10, 10, 20, 20), begin_time=1)
    views = st.ViewReplicator(square(), bounds=(0, 0, 40, 40))
    views.add_proxy(frame=(10, 10, 20, 20), begin_time=1)
    letters = st.TextLayer("abc", frame=(0, 0, 40, 40), foreground_color="red")
    letters.glyph.begin_time = 1
    for layer in (mask, portal, views, letters):
        scene = scene_with(layer, source)
        assert (alpha(scene, 0.9), alpha(scene, 1.1)) == (0, 255), layer


def test_a_layer_that_appears_is_steady_from_then_on() -> None:
    report = scene_with(square(begin_time=2)).loop_report()
    assert (report.duration, report.steady_from) == (0, 2)
    assert scene_with(square(begin_time=2, fill_mode="both")).loop_report().steady_from == 0
    inner = square(begin_time=2)
    outer = st.Layer(frame=(0, 0, 40, 40), speed=2, begin_time=1, sublayers=[inner])
    assert scene_with(outer).loop_report().steady_from == 2


def test_a_begin_counts_where_the_speed_is_animated() -> None:
    layer = square(begin_time=2)
    layer.add_animation(st.BasicAnimation("speed", from_value=0, to_value=2, duration=9, begin_time=0))
    scene = scene_with(layer)
    assert [scene.render(time)[20, 20, 3] for time in (0, 1.9, 2.1)] == [0, 0, 255]


# Ends of iterations


@pytest.mark.parametrize("repeats", [{"repeat_count": math.inf}, {"repeat_count": 2}, {"repeat_duration": 9}])
@pytest.mark.parametrize("shared", [{"autoreverses": True}, {"fill_mode": "forwards"}])
@pytest.mark.parametrize("curve", [None, "easeInEaseOut"])
def test_an_iteration_that_ends_with_its_group_shows_its_end(
    repeats: dict[str, Any], shared: dict[str, Any], curve: Any
) -> None:
    """A member of 2 s in a group of 4 s shows its end value at the end of the group, whether the group
    autoreverses or holds its last frame.
    """
    member = st.BasicAnimation("transform.scale", from_value=1, to_value=2, duration=2, **repeats)
    shifted = st.BasicAnimation(
        "position.x", from_value=0, to_value=8, duration=2, time_offset=1, begin_time=1, **repeats
    )
    late = st.BasicAnimation("opacity", from_value=0.5, to_value=1, duration=2, begin_time=4, **repeats)
    layer = square()
    layer.add_animation(
        st.AnimationGroup(
            [member, shifted, late], duration=4, timing_function=curve, removed_on_completion=False, **shared
        )
    )
    for time in (4 - 1e-4, 4, 4 + 1e-4) if "autoreverses" in shared else (4, 9):
        assert layer.presentation_value("transform.scale", time) == pytest.approx(2, abs=1e-3), time
        assert layer.presentation_value("position.x", time) == pytest.approx(8, abs=1e-3), time
    assert layer.presentation_value("opacity", 4) == 0.5, "it begins there, and no iteration has ended"


# Times of group members


@pytest.mark.parametrize(
    ("timing", "member", "begin", "end"),
    [
        ({"duration": 4, "time_offset": 1}, {"begin_time": 2, "duration": 1}, 1, 2),
        ({"duration": 4, "time_offset": 1, "speed": 2}, {"begin_time": 2, "duration": 1}, 0.5, 1),
        ({"duration": 4, "time_offset": 3}, {"begin_time": 0, "duration": 1}, 1, 2),
        ({"duration": 4, "time_offset": -1}, {"begin_time": 0, "duration": 1}, 1, 2),
        ({"duration": 4, "time_offset": 2.5}, {"begin_time": 2, "duration": 1}, 0, 0.5),
        ({"duration": 4, "time_offset": 4, "speed": -1}, {"begin_time": 0, "duration": 1}, 3, 4),
        ({"duration": 4, "begin_time": 5}, {"begin_time": 1, "duration": 9}, 6, 9),
        ({"duration": 4}, {"begin_time": 7, "duration": 1}, 4, 4),
    ],
)
def test_a_member_lies_where_its_group_plays_it(
    timing: dict[str, Any], member: dict[str, Any], begin: float, end: float
) -> None:
    group = st.AnimationGroup([st.BasicAnimation("opacity", to_value=0, **member)], **timing)
    (_, _, whole), (_, _, found) = _animations.of_animation(None, group)
    assert (found.begin, found.end) == (begin, end)
    layer = square(begin_time=10, fill_mode="both")
    layer.add_animation(group)
    bar = _animations.bars_of_scene(scene_with(layer))[1].phases[0]
    assert (bar.begin, bar.end) == (begin + 10, end + 10)
    assert whole.begin == timing.get("begin_time", 0)


@pytest.mark.parametrize("seed", range(40))
def test_phases_of_members_are_when_they_have_an_effect(seed: int) -> None:
    """In random nested groups, the phases of a member are exactly the times at which the member has an
    effect.
    """
    r = random.Random(seed)
    member: dict[str, Any] = {"begin_time": r.choice([0, 1, 2.5]), "duration": r.choice([0.5, 1, 2])}
    group: dict[str, Any] = {
        "duration": r.choice([2, 4]), "time_offset": r.choice([0, 1, 3.25, -0.5]),
        "speed": r.choice([1, 2, -1]),
        "begin_time": r.choice([0, 1]), "removed_on_completion": False,
    }  # fmt: skip
    animation: st.Animation = st.BasicAnimation("opacity", from_value=0.5, to_value=0.5, **member)
    animation = st.AnimationGroup([animation], **group)
    if r.random() < 0.5:
        animation = st.AnimationGroup([animation], duration=6, begin_time=r.choice([0, 2]))
    layer = square()
    layer.add_animation(animation)
    rows = [phases for _, _, phases in _animations.of_animation(None, animation)]
    for step in range(80):
        time = step * 0.1 + 0.003
        has_effect = layer.presentation_value("opacity", time) == 0.5
        if time < rows[-1].begin and rows[-1].begin < rows[0].end:
            assert not has_effect, (time, rows)
        if rows[-1].begin <= time < rows[-1].end:
            assert has_effect, (time, rows)
