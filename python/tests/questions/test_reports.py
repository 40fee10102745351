"""Tests of reports about a scene: loops are checked by drawing, and phases and diagnostics by examples."""

from __future__ import annotations

import math
import pathlib
import pickle
import random
import types
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import stretto as st
from stretto import reports
from stretto._ffi import ffi, signatures
from stretto._model.diagnostics import INVISIBLE


def scene_with(*layers: st.Layer) -> st.Scene:
    scene = st.Scene(60, 60)
    for layer in layers:
        scene.add_sublayer(layer)
    return scene


def square(**properties: Any) -> st.Layer:
    return st.Layer(frame=(10, 10, 20, 20), background_color="white", **properties)


def animated(key_path: str = "opacity", layer: st.Layer | None = None, **timing: Any) -> st.Layer:
    layer = layer or square()
    layer.add_animation(st.BasicAnimation(key_path, from_value=0.1, to_value=0.9, **timing))
    return layer


# Loops


def random_loop(r: random.Random) -> st.Scene:
    """A random scene with periods of quarters of a second, animations that end, delays, and layers with a
    speed.
    """

    def part(depth: int) -> st.Layer:
        layer = st.Layer(
            frame=(r.uniform(0, 30), r.uniform(0, 30), 25, 25),
            background_color=(r.random(), r.random(), r.random(), 1),
            speed=r.choice([1, 1, 2, 0.5, -1, 0]),
            time_offset=r.choice([0, r.uniform(0, 1)]),
            begin_time=r.choice([0, 0.5]),
        )
        if r.random() < 0.2:
            layer.duration, layer.repeat_count = r.choice([0.5, 1.5]), r.choice([1, math.inf])
            layer.fill_mode = r.choice(["removed", "both"])
        for key_path in r.sample(["opacity", "position.x", "transform.rotation.z"], r.randrange(3)):
            timing = {
                "duration": r.choice([0.25, 0.5, 0.75, 1]),
                "repeat_count": r.choice([1, math.inf, math.inf]),
                "autoreverses": r.random() < 0.5,
                "speed": r.choice([1, 2, -1]),
                "begin_time": r.choice([0, 0.75]),
                "removed_on_completion": r.random() < 0.5,
                "fill_mode": r.choice(["removed", "forwards", "both"]),
            }
            animated(key_path, layer, **timing)
        for _ in range(r.randrange(3) if depth < 2 else 0):
            layer.add_sublayer(part(depth + 1))
        return layer

    row = st.ReplicatorLayer(instance_count=3, instance_delay=r.choice([0.1, -0.2, 0]))
    row.instance_transform = st.Transform3D.translation(10, 5)
    row.add_sublayer(part(0))
    views = st.ViewReplicator(part(0))
    views.bounds = views.source.bounds  # type: ignore[union-attr]
    views.add_proxy(frame=(30, 30, 20, 20), time_offset=r.uniform(-1, 1), speed=r.choice([1, 2]))
    portal = st.PortalLayer(source_layer=views.source, frame=(0, 40, 20, 20), speed=r.choice([1, 0.5]))
    return scene_with(part(0), row, views, portal)


@pytest.mark.parametrize("seed", range(40))
def test_a_clip_of_the_loop_s_duration_repeats_from_the_reported_time(seed: int) -> None:
    r = random.Random(seed)
    scene = random_loop(r)
    report = scene.loop_report()
    assert report.duration == scene.loop_duration()
    assert report.duration is not None
    period = report.duration or 1.0  # frames of a static scene are equal
    for _ in range(4):
        time = report.steady_from + 1e-6 + r.uniform(0, 3)
        first, again = scene.render(time).astype(int), scene.render(time + period).astype(int)
        # Rounding of the frame's time may change a pixel by a level or two.
        assert np.abs(first - again).max() <= 2, (time, period, str(report))


def test_the_loop_duration_is_the_shortest() -> None:
    forever: dict[str, Any] = {"repeat_count": math.inf}
    cases = [
        (0.0, []),
        (0.0, [animated(duration=3)]),
        (1.0, [animated(duration=1, **forever)]),
        (2.0, [animated(duration=1, autoreverses=True, **forever)]),
        (0.5, [animated(duration=1, speed=2, **forever)]),
        (0.25, [animated(duration=1, speed=2, layer=square(speed=2), **forever)]),
        (3.0, [animated(duration=1, **forever), animated(duration=1.5, **forever)]),
        (6.0, [animated(duration=d, **forever) for d in (2, 3, 1)]),
        (0.3, [animated(duration=0.1, **forever), animated(duration=0.15, **forever)]),
        (None, [animated(duration=1, **forever), animated(duration=math.sqrt(2), **forever)]),
        (None, [animated(duration=1, cumulative=True, **forever)]),
    ]
    for expected, layers in cases:
        found = scene_with(*layers).loop_duration()
        assert found == (expected if expected is None else pytest.approx(expected)), expected


def test_the_report_says_who_repeats_and_who_does_not() -> None:
    spin, fade = square(name="spin"), square(name="fade")
    animated("transform.rotation.z", spin, duration=2, repeat_count=math.inf, cumulative=True)
    animated("position.x", spin, duration=2, repeat_count=math.inf)
    animated("opacity", fade, duration=1, begin_time=3)
    sparks = st.EmitterLayer(name="sparks")
    sparks.emitter_cells = [st.EmitterCell(contents=st.Image.solid(1, 1, "red"), birth_rate=1, lifetime=1)]
    report = scene_with(spin, fade, sparks).loop_report()
    assert report.duration is None
    assert report.steady_from == pytest.approx(4)
    assert {(entry.layer.name, entry.key_path, entry.kind, entry.period) for entry in report.entries} == {
        ("spin", "transform.rotation.z", reports.LoopKind.CUMULATIVE, math.inf),
        ("spin", "position.x", reports.LoopKind.REPEATS, 2),
        ("fade", "opacity", reports.LoopKind.ENDS, 0),
        ("sparks", "", reports.LoopKind.EMITTER, math.inf),
    }
    text = str(report)
    assert text.splitlines()[0] == "never repeats"
    for words in ("position.x of <Layer 'spin'", "repeats every 2 s", "'fade'", "ends", "'sparks'", "random"):
        assert words in text, words


def test_more_entries_than_fit_at_first_are_reported_too() -> None:
    scene = scene_with(*(animated(duration=1, repeat_count=math.inf) for _ in range(150)))
    assert len(scene.loop_report().entries) == 150


def test_a_static_animation_of_a_transition_delays_no_loop() -> None:
    layer = animated("zPosition", duration=1, repeat_count=math.inf)
    scene = scene_with(layer)
    scene.add_state("on", {layer: {"cornerRadius": 3}})
    for speed, expected in ((1, 6), (0, 2)):
        scene.add_transition("*", "on", {layer: st.BasicAnimation("opacity", duration=4, speed=speed)})
        scene.clear_states()
        scene.set_state("on", 2)
        assert scene.loop_report().steady_from == expected


# Phases


def spinner(count: int, delay: float, period: float = 1.0) -> tuple[st.Scene, st.Layer]:
    dot = animated(duration=period, repeat_count=math.inf)
    row = st.ReplicatorLayer(instance_count=count, instance_delay=delay)
    row.add_sublayer(dot)
    return scene_with(row), dot


def test_copies_in_phase_are_one_group() -> None:
    scene, dot = spinner(8, 0.25)
    report = scene.sync_report(dot, 5)
    assert not report.in_phase
    groups = {tuple(sorted(index for (index,) in group.instances)): group.offset for group in report.groups}
    assert set(groups) == {(0, 4), (1, 5), (2, 6), (3, 7)}
    assert groups[0, 4] == 0
    assert groups[1, 5] == pytest.approx(-0.25)
    assert groups[3, 7] == pytest.approx(0.25)
    assert [group.offset for group in report.groups] == sorted(group.offset for group in report.groups)
    assert "8 copies at 5 s, in 4 phases" in str(report)
    assert "+0.25 s: (3,), (7,)" in str(report)


def test_whole_periods_and_no_delay_are_in_phase() -> None:
    for delay in (0, 1, -3):
        scene, dot = spinner(5, delay)
        report = scene.sync_report(dot, 2)
        assert report.in_phase
        assert "all in phase" in str(report)
    with pytest.raises(st.InvalidArgument):
        scene.sync_report(st.Layer(), 0)


def test_a_layer_that_is_shown_nowhere_has_no_groups() -> None:
    scene, dot = spinner(5, 1)
    dot.hidden = True
    assert scene.sync_report(dot, 0).groups == ()


# Diagnostics


def late(removed: bool) -> st.Scene:
    row = st.ReplicatorLayer(frame=(0, 0, 10, 10), instance_count=3, instance_delay=0.5)
    row.add_sublayer(animated(duration=1, removed_on_completion=removed, fill_mode="both"))
    return scene_with(row)


def tinted(color: str) -> st.Scene:
    row = st.ReplicatorLayer(frame=(0, 0, 10, 10), instance_count=3, instance_green_offset=-0.2)
    row.add_sublayer(st.Layer(frame=(0, 0, 5, 5), background_color=color))
    return scene_with(row)


def turned(frame: tuple[float, ...]) -> st.Scene:
    row = st.ReplicatorLayer(frame=frame, instance_count=3)
    row.instance_transform = st.Transform3D.rotation(1, 0, 0, 1)
    row.add_sublayer(square())
    return scene_with(row)


def delayed(delay: float) -> st.Scene:
    row = st.ReplicatorLayer(frame=(0, 0, 10, 10), instance_count=3, instance_delay=delay)
    row.add_sublayer(square())
    return scene_with(row)


def proxied(offset: float) -> st.Scene:
    source = animated("cornerRadius", duration=3, removed_on_completion=True)
    views = st.ViewReplicator(source)
    views.add_proxy(frame=(0, 0, 10, 10), time_offset=offset)
    return scene_with(views)


def shown_as(source: st.Layer | None, *frames: tuple[float, ...]) -> st.Scene:
    views = st.ViewReplicator(source)
    for frame in frames:
        views.add_proxy(frame=frame)
    return scene_with(views)


def spoken(size: bool) -> st.Scene:
    owl = st.TextLayer("O", font_size=20)
    if size:
        owl.bounds = (0, 0, *owl.fitting_size())
    return shown_as(owl, (10, 3, 30, 30))


def turning(wrapped: bool) -> st.Scene:
    source = animated("transform.rotation.z", duration=1, repeat_count=math.inf)
    if wrapped:
        box = st.Layer(bounds=source.bounds)
        box.add_sublayer(source)
        source = box
    return shown_as(source, (10, 3, 30, 30))


def delayed_by(*delays: float) -> st.Scene:
    row = st.ReplicatorLayer(instance_count=4, instance_delays=delays)
    row.add_sublayer(square())
    return scene_with(row)


def sparks(**changed: Any) -> st.Scene:
    picture: dict[str, Any] = {
        "contents": st.Image.solid(1, 1, "white"),
        "birth_rate": 1,
        "lifetime": 1,
        "name": "spark",
    }
    cells = [st.EmitterCell(**(picture | changed))]
    return scene_with(st.EmitterLayer(emitter_cells=cells))


def lit(kind: str) -> st.Scene:
    scene = sparks()
    (emitter,) = scene.root.sublayers
    emitter.emitter_behaviors = [st.EmitterBehavior(kind, name="lamp")]  # type: ignore[attr-defined]
    return scene


def sprung(duration: float, **timing: Any) -> st.Scene:
    layer = square()
    layer.add_animation(st.SpringAnimation("position.x", to_value=40, duration=duration, **timing))
    return scene_with(layer)


def moving(key_path: str = "position.x", layer: st.Layer | None = None, **given: Any) -> st.Scene:
    layer = layer or square()
    layer.add_animation(st.BasicAnimation(key_path, **({"duration": 3} | given)))
    return scene_with(layer)


def grouped(member: float, duration: float = 0) -> st.Scene:
    layer = square()
    fade = st.BasicAnimation("opacity", to_value=0.5, duration=member, repeat_count=math.inf)
    layer.add_animation(st.AnimationGroup([fade], duration=duration))
    return scene_with(layer)


def swaying(inside: bool) -> st.Scene:
    words = st.TextLayer("abc", font_size=20, frame=(0, 0, 60, 40), instance_delay=0.1)
    sway = st.BasicAnimation("transform.translation.y", to_value=9, duration=1)
    sway.repeat_count, sway.autoreverses = math.inf, True
    (words.glyph if inside else words).add_animation(sway)
    return scene_with(words)


def next_to_proxies(wrapped: bool) -> st.Scene:
    scene = shown_as(square(), (0, 0, 9, 9))
    (views,) = scene.sublayers
    assert isinstance(views, st.ViewReplicator)
    (scene.root if wrapped else views).add_sublayer(square())
    return scene


def arranged(angle: float) -> st.Scene:
    row = st.ReplicatorLayer(frame=(0, 0, 60, 40), instance_count=3)
    row.instance_transform = st.Transform3D.rotation(angle).translated(3, 0)
    row.add_sublayer(square())
    return scene_with(row)


def greeting(color: str) -> st.Scene:
    scene = st.Scene(60, 40, background="white")
    scene.add_sublayer(st.TextLayer("hello", font_size=20, frame=(0, 0, 60, 40), foreground_color=color))
    return scene


def pulsing(layer: st.Layer, key_path: str = "opacity") -> st.Scene:
    """A scene with a layer whose number at `key_path` is animated without end."""
    return scene_with(animated(key_path, layer, duration=1, repeat_count=math.inf))


def sized(size: float, kind: type[st.Layer] = st.Layer, **given: Any) -> st.Layer:
    return kind(bounds=(0, 0, size, size), position=(30, 30), **given)


def welcomed(color: str, key_path: str, inside: bool = False) -> st.Scene:
    scene = greeting(color)
    (words,) = scene.sublayers
    assert isinstance(words, st.TextLayer)
    animated(key_path, words.glyph if inside else words, duration=1, repeat_count=math.inf)
    return scene


def colored_in(shape: st.ShapeLayer) -> st.Scene:
    """A scene with a shape whose stroke colour is set only by an animation."""
    colors = ["red", "blue"]
    shape.add_animation(st.KeyframeAnimation("strokeColor", values=colors, duration=1, repeat_count=math.inf))
    return scene_with(shape)


def shaded(**given: Any) -> st.Scene:
    row = st.ReplicatorLayer(frame=(0, 0, 60, 60), instance_count=3, **given)
    row.instance_transform = st.Transform3D.translation(10, 0)
    row.add_sublayer(square())
    return scene_with(row)


def shading(**given: Any) -> st.Layer:
    return st.GradientLayer(frame=(0, 0, 20, 20), colors=["red", "blue"], **given)


def deep(kind: type[st.Layer], **given: Any) -> st.Layer:
    layer = kind(frame=(0, 0, 60, 60), **given)
    layer.add_sublayer(square())
    return layer


def followed(speed: float) -> st.Scene:
    """A scene with two animations of position.x. The first animation holds its last value, and the second
    animation has the speed `speed`.
    """
    scene = moving(to_value=40, fill_mode="forwards", duration=1)
    (layer,) = scene.sublayers
    layer.add_animation(st.BasicAnimation("position.x", to_value=9, duration=0.5, speed=speed), "other")
    return scene


def in_turn(first: str, second: float) -> st.Scene:
    """A scene with two animations of position.x in sequence. The first animation lasts 1 s and has the fill
    mode `first`.
    """
    scene = moving(to_value=40, fill_mode=first, duration=1)
    (layer,) = scene.sublayers
    layer.add_animation(
        st.BasicAnimation("position.x", to_value=20, begin_time=second, duration=3 - second), "b"
    )
    return scene


def sequence(fill_mode: Any) -> st.Scene:
    """A scene with two members of a group in sequence, which have the same fill mode."""
    layer = square()
    members = [
        st.BasicAnimation(
            "position.x",
            from_value=20 + 5 * k,
            to_value=25 - 5 * k,
            begin_time=1.5 * k,
            duration=1.5,
            fill_mode=fill_mode,
        )
        for k in range(2)
    ]
    layer.add_animation(st.AnimationGroup(members, duration=3))
    return scene_with(layer)


def morphing(*paths: st.Path, **more: Any) -> st.Scene:
    shape = st.ShapeLayer(path=paths[0], fill_color="red")
    if len(paths) == 2 and more.get("basic"):
        shape.add_animation(st.BasicAnimation("path", to_value=paths[1], duration=3))
    else:
        shape.add_animation(st.KeyframeAnimation("path", values=list(paths), duration=3, **more))
    return scene_with(shape)


def arc(angle: float) -> st.Path:
    return st.Path().arc(20, 20, 9, 0, angle)


def leading(key_path: str, to: Any) -> st.Scene:
    """A layer with a sublayer, a filter and nested cells, and an animation of the value at `key_path`."""
    layer: st.Layer
    if key_path.startswith("emitterCells"):
        inner = st.EmitterCell(name="b", contents=PICTURE, birth_rate=1, lifetime=1)
        outer = st.EmitterCell(name="a", birth_rate=1, lifetime=1, emitter_cells=[inner])
        layer = st.EmitterLayer(emitter_cells=[outer], emitter_position=(20, 20))
    else:
        layer = square(filters=[st.Filter("gaussianBlur", name="soft")])
        layer.add_sublayer(st.Layer(name="dot", frame=(5, 5, 9, 9), background_color="red"))
    layer.add_animation(st.BasicAnimation(key_path, to_value=to, duration=3))
    return scene_with(layer)


def twice(lasting: float = 3, **later: Any) -> st.Scene:
    """A scene with two animations of position.x, of which the later one has the properties `later`."""
    layer = square()
    first: dict[str, Any] = {"from_value": 10, "to_value": 30, "duration": lasting}
    for key, given in (("a", first), ("b", first | later)):
        layer.add_animation(st.BasicAnimation("position.x", **given), key)
    return scene_with(layer)


DISC = "M5 5H40V40Z"
PICTURE = st.Image.solid(2, 2, "red")


def corner(**given: Any) -> st.Layer:
    return st.Layer(bounds=(0, 0, 20, 20), background_color="red", **given)


def chosen(*instance: int | None) -> st.Scene:
    """A scene with a layer in one replicator and a value for the copies with the index `instance`."""
    layer = square()
    layer.set_value("opacity", 0.5, instance=instance)
    row = st.ReplicatorLayer(frame=(0, 0, 60, 40), instance_count=3)
    row.instance_transform = st.Transform3D.translation(20, 0)
    row.add_sublayer(layer)
    return scene_with(row)


LINE = "M0 0L20 10"
CASES = [
    ("nothing-to-paint", lambda: scene_with(st.ShapeLayer(path=LINE)),
     lambda: scene_with(st.ShapeLayer(path=LINE, stroke_color="red")), "strokeColor"),
    ("nothing-to-paint", lambda: pulsing(st.ShapeLayer(path=LINE), "strokeEnd"),
     lambda: pulsing(st.ShapeLayer(path=LINE, stroke_color="red"), "strokeEnd"), "strokeColor"),
    ("nothing-to-paint", lambda: pulsing(st.ShapeLayer()), lambda: pulsing(st.ShapeLayer(path="M0 0H9V9Z")),
     "path"),
    ("nothing-to-paint", lambda: scene_with(st.ShapeLayer(path=st.Path())),
     lambda: scene_with(st.ShapeLayer(path="M0 0H9V9Z")), "path"),
    ("nothing-to-paint", lambda: pulsing(st.Layer(frame=(0, 0, 9, 9))), lambda: pulsing(square()),
     "backgroundColor"),
    ("no-size", lambda: pulsing(sized(0, background_color="red")),
     lambda: pulsing(sized(9, background_color="red")), "bounds"),
    ("no-size", lambda: pulsing(sized(0, background_color="red"), "position.x"),
     lambda: pulsing(sized(9, background_color="red"), "bounds.size.height"), "bounds"),
    ("no-size", lambda: pulsing(sized(0, st.GradientLayer, colors=["red", "blue"])),
     lambda: pulsing(sized(9, st.GradientLayer, colors=["red", "blue"])), "bounds"),
    ("no-size", lambda: pulsing(sized(0, contents=PICTURE)),
     lambda: pulsing(sized(0, contents=PICTURE, contents_gravity="center")), "bounds"),
    ("outside", lambda: pulsing(st.Layer(frame=(70, 0, 9, 9), background_color="red")),
     lambda: pulsing(st.Layer(frame=(70, 0, 9, 9), background_color="red"), "position.x"), "position"),
    ("outside", lambda: pulsing(st.ShapeLayer(path="M0 70H9V80Z", stroke_color="red"), "strokeEnd"),
     lambda: pulsing(st.ShapeLayer(path="M0 70H9V80Z", stroke_color="red", line_width=25), "strokeEnd"),
     "position"),
    ("mostly-outside", lambda: pulsing(corner()), lambda: pulsing(corner(), "position.y"), "position"),
    ("color-of-background", lambda: welcomed("white", "opacity"), lambda: welcomed("navy", "opacity"),
     "foregroundColor"),
    ("color-of-background", lambda: welcomed("white", "transform.scale.x", True),
     lambda: welcomed("navy", "opacity", True), "foregroundColor"),
    ("nothing-to-paint", lambda: scene_with(st.ShapeLayer(path="M1 1V9ZM5 5C6 6 7 7 9 9")),
     lambda: scene_with(st.ShapeLayer(path="M1 1V9ZM5 5C6 6 7 8 9 9")), "strokeColor"),
    ("stroke-without-color", lambda: pulsing(st.ShapeLayer(path=DISC), "strokeEnd"),
     lambda: pulsing(st.ShapeLayer(path=DISC, stroke_color="red"), "strokeEnd"), "strokeEnd"),
    ("stroke-without-color", lambda: pulsing(st.ShapeLayer(path=DISC), "lineWidth"),
     lambda: colored_in(st.ShapeLayer(path=DISC, line_width=3)), "lineWidth"),
    ("stroke-without-color", lambda: scene_with(st.ShapeLayer(path=DISC, line_width=3)),
     lambda: scene_with(st.ShapeLayer(path=DISC, line_width=1)), "lineWidth"),
    ("offset-without-effect", lambda: shaded(instance_red_offset=0.2),
     lambda: shaded(instance_red_offset=-0.2), "instanceRedOffset"),
    ("offset-without-effect", lambda: shaded(instance_alpha_offset=0.2),
     lambda: shaded(instance_alpha_offset=0.2, instance_color=(1, 1, 1, 0.2)), "instanceAlphaOffset"),
    ("offset-without-effect", lambda: shaded(instance_green_offset=-0.2, instance_color="red"),
     lambda: shaded(instance_green_offset=-0.2, instance_red_offset=-0.2, instance_color="red"),
     "instanceGreenOffset"),
    ("not-a-fraction", lambda: scene_with(square(opacity=50)), lambda: scene_with(square(opacity=1.5)),
     "opacity"),
    ("not-a-fraction", lambda: moving("opacity", from_value=0, to_value=100),
     lambda: moving("opacity", from_value=0, to_value=1), "opacity"),
    ("not-a-fraction", lambda: scene_with(square(anchor_point=(10, 10))),
     lambda: scene_with(square(anchor_point=(0.5, 10))), "anchorPoint"),
    ("not-a-fraction", lambda: scene_with(square(contents=PICTURE, contents_rect=(0, 0, 100, 100))),
     lambda: scene_with(square(contents=PICTURE, contents_rect=(0, 0, 2, 2))), "contentsRect"),
    ("not-a-fraction", lambda: scene_with(shading(end_point=(20, 20))),
     lambda: scene_with(shading(end_point=(2, 0))), "endPoint"),
    ("not-a-fraction", lambda: scene_with(st.ShapeLayer(path=DISC, stroke_color="red", stroke_end=75)),
     lambda: scene_with(st.ShapeLayer(path=DISC, stroke_color="red", stroke_end=0.75)), "strokeEnd"),
    ("ignored-property", lambda: scene_with(deep(st.TransformLayer, background_color="red")),
     lambda: scene_with(deep(st.Layer, background_color="red")), "backgroundColor"),
    ("ignored-property", lambda: scene_with(deep(st.TransformLayer, mask=square())),
     lambda: scene_with(deep(st.TransformLayer, opacity=0.5)), "mask"),
    ("ignored-property",
     lambda: scene_with(deep(st.ReplicatorLayer, preserves_depth=True, shadow_opacity=1)),
     lambda: scene_with(deep(st.ReplicatorLayer, shadow_opacity=1)), "shadowOpacity"),
    ("animation-replaced", lambda: twice(), lambda: twice(additive=True), "position.x"),
    ("animation-replaced", lambda: twice(duration=4), lambda: twice(begin_time=1), "position.x"),
    ("sublayer-not-shown", lambda: next_to_proxies(False), lambda: next_to_proxies(True), ""),
    ("group-cuts-off", lambda: grouped(2), lambda: grouped(2, 3), "opacity"),
    ("snaps-back", lambda: moving(to_value=40, fill_mode="forwards", duration=1),
     lambda: moving(to_value=40, fill_mode="forwards", duration=1, removed_on_completion=False),
     "position.x"),
    ("snaps-back", lambda: moving("opacity", to_value=0.5, fill_mode="both", duration=1),
     lambda: moving("opacity", from_value=0.5, to_value=1, fill_mode="both", duration=1), "opacity"),
    ("snaps-back", lambda: moving("transform.rotation.z", to_value=3, fill_mode="both", duration=1),
     lambda: moving("transform.rotation.z", to_value=math.tau, fill_mode="both", duration=1),
     "transform.rotation.z"),
    ("snaps-back", lambda: moving(to_value=40, fill_mode="both", duration=2.9),
     lambda: moving(to_value=40, fill_mode="both", duration=3), "position.x"),
    ("snaps-back", lambda: followed(0.5), lambda: followed(-0.25), "position.x"),
    ("snaps-back", lambda: moving(to_value=40, duration=2.9), lambda: moving(to_value=40), "position.x"),
    ("snaps-back", lambda: moving(to_value=40, duration=2.9, fill_mode="backwards"),
     lambda: moving(from_value=40, duration=2.9), "position.x"),
    ("snaps-back", lambda: in_turn("forwards", 1.5), lambda: in_turn("forwards", 1), "position.x"),
    ("snaps-back", lambda: in_turn("removed", 1.5), lambda: in_turn("removed", 0.5), "position.x"),
    ("animation-replaced", lambda: sequence("both"), lambda: sequence("forwards"), "position.x"),
    ("path-steps", lambda: morphing(st.Path.rect(0, 0, 9, 9), st.Path.ellipse(0, 0, 9, 9), basic=True),
     lambda: morphing(st.Path.rect(0, 0, 9, 9), st.Path.rect(0, 0, 20, 9), basic=True), "path"),
    ("path-steps", lambda: morphing(arc(1), arc(2), st.Path.svg("M0 0H9V9Z")),
     lambda: morphing(arc(0), arc(2), arc(6)), "path"),
    ("path-steps", lambda: morphing(st.Path.rect(0, 0, 9, 9), arc(2)),
     lambda: morphing(st.Path.rect(0, 0, 9, 9), arc(2), calculation_mode="discrete"), "path"),
    ("path-steps", lambda: morphing(st.Path.rounded_rect(0, 0, 9, 9, 0), st.Path.rect(0, 0, 9, 9)),
     lambda: morphing(st.Path.rounded_rect(0, 0, 9, 9, 0), st.Path.rounded_rect(0, 0, 9, 9, 4)), "path"),
    ("no-such-part", lambda: leading("sublayers.dut.opacity", 0), lambda: leading("sublayers.dot.opacity", 0),
     "sublayers.dut.opacity"),
    ("no-such-part", lambda: leading("filters.sift.inputRadius", 0),
     lambda: leading("filters.soft.inputRadius", 0), "filters.sift.inputRadius"),
    ("no-such-part", lambda: leading("emitterCells.c.birthRate", 0),
     lambda: leading("emitterCells.a.birthRate", 0), "emitterCells.c.birthRate"),
    ("no-such-part", lambda: leading("emitterCells.a.emitterCells.c.birthRate", 0),
     lambda: leading("emitterCells.a.emitterCells.b.birthRate", 0),
     "emitterCells.a.emitterCells.c.birthRate"),
    ("no-values", lambda: moving("opacity"), lambda: moving("opacity", from_value=0), "opacity"),
    ("delay-without-motion", lambda: swaying(False), lambda: swaying(True), "transform.translation.y"),
    ("hidden-motion", lambda: moving(layer=square(hidden=True), to_value=9),
     lambda: moving("hidden", square(hidden=True), from_value=False, to_value=False, duration=9),
     "position.x"),
    ("degrees", lambda: moving("transform.rotation.z", to_value=360),
     lambda: moving("transform.rotation.z", to_value=math.radians(360)), "transform.rotation.z"),
    ("degrees", lambda: moving("transform.rotation.y", from_value=-45, to_value=45),
     lambda: moving("transform.rotation.y", from_value=-45, to_value=44.9), "transform.rotation.y"),
    ("degrees", lambda: arranged(30), lambda: arranged(math.radians(30)), "instanceTransform"),
    ("degrees", lambda: sparks(emission_longitude=90), lambda: sparks(emission_longitude=math.pi / 2),
     "emitterCells.spark.emissionLongitude"),
    ("mostly-outside", lambda: scene_with(corner()), lambda: scene_with(corner(position=(10, 10))),
     "position"),
    ("mostly-outside", lambda: scene_with(st.TextLayer("hello", bounds=(0, 0, 60, 40))),
     lambda: scene_with(st.TextLayer("hello", frame=(0, 0, 60, 40))), "position"),
    ("no-such-copy", lambda: chosen(1, 2), lambda: chosen(2), "opacity"),
    ("no-such-copy", lambda: chosen(None, None, 1), lambda: chosen(None, None, 0), "opacity"),
    ("color-of-background", lambda: greeting("white"), lambda: greeting("navy"), "foregroundColor"),
    ("removed-too-soon", lambda: proxied(-0.5), lambda: proxied(0.5), "cornerRadius"),
    ("no-size", lambda: spoken(False), lambda: spoken(True), "bounds"),
    ("nothing-to-paint", lambda: shown_as(None, (0, 0, 9, 9)), lambda: shown_as(square(), (0, 0, 9, 9)),
     "sourceLayer"),
    ("nothing-to-paint", lambda: shown_as(square()), lambda: shown_as(square(), (0, 0, 9, 9)), "proxies"),
    ("source-own-motion", lambda: turning(False), lambda: turning(True), "transform.rotation.z"),
    ("array-too-short", lambda: delayed_by(0, 0.5), lambda: delayed_by(0, 0.5, 1, 1.5), "instanceDelays"),
    ("light-not-drawn", lambda: lit("light"), lambda: lit("drag"), "emitterBehaviors.lamp"),
    ("spring-cut-off", lambda: sprung(0, repeat_count=math.inf),
     lambda: sprung(1.5, repeat_count=math.inf), "position.x"),
    ("no-size", lambda: scene_with(st.Layer(position=(9, 9), background_color="red")),
     lambda: scene_with(st.Layer(frame=(0, 0, 9, 9), background_color="red")), "bounds"),
    ("nothing-to-paint", lambda: scene_with(st.Layer(frame=(0, 0, 9, 9))),
     lambda: scene_with(st.Layer(frame=(0, 0, 9, 9), border_width=1)), "backgroundColor"),
    ("nothing-to-paint", lambda: scene_with(), lambda: scene_with(square()), "sublayers"),
    ("nothing-to-paint", lambda: st.Scene(9, 9, background="red"), lambda: greeting("red"), "sublayers"),
    ("nothing-to-paint", lambda: scene_with(st.ShapeLayer(path="M0 0H9V9Z", fill_color=None)),
     lambda: scene_with(st.ShapeLayer(path="M0 0H9V9Z")), "fillColor"),
    ("outside", lambda: scene_with(st.Layer(frame=(70, 0, 9, 9), background_color="red")),
     lambda: scene_with(st.Layer(frame=(50, 0, 30, 9), background_color="red")), "position"),
    ("empty-cell", lambda: sparks(contents=None), sparks, "emitterCells.spark.contents"),
    ("empty-cell", lambda: sparks(birth_rate=0), lambda: sparks(birth_rate=0, enabled=False),
     "emitterCells.spark.birthRate"),
    ("empty-cell", lambda: sparks(lifetime=0), sparks, "emitterCells.spark.lifetime"),
    ("spring-cut-off", lambda: sprung(0, begin_time=2.75), lambda: sprung(3), "position.x"),
    ("removed-too-soon", lambda: late(True), lambda: late(False), "opacity"),
    ("black-source", lambda: tinted("black"), lambda: tinted("white"), ""),
    ("pivot-at-corner", lambda: turned((0, 0, 0, 0)), lambda: turned((0, 0, 9, 9)), "instanceTransform"),
    ("delay-beyond-clip", lambda: delayed(1.5), lambda: delayed(0.5), "instanceDelay"),
]  # fmt: skip


def test_letters_are_named_by_the_index_of_their_text() -> None:
    text = st.TextLayer("abc", font_size=20, frame=(0, 0, 60, 40))
    scene = scene_with(text)
    fade = st.BasicAnimation("opacity", from_value=0, to_value=1)
    text.glyph.add_animation(fade, "fade", instance=(2,))
    assert scene.diagnostics(3) == []
    text.glyph.add_animation(fade, "fade", instance=(1, 2))
    assert [(item.code, item.key_path) for item in scene.diagnostics(3)] == [("no-such-copy", "opacity")]


@pytest.mark.parametrize(
    ("code", "wrong", "right", "key_path"), CASES, ids=[f"{case[0]} {case[3]}" for case in CASES]
)
def test_a_diagnostic_fires_where_it_should_and_only_there(
    code: str, wrong: Callable[[], st.Scene], right: Callable[[], st.Scene], key_path: str
) -> None:
    assert right().diagnostics(3) == []
    (found,) = wrong().diagnostics(3)
    assert (found.code, found.key_path) == (code, key_path)
    assert str(found).endswith(f"[{code}]")
    assert repr(found.layer) in found.message
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        right().movie(duration=3, fps=1)
        wrong().movie(duration=3, fps=1, diagnose=False)
    with pytest.warns(st.DiagnosticWarning) as caught:
        wrong().movie(duration=3, fps=1)
    assert [warning.message.code for warning in caught] == [code]  # type: ignore[union-attr]
    assert caught[0].filename == __file__
    assert caught[0].message.diagnostic.key_path == key_path  # type: ignore[union-attr]


def test_a_portal_alone_reports_its_source_s_motion_if_it_takes_none_of_it_on() -> None:
    def codes(**portal: Any) -> list[str]:
        source = animated("position.x", duration=1, repeat_count=math.inf)
        return [
            item.code
            for item in scene_with(source, st.PortalLayer(source_layer=source, **portal)).diagnostics()
        ]

    assert codes(hides_source_layer=True) == ["source-own-motion"]
    assert codes(hides_source_layer=True, matches_position=True) == codes() == []


def test_a_diagnostic_says_what_the_layer_needs() -> None:
    (invisible,) = spoken(False).diagnostics()
    assert "bounds=(0, 0, *text.fitting_size())" in invisible.message
    layer = square()
    spring = st.SpringAnimation("position.x", to_value=40)
    layer.add_animation(st.AnimationGroup([spring], duration=0.5))
    (cut,) = scene_with(layer).diagnostics()
    assert f"0.5 s here, and it settles in {spring.settling_duration:g} s" in cut.message


def test_a_diagnostic_of_degrees_says_the_radians() -> None:
    for angle, radians in ((360, "6.283"), (-90, "-1.571")):
        (found,) = moving("transform.rotation.z", to_value=angle).diagnostics()
        assert f"({angle} degrees are {radians})" in found.message


def test_an_end_that_another_animation_takes_over_does_not_snap_back() -> None:
    layer = square()
    for begin, end in ((0, 40), (1, 20)):
        layer.add_animation(
            st.BasicAnimation("position.x", to_value=end, duration=1, begin_time=begin, fill_mode="forwards")
        )
    assert scene_with(layer).diagnostics() == [], "the layer itself stands at 20"


def test_a_layer_s_own_motion_next_to_moving_delayed_copies_gives_no_warning() -> None:
    dot, outer, inner = square(), *(st.ReplicatorLayer(instance_count=2, instance_delay=0.5) for _ in "ab")
    outer.add_sublayer(inner)
    inner.add_sublayer(dot)
    forever: dict[str, Any] = {"duration": 1, "repeat_count": math.inf}
    outer.add_animation(st.BasicAnimation("opacity", to_value=0, **forever))
    scene = scene_with(outer)
    (found,) = scene.diagnostics()
    assert (found.code, found.layer) == ("delay-without-motion", outer)
    inner.add_animation(st.BasicAnimation("opacity", to_value=0, **forever))
    (found,) = scene.diagnostics()
    assert (found.code, found.layer) == ("delay-without-motion", inner)
    dot.add_animation(st.BasicAnimation("position.x", to_value=9, **forever))
    assert scene.diagnostics() == []


# Discontinuities of loops


def saved(movie: st.Movie, tmp_path: pathlib.Path, name: str = "a.gif", **options: Any) -> list[str]:
    """The warnings of `save`, except the warning that GIF has no partial alpha."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        movie.save(tmp_path / name, **options)
    assert all(warning.filename == __file__ for warning in caught)
    return [str(warning.message) for warning in caught if "parts that fade" not in str(warning.message)]


def test_a_clip_that_is_repeated_for_ever_warns_of_its_seam(tmp_path: pathlib.Path) -> None:
    def clip(duration: float | None = None, diagnose: bool = True) -> st.Movie:
        return spinner(3, -0.25)[0].movie(duration, fps=10, diagnose=diagnose)

    (message,) = saved(clip(2.5), tmp_path)
    assert "lasts 2.5 s" in message
    assert "every 1 s" in message
    assert message.endswith("[seam]")
    for name in ("a.png", "a.webp"):
        assert saved(clip(2.5), tmp_path, name) == [message]
    assert saved(clip(2), tmp_path) == saved(clip(), tmp_path) == []
    assert saved(clip(2.5), tmp_path, loop=None) == saved(clip(2.5), tmp_path, loop=3) == []
    assert saved(clip(2.5), tmp_path, "frames", format="png-sequence") == []
    assert saved(clip(2.5, diagnose=False), tmp_path) == []
    again = clip(2.5)
    assert saved(again, tmp_path) == [message]
    assert saved(again, tmp_path) == [], "once"
    with pytest.warns(st.DiagnosticWarning, match=r"\[seam\]"):
        clip(2.5).save_emoji(tmp_path / "a.gif", size=20)


def test_a_clip_that_begins_before_all_copies_run_has_a_seam(tmp_path: pathlib.Path) -> None:
    (message,) = saved(spinner(3, 0.5)[0].movie(3, fps=10), tmp_path)
    assert " 1 s " in message
    assert saved(spinner(3, 0.5)[0].movie(fps=10), tmp_path) == []
    with pytest.warns(st.DiagnosticWarning, match="not-steady"):
        clip = spinner(3, 0.5)[0].movie(3, fps=10, start=0)
    assert saved(clip, tmp_path) == [], "told when it was made"


def test_a_seam_is_searched_in_a_scene_as_thin_as_a_line(tmp_path: pathlib.Path) -> None:
    scene = st.Scene(4000, 1)
    scene.add_sublayer(animated(duration=2, repeat_count=math.inf))
    scene.root.sublayers[0].frame = (0, 0, 4000, 1)
    assert len(saved(scene.movie(1, fps=5), tmp_path)) == 1


def test_clips_without_a_visible_seam_are_not_reported(tmp_path: pathlib.Path) -> None:
    assert saved(moving(to_value=40, duration=1).movie(0.7, fps=10), tmp_path) == [], "it ends"
    turn = animated("transform.rotation.z", duration=1, repeat_count=math.inf, cumulative=True)
    assert saved(scene_with(turn).movie(0.7, fps=10), tmp_path) == [], "it never repeats"
    turning = moving("transform.rotation.z", by_value=math.tau, repeat_count=math.inf, duration=1)
    assert saved(turning.movie(0.25, fps=20), tmp_path) == [], "a square looks the same each quarter"
    assert len(saved(turning.movie(0.35, fps=20), tmp_path)) == 1


def test_an_array_with_a_rule_for_the_rest_gives_no_warning() -> None:
    (row,) = delayed_by(0, 0.5).sublayers
    assert isinstance(row, st.ReplicatorLayer)
    row.instance_delay = 0.2
    assert scene_with(row).diagnostics() == delayed_by(0.5).diagnostics() == []


def test_a_delay_beyond_the_clip_needs_a_clip() -> None:
    scene = delayed(1.5)
    assert scene.diagnostics() == scene.diagnostics(4) == []
    with pytest.warns(st.DiagnosticWarning):
        scene.movie(duration=2, fps=1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        delayed(1.5).movie(duration=2, fps=1, start=2)  # the last copy has begun at 2 s


def test_a_problem_of_a_scene_is_reported_once() -> None:
    scene = late(True)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for _ in range(3):
            scene.movie(duration=9, fps=1)
    assert len(caught) == 1


def test_warnings_can_be_switched_off_by_kind() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=r".*\[black-source\]", category=st.DiagnosticWarning)
        tinted("black").movie(duration=1, fps=1)
        with pytest.raises(st.DiagnosticWarning):
            late(True).movie(duration=9, fps=1)


def test_reports_are_compared_and_pickled_by_value() -> None:
    scene, dot = spinner(2, 0.25)
    assert scene.loop_report() == scene.loop_report()
    assert scene.sync_report(dot, 1) == pickle.loads(pickle.dumps(scene.sync_report(dot, 1)))


def shows(scene: st.Scene) -> bool:
    """True if a frame at one of four times differs from the background."""
    empty = st.Scene(*scene.size, background=scene.background).render(0)
    return any((scene.render(time) != empty).any() for time in (0, 0.3, 0.75, 3))


def random_leaf(r: random.Random) -> st.Layer:
    """A random layer that may be invisible for one of several reasons."""
    kind = r.choice([st.Layer, st.Layer, st.GradientLayer, st.ShapeLayer])
    layer = kind(position=r.choice([(30, 30), (-30, 20), (0, 0), (90, 20)]))
    size = r.choice([0, 0, 20])
    layer.bounds = r.choice([(0, 0, size, size), (0, 0, size, 0), (-5, -5, 9, size)])
    given: dict[str, list[Any]] = {
        "background_color": ["red"], "border_width": [2], "masks_to_bounds": [True], "contents": [PICTURE],
        "contents_gravity": ["center", "resizeAspectFill", "bottomRight"], "shadow_opacity": [0.5],
        "contents_scale": [0.1], "shadow_path": ["M0 0H9V9Z"], "opacity": [0.4],
        "filters": [[st.Filter("gaussianBlur", inputRadius=3)]],
    }  # fmt: skip
    for name, values in given.items():
        if r.random() < 0.2:
            setattr(layer, name, r.choice(values))
    if isinstance(layer, st.GradientLayer):
        layer.colors = r.choice([[], ["red", "blue"]])
    if isinstance(layer, st.ShapeLayer):
        layer.path = r.choice([None, st.Path(), LINE, "M0 0H9V9Z", "M0 70H9V80Z"])
        layer.fill_color = r.choice(["red", None])
        layer.stroke_color = r.choice(["blue", None, None])
        layer.line_width = r.choice([0, 1, 30])
    return layer


def randomly_animated(r: random.Random, layer: st.Layer) -> st.Layer:
    ends: dict[str, Any] = {
        "opacity": 0.5, "position.x": 20, "bounds": (0, 0, 30, 30), "backgroundColor": "lime",
        "contents": PICTURE, "shadowOpacity": 1, "transform.scale": 2,
        "shadowPath": st.Path.rect(0, 0, 40, 40), "zPosition": 3, "masksToBounds": False, "borderWidth": 4,
        "contentsScale": 0.05, "cornerRadius": 4,
    }  # fmt: skip
    if isinstance(layer, st.ShapeLayer):
        ends |= {
            "strokeEnd": 0.5, "lineWidth": 40, "strokeColor": "lime", "fillColor": "lime",
            "path": st.Path.rect(0, 0, 40, 40),
        }  # fmt: skip
    if isinstance(layer, st.GradientLayer):
        ends |= {"colors": ["lime", "red"], "endPoint": (3, 3)}
    for key_path in r.sample(sorted(ends), r.choice([0, 1, 1, 2])):
        values = [ends[key_path]] * 2
        layer.add_animation(st.KeyframeAnimation(key_path, values=values, duration=1, repeat_count=math.inf))
    return layer


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_no_visible_random_layer_is_reported_as_invisible(seed: int) -> None:
    r = random.Random(seed)
    reported = silent = 0
    for _ in range(100):
        layer = randomly_animated(r, random_leaf(r))
        if r.random() < 0.3:
            holder = st.Layer(position=r.choice([(0, 0), (30, 0)]))
            holder.add_sublayer(layer)
            found = scene_with(holder)
        else:
            found = scene_with(layer)
        codes = {item.code for item in found.diagnostics() if item.layer == layer} & INVISIBLE
        codes.discard("mostly-outside")
        if codes:
            assert not shows(found), (codes, str(found))
        reported, silent = reported + bool(codes), silent + (not codes)
    assert reported > 20
    assert silent > 20


def test_a_blank_picture_says_why(tmp_path: pathlib.Path) -> None:
    def warnings_of(scene: st.Scene) -> list[str]:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            scene.save_png(tmp_path / "a.png")
        assert all(warning.filename == __file__ for warning in caught)
        return [str(warning.message) for warning in caught]

    (empty,) = warnings_of(st.Scene(9, 9, background="white"))
    assert "scene.add_sublayer(layer)" in empty
    assert empty.endswith("[nothing-to-paint]")
    (blank,) = warnings_of(pulsing(sized(0, background_color="red"), "position.x"))
    assert blank.endswith("[no-size]"), "no other time shows more"
    fading = square(opacity=0)
    fading.add_animation(st.BasicAnimation("opacity", from_value=0, to_value=1, duration=1))
    (later,) = warnings_of(scene_with(fading))
    assert "draws another time" in later
    assert [
        message[-9:] for message in warnings_of(scene_with(sized(0, background_color="red"), fading))
    ] == [
        "[no-size]",
        later[-9:],
    ]
    assert warnings_of(scene_with(square(), sized(0, background_color="red"))) == [], "something is seen"


def test_the_line_of_glyphs_needs_a_color_too() -> None:
    words = st.TextLayer("abc", font_size=20, frame=(0, 0, 60, 40))
    scene = scene_with(words)
    words.glyph.line_width = 2
    (found,) = scene.diagnostics()
    assert (found.code, found.key_path, found.layer) == ("stroke-without-color", "lineWidth", words.glyph)
    words.glyph.stroke_color = "red"
    assert scene.diagnostics() == []


def test_values_reported_as_without_effect_have_none() -> None:
    """Removing a value that is reported as having no effect changes no frame, and removing any other value
    changes some frame.
    """

    def frames(layer: st.Layer) -> list[Any]:
        return [scene_with(layer).render(time) for time in (0.2, 0.5, 0.8, 1.3)]

    def same(one: list[Any], other: list[Any]) -> bool:
        return all((a == b).all() for a, b in zip(one, other, strict=True))

    for property_name, value in {
        "background_color": "red", "border_width": 3, "contents": PICTURE, "masks_to_bounds": True,
        "mask": st.Layer(frame=(0, 0, 15, 15), background_color="black"), "shadow_opacity": 1,
        "filters": [st.Filter("colorInvert")], "background_filters": [st.Filter("colorInvert")],
        "compositing_filter": "xor",
    }.items():  # fmt: skip
        for kind, given in ((st.TransformLayer, {}), (st.ReplicatorLayer, {"preserves_depth": True})):
            plain, changed = (deep(kind, **given) for _ in "ab")
            plain.bounds = changed.bounds = (0, 0, 20, 20)
            setattr(changed, property_name, value)
            assert same(frames(plain), frames(changed)), property_name
            (found,) = scene_with(changed).diagnostics()
            assert found.code == "ignored-property"

    for later in ({}, {"duration": 2}, {"additive": True}, {"begin_time": 0.5}, {"fill_mode": "both"}):
        scene = twice(1, **later)
        (layer,) = scene.sublayers
        both = frames(layer)
        reported = "animation-replaced" in {found.code for found in scene_with(layer).diagnostics()}
        layer.remove_animation("a")
        assert same(both, frames(layer)) == reported, later


def test_layers_reported_as_invisible_are_invisible() -> None:
    """A scene with the reported mistake has an empty frame, and the scene without the mistake has a visible
    frame.
    """
    for code, wrong, right, _ in CASES:
        if code in INVISIBLE - {"mostly-outside", "sublayer-not-shown"}:
            assert not shows(wrong()), code  # type: ignore[no-untyped-call]
            if code != "empty-cell":
                assert shows(right()), code  # type: ignore[no-untyped-call]
    assert sparks().render(3)[..., 3].any()


def test_a_report_has_each_entry_once_however_many_proxies_show_it() -> None:
    views = st.ViewReplicator(animated(duration=1, repeat_count=math.inf))
    for _ in range(5):
        views.add_proxy(frame=(0, 0, 10, 10))
    assert len(scene_with(views).loop_report().entries) == 1


def test_a_scene_is_static_once_nothing_moves_any_more() -> None:
    scene = late(True)
    start = scene.loop_report().steady_from
    assert start == 1, "the animation is removed for all copies"
    assert (scene.render(start) == scene.render(9)).all()
    assert (scene.render(start - 0.02) != scene.render(9)).any()


def test_reports_of_a_newer_library_are_read_as_far_as_they_are_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = st.Scene(10, 10)
    layer = st.Layer()
    scene.add_sublayer(layer)

    def rows(kind: type[Any], *_: Any) -> list[Any]:
        found = []
        for code in (99, 2):
            ffi.lib.stretto_layer_retain(layer._pointer)
            own = {"code": code} if kind is signatures.DiagnosticStruct else {"kind": code, "period": 1.0}
            found.append(types.SimpleNamespace(layer=layer._pointer, key_path="", **own))
        return found

    monkeypatch.setattr(ffi, "structs", rows)
    newer, known = scene.diagnostics()
    assert (newer.code, known.code) == ("diagnostic-99", "black-source")
    assert newer.layer is known.layer is layer
    entries = scene.loop_report().entries
    assert [entry.kind for entry in entries] == [99, 2]
    assert "<Layer" in str(entries[0])


def test_scene_times_of_the_longest_span_are_numbers() -> None:
    scene, layer = st.Scene(10, 10), st.Layer(speed=2)
    scene.add_sublayer(layer)
    for local in (0, 1e300):
        times = layer.scene_times(local, -1e308, 1e308)
        assert all(math.isfinite(time) for time in times)


def test_a_shape_whose_path_only_moves_is_seen() -> None:
    """A shape whose path is only animated is visible, although the shape has no bounds and no model path."""
    shape = st.ShapeLayer(fill_color="red")
    paths = [st.Path.rect(0, 0, side, 10) for side in (10, 30)]
    shape.add_animation(st.KeyframeAnimation("path", values=paths, duration=1, repeat_count=math.inf))
    assert scene_with(shape).diagnostics() == []


def test_many_diagnostics_of_one_layer_read_each_of_its_animations_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    layer = square()
    for begin in range(30):
        spring = st.SpringAnimation("opacity", from_value=0, to_value=1, duration=0.01, damping=0.1)
        spring.begin_time = begin
        layer.add_animation(spring)
    read: list[str] = []
    animation = st.Layer.animation

    def counted(self: st.Layer, key: str) -> st.Animation | None:
        read.append(key)
        return animation(self, key)

    monkeypatch.setattr(st.Layer, "animation", counted)
    found = scene_with(layer).diagnostics()
    assert [diagnostic.code for diagnostic in found] == ["spring-cut-off"] * 30
    assert all("0.01 s here" in str(diagnostic) for diagnostic in found)
    # On a busy machine the main thread ends the call, and another thread starts the call again.
    assert sorted(read) in (sorted(layer.animation_keys), sorted(2 * list(layer.animation_keys)))
