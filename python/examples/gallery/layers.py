"""Layers: properties of every layer."""

import math
from typing import Any

import numpy as np
from pages import BLUE, GREEN, INK, PAPER, RED, VIOLET, YELLOW, entry, names, page, star, within

import stretto as st


def picture() -> np.ndarray:
    """A picture of a target with a bright corner, which shows the orientation."""
    y, x = np.mgrid[0:32, 0:32] - 15.5
    rings = (np.hypot(x, y) // 4 % 2).astype(int)
    pixels: np.ndarray = np.array([[17, 138, 178, 255], [255, 255, 255, 255]], np.uint8)[rings]
    pixels[:8, :8] = 239, 71, 111, 255
    return pixels


@entry()
def frame_and_color() -> st.Scene:
    return page(st.Layer(frame=(16, 28, 64, 40), background_color=RED))


@entry()
def border_and_corners() -> st.Scene:
    card = st.Layer(frame=(12, 20, 72, 56), background_color=YELLOW, corner_radius=16)
    card.border_width, card.border_color = 4, INK
    return page(card)


@entry()
def masked_corners() -> st.Scene:
    leaf = st.Layer(frame=(16, 16, 64, 64), background_color=GREEN, corner_radius=32)
    leaf.masked_corners = ("minXMinY", "maxXMaxY")
    return page(leaf)


@entry()
def corner_curve() -> st.Scene:
    icon: dict[str, Any] = {"corner_radius": 16, "background_color": BLUE}
    round_, smooth = st.Layer(frame=(4, 28, 40, 40), **icon), st.Layer(frame=(52, 28, 40, 40), **icon)
    smooth.corner_curve = "continuous"
    return page(round_, smooth)


@entry()
def masks_to_bounds() -> st.Scene:
    window = st.Layer(
        frame=(16, 16, 64, 64), background_color="white", masks_to_bounds=True, corner_radius=12
    )
    return page(within(window, st.Layer(frame=(24, 24, 64, 64), background_color=VIOLET, corner_radius=32)))


@entry()
def mask() -> st.Scene:
    stripes = st.GradientLayer(frame=(8, 8, 80, 80), colors=[RED, YELLOW], locations=[0, 1])
    stripes.mask = st.ShapeLayer(path=star(5, 40, 16, center=(40, 40)))
    return page(stripes)


@entry()
def group_opacity() -> st.Scene:
    def pair(x: float, as_a_group: bool) -> st.Layer:
        group = st.Layer(frame=(x, 28, 40, 40), opacity=0.5, allows_group_opacity=as_a_group)
        red = st.Layer(frame=(0, 0, 26, 26), background_color=RED)
        return within(group, red, st.Layer(frame=(14, 14, 26, 26), background_color=BLUE))

    return page(pair(4, True), pair(52, False))


@entry()
def contents_gravity() -> st.Scene:
    layers = []
    for k, gravity in enumerate(names("resize", "resizeAspect", "resizeAspectFill", "topLeft")):
        frame = (6 + 44 * (k % 2), 6 + 44 * (k // 2), 40, 26 if k % 2 else 40)
        layer = st.Layer(frame=frame, contents=picture(), contents_gravity=gravity, background_color="white")
        layer.masks_to_bounds = True
        layers.append(layer)
    return page(*layers)


@entry()
def contents_rect() -> st.Scene:
    whole = st.Layer(frame=(8, 32, 32, 32), contents=picture())
    part = st.Layer(frame=(48, 28, 40, 40), contents=picture(), contents_rect=(0, 0, 0.5, 0.5))
    return page(whole, part)


@entry()
def contents_center() -> st.Scene:
    button = np.full((24, 24, 4), 255, np.uint8)
    button[:, :, :3] = 143, 111, 224
    button[8:16, 8:16, :3] = 246, 244, 238
    framed: dict[str, Any] = {
        "contents": button,
        "contents_center": (5 / 12, 5 / 12, 1 / 6, 1 / 6),
        "contents_scale": 2,
    }
    return page(st.Layer(frame=(8, 12, 80, 24), **framed), st.Layer(frame=(8, 48, 36, 40), **framed))


@entry()
def contents_multiply_color() -> st.Scene:
    tints: tuple[Any, ...] = (None, YELLOW, "#8f6fe080")
    boxes = [(4, 4, 40, 40), (52, 4, 40, 40), (28, 52, 40, 40)]
    return page(
        *(
            st.Layer(frame=box, contents=picture(), contents_multiply_color=tint)
            for box, tint in zip(boxes, tints, strict=True)
        )
    )


@entry()
def magnification_filter() -> st.Scene:
    smooth = st.Layer(frame=(4, 28, 40, 40), contents=picture()[:8, 4:12])
    sharp = st.Layer(frame=(52, 28, 40, 40), contents=picture()[:8, 4:12], magnification_filter="nearest")
    return page(smooth, sharp)


@entry()
def minification_filter() -> st.Scene:
    y, x = np.mgrid[0:512, 0:512] // 8
    checks = np.where(((x + y) % 2)[..., None], 255, [43, 45, 66]).astype(np.uint8)
    layers = []
    for k, filter_ in enumerate(names("nearest", "linear", "trilinear")):
        layers.append(st.Layer(frame=(3 + 31 * k, 34, 28, 28), contents=checks, minification_filter=filter_))
    return page(*layers)


@entry()
def minification_filter_bias() -> st.Scene:
    y, x = np.mgrid[0:64, 0:64] // 8
    checks = np.where(((x + y) % 2)[..., None], 255, [43, 45, 66]).astype(np.uint8)
    layers = []
    for k, bias in enumerate((-1, 1, 2)):
        trilinear = st.Layer(frame=(3 + 31 * k, 34, 28, 28), contents=checks, minification_filter="trilinear")
        trilinear.minification_filter_bias = bias
        layers.append(trilinear)
    return page(*layers)


@entry()
def transform_about_the_anchor_point() -> st.Scene:
    layers = []
    for k in range(4):
        hand = st.Layer(bounds=(0, 0, 40, 8), position=(28, 68), anchor_point=(0, 0.5), background_color=INK)
        hand.transform = st.Transform3D.rotation(-k * math.pi / 6)
        hand.opacity = 1 - 0.22 * k
        layers.append(hand)
    return page(*layers)


@entry()
def sublayer_transform() -> st.Scene:
    stage = st.Layer(frame=(0, 0, 96, 96), sublayer_transform=st.Transform3D.perspective(90))
    for k, color in enumerate((RED, YELLOW, GREEN)):
        card = st.Layer(bounds=(0, 0, 36, 56), position=(20 + 28 * k, 48), background_color=color)
        card.transform = st.Transform3D.rotation(0.9, 0, 1, 0)
        stage.add_sublayer(card)
    return page(stage)


@entry()
def geometry_flipped() -> st.Scene:
    def corner(flipped: bool, x: float) -> st.Layer:
        layer = st.Layer(frame=(x, 28, 40, 40), background_color="white", geometry_flipped=flipped)
        return within(layer, st.Layer(frame=(0, 0, 20, 12), background_color=RED))

    return page(corner(False, 4), corner(True, 52))


@entry()
def z_position() -> st.Scene:
    near = st.Layer(frame=(16, 16, 40, 40), background_color=RED, z_position=1)
    return page(near, st.Layer(frame=(36, 36, 44, 44), background_color=BLUE))


@entry()
def hidden() -> st.Scene:
    return page(
        *(st.Layer(frame=(8 + 28 * k, 36, 24, 24), background_color=INK, hidden=k == 1) for k in range(3))
    )


@entry()
def portal() -> st.Scene:
    cat = within(
        st.Layer(frame=(8, 30, 36, 36), background_color=YELLOW, corner_radius=18),
        st.Layer(frame=(9, 12, 5, 9), background_color=INK, corner_radius=2.5),
        st.Layer(frame=(22, 12, 5, 9), background_color=INK, corner_radius=2.5),
    )
    other = st.PortalLayer(bounds=(0, 0, 36, 36), position=(70, 48), source_layer=cat)
    other.transform = st.Transform3D.rotation(math.pi)
    return page(cat, other)


@entry()
def drawn_small_and_enlarged() -> st.Scene:
    disc = st.Layer(frame=(16, 16, 64, 64), background_color=PAPER, corner_radius=32, border_width=10)
    disc.border_color, disc.should_rasterize, disc.rasterization_scale = VIOLET, True, 0.2
    return page(disc, background=INK)
