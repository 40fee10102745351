"""Particles through the package: cells within cells, loops, and what is refused."""

import math
from typing import Any

import numpy as np
import pytest

import stretto as st


def fireworks(**properties: Any) -> st.EmitterLayer:
    dot = st.Image.solid(2, 2, "white")
    spark = st.EmitterCell(
        name="spark",
        contents=dot,
        birth_rate=400,
        lifetime=0.5,
        velocity=40,
        emission_range=math.tau,
        duration=0.05,
    )
    burst = st.EmitterCell(name="burst", birth_rate=1, lifetime=0.3, emitter_cells=[spark])
    rocket = st.EmitterCell(
        name="rocket", contents=dot, birth_rate=2, lifetime=1.02, velocity=60, emitter_cells=[burst]
    )
    rocket.emission_longitude = -math.pi / 2
    return st.EmitterLayer(emitter_position=(50, 90), emitter_cells=[rocket], **properties)


def test_cells_are_read_back_as_they_were_given() -> None:
    (rocket,) = fireworks().emitter_cells
    (burst,) = rocket.emitter_cells
    assert (rocket.name, burst.name, burst.emitter_cells[0].name) == ("rocket", "burst", "spark")
    assert burst.emitter_cells[0].duration == 0.05


def test_a_rocket_bursts_and_its_sparks_fly() -> None:
    scene = st.Scene(100, 100)
    scene.add_sublayer(fireworks())
    before, after = (int((scene.render(t)[..., 3] > 0).sum()) for t in (1.45, 1.8))
    assert 0 < before < 20 < after, "one rocket is a few pixels, a burst many"


def test_a_loop_is_known_and_seamless() -> None:
    scene = st.Scene(100, 100)
    scene.add_sublayer(fireworks(loop=3))
    report = scene.loop_report()
    assert scene.loop_duration() == 3
    assert 1 < report.steady_from < 4
    for time in (4.0, 5.25, 6.5):
        picture = scene.render(time)
        assert picture.any()
        assert np.array_equal(picture, scene.render(time + 3))


def test_a_cell_in_itself_is_refused_and_nothing_is_changed() -> None:
    (rocket,) = fireworks().emitter_cells
    (burst,) = rocket.emitter_cells
    with pytest.raises(st.InvalidArgument, match="itself"):
        burst.emitter_cells = [rocket]
    assert burst.emitter_cells[0].name == "spark"
    with pytest.raises(TypeError, match="EmitterCell"):
        burst.emitter_cells = [st.Layer()]  # type: ignore[list-item]


@pytest.mark.parametrize(("loop", "rate", "time"), [(1e300, 1, -1), (1e300, 1, 0.5), (1e12, 1e4, -1)])
def test_a_warm_loop_of_more_births_than_can_be_counted_is_refused(
    loop: float, rate: float, time: float
) -> None:
    """Births before its start count on from the last of a loop; beyond 2^53 no number is the next."""
    cell = st.EmitterCell(name="a", birth_rate=rate, lifetime=1, contents=st.Image.solid(2, 2, "red"))
    scene = st.Scene(8, 8)
    scene.add_sublayer(st.EmitterLayer(warm=True, loop=loop, emitter_cells=[cell]))
    with pytest.raises(st.LimitError):
        scene.render(time)
