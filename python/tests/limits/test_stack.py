"""Tests of deep trees on a small stack: 512 KiB suffice for 255 nested layers in every call."""

import functools
import math
import threading
from collections.abc import Callable

import pytest

import color_paints
import fonts
import stretto as st

DEPTH = 254


def nested() -> tuple[st.Scene, st.Layer]:
    scene = st.Scene(20, 20)
    leaf = st.Layer(frame=(0, 0, 10, 10), background_color="white")
    leaf.add_animation(
        st.BasicAnimation("opacity", from_value=0.5, to_value=1, duration=1, repeat_count=math.inf)
    )
    layer: st.Layer = leaf
    for _ in range(DEPTH):
        around = st.ReplicatorLayer(instance_count=1, instance_delay=0.5)
        around.add_sublayer(layer)
        layer = around
    scene.add_sublayer(layer)
    return scene, leaf


QUESTIONS: dict[str, Callable[[st.Scene, st.Layer], object]] = {
    "render": lambda scene, leaf: scene.render(0.5),
    "hit_test": lambda scene, leaf: scene.hit_test(5, 5, 0.5),
    "instances": lambda scene, leaf: scene.instances(leaf, 0.5),
    "sync_report": lambda scene, leaf: scene.sync_report(leaf, 0.5),
    "diagnostics": lambda scene, leaf: scene.diagnostics(),
    "loop_report": lambda scene, leaf: scene.loop_report(),
}


def on_a_stack(kilobytes: int, work: Callable[[], object]) -> None:
    before = threading.stack_size(kilobytes * 1024)
    try:
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)


def around(kind: str, inner: st.Layer) -> st.Layer:
    """A superlayer of `inner` whose drawing takes much of the stack."""
    if kind == "text":
        text = st.TextLayer("a")
        text.glyph.add_sublayer(inner)
        return text
    layer: st.Layer = st.TransformLayer() if kind == "depth" else st.Layer(bounds=(0, 0, 20, 20), opacity=0.9)
    if kind == "shadow":
        layer.shadow_opacity = 0.5
    else:
        layer.transform = st.Transform3D.rotation(0.01, 1, 0, 0)
    layer.add_sublayer(inner)
    if kind == "depth":
        layer.add_sublayer(st.Layer(frame=(0, 0, 10, 10), background_color="red"))
    return layer


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["shadow", "depth", "tilt", "text"])
def test_frames_do_not_depend_on_the_stack(kind: str) -> None:
    """A frame that needs more stack than its thread has is drawn on a larger stack. The test covers tree
    depths around the limit.
    """
    for depth in (20, 40, 60, 126 if kind in ("text", "shadow") else 253):
        layer: st.Layer = st.Layer(frame=(0, 0, 10, 10), background_color="white")
        for _ in range(depth):
            layer = around(kind, layer)
        scene = st.Scene(20, 20)
        scene.add_sublayer(layer)
        answers: list[object] = []

        def ask(scene: st.Scene = scene, answers: list[object] = answers) -> None:
            answers.append((scene.render(0).tobytes(), scene.hit_test(5, 5, 0)))

        for kilobytes in (512, 8192):
            on_a_stack(kilobytes, ask)
        small, large = answers
        assert small == large


@pytest.mark.slow
def test_nested_paints_fit_on_the_stack() -> None:
    """A font with paints nested to the allowed depth is drawn in trees of increasing depth."""
    paint = color_paints.glyph("left", color_paints.solid(0))
    other = color_paints.glyph("right", color_paints.solid(1))
    for _ in range(13):
        paint = color_paints.layers(color_paints.composite(paint, "xor", other))
    font = st.Font(fonts.colored(paint, 1))
    answers: list[bool] = []

    def ask() -> None:
        for depth in range(0, 160, 20):
            layer: st.Layer = st.TextLayer("A", font=font, font_size=20)
            for _ in range(depth):
                layer = around("shadow", layer)
            scene = st.Scene(20, 20)
            scene.add_sublayer(layer)
            assert not any(found.code == "color-glyph-not-drawn" for found in scene.diagnostics())
            answers.append(bool(scene.render(0).any()))

    on_a_stack(512, ask)
    assert len(answers) == 8


@pytest.mark.parametrize("name", QUESTIONS)
def test_255_nested_replicators_fit_into_half_a_megabyte(name: str) -> None:
    scene, leaf = nested()
    answers: list[object] = []
    on_a_stack(512, lambda: answers.append(QUESTIONS[name](scene, leaf)))
    assert len(answers) == 1


def grouped(layer: st.Layer, value: st.Transform3D) -> None:
    """Adds an animation to a layer that is nested in 15 animation groups."""
    animation: st.Animation = st.KeyframeAnimation("transform", values=[value, value], duration=1)
    for _ in range(15):
        animation = st.AnimationGroup([animation], duration=1)
    layer.add_animation(animation)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [st.Layer, st.ReplicatorLayer, st.TransformLayer])
def test_groups_within_groups_on_each_of_255_layers_fit_on_the_stack(kind: type[st.Layer]) -> None:
    for turn in (st.Transform3D.rotation(0.1), st.Transform3D.rotation(0.01, 1, 0, 0)):
        scene = st.Scene(20, 20)
        above = scene.root
        for _ in range(DEPTH):
            inner = kind(frame=(0, 0, 20, 20))
            grouped(inner, turn)
            above.add_sublayer(inner)
            above = inner
        leaf = st.Layer(frame=(0, 0, 20, 20), background_color="red")
        above.add_sublayer(leaf)
        answers: list[object] = []
        for question in QUESTIONS.values():
            on_a_stack(512, functools.partial(_ask, question, scene, leaf, answers))
        assert len(answers) == len(QUESTIONS)


def _ask(
    question: Callable[[st.Scene, st.Layer], object], scene: st.Scene, leaf: st.Layer, answers: list[object]
) -> None:
    answers.append(question(scene, leaf))
