"""Tests that a text has the pixels of a hand-made tree of shape layers, byte for byte."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

import stretto as st

ALPHABET = "abcdefgABCQ&gjy .,ößλЖ"
FOREVER = {"fill_mode": "both", "removed_on_completion": False}


def animations(rng: random.Random) -> list[tuple[str, float, float, float, float]]:
    """Random animations that move and fade a letter: key path, start value, end value, begin and duration."""
    choices = [
        ("transform.translation.y", -20.0, 10.0),
        ("transform.rotation.z", -1.0, 2.0),
        ("transform.scale", 0.5, 1.5),
        ("opacity", 0.25, 1.0),
    ]
    return [
        (*choice, rng.choice([0.0, 0.25]), rng.choice([0.5, 1.0]))
        for choice in rng.sample(choices, rng.randint(0, 3))
    ]


def animate(layer: st.Layer, given: list[tuple[str, float, float, float, float]], delay: float) -> None:
    """Adds the animations to a layer, delayed by `delay` seconds."""
    for path, start, end, begin, duration in given:
        layer.add_animation(
            st.BasicAnimation(
                path,
                from_value=start,
                to_value=end,
                begin_time=begin + delay,
                duration=duration,
                **FOREVER,  # type: ignore[arg-type]
            )
        )


def shapes(
    text: st.TextLayer, copy: st.text.TextCopy, letters: list[st.text.TextCopy]
) -> list[st.ShapeLayer]:
    """Shape layers of the letters of a copy, with outlines at 1 em: first the fills, then the strokes."""
    seen = [box for box in letters if box.character in copy.characters and text.string[box.character].strip()]
    paints = [{"fill_color": text.foreground_color}]
    if text.glyph.stroke_color:
        stroke = text.glyph.stroke_color, text.glyph.line_width / text.font_size
        paints.append({"fill_color": None, "stroke_color": stroke[0], "line_width": stroke[1]})  # type: ignore[dict-item]
    return [
        st.ShapeLayer(
            path=st.Path.text(text.string[box.character], font_size=1),
            position=(box.x - copy.x, copy.baseline - copy.y),
            transform=st.Transform3D.scale(text.font_size),
            **paint,  # type: ignore[arg-type]
        )
        for paint in paints
        for box in seen
    ]


def by_hand(text: st.TextLayer, moves: list, delays: list[float], colors: list, transforms: list) -> st.Layer:  # type: ignore[type-arg]
    """The tree of layers that a text stands for. Each layer that replaces the glyph layer begins at `begin +
    delay`.
    """
    whole = st.Layer(bounds=text.bounds, position=text.position, transform=text.transform)
    copies = text.copies()
    unit, text.instance_unit = text.instance_unit, "character"
    letters, text.instance_unit = text.copies(), unit
    for k, copy in enumerate(copies):
        middle = copy.width / 2, copy.height / 2
        # A replicator with one copy carries the colour, transform and animations of a letter.
        around = st.ReplicatorLayer(
            bounds=(0, 0, copy.width, copy.height),
            position=(copy.x + middle[0], copy.y + middle[1]),
            instance_color=colors[k] if colors else "white",
            instance_transforms=[transforms[k]] if transforms else None,
        )
        glyph = st.Layer(bounds=around.bounds, position=middle, opacity=text.glyph.opacity)
        animate(glyph, moves, delays[k] if delays else 0)
        for shape in shapes(text, copy, letters):
            glyph.add_sublayer(shape)
        around.add_sublayer(glyph)
        whole.add_sublayer(around)
    return whole


def nested(rng: random.Random, layer: st.Layer, kind: str) -> st.Layer:
    """A layer alone, a layer in a replicator, or a portal that shows a layer of a replicator."""
    if kind == "plain":
        return layer
    around = st.ReplicatorLayer(
        bounds=(0, 0, 200, 120),
        position=(100, 60),
        instance_count=3,
        instance_delay=0.25,
        instance_transform=st.Transform3D.translation(30, 25),
        instance_alpha_offset=-0.25,
    )
    around.add_sublayer(layer)
    if kind == "replicator":
        return around
    both = st.Layer()
    both.add_sublayer(around)
    portal = st.PortalLayer(source_layer=layer, position=(60, 130), transform=st.Transform3D.scale(0.5))
    both.add_sublayer(portal)
    return both


@pytest.mark.parametrize("seed", range(24))
def test_text_is_a_tree_of_shapes(seed: int) -> None:
    rng = random.Random(seed)
    string = "".join(rng.choice(ALPHABET) for _ in range(rng.randint(1, 12)))
    text = st.TextLayer(
        string,
        font_size=rng.choice([16, 24, 40]),
        foreground_color=rng.choice(["black", "crimson", (0, 0.5, 1, 0.5)]),  # type: ignore[arg-type]
        instance_unit=rng.choice(["character", "character", "word"]),
        position=(rng.randint(0, 40), rng.randint(0, 40)),
        font_features="calt=0, liga=0, clig=0, kern=0",
    )
    text.transform = st.Transform3D.rotation(rng.choice([0, 0, 0.25]), 0, 0, 1)
    if rng.random() < 0.4:
        text.glyph.stroke_color, text.glyph.line_width = "gold", 2
    text.glyph.opacity = rng.choice([1, 1, 0.5])
    count = text.instance_count
    moves = animations(rng)
    delays = [rng.randint(-4, 4) / 8 for _ in range(count)] if rng.random() < 0.7 else []
    colors = [(rng.random(), rng.random(), 1, rng.choice([1, 0.5])) for _ in range(count)]
    colors = colors if rng.random() < 0.5 else []
    turn = [st.Transform3D.rotation(rng.uniform(-1, 1), 0, 0, 1) for _ in range(count)]
    transforms = turn if rng.random() < 0.5 else []
    tree = by_hand(text, moves, delays, colors, transforms)
    animate(text.glyph, moves, 0)
    text.instance_delays, text.instance_colors = delays or None, colors or None
    text.instance_transforms = transforms or None
    kind = rng.choice(["plain", "replicator", "portal"])
    scenes = []
    for layer in (text, tree):
        scene = st.Scene(240, 160, background="white")
        scene.add_sublayer(nested(rng, layer, kind))
        scenes.append(scene)
    for time in (0.0, 0.3125, 0.6875):  # sums of the times are exact doubles
        own, theirs = (scene.render(time) for scene in scenes)
        np.testing.assert_array_equal(own, theirs, f"seed {seed}, {string!r}, {kind}, time {time}")
    assert not math.isclose(float(scenes[0].render(0.7).min()), 255), "nothing was painted"


@pytest.mark.parametrize("seed", range(12))
def test_the_fast_path_equals_the_general_one(seed: int) -> None:
    """Letters that only move have a fast path. A sublayer that paints nothing makes the text use the general
    path, which must give equal bytes.
    """
    rng = random.Random(seed)
    scenes = []
    for has_sublayer in (False, True):
        rng.seed(seed)
        text = st.TextLayer("Hamburg & Wien", font_size=rng.choice([12, 30]), foreground_color="navy")
        text.position, text.clips_instances = (20, 30), rng.random() < 0.5
        text.instance_delays = text.stagger("random", each=0.07, seed=seed)
        text.instance_opacities = [rng.random() for _ in range(10)]
        text.instance_transform = st.Transform3D.rotation(0.05, 0, 0, 1)
        text.glyph.anchor_point = (rng.random(), rng.random())
        text.glyph.stroke_color = rng.choice([None, "red"])
        animate(text.glyph, animations(rng), 0)
        if has_sublayer:
            text.glyph.add_sublayer(st.Layer())
        scene = st.Scene(280, 100, background="white")
        scene.add_sublayer(text)
        scenes.append(scene)
    for time in (0.0, 0.45, 1.1):
        np.testing.assert_array_equal(scenes[0].render(time), scenes[1].render(time), f"time {time}")
