"""User code that type checkers must accept."""

import math
from typing import Unpack

import stretto as st
from stretto.typing import RGBA, ColorLike, LayerKeywords


def card(color: ColorLike, **properties: Unpack[LayerKeywords]) -> st.Layer:
    made = st.Layer(**properties)
    made.background_color = color
    return made


def keywords_and_positions() -> st.ReplicatorLayer:
    fade = st.BasicAnimation("opacity", 0, 1, duration=0.5, repeat_count=math.inf)
    dot = card("tomato", frame=(0, 0, 8, 8), corner_radius=4)
    dot.add_animation(fade)
    return st.ReplicatorLayer(dot, 5, instance_delay=0.1)


def copies_are_values(tick: st.ShapeLayer) -> float:
    copy: st.Instance[st.ShapeLayer] = tick.instance(3)
    copy.set_value("strokeColor", "red")
    x, _ = copy.convert_point((0, 0), to=tick.instance(1))
    return x + copy.layer.line_width


def numbers_of_a_text() -> float:
    text = st.TextLayer("", number=3, number_format="{:.0f}")
    text.number = 4
    return text.number + text.instance(0).local_time(1)


def values_are_read_as_they_are(layer: st.Layer) -> tuple[float, st.Size, RGBA | None]:
    layer.bounds = range(4)
    layer.position = 1, 2
    return layer.frame.mid_x, layer.bounds.size, layer.background_color
