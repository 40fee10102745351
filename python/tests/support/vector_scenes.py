"""Scenes for moving vector files, one scene for each feature that the formats support."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

import stretto as st

FOREVER = math.inf
SCENES: dict[str, Callable[[], st.Scene]] = {}


def scene(*layers: st.Layer, size: tuple[float, float] = (120, 120)) -> st.Scene:
    return st.Scene(*size, "white", sublayers=layers)


def feature(make: Callable[[], st.Scene]) -> Callable[[], st.Scene]:
    SCENES[make.__name__.replace("_", " ")] = make
    return make


def dot(x: float = 52, y: float = 8, size: float = 16, color: str = "royalblue") -> st.Layer:
    return st.Layer(frame=(x, y, size, size), corner_radius=size / 2, background_color=color)


def moves(
    layer: st.Layer, key_path: str, a: object, b: object, seconds: float = 1, **more: object
) -> st.Layer:
    settings = {"duration": seconds, "repeat_count": FOREVER, **more}
    layer.add_animation(st.BasicAnimation(key_path, a, b, **settings))  # type: ignore[arg-type]
    return layer


def ring(layer: st.Layer, count: int, delay: float) -> st.ReplicatorLayer:
    copies = st.ReplicatorLayer(layer, frame=(0, 0, 120, 120), instance_count=count, instance_delay=delay)
    copies.instance_transform = st.Transform3D.rotation(math.tau / count)
    return copies


@feature
def spinner() -> st.Scene:
    leaf = moves(moves(dot(), "transform.scale", 1, 0.2), "opacity", 1, 0.1)
    return scene(ring(leaf, 12, -1 / 12))


@feature
def nested_delays() -> st.Scene:
    leaf = moves(dot(8, 8, 12), "opacity", 0, 1, autoreverses=True, timing_function="easeInEaseOut")
    row = st.ReplicatorLayer(leaf, frame=(0, 0, 120, 20), instance_count=5, instance_delay=0.2)
    row.instance_transform = st.Transform3D.translation(22, 0)
    rows = st.ReplicatorLayer(row, frame=(0, 0, 120, 120), instance_count=5, instance_delay=0.15)
    rows.instance_transform = st.Transform3D.translation(0, 22)
    return scene(rows)


@feature
def instance_colours() -> st.Scene:
    leaf = moves(dot(color="white"), "transform.scale", 1, 0.4, autoreverses=True)
    copies = ring(leaf, 10, 0.1)
    copies.instance_color = "orange"
    copies.instance_red_offset, copies.instance_blue_offset, copies.instance_alpha_offset = -0.08, 0.1, -0.05
    return scene(copies)


@feature
def colours_and_sizes() -> st.Scene:
    box = st.Layer(frame=(20, 20, 60, 40), background_color="crimson", border_width=4, border_color="black")
    moves(box, "backgroundColor", "crimson", "gold", 2, autoreverses=True)
    moves(box, "cornerRadius", 0, 20, 2, autoreverses=True)
    moves(box, "bounds.size.width", 30, 80, 1, autoreverses=True)
    return scene(box)


@feature
def turns_and_steps() -> st.Scene:
    hand = st.Layer(bounds=(0, 0, 8, 50), background_color="teal", anchor_point=(0.5, 1), position=(60, 60))
    moves(hand, "transform.rotation.z", 0, math.tau, 2)
    leaf = dot(0, 90, 20, "purple")
    leaf.add_animation(
        st.KeyframeAnimation(
            "position.x", [10, 40, 70, 110], duration=2, repeat_count=FOREVER, calculation_mode="discrete"
        )
    )
    return scene(hand, leaf)


@feature
def stroke_ends() -> st.Scene:
    circle = st.Path().circle(60, 60, 40)
    line = st.ShapeLayer(circle, frame=(0, 0, 120, 120), fill_color=None, stroke_color="navy", line_width=8)
    line.line_cap = "round"
    moves(line, "strokeEnd", 0.05, 0.95, 1.5, autoreverses=True)
    moves(line, "transform.rotation.z", 0, math.tau, 3)
    return scene(line)


@feature
def dashes() -> st.Scene:
    path = st.Path().rounded_rect(15, 15, 90, 90, 20)
    ants = st.ShapeLayer(path, frame=(0, 0, 120, 120), fill_color=None, stroke_color="black", line_width=3)
    ants.line_dash_pattern = [12, 6]
    return scene(moves(ants, "lineDashPhase", 0, 36, 1))


@feature
def paths() -> st.Scene:
    first = st.Path("M20 60L60 20L100 60L60 100Z")
    second = st.Path("M30 30L90 30L90 90L30 90Z")
    shape = st.ShapeLayer(
        first, frame=(0, 0, 120, 120), fill_color="seagreen", stroke_color="black", line_width=3
    )
    return scene(moves(shape, "path", first, second, 1.5, autoreverses=True, timing_function="easeInEaseOut"))


@feature
def gradients() -> st.Scene:
    sky = st.GradientLayer(frame=(10, 10, 100, 45), colors=["navy", "orange", "yellow"], start_point=(0, 0.5))
    sky.end_point = (1, 0.5)
    moves(sky, "colors", ["navy", "orange", "yellow"], ["black", "crimson", "white"], 2, autoreverses=True)
    sun = st.GradientLayer(frame=(10, 65, 100, 45), type="radial", colors=["white", "tomato", "black"])
    sun.start_point, sun.end_point = (0.5, 0.5), (1, 1)
    return scene(sky, moves(sun, "opacity", 1, 0.3, 2))


@feature
def gradients_with_steps() -> st.Scene:
    bands = st.GradientLayer(frame=(10, 10, 100, 100), locations=[0, 0.3, 0.3, 0.7, 0.7, 1])
    bands.colors = ["#000f", "#000f", "#0005", "#0005", "#000c", "#000c"]
    return scene(moves(bands, "position.x", 60, 64))


@feature
def clips() -> st.Scene:
    inner = moves(dot(0, 0, 50, "tomato"), "position.x", 0, 80, 1, autoreverses=True)
    card = st.Layer(sublayers=[inner], frame=(20, 20, 80, 80), corner_radius=20, masks_to_bounds=True)
    card.background_color = "lightblue"
    return scene(card)


@feature
def masks() -> st.Scene:
    hole = moves(dot(20, 20, 60), "position.x", 30, 90, 1, autoreverses=True)
    picture = st.GradientLayer(frame=(0, 0, 120, 120), colors=["red", "blue"], mask=hole)
    return scene(picture)


@feature
def letters() -> st.Scene:
    text = st.TextLayer("Stretto", font_size=28, frame=(4, 40, 116, 40), foreground_color="black")
    text.instance_delay = 0.1
    moves(
        text.glyph, "transform.translation.y", 0, -14, 0.7, autoreverses=True, timing_function="easeInEaseOut"
    )
    return scene(text)


@feature
def letters_on_a_circle() -> st.Scene:
    text = st.TextLayer("around", font_size=28, position=(60, 60), foreground_color="black")
    text.text_path = st.Path.ellipse(-40, -40, 80, 80)
    return scene(moves(text, "textPathOffset", 0, math.tau * 40, 3))


@feature
def images() -> st.Scene:
    ramp = np.zeros((120, 120, 4), np.uint8)
    ramp[..., 0], ramp[..., 1], ramp[..., 3] = np.arange(120) * 2, (np.arange(120) * 2)[:, None], 255
    picture = st.Layer(frame=(30, 30, 60, 60), contents=st.Image(ramp))
    return scene(moves(picture, "opacity", 1, 0.2, 1, autoreverses=True))


@feature
def springs() -> st.Scene:
    ball = dot(10, 50, 20)
    ball.add_animation(
        st.SpringAnimation("position.x", 20, 90, stiffness=120, damping=6, duration=2, repeat_count=FOREVER)
    )
    return scene(ball)


@feature
def motion_paths() -> st.Scene:
    ball = st.Layer(frame=(0, 0, 20, 10), background_color="darkgreen")
    ball.add_animation(
        st.KeyframeAnimation(
            "position",
            path=st.Path("M20 60C20 0 100 0 100 60C100 120 20 120 20 60"),
            calculation_mode="paced",
            rotation_mode="auto",
            duration=3,
            repeat_count=FOREVER,
        )
    )
    return scene(ball)


@feature
def groups() -> st.Scene:
    ball = dot(50, 50, 20)
    ball.add_animation(
        st.AnimationGroup(
            [
                st.BasicAnimation("position.x", 20, 100, duration=1, fill_mode="both"),
                st.BasicAnimation("position.y", 20, 100, duration=1, begin_time=1, fill_mode="both"),
            ],
            duration=2.5,
            repeat_count=FOREVER,
            autoreverses=True,
        )
    )
    return scene(ball)


@feature
def speeds() -> st.Scene:
    layers = []
    for k, speed in enumerate([0.5, 1, 2]):
        bar = st.Layer(frame=(0, 15 + 35 * k, 20, 20), background_color="indigo", speed=speed)
        layers.append(moves(bar, "position.x", 15, 105, 2))
    return scene(*layers)


@feature
def entrances() -> st.Scene:
    box = st.Layer(frame=(5, 45, 14, 30), background_color="steelblue", opacity=0)
    box.add_animation(
        st.BasicAnimation("opacity", 0, 1, duration=0.5, fill_mode="both", removed_on_completion=False)
    )
    row = st.ReplicatorLayer(box, frame=(0, 0, 120, 120), instance_count=6, instance_delay=0.25)
    row.instance_transform = st.Transform3D.translation(19, 0)
    return scene(row)


@feature
def lives() -> st.Scene:
    box = st.Layer(frame=(10, 50, 20, 20), background_color="olive")
    box.duration, box.repeat_count = 1.5, FOREVER
    moves(box, "position.x", 20, 100, 1)
    return scene(box)


@feature
def view_replicators() -> st.Scene:
    source = st.Layer(frame=(0, 0, 40, 40))
    source.add_sublayer(moves(dot(10, 10, 20), "position.x", 10, 30, 1, autoreverses=True))
    source.background_color = "lightyellow"
    shown = st.ViewReplicator(source=source, frame=(0, 0, 120, 120))
    for k in range(3):
        shown.add_proxy(frame=(40 * k, 10 + 30 * k, 40, 30))
    return scene(shown)


@feature
def portals() -> st.Scene:
    source = st.Layer(frame=(10, 10, 60, 30))
    source.add_sublayer(moves(dot(0, 0, 20), "position.x", 0, 60, 1, autoreverses=True))
    source.background_color = "mistyrose"
    portal = st.PortalLayer(frame=(40, 70, 60, 30), source_layer=source, time_offset=0.25)
    return scene(source, portal)


@feature
def skews() -> st.Scene:
    box = st.Layer(frame=(40, 40, 40, 40), background_color="brown")
    flat = st.Transform3D.scale(1, 1)
    leaning = st.Transform3D([1, 0.4, 0, 0, 0.6, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])
    return scene(moves(box, "transform", flat, leaning, 1, autoreverses=True))


@feature
def transparent_groups() -> st.Scene:
    pair = st.Layer(frame=(15, 30, 90, 60), sublayers=[dot(0, 0, 60, "red"), dot(30, 0, 60, "blue")])
    return scene(moves(pair, "opacity", 1, 0.2, 1, autoreverses=True))


@feature
def flips() -> st.Scene:
    card = st.Layer(frame=(30, 30, 60, 60), background_color="darkorange")
    return scene(moves(card, "transform.rotation.y", 0, math.tau, 2))


def confetti(seconds: float, **more: object) -> st.EmitterLayer:
    emitter = st.EmitterLayer(emitter_position=(60, 10), emitter_size=(100, 0), emitter_shape="line", seed=3)
    emitter.loop_duration = seconds
    settings: dict[str, object] = {
        "birth_rate": 8, "lifetime": 1.5, "velocity": 40, "velocity_range": 20, "emission_longitude": math.pi,
        "emission_range": 0.8, "y_acceleration": 30, "spin": 2, "spin_range": 5, "scale_range": 0.6,
    }  # fmt: skip
    emitter.emitter_cells = [
        st.EmitterCell(contents=st.Image.solid(9, 5, color), **{**settings, **more})  # type: ignore[arg-type]
        for color in ("#ff3b5c", "#2e8bff")
    ]
    return emitter


@feature
def particles() -> st.Scene:
    return scene(confetti(2, alpha_speed=-0.5))


@feature
def particles_in_space() -> st.Scene:
    return scene(confetti(2, particle_type="plane", orientation_range=math.pi))


@feature
def particles_of_images() -> st.Scene:
    # The particles are large and soft, because ThorVG draws images with nearest-neighbour sampling.
    away = np.hypot(*np.mgrid[-39.5:40, -39.5:40])
    glow = np.full((80, 80, 4), 255, np.uint8)
    glow[..., 3] = np.clip(255 - 6.5 * away, 0, 255)
    emitter = confetti(1.5, contents_scale=8, color="skyblue")
    for cell in emitter.emitter_cells:
        cell.contents = st.Image(glow)
    return scene(emitter)


@feature
def particles_of_copies() -> st.Scene:
    emitter = confetti(2, birth_rate=3)
    emitter.frame = (0, 0, 120, 120)
    copies = st.ReplicatorLayer(emitter, frame=(0, 0, 120, 120), instance_count=2, instance_delay=0.7)
    copies.instance_transform = st.Transform3D.scale(1, -1)
    return scene(copies)


@feature
def spaces_that_turn() -> st.Scene:
    hand = st.Layer(frame=(46, 6, 8, 44), corner_radius=4, background_color="saddlebrown")
    wheel = st.Layer(frame=(10, 10, 100, 100), sublayers=[hand])
    return scene(moves(wheel, "sublayerTransform.rotation.z", 0, math.tau, 2))


@feature
def perspective() -> st.Scene:
    card = st.Layer(frame=(30, 30, 60, 60), background_color="teal", corner_radius=10)
    near = st.Transform3D(m34=-1 / 300)
    far = st.Transform3D(st.Transform3D.rotation(1, 1, 0, 0), m34=-1 / 300)
    return scene(moves(card, "transform", near, far, 1, autoreverses=True))


@feature
def outlines_of_no_height() -> st.Scene:
    flat, high = st.Path.rect(20, 100, 30, 0), st.Path.rect(20, 20, 30, 80)
    bar = st.ShapeLayer(path=flat, frame=(0, 0, 120, 120), fill_color="navy")
    return scene(moves(bar, "path", flat, high, 1, autoreverses=True))


@feature
def borders() -> st.Scene:
    leaf = st.Layer(frame=(4, 4, 26, 26), corner_radius=13, background_color="black", border_color="gold")
    moves(leaf, "borderWidth", 2, 4, 1, autoreverses=True)
    rows = leaf
    for along in (28, 0), (0, 28):
        rows = st.ReplicatorLayer(rows, frame=(0, 0, 120, 120), instance_count=4)
        rows.instance_transform = st.Transform3D.translation(*along)
    return scene(rows)


@feature
def faded_copies() -> st.Scene:
    leaf = moves(dot(color="#ffd166"), "transform.scale", 1, 0.4)
    copies = ring(leaf, 12, -1 / 12)
    copies.instance_alpha_offset = -1 / 13
    return st.Scene(120, 120, "#0b132b", sublayers=[copies])


@feature
def delays_between_frames() -> st.Scene:
    leaf = st.Layer(frame=(2, 20, 9, 80), background_color="tomato")
    moves(leaf, "transform.scale.y", 0.1, 1, autoreverses=True)
    copies = st.ReplicatorLayer(leaf, frame=(0, 0, 120, 120), instance_count=9, instance_delay=2 / 9)
    copies.instance_transform = st.Transform3D.translation(13, 0)
    return scene(copies)


@feature
def edges_between_pixels() -> st.Scene:
    bar = st.Layer(frame=(0.2, 10.2, 1, 100), background_color="navy")
    bars = st.ReplicatorLayer(bar, frame=(0, 0, 120, 120), instance_count=28)
    bars.instance_transform = st.Transform3D.translation(4.2, 0)
    return scene(moves(bars, "opacity", 1, 0.9))


@feature
def continuous_borders() -> st.Scene:
    leaf = st.Layer(frame=(4, 4, 26, 26), corner_radius=9, corner_curve="continuous")
    leaf.border_width, leaf.border_color = 0.7, "crimson"
    moves(leaf, "opacity", 1, 0.9)
    rows: st.Layer = leaf
    for along in (28.3, 0), (0, 28.3):
        rows = st.ReplicatorLayer(rows, frame=(0, 0, 120, 120), instance_count=4)
        rows.instance_transform = st.Transform3D.translation(*along)
    return scene(rows)


#: Scenes with layers that both formats show as pictures.
PICTURES: dict[str, Callable[[], st.Scene]] = {}


def pictures(make: Callable[[], st.Scene]) -> Callable[[], st.Scene]:
    PICTURES[make.__name__.replace("_", " ")] = make
    return make


def wheel(side: float, **more: Any) -> st.GradientLayer:
    """A square that both formats show as a picture, because neither format has conic gradients."""
    made = st.GradientLayer(frame=(0, 0, side, side), colors=["navy", "gold", "crimson", "navy"], **more)
    made.type, made.start_point = "conic", (0.5, 0.5)
    return made


def translucent_wheel() -> st.Scene:
    """A scene with one layer whose picture is different in each frame."""
    return scene(moves(wheel(80, opacity=0.5), "transform.rotation.z", 0, math.tau, 1))


@pictures
def pictures_larger_than_the_scene() -> st.Scene:
    large = moves(wheel(20_000), "transform.rotation.z", 0, math.tau, 1)
    large.position = (60, 60)
    holder = st.Layer(sublayers=[large], frame=(0, 0, 120, 120))
    return scene(moves(holder, "position.x", 60, 90, 1, autoreverses=True))


@pictures
def pictures_that_blur_into_the_scene() -> st.Scene:
    outside = wheel(60)
    outside.position = (-30, 60)
    holder = st.Layer(sublayers=[outside], frame=(0, 0, 120, 120))
    holder.filters = [st.Filter("gaussianBlur", input_radius=12)]
    return scene(moves(holder, "opacity", 1, 0.5, 1))


@pictures
def pictures_in_perspective() -> st.Scene:
    card = st.Layer(sublayers=[wheel(60)], frame=(20, 20, 80, 80), background_color="teal")
    card.transform = st.Transform3D.rotation(0.8, 0, 1, 0)
    space = st.Layer(
        sublayers=[card], frame=(0, 0, 120, 120), sublayer_transform=st.Transform3D(m34=-1 / 200)
    )
    return scene(moves(space, "opacity", 1, 0.5, 1))


@pictures
def pictures_with_a_translucent_background() -> st.Scene:
    ink = st.Layer(frame=(30, 30, 60, 60), background_color="#446", compositing_filter="screenBlendMode")
    holder = st.Layer(sublayers=[ink], frame=(0, 0, 120, 120))
    shown = scene(moves(holder, "opacity", 0.5, 1, 1))
    shown.background = "#20804080"
    return shown


@pictures
def pictures_of_copies() -> st.Scene:
    leaf = moves(wheel(20), "opacity", 1, 0.2, 1)
    row = st.ReplicatorLayer(leaf, frame=(0, 0, 120, 120), instance_delay=0.2)
    row.instance_count, row.instance_color = 5, "orange"
    row.instance_transform = st.Transform3D.translation(22, 12)
    rows = st.ReplicatorLayer(frame=(0, 0, 120, 120), instance_count=2, instance_delay=-0.3)
    rows.sublayers, rows.instance_transform = [dot(100, 4, 10), row], st.Transform3D.translation(0, 50)
    return scene(rows)


def stripes() -> st.Layer:
    bar = st.Layer(frame=(0, 0, 10, 120), background_color="lightseagreen")
    bars = st.ReplicatorLayer(bar, frame=(0, 0, 120, 120))
    bars.instance_count, bars.instance_transform = 6, st.Transform3D.translation(20, 0)
    return bars


@pictures
def pictures_that_blend() -> st.Scene:
    blended = moves(wheel(80, compositing_filter="multiplyBlendMode"), "transform.rotation.z", 0, 1, 1)
    return scene(stripes(), blended)


@pictures
def pictures_with_layers_that_blend() -> st.Scene:
    ink = st.Layer(frame=(40, 40, 60, 60), background_color="gold", compositing_filter="multiplyBlendMode")
    holder = wheel(60, sublayers=[ink])
    return scene(stripes(), moves(holder, "position.x", 30, 50, 1))


@pictures
def pictures_of_light() -> st.Scene:
    lights = confetti(2, birth_rate=30, color="#808080")
    lights.render_mode = "additive"
    made = scene(stripes(), lights)
    made.background = "midnightblue"
    return made
