"""Tests of the activity indicators against measurements of a recording of Core Animation."""

import math
import pathlib
import subprocess
import sys

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image as Pillow

import installed
import stretto as st

EXAMPLES = installed.ROOT / "python" / "examples"
sys.path.insert(0, str(EXAMPLES))
import indicators  # noqa: E402

SIZE, SIDE = 43, 63
#: Period of each indicator in seconds, or None if the parts of an indicator have different periods.
PERIODS = {
    "ball_pulse": 0.75, "ball_grid_pulse": None, "ball_clip_rotate": 0.75, "square_spin": 3,
    "ball_clip_rotate_pulse": 1, "ball_clip_rotate_multiple": 1, "ball_pulse_rise": 1, "ball_rotate": 1,
    "cube_transition": 1.6, "ball_zig_zag": 0.7, "ball_zig_zag_deflect": 1.5, "ball_triangle_path": 2,
    "ball_scale": 1, "line_scale": 1, "line_scale_party": None, "ball_scale_multiple": 1,
    "ball_pulse_sync": 0.6, "ball_beat": 0.7, "ball_double_bounce": 2, "line_scale_pulse_out": 1,
    "line_scale_pulse_out_rapid": 0.9, "ball_scale_ripple": 1, "ball_scale_ripple_multiple": 1.25,
    "ball_spin_fade_loader": 1, "line_spin_fade_loader": 1.2, "triangle_skew_spin": 3, "pacman": 1,
    "ball_grid_beat": None, "semi_circle_spin": 0.6, "ball_rotate_chase": 1.5, "orbit": 3.8,
    "audio_equalizer": None, "circle_stroke_spin": 1.7,
}  # fmt: skip

Picture = npt.NDArray[np.float64]


def scene_of(name: str) -> st.Scene:
    """A scene with one indicator in the middle of a black square."""
    layer = indicators.indicator(getattr(indicators, name), SIZE)
    layer.position = (SIDE / 2, SIDE / 2)
    return st.Scene(SIDE, SIDE, background="black", sublayers=[layer])


def brightness(scene: st.Scene, time: float, scale: float = 1) -> Picture:
    """The coverage of each pixel, 0...1."""
    return scene.render(time, scale=scale)[..., 0] / 255


def test_the_indicators_are_those_of_the_original_in_its_order() -> None:
    assert [make.__name__ for make in indicators.INDICATORS] == list(PERIODS)


@pytest.mark.parametrize(("name", "period"), [item for item in PERIODS.items() if item[1]])
def test_each_repeats_when_its_code_says(name: str, period: float) -> None:
    scene = scene_of(name)
    for part in (0.13, 0.41, 0.77):
        now, later = (brightness(scene, 4 * period + part * period + more) for more in (0, period))
        assert np.abs(now - later).max() < 0.01
        half = brightness(scene, 4 * period + part * period + 0.37 * period)
        assert np.abs(now - half).max() > 0.1, "it moves between"


def edges(name: str, time: float, axis: int) -> tuple[float, float]:
    """Widths of the shape, in points, near its first and its last edge along an axis."""
    widths = brightness(scene_of(name), time, 4).sum(axis=axis) / 4
    seen = np.flatnonzero(widths > 1)
    return float(widths[seen[3]]), float(widths[seen[-4]])


# Times at which the recording shows a square in perspective, the axis of its two parallel edges (x is 1), and
# which of the two edges is longer: the first edge, at the top or left (-1), or the last edge (1).
TUMBLING = [
    (0.02, 1, -1), (0.05, 1, -1), (0.08, 1, -1), (0.2, 1, 1), (0.33, 1, 1), (0.4, 1, 1),
    (1.56, 1, 1), (1.58, 1, 1), (1.7, 1, -1), (1.8, 1, -1), (1.9, 1, -1),
    (2.27, 0, 1), (2.3, 0, 1), (2.45, 0, 1), (2.6, 0, 1), (2.75, 0, 1),
]  # fmt: skip


@pytest.mark.parametrize(("time", "axis", "longer"), TUMBLING)
def test_the_square_tumbles_as_it_was_recorded(time: float, axis: int, longer: int) -> None:
    first, last = edges("square_spin", 3 + time, axis)
    assert (last - first) * longer > 0.4


@pytest.mark.parametrize("time", [0.8, 0.9, 1.0, 1.2])
def test_the_square_has_no_perspective_on_its_second_turn(time: float) -> None:
    for axis in (0, 1):
        first, last = edges("square_spin", 3 + time, axis)
        assert abs(first - last) < 0.1


def test_the_moon_goes_round_twice_at_one_speed() -> None:
    layer = indicators.orbit(83)[3]
    for part in np.linspace(0, 0.999, 40):
        x, y = layer.presentation_value("position", 3.8 * float(part))
        angle = math.degrees(math.atan2(y - 41.5, x - 41.5))
        expected = 270 + 720 * part
        # The moon follows a Bézier curve at constant parameter speed, which differs slightly from constant
        # angular speed.
        assert abs((angle - expected + 180) % 360 - 180) < 0.2
        assert math.hypot(x - 41.5, y - 41.5) == pytest.approx((83 - 83 / 2.75 / 4) / 2, rel=1e-3)


def test_balls_of_the_grid_rest_until_their_group_begins_again() -> None:
    balls = indicators.ball_grid_pulse(SIZE)
    for ball, duration, begin in zip(balls, (0.72, 1.02, 1.28), (-0.06, 0.25, -0.17), strict=False):
        start = 5 * duration + begin
        assert ball.presentation_value("transform.scale", start + 0.36) == pytest.approx(0.5)
        for time in np.arange(0.73, duration, 0.05):
            assert ball.presentation_value("transform.scale", start + float(time)) == 1
            assert ball.presentation_value("opacity", start + float(time)) == 1


def test_bars_stand_on_one_line_and_are_as_high_as_their_values() -> None:
    scene = scene_of("audio_equalizer")
    for duration, column in ((4.3, 0), (2.5, 1), (1.7, 2), (3.1, 3)):
        x = round((10 + (1 + 2 * column) * SIZE / 9 + SIZE / 18) * 4)
        for key, height in ((1, 0.7), (4, 0.95), (7, 0.4)):
            bar = brightness(scene, duration * (1 + key / 11), 4)[:, x]
            assert bar.sum() / 4 == pytest.approx(SIZE * height, abs=0.3)
            assert np.flatnonzero(bar > 0.5)[-1] == pytest.approx((10 + SIZE) * 4, abs=2)


def test_values_hold_after_key_times_that_end_early() -> None:
    ring = indicators.ball_scale_ripple(SIZE)[0]
    assert [ring.presentation_value("transform.scale", time) for time in (3.95, 3.99)] == [1, 1]
    lines = indicators.line_scale_pulse_out_rapid(SIZE)
    assert lines[2].presentation_value("transform.scale.y", 0.9 * 3 + 0.85) == 1
    assert lines[2].presentation_value("transform.scale.y", 0.9 * 3 + 0.72) == pytest.approx(0.3)


@pytest.mark.process
def test_the_script_writes_its_clip(tmp_path: pathlib.Path) -> None:
    command = [sys.executable, "-W", "error", str(EXAMPLES / "indicators.py"), "--out", str(tmp_path)]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert f"wrote {tmp_path}" in printed
    with Pillow.open(tmp_path / "indicators.gif") as clip:
        assert clip.size == (880, 276)
