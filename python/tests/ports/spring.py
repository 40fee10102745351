"""Spring (github.com/MengTo/Spring): presets with more key times than values."""

import math
from collections.abc import Sequence
from typing import Any

import stretto as st

DURATION, BEGIN, FORCE = 0.7, 0.1, 1
CURVE = (0.5, 1.1 + FORCE / 3, 1, 1)
TIMES = (0, 0.15, 0.2, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85)
PRESETS = ("shake", "pop", "flipX", "flipY", "morph", "squeeze", "flash", "wobble", "swing")


def keyframes(
    key_path: str, values: Sequence[float], *, additive: bool = True, curve: Any = CURVE
) -> st.Animation:
    """A keyframe animation of five values with six key times. The last of the five values holds from progress
    0.8 on.
    """
    animation = st.KeyframeAnimation(key_path, values=values, key_times=[0, 0.2, 0.4, 0.6, 0.8, 1])
    animation.timing_function, animation.additive = curve, additive
    return animation


def flip(x: float, y: float) -> st.Animation:
    """An animation from a rotation about a zero axis, the identity, to half a turn in perspective."""
    perspective = st.Transform3D(m34=-1 / 32 / 2)
    animation = st.BasicAnimation("transform", from_value=st.Transform3D.rotation(0, 0, 0, 0))
    animation.to_value = perspective @ st.Transform3D.rotation(math.pi, x, y, 0)
    animation.timing_function = CURVE
    return animation


def preset(name: str) -> list[st.Animation]:
    """The animations of a preset."""
    swing = [0, 0.3 * FORCE, -0.3 * FORCE, 0.3 * FORCE, 0]
    shake = [0, 30 * FORCE, -30 * FORCE, 30 * FORCE, 0]
    flash = st.BasicAnimation("opacity", from_value=1, to_value=0, autoreverses=True, repeat_count=2)
    presets: dict[str, list[st.Animation]] = {
        "shake": [keyframes("position.x", shake)],
        "pop": [keyframes("transform.scale", [0, 0.2 * FORCE, -0.2 * FORCE, 0.2 * FORCE, 0])],
        "flipX": [flip(0, 1)],
        "flipY": [flip(1, 0)],
        "morph": [
            keyframes("transform.scale.x", [1, 1.3 * FORCE, 0.7, 1.3 * FORCE, 1], additive=False),
            keyframes("transform.scale.y", [1, 0.7, 1.3 * FORCE, 0.7, 1], additive=False),
        ],
        "squeeze": [
            keyframes("transform.scale.x", [1, 1.5 * FORCE, 0.5, 1.5 * FORCE, 1], additive=False),
            keyframes("transform.scale.y", [1, 0.5, 1, 0.5, 1], additive=False),
        ],
        "flash": [flash],
        "wobble": [keyframes("transform.rotation", swing, curve=None), keyframes("position.x", shake)],
        "swing": [keyframes("transform.rotation", swing, curve=None)],
    }
    return presets[name]


def view(index: int, name: str) -> st.Layer:
    row, column = divmod(index, 3)
    box = st.Layer(bounds=(0, 0, 32, 32), position=(60 + 110 * column, 30 + 60 * row), corner_radius=6)
    box.background_color, box.name = "#5b8def", name
    box.add_sublayer(st.Layer(frame=(6, 5, 20, 6), background_color="white"))  # marks the top of the layer
    for animation in preset(name):
        animation.duration, animation.begin_time = DURATION, BEGIN
        box.add_animation(animation)
    return box


def scene() -> st.Scene:
    return st.Scene(340, 180, background="white", sublayers=[view(k, name) for k, name in enumerate(PRESETS)])
