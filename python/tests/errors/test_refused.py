"""Tests that an invalid value raises an error with the name of the property, and changes nothing."""

from __future__ import annotations

import math
from typing import Any

import pytest

import stretto as st


@pytest.mark.parametrize(
    ("kind", "name", "value", "named"),
    [
        (st.Layer, "hidden", 0.3, r"0\.3"),
        (st.Layer, "masks_to_bounds", 2, r"2\.0"),
        (st.EmitterLayer, "seed", 1.5, r"1\.5"),
        (st.EmitterLayer, "seed", -1, "4294967295"),
        (st.ReplicatorLayer, "instance_count", 2.5, r"2\.5"),
        (st.GradientLayer, "locations", [0, 0.6, 0.4], r"0\.4.*0\.6"),
        (st.GradientLayer, "locations", [0, math.nan], "nan"),
    ],
)
def test_values_out_of_range_are_refused(kind: type[Any], name: str, value: Any, named: str) -> None:
    layer = kind()
    before = getattr(layer, name)
    with pytest.raises(st.InvalidArgument, match=named):
        setattr(layer, name, value)
    assert getattr(layer, name) == before
    with pytest.raises(st.InvalidArgument, match=named):
        kind(**{name: value})


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"key_times": [0, 0.7, 0.4]}, r"0\.4.*0\.7"),
        ({"key_times": [0, 0.5, 1.5]}, r"1\.5"),
        ({"key_times": [-0.5, 0.5, 1]}, r"-0\.5"),
    ],
)
def test_wrong_keyframe_animations_are_refused(options: dict[str, Any], named: str) -> None:
    layer = st.Layer()
    with pytest.raises(st.InvalidArgument, match=named):
        layer.add_animation(st.KeyframeAnimation("opacity", values=[0, 1, 0], **options))
    assert layer.animation_keys == ()


def test_keyframes_without_values() -> None:
    empty = st.KeyframeAnimation("opacity")
    with pytest.raises(st.InvalidArgument, match="values"):
        st.Layer().add_animation(empty)
    with pytest.raises(st.InvalidArgument, match="values"):
        st.AnimationGroup(animations=[empty])


def test_an_animation_with_from_to_and_by_values_is_refused() -> None:
    with pytest.raises(st.InvalidArgument, match=r"from_value.*to_value.*by_value"):
        st.BasicAnimation("opacity", from_value=0, to_value=1, by_value=1)
    fade = st.BasicAnimation("opacity", from_value=0, to_value=1)
    with pytest.raises(st.InvalidArgument):
        fade.by_value = 0.5
    assert fade.by_value is None
    fade.from_value = None
    fade.by_value = 0.5


def test_values_that_core_animation_tolerates_are_taken() -> None:
    """Values that Core Animation tolerates raise no error: fractional animated counts, numbers that Core
    Animation clamps, and surplus key times.
    """
    row = st.ReplicatorLayer(instance_count=1)
    row.add_animation(st.BasicAnimation("instanceCount", from_value=0.5, to_value=4.5, duration=1))
    assert row.presentation_value("instanceCount", 0.5) == 2
    assert row.presentation_value("instanceCount", 0.75) == 3
    layer = st.ShapeLayer(opacity=1.5, stroke_end=2)
    for options in (
        {"key_times": [0, 0.5, 1]},
        {"key_times": [0, 0.25, 0.5, 1], "calculation_mode": "discrete"},
        {"timing_functions": ["easeIn", "linear"]},
    ):
        layer.add_animation(st.KeyframeAnimation("opacity", values=[0, 1, 0], **options))
    assert len(layer.animation_keys) == 3


def test_values_that_nest_too_deep_to_be_shown() -> None:
    nested: list[Any] = []
    for _ in range(100_000):
        nested = [nested]
    with pytest.raises(st.InvalidArgument, match=r"position takes .* a list that nests too deep"):
        st.Layer(position=nested)
