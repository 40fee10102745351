"""Tests of animations through the Python package."""

from __future__ import annotations

import math

import pytest

import stretto as st
from untyped import untyped

ENDS = {
    "opacity": (0.5, 0.5),
    "position": ((1, 2), (1, 2)),
    "bounds": ([1, 2, 3, 4], (1, 2, 3, 4)),
    "bounds.size": ((3, 4), (3, 4)),
    "backgroundColor": ("#ff000080", (1, 0, 0, 128 / 255)),
    "instanceColor": ((1, 0.5, 0), (1, 0.5, 0, 1)),
    "colors": (["white", "black"], [(1, 1, 1, 1), (0, 0, 0, 1)]),
    "transform": (st.Transform3D.scale(2), st.Transform3D.scale(2)),
    "transform.rotation.z": (math.tau, math.tau),
    "emitterCells.red.color": ("lime", (0, 1, 0, 1)),
    "hidden": (True, True),
    "instanceCount": (3, 3),
}


@pytest.mark.parametrize("key_path", list(ENDS))
def test_from_and_to_values_take_the_type_of_the_key_path(key_path: str) -> None:
    given, read = untyped(ENDS[key_path])
    animation = st.BasicAnimation(key_path, from_value=given)
    assert animation.from_value == read
    assert animation.to_value is None
    animation.to_value, animation.from_value = given, None
    assert (animation.from_value, animation.to_value) == (None, read)


def test_paths_and_images_can_be_ends_and_keyframes() -> None:
    path, image = st.Path.rect(0, 0, 1, 1), st.Image.solid(1, 1, "red")
    animation = st.BasicAnimation("path", from_value=path)
    assert animation.from_value.elements() == path.elements()
    assert st.BasicAnimation("contents", to_value=image).to_value is image
    assert st.KeyframeAnimation("path", values=[path, st.Path.ellipse(0, 0, 1, 1)]).values[0] is path
    assert st.KeyframeAnimation("contents", values=[image, image]).values == [image, image]
    with pytest.raises(TypeError, match=r"values.*Path"):
        st.KeyframeAnimation("path", values=[path, 1])


def test_timing_is_media_timing() -> None:
    animation = st.BasicAnimation(
        "opacity",
        begin_time=1,
        duration=2,
        speed=3,
        time_offset=4,
        repeat_count=math.inf,
        repeat_duration=5,
        autoreverses=True,
        fill_mode="both",
        removed_on_completion=False,
        additive=True,
        cumulative=True,
        timing_function="easeIn",
    )
    assert (animation.begin_time, animation.duration, animation.speed, animation.time_offset) == (1, 2, 3, 4)
    assert (animation.repeat_count, animation.repeat_duration, animation.autoreverses) == (math.inf, 5, True)
    assert (animation.fill_mode, animation.removed_on_completion) == ("both", False)
    assert (animation.additive, animation.cumulative) == (True, True)
    assert animation.timing_function == (0.42, 0, 1, 1)
    animation.timing_function = None
    assert animation.timing_function is None
    animation.timing_function = (0.1, 0.2, 0.3, 0.4)
    assert animation.timing_function == (0.1, 0.2, 0.3, 0.4)


def test_keyframes_keep_their_times_and_curves() -> None:
    animation = st.KeyframeAnimation(
        "opacity", values=[0, 1, 0], key_times=[0, 0.5, 1], timing_functions=["easeIn", (0, 0, 1, 1)]
    )
    assert animation.key_times == (0, 0.5, 1)
    assert animation.timing_functions == [(0.42, 0, 1, 1), (0, 0, 1, 1)]
    assert animation.calculation_mode == "linear"
    with pytest.raises(st.InvalidArgument, match="point"):
        st.KeyframeAnimation("position", values=[(0, 0), (1, 2, 3)])
    with pytest.raises(st.InvalidArgument, match="easeIn"):
        st.KeyframeAnimation("position", timing_functions=["easeOn"])  # type: ignore[list-item]


def test_bad_key_paths_are_refused_at_once() -> None:
    with pytest.raises(st.KeyPathError, match="opacity"):
        st.BasicAnimation("opacyti")
    with pytest.raises(st.KeyPathError, match="animated"):
        st.BasicAnimation("contentsGravity")
    with pytest.raises(st.KeyPathError, match="instanceDelay"):
        st.Layer().add_animation(st.BasicAnimation("instanceDelay", to_value=1))
    with pytest.raises(TypeError, match="'duration'"):
        st.BasicAnimation("opacity", duraton=1)  # type: ignore[call-arg]


def test_a_layer_has_its_animations_by_key() -> None:
    layer = st.Layer()
    fade = st.BasicAnimation("opacity", from_value=0, to_value=1, duration=1)
    assert layer.add_animation(fade, key="fade") == "fade"
    first, second = layer.add_animation(fade), layer.add_animation(fade)
    assert len({"fade", first, second}) == 3
    assert set(layer.animation_keys) == {"fade", first, second}
    layer.add_animation(fade, key="fade")
    assert len(layer.animation_keys) == 3
    layer.remove_animation(first)
    assert set(layer.animation_keys) == {"fade", second}
    layer.remove_animation("no such key")
    layer.remove_all_animations()
    assert layer.animation_keys == ()  # type: ignore[comparison-overlap]


def test_the_layer_has_a_copy() -> None:
    layer = st.Layer()
    fade = st.BasicAnimation("opacity", from_value=0, to_value=1, duration=1)
    layer.add_animation(fade)
    fade.to_value = 100
    fade.close()
    assert layer.presentation_value("opacity", 0.5) == 0.5


def test_a_group_clips_its_animations() -> None:
    layer = st.Layer()
    group = st.AnimationGroup(
        duration=2, speed=2, animations=[st.BasicAnimation("opacity", from_value=0, to_value=1, duration=2)]
    )
    assert len(group.animations) == 1
    assert group.key_path is None
    layer.add_animation(group)
    assert layer.presentation_value("opacity", 0.25) == 0.25
    assert layer.presentation_value("opacity", 1.5) == 1
    with pytest.raises(TypeError, match="Animation"):
        st.AnimationGroup(animations=["fade"])  # type: ignore[list-item]


def test_additive_colors_and_points_add_up() -> None:
    layer = st.Layer(position=(10, 20))
    layer.add_animation(
        st.BasicAnimation("position", from_value=(0, 0), to_value=(4, 8), duration=1, additive=True)
    )
    assert layer.presentation_value("position", 0.5) == (12, 24)


# Interpolation of matrices with an axis of length 0


@pytest.mark.parametrize("degrees", [60, 115, -179])
@pytest.mark.parametrize("side", [1, -1])
def test_an_axis_of_length_0_turns_with_the_one_that_is_known(degrees: float, side: float) -> None:
    """An axis of length 0 is rotated like the other axes, whose rotation is interpolated.

    For example, half way from the identity to a rotation by 115 degrees with scale (1, 0), the transform is a
    rotation by 57.5 degrees with scale (1, 0.5), without a reflection.
    """

    def turned(fraction: float, height: float) -> st.Transform3D:
        turn = st.Transform3D.rotation(fraction * math.radians(degrees), 0, 0, 1)
        return st.Transform3D.scale(1, side * height, 1) @ turn

    layer = st.Layer()
    layer.add_animation(
        st.BasicAnimation("transform", from_value=turned(0, 1), to_value=turned(1, 0), duration=1)
    )
    for time in (0.25, 0.5, 0.9):
        found = layer.presentation_value("transform", time)
        assert list(found) == pytest.approx(list(turned(time, 1 - time)), abs=1e-9)


def test_no_colour_is_the_neighbour_s_colour_that_is_clear() -> None:
    layer = st.Layer(frame=(0, 0, 10, 10), background_color="white")
    frames = st.KeyframeAnimation("backgroundColor", values=[None, "red", None, "blue"], duration=3)
    layer.add_animation(frames, "tint")
    shown = [layer.presentation_value("backgroundColor", time) for time in (0.5, 1, 1.5, 2.5)]
    assert shown == [(1, 0, 0, 0.5), (1, 0, 0, 1), (1, 0, 0, 0.5), (0, 0, 1, 0.5)]
    assert layer.presentation_value("backgroundColor", 2) is None
    read = layer.animations["tint"]
    assert isinstance(read, st.KeyframeAnimation)
    assert list(read.values) == [None, (1, 0, 0, 1), None, (0, 0, 1, 1)]
    scene = st.Scene(10, 10)
    scene.add_sublayer(layer)
    again = st.Scene.from_bytes(scene.to_bytes())
    assert again == scene
    assert again.root.sublayers[0].presentation_value("backgroundColor", 0.5) == (1, 0, 0, 0.5)


def test_a_basic_animation_from_or_to_a_colour_that_is_none() -> None:
    layer = st.Layer(frame=(0, 0, 10, 10))
    assert layer.background_color is None
    layer.add_animation(st.BasicAnimation("backgroundColor", to_value="red", duration=2))
    assert layer.presentation_value("backgroundColor", 1) == (1, 0, 0, 0.5)
    layer.remove_all_animations()
    layer.add_animation(st.BasicAnimation("backgroundColor", from_value="lime", to_value=None, duration=2))
    assert layer.presentation_value("backgroundColor", 0.5) == (0, 1, 0, 0.75)


def test_none_among_values_that_are_no_colours_is_refused() -> None:
    with pytest.raises((TypeError, st.InvalidArgument)):
        st.KeyframeAnimation("opacity", values=[None, 1], duration=1)
    with pytest.raises((TypeError, st.InvalidArgument)):
        st.KeyframeAnimation("colors", values=[None, ["red"]], duration=1)
