"""Scenes for tests of web pages: ten scenes of difficult features, and the scenes of the examples."""

from __future__ import annotations

import contextlib
import io
import json
import math
import pathlib
import runpy
import sys
import tempfile
import types
import unittest.mock
from collections.abc import Callable, Iterator
from typing import Any, Literal, TypeAlias

import numpy as np

import stretto as st

Blending: TypeAlias = Literal["multiplyBlendMode", "screenBlendMode", "differenceBlendMode"]
Kind: TypeAlias = Literal["conic", "radial", "axial"]
EASINGS: tuple[Literal["linear", "ease-in", "ease-out", "ease-in-out"] | tuple[float, ...], ...] = (
    "linear", "ease-in", "ease-out", "ease-in-out", (0.1, 1.7, 0.6, -0.4),
)  # fmt: skip


def _for_ever(animation: st.Animation, seconds: float) -> st.Animation:
    animation.duration, animation.repeat_count = seconds, math.inf
    return animation


def seesaw() -> st.Scene:
    """A scene with an animated delay, positive and negative, around a constant delay."""
    scene = st.Scene(160, 90, background="#10131a")
    dot = st.Layer(frame=(10, 60, 9, 9), corner_radius=4.5, background_color="#ffb703", name="dot")
    dot.add_animation(
        _for_ever(st.KeyframeAnimation("transform.translation.y", values=[0, -40, 0, 7, 0]), 1.3)
    )
    row = st.ReplicatorLayer(instance_count=8, instance_delay=-0.11, instance_red_offset=-0.1)
    row.instance_transform = st.Transform3D.translation(17, 0)
    row.add_sublayer(dot)
    rows = st.ReplicatorLayer(instance_count=2, instance_transform=st.Transform3D.translation(3, -35))
    swing = st.BasicAnimation("instanceDelay", from_value=0, to_value=4, autoreverses=True)
    rows.add_animation(_for_ever(swing, 4))
    rows.add_sublayer(row)
    scene.add_sublayer(rows)
    return scene


def letters() -> st.Scene:
    """A scene with lines of text that appear letter by letter, with a gradient as mask."""
    scene = st.Scene(200, 110, background="white")
    text = st.TextLayer(
        string="Windows, not waits:\nfi ffl Ångström — 3½ × 2",
        font_size=19,
        frame=(8, 8, 184, 94),
        wrapped=True,
    )
    text.foreground_color = "#1d3557"
    text.instance_delay = 0.05
    text.glyph.add_animation(st.BasicAnimation("opacity", from_value=0, duration=0.5, fill_mode="backwards"))
    text.glyph.add_animation(
        st.SpringAnimation("transform.rotation.z", from_value=-1.2, damping=6, fill_mode="backwards")
    )
    fade = st.GradientLayer(frame=(0, 0, 184, 94), colors=["black", "#00000030"], end_point=(1, 0.3))
    text.mask = fade
    scene.add_sublayer(text)
    return scene


def smoke() -> st.Scene:
    """A scene with particles that emit particles. The particles rotate, fade and vary at random."""
    scene = st.Scene(150, 120, background="#0b0d12")
    grain = st.Image(np.full((6, 6, 4), 200, np.uint8))
    spark = st.EmitterCell(contents=grain, birth_rate=9, lifetime=0.8, scale=0.4, alpha_speed=-1.1)
    spark.velocity, spark.emission_range, spark.color = 30, 2 * math.pi, "#ffb703"
    puff = st.EmitterCell(contents=grain, birth_rate=7, lifetime=2.5, lifetime_range=0.7, scale_range=0.5)
    puff.velocity, puff.velocity_range, puff.y_acceleration, puff.spin = 60, 25, 40, 2
    puff.emission_longitude, puff.emission_range, puff.emitter_cells = -1.6, 0.6, [spark]
    emitter = st.EmitterLayer(frame=(0, 0, 150, 120), emitter_position=(75, 90), emitter_cells=[puff])
    emitter.emitter_shape, emitter.emitter_size, emitter.seed = "line", (50, 0), 7
    scene.add_sublayer(emitter)
    return scene


def box() -> st.Scene:
    """A scene with layers in perspective that intersect each other."""
    scene = st.Scene(140, 120, background="#e9ecef")
    stage = st.TransformLayer(position=(70, 60), sublayer_transform=st.Transform3D.perspective(260))
    for k, color in enumerate(("#e63946c0", "#457b9d", "#2a9d8f", "#f4a261")):
        face = st.Layer(bounds=(0, 0, 62, 62), background_color=color, border_width=3, border_color="#222")
        face.transform = st.Transform3D.rotation(k * 0.8, 0.3, 1, 0.1).translated(0, 0, 12.5 * k - 20)
        turn = st.BasicAnimation("transform.rotation.y", by_value=2 * math.pi)
        face.add_animation(_for_ever(turn, 3 + k))
        stage.add_sublayer(face)
    scene.add_sublayer(stage)
    return scene


def glass() -> st.Scene:
    """A scene with shadows, blurs and colour filters in groups with blend modes."""
    scene = st.Scene(150, 100, background="#a8dadc")
    modes: tuple[Blending, ...] = ("multiplyBlendMode", "screenBlendMode", "differenceBlendMode")
    for k, mode in enumerate(modes):
        card = st.Layer(frame=(12 + 40 * k, 18 + 9 * k, 52, 46), corner_radius=11, background_color="#e76f51")
        card.shadow_opacity, card.shadow_radius, card.shadow_offset = 0.6, 5.5, (2, 4)
        card.filters = [
            st.Filter("gaussianBlur", inputRadius=1.7 * k),
            st.Filter("colorHueRotate", inputAngle=k),
        ]
        card.compositing_filter = mode
        card.add_animation(
            _for_ever(st.BasicAnimation("opacity", from_value=1, to_value=0.2, autoreverses=True), 0.7 + k)
        )
        scene.add_sublayer(card)
    return scene


def ink() -> st.Scene:
    """A scene with animated dashes, trimmed strokes, line joins and the even-odd fill rule."""
    scene = st.Scene(150, 110)
    star = st.Path.svg("M75 8 L96 100 L20 42 L130 42 L54 100 Z")
    line = st.ShapeLayer(path=star, fill_color="#8ecae680", fill_rule="even-odd", stroke_color="#023047")
    line.line_width, line.line_join, line.line_dash_pattern = 5, "round", [12, 4, 1, 4]
    line.add_animation(_for_ever(st.BasicAnimation("lineDashPhase", to_value=21), 0.9))
    line.add_animation(_for_ever(st.BasicAnimation("strokeEnd", from_value=0, autoreverses=True), 2))
    pen = st.Layer(bounds=(0, 0, 8, 8), background_color="#fb8500")
    pen.add_animation(
        _for_ever(
            st.KeyframeAnimation("position", path=star, rotation_mode="auto", calculation_mode="paced"), 3
        )
    )
    scene.add_sublayer(line)
    scene.add_sublayer(pen)
    return scene


def doors() -> st.Scene:
    """A scene with states, a transition between the states, and layers with a speed."""
    scene = st.Scene(120, 80, background="#264653")
    door = st.Layer(frame=(20, 15, 80, 50), background_color="#e9c46a", name="door", speed=0.5)
    knob = st.Layer(frame=(60, 20, 10, 10), corner_radius=5, background_color="#f4a261", name="knob")
    knob.add_animation(_for_ever(st.BasicAnimation("position.x", to_value=8, autoreverses=True), 0.4))
    door.add_sublayer(knob)
    scene.add_sublayer(door)
    scene.add_state("open", {door: {"bounds.size.width": 30, "opacity": 0.7}, knob: {"cornerRadius": 0}})
    scene.set_state("open", 0.6)
    scene.set_state("", 1.4)
    return scene


def echoes() -> st.Scene:
    """A scene with a source that proxies show with delays, reflections and colours. One proxy is inside the
    source of its view replicator.
    """
    scene = st.Scene(160, 100, background="black")
    source = st.Layer(frame=(10, 10, 50, 40), background_color="#219ebc", name="source")
    hand = st.Layer(bounds=(0, 0, 4, 18), position=(25, 20), anchor_point=(0.5, 1), background_color="white")
    hand.add_animation(_for_ever(st.BasicAnimation("transform.rotation.z", by_value=2 * math.pi), 2.5))
    source.add_sublayer(hand)
    scene.add_sublayer(source)
    for k in range(3):
        portal = st.PortalLayer(
            source_layer=source, bounds=(0, 0, 50, 40), position=(90 + 30 * (k % 2), 30 + 22 * k)
        )
        portal.transform = st.Transform3D.scale(-0.8 if k == 1 else 0.6, 0.7)
        portal.time_offset, portal.opacity = -0.4 * k, 1 - 0.2 * k
        scene.add_sublayer(portal)
    return scene


def sums() -> st.Scene:
    """A scene with additive and cumulative animations in groups, with every timing function."""
    scene = st.Scene(140, 90, background="#f8f9fa")
    for k, name in enumerate(EASINGS):
        dot = st.Layer(frame=(8 + 25 * k, 40, 12, 12), background_color="#6a4c93")
        up = st.BasicAnimation("position.y", by_value=-26, duration=0.8, additive=True, timing_function=name)
        turn = st.BasicAnimation("transform.rotation.z", by_value=0.7, duration=0.4, cumulative=True)
        turn.repeat_count = 2
        group = st.AnimationGroup([up, turn], duration=0.8, autoreverses=True, repeat_count=math.inf)
        group.begin_time, group.speed = 0.05 * k, 1 + 0.3 * k
        dot.add_animation(group)
        scene.add_sublayer(dot)
    return scene


def wheels() -> st.Scene:
    """A scene with rotating conic and radial gradients, and images that are minified and magnified."""
    scene = st.Scene(150, 90)
    checks = np.indices((24, 24)).sum(axis=0) % 5 < 2
    picture = st.Image((checks[..., None] * np.array([255, 120, 40, 255])).astype(np.uint8))
    kinds: tuple[Kind, ...] = ("conic", "radial", "axial")
    for k, kind in enumerate(kinds):
        wheel = st.GradientLayer(
            frame=(6 + 48 * k, 20, 42, 42), type=kind, corner_radius=21, masks_to_bounds=True
        )
        wheel.colors, wheel.locations = ["#ff006e", "#3a86ff80", "#ffbe0b", "#ff006e"], [0, 0.3, 0.8, 1]
        wheel.start_point, wheel.end_point = (0.5, 0.5), (1, 0.9)
        inside = st.Layer(frame=(8, 8, 9 + 7 * k, 26 - 6 * k), contents=picture, opacity=0.8)
        inside.add_animation(_for_ever(st.BasicAnimation("transform.scale", to_value=1.9), 1.1))
        wheel.add_sublayer(inside)
        wheel.add_animation(_for_ever(st.BasicAnimation("transform.rotation.z", by_value=-6), 1.7))
        scene.add_sublayer(wheel)
    return scene


ALL: tuple[Callable[[], st.Scene], ...] = (
    seesaw, letters, smoke, box, glass, ink, doors, echoes, sums, wheels,
)  # fmt: skip


def ten() -> Iterator[tuple[str, st.Scene]]:
    for make in ALL:
        yield make.__name__, make()


EXAMPLES = pathlib.Path(__file__).parents[2] / "examples"


def effects() -> Iterator[tuple[str, st.Scene]]:
    """The scenes that the effect scripts save."""
    for script in sorted((EXAMPLES / "effects").glob("*.py")):
        if script.stem == "save":
            continue
        saved: list[st.Scene] = []
        module = types.ModuleType("save")
        vars(module)["save"] = lambda scene, *_, scenes=saved, **__: scenes.append(scene)
        with unittest.mock.patch.dict(sys.modules, {"save": module}):
            runpy.run_path(str(script))
        assert saved, script
        for number, scene in enumerate(saved):
            yield f"{script.stem}-{number}", scene


def of_notebooks() -> Iterator[tuple[str, st.Scene]]:
    """The scenes that exist after each cell of the example notebooks, without duplicates."""
    for path in sorted((EXAMPLES / "notebooks").glob("*.ipynb")):
        names: dict[str, Any] = {"__name__": "notebook", "display": lambda *_: None}
        known: set[str] = set()
        for number, cell in enumerate(json.loads(path.read_text(encoding="utf-8"))["cells"]):
            if cell["cell_type"] != "code":
                continue
            with contextlib.redirect_stdout(io.StringIO()), _without_files():
                exec(compile("".join(cell["source"]), f"{path.stem}, cell {number}", "exec"), names)
            for name, scene in list(names.items()):
                if isinstance(scene, st.Scene) and not scene.closed and scene.digest() not in known:
                    known.add(scene.digest())
                    yield f"{path.stem}-{number}-{name}", scene
            if "matplotlib.pyplot" in sys.modules:
                sys.modules["matplotlib.pyplot"].close("all")


@contextlib.contextmanager
def _without_files() -> Iterator[None]:
    """A context in which movies are not written, to save time, and other files go to a temporary folder."""
    with contextlib.ExitStack() as stack:
        stack.enter_context(contextlib.chdir(stack.enter_context(tempfile.TemporaryDirectory())))
        for owner, name in ((st.Movie, "save"), (st.Movie, "save_emoji"), (st.Scene, "save")):
            if hasattr(owner, name):
                stack.enter_context(unittest.mock.patch.object(owner, name, return_value=None))
        yield
