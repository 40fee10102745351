"""Particles: emitters whose particles are pure functions of time and seed."""

import math
from typing import Any

import numpy as np
from pages import BLUE, GREEN, INK, RED, SIZE, VIOLET, YELLOW, entry, page, within

import stretto as st


def glow() -> st.Image:
    y, x = np.mgrid[0:16, 0:16] - 7.5
    pixels = np.full((16, 16, 4), 255, np.uint8)
    pixels[..., 3] = (np.clip(1 - np.hypot(x, y) / 8, 0, 1) ** 1.5 * 255).astype(np.uint8)
    return st.Image(pixels)


def emitter(*cells: st.EmitterCell, **more: Any) -> st.EmitterLayer:
    return st.EmitterLayer(
        frame=(0, 0, SIZE, SIZE), emitter_cells=list(cells), loop_duration=2, warm=True, **more
    )


@entry(at=0.8, seconds=2)
def confetti() -> st.Scene:
    cells = []
    for color in (RED, YELLOW, GREEN, BLUE, VIOLET):
        paper = st.EmitterCell(contents=st.Image.solid(6, 4, "white"), color=color, birth_rate=6, lifetime=2)
        paper.velocity, paper.velocity_range, paper.emission_longitude = 40, 16, math.pi
        paper.emission_range, paper.spin, paper.spin_range, paper.scale_range = 0.6, 2, 5, 0.3
        cells.append(paper)
    return page(emitter(*cells, emitter_position=(48, -4), emitter_size=(90, 0), emitter_shape="line"))


@entry(at=1, seconds=2)
def fire() -> st.Scene:
    flame = st.EmitterCell(contents=glow(), color=(1, 0.45, 0.12, 0.5), birth_rate=120, lifetime=0.9)
    flame.velocity, flame.velocity_range, flame.emission_longitude = 52, 20, 0
    flame.emission_range, flame.scale, flame.scale_speed, flame.alpha_speed = 0.5, 1.6, -1, -0.5
    source: dict[str, Any] = {"emitter_position": (48, 84), "emitter_size": (30, 0), "emitter_shape": "line"}
    return page(emitter(flame, render_mode="additive", **source), background="#101018")


@entry(at=1.1, seconds=2)
def cells_within_cells() -> st.Scene:
    spark = st.EmitterCell(contents=glow(), birth_rate=1500, duration=0.05, lifetime=0.8, velocity=34)
    spark.emission_range, spark.velocity_range, spark.scale, spark.alpha_speed = math.tau, 20, 0.35, -1
    spark.color, spark.red_range, spark.blue_range, spark.begin_time = (0.9, 0.7, 0.6), 0.6, 0.7, 0.65
    rocket = st.EmitterCell(birth_rate=1.5, lifetime=0.7, velocity=85, emission_longitude=-math.pi / 2)
    rocket.emission_range, rocket.emitter_cells = 0.9, [spark]
    return page(emitter(rocket, emitter_position=(48, 92), seed=5), background="#060814")


@entry(at=1, seconds=2)
def particles_in_depth() -> st.Scene:
    dust = st.EmitterCell(contents=glow(), color=YELLOW, birth_rate=240, lifetime=1.6, scale=0.28)
    dust.velocity, dust.emission_range, dust.alpha_speed, dust.scale_range = 5, math.tau, -0.4, 0.2
    ring = emitter(dust, emitter_position=(48, 48), emitter_shape="circle", emitter_mode="outline")
    ring.emitter_size, ring.preserves_depth = (38, 0), True
    ring.transform = st.Transform3D.rotation(1.25, 1, 0, 0) @ st.Transform3D.rotation(-0.35, 0, 0, 1)
    planet = st.Layer(bounds=(0, 0, 42, 42), position=(48, 48), corner_radius=21, background_color=BLUE)
    space = st.Layer(frame=(0, 0, SIZE, SIZE), sublayer_transform=st.Transform3D.perspective(160))
    return page(within(space, ring, planet), background=INK)


@entry(at=1, seconds=2)
def emitter_shapes() -> st.Scene:
    layers = []
    for k, (shape, mode) in enumerate((("point", "volume"), ("circle", "outline"), ("rectangle", "surface"))):
        dot = st.EmitterCell(
            contents=glow(), color=(RED, GREEN, BLUE)[k], birth_rate=70, lifetime=1, scale=0.3
        )
        dot.velocity, dot.emission_range = 6, math.tau
        emission: dict[str, Any] = {
            "emitter_position": (48, 17 + 31 * k),
            "emitter_size": (24, 20),
            "emitter_shape": shape,
        }
        layers.append(emitter(dot, emitter_mode=mode, **emission))
    return page(*layers, background=INK)


@entry(at=1.3, seconds=2)
def weight_and_drag() -> st.Scene:
    ball = st.EmitterCell(contents=glow(), color=YELLOW, birth_rate=18, lifetime=1.6, velocity=70, scale=0.7)
    ball.emission_longitude, ball.emission_range, ball.y_acceleration = -math.pi / 3, 0.2, 90
    return page(emitter(ball, emitter_position=(8, 80)), background=INK)


@entry(at=1.4, seconds=2)
def colors_that_age() -> st.Scene:
    leaf = st.EmitterCell(
        contents=glow(), color=(1, 0.9, 0.2), birth_rate=60, lifetime=1.2, lifetime_range=0.4
    )
    leaf.velocity, leaf.emission_range, leaf.x_acceleration, leaf.y_acceleration = 30, math.tau, 50, -10
    leaf.red_speed, leaf.green_speed, leaf.blue_speed, leaf.alpha_range, leaf.green_range = (
        -0.3,
        -0.7,
        0.6,
        0.3,
        0.1,
    )
    leaf.mass, leaf.mass_range = 1, 0.5
    return page(emitter(leaf, emitter_position=(26, 50)), background=INK)


@entry(at=3, seconds=3)
def turned_at_birth() -> st.Scene:
    y, x = np.mgrid[-1:1:32j, -1:1:96j]
    blade = np.full((32, 96, 4), 255, np.uint8)
    blade[..., 3] = 255 * np.clip(4 - 4 * np.hypot(x, y), 0, 1)
    straw = st.EmitterCell(contents=blade, contents_scale=4, color=YELLOW, birth_rate=14, lifetime=9)
    straw.rotation, straw.rotation_range = math.pi / 2, math.pi / 3
    field = emitter(straw, emitter_position=(48, 48), emitter_size=(80, 70), emitter_shape="rectangle")
    field.emitter_mode = "surface"
    return page(field, background=GREEN)


@entry(at=1.5, seconds=2)
def out_of_the_page() -> st.Scene:
    flake = st.EmitterCell(contents=glow(), birth_rate=90, lifetime=1.5, velocity=20, emission_range=math.tau)
    flake.emission_latitude, flake.z_acceleration, flake.scale = math.pi / 3, 60, 0.35
    snow = emitter(flake, emitter_position=(48, 48), emitter_size=(60, 60), emitter_shape="sphere")
    snow.emitter_depth, snow.emitter_z_position = 40, -60
    stage = st.Layer(frame=(0, 0, SIZE, SIZE), sublayer_transform=st.Transform3D.perspective(120))
    return page(within(stage, snow), background=BLUE)


def paper_burst() -> st.EmitterLayer:
    cells = [
        st.EmitterCell(
            name=f"piece{k}", contents=st.Image.solid(18, 13, color), begin_time=0.05, birth_rate=60,
            lifetime=6, emission_range=math.pi, spin=4, spin_range=8, scale=0.25, particle_type="plane",
            orientation_range=math.pi, orientation_longitude=math.pi / 2, orientation_latitude=math.pi / 2,
        )
        for k, color in enumerate((RED, YELLOW, GREEN, BLUE, VIOLET))
    ]  # fmt: skip
    burst = st.EmitterLayer(
        frame=(0, 0, SIZE, SIZE), emitter_cells=cells, birth_rate=0, emitter_position=(48, 30),
        emitter_size=(14, 14), emitter_shape="sphere",
    )  # fmt: skip
    burst.emitter_behaviors = [
        st.EmitterBehavior("wave", force=(30, 0, 0), frequency=0.5),
        st.EmitterBehavior("wave", force=(0, 150, 0), frequency=3),
        st.EmitterBehavior(
            "attractor", name="push", attractor_type="radial", position=(48, 36), z_position=-20, radius=60,
            falloff=-57, falloff_distance=0, stiffness=10,
        ),
        st.EmitterBehavior("drag", name="air", drag=2),
    ]  # fmt: skip
    burst.add_animation(st.BasicAnimation(from_value=1, to_value=0, duration=1), "birthRate")
    weaker = st.KeyframeAnimation(values=[80, 5], key_times=[0, 0.4], duration=3, timing_function="easeOut")
    burst.add_animation(weaker, "emitterBehaviors.push.stiffness")
    burst.add_animation(
        st.BasicAnimation(from_value=0, to_value=2, duration=0.35), "emitterBehaviors.air.drag"
    )
    for cell in cells:
        fall = st.KeyframeAnimation(values=[0, 30, 700, 1400], key_times=[0.05, 0.1, 0.5, 1], duration=6)
        burst.add_animation(fall, f"emitterCells.{cell.name}.yAcceleration")
    return burst


@entry(at=0.6, seconds=3)
def message_confetti() -> st.Scene:
    return page(paper_burst(), background="white")


@entry()
def message_confetti_filmstrip() -> st.Scene:
    frame = st.Layer(frame=(0, 0, SIZE, SIZE), background_color="white", masks_to_bounds=True)
    within(frame, paper_burst())
    row = st.ReplicatorLayer(frame, frame=(0, 0, 4 * SIZE + 12, SIZE), instance_count=4)
    row.instance_delay, row.instance_transform = -0.25, st.Transform3D.translation(SIZE + 4, 0, 0)
    strip = st.ReplicatorLayer(row, frame=(4, 4, 4 * SIZE + 12, 3 * SIZE + 8), instance_count=3)
    strip.instance_delay, strip.instance_transform = -1, st.Transform3D.translation(0, SIZE + 4, 0)
    strip.speed = 0  # the frames of the strip stand still
    scene = st.Scene(4 * SIZE + 20, 3 * SIZE + 16, background=INK)
    scene.add_sublayer(strip)
    return scene


@entry(at=1.5, seconds=2)
def values_over_life() -> st.Scene:
    drop = st.EmitterCell(contents=glow(), birth_rate=40, lifetime=1.5, velocity=50, emission_range=0.3)
    drop.emission_longitude, drop.scale = -math.pi / 2, 0.6
    fountain = emitter(drop, emitter_position=(48, 84))
    fountain.emitter_behaviors = [
        st.EmitterBehavior("colorOverLife", colors=[YELLOW, RED, VIOLET], locations=[0, 0.4, 1]),
        st.EmitterBehavior("valueOverLife", key_path="scale", values=[0.2, 1.2, 0.2]),
        st.EmitterBehavior("valueOverLife", key_path="velocity.x", values=[-60, 60], additive=True),
    ]
    return page(fountain, background=INK)


@entry(at=1.5, seconds=2)
def arrows_around_an_axis() -> st.Scene:
    arrow = st.EmitterCell(
        contents=st.Image.solid(3, 14, BLUE), birth_rate=30, lifetime=2, velocity=45, scale=0.6
    )
    arrow.emission_longitude, arrow.velocity_range = -math.pi / 2, 30
    swarm = emitter(arrow, emitter_position=(48, 48), emitter_size=(30, 0), emitter_shape="circle")
    swarm.emitter_mode = "outline"
    swarm.emitter_behaviors = [
        st.EmitterBehavior("alignToMotion", rotation=0, preserves_depth=False),
        st.EmitterBehavior(
            "attractor", attractor_type="axial", position=(48, 48), radius=2, stiffness=30, falloff=0.5,
            orientation_latitude=math.pi / 2, orientation_longitude=0,
        ),
    ]  # fmt: skip
    return page(swarm)
