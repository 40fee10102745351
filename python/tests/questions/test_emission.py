"""Tests that loops, diagnostics and frames agree on whether and how long an emitter shows particles."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import pytest

import stretto as st
from chance import seeds

FOREVER: dict[str, Any] = {"repeat_count": math.inf, "removed_on_completion": False}


def scene_with(*layers: st.Layer) -> st.Scene:
    scene = st.Scene(40, 40)
    for layer in layers:
        scene.add_sublayer(layer)
    return scene


def cell(**properties: Any) -> st.EmitterCell:
    return st.EmitterCell(contents=st.Image.solid(4, 4, "red"), name="a", **properties)


def emitter(*cells: st.EmitterCell, **properties: Any) -> st.EmitterLayer:
    return st.EmitterLayer(emitter_cells=cells, emitter_position=(20, 20), **properties)


def test_a_layer_that_may_emit_is_never_static() -> None:
    def animated(key_path: str, to: Any, layer: st.EmitterLayer) -> st.EmitterLayer:
        layer.add_animation(st.BasicAnimation(key_path, from_value=0, to_value=to, duration=1, **FOREVER))
        return layer

    alive, dies = {"birth_rate": 20, "lifetime": 1}, {"birth_rate": 20}
    cases: list[tuple[float | None, st.Layer]] = [
        (None, emitter(cell(**alive))),
        (None, emitter(cell(**dies, lifetime_range=2))),
        (None, emitter(cell(**dies, lifetime_range=-2))),
        (None, animated("emitterCells.a.birthRate", 20, emitter(cell(lifetime=1)))),
        (None, animated("emitterCells.a.lifetimeRange", 2, emitter(cell(**dies)))),
        (None, animated("birthRate", 2, emitter(cell(**alive), birth_rate=0))),
        (None, animated("lifetime", 2, emitter(cell(**alive), lifetime=0))),
        (1, animated("emitterCells.a.velocity", 2, emitter(cell(**dies)))),
        (0, emitter(cell(**dies))),
        (0, emitter(cell(**alive), birth_rate=0)),
        (0, emitter(cell(**alive), lifetime=0)),
        (0, emitter(cell(**alive, enabled=False))),
    ]
    for expected, layer in cases:
        scene = scene_with(layer)
        assert scene.loop_duration() == expected, layer
        if expected == 0:
            assert not scene.render(3)[..., 3].any()


def test_states_and_single_copies_may_turn_an_emitter_on() -> None:
    scene = scene_with(emitter(cell(lifetime=1)))
    (layer,) = scene.sublayers
    scene.add_state("on", {layer: {"emitterCells.a.birthRate": 20}})
    scene.set_state("on", 1)
    assert scene.render(3)[..., 3].any()
    assert scene.loop_duration() is None


def random_emitter(r: random.Random) -> st.EmitterLayer:
    inner = cell(birth_rate=r.choice([0, 5]), lifetime=0.25, velocity=10)
    kind = cell(
        birth_rate=r.choice([0, 8]), lifetime=r.choice([0, 0.5]), lifetime_range=r.choice([0, 0, 1]),
        velocity=r.choice([0, 20]), emission_range=r.choice([0, 6]), enabled=r.random() < 0.9,
        emitter_cells=[inner] if r.random() < 0.3 else [], duration=r.choice([math.inf, 1.5]),
    )  # fmt: skip
    layer = emitter(
        kind, birth_rate=r.choice([0, 1, 1]), lifetime=r.choice([0, 1, 1]), loop_duration=r.choice([0, 0, 1]),
        warm=r.random() < 0.5, begin_time=r.choice([0, 0, 0.5]), speed=r.choice([1, 2]),
    )  # fmt: skip
    for key_path, to in [
        ("emitterCells.a.birthRate", 16), ("emitterCells.a.lifetime", 1), ("birthRate", 2), ("lifetime", 2),
        ("emitterCells.a.lifetimeRange", 1), ("emitterCells.a.velocity", 30), ("emitterPosition.x", 30),
    ]:  # fmt: skip
        if r.random() < 0.2:
            layer.add_animation(
                st.BasicAnimation(
                    key_path, to_value=to, duration=0.5, autoreverses=r.random() < 0.5,
                    repeat_count=r.choice([1, math.inf]), removed_on_completion=r.random() < 0.5,
                )
            )  # fmt: skip
    return layer


@pytest.mark.parametrize("seed", seeds(40, 150, 600))
def test_a_movie_of_an_emitter_has_no_seam_where_there_is_a_loop(seed: int) -> None:
    r = random.Random(seed)
    scene = scene_with(random_emitter(r))
    report = scene.loop_report()
    if report.duration is None:
        return
    length = report.duration or 0.7  # frames of a static scene are equal
    for step in range(6):
        time = report.steady_from + step * length / 6 + 1e-3
        first, again = scene.render(time).astype(int), scene.render(time + length).astype(int)
        assert np.abs(first - again).max() <= 2, (time, str(report))


@pytest.mark.parametrize(
    "animation",
    [
        st.BasicAnimation(
            "emitterCells.a.lifetime", to_value=1, by_value=1, duration=0.1, repeat_count=40, cumulative=True
        ),
        st.SpringAnimation(
            "emitterCells.a.lifetime", from_value=0, to_value=1, damping=1, initial_velocity=2000, duration=9
        ),
        st.KeyframeAnimation(
            "emitterCells.a.lifetime", values=[0, 1, 0], key_times=[0, 0.02, 1], duration=9,
            timing_function=(0.3, -3, 0.7, 4),
        ),
        st.KeyframeAnimation(
            "emitterCells.a.lifetime", values=[0, 1, 0.2], duration=9, calculation_mode="cubic",
            tension_values=[-9, -9, -9],
        ),
        st.BasicAnimation("lifetime", from_value=1, to_value=12, duration=3, autoreverses=True),
    ],
)  # fmt: skip
def test_a_particle_lives_as_long_as_its_lifetime_at_birth_says(animation: st.Animation) -> None:
    """The lifetime at each particle's birth decides how long the particle lives, also if an animation
    overshoots its values.
    """
    dot = cell(birth_rate=1, lifetime=1, color=(8 / 255, 0, 0, 1))
    layer = emitter(dot, render_mode="additive")
    layer.add_animation(animation)
    scene = scene_with(layer)
    for time in (1.3, 2.6, 4.2, 6.1, 8.9, 24.7):
        alive = 0
        for birth in range(1, int(time) + 1):
            life = layer.presentation_value("emitterCells.a.lifetime", birth)
            alive += birth + life * layer.presentation_value("lifetime", birth) > time
        assert scene.render(time)[20, 20, 0] == 8 * alive, time
