"""TextFieldEffects (github.com/raulriera/TextFieldEffects), Hoshi: a line moves in below a text field."""

from typing import Any

import stretto as st

WIDTH, HEIGHT = 185, 60
ENTRY, DISPLAY = 0.3, 1.5
TIMES = (0, 0.36, 0.42, 0.5, 0.7, 1.2, 1.56, 1.7, 2.2)


def border(thickness: float, color: str) -> st.Layer:
    return st.Layer(frame=(0, HEIGHT - thickness, WIDTH, thickness), background_color=color)


def implicit(key_path: str, from_value: Any, to_value: Any, begin: float) -> st.BasicAnimation:
    """The implicit animation of a layer: a quarter of a second with the default timing curve."""
    animation = st.BasicAnimation(key_path, from_value=from_value, to_value=to_value, begin_time=begin)
    animation.timing_function, animation.fill_mode = "default", "forwards"
    animation.removed_on_completion = False
    return animation


def active_border() -> st.Layer:
    """The thick line, whose frame grows from width 0 and shrinks to width 0. The bounds and the position of
    the line are animated.
    """
    layer = border(2, "#6a79bb")
    layer.bounds, layer.position = (0, 0, 0, 2), (0, HEIGHT - 1)
    layer.animations = [
        implicit("bounds", (0, 0, 0, 2), (0, 0, WIDTH, 2), ENTRY),
        implicit("position", (0, HEIGHT - 1), (WIDTH / 2, HEIGHT - 1), ENTRY),
        implicit("bounds", (0, 0, WIDTH, 2), (0, 0, 0, 2), DISPLAY),
        implicit("position", (WIDTH / 2, HEIGHT - 1), (0, HEIGHT - 1), DISPLAY),
    ]
    return layer


def placeholder() -> st.TextLayer:
    """The label of the text field, which fades in above the text and later springs back to its first
    position.
    """
    label = st.TextLayer("First Name", font_size=11.7, foreground_color="#6a7989", anchor_point=(0, 0))
    start, away = (0, 30), (0, 10)
    label.position = start
    up = st.BasicAnimation("position", from_value=away, to_value=away, begin_time=ENTRY)
    up.duration = DISPLAY - ENTRY
    appear = implicit("opacity", 0, 1, ENTRY)
    appear.duration, appear.timing_function = 0.4, "ease-in-out"
    back = st.SpringAnimation("position", from_value=away, to_value=start, begin_time=DISPLAY)
    back.damping_ratio, back.settles_in, back.initial_velocity = 0.8, 0.35, 2
    back.duration = 0.35
    label.animations = [up, appear, back]
    return label


def scene() -> st.Scene:
    field = st.Layer(frame=(10, 10, WIDTH, HEIGHT))
    field.sublayers = [border(0.5, "#b9c1ca"), active_border(), placeholder()]
    return st.Scene(WIDTH + 20, HEIGHT + 20, background="#f9f7f6", sublayers=[field])
