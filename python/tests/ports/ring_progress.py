"""MKRingProgressView (github.com/maxkonovalov/MKRingProgressView): rings with a colour gradient along the
ring.
"""

import math

import stretto as st

SIDE, WIDTH = 96, 18
START, END = (0.98, 0.07, 0.31), (1, 0.53, 0.72)
PROGRESS = (0, 0.25, 0.6, 0.95, 1.3)
TIMES = (0,)


def arc(radius: float, end: float) -> st.Path:
    return st.Path.arc(SIDE / 2, SIDE / 2, radius, -math.pi / 2, end)


def stroked(path: st.Path, color: st.ColorLike) -> st.ShapeLayer:
    layer = st.ShapeLayer(path=path, fill_color=None, stroke_color=color, line_width=WIDTH, line_cap="round")
    layer.bounds, layer.anchor_point = (0, 0, SIDE, SIDE), (0, 0)
    return layer


def gradient(radius: float, end: float) -> st.Layer:
    """A conic gradient with the stroke of an arc as its mask.

    The gradient is upside down, because Core Graphics draws images upside down in a UIKit context.
    """
    soft = 1.5 * WIDTH / (2 * math.pi * radius)
    layer = st.GradientLayer(frame=(0, 0, SIDE, SIDE), type="conic", colors=[END, END, START, START])
    layer.locations = [0, soft, 1 - soft, 1]
    layer.start_point, layer.end_point = (0.5, 0.5), (0.5 - 2 * soft, 1)
    layer.transform = st.Transform3D.scale(1, -1)
    return st.Layer(frame=(0, 0, SIDE, SIDE), sublayers=[layer], mask=stroked(arc(radius, end), "white"))


def shadow(radius: float, angle: float) -> st.Layer:
    """The shadow of the ring's end on the start of the ring, clipped to the ring."""
    x, y = SIDE / 2 + radius * math.cos(angle), SIDE / 2 + radius * math.sin(angle)
    end = st.ShapeLayer(path=st.Path.ellipse(x - WIDTH / 2, y - WIDTH / 2, WIDTH, WIDTH), fill_color=START)
    end.shadow_opacity, end.shadow_radius = 1, WIDTH / 6
    turned = angle + math.pi / 2
    end.shadow_offset = (WIDTH / 10 * math.cos(turned), WIDTH / 10 * math.sin(turned))
    inside = stroked(st.Path.circle(SIDE / 2, SIDE / 2, radius), "white")
    return st.Layer(frame=(0, 0, SIDE, SIDE), sublayers=[end], mask=inside)


def ring(progress: float) -> st.Layer:
    radius = SIDE / 2 - WIDTH / 2
    angle = 2 * math.pi * progress - math.pi / 2
    least = 1.1 * math.atan(0.5 * WIDTH / radius)
    most = 2 * math.pi - 3 * least - math.pi / 2
    back = stroked(st.Path.circle(SIDE / 2, SIDE / 2, radius), (*START, 0.15))
    layers: list[st.Layer] = [back]
    turned = st.Layer(frame=(0, 0, SIDE, SIDE))
    if angle > most:
        layers.append(stroked(arc(radius, angle - most), START))
        turned.transform = st.Transform3D.rotation(angle - most)
    turned.add_sublayer(shadow(radius, min(angle, most)))
    if progress > 0:
        turned.add_sublayer(gradient(radius, min(angle, most)))
    return st.Layer(bounds=(0, 0, SIDE, SIDE), anchor_point=(0, 0), sublayers=[*layers, turned])


def scene() -> st.Scene:
    rings = [ring(progress) for progress in PROGRESS]
    for k, layer in enumerate(rings):
        layer.position = (8 + (SIDE + 8) * k, 8)
    return st.Scene(8 + (SIDE + 8) * len(rings), SIDE + 16, background="black", sublayers=rings)
