"""Thirty-three activity indicators for iOS, made of Core Animation's layers and animations, in a grid.

    python indicators.py [--out folder]

The indicators are those of NVActivityIndicatorView (github.com/ninjaprox/NVActivityIndicatorView, by Vinh
Nguyen and others, MIT licence). Sizes, key times, timing curves and begin times are those of the Swift code
of NVActivityIndicatorView.
"""

import argparse
import itertools
import math
import pathlib
from collections.abc import Callable, Sequence
from typing import Any, Literal

import stretto as st

Curve = Literal["linear", "default", "ease-in-out"] | tuple[float, float, float, float]
Values = Sequence[Any]
COLOR, GROUND = "white", (237 / 255, 85 / 255, 101 / 255)
COLUMNS, WIDTH, HEIGHT = 11, 80, 92
SIZE, ORBIT_SIZE = 43, 76
SECONDS, START = 3, 3

TURN = (0, math.pi, 2 * math.pi)
HALVES, THIRDS, QUARTERS = (0, 0.5, 1), (0, 0.33, 0.66, 1), (0, 0.25, 0.5, 0.75, 1)


# Shapes


def drawn(
    path: st.Path,
    frame: tuple[float, float, float, float],
    animations: Sequence[st.Animation],
    line_width: float | None = None,
) -> st.Layer:
    """A shape layer with a path, a frame and animations. The path is filled, or stroked if a line width is
    given.
    """
    if line_width is None:
        return st.ShapeLayer(path=path, frame=frame, animations=animations, fill_color=COLOR)
    return st.ShapeLayer(
        path=path,
        frame=frame,
        animations=animations,
        fill_color=None,
        stroke_color=COLOR,
        line_width=line_width,
    )


def circle(
    x: float, y: float, side: float, *animations: st.Animation, line_width: float | None = None
) -> st.Layer:
    """A disc, or a ring if a line width is given."""
    path = st.Path.arc(side / 2, side / 2, side / 2, 0, 2 * math.pi, clockwise=False)
    return drawn(path, (x, y, side, side), animations, line_width)


def arcs(
    origin: float, side: float, parts: Sequence[tuple[float, float]], *animations: st.Animation
) -> st.Layer:
    """Arcs of a ring that fits into a square. The two angles of each arc are in eighths of a turn."""
    path, half = st.Path(), side / 2
    for start, end in parts:
        angle = start * math.pi / 4
        path.move_to(half + half * math.cos(angle), half + half * math.sin(angle))
        path.arc(half, half, half, angle, end * math.pi / 4, clockwise=end > start)
    return drawn(path, (origin, origin, side, side), animations, line_width=2)


def line(x: float, y: float, width: float, height: float, *animations: st.Animation) -> st.Layer:
    """A bar with round ends."""
    path = st.Path.rounded_rect(0, 0, width, height, width / 2)
    return drawn(path, (x, y, width, height), animations)


def square(x: float, y: float, side: float, *animations: st.Animation) -> st.Layer:
    """A square."""
    return drawn(st.Path.rect(0, 0, side, side), (x, y, side, side), animations)


def row(size: float, count: int, spacing: float = 2) -> tuple[float, list[float]]:
    """The width of each of `count` balls in a row, and the x coordinate of each ball."""
    side = (size - (count - 1) * spacing) / count
    return side, [k * (side + spacing) for k in range(count)]


# Animations


def keyframes(
    key_path: str,
    values: Values,
    key_times: Sequence[float],
    duration: float = 0,
    *,
    curve: Curve = "linear",
) -> st.KeyframeAnimation:
    """Keyframes with one timing curve for all segments. A keyframe animation without a duration lasts as long
    as its group.
    """
    animation = st.KeyframeAnimation(key_path, values=values, key_times=key_times, duration=duration)
    animation.timing_functions = [curve] * (len(values) - 1)
    return animation


def basic(key_path: str, from_value: float, to_value: float, duration: float, **more: Any) -> st.Animation:
    """A basic animation from one value to another."""
    return st.BasicAnimation(key_path, from_value=from_value, to_value=to_value, duration=duration, **more)


def endless(animation: st.Animation, begin: float = 0) -> st.Animation:
    """Makes the given animation repeat without end, and returns the animation."""
    animation.begin_time, animation.repeat_count = begin, math.inf
    return animation


def group(
    duration: float, *animations: st.Animation, curve: Curve = "linear", begin: float = 0, **more: Any
) -> st.Animation:
    """A group of animations with one timing curve for the whole group, repeated without end."""
    whole = st.AnimationGroup(animations=animations, duration=duration, timing_function=curve, **more)
    return endless(whole, begin)


# Balls in rows


def ball_pulse(size: float) -> list[st.Layer]:
    """Three balls shrink and grow again, one after the other."""
    side, lefts = row(size, 3)
    layers = []
    for x, begin in zip(lefts, (0.12, 0.24, 0.36), strict=True):
        pulse = keyframes("transform.scale", (1, 0.3, 1), (0, 0.3, 1), 0.75, curve=(0.2, 0.68, 0.18, 1.08))
        layers.append(circle(x, (size - side) / 2, side, endless(pulse, begin)))
    return layers


def ball_beat(size: float) -> list[st.Layer]:
    """Three balls shrink and fade: the middle ball first, then both outer balls."""
    side, lefts = row(size, 3)
    shrink = keyframes("transform.scale", (1, 0.75, 1), HALVES, 0.7)
    fade = keyframes("opacity", (1, 0.2, 1), HALVES, 0.7)
    return [
        circle(x, (size - side) / 2, side, group(0.7, shrink, fade, begin=begin))
        for x, begin in zip(lefts, (0.35, 0, 0.35), strict=True)
    ]


def ball_pulse_sync(size: float) -> list[st.Layer]:
    """Three balls move up and down, each a little later than the previous ball."""
    side, lefts = row(size, 3)
    rise = (size - side) / 4
    layers = []
    for x, begin in zip(lefts, (0.07, 0.14, 0.21), strict=True):
        hop = keyframes("transform.translation.y", (0, rise, -rise, 0), THIRDS, 0.6, curve="ease-in-out")
        layers.append(circle(x, (size - side) / 2, side, endless(hop, begin)))
    return layers


def ball_pulse_rise(size: float) -> list[st.Layer]:
    """Five balls rise, fall and change their size one after another."""
    side, lefts = row(size, 5)

    def rising(scales: Values, heights: Values) -> st.Animation:
        curve = (0.15, 0.46, 0.9, 0.6)
        return group(
            1,
            keyframes("transform.scale", scales, HALVES, 1, curve=curve),
            keyframes("transform.translation.y", heights, (0, 0.25, 0.75, 1), 1, curve=curve),
        )

    even = rising((1.1, 0.4, 1), (0, -size / 2, size / 2, 0))
    odd = rising((0.4, 1.1, 0.75), (0, size / 2, -size / 2, 0))
    return [circle(x, (size - side) / 2, side, (even, odd)[k % 2]) for k, x in enumerate(lefts)]


# Balls in grids


def ball_grid_pulse(size: float) -> list[st.Layer]:
    """Nine balls shrink and fade, each with its own duration."""
    side, lefts = row(size, 3)
    durations = (0.72, 1.02, 1.28, 1.42, 1.45, 1.18, 0.87, 1.45, 1.06)
    begins = (-0.06, 0.25, -0.17, 0.48, 0.31, 0.03, 0.46, 0.78, 0.45)
    # In NVActivityIndicatorView, the two animations have no duration, and all balls share the two animation
    # objects. Core Animation gives both animations the duration of the first group, so the balls of longer
    # groups rest at the end.
    shrink = keyframes("transform.scale", (1, 0.5, 1), HALVES, durations[0], curve="default")
    fade = keyframes("opacity", (1, 0.7, 1), HALVES, durations[0], curve="default")
    return [
        circle(x, y, side, group(duration, shrink, fade, begin=begin))
        for (y, x), duration, begin in zip(itertools.product(lefts, lefts), durations, begins, strict=True)
    ]


def ball_grid_beat(size: float) -> list[st.Layer]:
    """Nine balls fade, each with its own duration."""
    side, lefts = row(size, 3)
    durations = (0.96, 0.93, 1.19, 1.13, 1.34, 0.94, 1.2, 0.82, 1.19)
    begins = (0.36, 0.4, 0.68, 0.41, 0.71, -0.15, -0.12, 0.01, 0.32)
    layers = []
    for (y, x), duration, begin in zip(itertools.product(lefts, lefts), durations, begins, strict=True):
        fade = keyframes("opacity", (1, 0.7, 1), HALVES, duration, curve="default")
        layers.append(circle(x, y, side, endless(fade, begin)))
    return layers


def ball_spin_fade_loader(size: float) -> list[st.Layer]:
    """Eight balls around a centre shrink and fade one after the other."""
    side, _ = row(size, 5, spacing=-2)
    radius = (size - side) / 2
    shrink = keyframes("transform.scale", (1, 0.4, 1), HALVES, 1)
    fade = keyframes("opacity", (1, 0.3, 1), HALVES, 1)
    layers = []
    for k in range(8):
        x, y = (radius * (1 + turn(k * math.pi / 4)) for turn in (math.cos, math.sin))
        layers.append(circle(x, y, side, group(1, shrink, fade, begin=0.12 * k)))
    return layers


# Balls that grow


def ball_scale(size: float) -> list[st.Layer]:
    """A ball grows and fades."""
    grow, fade = basic("transform.scale", 0, 1, 1), basic("opacity", 1, 0, 1)
    return [circle(0, 0, size, group(1, grow, fade, curve="ease-in-out"))]


def ball_scale_multiple(size: float) -> list[st.Layer]:
    """Three balls grow and fade, each later than the previous ball."""
    grow = basic("transform.scale", 0, 1, 1)
    fade = keyframes("opacity", (0, 1, 0), (0, 0.05, 1), 1)
    layers = [circle(0, 0, size, group(1, grow, fade, begin=begin)) for begin in (0, 0.2, 0.4)]
    for layer in layers:
        layer.opacity = 0  # transparent until the animation begins
    return layers


def ripple(size: float, smallest: float, duration: float, begin: float = 0) -> st.Layer:
    """A ring that reaches its full size at 0.7 of the duration."""
    curve = (0.21, 0.53, 0.56, 0.8)
    grow = keyframes("transform.scale", (smallest, 1), (0, 0.7), duration)
    grow.timing_function = curve
    fade = keyframes("opacity", (1, 0.7, 0), (0, 0.7, 1), duration, curve=curve)
    return circle(0, 0, size, group(duration, grow, fade, begin=begin), line_width=2)


def ball_scale_ripple(size: float) -> list[st.Layer]:
    """One ring grows like a ripple on water."""
    return [ripple(size, 0.1, 1)]


def ball_scale_ripple_multiple(size: float) -> list[st.Layer]:
    """Three rings grow like ripples on water."""
    return [ripple(size, 0, 1.25, begin) for begin in (0, 0.2, 0.4)]


def ball_double_bounce(size: float) -> list[st.Layer]:
    """Two balls with one centre: one ball is large when the other ball is small."""
    layers = []
    for begin in (0, 1):
        bounce = keyframes("transform.scale", (-1, 0, -1), HALVES, 2)
        bounce.timing_function = "ease-in-out"
        layers.append(circle(0, 0, size, endless(bounce, begin)))
        layers[-1].opacity = 0.6
    return layers


# Rotations


def turning(angles: Values, duration: float, curve: Curve = "linear") -> st.Animation:
    """A rotation during which the layer shrinks and grows again."""
    return group(
        duration,
        keyframes("transform.scale", (1, 0.6, 1), HALVES, duration, curve=curve),
        keyframes("transform.rotation.z", angles, HALVES, duration, curve=curve),
    )


def ball_clip_rotate(size: float) -> list[st.Layer]:
    """Three quarters of a ring rotate."""
    return [arcs(0, size, [(-3, -9)], turning(TURN, 0.75))]


def ball_clip_rotate_pulse(size: float) -> list[st.Layer]:
    """A ball pulses between two rotating quarters of a ring."""
    curve = (0.09, 0.57, 0.49, 0.9)
    pulse = keyframes("transform.scale", (1, 0.3, 1), (0, 0.3, 1), 1, curve=curve)
    return [
        circle(size / 4, size / 4, size / 2, endless(pulse)),
        arcs(0, size, [(-3, -1), (3, 1)], turning(TURN, 1, curve)),
    ]


def ball_clip_rotate_multiple(size: float) -> list[st.Layer]:
    """Quarter arcs of two rings rotate in opposite directions."""
    back = [-angle for angle in TURN]
    return [
        arcs(0, size, [(3, 5), (-1, 1)], turning(TURN, 1, "ease-in-out")),
        arcs(size / 4, size / 2, [(-3, -1), (3, 1)], turning(back, 1, "ease-in-out")),
    ]


def ball_rotate(size: float) -> list[st.Layer]:
    """A row of three balls rotates."""
    side = size / 5
    middle = (size - side) / 2
    balls = [circle(x, middle, side) for x in (0, middle, size - side)]
    balls[0].opacity = balls[2].opacity = 0.8
    turn = turning(TURN, 1, (0.7, -0.13, 0.22, 0.86))
    return [st.Layer(frame=(0, 0, size, size), sublayers=balls, animations=[turn])]


def semi_circle_spin(size: float) -> list[st.Layer]:
    """A segment of a disc rotates."""
    half = size / 2
    path = st.Path.arc(half, half, half, -math.pi / 6, -5 * math.pi / 6, clockwise=False).close()
    turn = keyframes("transform.rotation.z", TURN, HALVES, 0.6)
    return [drawn(path, (0, 0, size, size), [endless(turn)])]


def circle_stroke_spin(size: float) -> list[st.Layer]:
    """A ring is drawn and erased while it rotates."""
    curve = (0.4, 0, 0.2, 1)
    turn = st.BasicAnimation("transform.rotation", by_value=2 * math.pi)
    end = basic("strokeEnd", 0, 1, 0.7, timing_function=curve)
    start = basic("strokeStart", 0, 1, 1.2, timing_function=curve, begin_time=0.5)
    path = st.Path.arc(size / 2, size / 2, size / 2, -math.pi / 2, 3 * math.pi / 2)
    spin = group(1.7, turn, end, start, fill_mode="forwards")
    return [drawn(path, (0, 0, size, size), [spin], line_width=2)]


def pacman(size: float) -> list[st.Layer]:
    """A mouth eats balls. The mouth is an arc with a stroke so wide that the stroke fills the disc."""
    ball, side = size / 5, 2 * size / 3
    near = basic("transform.translation.x", 0, -size / 2, 1)
    fade = basic("opacity", 1, 0.7, 1)
    bite = group(
        0.5,
        keyframes("strokeStart", (0.125, 0, 0.125), HALVES, 0.5, curve="default"),
        keyframes("strokeEnd", (0.875, 1, 0.875), HALVES, 0.5, curve="default"),
    )
    mouth = st.Path.arc(side / 2, side / 2, side / 4, 0, 2 * math.pi)
    return [
        circle(size - ball, (size - ball) / 2, ball, group(1, near, fade)),
        drawn(mouth, (0, (size - side) / 2, side, side), [bite], line_width=side / 2),
    ]


# Rotations in space


def tumbling() -> st.Animation:
    """An animation of half turns about x and y, one after the other, in perspective."""

    def turned(about_x: float, about_y: float) -> st.Transform3D:
        first = st.Transform3D(st.Transform3D.rotation(about_x, 1, 0, 0), m34=-1 / 100)
        return first @ st.Transform3D(st.Transform3D.rotation(about_y, 0, 1, 0), m34=-1 / 100)

    half = math.pi
    values = [turned(0, 0), turned(half, 0), turned(half, half), turned(0, half), turned(0, 0)]
    return endless(keyframes("transform", values, QUARTERS, 3, curve=(0.09, 0.57, 0.49, 0.9)))


def square_spin(size: float) -> list[st.Layer]:
    """A square tumbles in perspective."""
    return [square(0, 0, size, tumbling())]


def triangle_skew_spin(size: float) -> list[st.Layer]:
    """A triangle tumbles in perspective."""
    path = st.Path.polygon([(0, 3 * size / 4), (size / 2, size / 4), (size, 3 * size / 4)])
    return [drawn(path, (0, 0, size, size), [tumbling()])]


# Movements between positions


def there_and_back(points: Sequence[tuple[float, float]]) -> list[st.Transform3D]:
    """Transforms from a layer's position to two other positions and back."""
    return [st.Transform3D.translation(x, y) for x, y in ((0, 0), *points, (0, 0))]


def cube_transition(size: float) -> list[st.Layer]:
    """Two squares move around the corners of a square, half a round apart."""
    side = size / 5
    distance = size - side
    corners = [(0, 0), (distance, 0), (distance, distance), (0, distance), (0, 0)]
    turns = [-k * math.pi / 2 for k in range(5)]
    journey = [
        keyframes("transform.scale", (1, 0.5, 1, 0.5, 1), QUARTERS, 1.6, curve="ease-in-out"),
        keyframes("transform.translation", corners, QUARTERS, 1.6, curve="ease-in-out"),
        keyframes("transform.rotation.z", turns, QUARTERS, 1.6, curve="ease-in-out"),
    ]
    return [square(0, 0, side, group(1.6, *journey, begin=begin)) for begin in (0, -0.8)]


def zig_zag(size: float, duration: float, autoreverses: bool) -> list[st.Layer]:
    """Each of two balls moves from the centre to two corners."""
    side = size / 5
    middle = (size - side) / 2
    layers = []
    for reach in (middle, -middle):
        zig = keyframes("transform", there_and_back([(-reach, -reach), (reach, -reach)]), THIRDS, duration)
        zig.autoreverses = autoreverses
        layers.append(circle(middle, middle, side, endless(zig)))
    return layers


def ball_zig_zag(size: float) -> list[st.Layer]:
    """Two balls move along two triangles."""
    return zig_zag(size, 0.7, autoreverses=False)


def ball_zig_zag_deflect(size: float) -> list[st.Layer]:
    """Two balls move along two triangles, forwards and backwards."""
    return zig_zag(size, 0.75, autoreverses=True)


def ball_triangle_path(size: float) -> list[st.Layer]:
    """Three rings move between the corners of a triangle."""
    side = size / 5
    half, whole = (size - side) / 2, size - side
    triangles = [
        ((half, 0), [(half, whole), (-half, whole)]),
        ((0, whole), [(half, -whole), (whole, 0)]),
        ((whole, whole), [(-whole, 0), (-half, -whole)]),
    ]
    layers = []
    for (x, y), points in triangles:
        motion = keyframes("transform", there_and_back(points), THIRDS, 2, curve="ease-in-out")
        layers.append(circle(x, y, side, endless(motion), line_width=2))
    return layers


def ball_rotate_chase(size: float) -> list[st.Layer]:
    """Five balls move around a circle, each with its own timing curve."""
    side, top = size / 5, 1.5 * math.pi
    orbit_path = st.Path.arc(size / 2, size / 2, (size - side) / 2, top, top + 2 * math.pi)
    layers = []
    for k in range(5):
        rate = k / 5
        shrink = basic("transform.scale", 1 - rate, 0.2 + rate, 1.5)
        move = st.KeyframeAnimation("position", path=orbit_path, duration=1.5)
        chase = group(1.5, shrink, move, curve=(0.5, 0.15 + rate, 0.25, 1))
        layers.append(circle(0, 0, side, chase))
    return layers


def orbit(size: float) -> list[st.Layer]:
    """A moon moves around a planet that pulses and emits two waves."""
    core = size / (1 + 0.25 + 1.5)
    satellite, origin = core * 0.25, (size - core) / 2
    out = (0.19, 1, 0.22, 1)
    first = keyframes("transform.scale", (0, 0, 1.3, 2), (0, 0.45, 0.45, 1), 1.9)
    second = keyframes("transform.scale", (0, 0, 1.3, 2.1), (0, 0.55, 0.55, 1), 1.9)
    first.timing_functions = second.timing_functions = ["linear", out]
    beat = keyframes("transform.scale", (1, 1.3, 1.3, 1), (0, 0.45, 0.55, 1), 1.9)
    beat.timing_functions = [(0.7, 0, 1, 0.5), "linear", (0, 0.7, 0.5, 1)]
    fades = [
        keyframes("opacity", (0.8, 0.8, 0), (0, 0.45, 1), 1.9),
        keyframes("opacity", (0.7, 0.7, 0, 0), (0, 0.55, 0.65, 1), 1.9),
    ]
    top = 1.5 * math.pi
    orbit_path = st.Path.arc(size / 2, size / 2, (size - satellite) / 2, top, top + 4 * math.pi)
    return [
        circle(origin, origin, core, group(1.9, first, fades[0])),
        circle(origin, origin, core, group(1.9, second, fades[1])),
        circle(origin, origin, core, endless(beat)),
        circle(0, 0, satellite, endless(st.KeyframeAnimation("position", path=orbit_path, duration=3.8))),
    ]


# Lines


def stretching(
    size: float,
    begins: Sequence[float],
    scales: Values,
    key_times: Sequence[float],
    duration: float,
    curve: Curve,
) -> list[st.Layer]:
    """Five lines that become shorter, each at its own begin time."""
    width = size / 9
    layers = []
    for k, begin in enumerate(begins):
        scaling = keyframes("transform.scale.y", scales, key_times, duration, curve=curve)
        layers.append(line(2 * k * width, 0, width, size, endless(scaling, begin)))
    return layers


def line_scale(size: float) -> list[st.Layer]:
    """Five lines become shorter, from left to right."""
    begins = (0.1, 0.2, 0.3, 0.4, 0.5)
    return stretching(size, begins, (1, 0.4, 1), HALVES, 1, (0.2, 0.68, 0.18, 1.08))


def line_scale_pulse_out(size: float) -> list[st.Layer]:
    """Five lines become shorter, from the middle outwards."""
    begins = (0.4, 0.2, 0, 0.2, 0.4)
    return stretching(size, begins, (1, 0.4, 1), HALVES, 1, (0.85, 0.25, 0.37, 0.85))


def line_scale_pulse_out_rapid(size: float) -> list[st.Layer]:
    """Five lines become shorter from the middle outwards, and return quickly."""
    begins = (0.5, 0.25, 0, 0.25, 0.5)
    return stretching(size, begins, (1, 0.3, 1), (0, 0.8, 0.9), 0.9, (0.11, 0.49, 0.38, 0.78))


def line_scale_party(size: float) -> list[st.Layer]:
    """Four lines shrink, each with its own duration."""
    width = size / 7
    durations, begins = (1.26, 0.43, 1.01, 0.73), (0.77, 0.29, 0.28, 0.74)
    layers = []
    for k, (duration, begin) in enumerate(zip(durations, begins, strict=True)):
        shrink = keyframes("transform.scale", (1, 0.5, 1), HALVES, duration, curve="default")
        layers.append(line(2 * k * width, 0, width, size, endless(shrink, begin)))
    return layers


def line_spin_fade_loader(size: float) -> list[st.Layer]:
    """Eight strokes around a centre fade one after the other."""
    width, height = (size - 4 * 2) / 5, (size - 2 * 2) / 3
    radius = (size - height) / 2
    layers = []
    for k in range(8):
        angle = k * math.pi / 4
        x, y = radius * (1 + math.cos(angle)), radius * (1 + math.sin(angle))
        fade = endless(keyframes("opacity", (1, 0.3, 1), HALVES, 1.2, curve="ease-in-out"), 0.12 * (k + 1))
        stroke = line((height - width) / 2, 0, width, height)
        turned = st.Layer(frame=(x, y, height, height), sublayers=[stroke], animations=[fade])
        turned.sublayer_transform = st.Transform3D.rotation(math.pi / 2 + angle)
        layers.append(turned)
    return layers


def audio_equalizer(size: float) -> list[st.Layer]:
    """Four bars like those of an audio equaliser, whose paths are animated."""
    width, left = size / 9, size / 9
    heights = [size * part for part in (0, 0.7, 0.4, 0.05, 0.95, 0.3, 0.9, 0.4, 0.15, 0.18, 0.75, 0.01)]
    bars = [st.Path.rect(0, size - height, width, height) for height in heights]
    layers = []
    for k, duration in enumerate((4.3, 2.5, 1.7, 3.1)):
        dance = st.KeyframeAnimation("path", values=bars, duration=duration, additive=True)
        layers.append(line(left + 2 * k * width, 0, width, size, endless(dance)))
    return layers


# The grid

#: All indicators, in the order of NVActivityIndicatorView.
INDICATORS: list[Callable[[float], list[st.Layer]]] = [
    ball_pulse,
    ball_grid_pulse,
    ball_clip_rotate,
    square_spin,
    ball_clip_rotate_pulse,
    ball_clip_rotate_multiple,
    ball_pulse_rise,
    ball_rotate,
    cube_transition,
    ball_zig_zag,
    ball_zig_zag_deflect,
    ball_triangle_path,
    ball_scale,
    line_scale,
    line_scale_party,
    ball_scale_multiple,
    ball_pulse_sync,
    ball_beat,
    ball_double_bounce,
    line_scale_pulse_out,
    line_scale_pulse_out_rapid,
    ball_scale_ripple,
    ball_scale_ripple_multiple,
    ball_spin_fade_loader,
    line_spin_fade_loader,
    triangle_skew_spin,
    pacman,
    ball_grid_beat,
    semi_circle_spin,
    ball_rotate_chase,
    orbit,
    audio_equalizer,
    circle_stroke_spin,
]


def indicator(make: Callable[[float], list[st.Layer]], size: float) -> st.Layer:
    """A layer with an indicator in a square of `size` points."""
    return st.Layer(bounds=(0, 0, size, size), name=make.__name__, sublayers=make(size))


def cell(index: int, make: Callable[[float], list[st.Layer]]) -> st.Layer:
    """A cell of the grid with an indicator and its name."""
    row, column = divmod(index, COLUMNS)
    title = st.TextLayer(make.__name__.replace("_", " "), frame=(8, HEIGHT - 24, WIDTH - 16, 24))
    title.font_size, title.foreground_color, title.wrapped = 8.5, (1, 1, 1, 0.7), True
    title.alignment_mode = "center"
    shown = indicator(make, ORBIT_SIZE if make is orbit else SIZE)
    shown.position = (WIDTH / 2, (HEIGHT - 20) / 2)
    return st.Layer(frame=(column * WIDTH, row * HEIGHT, WIDTH, HEIGHT), sublayers=[shown, title])


def make_scene() -> st.Scene:
    """The scene with all indicators in a grid of 880 x 276 points."""
    height = math.ceil(len(INDICATORS) / COLUMNS) * HEIGHT
    cells = [cell(index, make) for index, make in enumerate(INDICATORS)]
    return st.Scene(COLUMNS * WIDTH, height, background=GROUND, sublayers=cells)


def main() -> None:
    """Saves a clip that starts when all indicators are moving."""
    arguments = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    arguments.add_argument("--out", type=pathlib.Path, default=pathlib.Path("out"))
    folder = arguments.parse_args().out
    folder.mkdir(parents=True, exist_ok=True)
    clip = folder / "indicators.gif"
    # NVActivityIndicatorView has keyframes whose key times end before 1, so diagnostics are switched off.
    make_scene().movie(SECONDS, fps=25, start=START, diagnose=False).save(clip, colors=16)
    print(f"wrote {clip} ({clip.stat().st_size / 1000:.0f} kB)")


if __name__ == "__main__":
    main()
