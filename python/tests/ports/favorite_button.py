"""DOFavoriteButton (github.com/okmr-d/DOFavoriteButton): a star pops out of a ring and five rays."""

import math

import stretto as st

SIDE = 88
BOX = (SIDE / 4, SIDE / 4, SIDE / 2, SIDE / 2)
CENTER = (SIDE / 2, SIDE / 2)
ORANGE, RED, GREY = "#ffac33", "#fa7844", "#8899a6"
BEGIN = 0.1
TIMES = (0, 0.15, 0.2, 0.26, 0.32, 0.38, 0.45, 0.6, 0.7, 1.2)


def scales(
    numbers: list[float], key_times: list[float], duration: float, unit: float = 1
) -> st.KeyframeAnimation:
    """A keyframe animation of scales that are equal in x and y."""
    values = [st.Transform3D.scale(unit * number, unit * number, 1) for number in numbers]
    animation = st.KeyframeAnimation("transform", values=values, key_times=key_times, duration=duration)
    animation.begin_time = BEGIN
    return animation


def ring() -> st.ShapeLayer:
    """A disc with a hole that grows. The mask is a square and a small circle, filled by the even-odd rule."""
    hole = st.ShapeLayer(bounds=BOX, position=CENTER, fill_rule="even-odd")
    hole.path = st.Path.rect(*BOX).arc(*CENTER, 0.1, 0, 2 * math.pi)
    sizes = [1.25, 2.688, 3.923, 4.375, 4.731, 5, 5]
    growth = scales([0] * 9, [0, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.9, 1], 0.333)
    growth.values = [st.Transform3D()] * 2 + [st.Transform3D.scale(SIDE / 2 * size) for size in sizes]
    hole.add_animation(growth)
    disc = st.ShapeLayer(
        bounds=BOX, position=CENTER, path=st.Path.ellipse(*BOX), fill_color=ORANGE, mask=hole
    )
    disc.transform = st.Transform3D.scale(0, 0, 1)
    disc.add_animation(
        scales([0, 0.5, 1, 1.2, 1.3, 1.37, 1.4, 1.4], [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 1], 0.333)
    )
    return disc


def ray(index: int) -> st.ShapeLayer:
    side = SIDE / 2 * 1.5
    x, y = SIDE / 4 - SIDE / 8, SIDE / 4 - SIDE / 8
    layer = st.ShapeLayer(bounds=(x, y, side, side), position=CENTER, masks_to_bounds=True, opacity=0)
    layer.path = st.Path().move_to(x + side / 2, y + side / 2).line_to(x + side / 2, y)
    layer.stroke_color, layer.line_width, layer.miter_limit = RED, 1.25, 1.25
    layer.line_cap = layer.line_join = "round"
    layer.stroke_end = 0
    layer.transform = st.Transform3D.rotation(math.pi / 5 * (2 * index + 1), 0, 0, 1)
    starts = [0, 0, 0.18, 0.2, 0.26, 0.32, 0.4, 0.6, 0.71, 0.89, 0.92]
    times = [0, 0.056, 0.111, 0.167, 0.222, 0.278, 0.333, 0.389, 0.444, 0.944, 1]
    ends, end_times = [0, 0, 0.32, 0.48, 0.64, 0.68, 0.92, 0.92], [*times[:6], 0.944, 1]
    for key_path, values, key_times, duration in (
        ("strokeStart", starts, times, 0.6),
        ("strokeEnd", ends, end_times, 0.6),
        ("opacity", [1, 1, 0], [0, 0.4, 0.567], 1),
    ):
        layer.add_animation(
            st.KeyframeAnimation(
                key_path, values=values, key_times=key_times, duration=duration, begin_time=BEGIN
            )
        )
    return layer


def star() -> st.ShapeLayer:
    points = [(SIDE / 2 + r * math.sin(k * math.pi / 5), SIDE / 2 - r * math.cos(k * math.pi / 5))
              for k in range(10) for r in [(22, 10)[k % 2]]]  # fmt: skip
    mask = st.ShapeLayer(bounds=BOX, position=CENTER, path=st.Path.polygon(points))
    image = st.ShapeLayer(bounds=BOX, position=CENTER, path=st.Path.rect(*BOX), mask=mask, fill_color=ORANGE)
    grey = st.BasicAnimation("fillColor", from_value=GREY, to_value=GREY, duration=BEGIN)
    image.add_animation(grey)
    sizes = [0, 0, 1.2, 1.25, 1.2, 0.9, 0.875, 0.875, 0.9, 1.013, 1.025, 1.013, 0.96, 0.95, 0.96, 0.99, 1]
    frames = [
        0,
        0.1,
        0.3,
        0.333,
        0.367,
        0.467,
        0.5,
        0.533,
        0.567,
        0.667,
        0.7,
        0.733,
        0.833,
        0.867,
        0.9,
        0.967,
    ]
    image.add_animation(scales(sizes, [*frames, 1], 1))
    return image


def scene() -> st.Scene:
    button = st.Layer(frame=(0, 0, SIDE, SIDE), sublayers=[ring(), *(ray(k) for k in range(5)), star()])
    return st.Scene(SIDE, SIDE, background="white", sublayers=[button])
