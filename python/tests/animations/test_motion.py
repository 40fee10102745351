"""Tests of motion paths, springs and keyframes that Python sets and the C interface reads back."""

from __future__ import annotations

import ctypes
import math
from typing import Any

import numpy as np
import pytest

import stretto as st
from stretto._ffi import ffi, signatures
from untyped import untyped

_lib = ffi.lib


def test_paths_have_length_points_and_bounds() -> None:
    track = st.Path().move_to(20, 100).line_to(120, 100).line_to(120, 60)
    assert track.length == 140
    assert track.point_at(120) == (120, 80)
    assert track.point_at(-1) == (20, 100)
    assert track.point_at(1e9) == (120, 60)
    assert track.bounds == (20, 60, 100, 40)
    assert st.Path().bounds is None
    assert st.Path().length == 0
    with pytest.raises(st.InvalidArgument, match="lines"):
        st.Path().point_at(1)
    copy = track.copy()
    copy.line_to(0, 0)
    assert track.length == 140
    assert len(copy.elements()) == len(track.elements()) + 1
    moved = track.transformed(st.Transform3D.translation(5, 7))
    assert moved.bounds == (25, 67, 100, 40)
    assert track.bounds == (20, 60, 100, 40)
    both = st.Path.circle(0, 0, 10).add_path(track, st.Transform3D.scale(2))
    assert both.bounds == (-10, -10, 250, 210)
    with pytest.raises(st.InvalidArgument, match="perspective"):
        track.transformed(st.Transform3D(m14=0.1))
    with pytest.raises(TypeError, match="Path"):
        track.add_path("M0 0")  # type: ignore[arg-type]


def test_paths_of_shapes_have_the_right_lengths() -> None:
    assert math.isclose(st.Path.circle(5, 5, 10).length, 20 * math.pi, rel_tol=1e-3)
    quarter = st.Path.arc(0, 0, 10, 0, math.pi / 2)
    assert math.isclose(quarter.length, 5 * math.pi, rel_tol=1e-6)
    assert math.isclose(
        st.Path.arc(0, 0, 10, 0, math.pi / 2, clockwise=False).length, 15 * math.pi, rel_tol=1e-6
    )
    triangle = st.Path.polygon([(0, 0), (3, 0), (3, 4)])
    assert triangle.length == 12
    assert triangle.elements()[-1][0] == "Z"
    with pytest.raises(st.InvalidArgument, match=r"Path\.polygon"):
        st.Path.polygon([(0, 0, 0)])


def test_transform_elements() -> None:
    eye = st.Transform3D(m34=-1 / 500)
    assert eye == st.Transform3D.perspective(500)
    assert eye.m34 == -1 / 500
    assert eye.m11 == 1
    assert st.Transform3D(eye, m41=7).m41 == 7
    assert st.Transform3D(eye, m41=7).m34 == -1 / 500
    with pytest.raises(TypeError, match="m34"):
        st.Transform3D(m34="near")  # type: ignore[arg-type]


def test_springs() -> None:
    spring = st.SpringAnimation("opacity", from_value=0, to_value=1)
    assert (spring.mass, spring.stiffness, spring.damping, spring.initial_velocity) == (1, 100, 10, 0)
    assert math.isclose(spring.settling_duration, 1.4727003346780927, abs_tol=1e-12)
    assert st.SpringAnimation("opacity", damping=0).settling_duration == math.inf
    with pytest.raises(TypeError, match=r"'perceptual_duration'.*'mass'"):
        st.SpringAnimation("opacity", mass=2, perceptual_duration=1)
    with pytest.raises(st.InvalidArgument, match="mass"):
        spring.mass = 0
    with pytest.raises(st.InvalidArgument, match="bounce"):
        spring.bounce = 2


@pytest.mark.parametrize("ratio", [0.1, 0.5, 0.8, 1])
@pytest.mark.parametrize("seconds", [0.3, 2])
def test_springs_as_uikit_has_them(ratio: float, seconds: float) -> None:
    """A spring with `damping_ratio` and `settles_in`, like UIKit's `usingSpringWithDamping`, has settled
    after `settles_in` seconds and overshoots by the damping ratio.
    """
    spring = st.SpringAnimation(
        "position.x", from_value=0, to_value=1, damping_ratio=ratio, settles_in=seconds
    )
    assert spring.duration == seconds, "it is not cut off"
    assert spring.damping_ratio == pytest.approx(ratio)
    assert spring.settles_in == pytest.approx(seconds)
    assert spring.settling_duration == pytest.approx(seconds, abs=0.1 if ratio == 1 else 1e-9)
    layer = st.Layer()
    layer.add_animation(spring)
    values = [layer.presentation_value("position.x", seconds * k / 1000) for k in range(1000)]
    overshoot = math.exp(-ratio * math.pi / math.sqrt(1 - ratio**2)) if ratio < 1 else 0
    assert max(values) == pytest.approx(1 + overshoot, abs=2e-3)
    assert abs(values[-1] - 1) < 2e-3


def test_a_spring_takes_one_set_of_parameters() -> None:
    assert st.SpringAnimation("opacity", settles_in=2, duration=1).duration == 1
    later = st.SpringAnimation("opacity", damping_ratio=0.3)
    later.settles_in = 3
    assert later.damping_ratio == pytest.approx(0.3)
    assert later.duration == 0
    for wrong in ({"bounce": 0.2, "settles_in": 1}, {"damping_ratio": 0.2, "stiffness": 3}):
        with pytest.raises(TypeError, match=r"damping_ratio.*settles_in"):
            st.SpringAnimation("opacity", **untyped(wrong))
    with pytest.raises(st.InvalidArgument, match="damping_ratio"):
        st.SpringAnimation("opacity", damping_ratio=0)


def test_keyframes_along_a_path() -> None:
    with pytest.raises(st.InvalidArgument, match="point"):
        st.Layer().add_animation(st.KeyframeAnimation("opacity", path=st.Path.circle(0, 0, 1)))
    with pytest.raises(st.InvalidArgument, match="values"):
        st.Layer().add_animation(st.KeyframeAnimation("position", path=st.Path().move_to(1, 1)))
    round_trip = st.KeyframeAnimation("position", path=st.Path.circle(50, 50, 20), rotation_mode="auto")
    assert round_trip.rotation_mode == "auto"
    assert round_trip.path is not None
    round_trip.rotation_mode = None
    assert round_trip.rotation_mode is None
    with pytest.raises(st.Error, match="autoReverse"):
        round_trip.rotation_mode = "reverse"  # type: ignore[assignment]


def test_value_functions() -> None:
    layer = st.Layer()
    turn = st.BasicAnimation(
        "transform", value_function="rotateZ", from_value=0, to_value=2 * math.pi, duration=1
    )
    layer.add_animation(turn)
    assert math.isclose(layer.presentation_value("transform.rotation.z", 0.25), math.pi / 2)
    with pytest.raises(TypeError, match="from_value"):
        st.BasicAnimation("transform", from_value=st.Transform3D(), value_function="rotateZ")
    whole = st.BasicAnimation("transform", value_function="scale", from_value=(1, 2, 3))
    assert whole.from_value == (1, 2, 3)
    whole.value_function = None
    assert whole.value_function is None
    with pytest.raises(st.InvalidArgument, match="value_function"):
        layer.add_animation(st.BasicAnimation("opacity", value_function="scaleX", from_value=1))


def read(key: str, layer: st.Layer) -> Any:
    return ffi.new(
        signatures.AnimationPointer, _lib.stretto_layer_get_animation, layer._pointer, key.encode()
    )


@pytest.mark.slow
def test_animations_are_read_back_as_they_were_given() -> None:
    layer = st.ShapeLayer()
    moves = st.KeyframeAnimation("position", values=[(0, 1), (2, 3)], duration=2, calculation_mode="cubic")
    layer.add_animation(moves, "moves")
    paths = [st.Path.rect(0, 0, 1, 1), st.Path.rect(0, 0, 2, 2)]
    layer.add_animation(st.KeyframeAnimation("path", values=paths), "paths")
    members = [
        st.BasicAnimation("opacity", to_value=0.5, begin_time=1),
        st.SpringAnimation("opacity", to_value=0.25, damping=3),
    ]
    layer.add_animation(st.AnimationGroup(animations=members, duration=3), "group")
    found = read("moves", layer)
    assert ffi.text(_lib.stretto_animation_get_key_path, found) == "position"
    assert ffi.integer(_lib.stretto_animation_get_kind, found) == 1
    assert ffi.count(_lib.stretto_animation_get_value_count, found) == 2
    assert ffi.numbers(_lib.stretto_animation_get_values, found, 1) == [2, 3]
    assert ffi.number(_lib.stretto_animation_get_number, found, b"duration") == 2
    assert ffi.text(_lib.stretto_animation_get_string, found, b"calculationMode") == "cubic"
    with pytest.raises(st.InvalidArgument, match=r"2.*values.*2"):
        ffi.numbers(_lib.stretto_animation_get_values, found, 2)
    _lib.stretto_animation_release(found)
    found = read("paths", layer)
    path = ffi.new(signatures.PathPointer, _lib.stretto_animation_get_path_value, found, 1)
    assert ffi.numbers(_lib.stretto_path_get_bounds, path) == [0, 0, 2, 2]
    assert ffi.number(_lib.stretto_animation_get_number, found, b"duration") == 0.25
    _lib.stretto_path_release(path)
    _lib.stretto_animation_release(found)
    found = read("group", layer)
    assert ffi.count(_lib.stretto_animation_get_animation_count, found) == 2
    kinds = []
    for index in range(2):
        member = ffi.new(signatures.AnimationPointer, _lib.stretto_animation_get_animation, found, index)
        kinds.append(ffi.integer(_lib.stretto_animation_get_kind, member))
        assert ffi.text(_lib.stretto_animation_get_key_path, member) == "opacity"
        _lib.stretto_animation_release(member)
    assert kinds == [0, 3], "in the order given, not of their begin"
    _lib.stretto_animation_release(found)
    none = signatures.AnimationPointer()
    _lib.stretto_layer_get_animation(layer._pointer, b"nobody", ctypes.byref(none))
    assert not none.value


def test_paced_keyframes_move_at_an_even_pace() -> None:
    """With calculation mode "paced", a car moves along its track at constant speed."""
    track = st.Path.circle(50, 50, 40)
    car = st.Layer(bounds=(0, 0, 10, 4), background_color="navy")
    car.add_animation(
        st.KeyframeAnimation(
            "position", path=track, calculation_mode="paced", rotation_mode="auto", duration=4
        )
    )
    for step in range(1, 16):
        x, y = car.presentation_value("position", step / 4)
        assert math.isclose(math.hypot(x - 50, y - 50), 40, rel_tol=1e-3)
        assert math.isclose(math.atan2(y - 50, x - 50) % (2 * math.pi), step * math.pi / 8, abs_tol=1e-3)


@pytest.mark.parametrize("clockwise", [True, False])
@pytest.mark.parametrize("angle", [1e16, 1e25, 1e300, 1.7e308])
def test_an_arc_of_turns_without_end_is_refused(angle: float, clockwise: bool) -> None:
    path = st.Path.rect(0, 0, 1, 1)
    for start, end in ((angle, -angle), (-angle, angle), (angle, 0), (0, angle)):
        with pytest.raises(st.LimitError, match="elements"):
            path.arc(5, 5, 2, start, end, clockwise=clockwise)
    assert len(path.elements()) == 5
    far = st.Path.arc(5, 5, 2, angle, angle, clockwise=clockwise)
    assert far.length == 0


def test_an_arc_stays_within_finite_numbers() -> None:
    with pytest.raises(st.InvalidArgument, match="finite"):
        st.Path.arc(1.7e308, 0, 1e308, 0, 3)


@pytest.mark.slow
def test_a_path_that_is_added_to_itself_does_not_fill_the_memory() -> None:
    path = st.Path.rect(0, 0, 1, 1)
    for _ in range(19):
        path.add_path(path)
    with pytest.raises(st.LimitError, match="4194304"):
        path.add_path(path)
    assert path.length == 4 * 2**19


@pytest.mark.parametrize(
    ("start", "stop"), [((0, 0, 1), (1, 1, 1)), ((0.5, 0.5, 0), (1, 1, 0)), ((0, 0, 0), (1, 1, 0))]
)
def test_what_grows_from_nothing_grows_evenly(start: tuple[float, ...], stop: tuple[float, ...]) -> None:
    """If an axis of one matrix has length 0, the interpolation uses the direction of the axis in the other
    matrix, whether the axis grows or shrinks.
    """
    for first, last in ((start, stop), (stop, start)):
        layer = st.Layer()
        turned = [st.Transform3D.scale(*size).rotated(0.3) for size in (first, last)]
        layer.add_animation(
            st.BasicAnimation("transform", from_value=turned[0], to_value=turned[1], duration=1)
        )
        for time in (0, 0.25, 0.5, 0.75):
            shown = np.asarray(layer.presentation_value("transform", time))
            size = [one + (other - one) * time for one, other in zip(first, last, strict=True)]
            assert shown == pytest.approx(np.asarray(st.Transform3D.scale(*size).rotated(0.3)), abs=1e-9)
