"""Deep trees on the smallest usual stack: 512 KiB hold 255 replicators in each other, for every question."""

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
    """A layer that takes more of the stack than others."""
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
@pytest.mark.parametrize("kilobytes", [512, 8192])
@pytest.mark.parametrize("kind", ["shadow", "depth", "tilt", "text"])
def test_what_the_stack_has_no_room_for_is_refused(kind: str, kilobytes: int) -> None:
    layer: st.Layer = st.Layer(frame=(0, 0, 10, 10), background_color="white")
    for _ in range(126 if kind == "text" else 253):
        layer = around(kind, layer)
    scene = st.Scene(20, 20)
    scene.add_sublayer(layer)
    answers: list[object] = []

    def ask() -> None:
        try:
            answers.append(scene.render(0))
        except st.LimitError as error:
            answers.append(str(error))

    on_a_stack(kilobytes, ask)
    (answer,) = answers
    if kilobytes == 512:
        assert "the stack of this thread ends" in str(answer)
    else:
        assert not isinstance(answer, str)


def test_paints_that_lie_in_each_other_find_room_or_say_so() -> None:
    """A font whose paints are as deep as any that is drawn, in ever deeper trees."""
    paint = color_paints.glyph("left", color_paints.solid(0))
    other = color_paints.glyph("right", color_paints.solid(1))
    for _ in range(13):
        paint = color_paints.layers(color_paints.composite(paint, "xor", other))
    font = st.Font(fonts.colored(paint, 1))
    answers: list[str] = []

    def ask() -> None:
        for depth in range(0, 240, 6):
            layer: st.Layer = st.TextLayer("A", font=font, font_size=20)
            for _ in range(depth):
                layer = around("shadow", layer)
            scene = st.Scene(20, 20)
            scene.add_sublayer(layer)
            assert not any(found.code == "color-glyph-not-drawn" for found in scene.diagnostics())
            try:
                scene.render(0)
                answers.append("drawn")
            except st.LimitError as error:
                answers.append(str(error).partition(" at")[0])

    on_a_stack(512, ask)
    assert len(answers) == 40
    drawn = answers.count("drawn")
    assert 0 < drawn < 40
    assert answers[:drawn] == ["drawn"] * drawn
    assert all("the stack of this thread ends" in answer for answer in answers[drawn:])


@pytest.mark.parametrize("name", [name for name in QUESTIONS if name != "render"])
def test_255_nested_replicators_fit_into_half_a_megabyte(name: str) -> None:
    scene, leaf = nested()
    answers: list[object] = []
    on_a_stack(512, lambda: answers.append(QUESTIONS[name](scene, leaf)))
    assert len(answers) == 1


@pytest.mark.parametrize(("kilobytes", "is_drawn"), [(512, False), (8192, True)])
def test_255_nested_replicators_are_drawn_or_refused(kilobytes: int, is_drawn: bool) -> None:
    """A level takes some 9 KB of the walk's stack: half a megabyte has room for about 50."""
    scene, _ = nested()
    answers: list[str] = []

    def ask() -> None:
        try:
            answers.append("drawn" if scene.render(0.5).any() else "blank")
        except st.LimitError as error:
            answers.append(str(error))

    on_a_stack(kilobytes, ask)
    assert len(answers) == 1
    assert answers[0] == "drawn" if is_drawn else "the stack of this thread ends" in answers[0]


def grouped(layer: st.Layer, value: st.Transform3D) -> None:
    """Gives a layer an animation in 15 groups within each other."""
    animation: st.Animation = st.KeyframeAnimation("transform", values=[value, value], duration=1)
    for _ in range(15):
        animation = st.AnimationGroup([animation], duration=1)
    layer.add_animation(animation)


@pytest.mark.slow
@pytest.mark.parametrize("name", QUESTIONS)
@pytest.mark.parametrize("kind", [st.Layer, st.ReplicatorLayer, st.TransformLayer])
def test_groups_within_groups_on_each_of_255_layers_end_no_process(name: str, kind: type[st.Layer]) -> None:
    """Turned in their plane they fit for questions; to draw them there may be no room, which is said."""
    draws = name in ("render", "hit_test")
    for turn, may_refuse in (
        (st.Transform3D.rotation(0.1), draws or kind is not st.Layer),
        (st.Transform3D.rotation(0.01, 1, 0, 0), True),
    ):
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

        def ask(scene: st.Scene = scene, leaf: st.Layer = leaf, answers: list[object] = answers) -> None:
            try:
                answers.append(QUESTIONS[name](scene, leaf))
            except st.LimitError as error:
                answers.append(str(error))

        on_a_stack(512, ask)
        (answer,) = answers
        assert not isinstance(answer, str) or (may_refuse and "the stack of this thread ends" in answer)
