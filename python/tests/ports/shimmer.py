"""Shimmer (github.com/facebook/Shimmer): light moves over a text, by a gradient mask that is far wider than
the text.
"""

import math

import stretto as st

WIDTH, HEIGHT = 260, 80
TIMES = (0, 0.3, 0.6, 0.9, 1.2, 1.5)


def scene(direction: int = 1) -> st.Scene:
    """A scene whose light moves from the left, or from the right if `direction` is -1."""
    pause, speed, highlight, faint = 0.4, 230, 1, 0.3
    extra = WIDTH + speed * pause
    whole, travel = 3 * WIDTH + extra, 2 * WIDTH + extra
    outside = (1 - highlight) / 2
    mask = st.GradientLayer(bounds=(0, 0, whole, HEIGHT), position=(-travel, 0), anchor_point=(0, 0))
    mask.colors = [(1, 1, 1, faint), (1, 1, 1, 1), (1, 1, 1, faint)]
    mask.locations = [outside, 0.5, 1 - outside]
    mask.start_point, mask.end_point = ((WIDTH + extra) / whole, 0), (travel / whole, 0)

    slide = st.BasicAnimation("position", to_value=(0, 0), duration=WIDTH / speed + pause)
    slide.repeat_count, slide.fill_mode, slide.removed_on_completion = math.inf, "forwards", False
    slide.speed = direction
    mask.add_animation(slide, "slide")

    text = st.TextLayer("Shimmer", frame=(0, 0, WIDTH, HEIGHT), font_size=60, foreground_color="white")
    text.font_variations = {"wght": 100}
    text.alignment_mode = text.vertical_alignment_mode = "center"
    content = st.Layer(frame=(20, 10, WIDTH, HEIGHT), sublayers=[text], mask=mask)
    return st.Scene(WIDTH + 40, HEIGHT + 20, background="#1a2233", sublayers=[content])
