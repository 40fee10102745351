"""Depth: perspective, transform layers, and depth sorting."""

import math
from typing import Any

from pages import BLUE, GREEN, INK, RED, SIZE, VIOLET, YELLOW, endless, entry, page, within

import stretto as st

CENTER: dict[str, Any] = {"bounds": (0, 0, SIZE, SIZE), "position": (48, 48)}


def stage(*layers: st.Layer, eye: float = 220) -> st.Layer:
    return within(st.Layer(**CENTER, sublayer_transform=st.Transform3D.perspective(eye)), *layers)


def card(color: st.ColorLike, transform: st.Transform3D, size: float = 48) -> st.Layer:
    layer = st.Layer(bounds=(0, 0, size, size), position=(48, 48), background_color=color)
    layer.transform = transform
    return layer


@entry(at=0.4, seconds=4)
def cube() -> st.Scene:
    move, turn = st.Transform3D.translation(0, 0, 24), st.Transform3D.rotation
    sides = [(0, 0, 1, 0), (0.5, 0, 1, 0), (1, 0, 1, 0), (1.5, 0, 1, 0), (0.5, 1, 0, 0), (1.5, 1, 0, 0)]
    colors = (RED, YELLOW, GREEN, BLUE, VIOLET, "#f78c6b")
    box = st.TransformLayer(**CENTER)
    for color, (angle, *axis) in zip(colors, sides, strict=True):
        box.add_sublayer(card(color, move @ turn(angle * math.pi, *axis)))
    box.add_animation(endless("transform.rotation.y", 0, math.tau, 4))
    table = st.TransformLayer(**CENTER, transform=turn(-0.5, 1, 0, 0))
    return page(stage(within(table, box)), background=INK)


@entry(at=0.3, seconds=3)
def carousel() -> st.Scene:
    ring = st.ReplicatorLayer(**CENTER, instance_count=6, preserves_depth=True)
    ring.instance_transform = st.Transform3D.rotation(math.tau / 6, 0, 1, 0)
    ring.instance_colors = [RED, YELLOW, GREEN, BLUE, VIOLET, "white"]
    ring.add_animation(endless("transform.rotation.y", 0, math.tau, 3))
    ring.add_sublayer(card("white", st.Transform3D.translation(0, 0, 40), size=30))
    tilted = st.TransformLayer(**CENTER, transform=st.Transform3D.rotation(-0.35, 1, 0, 0))
    return page(stage(within(tilted, ring)), background=INK)


@entry(at=0.5, seconds=4)
def planes_that_cross() -> st.Scene:
    space = st.TransformLayer(**CENTER)
    for k, color in enumerate((RED, YELLOW, BLUE)):
        space.add_sublayer(card(color, st.Transform3D.rotation(k * math.pi / 3, 0, 1, 0), size=64))
    space.add_animation(endless("transform.rotation.y", 0, math.tau, 4))
    tilted = st.TransformLayer(**CENTER, transform=st.Transform3D.rotation(-0.4, 1, 0, 0))
    return page(stage(within(tilted, space)), background=INK)


@entry(at=0.3, seconds=6)
def copies_of_copies_in_space() -> st.Scene:
    def line(offset: tuple[float, float, float], *inside: st.Layer) -> st.Layer:
        layer = st.ReplicatorLayer(**CENTER, instance_count=5, preserves_depth=True)
        layer.instance_transform = st.Transform3D.translation(*offset)
        return within(layer, *inside)

    dot = st.Layer(bounds=(0, 0, 6, 6), position=(48, 48), corner_radius=3, background_color=YELLOW)
    dot.transform = st.Transform3D.translation(-28, -28, -28)
    grid = st.TransformLayer(**CENTER)
    grid.add_animation(endless("transform.rotation.y", 0.2, 0.2 + math.tau, 6))
    grid.add_sublayer(line((14, 0, 0), line((0, 14, 0), line((0, 0, 14), dot))))
    tilted = st.TransformLayer(**CENTER, transform=st.Transform3D.rotation(-0.4, 1, 0, 0))
    return page(stage(within(tilted, grid)), background=INK)


@entry(at=0.7, seconds=2)
def double_sided() -> st.Scene:
    layers = []
    for k in range(2):
        flip = card((RED, BLUE)[k], st.Transform3D(), size=40)
        flip.position, flip.double_sided = (25 + 46 * k, 48), k == 0
        flip.add_animation(endless("transform.rotation.y", 0, math.tau, 2))
        layers.append(flip)
    return page(stage(*layers, eye=120))


@entry()
def anchor_point_z() -> st.Scene:
    layers = []
    for k, z in enumerate((0, 30)):
        door = st.Layer(bounds=(0, 0, 34, 56), position=(26 + 46 * k, 48), background_color=GREEN)
        door.anchor_point_z, door.transform = z, st.Transform3D.rotation(0.7, 0, 1, 0)
        layers.append(door)
    return page(stage(*layers, eye=120))
