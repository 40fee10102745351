"""Tests of malformed keyframes that Core Animation plays: Stretto draws them like Core Animation and reports
a diagnostic.
"""

from __future__ import annotations

import math
import warnings
from typing import Any

import pytest

import stretto as st

CAML = '<caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 40 40">{}</CALayer></caml>'

#: Rows of values, key times, calculation mode, and expected values at fractions of the duration.
ROWS: list[tuple[list[float], list[float], str, dict[float, float]]] = [
    ([1, 2, 3], [0, 0.4, 0.567], "linear", {0.2: 1.5, 0.567: 3, 0.8: 3, 0.99: 3}),
    ([1, 2], [0, 0.7], "linear", {0.35: 1.5, 0.7: 2, 0.9: 2}),
    ([1, 2], [0.5, 1], "linear", {0: 1, 0.25: 1, 0.75: 1.5}),
    ([1, 2], [0, 0.5, 1], "linear", {0.25: 1.5, 0.75: 2}),
    ([1, 2, 9], [0, 0.8], "linear", {0.4: 1.5, 0.9: 2}),
    ([1, 2, 3], [0.9], "linear", {0.25: 1.5, 0.5: 2}),
    ([1, 2, 3], [0, 0.4, 0.8], "cubic", {0.4: 2, 0.8: 3, 0.9: 3}),
    ([1, 2, 3], [0, 0.5, 0.75], "discrete", {0.4: 1, 0.6: 2, 0.8: 3}),
    ([1, 2, 3], [0, 0.5], "discrete", {0.4: 1, 0.6: 2, 0.9: 2}),
]


def scene_of(layer: st.Layer) -> st.Scene:
    scene = st.Scene(40, 40)
    scene.add_sublayer(layer)
    return scene


def box(*animations: st.Animation) -> st.Layer:
    layer = st.Layer(frame=(5, 5, 10, 10), background_color="white")
    for animation in animations:
        layer.add_animation(animation)
    return layer


def codes(scene: st.Scene) -> list[tuple[str, str]]:
    return [(found.code, found.key_path) for found in scene.diagnostics()]


@pytest.mark.parametrize(("values", "times", "mode", "expected"), ROWS)
def test_key_times_that_do_not_fit_are_played_as_far_as_they_do(
    values: list[float], times: list[float], mode: Any, expected: dict[float, float]
) -> None:
    animation = st.KeyframeAnimation(
        "position.x", values=values, key_times=times, calculation_mode=mode, duration=2
    )
    assert animation.key_times == tuple(times), "it reads as it was given"
    layer = box(animation)
    for fraction, value in expected.items():
        assert layer.presentation_value("position.x", 2 * fraction) == pytest.approx(value, abs=1e-12)
    assert codes(scene_of(layer)) == [("keyframes-do-not-fit", "position.x")]


def opened(keyframes: str) -> tuple[st.Scene, st.Layer]:
    """Returns a scene, opened from a document whose only layer has the given keyframe animation, and the
    layer.
    """
    animation = f'<animation type="CAKeyframeAnimation" duration="2" {keyframes}</animation>'
    inside = f"<sublayers><CALayer><animations>{animation}</animations></CALayer></sublayers>"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        scene = st.Scene.from_bytes(CAML.format(inside).encode())
    return scene, scene.root.sublayers[0]


def reals(name: str, numbers: list[float]) -> str:
    return f"<{name}>" + "".join(f'<real value="{number}"/>' for number in numbers) + f"</{name}>"


@pytest.mark.parametrize(("values", "times", "mode", "expected"), ROWS)
def test_key_times_of_documents_that_do_not_fit_are_played_as_far_as_they_do(
    values: list[float], times: list[float], mode: str, expected: dict[float, float]
) -> None:
    scene, layer = opened(
        f'keyPath="position.x" calculationMode="{mode}">' + reals("values", values) + reals("keyTimes", times)
    )
    for fraction, value in expected.items():
        assert layer.presentation_value("position.x", 2 * fraction) == pytest.approx(value, abs=1e-12)
    assert ("keyframes-do-not-fit", "position.x") in codes(scene)


@pytest.mark.parametrize("times", [[0.8, 0.2], [0, 1.5], [-1, 1]])
def test_decreasing_key_times_are_dropped_from_a_document_with_a_warning(times: list[float]) -> None:
    scene, layer = opened('keyPath="opacity">' + reals("values", [0, 1]) + reals("keyTimes", times))
    assert layer.presentation_value("opacity", 0.5) == 0.25
    assert any("keyTimes" in warning for warning in scene.warnings)


@pytest.mark.parametrize("count", [1, 3, 5])
def test_missing_timing_functions_are_linear_and_more_are_ignored(count: int) -> None:
    values = [0, 1, 0, 1]
    layer = box(
        st.KeyframeAnimation("opacity", values=values, timing_functions=["easeIn"] * count, duration=3)
    )
    plain = box(st.KeyframeAnimation("opacity", values=values, duration=3))
    for index in range(3):
        eased = layer.presentation_value("opacity", index + 0.5)
        straight = plain.presentation_value("opacity", index + 0.5)
        assert (eased == straight) == (index >= count)
    expected = [] if count == 3 else [("keyframes-do-not-fit", "opacity")]
    assert codes(scene_of(layer)) == expected


def test_key_times_of_a_path_hold_at_its_ends() -> None:
    walk = st.KeyframeAnimation(
        "position", path=st.Path("M0 0L10 0L10 30"), key_times=[0.2, 0.4, 0.6], duration=1
    )
    layer = box(walk)
    found = [layer.presentation_value("position", time) for time in (0.1, 0.3, 0.5, 0.9)]
    assert found == [pytest.approx(point) for point in ((0, 0), (5, 0), (10, 15), (10, 30))]


def test_key_times_that_fit_or_are_not_used_raise_no_warning() -> None:
    layer = box(
        st.KeyframeAnimation("opacity", values=[0, 1], key_times=[0, 1], duration=1),
        st.KeyframeAnimation("zPosition", values=[0, 1], key_times=[0.3], calculation_mode="paced"),
        st.KeyframeAnimation("position.x", values=[3, 4], key_times=[0, 0.2, 1], calculation_mode="discrete"),
        st.KeyframeAnimation(
            "position.y", values=[3, 4], timing_functions=["easeIn"] * 4, calculation_mode="discrete"
        ),
        st.KeyframeAnimation("cornerRadius", values=[3], key_times=[0]),
    )
    assert codes(scene_of(layer)) == []


def test_a_cumulative_animation_adds_the_last_value_that_counts() -> None:
    layer = box(
        st.KeyframeAnimation(
            "position.x", values=[0, 10, 99], key_times=[0, 1], cumulative=True, repeat_count=3, duration=1
        )
    )
    assert layer.presentation_value("position.x", 1.5) == 15


# Arcs


@pytest.mark.parametrize("clockwise", [True, False])
@pytest.mark.parametrize(
    ("start", "end"), [(0, 2 * math.pi), (2 * math.pi, 0), (-math.pi / 2, 3 * math.pi / 2)]
)
def test_an_arc_of_a_full_turn_is_a_circle(start: float, end: float, clockwise: bool) -> None:
    arc = st.Path.arc(30, 30, 10, start, end, clockwise=clockwise)
    assert arc.length == pytest.approx(20 * math.pi, rel=1e-6)
    assert arc.bounds == pytest.approx((20, 20, 20, 20), abs=1e-5)
    assert arc.elements()[0][1] == arc.elements()[-1][1][-2:], "it ends where it began"
    angle = start + (math.pi / 2 if clockwise else -math.pi / 2)
    expected = (30 + 10 * math.cos(angle), 30 + 10 * math.sin(angle))
    assert arc.point_at(5 * math.pi) == pytest.approx(expected, abs=1e-4)


def test_an_arc_with_a_radius_below_0_begins_on_the_other_side() -> None:
    """An arc with a negative radius begins on the opposite side, as in UIKit. Favorite buttons animate a ring
    from a radius of -1.49.
    """
    arc = st.Path.arc(30, 30, -10, 0, math.pi / 2)
    turned = st.Path.arc(30, 30, 10, math.pi, math.pi * 3 / 2)
    for (letter, numbers), (other, wanted) in zip(arc.elements(), turned.elements(), strict=True):
        assert letter == other
        assert numbers == pytest.approx(wanted, abs=1e-9)
    for wrong in (math.nan, math.inf, -math.inf):
        with pytest.raises(st.InvalidArgument, match="finite"):
            st.Path.arc(0, 0, wrong, 0, 1)


def test_a_layer_goes_twice_round_an_arc_of_two_turns() -> None:
    arc = st.Path.arc(0, 0, 10, 0, 4 * math.pi)
    assert arc.length == pytest.approx(40 * math.pi, rel=1e-6)
    layer = box(st.KeyframeAnimation("position", path=arc, calculation_mode="paced", duration=8))
    for time in range(8):
        angle = time * math.pi / 2
        expected = (10 * math.cos(angle), 10 * math.sin(angle))
        assert layer.presentation_value("position", time) == pytest.approx(expected, abs=1e-3)
