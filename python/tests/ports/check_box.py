"""BEMCheckBox (github.com/Boris-Em/BEMCheckBox): six animations with which a round box is ticked."""

from __future__ import annotations

import math

import stretto as st

SIZE, WIDTH = 50, 2
DURATION, BEGIN = 0.5, 0.1
BLUE, GREY = (0, 0.478, 1), (0.667, 0.667, 0.667)
KINDS = ("stroke", "fill", "bounce", "flat", "one stroke", "fade")
TIMES = (0, 0.2, 0.3, 0.4, 0.5, 0.7)


def box_path() -> st.Path:
    half = SIZE / 2
    return st.Path.arc(half, half, (SIZE - WIDTH) / 2, -math.pi / 4, 2 * math.pi - math.pi / 4)


def corners(last: tuple[float, float]) -> list[tuple[float, float]]:
    """The corners of a check mark. The long and the usual check mark differ only in their last corner."""
    return [(SIZE / 3.1578, SIZE / 2), (SIZE / 2.0618, SIZE / 1.57894), (SIZE / last[0], SIZE / last[1])]


def through(points: list[tuple[float, float]]) -> st.Path:
    path = st.Path().move_to(*points[0])
    for point in points[1:]:
        path.line_to(*point)
    return path


CHECK, LONG = corners((1.3953, 2.7272)), corners((1.1553, 5.9272))
FLAT = [(SIZE / 4, SIZE / 2), (SIZE / 2, SIZE / 2), (SIZE / 1.2, SIZE / 2)]


def shape(path: st.Path, stroke: st.ColorLike, fill: st.ColorLike | None) -> st.ShapeLayer:
    layer = st.ShapeLayer(frame=(0, 0, SIZE, SIZE), path=path, stroke_color=stroke, fill_color=fill)
    layer.line_width = WIDTH
    return layer


def basic(key_path: str, start: float, end: float) -> st.BasicAnimation:
    animation = st.BasicAnimation(key_path, from_value=start, to_value=end, duration=DURATION)
    animation.removed_on_completion, animation.fill_mode = False, "forwards"
    animation.timing_function, animation.begin_time = "easeInEaseOut", BEGIN
    return animation


def fill(amplitude: float) -> st.KeyframeAnimation:
    values = [st.Transform3D.scale(scale, scale, scale) for scale in (0, 1 + amplitude, 1)]
    animation = st.KeyframeAnimation("transform", values=values, key_times=[0, 0.5, 1], duration=DURATION)
    animation.removed_on_completion, animation.fill_mode = False, "forwards"
    animation.timing_function, animation.begin_time = "easeInEaseOut", BEGIN
    return animation


def morph(start: st.Path, end: st.Path) -> st.BasicAnimation:
    animation = st.BasicAnimation("path", from_value=start, to_value=end, duration=DURATION)
    animation.timing_function, animation.begin_time = "easeInEaseOut", BEGIN
    return animation


def tick(kind: str, box: st.ShapeLayer, check: st.ShapeLayer) -> None:
    """Adds the animations that the box plays after a tap."""
    appear = basic("opacity", 0, 1)
    if kind == "stroke":
        for layer in (box, check):
            layer.add_animation(basic("strokeEnd", 0, 1), "strokeEnd")
    elif kind == "fill":
        box.add_animation(fill(0.18), "transform")
        check.add_animation(appear, "opacity")
    elif kind == "bounce":
        check.add_animation(fill(0.35), "transform")
        appear.duration = DURATION / 1.4
        box.add_animation(appear, "opacity")
    elif kind == "flat":
        appear.duration = DURATION / 5
        box.add_animation(appear, "opacity")
        check.add_animation(morph(through(FLAT), through(CHECK)), "path")
        check.add_animation(appear, "opacity")
    elif kind == "one stroke":
        in_one_stroke(box, check)
    else:
        for layer in (box, check):
            layer.add_animation(appear, "opacity")


def in_one_stroke(box: st.ShapeLayer, check: st.ShapeLayer) -> None:
    """The line of the box continues into the check mark. The check mark grows from its far end, and then
    shrinks.
    """
    check.path = through(LONG[::-1])
    around = basic("strokeEnd", 0, 1)
    around.duration = DURATION / 2
    box.add_animation(around, "strokeEnd")
    mark = basic("strokeEnd", 0, 1)
    mark.duration, mark.timing_function, mark.fill_mode = DURATION / 3, "easeOut", "backwards"
    mark.begin_time = BEGIN + around.duration
    check.add_animation(mark, "strokeEnd")
    shorter = morph(through(LONG), through(CHECK))
    shorter.duration, shorter.timing_function = DURATION / 6, "easeOut"
    shorter.begin_time = BEGIN + around.duration + mark.duration
    shorter.removed_on_completion, shorter.fill_mode = False, "forwards"
    check.add_animation(shorter, "path")


def check_box(kind: str) -> st.Layer:
    is_line = kind in ("stroke", "one stroke")
    box = shape(box_path(), BLUE, None if is_line else BLUE)
    check = shape(through(CHECK), BLUE if is_line else "white", None)
    check.line_cap = check.line_join = "round"
    # The layer with the check mark is hidden until the tap.
    on = st.Layer(frame=(0, 0, SIZE, SIZE), sublayers=[box, check], hidden=True)
    on.animate(hidden=False, begin=BEGIN, duration=0)
    tick(kind, box, check)
    return st.Layer(bounds=(0, 0, SIZE, SIZE), sublayers=[shape(box_path(), GREY, None), on])


def scene() -> st.Scene:
    boxes = [check_box(kind) for kind in KINDS]
    for k, layer in enumerate(boxes):
        layer.position = (40 + 70 * k, 40)
    return st.Scene(10 + 70 * len(boxes), 80, background="white", sublayers=boxes)
