"""Tests of Instance objects: an instance reads, sets and converts values as the layer does with the
`instance` argument.
"""

from __future__ import annotations

import itertools
import random

import pytest

import stretto as st


def nested() -> tuple[st.Scene, st.Layer]:
    """A scene with a dot in two nested replicators. Each replicator has three copies, a delay and a
    transform.
    """
    dot = st.Layer(frame=(1, 2, 6, 6), background_color="red")
    dot.add_animation(st.BasicAnimation("opacity", 0, 1, duration=4))
    inner = st.ReplicatorLayer(dot, instance_count=3, instance_delay=0.25)
    inner.instance_transform = st.Transform3D.translation(10, 0)
    outer = st.ReplicatorLayer(inner, instance_count=3, instance_delay=-0.5)
    outer.instance_transform = st.Transform3D.rotation(0.3)
    return st.Scene(90, 90, sublayers=[outer]), dot


@pytest.mark.parametrize("seed", range(10))
def test_a_copy_is_the_layer_with_indices(seed: int) -> None:
    chance = random.Random(seed)
    scene, dot = nested()
    indices = chance.randrange(3), chance.randrange(3)
    copy, time = dot.instance(*indices), chance.uniform(0, 3)
    copy.set_value("zPosition", 7)
    assert copy.value("zPosition") == dot.value("zPosition", indices) == 7
    assert dot.value("zPosition") == 0
    key = copy.add_animation(st.BasicAnimation("cornerRadius", 3, 3, duration=9))
    animations = [copy.animation(key), dot.animation(key, indices)]
    assert [item.to_value for item in animations if isinstance(item, st.BasicAnimation)] == [3, 3]
    assert copy.local_time(time) == dot.local_time(time, indices)
    assert copy.presentation_value("cornerRadius", 1) == 3
    assert copy.presentation_value("opacity", time) == dot.presentation_value("opacity", time, indices)
    times, values = scene.sample(copy, "opacity", 0, 2, 9)
    assert values.tolist() == [copy.presentation_value("opacity", at) for at in times]
    assert copy.scene_times(copy.local_time(time), 0, 3) == pytest.approx([time])
    copy.remove_animation(key)
    assert copy.animation(key) is None
    assert dot.animation_keys == ("stretto-0",)


def test_positions_of_copies_are_those_of_their_layer_instances() -> None:
    scene, dot = nested()
    found = scene.instances(dot, 1)
    assert [item.copy for item in found] == [
        dot.instance(*at) for at in itertools.product(range(3), repeat=2)
    ]
    for item in found:
        position = item.copy.convert_point((0, 0), time=1)
        assert position == pytest.approx((item.transform.m41, item.transform.m42))
        back = scene.root.convert_point(position, item.copy, time=1)
        assert back == pytest.approx((0, 0), abs=1e-9)
        assert item.copy.convert_time(item.copy.local_time(2)) == pytest.approx(2)
        left, top, width, height = item.copy.convert_rect((0, 0, 6, 6), time=1)
        assert left <= position[0] <= left + width
        assert top <= position[1] <= top + height


def test_copies_are_values() -> None:
    _, dot = nested()
    assert dot.instance(1, 2) == dot.instance(1, 2)
    assert {dot.instance(1, 2), dot.instance(1, 2), dot.instance(2, 1)} == {
        dot.instance(2, 1),
        dot.instance(1, 2),
    }
    assert dot.instance(1) != st.Layer().instance(1)
    mirror = st.PortalLayer(dot)
    assert dot.instance(1).through(mirror) != dot.instance(1)
    assert dot.instance(1).through(mirror) == dot.instance(1).through(mirror.instance())
    assert repr(dot.instance(None, 2)).endswith(".instance(None, 2)")


def test_one_value_for_several_copies() -> None:
    _, dot = nested()
    dot.instance(None, 1).set_value("opacity", 0.5)
    dot.remove_all_animations()
    assert [dot.instance(k, 1).presentation_value("opacity") for k in range(3)] == [0.5] * 3
    assert dot.instance(None, 1).value("opacity") == 0.5
    several = dot.instance(None, 1)
    for ask in (lambda: several.local_time(1), lambda: several.convert_point((0, 0))):
        with pytest.raises(st.InvalidArgument, match="several copies"):
            ask()


def test_what_is_seen_through_a_portal_has_no_values_of_its_own() -> None:
    _, dot = nested()
    seen = dot.instance(1, 1).through(st.PortalLayer(dot))
    for change in (
        lambda: seen.set_value("opacity", 0),
        lambda: seen.value("opacity"),
        lambda: seen.animate(opacity=0),
        lambda: st.Timeline().to(seen, opacity=0),
    ):
        with pytest.raises(st.InvalidArgument, match="portal"):
            change()


def test_a_proxy_stands_for_its_index() -> None:
    source = st.Layer(frame=(0, 0, 9, 9))
    views = st.ViewReplicator(source)
    first, second = views.add_proxy(frame=(0, 0, 9, 9)), views.add_proxy(frame=(9, 0, 9, 9), time_offset=-1)
    assert source.instance(second) == source.instance(1)
    assert source.instance(second).local_time(3) == 2
    assert source.instance(first).local_time(3) == 3


@pytest.mark.parametrize(
    ("copies", "owner"),
    [
        (st.ReplicatorLayer(st.Layer(), instance_count=5), "sublayers"),
        (st.TextLayer("abcde"), "letters"),
        (st.ViewReplicator(st.Layer()), "source"),
    ],
)
def test_a_replicator_has_no_copies_of_its_own(copies: st.Layer, owner: str) -> None:
    """A value for a copy of the replicator itself, a common mistake, raises an error, because only sublayers
    of a replicator have copies.
    """
    fade = st.BasicAnimation("opacity", 0, 1)
    for attempt in (
        lambda: copies.instance(3).set_value("opacity", 0.5),
        lambda: copies.set_value("opacity", 0.5, instance=(3,)),
        lambda: copies.instance(3).add_animation(fade),
        lambda: copies.instance(3).animate(opacity=0),
        lambda: st.Timeline().to(copies.instance(3), opacity=0),
    ):
        with pytest.raises(st.InvalidArgument, match=owner):
            attempt()
    around = st.ReplicatorLayer(copies, instance_count=5)
    copies.instance(3).set_value("opacity", 0.5)
    assert around.sublayers == (copies,)
    assert copies.instance(3).value("opacity") == 0.5


def test_timelines_take_copies() -> None:
    scene, dot = nested()
    film = st.Timeline(scene)
    film.to([dot.instance(0, 1), dot.instance(2)], {"position.x": 40}, duration=1, stagger=0.5)
    film.set(dot.instance(1, 1), hidden=True, at=0)
    assert dot.instance(0, 1).presentation_value("position.x", 9) == 40
    assert dot.instance(2).presentation_value("position.x", 9) == 40
    assert dot.presentation_value("position.x", 9) == 4
    assert dot.instance(1, 1).presentation_value("hidden", 5) is True


def test_characters_take_a_style() -> None:
    title = st.TextLayer("Stretto")
    title.characters(2, 5).set_value("foregroundColor", "red")
    same = st.TextLayer("Stretto")
    same.characters(2, 5).set_value("foreground_color", (1, 0, 0))
    one, other = (st.Scene(200, 40, sublayers=[text]) for text in (title, same))
    assert one == other
    assert title.letter(5) == title.glyph.instance(5)
