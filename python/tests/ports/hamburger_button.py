"""HamburgerButton (github.com/fastred/HamburgerButton): three lines become an arrow, and lines again."""

import math

import stretto as st

WIDTH, TOP, MIDDLE, BOTTOM = 18, 2, 7, 12
INTO_ARROW, BACK = 0.1, 0.9
TIMES = (0, 0.16, 0.22, 0.3, 0.4, 0.7, 0.96, 1.02, 1.1, 1.4)

Point = tuple[float, float]


def held(animation: st.PropertyAnimation, begin: float) -> st.PropertyAnimation:
    """Gives an animation the duration and curve of the transaction in the ported Swift code, and holds the
    last value.
    """
    animation.duration, animation.timing_function = 0.4, (0.4, 0, 0.2, 1)
    animation.begin_time, animation.fill_mode, animation.removed_on_completion = begin, "forwards", False
    return animation


def turn(start: st.Transform3D, angle: float, key_times: tuple[float, ...] = ()) -> st.KeyframeAnimation:
    """A keyframe animation of four rotations from `start` on. With `key_times`, the rotations follow a smooth
    curve.
    """
    values = [start.rotated(angle / 3 * k) for k in range(4)]
    animation = st.KeyframeAnimation("transform", values=values, key_times=key_times)
    if key_times:
        animation.calculation_mode = "cubic"
    return animation


def bow(start: Point, control: Point, end: Point) -> st.KeyframeAnimation:
    """An animation of the position along a quadratic curve."""
    return st.KeyframeAnimation("position", path=st.Path().move_to(*start).quad_to(*control, *end))


def line(y: float) -> st.ShapeLayer:
    path = st.Path().move_to(0, 0).line_to(WIDTH, 0)
    x, top, width, height = path.stroked(2).bounds or (0, 0, 0, 0)
    layer = st.ShapeLayer(path=path, bounds=(x, top, width, height), position=(WIDTH / 2, y))
    layer.line_width, layer.stroke_color = 2, "white"
    return layer


def outer(y: float, end_y: float, control_x: float, angle: float, times: tuple[float, ...]) -> st.ShapeLayer:
    """The top or bottom line, which becomes half of the arrow's tip."""
    layer, start_point, away, control = line(y), (WIDTH / 2, y), (WIDTH / 2, end_y), (control_x, BOTTOM / 2)
    turned = st.Transform3D.rotation(angle)
    for begin, start, turn_angle, points, starts in (
        (INTO_ARROW, st.Transform3D(), angle, (start_point, control, away), (0, 0.3)),
        (BACK, turned, -angle, (away, control, start_point), (0.3, 0)),
    ):
        layer.add_animation(held(turn(start, turn_angle, times), begin))
        layer.add_animation(held(bow(*points), begin))
        stroke = st.BasicAnimation("strokeStart", from_value=starts[0], to_value=starts[1])
        layer.add_animation(held(stroke, begin))
    return layer


def middle() -> st.ShapeLayer:
    layer = line(MIDDLE)
    for begin, start, angle, ends in (
        (INTO_ARROW, st.Transform3D(), math.pi, (1, 0.85)),
        (BACK, st.Transform3D.rotation(math.pi), -math.pi, (0.85, 1)),
    ):
        layer.add_animation(held(turn(start, angle), begin))
        stroke = st.BasicAnimation("strokeEnd", from_value=ends[0], to_value=ends[1])
        layer.add_animation(held(stroke, begin))
    return layer


def scene() -> st.Scene:
    button = st.Layer(frame=(9, 10, WIDTH, 16))
    button.sublayers = [
        outer(TOP, BOTTOM + 0.75, WIDTH, math.pi * 5 / 4, (0, 0.33, 0.73, 1)),
        middle(),
        outer(BOTTOM, TOP - 0.75, 0, math.pi * 3 / 4, (0, 0.33, 0.63, 1)),
    ]
    return st.Scene(36, 36, background="#2f7bf5", sublayers=[button])
