"""Random view replicators with sources, proxies and animations of every kind."""

from __future__ import annotations

import math
import random
from typing import Any

import stretto as st

SIDE = 160
#: Allowed difference in levels of 255, because groups are blended in another order.
LEVELS = 2


def is_constructed(views: st.ViewReplicator) -> bool:
    """True if the layers of `construction()` look like the view replicator at all times, because no bounds
    and no zPosition are animated.
    """
    moving = [layer for layer in (*views.proxies, views.source) if layer is not None]
    paths = {getattr(item, "key_path", "") for layer in moving for item in layer.animations.values()}
    return not any(path.startswith("bounds") or path == "zPosition" for path in paths)


def maybe(r: random.Random, chance: float) -> bool:
    return r.random() < chance


def color(r: random.Random) -> tuple[float, ...]:
    return (r.random(), r.random(), r.random(), r.choice([1.0, r.random()]))


def turn(r: random.Random) -> st.Transform3D:
    if maybe(r, 0.2):
        return st.Transform3D.rotation(r.uniform(-1, 1), r.random(), r.random(), r.random())
    return st.Transform3D.rotation(r.uniform(-3, 3), 0, 0, 1).scaled(r.uniform(0.4, 1.4), r.uniform(0.4, 1.4))


def random_point(r: random.Random) -> tuple[float, float]:
    return r.uniform(0, 140), r.uniform(0, 140)


def animate(r: random.Random, layer: st.Layer, key_path: str, value: Any) -> None:
    timing: dict[str, Any] = {
        "duration": r.uniform(0.3, 3),
        "begin_time": r.choice([0, r.uniform(0, 1)]),
        "repeat_count": r.choice([1, 2.5, math.inf]),
        "autoreverses": maybe(r, 0.4),
        "removed_on_completion": maybe(r, 0.3),
        "fill_mode": r.choice(["removed", "both", "forwards", "backwards"]),
        "time_offset": r.choice([0, r.uniform(0, 1)]),
        "speed": r.choice([1, 0.5, 2]),
    }
    values = [value() for _ in range(3)]
    mode: Any = r.choice(["linear", "discrete"])
    layer.add_animation(st.KeyframeAnimation(key_path, values=values, calculation_mode=mode, **timing))


def part(r: random.Random, depth: int = 0) -> st.Layer:
    frame = (r.uniform(-10, 60), r.uniform(-10, 60), r.uniform(5, 60), r.uniform(5, 60))
    kind = r.randrange(5)
    layer: st.Layer
    if kind == 0:
        layer = st.Layer(background_color=color(r), corner_radius=r.uniform(0, 15))
    elif kind == 1:
        outline = st.Path.ellipse(0, 0, frame[2], frame[3])
        layer = st.ShapeLayer(path=outline, fill_color=color(r), stroke_color=color(r), line_width=3)
    elif kind == 2:
        layer = st.GradientLayer(colors=[color(r), color(r)], type=r.choice(["axial", "radial"]))
    elif kind == 3:
        layer = st.EmitterLayer(emitter_size=(20, 20), emitter_shape="rectangle", seed=r.randrange(99))
        spark = st.Image.solid(5, 5, "red")
        layer.emitter_cells = [st.EmitterCell(contents=spark, birth_rate=20, lifetime=1, velocity=30)]
    else:
        layer = st.ReplicatorLayer(
            instance_count=r.randrange(1, 4), instance_delay=r.uniform(-0.5, 0.5), instance_alpha_offset=-0.1,
            instance_transform=st.Transform3D.translation(r.uniform(-20, 20), r.uniform(-20, 20)),
        )  # fmt: skip
        if depth < 2:
            layer.add_sublayer(part(r, depth + 1))
    layer.frame = frame
    layer.opacity = r.choice([1, r.random()])
    layer.speed, layer.time_offset = r.choice([1, r.uniform(0.3, 2)]), r.uniform(-1, 1)
    animate(r, layer, "position", lambda: random_point(r))
    if maybe(r, 0.3):
        animate(r, layer, "opacity", r.random)
    return layer


def source(r: random.Random) -> st.Layer:
    # The position, transform and opacity of a source must have no effect.
    layer = st.Layer(
        bounds=(r.choice([0, r.uniform(-10, 10)]), 0, r.uniform(20, 100), r.uniform(20, 100)),
        background_color=r.choice([None, color(r)]), masks_to_bounds=maybe(r, 0.3),
        position=random_point(r), transform=turn(r), opacity=r.choice([1, r.random()]),
    )  # fmt: skip
    if maybe(r, 0.3):
        animate(r, layer, "bounds.size.width", lambda: r.uniform(20, 90))
    for _ in range(r.randrange(1, 4)):
        layer.add_sublayer(part(r))
    return layer


def add_proxy(r: random.Random, views: st.ViewReplicator) -> None:
    proxy = views.add_proxy(
        frame=(*random_point(r), r.uniform(5, 120), r.uniform(5, 120)),
        opacity=r.choice([1, 0, r.random()]),
        hidden=maybe(r, 0.1),
        z_position=r.choice([0, 0, -1, 2.5]),
        time_offset=r.choice([0, r.uniform(-3, 3)]),
        speed=r.choice([1, 1, 0, 0.5, 2, -1]),
        begin_time=r.choice([0, r.uniform(-2, 2)]),
    )
    if maybe(r, 0.3):
        proxy.anchor_point = (r.random(), r.random())
    if maybe(r, 0.5):
        proxy.transform = turn(r)
    if maybe(r, 0.4):
        proxy.source_rect = (r.uniform(-10, 40), r.uniform(-10, 40), r.uniform(5, 70), r.uniform(5, 70))
    if maybe(r, 0.2):
        proxy.background_color, proxy.corner_radius, proxy.border_width = color(r), r.uniform(0, 20), 3
    if maybe(r, 0.3):
        outline = st.Path.ellipse(0, 0, r.uniform(10, 90), r.uniform(10, 90))
        proxy.mask = st.ShapeLayer(path=outline)
        animate(r, proxy.mask, "position.x", lambda: r.uniform(0, 50))
    moves = {
        "position": lambda: random_point(r),
        "opacity": r.random,
        "transform.rotation.z": lambda: r.uniform(-6, 6),
        "hidden": lambda: maybe(r, 0.5),
        "zPosition": lambda: r.uniform(-2, 2),
        "bounds.size": lambda: (r.uniform(20, 80), r.uniform(20, 80)),
    }
    for key_path, value in moves.items():
        if maybe(r, 0.15):
            animate(r, proxy, key_path, value)


def random_scene(r: random.Random) -> tuple[st.Scene, st.ViewReplicator]:
    scene = st.Scene(SIDE, SIDE, background=r.choice([None, "white", "#123456"]))
    views = st.ViewReplicator(source(r), speed=r.choice([1, r.uniform(0.5, 2)]))
    for _ in range(r.randrange(6)):
        add_proxy(r, views)
    if maybe(r, 0.3):
        views.frame, views.transform, views.opacity = (10, 10, 100, 100), turn(r), r.random()
    if maybe(r, 0.2):
        around = st.ReplicatorLayer(frame=(0, 0, SIDE, SIDE), instance_count=2, instance_delay=-0.3)
        around.instance_transform = st.Transform3D.translation(30, 10)
        around.add_sublayer(views)
        scene.add_sublayer(around)
    else:
        scene.add_sublayer(views)
    return scene, views
