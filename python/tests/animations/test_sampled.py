"""Tests of `KeyframeAnimation.sampled`: its error, its number of keyframes, and every kind of value."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import stretto as st

DURATION = 2.0
TIMES = [k * DURATION / 641 for k in range(642)]


def shown(
    key_path: str, function: Callable[[float], Any], tolerance: float
) -> tuple[st.KeyframeAnimation, Any]:
    """The sampled animation of a function, and the presentation values of a layer with the animation at
    `TIMES`.
    """
    motion = st.KeyframeAnimation.sampled(key_path, function, duration=DURATION, tolerance=tolerance)
    layer: st.Layer = st.GradientLayer() if key_path == "colors" else st.ShapeLayer()
    motion.fill_mode, motion.removed_on_completion = "both", False
    layer.add_animation(motion)
    return motion, [layer.presentation_value(key_path, time) for time in TIMES]


def array(value: Any) -> Any:
    return np.array(value if isinstance(value, float) else list(value))


def _turn(t: float) -> st.Transform3D:
    return st.Transform3D.rotation(t).scaled(1 + t, 1).translated(10 * t, 0)


CASES: dict[str, tuple[str, Callable[[float], Any], float, int]] = {
    "a number": ("opacity", lambda t: 0.5 + 0.5 * math.sin(5 * t), 1e-3, 12),
    "a part": ("position.x", lambda t: 100 * t**1.5, 0.05, 5),
    "a point": ("position", lambda t: (50 * math.cos(3 * t), 50 * math.sin(3 * t)), 0.1, 60),
    "a size": ("shadowOffset", lambda t: (t * t, 3 * t), 0.01, 20),
    "a rectangle": ("bounds", lambda t: (0, 0, 10 + t * t, 20 - t), 0.01, 20),
    "a transform": ("transform", _turn, 0.02, 60),
    "a colour": ("background_color", lambda t: (t / 2, 0.5 + 0.5 * math.sin(t), 0.2, 1), 2e-3, 20),
    "numbers": ("line_dash_pattern", lambda t: [2 + t, 4 + math.sin(3 * t)], 0.01, 40),
    "colours": ("colors", lambda t: ["red", (t / 2, 0, t * t / 4, 1)], 2e-3, 20),
    "a corner": ("opacity", lambda t: abs(t - 0.777) / 2, 1e-3, 5),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_sampled_keyframes_are_few_and_within_the_tolerance(name: str) -> None:
    key_path, function, tolerance, most = CASES[name]
    motion, values = shown(key_path, function, tolerance)
    for time, found in zip(TIMES, values, strict=True):
        wanted: Any = function(time)
        if key_path == "colors":
            wanted, found = [(1, 0, 0, 1), wanted[1]], np.reshape(found, (2, 4))
        far = np.abs(array(wanted) - array(found)).max()
        assert far <= 1.1 * tolerance, (time, wanted, found)
    assert len(motion.values) <= most
    assert motion.duration == DURATION


@pytest.mark.slow
def test_lines_are_as_few_as_any_choice_of_them() -> None:
    """`sampled` needs at most one keyframe more than the best choice among 61 times, which an exhaustive
    search finds.
    """
    rows = [(10 * math.sin(3 * t) + t, 8 * t * t) for t in np.linspace(0, DURATION, 61)]
    wanted = np.array(rows)
    fewest = [0] + [10**6] * 60
    for end in range(1, 61):
        for start in range(end):
            fraction = np.linspace(0, 1, end - start + 1)[:, None]
            line = wanted[start] + (wanted[end] - wanted[start]) * fraction
            if np.abs(line - wanted[start : end + 1]).max() <= 0.05:
                fewest[end] = min(fewest[end], fewest[start] + 1)
    motion, _ = shown("position", lambda t: (10 * math.sin(3 * t) + t, 8 * t * t), 0.05)
    assert len(motion.values) - 1 <= fewest[60] + 1


@pytest.mark.slow
def test_sampled_paths_blend_point_by_point() -> None:
    def ring(t: float) -> st.Path:
        return st.Path.circle(50, 50, 10 + 10 * t * t)

    motion = st.KeyframeAnimation.sampled("path", ring, duration=DURATION, tolerance=0.05)
    assert 2 < len(motion.values) < 25
    shape = st.ShapeLayer(frame=(0, 0, 100, 100), fill_color="black", animations=[motion])
    scene, reference = st.Scene(100, 100, "white"), st.Scene(100, 100, "white")
    other = st.ShapeLayer(frame=(0, 0, 100, 100), fill_color="black")
    scene.add_sublayer(shape)
    reference.add_sublayer(other)
    for time in (0, 0.31, 1.07, 1.9):
        other.path = ring(time)
        assert np.abs(scene.render(time).astype(int) - reference.render(0)).max() <= 40
        assert np.abs(scene.render(time).astype(int) - reference.render(0)).mean() < 0.5


def test_paths_of_other_elements_are_jumps() -> None:
    triangle, square = st.Path.polygon([(0, 0), (9, 0), (9, 9)]), st.Path.rect(0, 0, 9, 9)
    motion = st.KeyframeAnimation.sampled(
        "path", lambda t: triangle if t < 0.4 else square, duration=1, tolerance=0.1
    )
    assert len(motion.values) <= 4
    times = motion.key_times or ()
    jump = next(k for k in range(len(times) - 1) if abs(times[k] - 0.4) < 0.005)
    assert abs(times[jump + 1] - 0.4) < 0.005


def test_what_has_nothing_between_changes_when_the_function_does() -> None:
    clock = st.KeyframeAnimation.sampled("string", lambda t: f"{t:.0f} s", duration=4)
    assert [*clock.values] == ["0 s", "1 s", "2 s", "3 s", "4 s"]
    assert clock.key_times == pytest.approx([0, 0.125, 0.375, 0.625, 0.875, 1], abs=1e-4)
    text = st.TextLayer("")
    text.add_animation(clock)
    assert [text.presentation_value("string", t) for t in (0.4, 0.6, 3.4, 3.6)] == [
        "0 s",
        "1 s",
        "3 s",
        "4 s",
    ]
    seen = st.KeyframeAnimation.sampled("hidden", lambda t: t % 1 < 0.5, duration=1.75)
    assert [*seen.values] == [True, False, True, False]
    count = st.KeyframeAnimation.sampled("instanceCount", lambda t: int(3 * t), duration=1)
    assert [*count.values] == [0, 1, 2, 3]


@pytest.mark.slow
def test_random_curves_stay_within_the_tolerance() -> None:
    for seed in range(10):
        chance = random.Random(seed)
        waves = [(chance.uniform(0, 1), chance.uniform(1, 40), chance.uniform(0, 7)) for _ in range(3)]

        def function(t: float, waves: list[tuple[float, float, float]] = waves) -> float:
            return sum(a * math.sin(f * t + c) for a, f, c in waves)

        _, values = shown("transform.translation.x", function, 0.01)
        assert max(abs(found - function(t)) for t, found in zip(TIMES, values, strict=True)) < 0.0105


@pytest.mark.slow
def test_more_time_takes_no_more_tolerance() -> None:
    """A function that changes fast is sampled often enough to stay within the tolerance for a minute."""
    motion = st.KeyframeAnimation.sampled(
        "opacity", lambda t: 0.5 + 0.5 * math.sin(25 * t), duration=60, tolerance=0.01
    )
    layer = st.Layer()
    layer.add_animation(motion)
    chance = random.Random(7)
    for _ in range(500):
        time = chance.uniform(0, 60)
        assert abs(layer.presentation_value("opacity", time) - 0.5 - 0.5 * math.sin(25 * time)) < 0.011


def test_sampled_takes_the_keywords_of_the_animation() -> None:
    motion = st.KeyframeAnimation.sampled(
        "position.y", lambda t: 3 * t, duration=2, repeat_count=5, additive=True
    )
    assert (motion.repeat_count, motion.additive, [*motion.values]) == (5, True, [0, 6])
    snake = st.KeyframeAnimation.sampled("background_color", lambda _t: "red", duration=1)
    assert snake.key_path == "backgroundColor"


@pytest.mark.slow
def test_sampled_refuses_wrong_values_and_tolerances(monkeypatch: pytest.MonkeyPatch) -> None:
    sampled = st.KeyframeAnimation.sampled
    with pytest.raises(st.InvalidArgument, match=r"sampled\(0\).*nan"):
        sampled("opacity", lambda _t: math.nan, duration=1)
    with pytest.raises(TypeError, match=r"sampled\(0\).*point"):
        sampled("position", lambda _t: 3, duration=1)
    with pytest.raises(st.InvalidArgument, match=r"tolerance.*0"):
        sampled("opacity", lambda t: t, duration=1, tolerance=0)
    with pytest.raises(st.InvalidArgument, match=r"duration.*inf"):
        sampled("opacity", lambda t: t, duration=math.inf)
    with pytest.raises(TypeError, match="function"):
        sampled("opacity", 3, duration=1)  # type: ignore[arg-type]
    with pytest.raises(st.KeyPathError, match="opacty"):
        sampled("opacty", lambda t: t, duration=1)
    with pytest.raises(st.InvalidArgument, match="None"):
        sampled("background_color", lambda _t: None, duration=1)
    monkeypatch.setattr("stretto._motion.sampled._MOST_KEYFRAMES", 20)
    chance = random.Random(1)
    with pytest.raises(st.LimitError, match="tolerance"):
        sampled("position", lambda _t: (chance.random(), 0), duration=50, tolerance=1e-6)
