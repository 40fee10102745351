"""Tests of forces on particles: compared with a numerical integrator, drawn in any order, in copies and in
proxies.
"""

import math
import pickle
from collections.abc import Callable
from typing import Any, cast

import numpy as np
import numpy.typing as npt
import pytest

import stretto as st

Floats = npt.NDArray[np.float64]
SIZE = 256
#: The birthplace of the particles, in points.
CENTRE = SIZE / 2


def stage(emitter: st.EmitterLayer) -> st.Scene:
    scene = st.Scene(SIZE, SIZE, background="white")
    emitter.frame, emitter.emitter_position = (0, 0, SIZE, SIZE), (CENTRE, CENTRE)
    scene.add_sublayer(emitter)
    return scene


def one(birth: float = 0.1, **properties: Any) -> st.EmitterCell:
    """A cell whose only particle, 6 points wide, is born at time `birth`."""
    given: dict[str, Any] = {"name": "a", "contents": st.Image.solid(6, 6, "black"), "lifetime": 100}
    given |= {"birth_rate": 1 / birth, "duration": 1.5 * birth}
    return st.EmitterCell(**(given | properties))


def position_at(scene: st.Scene, time: float) -> Floats:
    """The middle of the only particle, relative to its birthplace. The whole particle must lie in the
    picture.
    """
    ink = 255 - scene.render(time)[..., 0].astype(float)
    assert ink.sum() > 0.99 * 255 * 36, "it is in the picture"
    y, x = np.mgrid[0:SIZE, 0:SIZE] + 0.5
    middle: Floats = np.array([(ink * x).sum(), (ink * y).sum()]) / ink.sum() - CENTRE
    return middle


def test_gravity_that_begins_after_the_birth_pulls_what_is_in_the_air() -> None:
    emitter = st.EmitterLayer(emitter_cells=[one()])
    fall = st.KeyframeAnimation(
        values=[0, 100], key_times=[0, 0.1, 1], calculation_mode="discrete", duration=10
    )
    emitter.add_animation(fall, "emitterCells.a.yAcceleration")
    assert position_at(stage(emitter), 2) == pytest.approx([0, 50], abs=0.01)


# Comparison with a numerical integrator


class Fields:
    """Random forces on the particles of `count` emitters. Each array of forces has one row per emitter."""

    def __init__(self, count: int) -> None:
        self.random = np.random.default_rng(35)
        draw = self.random.uniform
        self.birth, self.age = draw(0.05, 0.4, count), draw(0.1, 1.6, count)
        self.speed, self.angle = draw(0, 90, count), draw(-math.pi, math.pi, count)
        self.mass = np.where(draw(0, 1, count) < 0.3, draw(0.5, 2, count), 1)
        self.sideways = draw(-40, 40, count)
        self.times = np.sort(draw(0, 2, (count, 4)), axis=1) + np.arange(4) * 0.02
        self.falls = draw(-150, 150, (count, 4))
        self.is_discrete = draw(0, 1, count) < 0.4
        self.drags = draw(0, 4, (2, count)) * (draw(0, 1, count) < 0.7)
        self.slows = draw(0.2, 1.5, count)
        self.waves = draw(-200, 200, (2, count)) * (draw(0, 1, count) < 0.6)
        self.frequencies = draw(0.3, 5, count)

    def push(self, time: Floats, velocity: Floats) -> Floats:
        rows = np.arange(len(time))
        index = (self.times <= time[:, None]).sum(axis=1)
        before, after = np.clip(index - 1, 0, 3), np.clip(index, 0, 3)
        span = np.where(after > before, self.times[rows, after] - self.times[rows, before], 1)
        fraction = np.clip((time - self.times[rows, before]) / span, 0, 1) * ~self.is_discrete
        fall = self.falls[rows, before] + fraction * (self.falls[rows, after] - self.falls[rows, before])
        # A wave is a triangle wave that starts half way up, eased quadratically in and out.
        turn = (time * self.frequencies + 0.25) % 1
        triangle = np.where(turn < 0.5, 2 * turn, 2 - 2 * turn)
        eased = np.where(triangle < 0.5, 2 * triangle**2, 1 - 2 * (1 - triangle) ** 2)
        drag = self.drags[0] + (self.drags[1] - self.drags[0]) * np.clip(time / self.slows, 0, 1)
        push: Floats = (
            np.array([self.sideways, fall]) + (self.waves * (2 * eased - 1) - drag * velocity) / self.mass
        )
        return push

    def positions(self) -> Floats:
        """Positions of the particles at their ages, integrated numerically with steps of 1/20,000 s."""
        count = math.ceil(20_000 * self.age.max())
        step = self.age / count
        velocity = self.speed * np.array([np.cos(self.angle), np.sin(self.angle)])
        found = np.zeros_like(velocity)
        for k in range(count):
            middle = self.birth + (k + 0.5) * step
            half = velocity + self.push(middle, velocity) * step / 2
            found += half * step
            velocity = velocity + self.push(middle, half) * step
        ends: Floats = found.T
        return ends

    def scene(self, k: int) -> st.Scene:
        cell = one(
            self.birth[k], velocity=self.speed[k], emission_longitude=self.angle[k], mass=self.mass[k],
            x_acceleration=self.sideways[k],
        )  # fmt: skip
        emitter = st.EmitterLayer(emitter_cells=[cell])
        emitter.emitter_behaviors = [
            st.EmitterBehavior("drag", name="air"),
            st.EmitterBehavior("wave", force=(*self.waves[:, k], 0), frequency=self.frequencies[k]),
        ]
        ease: dict[str, Any] = {"fill_mode": "both", "removed_on_completion": False}
        thicken = st.BasicAnimation(
            from_value=self.drags[0, k], to_value=self.drags[1, k], duration=self.slows[k], **ease
        )
        emitter.add_animation(thicken, "emitterBehaviors.air.drag")
        times, values = [0, *self.times[k] / 3], [self.falls[k, 0], *self.falls[k]]
        fall = st.KeyframeAnimation(values=values, key_times=times, duration=3, **ease)
        if self.is_discrete[k]:
            fall.calculation_mode, fall.key_times = "discrete", [*times, 1]
        emitter.add_animation(fall, "emitterCells.a.yAcceleration")
        return stage(emitter)


@pytest.mark.slow
def test_particles_go_where_small_steps_lead_to() -> None:
    fields = Fields(300)
    wanted = fields.positions()
    off, looked_at = [], 0
    for k, there in enumerate(wanted):
        if np.abs(there).max() > CENTRE - 4:
            continue
        looked_at += 1
        off.append(np.abs(position_at(fields.scene(k), fields.birth[k] + fields.age[k]) - there).max())
    assert looked_at > 200
    assert max(off) < 0.05, f"emitter {int(np.argmax(off))} is off by {max(off):.3f} points"


def test_an_attractor_swings_as_small_steps_do() -> None:
    """An attractor pulls a particle like a spring outside its radius, with drag, around a centre beside the
    birthplace.
    """
    emitter = st.EmitterLayer(emitter_cells=[one(velocity=120, emission_longitude=1)])
    center = np.array([40.0, -10.0])
    emitter.emitter_behaviors = [
        st.EmitterBehavior(
            "simpleAttractor", stiffness=25, radius=15, falloff=0.5, position=tuple(center + CENTRE)
        ),
        st.EmitterBehavior("drag", drag=0.4),
    ]
    scene = stage(emitter)
    found, velocity, step = np.zeros(2), 120 * np.array([math.cos(1), math.sin(1)]), 1 / 20_000
    for k in range(1, 50_001):
        toward = center - found
        distance = math.hypot(*toward)
        excess = max(0, distance - 15)
        velocity += (toward / distance * 25 * excess / (1 + excess / 15) ** 0.5 - 0.4 * velocity) * step
        found += velocity * step
        if k % 10_000 == 0:
            assert position_at(scene, 0.1 + k * step) == pytest.approx(found, abs=0.3)


def test_a_negative_falloff_pushes_out_of_the_shell_and_no_further() -> None:
    emitter = st.EmitterLayer(emitter_cells=[one()])
    push = st.EmitterBehavior(
        "attractor", radius=60, falloff=-55, stiffness=30, position=(CENTRE - 10, CENTRE)
    )
    emitter.emitter_behaviors = [push, st.EmitterBehavior("drag", drag=3)]
    scene = stage(emitter)
    distances = [position_at(scene, time)[0] for time in (0.2, 0.4, 0.8, 1.6, 4)]
    assert distances == sorted(distances)
    assert distances[-1] > 50, "it leaves the shell, whose edge is 50 points away"
    push.falloff = -5
    assert position_at(scene, 2) == pytest.approx([0, 0], abs=0.01), "within the shell nothing acts"


# Single kinds of behavior


def picture(emitter: st.EmitterLayer, time: float) -> npt.NDArray[np.uint8]:
    pixels: npt.NDArray[np.uint8] = stage(emitter).render(time)
    return pixels


def test_colors_over_life_replace_the_colour() -> None:
    emitter = st.EmitterLayer(emitter_cells=[one(contents=st.Image.solid(6, 6, "white"), lifetime=2)])
    emitter.emitter_behaviors = [st.EmitterBehavior("colorOverLife", colors=["red", "blue"])]
    scene = stage(emitter)
    middle = [tuple(scene.render(time)[128, 128, :3]) for time in (0.1, 1.1, 2.05)]
    assert middle[0] == (255, 0, 0)
    assert middle[1] == (128, 0, 128)
    assert middle[2][2] > 240


@pytest.mark.parametrize(
    ("property_", "values", "wanted"),
    [
        ("position.x", [0, 100], (CENTRE * -1 + 50, 0)),
        ("velocity.y", [0, 40], (50, 10)),
        ("velocity.x", [40], (40, 0)),
    ],
)
def test_values_over_life_move_a_particle(
    property_: Any, values: list[float], wanted: tuple[float, float]
) -> None:
    emitter = st.EmitterLayer(emitter_cells=[one(lifetime=2, velocity=50)])
    emitter.emitter_behaviors = [st.EmitterBehavior("valueOverLife", key_path=property_, values=values)]
    assert position_at(stage(emitter), 1.1) == pytest.approx(wanted, abs=0.02)


def test_scale_rotation_and_mass_over_life() -> None:
    emitter = st.EmitterLayer(emitter_cells=[one(lifetime=2)])
    emitter.emitter_behaviors = [
        st.EmitterBehavior("valueOverLife", key_path="scale", values=[1, 3], additive=True)
    ]
    ink = (255 - picture(emitter, 1.1)[..., 0].astype(float)).sum() / 255
    assert ink == pytest.approx((6 * 3) ** 2, rel=0.01)
    emitter.emitter_behaviors = [
        st.EmitterBehavior("wave", force=(50, 0, 0), frequency=0.01),
        st.EmitterBehavior("valueOverLife", key_path="mass", values=[4]),
    ]
    heavy = position_at(stage(emitter), 1.9)[0]
    emitter.emitter_behaviors = [emitter.emitter_behaviors[0]]
    assert position_at(stage(emitter), 1.9)[0] == pytest.approx(4 * heavy, rel=0.02)


def test_a_picture_follows_its_motion() -> None:
    """A dash that is drawn along x is rotated to its direction of motion, which is down."""
    dash = one(contents=st.Image.solid(4, 16, "black"), velocity=40, emission_longitude=0)
    emitter = st.EmitterLayer(emitter_cells=[dash])
    upright = picture(emitter, 1)[..., 0] < 128
    emitter.emitter_behaviors = [st.EmitterBehavior("alignToMotion")]
    along = picture(emitter, 1)[..., 0] < 128
    emitter.emitter_behaviors = [st.EmitterBehavior("alignToMotion", rotation=0.25)]
    across = picture(emitter, 1)[..., 0] < 128
    extents = [tuple(int(np.ptp(axis)) + 1 for axis in np.nonzero(ink)) for ink in (upright, along, across)]
    assert extents == [(16, 4), (4, 16), (16, 4)]


@pytest.mark.parametrize(
    ("particle_type", "preserves_depth", "is_seen"),
    [("plane", True, False), ("plane", False, True), ("sprite", True, True)],
)
def test_only_planes_follow_their_motion_in_space(
    particle_type: str, preserves_depth: bool, is_seen: bool
) -> None:
    """A plane whose y axis points at the viewer is seen edge-on, and so invisible."""
    cell = one(velocity=40, emission_latitude=math.pi / 2, particle_type=particle_type)
    emitter = st.EmitterLayer(emitter_cells=[cell])
    emitter.emitter_behaviors = [st.EmitterBehavior("alignToMotion", preserves_depth=preserves_depth)]
    assert (picture(emitter, 1) < 128).any() == is_seen


def test_masses_are_drawn_within_their_range() -> None:
    """A force moves a particle of twice the mass half as far."""

    def moved(seed: int, **masses: float) -> float:
        emitter = st.EmitterLayer(emitter_cells=[one(**masses)], seed=seed)
        emitter.emitter_behaviors = [st.EmitterBehavior("wave", force=(50, 0, 0), frequency=0.01)]
        return float(position_at(stage(emitter), 1.9)[0])

    unit_mass = moved(0)
    masses = [unit_mass / moved(seed, mass=2, mass_range=1) for seed in range(12)]
    assert 1.45 < min(masses) < 1.8
    assert 2.2 < max(masses) < 2.55


def test_a_behavior_that_is_off_changes_nothing() -> None:
    emitter = st.EmitterLayer(emitter_cells=[one(velocity=50, y_acceleration=20)])
    plain = picture(emitter, 1)
    for kind in ("drag", "wave", "attractor", "alignToMotion"):
        behavior = st.EmitterBehavior(kind, enabled=False)
        emitter.emitter_behaviors = [behavior]
        assert np.array_equal(picture(emitter, 1), plain)
    emitter.emitter_behaviors = [st.EmitterBehavior("drag", drag=0)]
    assert np.abs(picture(emitter, 1).astype(int) - plain).max() <= 1


# Particles that are planes


def test_a_plane_is_foreshortened_as_it_spins() -> None:
    """A spinning plane is edge-on after a quarter turn about its x axis, and has its full size after half a
    turn.
    """
    plane = one(particle_type="plane", spin=math.pi, contents=st.Image.solid(20, 20, "black"))
    emitter = st.EmitterLayer(emitter_cells=[plane])
    scene = stage(emitter)
    ink = [(255 - scene.render(0.1 + age)[..., 0].astype(float)).sum() / 255 for age in (0, 0.25, 0.5, 1)]
    assert ink == pytest.approx([400, 400 * math.cos(math.pi / 4), 0, 400], abs=3)


def test_orientations_are_drawn_within_the_range_and_by_the_seed() -> None:
    plane = st.EmitterCell(
        contents=st.Image.solid(9, 9, "black"), birth_rate=40, lifetime=9, particle_type="plane"
    )
    emitter = st.EmitterLayer(emitter_cells=[plane], emitter_shape="rectangle", emitter_size=(200, 200))
    flat = picture(emitter, 1)
    plane.orientation_latitude = math.pi / 2
    assert (picture(emitter, 1) == 255).all(), "seen edge-on"
    plane.orientation_range = math.pi
    drawn = picture(emitter, 1)
    ink = [(255 - pixels[..., 0].astype(float)).sum() for pixels in (drawn, flat)]
    assert 0.2 * ink[1] < ink[0] < 0.8 * ink[1]
    assert np.array_equal(picture(emitter, 1), drawn)
    emitter.seed = 5
    assert not np.array_equal(picture(emitter, 1), drawn)


def test_planes_stand_in_the_space_around_an_emitter_that_preserves_depth() -> None:
    """In perspective, the upper edge of a plane that leans back is shorter than its lower edge."""
    plane = one(particle_type="plane", contents=st.Image.solid(100, 100, "black"))
    plane.orientation_latitude, plane.orientation_longitude = math.pi / 4, math.pi / 2
    emitter = st.EmitterLayer(emitter_cells=[plane], preserves_depth=True)
    scene = st.Scene(SIZE, SIZE, background="white")
    space = st.Layer(frame=(0, 0, SIZE, SIZE), sublayer_transform=st.Transform3D.perspective(200))
    emitter.frame, emitter.emitter_position = (0, 0, SIZE, SIZE), (CENTRE, CENTRE)
    space.add_sublayer(emitter)
    scene.add_sublayer(space)
    widths = (scene.render(0.5)[..., 0] < 128).sum(axis=1)
    rows = np.nonzero(widths)[0]
    assert abs(int(widths[rows[2]]) - int(widths[rows[-3]])) > 20


# Frames in any order, copies and proxies


def confetti(**properties: Any) -> st.EmitterLayer:
    cells = [
        one(
            name=f"piece{k}", contents=st.Image.solid(9, 6, color), birth_rate=60, duration=1, lifetime=3,
            particle_type="plane", orientation_range=math.pi, spin=4, spin_range=8,
        )
        for k, color in enumerate(("red", "green", "blue"))
    ]  # fmt: skip
    trail = st.EmitterCell(contents=st.Image.solid(2, 2, "black"), birth_rate=8, lifetime=0.5)
    cells[0].emitter_cells = [trail]
    emitter = st.EmitterLayer(
        emitter_cells=cells, emitter_shape="sphere", emitter_size=(20, 20), **properties
    )
    emitter.emitter_behaviors = [
        st.EmitterBehavior("wave", force=(0, 100, 0), frequency=2),
        st.EmitterBehavior(
            "attractor", name="push", falloff=-95, radius=100, position=(CENTRE, CENTRE + 8), z_position=-20
        ),
        st.EmitterBehavior("drag", drag=2),
    ]
    stiffness = st.KeyframeAnimation(
        values=[80, 5], duration=1.5, removed_on_completion=False, fill_mode="both"
    )
    emitter.add_animation(stiffness, "emitterBehaviors.push.stiffness")
    for cell in cells:
        fall = st.BasicAnimation(from_value=0, to_value=900, duration=3, removed_on_completion=False)
        emitter.add_animation(fall, f"emitterCells.{cell.name}.yAcceleration")
    return emitter


def test_frames_are_the_same_in_any_order() -> None:
    scene = stage(confetti())
    times = [2.5, 0.3, 1.7, 0.3, 2.9, 1.1]
    pictures = [scene.render(time) for time in times]
    assert any((pixels < 255).any() for pixels in pictures)
    for time, pixels in zip(times, pictures, strict=True):
        assert np.array_equal(stage(confetti()).render(time), pixels)


def test_a_copy_sees_what_the_first_saw_a_delay_ago() -> None:
    scene = st.Scene(2 * SIZE, SIZE, background="white")
    emitter = confetti(frame=(0, 0, SIZE, SIZE), emitter_position=(CENTRE, CENTRE), masks_to_bounds=True)
    burst = st.Layer(frame=(0, 0, SIZE, SIZE), masks_to_bounds=True, sublayers=[emitter])
    twice = st.ReplicatorLayer(burst, frame=(0, 0, SIZE, SIZE), instance_count=2, instance_delay=0.5)
    twice.instance_transform = st.Transform3D.translation(SIZE, 0, 0)
    scene.add_sublayer(twice)
    for time in (1.0, 1.75):
        later = scene.render(time + 0.5)
        assert np.array_equal(later[:, SIZE:], scene.render(time)[:, :SIZE])


def test_proxies_show_one_local_time() -> None:
    scene = st.Scene(2 * SIZE, SIZE, background="white")
    emitter = confetti(frame=(0, 0, SIZE, SIZE), emitter_position=(CENTRE, CENTRE))
    view = st.ViewReplicator(st.Layer(bounds=(0, 0, SIZE, SIZE), masks_to_bounds=True, sublayers=[emitter]))
    for x in (0, SIZE):
        view.add_proxy(frame=(x, 0, SIZE, SIZE))
    scene.add_sublayer(view)
    pixels = scene.render(1.2)
    assert (pixels[:, :SIZE] < 255).any()
    assert np.array_equal(pixels[:, :SIZE], pixels[:, SIZE:])


def test_a_loop_is_known_and_seamless() -> None:
    scene = stage(confetti(loop_duration=2))
    report = scene.loop_report()
    start = max(4.0, report.steady_from)
    for time in (0.1, 0.9, 1.6):
        pixels = scene.render(start + time)
        assert (pixels < 255).any()
        assert np.array_equal(pixels, scene.render(start + time + 2))


def test_a_particle_is_hit_where_it_has_been_brought() -> None:
    emitter = st.EmitterLayer(emitter_cells=[one(velocity=100)])
    emitter.emitter_behaviors = [st.EmitterBehavior("drag", drag=2)]
    scene = stage(emitter)
    x, y = position_at(scene, 1.1) + CENTRE
    hit = scene.hit_test(x, y, time=1.1)
    assert hit is not None
    assert hit.layer == emitter
    assert scene.hit_test(CENTRE + 100, CENTRE, time=1.1) is None


def test_behaviors_are_in_documents_and_shared_ones_stay_shared() -> None:
    scene, air = st.Scene(9, 9), st.EmitterBehavior("drag", name="air & more", drag=2)
    over = st.EmitterBehavior(
        "valueOverLife", key_path="color.red", values=[0, 1], locations=[0.2, 1], additive=True
    )
    for _ in range(2):
        behaviors = [air, over, st.EmitterBehavior("wave", force=(1, 2, 3), frequency=4, enabled=False)]
        scene.add_sublayer(st.EmitterLayer(emitter_cells=[one()], emitter_behaviors=behaviors))
    first, second = pickle.loads(pickle.dumps(scene)).root.sublayers
    assert [repr(item) for item in first.emitter_behaviors] == [repr(item) for item in behaviors]
    assert first.emitter_behaviors[0] == second.emitter_behaviors[0]
    first.emitter_behaviors[0].drag = 5
    assert second.emitter_behaviors[0].drag == 5
    assert second.emitter_behaviors[2] != first.emitter_behaviors[2]


def test_swift_makes_behaviors_at_run_time() -> None:
    scene = st.Scene(9, 9)
    emitter = st.EmitterLayer(emitter_cells=[one(particle_type="plane")])
    emitter.emitter_behaviors = [st.EmitterBehavior("drag", name="air", drag=2)]
    scene.add_sublayer(emitter)
    source = scene.to_swift()
    assert "not public" in source
    assert 'NSClassFromString("CAEmitterBehavior")' in source
    assert 'air?.setValue(2, forKey: "drag")' in source
    assert '.setValue("plane", forKey: "particleType")' in source
    assert 'forKey: "emitterBehaviors")' in source


# Limits and errors


def test_steps_are_counted_as_copies_are() -> None:
    emitter = st.EmitterLayer(emitter_cells=[one(birth_rate=300, duration=math.inf, lifetime=1000)])
    emitter.emitter_behaviors = [st.EmitterBehavior("attractor", stiffness=1)]
    scene = stage(emitter)
    scene.render(3)
    with pytest.raises(st.LimitError):
        scene.render(900)


WRONG: list[tuple[Callable[[], object], type[Exception], str]] = [
    (lambda: st.EmitterBehavior("gravity"), st.InvalidArgument, "allowed: drag, wave, attractor"),
    (lambda: st.EmitterBehavior("drag", force=(1, 2, 3)), st.KeyPathError, "it has: drag"),
    (lambda: st.EmitterBehavior("drag", drag=-1), st.InvalidArgument, "drag"),
    (lambda: st.EmitterBehavior("wave", force=(1, 2)), st.InvalidArgument, "3"),
    (lambda: st.EmitterLayer(emitter_behaviors=[cast(Any, one())]), TypeError, "EmitterBehavior"),
    (
        lambda: st.EmitterLayer().set_value("emitterBehaviors.air.drag", 1),
        st.KeyPathError,
        "no behavior named",
    ),
    (lambda: st.Layer().add_animation(st.BasicAnimation(to_value=1)), st.KeyPathError, "stretto-0"),
    (lambda: st.AnimationGroup([st.BasicAnimation(to_value=1)]), st.KeyPathError, "needs a key path"),
    (
        lambda: st.Layer().add_animation(st.BasicAnimation(to_value=(1, 2)), "opacity"),
        st.KeyPathError,
        "a number",
    ),
]


@pytest.mark.parametrize(("make", "kind", "words"), WRONG)
def test_errors_name_what_is_allowed(make: Callable[[], object], kind: type[Exception], words: str) -> None:
    with pytest.raises(kind, match=words):
        make()


def test_a_key_is_the_path_of_an_animation_without_one() -> None:
    layer = st.Layer(opacity=1)
    layer.add_animation(st.BasicAnimation(from_value=0, to_value=1, duration=2), "opacity")
    assert layer.presentation_value("opacity", 0.5) == 0.25
    found = layer.animation("opacity")
    assert found is not None
    assert found.key_path == "opacity"
    layer.add_animation(st.KeyframeAnimation(values=[(0, 0), (8, 4)], duration=2), "position")
    assert layer.presentation_value("position", 1) == (4, 2)
