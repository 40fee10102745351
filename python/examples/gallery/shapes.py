"""Shapes and gradients."""

import math
from typing import Any

from pages import BLUE, GREEN, INK, RED, VIOLET, YELLOW, endless, entry, line, names, page, star

import stretto as st

ZIGZAG = line((12, 76), (32, 24), (48, 72), (64, 24), (84, 76))


@entry()
def path() -> st.Scene:
    leaf = st.Path().move_to(48, 10).curve_to(92, 30, 92, 66, 48, 86).curve_to(4, 66, 4, 30, 48, 10).close()
    return page(st.ShapeLayer(path=leaf, fill_color=GREEN, stroke_color=INK, line_width=3))


@entry()
def path_of_svg() -> st.Scene:
    heart = "M48 84 C8 56 4 20 28 16 Q42 14 48 30 Q54 14 68 16 C92 20 88 56 48 84 Z"
    return page(st.ShapeLayer(path=heart, fill_color=RED))


@entry()
def fill_rule() -> st.Scene:
    corners = [
        (48 + 40 * math.sin(k * 0.8 * math.pi), 50 - 40 * math.cos(k * 0.8 * math.pi)) for k in range(5)
    ]
    shape = st.ShapeLayer(path=st.Path.polygon(corners), fill_color=VIOLET, fill_rule="even-odd")
    return page(shape)


@entry()
def line_join() -> st.Scene:
    layers = []
    for k, join in enumerate(names("miter", "round", "bevel")):
        shape = st.ShapeLayer(path=line((24, 28), (48, 10), (72, 28)), fill_color=None, line_width=12)
        shape.stroke_color, shape.line_join, shape.position = INK, join, (0, 6 + 28 * k)
        layers.append(shape)
    return page(*layers)


@entry()
def miter_limit() -> st.Scene:
    layers = []
    for k, limit in enumerate((10, 1)):
        shape = st.ShapeLayer(path=line((14, 34), (80, 22), (14, 10)), fill_color=None, line_width=8)
        shape.stroke_color, shape.miter_limit, shape.position = BLUE, limit, (0, 2 + 46 * k)
        layers.append(shape)
    return page(*layers)


@entry()
def line_cap() -> st.Scene:
    layers = []
    for k, cap in enumerate(names("butt", "round", "square")):
        shape = st.ShapeLayer(path=line((24, 0), (72, 0)), stroke_color=INK, line_width=14, line_cap=cap)
        shape.position = (0, 20 + 28 * k)
        layers.append(shape)
    return page(*layers)


@entry(at=0.3, seconds=1)
def line_dash() -> st.Scene:
    ring = st.ShapeLayer(path=st.Path.circle(48, 48, 34), fill_color=None, stroke_color=RED, line_width=8)
    ring.line_dash_pattern, ring.line_cap = [1, 16.8], "round"
    ring.add_animation(endless("lineDashPhase", 0, 17.8, 1))
    return page(ring)


@entry(at=0.6, seconds=2)
def stroke_start_and_end() -> st.Scene:
    shape = st.ShapeLayer(path=ZIGZAG, fill_color=None, stroke_color=VIOLET, line_width=8, line_join="round")
    shape.line_cap = "round"
    for key_path, begin in (("strokeEnd", 0), ("strokeStart", 1)):
        grow = st.BasicAnimation(key_path, from_value=0, to_value=1, duration=1, begin_time=begin)
        grow.fill_mode = "both"
        shape.add_animation(
            st.AnimationGroup(animations=[grow], duration=2, repeat_count=math.inf), key=key_path
        )
    return page(shape)


@entry(at=0.5, seconds=2)
def path_that_moves() -> st.Scene:
    shape = st.ShapeLayer(fill_color=BLUE)
    octagon, spikes = star(4, 40, 40), star(4, 40, 16)
    morph = st.BasicAnimation("path", from_value=octagon, to_value=spikes, duration=1, autoreverses=True)
    morph.repeat_count, morph.timing_function = math.inf, "ease-in-out"
    shape.add_animation(morph)
    return page(shape)


@entry()
def axial_gradient() -> st.Scene:
    sky = st.GradientLayer(frame=(8, 8, 80, 80), colors=[BLUE, "white", YELLOW], corner_radius=12)
    sky.start_point, sky.end_point = (0, 0), (1, 1)
    return page(sky)


@entry()
def radial_gradient() -> st.Scene:
    ball = st.GradientLayer(frame=(8, 8, 80, 80), type="radial", colors=["white", RED, INK], corner_radius=40)
    ball.start_point, ball.end_point = (0.35, 0.3), (1, 1)
    return page(ball)


@entry()
def conic_gradient() -> st.Scene:
    wheel = st.GradientLayer(frame=(8, 8, 80, 80), type="conic", corner_radius=40)
    wheel.colors, wheel.start_point, wheel.end_point = (
        [RED, YELLOW, GREEN, BLUE, VIOLET, RED],
        (0.5, 0.5),
        (0.5, 0),
    )
    return page(wheel)


@entry()
def hard_stops() -> st.Scene:
    flag = st.GradientLayer(frame=(12, 20, 72, 56), colors=[GREEN, GREEN, "white", "white", RED, RED])
    flag.locations, flag.start_point, flag.end_point = [0, 1 / 3, 1 / 3, 2 / 3, 2 / 3, 1], (0, 0.5), (1, 0.5)
    return page(flag)


@entry()
def part_of_a_stroke() -> st.Scene:
    ring: dict[str, Any] = {
        "path": st.Path.circle(48, 48, 34),
        "fill_color": None,
        "stroke_color": INK,
        "line_width": 10,
    }
    rest = st.ShapeLayer(**{**ring, "stroke_color": "#ddd8c8"}, line_dash_pattern=[4, 4], line_dash_phase=2)
    return page(rest, st.ShapeLayer(**ring, stroke_start=0.1, stroke_end=0.65, line_cap="round"))
