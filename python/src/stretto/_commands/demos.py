"""Ready-made scenes for `stretto demo`."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable

from stretto.animation import BasicAnimation, KeyframeAnimation
from stretto.layer import GradientLayer, Layer, ReplicatorLayer, ShapeLayer
from stretto.path import Path
from stretto.scene import Scene
from stretto.transform import Transform3D

_GROUND, _INK = "#14121f", "#2b2a33"


@dataclasses.dataclass(frozen=True)
class Demo:
    """A scene and the clip of it that repeats without a seam."""

    about: str
    make: Callable[[], Scene]
    duration: float
    #: Start of the clip: all copies have begun.
    start: float = 0


def spinner() -> Scene:
    """Thirty dots in a ring; each fades a thirtieth of a second after the one before."""
    dot = Layer(bounds=(0, 0, 14, 14), position=(100, 28), corner_radius=7, background_color="#7bdff2")
    dot.add_animation(
        BasicAnimation("opacity", from_value=1, to_value=0, duration=1.5, repeat_count=math.inf)
    )
    dot.add_animation(
        BasicAnimation("transform.scale", from_value=1, to_value=0.35, duration=1.5, repeat_count=math.inf)
    )
    ring = ReplicatorLayer(
        frame=(0, 0, 200, 200),
        instance_count=30,
        instance_delay=1.5 / 30,
        instance_transform=Transform3D.rotation(math.tau / 30),
        instance_red_offset=0.016,
        instance_green_offset=-0.018,
    )
    ring.add_sublayer(dot)
    scene = Scene(200, 200, background=_GROUND)
    scene.add_sublayer(ring)
    return scene


def clocks() -> Scene:
    """Three copies of one clock, three seconds ahead each."""
    face = ShapeLayer(
        bounds=(0, 0, 100, 100),
        position=(70, 70),
        path=Path.ellipse(0, 0, 100, 100),
        fill_color="white",
        stroke_color=_INK,
        line_width=3,
    )
    marks = ReplicatorLayer(
        frame=(0, 0, 100, 100), instance_count=12, instance_transform=Transform3D.rotation(math.tau / 12)
    )
    marks.add_sublayer(Layer(frame=(49, 6, 2, 7), background_color="#c9c6d3"))
    hand = Layer(
        name="hand",
        bounds=(0, 0, 4, 40),
        anchor_point=(0.5, 1),
        position=(50, 50),
        corner_radius=2,
        background_color="#d0021b",
    )
    hand.add_animation(
        BasicAnimation(
            "transform.rotation.z", from_value=0, to_value=math.tau, duration=10, repeat_count=math.inf
        )
    )
    face.add_sublayer(marks)
    face.add_sublayer(hand)
    row = ReplicatorLayer(
        instance_count=3, instance_delay=-3, instance_transform=Transform3D.translation(130, 0)
    )
    row.add_sublayer(face)
    scene = Scene(400, 140, background="#f7f6fb")
    scene.add_sublayer(row)
    return scene


def wave() -> Scene:
    """A field of dots, rows within columns, each a little later than its neighbour."""
    dot = GradientLayer(
        bounds=(0, 0, 14, 14),
        position=(21, 34),
        corner_radius=7,
        colors=["#ffd23f", "#ee4266"],
    )
    dot.add_animation(
        KeyframeAnimation(
            "transform.translation.y",
            values=[0, -14, 0],
            duration=1.6,
            repeat_count=math.inf,
            timing_functions=["easeInEaseOut", "easeInEaseOut"],
        )
    )
    row = ReplicatorLayer(
        instance_count=12, instance_delay=0.1, instance_transform=Transform3D.translation(22, 0)
    )
    row.add_sublayer(dot)
    field = ReplicatorLayer(
        instance_count=7, instance_delay=0.16, instance_transform=Transform3D.translation(0, 22)
    )
    field.add_sublayer(row)
    scene = Scene(284, 184, background=_GROUND)
    scene.add_sublayer(field)
    return scene


def reflection() -> Scene:
    """Bars that dance, and their reflection, which is the same bars once more."""
    bar = Layer(
        bounds=(0, 0, 16, 90),
        anchor_point=(0.5, 1),
        position=(30, 108),
        corner_radius=4,
        background_color="#3bceac",
    )
    bar.add_animation(
        KeyframeAnimation(
            "transform.scale.y", values=[0.25, 1, 0.5, 0.8, 0.25], duration=1.6, repeat_count=math.inf
        )
    )
    bars = ReplicatorLayer(
        instance_count=10,
        instance_delay=0.16,
        instance_transform=Transform3D.translation(24, 0),
        instance_red_offset=-0.03,
        instance_blue_offset=-0.05,
    )
    bars.add_sublayer(bar)
    mirror = ReplicatorLayer(
        frame=(0, 0, 276, 108),
        instance_count=2,
        instance_transform=Transform3D.translation(0, 111).scaled(1, -1),
        instance_alpha_offset=-0.72,
    )
    mirror.add_sublayer(bars)
    scene = Scene(276, 210, background=_GROUND)
    scene.add_sublayer(mirror)
    return scene


DEMOS = {
    "spinner": Demo("thirty dots in a ring, one layer in all", spinner, 1.5, 1.5),
    "clocks": Demo("one clock in three windows of time", clocks, 10),
    "wave": Demo("a field of dots, a replicator inside a replicator", wave, 1.6, 4.8),
    "reflection": Demo("dancing bars over their reflection", reflection, 1.6, 3.2),
}
