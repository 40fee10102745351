"""fave-button (github.com/janselv/fave-button): a heart with sparks, on an elastic curve of 60 keyframes."""

import math
from typing import Any

import stretto as st

SIDE, BEGIN = 44, 0.1
RADIUS = SIDE * 1.3 / 2
EXPAND, COLLAPSE = 0.1298, 0.1089
CENTER = (60, 60)
SELECTED, NORMAL = "#e2264d", "#899ca7"
FROM, TO = "#dd4688", "#cd8ff6"
COLORS = [
    ("#7dc2f4", "#e2264d"), ("#f8cc61", "#9bdfba"), ("#af90f4", "#90d1f9"), ("#e9a966", "#f8c852"),
    ("#f68fa7", "#f6a2b8"),
]  # fmt: skip
TIMES = (0.05, 0.16, 0.22, 0.26, 0.3, 0.36, 0.45, 0.55, 0.7, 0.9, 1.2)


def elastic(count: int = 60, amplitude: float = 1.001, period: float = 0.39988) -> list[float]:
    """Penner's elastic curve, sampled once per frame."""
    shift = period / (2 * math.pi) * math.asin(1 / amplitude)
    values = [0.0]
    for k in range(1, count):
        t = k / count
        values.append(amplitude * 2 ** (-10 * t) * math.sin((t - shift) * 2 * math.pi / period) + 1)
    return values


def held(key_path: str, to_value: Any, duration: float, delay: float) -> st.BasicAnimation:
    """An animation from the current value to `to_value` that holds its last value."""
    animation = st.BasicAnimation(key_path, to_value=to_value, duration=duration, timing_function="ease-out")
    animation.begin_time, animation.fill_mode = BEGIN + delay, "forwards"
    animation.removed_on_completion = False
    return animation


def circle(radius: float) -> st.Path:
    return st.Path.arc(0, 0, radius, 0, 2 * math.pi)


def ring() -> st.ShapeLayer:
    line_width = 3
    # The ported Swift code uses a radius of 0.01 minus half the line width, although the radius is negative.
    layer = st.ShapeLayer(position=CENTER, path=circle(0.01 - line_width / 2), fill_color=None)
    layer.stroke_color, layer.line_width = FROM, 0
    fill = st.BasicAnimation("fillColor", from_value=FROM, to_value=TO, duration=EXPAND, begin_time=BEGIN)
    fill.timing_function = "ease-out"
    layer.animations = [
        fill,
        held("lineWidth", line_width, EXPAND, 0),
        held("strokeColor", TO, EXPAND, 0),
        held("path", circle(RADIUS - line_width / 2), EXPAND, 0),
        held("lineWidth", 0, COLLAPSE, EXPAND),
        held("path", circle(RADIUS), COLLAPSE, EXPAND),
    ]
    return layer


def dot(radius: float, position: tuple[float, float], color: str, end: str, shrink: float) -> st.Layer:
    """One of the two dots of a spark of the favourite button. `position` is relative to the
    centre of the button, with y upwards.
    """
    x, y = position
    layer = st.Layer(bounds=(0, 0, 2 * radius, 2 * radius), corner_radius=radius, position=(x, -y), opacity=0)
    layer.background_color = color
    layer.animations = [
        held("opacity", 1, 0.001, COLLAPSE / 3),
        held("position.y", -y - 0.3 * RADIUS - 4, 0.28, COLLAPSE / 3),
        held("backgroundColor", end, 0.7, 0.2),
        held("transform.scale", 0, shrink, 0.2),
    ]
    return layer


def spark(index: int) -> st.Layer:
    first, second = SIDE * 0.0633, SIDE * 0.04
    colors = COLORS[index % len(COLORS)]
    low = 0.8 * RADIUS + second - 4
    near = dot(second, (-first, low), colors[1], colors[0], 0.7)
    far = dot(first, (second, low + second + first), colors[0], colors[1], 0.7 * 1.7)
    # Half way through the second movement, the two dots of a spark also move apart.
    far.add_animation(held("position.y", -low - second - first - 0.3 * RADIUS - 8, 0.35, 0.2))
    turn = st.Transform3D.rotation(math.radians(360 / 7 * index + 10))
    return st.Layer(position=CENTER, transform=turn, sublayers=[far, near])


def icon() -> st.Layer:
    """A coloured layer with a heart as its mask. The animations of the heart icon scale the mask."""
    heart = st.Path("M0 13 C-18 0 -16 -13 -8 -13 C-4 -13 -1 -11 0 -8 C1 -11 4 -13 8 -13 C16 -13 18 0 0 13Z")
    mask = st.ShapeLayer(path=heart)
    pop = st.KeyframeAnimation("transform.scale", values=elastic(), duration=1)
    pop.begin_time = BEGIN + EXPAND + COLLAPSE / 2
    mask.add_animation(pop)
    square = st.ShapeLayer(
        path=st.Path.rect(-SIDE / 2, -SIDE / 2, SIDE, SIDE), fill_color=SELECTED, mask=mask
    )
    before = st.BasicAnimation("fillColor", from_value=NORMAL, to_value=NORMAL, duration=BEGIN)
    away = st.BasicAnimation("opacity", from_value=0, to_value=0, begin_time=BEGIN)
    away.duration = EXPAND + COLLAPSE / 2
    square.animations = [before, away]
    return st.Layer(position=CENTER, sublayers=[square])


def scene() -> st.Scene:
    layers = [ring(), *(spark(k) for k in range(7)), icon()]
    return st.Scene(120, 120, background="white", sublayers=layers)
