"""Tests of particles: nested cells, loops, and limits that raise errors."""

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
    scene.add_sublayer(fireworks(loop_duration=3))
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
    """An emitter with `warm` and a loop continues counting births from earlier loops. Beyond 2^53 births,
    doubles have no next number, and the frame raises LimitError.
    """
    cell = st.EmitterCell(name="a", birth_rate=rate, lifetime=1, contents=st.Image.solid(2, 2, "red"))
    scene = st.Scene(8, 8)
    scene.add_sublayer(st.EmitterLayer(warm=True, loop_duration=loop, emitter_cells=[cell]))
    with pytest.raises(st.LimitError):
        scene.render(time)


# Random numbers, cones, scale

MASK = (1 << 64) - 1


def mixed(value: int) -> int:
    """The hash function of docs/decisions/particles.md, implemented from its description."""
    z = (value + 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def draw(seed: int, cell: int, number: int, channel: int) -> float:
    key = mixed(mixed(mixed(seed) ^ cell) ^ (number & MASK))
    return (mixed(key ^ channel) >> 11) * 2.0**-53


def centre(scene: st.Scene, time: float) -> tuple[float, float]:
    """The centre of the visible pixels, in points."""
    alpha = scene.render(time)[..., 3].astype(float)
    y, x = np.mgrid[0 : alpha.shape[0], 0 : alpha.shape[1]] + 0.5
    return (x * alpha).sum() / alpha.sum(), (y * alpha).sum() / alpha.sum()


@pytest.mark.parametrize("seed", [0, 7, 4_294_967_295])
def test_the_draws_are_those_of_the_decision_page(seed: int) -> None:
    def one(**cell: Any) -> st.Scene:
        made = st.Scene(200, 200)
        spark = st.EmitterCell(
            contents=st.Image.solid(8, 8, "white"), birth_rate=1, lifetime=5, duration=1.5, **cell
        )
        unused = st.EmitterCell(birth_rate=0)
        emitter = st.EmitterLayer(emitter_position=(100, 100), emitter_cells=[unused, spark])
        emitter.seed = seed
        made.add_sublayer(emitter)
        return made

    def chance(channel: int) -> float:
        return draw(seed, 1, 1, channel) - 0.5

    angle = chance(3) * 2
    x, y = centre(one(velocity=40, emission_range=2), 2)
    assert (x - 100, y - 100) == pytest.approx((40 * math.cos(angle), 40 * math.sin(angle)), abs=0.1)
    x, _ = centre(one(velocity=40, velocity_range=30), 2)
    assert x - 100 == pytest.approx(40 + 30 * chance(4), abs=0.1)
    area = one(scale=2, scale_range=1).render(1.2)[..., 3].sum() / 255
    assert math.sqrt(area) == pytest.approx(8 * (2 + chance(6)), abs=0.3)
    for name, channel in (("red", 8), ("green", 9), ("blue", 10)):
        made = one(color=(0.5, 0.5, 0.5), **{f"{name}_range": 0.8})
        found = made.render(1.2)[100, 100, channel - 8]
        assert found == pytest.approx(255 * (0.5 + 0.8 * chance(channel)), abs=1), name
    made = one(color=(1, 1, 1, 0.5), alpha_range=0.8)
    assert made.render(1.2)[100, 100, 3] == pytest.approx(255 * (0.5 + 0.8 * chance(11)), abs=1)


def test_positions_lifetimes_and_turns_are_those_of_the_decision_page() -> None:
    seed = 12

    def one(emitter: dict[str, Any], **cell: Any) -> st.Scene:
        # The particle is wider than high, so that its rotation can be measured.
        spark = st.EmitterCell(
            contents=st.Image.solid(12, 4, "white"), birth_rate=1, duration=1.5, **{"lifetime": 5, **cell}
        )
        layer = st.EmitterLayer(emitter_position=(100, 100), emitter_cells=[spark], **emitter)
        layer.seed = seed
        return st.Scene(200, 200, sublayers=[layer])

    def chance(channel: int) -> float:
        return draw(seed, 0, 1, channel) - 0.5

    box: dict[str, Any] = {"emitter_size": (80, 60)}
    x, _ = centre(one({"emitter_shape": "line", **box}), 2)
    assert x - 100 == pytest.approx(80 * chance(1), abs=0.1)
    position = centre(one({"emitter_shape": "rectangle", "emitter_mode": "surface", **box}), 2)
    assert position == pytest.approx((100 + 80 * chance(1), 100 + 60 * chance(2)), abs=0.1)
    end = 1 + 2 + 1.5 * chance(5)
    lasting = one({}, lifetime=2, lifetime_range=1.5)
    assert lasting.render(end - 0.01)[..., 3].any()
    assert not lasting.render(end + 0.01)[..., 3].any()

    def angle(scene: st.Scene, time: float) -> float:
        """The direction of the longest axis of the visible pixels, in 0 to pi."""
        alpha = scene.render(time)[..., 3].astype(float)
        (cx, cy), (y, x) = centre(scene, time), np.mgrid[0:200, 0:200] + 0.5
        xx, yy, xy = ((alpha * value).sum() for value in ((x - cx) ** 2, (y - cy) ** 2, (x - cx) * (y - cy)))
        return float(0.5 * math.atan2(2 * xy, xx - yy) % math.pi)

    wanted = (0.4 + 1.5 * chance(15)) % math.pi
    assert angle(one({}, rotation=0.4, rotation_range=1.5), 1.2) == pytest.approx(wanted, abs=0.02)
    wanted = (1 * (0.5 + 1.2 * chance(7))) % math.pi
    assert angle(one({}, spin=0.5, spin_range=1.2), 2) == pytest.approx(wanted, abs=0.02)


@pytest.mark.parametrize("seed", [0, 3, 7, 11, 4_294_967_295])
def test_positions_in_space_and_cones_are_those_of_the_decision_page(seed: int) -> None:
    """Random channels 12 to 14 give the positions in space and the directions of docs/decisions/particles.md,
    as a flat emitter shows them.
    """

    def born(emitter: dict[str, Any], time: float, **cell: Any) -> tuple[float, float]:
        spark = st.EmitterCell(
            contents=st.Image.solid(4, 4, "white"), birth_rate=1, lifetime=5, duration=1.5, **cell
        )
        layer = st.EmitterLayer(emitter_position=(100, 100), emitter_cells=[spark], **emitter)
        layer.seed = seed
        x, y = centre(st.Scene(200, 200, sublayers=[layer]), time)
        return x - 100, y - 100

    u = [0.0] + [draw(seed, 0, 1, channel) for channel in range(1, 16)]
    # In a solid sphere, random channel 12 is the fraction of the volume inside the radius, and random
    # channels 1 and 2 choose a point on a circle of latitude.
    radius, height = 60 * u[12] ** (1 / 3), 2 * u[2] - 1
    around = radius * math.sqrt(1 - height**2)
    ball = {"emitter_shape": "sphere", "emitter_mode": "volume", "emitter_size": (60, 60)}
    wanted = around * math.cos(2 * math.pi * u[1]), around * math.sin(2 * math.pi * u[1])
    assert born(ball, 1.5) == pytest.approx(wanted, abs=0.1)
    # For the edges of a box, random channel 13 chooses the direction of the edge, with a probability
    # proportional to its length.
    sides = (80, 60, 40)
    axis = 0 if u[13] * 180 < 80 else 1 if u[13] * 180 < 140 else 2
    box = {
        "emitter_shape": "cuboid",
        "emitter_mode": "outline",
        "emitter_size": (80, 60),
        "emitter_depth": 40,
    }
    on_edge = tuple(
        sides[k] * (u[k + 1] - 0.5 if k == axis else 0.5 if u[k + 1] >= 0.5 else -0.5) for k in range(2)
    )
    assert born(box, 1.5) == pytest.approx(on_edge, abs=0.1)
    # If the emission cone points towards the viewer, random channel 3 gives the angle between the direction
    # and the cone's axis, and random channel 14 the angle around the axis.
    along = 1 - u[3] * (1 - math.cos(0.6))
    aside, turn = math.sqrt(1 - along**2), 2 * math.pi * u[14]
    wanted = -50 * aside * math.sin(turn), 50 * aside * math.cos(turn)
    cone = {"velocity": 50, "emission_range": 1.2, "emission_latitude": math.pi / 2}
    assert born({}, 2, **cone) == pytest.approx(wanted, abs=0.1)


def test_a_cell_in_a_cell_is_drawn_by_the_key_of_the_particle_around_it() -> None:
    """The birth number n of a particle in a nested cell counts from 1 at the birth of the outer particle."""
    seed = 5
    spark = st.EmitterCell(contents=st.Image.solid(4, 4, "white"), birth_rate=2, lifetime=0.4, velocity=30)
    spark.emission_range = 2 * math.pi
    rocket = st.EmitterCell(birth_rate=1, lifetime=9, duration=1.5, emitter_cells=[spark])
    emitter = st.EmitterLayer(emitter_position=(50, 50), emitter_cells=[st.EmitterCell(birth_rate=0), rocket])
    emitter.seed = seed
    scene = st.Scene(100, 100, sublayers=[emitter])
    around = mixed(mixed(mixed(seed) ^ 1) ^ 1)
    for number in (1, 2, 3):
        own = mixed(mixed(around ^ 0) ^ number)
        direction = 2 * math.pi * ((mixed(own ^ 3) >> 11) * 2.0**-53 - 0.5)
        x, y = centre(scene, 1 + number / 2 + 0.3)
        assert (x - 50, y - 50) == pytest.approx(
            (9 * math.cos(direction), 9 * math.sin(direction)), abs=0.1
        ), number


def test_a_cell_with_a_latitude_emits_a_cone_that_a_flat_emitter_projects() -> None:
    """Seen along its axis, a cone of particles is a disc. The particles fill the disc with the density of
    directions that are uniform over a spherical cap.
    """
    half = 0.6
    spark = st.EmitterCell(
        contents=st.Image.solid(1, 1, "white"), birth_rate=40_000, lifetime=9, duration=0.01
    )
    spark.velocity, spark.emission_range, spark.emission_latitude = 60, 2 * half, math.pi / 2
    scene = st.Scene(100, 100)
    scene.add_sublayer(st.EmitterLayer(emitter_position=(50, 50), emitter_cells=[spark]))
    alpha = scene.render(1)[..., 3].astype(float)
    y, x = np.mgrid[0:100, 0:100] + 0.5
    radius = np.hypot(x - 50, y - 50)
    assert not alpha[radius > 60 * math.sin(half) + 1.5].any()
    # Heights of points that are uniform on a spherical cap are uniform, so half of the points lie above the
    # middle height.
    middle = 60 * math.sqrt(1 - ((1 + math.cos(half)) / 2) ** 2)
    assert alpha[radius < middle].sum() / alpha.sum() == pytest.approx(0.5, abs=0.08)
    quadrants = [
        alpha[:50, :50].sum(),
        alpha[:50, 50:].sum(),
        alpha[50:, :50].sum(),
        alpha[50:, 50:].sum(),
    ]
    assert min(quadrants) > 0.7 * max(quadrants), "all round, where a fan would be a line"
    spark.emission_latitude = 0
    assert not scene.render(1)[:, :48, 3].any(), "without a latitude it is a fan in the plane"


def test_the_speed_of_the_scale_takes_no_factor_of_the_layer() -> None:
    def side(factor: float) -> float:
        cell = st.EmitterCell(contents=st.Image.solid(8, 8, "white"), birth_rate=1, lifetime=5, duration=1.5)
        cell.scale, cell.scale_speed = 1, 2
        emitter = st.EmitterLayer(emitter_position=(100, 100), emitter_cells=[cell], scale=factor)
        scene = st.Scene(200, 200)
        scene.add_sublayer(emitter)
        return math.sqrt(scene.render(2)[..., 3].sum() / 255)

    assert side(1) == pytest.approx(8 * (1 + 2), abs=0.1)
    assert side(3) == pytest.approx(8 * (3 + 2), abs=0.1)
