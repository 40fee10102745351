"""Hamburger: three bars become a cross, wait, and become bars again."""

import math

import stretto as st
from save import save

TIMES = [0, 0.15, 0.35, 0.65, 0.85, 1]


def morph(layer: st.Layer, key_path: str, bars: float, cross: float) -> None:
    """An animation from the bars to the cross and back, with a rest at both ends."""
    values = [bars, bars, cross, cross, bars, bars]
    change = st.KeyframeAnimation(key_path, values=values, key_times=TIMES, duration=2.4)
    change.timing_functions, change.repeat_count = ["ease-in-out"] * 5, math.inf
    layer.add_animation(change)


scene = st.Scene(160, 120, background="#2d6a4f")
for offset, turn in ((-18, math.pi / 4), (0, 0), (18, -math.pi / 4)):
    bar = st.Layer(
        bounds=(0, 0, 60, 8), position=(80, 60 + offset), corner_radius=4, background_color="#d8f3dc"
    )
    morph(bar, "position.y", 60 + offset, 60)
    morph(bar, "transform.rotation.z", 0, turn)
    if offset == 0:
        morph(bar, "transform.scale.x", 1, 0)
    scene.add_sublayer(bar)
save(scene, "hamburger")
