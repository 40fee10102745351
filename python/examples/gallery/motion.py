"""Motion: animations and their timing."""

import math

import numpy as np
from pages import BLUE, GREEN, INK, RED, SIZE, VIOLET, YELLOW, endless, entry, line, names, page, within

import stretto as st


def ball(y: float = 48, color: st.ColorLike = RED) -> st.Layer:
    return st.Layer(bounds=(0, 0, 16, 16), position=(16, y), background_color=color, corner_radius=8)


def face(color: st.ColorLike) -> st.Layer:
    disc = st.Layer(frame=(2, 2, 36, 36), background_color=color, corner_radius=18)
    eyes = (st.Layer(frame=(x, 10, 5, 9), background_color=INK, corner_radius=2.5) for x in (9, 22))
    return within(disc, *eyes)


def trail(moving: st.Layer, count: int = 12, each: float = 0.08) -> st.Layer:
    """Copies of a moving layer at earlier times, so that a still picture shows the motion."""
    copies = st.ReplicatorLayer(bounds=(0, 0, SIZE, SIZE), position=(48, 48), instance_count=count)
    copies.instance_delay = each
    copies.instance_opacities = list(np.linspace(1, 0.12, count))
    return within(copies, moving)


@entry(at=1.9, seconds=1)
def timing_functions() -> st.Scene:
    layers = []
    for k, curve in enumerate(("linear", "ease-in", "ease-out", "ease-in-out")):
        dot = ball(15 + 22 * k, (RED, YELLOW, GREEN, BLUE)[k])
        dot.add_animation(endless("position.x", 12, 84, 1, timing_function=curve))
        layers.append(trail(dot, 8, 0.1))
    return page(*layers)


@entry(at=3.1, seconds=2)
def keyframes() -> st.Scene:
    dot = ball()
    corners = [(16, 16), (80, 16), (80, 80), (16, 80), (16, 16)]
    around = st.KeyframeAnimation("position", values=corners, key_times=[0, 0.1, 0.5, 0.6, 1], duration=2)
    around.repeat_count = math.inf
    dot.add_animation(around)
    return page(trail(dot, 14, 0.06))


@entry(at=3.6, seconds=2)
def cubic_keyframes() -> st.Scene:
    dot = ball(color=VIOLET)
    points = [(14, 70), (34, 20), (54, 76), (82, 24), (14, 70)]
    curve = st.KeyframeAnimation("position", values=points, calculation_mode="cubic", duration=2)
    curve.repeat_count = math.inf
    dot.add_animation(curve)
    return page(trail(dot, 24, 0.06))


@entry(at=3.6, seconds=2)
def along_a_path() -> st.Scene:
    car = st.Layer(bounds=(0, 0, 18, 8), background_color=BLUE, corner_radius=3)
    loop = st.Path.ellipse(14, 24, 68, 48)
    drive = st.KeyframeAnimation("position", path=loop, rotation_mode="auto", duration=2)
    drive.calculation_mode, drive.repeat_count = "paced", math.inf
    car.add_animation(drive)
    return page(st.ShapeLayer(path=loop, fill_color=None, stroke_color="#cfcabd"), trail(car, 6, 0.14))


@entry(at=2.28, seconds=2)
def spring() -> st.Scene:
    dot = ball(color=GREEN)
    hop = st.SpringAnimation("position.x", from_value=14, to_value=66, mass=1, stiffness=90, damping=6)
    hop.duration, hop.fill_mode = 2, "both"
    dot.add_animation(st.AnimationGroup(animations=[hop], duration=2, repeat_count=math.inf))
    return page(trail(dot, 10, 0.05))


@entry(at=0.35, seconds=1)
def group_and_autoreverses() -> st.Scene:
    square = st.Layer(bounds=(0, 0, 44, 44), position=(48, 48), background_color=YELLOW)
    turn = st.BasicAnimation("transform.rotation.z", from_value=0, to_value=math.pi / 2, duration=0.5)
    blush = st.BasicAnimation("backgroundColor", from_value=YELLOW, to_value=RED, duration=0.5)
    square.add_animation(
        st.AnimationGroup(animations=[turn, blush], duration=0.5, autoreverses=True, repeat_count=math.inf)
    )
    return page(square)


@entry(at=2.3, seconds=2)
def additive() -> st.Scene:
    dot = ball(48, VIOLET)
    dot.position = (48, 48)
    for key_path, amount, period in (("position.x", 34, 2), ("position.y", 20, 1)):
        sway = st.KeyframeAnimation(key_path, values=[0, amount, 0, -amount, 0], additive=True)
        sway.calculation_mode, sway.duration, sway.repeat_count = "cubic", period, math.inf
        dot.add_animation(sway)
    return page(trail(dot, 40, 0.04))


@entry(at=4.4, seconds=4)
def cumulative() -> st.Scene:
    hand = st.Layer(bounds=(0, 0, 6, 38), position=(48, 48), anchor_point=(0.5, 1), background_color=INK)
    quarter = st.BasicAnimation("transform.rotation.z", from_value=0, to_value=math.pi / 2, duration=1)
    quarter.cumulative, quarter.repeat_count, quarter.timing_function = True, math.inf, "ease-in-out"
    hand.add_animation(quarter)
    return page(trail(hand, 8, 0.06))


@entry(at=2.7, seconds=2)
def speed_and_time_offset() -> st.Scene:
    layers = []
    for k, (speed, offset) in enumerate(((1, 0), (2, 0), (1, 1))):
        lane = st.Layer(frame=(0, 32 * k, SIZE, 32), speed=speed, time_offset=offset)
        dot = ball(16, (RED, BLUE, GREEN)[k])
        dot.add_animation(endless("position.x", 12, 84, 2))
        layers.append(within(lane, trail(dot, 5, 0.08)))
    return page(*layers)


@entry(at=0.9)
def transition() -> st.Scene:
    layers = []
    for k, kind in enumerate(names("fade", "moveIn", "push", "reveal")):
        card = st.Layer(frame=(6 + 44 * (k % 2), 6 + 44 * (k // 2), 40, 40), masks_to_bounds=True)
        old, new = face(YELLOW), face(VIOLET)
        for layer, (before, after) in ((old, (False, True)), (new, (True, False))):
            turn = st.KeyframeAnimation(
                "hidden", values=[before, after], calculation_mode="discrete", duration=1
            )
            layer.add_animation(turn)
            layer.hidden = after
        card.add_animation(st.Transition(type=kind, subtype="fromLeft", begin_time=0.5, duration=1))
        layers.append(within(card, old, new))
    return page(*layers)


@entry(at=1.2, seconds=1.6)
def value_function() -> st.Scene:
    fan = []
    for k in range(5):
        blade = st.Layer(
            bounds=(0, 0, 8, 40), position=(48, 52), anchor_point=(0.5, 1), background_color=GREEN
        )
        turn = st.BasicAnimation("transform", to_value=math.tau * k / 5, duration=1, value_function="rotateZ")
        turn.fill_mode, turn.removed_on_completion = "forwards", False
        blade.add_animation(turn)
        fan.append(blade)
    return page(*fan)


@entry(at=0.9, seconds=1.4)
def fill_mode() -> st.Scene:
    lanes = []
    for k, mode in enumerate(names("removed", "forwards", "backwards", "both")):
        dot = ball(15 + 22 * k, (RED, YELLOW, GREEN, BLUE)[k])
        move = st.BasicAnimation("position.x", from_value=48, to_value=84, duration=0.5, fill_mode=mode)
        move.begin_time, move.removed_on_completion = 0.2, False
        dot.add_animation(move)
        lanes.append(dot)
    return page(st.ShapeLayer(path=line((48, 4), (48, 92)), stroke_color="#cfcabd"), *lanes)


@entry(at=3.6, seconds=2)
def tension_continuity_and_bias() -> st.Scene:
    lanes = []
    for k, shape in enumerate(names({}, {"tension_values": [0.9] * 5}, {"bias_values": [-0.9] * 5})):
        dot = st.Layer(bounds=(0, 0, 8, 8), background_color=(RED, GREEN, BLUE)[k], corner_radius=4)
        points = [(8, 84), (28, 18), (48, 78), (68, 18), (88, 84)]
        hop = st.KeyframeAnimation("position", values=points, calculation_mode="cubic", duration=2, **shape)
        hop.continuity_values, hop.repeat_count = [-0.4 * (k == 2)] * 5, math.inf
        dot.add_animation(hop)
        lanes.append(trail(dot, 45, 0.04))
    return page(*lanes)


@entry(at=0.3)
def spring_as_it_feels() -> st.Scene:
    lanes = []
    for k, bounce in enumerate((0, 0.4, 0.8)):
        dot = ball(16 + 32 * k, (RED, YELLOW, BLUE)[k])
        hop = st.SpringAnimation("position.x", from_value=14, to_value=60, fill_mode="both")
        hop.perceptual_duration, hop.bounce, hop.initial_velocity = 0.4, bounce, 4
        hop.duration, hop.removed_on_completion = hop.settling_duration, False
        dot.add_animation(hop)
        lanes.append(trail(dot, 8, 0.03))
    return page(*lanes)


@entry(at=0.42)
def spring_as_uikit_has_it() -> st.Scene:
    lanes = []
    for k, ratio in enumerate((0.25, 0.6, 1)):
        dot = ball(16 + 32 * k, (RED, YELLOW, BLUE)[k])
        hop = st.SpringAnimation("position.x", from_value=14, to_value=60, fill_mode="both")
        hop.damping_ratio, hop.settles_in = ratio, 1
        hop.duration, hop.removed_on_completion = 1, False
        dot.add_animation(hop)
        lanes.append(trail(dot, 8, 0.03))
    return page(*lanes)
