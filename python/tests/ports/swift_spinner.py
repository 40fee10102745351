"""SwiftSpinner (github.com/icanzilb/SwiftSpinner): two rings that UIKit's springs rotate step by step."""

import math

import stretto as st

SIDE, STEPS = 200, 4
TIMES = (0, 0.1, 0.25, 0.5, 1.1, 1.25, 2)


def sprung(start: float, delta: float, begin: float, damping: float, duration: float) -> st.SpringAnimation:
    """A rotation with `usingSpringWithDamping` that holds its last value."""
    turn = st.SpringAnimation("transform.rotation.z", from_value=start, to_value=start + delta)
    turn.damping_ratio, turn.settles_in = damping, duration
    turn.begin_time, turn.duration, turn.fill_mode = begin, duration, "forwards"
    turn.removed_on_completion = False
    return turn


def ring(inset: float, width: float, ends: tuple[float, float], color: str) -> st.ShapeLayer:
    side = SIDE - 2 * inset
    path = st.Path.ellipse(inset, inset, side, side)
    layer = st.ShapeLayer(frame=(8, 8, SIDE, SIDE), path=path, line_width=width, stroke_color=color)
    layer.fill_color, layer.line_cap = None, "round"
    layer.stroke_start, layer.stroke_end = ends
    return layer


def scene() -> st.Scene:
    outer, inner = ring(0, 8, (0, 0.45), "white"), ring(12, 4, (0.5, 0.9), "gray")
    # In the ported Swift code, each step of the outer ring is random: 1.5 to 3.5 s long, and an eighth to a
    # quarter of pi wide.
    outer.add_animation(sprung(0, -math.pi / 3, 0, 0.4, 2))
    inner.transform = st.Transform3D.rotation(0.1)
    for k in range(STEPS):
        inner.add_animation(sprung(0.1 + k * math.pi / 4, math.pi / 4, k, 0.5, 0.5))
    return st.Scene(SIDE + 16, SIDE + 16, background="#333", sublayers=[outer, inner])
