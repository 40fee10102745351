"""Tests that all paints inside one outline of a layer are antialiased once (docs/decisions/coverage.md).

The edges of a layer must equal those of a picture with many samples per pixel, whatever the layer paints.
"""

import math

import numpy as np
import pytest

import stretto as st
from chance import seeds

SAMPLES = 16  # samples along a side of a pixel
WORST = 5  # levels of 255; curves are flattened to 0.015 pixels


def solid(r: int, g: int, b: int) -> st.Image:
    return st.Image(np.full((8, 8, 4), (r, g, b, 255), np.uint8))


def difference(*layers: st.Layer) -> float:
    """The largest difference between the picture of layers on white and the mean of many samples."""
    scene = st.Scene(60, 50, background="white")
    for layer in layers:
        scene.add_sublayer(layer)
    drawn = scene.render(0).astype(float)
    fine = scene.render(0, scale=SAMPLES).astype(float)
    return float(np.abs(drawn - fine.reshape(50, SAMPLES, 60, SAMPLES, 4).mean((1, 3))).max())


def card(seed: int) -> st.Layer:
    """A black layer at fractional coordinates, covered by other paints of the layer."""
    random = np.random.default_rng(seed)
    clips = bool(random.random() < 0.6)
    radius = float(random.choice([0, 4, 11]))
    layer = st.Layer() if seed % 2 else st.GradientLayer(colors=["#20d060", "#2060ffc0"])
    layer.frame = (*random.uniform(8, 11, 2), *random.uniform(25, 38, 2))
    layer.background_color = "black"
    layer.corner_radius = radius
    layer.corner_curve = "continuous" if seed % 5 == 0 else "circular"
    layer.masks_to_bounds = clips
    if clips or radius == 0:
        layer.contents = solid(40, 220, 90)
    if random.random() < 0.7:
        layer.border_width = float(random.uniform(0.3, 4))
        layer.border_color = "#3080ffa0" if seed % 3 else "#ff8030"
    if random.random() < 0.5:
        layer.transform = st.Transform3D.rotation(float(random.uniform(0, math.pi)))
    return layer


@pytest.mark.parametrize("seed", seeds(8, 20, 40))
def test_the_edges_of_a_layer_show_nothing_from_below_what_covers_it(seed: int) -> None:
    assert difference(card(seed)) <= WORST


def test_copies_and_portals_have_the_edges_of_real_layers() -> None:
    copies = st.ReplicatorLayer(instance_count=3, instance_transform=st.Transform3D.translation(0.37, 0, 0))
    copies.add_sublayer(card(3))
    scene = st.Scene(60, 50, background="white")
    scene.add_sublayer(copies)
    layers = st.Scene(60, 50, background="white")
    for k in range(3):
        around = st.Layer()
        around.transform = st.Transform3D.translation(0.37 * k, 0, 0)
        around.add_sublayer(card(3))
        layers.add_sublayer(around)
    assert np.array_equal(scene.render(0), layers.render(0))
    away = st.Layer(frame=(500, 500, 1, 1))
    away.add_sublayer(card(4))
    portal = st.PortalLayer(frame=(9.3, 8.6, 30, 30), source_layer=away.sublayers[0])
    assert difference(away, portal) <= WORST
    assert difference(away) == 0, "the portal shows something"


def test_a_sublayer_that_fills_its_superlayers_clip_meets_it_once() -> None:
    layer = st.Layer(
        frame=(9.3, 8.6, 37.5, 30.7), corner_radius=9, masks_to_bounds=True, background_color="black"
    )
    layer.add_sublayer(st.Layer(frame=(0, 0, 37.5, 30.7), background_color="#20d060"))
    layer.add_sublayer(st.Layer(frame=(10, 9, 12, 8), background_color="#d02060"))
    assert difference(layer) <= WORST


def test_a_rectangle_that_only_clips_in_a_part_is_cut_too() -> None:
    layer = st.Layer(frame=(10, 10, 30, 30), corner_radius=15, masks_to_bounds=True)
    layer.add_sublayer(st.Layer(frame=(0, 0, 15, 30), background_color="#20d060"))
    scene = st.Scene(60, 50, background="white")
    scene.add_sublayer(layer)
    pixels = scene.render(0)
    assert tuple(pixels[25, 12]) == (32, 208, 96, 255)
    assert tuple(pixels[11, 11]) == (255, 255, 255, 255) == tuple(pixels[25, 27])


@pytest.mark.parametrize("offset", [0.0, 0.03])
def test_edges_do_not_depend_on_threads(offset: float) -> None:
    pile = st.ReplicatorLayer(instance_count=1500)
    pile.instance_transform = st.Transform3D.translation(offset, 0, 0)
    pile.instance_alpha_offset = -0.0005
    pile.add_sublayer(st.Layer(frame=(8.4, 9.3, 20, 21), corner_radius=5, background_color="#20d060"))
    scene = st.Scene(60, 50, background="white")
    scene.add_sublayer(pile)
    scene.add_sublayer(card(7))
    alone = scene.render(0, threads=1)
    for threads in (2, 3, 4):
        assert np.array_equal(scene.render(0, threads=threads), alone)
