"""iCarousel (github.com/nicklockwood/iCarousel): items in space, each with a perspective transform of its
own.
"""

import colorsys
import math

import stretto as st

ITEM, COUNT = 60, 12
KINDS = ("rotary", "cylinder", "inverted cylinder", "wheel", "cover flow", "time machine")
TIMES = (0,)


def around(perspective: st.Transform3D, kind: str, offset: float) -> st.Transform3D:
    """Transform of an item on the circle of a carousel, `offset` items away from the front, starting from the
    transform `perspective`.
    """
    arc = 2 * math.pi
    angle = offset / COUNT * arc
    radius = ITEM / 2 / math.tan(arc / 2 / COUNT)
    if kind == "rotary":
        return perspective.translated(radius * math.sin(angle), 0, radius * math.cos(angle) - radius)
    if kind == "inverted cylinder":
        radius, angle = -radius, -angle
    return perspective.translated(0, 0, -radius).rotated(angle, 0, 1, 0).translated(0, 0, radius + 0.01)


def item_transform(kind: str, offset: float) -> st.Transform3D:
    """Transform of a carousel item that is `offset` items away from the middle item."""
    perspective = st.Transform3D(m34=-1 / 500)
    if kind == "wheel":
        radius = ITEM * COUNT / (2 * math.pi)
        turned = perspective.translated(0, radius, 0).rotated(2 * math.pi / COUNT * offset, 0, 0, 1)
        return turned.translated(0, -radius, offset * 0.01)
    if kind == "cover flow":
        clamped = max(-1, min(1, offset))
        x = (clamped * 0.5 * 0.9 + offset * 0.25) * ITEM
        return perspective.translated(x, 0, abs(clamped) * -ITEM * 0.5).rotated(
            -clamped * math.pi / 2 * 0.9, 0, 1, 0
        )
    if kind == "time machine":
        return perspective.translated(offset * ITEM * 0.3, 0, offset * ITEM)
    return around(perspective, kind, offset)


def item(index: int, transform: st.Transform3D, opacity: float) -> st.Layer:
    layer = st.Layer(bounds=(0, 0, ITEM, ITEM), transform=transform, opacity=opacity, corner_radius=6)
    layer.background_color = colorsys.hls_to_rgb(index / 12, 0.6, 0.6)
    layer.border_color, layer.border_width = "white", 1
    label = st.TextLayer(str(index), frame=(0, 0, ITEM, ITEM), font_size=26, foreground_color="white")
    label.alignment_mode = label.vertical_alignment_mode = "center"
    layer.add_sublayer(label)
    return layer


def carousel(kind: str, center: tuple[float, float]) -> st.Layer:
    seen = {"inverted cylinder": COUNT // 2, "wheel": COUNT // 2 + 1}.get(kind, COUNT)
    items = []
    for k in range(COUNT // 2 - seen // 2, COUNT // 2 - seen // 2 + seen):
        offset = k - COUNT // 2
        opacity = 1 - min(max(offset, 0), 1) if kind == "time machine" else 1
        items.append(item(k, item_transform(kind, offset), opacity))
    return st.Layer(position=center, sublayers=items)


def scene() -> st.Scene:
    carousels = [carousel(kind, (150 + 300 * (k % 2), 60 + 120 * (k // 2))) for k, kind in enumerate(KINDS)]
    return st.Scene(600, 380, background="#222831", sublayers=carousels)
