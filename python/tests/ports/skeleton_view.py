"""SkeletonView (github.com/Juanpe/SkeletonView): placeholders with a gradient that slides, or with a pulsing
colour.
"""

import math

import stretto as st

LIGHT, DARK = "#ecf0f1", "#d5dadc"
TIMES = (0, 0.4, 0.8, 1.2, 1.5)


def sliding(frame: tuple[float, float, float, float], diagonal: bool) -> st.GradientLayer:
    gradient = st.GradientLayer(frame=frame, colors=[LIGHT, DARK, LIGHT], corner_radius=4)
    starts, ends = (
        (((-1, -1), (1, 1)), ((0, 0), (2, 2))) if diagonal else (((-1, 0.5), (1, 0.5)), ((0, 0.5), (2, 0.5)))
    )
    slide = st.AnimationGroup(duration=1.5, timing_function="ease-in", repeat_count=math.inf)
    slide.animations = [
        st.BasicAnimation("startPoint", from_value=starts[0], to_value=starts[1]),
        st.BasicAnimation("endPoint", from_value=ends[0], to_value=ends[1]),
    ]
    gradient.add_animation(slide)
    return gradient


def pulsing(frame: tuple[float, float, float, float]) -> st.Layer:
    layer = st.Layer(frame=frame, background_color=LIGHT, corner_radius=4)
    pulse = st.BasicAnimation("backgroundColor", from_value=LIGHT, to_value=DARK, duration=1)
    pulse.timing_function, pulse.autoreverses, pulse.repeat_count = "ease-in-out", True, math.inf
    layer.add_animation(pulse)
    return layer


def scene() -> st.Scene:
    layers = [
        sliding((10, 10, 140, 10), diagonal=False),
        sliding((10, 26, 140, 10), diagonal=True),
        sliding((10, 42, 60, 60), diagonal=True),
        pulsing((80, 42, 70, 26)),
        pulsing((80, 76, 50, 26)),
    ]
    return st.Scene(160, 112, background="white", sublayers=layers)
