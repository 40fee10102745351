"""JTMaterialSpinner (github.com/jonathantribouharet/JTMaterialSpinner): an arc that grows and shrinks."""

import math

import stretto as st

SIZE = 64
TIMES = (0.1, 0.5, 0.9, 1.1, 1.5, 1.9)


def scene() -> st.Scene:
    duration, line_width = 2, 1.5
    circle = st.ShapeLayer(frame=(8, 8, SIZE, SIZE), fill_color=None, stroke_color=(1, 0.5, 0))
    circle.line_width, circle.line_cap, circle.stroke_end = line_width, "round", 0
    circle.path = st.Path.arc(SIZE / 2, SIZE / 2, (SIZE - line_width) / 2, 0, 2 * math.pi)

    def stroke(key_path: str, from_value: float, to_value: float, begin: float = 0) -> st.BasicAnimation:
        half = st.BasicAnimation(key_path, from_value=from_value, to_value=to_value, duration=duration / 2)
        half.begin_time = begin
        return half

    animations = [
        st.KeyframeAnimation("transform.rotation", values=[0, math.pi, 2 * math.pi]),
        stroke("strokeStart", 0, 0.25),
        stroke("strokeEnd", 0, 1),
        stroke("strokeStart", 0.25, 1, duration / 2),
        stroke("strokeEnd", 1, 1, duration / 2),
    ]
    circle.add_animation(st.AnimationGroup(animations=animations, duration=duration, repeat_count=math.inf))
    return st.Scene(SIZE + 16, SIZE + 16, background="white", sublayers=[circle])
