"""Copies: one layer, shown many times."""

import math

import numpy as np
from pages import BLUE, GREEN, INK, RED, SIZE, VIOLET, YELLOW, endless, entry, page, within

import stretto as st

HERE = (0, 0, SIZE, SIZE)


def pulse(duration: float = 1) -> st.BasicAnimation:
    return endless("transform.scale.xy", 1, 0.2, duration)


@entry()
def row() -> st.Scene:
    copies = st.ReplicatorLayer(bounds=HERE, position=(48, 48), instance_count=5)
    copies.instance_transform = st.Transform3D.translation(17, 0)
    return page(within(copies, st.Layer(frame=(6, 40, 14, 14), background_color=RED)))


@entry(at=2.2, seconds=1)
def delay() -> st.Scene:
    copies = st.ReplicatorLayer(bounds=HERE, position=(48, 48), instance_count=12, instance_delay=1 / 12)
    copies.instance_transform = st.Transform3D.rotation(math.tau / 12)
    dot = st.Layer(frame=(42, 8, 12, 12), corner_radius=6, background_color=INK)
    dot.add_animation(pulse())
    return page(within(copies, dot))


@entry(at=0.4, seconds=1)
def negative_delay() -> st.Scene:
    copies = st.ReplicatorLayer(bounds=HERE, position=(48, 48), instance_count=8, instance_delay=-1 / 8)
    copies.instance_transform = st.Transform3D.translation(11, 0)
    bar = st.Layer(frame=(6, 28, 7, 40), background_color=BLUE)
    bar.add_animation(endless("transform.scale.y", 0.3, 1, 0.5, autoreverses=True))
    return page(within(copies, bar))


@entry()
def instance_color_and_offsets() -> st.Scene:
    copies = st.ReplicatorLayer(bounds=HERE, position=(48, 48), instance_count=6, instance_color="white")
    copies.instance_transform = st.Transform3D.translation(14, 0)
    copies.instance_red_offset, copies.instance_green_offset, copies.instance_blue_offset = -0.15, -0.05, 0
    copies.instance_alpha_offset = -0.08
    return page(within(copies, st.Layer(frame=(6, 24, 12, 48), background_color="white")), background=INK)


@entry(at=2.35, seconds=2)
def grid_of_two_replicators() -> st.Scene:
    rows = st.ReplicatorLayer(bounds=HERE, position=(48, 48), instance_count=6, instance_delay=0.15)
    rows.instance_transform = st.Transform3D.translation(0, 15)
    columns = st.ReplicatorLayer(bounds=HERE, position=(48, 48), instance_count=6, instance_delay=0.15)
    columns.instance_transform = st.Transform3D.translation(15, 0)
    tile = st.Layer(frame=(5, 5, 11, 11), background_color=VIOLET, corner_radius=2)
    tile.add_animation(endless("opacity", 1, 0.1, 1, autoreverses=True))
    return page(within(rows, within(columns, tile)))


@entry()
def values_for_single_copies() -> st.Scene:
    copies = st.ReplicatorLayer(bounds=HERE, position=(48, 48), instance_count=5)
    move = st.Transform3D.translation
    copies.instance_transforms = [move(18 * k, 14 * math.sin(1.6 * k)) for k in range(5)]
    copies.instance_colors = [RED, YELLOW, GREEN, BLUE, VIOLET]
    copies.instance_opacities = [1, 1, 0.4, 1, 1]
    dot = st.Layer(frame=(4, 40, 16, 16), background_color="white", corner_radius=8)
    dot.instance(3).set_value("cornerRadius", 0)
    return page(within(copies, dot))


@entry(at=1.9, seconds=1.6)
def stagger_from_the_center() -> st.Scene:
    copies = st.ReplicatorLayer(bounds=HERE, position=(48, 48), instance_count=9)
    copies.instance_transform = st.Transform3D.translation(10, 0)
    copies.instance_delays = st.stagger(9, "center", each=0.1)
    bar = st.Layer(frame=(4, 20, 7, 56), background_color=GREEN)
    bar.add_animation(endless("transform.scale.y", 0.15, 1, 0.8, autoreverses=True))
    return page(within(copies, bar))


@entry(at=2.6, seconds=4)
def delay_that_moves() -> st.Scene:
    copies = st.ReplicatorLayer(bounds=HERE, position=(48, 48), instance_count=16)
    copies.instance_transform = st.Transform3D.rotation(math.tau / 16)
    copies.add_animation(endless("instanceDelay", 0, 0.125, 2, autoreverses=True))
    ray = st.Layer(frame=(45, 6, 6, 26), background_color=RED, corner_radius=3)
    ray.add_animation(endless("transform.translation.y", 0, 12, 1, autoreverses=True))
    return page(within(copies, ray))


@entry()
def a_mask_for_each_copy() -> st.Scene:
    copies = st.ReplicatorLayer(bounds=HERE, position=(48, 48), instance_count=3)
    copies.instance_transform = st.Transform3D.translation(30, 0)
    copies.instance_masks = [
        st.Layer(frame=(4, 36, 9 * (k + 1), 24), background_color="white") for k in range(3)
    ]
    return page(within(copies, st.Layer(frame=(4, 36, 27, 24), background_color=VIOLET)))


def face() -> st.Layer:
    disc = st.Layer(bounds=(0, 0, 40, 40), background_color=YELLOW, corner_radius=20)
    for x in (11, 24):
        eye = st.Layer(frame=(x, 13, 5, 8), background_color=INK, corner_radius=2.5)
        eye.add_animation(endless("transform.scale.y", 1, 0.1, 0.5, autoreverses=True))
        disc.add_sublayer(eye)
    return disc


@entry(at=0.3, seconds=1)
def one_view_in_many_places() -> st.Scene:
    view = st.ViewReplicator(face(), bounds=HERE, position=(48, 48))
    for x, y, size in ((26, 26, 44), (72, 20, 24), (72, 50, 20), (20, 68, 30), (62, 78, 26)):
        view.add_proxy(bounds=(0, 0, size, size), position=(x, y))
    return page(view)


@entry(at=0.3, seconds=1)
def parts_of_one_view_at_other_times() -> st.Scene:
    view = st.ViewReplicator(face(), bounds=HERE, position=(48, 48))
    for k, x in enumerate((0, 20)):
        proxy = view.add_proxy(source_rect=(x, 0, 20, 40), bounds=(0, 0, 40, 80), position=(26 + 44 * k, 48))
        proxy.time_offset = 0.25 * k
    return page(view)


@entry(at=2.5, seconds=2)
def reflection() -> st.Scene:
    bar = st.ReplicatorLayer(bounds=HERE, position=(48, 48), instance_count=7, instance_delay=0.2)
    bar.instance_transform = st.Transform3D.translation(12, 0)
    column = st.Layer(bounds=(0, 0, 8, 36), position=(12, 48), anchor_point=(0.5, 1), background_color=BLUE)
    column.add_animation(endless("transform.scale.y", 0.2, 1, 1, autoreverses=True))
    mirror = st.ReplicatorLayer(bounds=HERE, position=(48, 48), instance_count=2, instance_alpha_offset=-0.7)
    mirror.instance_transform = st.Transform3D.scale(1, -1, 1)
    return page(within(mirror, within(bar, column)))


@entry()
def ten_thousand() -> st.Scene:
    copies = st.ReplicatorLayer(bounds=HERE, position=(48, 48), instance_count=10_000)
    k = np.arange(10_000)
    angle, radius = k * math.pi * (3 - math.sqrt(5)), 0.46 * np.sqrt(k)
    move = st.Transform3D.translation
    copies.instance_transforms = [
        move(r * math.cos(a), r * math.sin(a)) for a, r in zip(angle, radius, strict=True)
    ]
    copies.instance_opacities = list(0.15 + 0.85 * (k % 21 == 0))
    return page(within(copies, st.Layer(frame=(47.6, 47.6, 0.8, 0.8), background_color=INK)))
