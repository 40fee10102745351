"""Ready-made scenes for `stretto demo`."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable

import stretto as st

_GROUND, _INK = "#14121f", "#2b2a33"


@dataclasses.dataclass(frozen=True)
class Demo:
    """A scene, and the time span of a clip that repeats without a seam."""

    about: str
    make: Callable[[], st.Scene]
    duration: float
    #: Begin of the clip in seconds, at which all copies have begun.
    start: float = 0


def spinner() -> st.Scene:
    """Thirty dots in a ring. Each dot fades a thirtieth of the cycle after the dot before."""
    dot = st.Layer(bounds=(0, 0, 14, 14), position=(100, 28), corner_radius=7, background_color="#7bdff2")
    dot.add_animation(st.BasicAnimation("opacity", 1, 0, duration=1.5, repeat_count=math.inf))
    dot.add_animation(st.BasicAnimation("transform.scale", 1, 0.35, duration=1.5, repeat_count=math.inf))
    ring = st.ReplicatorLayer(dot, 30, frame=(0, 0, 200, 200), instance_delay=1.5 / 30)
    ring.instance_transform = st.Transform3D.rotation(math.tau / 30)
    ring.instance_red_offset, ring.instance_green_offset = 0.016, -0.018
    return st.Scene(200, 200, _GROUND, sublayers=ring)


def clocks() -> st.Scene:
    """Three copies of one clock, each three seconds ahead of the copy before."""
    mark = st.Layer(frame=(49, 6, 2, 7), background_color="#c9c6d3")
    marks = st.ReplicatorLayer(mark, 12, frame=(0, 0, 100, 100))
    marks.instance_transform = st.Transform3D.rotation(math.tau / 12)
    hand = st.Layer(name="hand", bounds=(0, 0, 4, 40), anchor_point=(0.5, 1), position=(50, 50))
    hand.corner_radius, hand.background_color = 2, "#d0021b"
    hand.add_animation(
        st.BasicAnimation("transform.rotation.z", 0, math.tau, duration=10, repeat_count=math.inf)
    )
    face = st.ShapeLayer(st.Path.circle(50, 50, 50), bounds=(0, 0, 100, 100), position=(70, 70))
    face.fill_color, face.stroke_color, face.line_width = "white", _INK, 3
    face.sublayers = [marks, hand]
    row = st.ReplicatorLayer(face, 3, instance_delay=-3)
    row.instance_transform = st.Transform3D.translation(130, 0)
    return st.Scene(400, 140, "#f7f6fb", sublayers=row)


def wave() -> st.Scene:
    """A grid of dots with delays between its rows and between its columns."""
    dot = st.GradientLayer(bounds=(0, 0, 14, 14), position=(21, 34), corner_radius=7)
    dot.colors = ["#ffd23f", "#ee4266"]
    jump = st.KeyframeAnimation("transform.translation.y", [0, -14, 0], duration=1.6, repeat_count=math.inf)
    jump.timing_functions = ["easeInEaseOut", "easeInEaseOut"]
    dot.add_animation(jump)
    row = st.ReplicatorLayer(dot, 12, instance_delay=0.1)
    row.instance_transform = st.Transform3D.translation(22, 0)
    field = st.ReplicatorLayer(row, 7, instance_delay=0.16)
    field.instance_transform = st.Transform3D.translation(0, 22)
    return st.Scene(284, 184, _GROUND, sublayers=field)


def reflection() -> st.Scene:
    """Dancing bars, and a second copy of the bars as their reflection."""
    bar = st.Layer(bounds=(0, 0, 16, 90), anchor_point=(0.5, 1), position=(30, 108), corner_radius=4)
    bar.background_color = "#3bceac"
    dance = st.KeyframeAnimation("transform.scale.y", [0.25, 1, 0.5, 0.8, 0.25], duration=1.6)
    dance.repeat_count = math.inf
    bar.add_animation(dance)
    bars = st.ReplicatorLayer(bar, 10, instance_delay=0.16)
    bars.instance_transform = st.Transform3D.translation(24, 0)
    bars.instance_red_offset, bars.instance_blue_offset = -0.03, -0.05
    mirror = st.ReplicatorLayer(bars, 2, frame=(0, 0, 276, 108), instance_alpha_offset=-0.72)
    mirror.instance_transform = st.Transform3D.translation(0, 111).scaled(1, -1)
    return st.Scene(276, 210, _GROUND, sublayers=mirror)


DEMOS = {
    "spinner": Demo("thirty dots in a ring, one layer in all", spinner, 1.5, 1.5),
    "clocks": Demo("one clock in three windows of time", clocks, 10),
    "wave": Demo("a field of dots, a replicator inside a replicator", wave, 1.6, 4.8),
    "reflection": Demo("dancing bars over their reflection", reflection, 1.6, 3.2),
}
