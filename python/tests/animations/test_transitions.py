"""Tests of CATransition, which animates from a layer's old picture to its new picture."""

from __future__ import annotations

import itertools
import math
import random
from typing import Any

import numpy as np
import pytest

import stretto as st

RED, BLUE, WHITE = (255, 0, 0), (0, 0, 255), (255, 255, 255)
#: For each subtype, the number of quarter turns (np.rot90) after which the new picture comes from the left.
TURNS = {"fromLeft": 0, "fromTop": 1, "fromRight": 2, "fromBottom": 3}


def slides(**animated: Any) -> tuple[st.Scene, st.Layer]:
    """A scene of 60 x 60 points with a layer of 20 x 20 points in the middle, which is red until 2 s and then
    blue.
    """
    scene = st.Scene(60, 60, background="white")
    layer = st.Layer(frame=(20, 20, 20, 20))
    layer.add_animation(
        st.KeyframeAnimation(
            "backgroundColor", values=["red", "blue"], calculation_mode="discrete", duration=4, **animated
        )
    )
    scene.add_sublayer(layer)
    return scene, layer


def row(scene: st.Scene, time: float, turn: int = 0) -> list[tuple[int, ...]]:
    """The colours of six pixels along the middle row, after the picture is turned so that the new picture
    comes from the left.
    """
    picture = np.rot90(scene.render(time), turn)
    return [tuple(int(v) for v in picture[30, x][:3]) for x in (5, 15, 25, 35, 45, 55)]


@pytest.mark.parametrize("subtype", TURNS)
def test_slides_go_by_the_side(subtype: st.Subtype) -> None:  # type: ignore[name-defined]
    """Half way through a transition, the old and the new picture are in place or displaced by half their
    width, depending on the transition's type.
    """
    expected = {
        "push": [WHITE, BLUE, BLUE, RED, RED, WHITE],
        "moveIn": [WHITE, BLUE, BLUE, RED, WHITE, WHITE],
        "reveal": [WHITE, WHITE, BLUE, RED, RED, WHITE],
    }
    for kind, colours in expected.items():
        scene, layer = slides()
        layer.add_animation(st.Transition(type=kind, subtype=subtype, begin_time=2, duration=1))  # type: ignore[arg-type]
        assert row(scene, 2.5, TURNS[subtype]) == colours, kind
        assert row(scene, 1.999) == [WHITE, WHITE, RED, RED, WHITE, WHITE], "not yet"
        assert row(scene, 3) == [WHITE, WHITE, BLUE, BLUE, WHITE, WHITE], "over"
        layer.masks_to_bounds = True
        clipped = [WHITE, WHITE, *colours[2:4], WHITE, WHITE]
        assert row(scene, 2.5, TURNS[subtype]) == clipped, "cut off where the layer is"


def test_a_fade_is_a_cross_dissolve() -> None:
    """At progress p the old picture has weight 1 - p and the new picture has weight p, so two opaque pictures
    stay opaque.
    """
    scene, layer = slides()
    layer.add_animation(st.Transition(begin_time=2, duration=1))
    for time, fraction in ((2.0, 0.0), (2.25, 0.25), (2.8, 0.8), (3.0, 1.0)):
        expected = [255 * (1 - fraction), 0, 255 * fraction, 255]
        assert np.abs(scene.render(time)[30, 30] - expected).max() <= 1


def test_the_old_picture_is_static_and_the_new_one_moves() -> None:
    """The old picture shows the layer and its sublayers as they were just before the begin, while the new
    picture is animated.
    """
    scene, layer = slides()
    dot = st.Layer(bounds=(0, 0, 4, 20), position=(2, 10), background_color="lime")
    dot.add_animation(st.BasicAnimation("position.x", from_value=2, to_value=18, duration=4))
    layer.add_sublayer(dot)
    layer.add_animation(st.Transition(type="moveIn", begin_time=2, duration=2))
    # The old dot covers columns 28 to 32 until the new picture, which moves 10 points per second, covers the
    # old dot. The new dot is at x = 4 t, in points, inside the new picture.
    for time, lime in (
        (2.2, {11, 12, 13, 28, 29, 30, 31}),
        (3.0, {22, 23, 24, 25, 30, 31}),
        (3.9, {35, 36, 37}),
    ):
        picture = scene.render(time)
        assert {x for x in range(60) if np.abs(picture[30, x] - [0.0, 255, 0, 255]).max() <= 2} == lime


def test_parts_of_a_transition_and_its_timing() -> None:
    scene, layer = slides()
    layer.add_animation(
        st.Transition(begin_time=2, duration=1, start_progress=0.25, end_progress=0.75, fill_mode="forwards",
                      removed_on_completion=False, timing_function="easeIn")
    )  # fmt: skip
    eased = 0.25 + 0.5 * 0.315357
    assert abs(int(scene.render(2.5)[30, 30, 2]) - 255 * eased) <= 1
    assert np.abs(scene.render(3.9)[30, 30, 2] - 191.25) <= 1, "held at its end"
    scene, layer = slides()
    layer.add_animation(st.Transition(begin_time=2, duration=1, autoreverses=True))
    assert np.array_equal(scene.render(2.25), scene.render(3.75))


def test_a_transition_of_a_state() -> None:
    """A change of state is a jump, unless the layer has a transition at the time of the change."""
    scene = st.Scene(20, 20)
    layer = st.Layer(frame=(0, 0, 20, 20), background_color="red")
    scene.add_sublayer(layer)
    scene.add_state("night", {layer: {"backgroundColor": "blue"}})
    scene.set_state("night", 1)
    assert tuple(scene.render(1.5)[10, 10]) == (*BLUE, 255)
    layer.add_animation(st.Transition(begin_time=1, duration=1))
    assert tuple(scene.render(1.5)[10, 10]) == (128, 0, 128, 255)


def test_each_copy_has_its_own_time() -> None:
    """Copy k of a replicator plays the transition k delays later, and shows the frame of the single layer at
    the earlier time.
    """
    scene, layer = slides()
    layer.add_animation(st.Transition(type="push", begin_time=2, duration=1))
    alone = {time: scene.render(time) for time in (1.75, 2.25, 2.75)}
    late = st.Scene(180, 60, background="white")
    copies = st.ReplicatorLayer(
        frame=(0, 0, 60, 60),
        instance_count=3,
        instance_delay=0.5,
        instance_transform=st.Transform3D.translation(60, 0),
    )
    copies.add_sublayer(layer)
    late.add_sublayer(copies)
    picture = late.render(2.75)
    for k, time in enumerate((2.75, 2.25, 1.75)):
        assert np.array_equal(picture[:, 60 * k : 60 * k + 60], alone[time])


def test_transitions_overlap() -> None:
    """A transition that begins during another transition starts from the picture that the other transition
    shows.
    """
    scene, layer = slides()
    layer.add_animation(st.Transition(begin_time=2, duration=1))
    layer.add_animation(st.Transition(begin_time=2.5, duration=1))
    assert abs(int(scene.render(2.501)[30, 30, 2]) - 127.5) <= 1.5
    assert abs(int(scene.render(3.0)[30, 30, 2]) - (127.5 + 255) / 2) <= 1.5


def test_a_frame_alone_is_a_frame_after_others() -> None:
    scene, layer = slides()
    layer.corner_radius, layer.shadow_opacity = 5, 0.5
    layer.add_animation(st.Transition(type="reveal", subtype="fromTop", begin_time=1.5, duration=2))
    times = [1.4, 1.5, 2.0, 2.5, 3.4, 3.6]
    alone = {time: scene.render(time).tobytes() for time in times}
    random.Random(5).shuffle(times)
    assert all(scene.render(time).tobytes() == alone[time] for time in times)
    copied = st.Scene.from_bytes(scene.to_bytes())
    assert all(copied.render(time).tobytes() == alone[time] for time in times), "documents keep it"


def test_transitions_loop_are_hit_and_have_reprs() -> None:
    scene, layer = slides(repeat_count=math.inf)
    transition = st.Transition(type="push", begin_time=2, duration=4, repeat_count=math.inf)
    layer.add_animation(transition, "turn")
    assert scene.loop_duration() == 4
    assert np.array_equal(scene.render(2.5), scene.render(6.5))
    hit = scene.hit_test(45, 30, 4)
    assert hit is not None
    assert hit.layer is layer, "the old picture can be hit while it is there"
    assert transition.key_path is None
    assert repr(transition) == "<Transition 'push', 4 s, repeated for ever>"
    found = layer.animation("turn")
    assert isinstance(found, st.Transition)
    assert (found.type, found.subtype) == ("push", None)
    with pytest.raises(st.InvalidArgument, match="moveIn"):
        st.Transition(type="movein")  # type: ignore[arg-type]
    with pytest.raises(st.InvalidArgument, match="start_progress"):
        st.Transition(start_progress=1.5)


def test_many_transitions_are_refused_and_not_crashed() -> None:
    scene, layer = slides()
    for index in range(400):
        layer.add_animation(st.Transition(begin_time=2 + index / 1000, duration=10))
    with pytest.raises(st.LimitError):
        scene.render(3)
    assert scene.render(1) is not None


# Edge cases


def test_pictures_are_aligned_by_their_bounds_where_the_origin_jumps() -> None:
    """If the bounds' origin changes with the transition, the layer stays in place, and only its sublayers
    move.
    """
    scene = st.Scene(60, 60, background="white")
    window = st.Layer(frame=(20, 20, 20, 20), background_color="red")
    window.add_sublayer(st.Layer(frame=(100, 0, 20, 20), background_color="blue"))
    scene.add_sublayer(window)
    window.add_animation(
        st.KeyframeAnimation(
            "bounds", values=[(0, 0, 20, 20), (100, 0, 20, 20)], calculation_mode="discrete", duration=4
        )
    )
    window.add_animation(st.Transition(type="push", subtype="fromLeft", begin_time=2, duration=1))
    assert row(scene, 1.9) == [WHITE, WHITE, RED, RED, WHITE, WHITE]
    assert row(scene, 2.5) == [WHITE, BLUE, BLUE, RED, RED, WHITE]
    window.remove_all_animations()
    window.add_animation(
        st.KeyframeAnimation(
            "bounds", values=[(0, 0, 20, 20), (100, 0, 20, 20)], calculation_mode="discrete", duration=4
        )
    )
    window.add_animation(st.Transition(begin_time=2, duration=1))
    middle = scene.render(2.5)[30, 30]
    assert abs(middle[:3].astype(int) - (128, 0, 128)).max() <= 1


@pytest.mark.parametrize(
    ("kind", "time"),
    [*itertools.product(["fade", "push"], [2.0, 2.5, 2.9]), ("moveIn", 2.5), ("reveal", 2.5)],
)
def test_what_blends_inside_meets_the_transition_s_own_picture(kind: Any, time: float) -> None:
    def picture(background: str) -> np.ndarray:
        scene, layer = slides()
        scene.background = background
        layer.add_sublayer(
            st.Layer(frame=(0, 0, 10, 10), background_color="white", compositing_filter="differenceBlendMode")
        )
        layer.background_color = None
        layer.remove_all_animations()
        layer.add_animation(st.Transition(type=kind, begin_time=2, duration=1), "turn")
        return scene.render(time)

    on_white, on_black = picture("white"), picture("black")
    # The blend mode "difference" with a white backdrop would give black. Without a backdrop, white stays
    # white.
    assert (on_white[..., :3] == 255).all()
    assert (on_black[20:40, 10:50] == 255).any()


def test_before_its_begin_there_is_no_transition_whatever_the_fill_mode() -> None:
    scene, layer = slides()
    layer.add_animation(
        st.Transition(
            type="push",
            begin_time=2,
            duration=1,
            fill_mode="both",
            start_progress=0.5,
            removed_on_completion=False,
        )
    )
    plain, _ = slides()
    for time in (0.0, 1.0, 1.9):
        assert (scene.render(time) == plain.render(time)).all()
    assert (scene.render(2.1) != plain.render(2.1)).any()


def test_a_transition_in_a_group_counts_by_the_group_s_begin_and_its_own() -> None:
    """Of two transitions that play at once, the layer shows the one with the later begin, whether or not one
    of them is in a group.
    """
    scene, layer = slides()
    inner = st.Transition(type="push", subtype="fromTop", begin_time=2, duration=2)
    layer.add_animation(st.AnimationGroup(animations=[inner], duration=8), "group")
    layer.add_animation(st.Transition(type="push", subtype="fromRight", begin_time=1, duration=3), "plain")
    alone, other = slides()
    other.add_animation(st.Transition(type="push", subtype="fromRight", begin_time=1, duration=3), "plain")
    other.add_animation(st.Transition(type="push", subtype="fromTop", begin_time=2, duration=2), "late")
    for time in (1.5, 2.25, 3.0, 3.75):
        assert (scene.render(time) == alone.render(time)).all(), time
    delayed, layer = slides()
    group = st.AnimationGroup(animations=[st.Transition(type="push", begin_time=1, duration=1)], duration=8)
    group.begin_time = 1
    layer.add_animation(group, "group")
    flat, layer = slides()
    layer.add_animation(st.Transition(type="push", begin_time=2, duration=1), "flat")
    for time in (1.5, 2.5, 3.5):
        assert (delayed.render(time) == flat.render(time)).all(), time


def test_the_old_picture_samples_what_the_superlayer_animates_at_the_old_time() -> None:
    """The old picture is the same if an animation of the superlayer sets the colour by the layer's name and
    if the layer's own animation sets the colour.
    """

    def scene(by_name: bool) -> st.Scene:
        made = st.Scene(60, 60, background="white")
        box = st.Layer(name="box", frame=(20, 20, 20, 20), background_color="red")
        box.add_animation(st.Transition(type="push", begin_time=2, duration=1), "turn")
        holder = st.Layer(frame=(0, 0, 60, 60))
        holder.add_sublayer(box)
        made.add_sublayer(holder)
        path = "sublayers.box.backgroundColor" if by_name else "backgroundColor"
        colour = st.BasicAnimation(path, from_value="red", to_value="blue", duration=4)
        (holder if by_name else box).add_animation(colour, "colour")
        return made

    for time in (1.0, 2.25, 2.75):
        assert (scene(True).render(time) == scene(False).render(time)).all(), time
    assert (scene(True).render(2.25)[30] != scene(True).render(2.75)[30]).any()


@pytest.mark.parametrize("by", ["model", "animation", "state"])
def test_the_old_picture_is_that_of_the_time_before_at_any_speed(by: str) -> None:
    """The layer has the speed 0.5, and an animation of the superlayer animates the layer's colour. The layer
    is red until the transition begins at 4 s of scene time.
    """
    scene = st.Scene(60, 60, background="white")
    layer = st.Layer(frame=(20, 20, 20, 20), name="a", background_color="red")
    scene.add_sublayer(layer)
    scene.root.add_animation(
        st.KeyframeAnimation(
            "sublayers.a.backgroundColor", values=["red", "blue"], calculation_mode="discrete", duration=8
        )
    )
    if by == "model":
        layer.speed = 0.5
    elif by == "animation":
        layer.add_animation(st.BasicAnimation("speed", from_value=0.5, to_value=0.5, duration=90))
    else:
        scene.add_state("slow", {layer: {"speed": 0.5}})
        scene.set_state("slow", 0)
    layer.add_animation(st.Transition(type="push", subtype="fromLeft", begin_time=2, duration=1))
    assert row(scene, 3.9) == [WHITE, WHITE, RED, RED, WHITE, WHITE]
    assert row(scene, 5) == [WHITE, BLUE, BLUE, RED, RED, WHITE]
    assert row(scene, 6.1) == [WHITE, WHITE, BLUE, BLUE, WHITE, WHITE]
