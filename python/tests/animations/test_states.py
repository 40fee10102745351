"""Tests of states: which transitions play, their start values, and calls that raise an error."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

import stretto as st


def scene_of(*states: tuple[str, str | None]) -> tuple[st.Scene, st.Layer]:
    """Returns a scene and a layer whose position.x is 10 in the first state, 20 in the second state, and so
    on.
    """
    scene = st.Scene(100, 100)
    layer = st.Layer(bounds=(0, 0, 10, 10), z_position=0)
    scene.add_sublayer(layer)
    for index, (name, base) in enumerate(states, 1):
        scene.add_state(name, {layer: {"position.x": 10 * index}}, based_on=base)
    return scene, layer


def mark(key_path: str, value: float = 1) -> st.BasicAnimation:
    return st.BasicAnimation(key_path, from_value=value, to_value=value, duration=10)


def test_changing_to_a_state_based_on_the_present_one_plays_its_own_transition_alone() -> None:
    scene, layer = scene_of(("mid", None), ("full", "mid"))
    scene.add_transition("mid", "*", {layer: mark("zPosition", 1)})
    scene.add_transition("*", "mid", {layer: mark("anchorPointZ", 2)})
    scene.add_transition("*", "full", {layer: mark("borderWidth", 3)})
    scene.set_state("mid", 1)
    scene.set_state("full", 2)
    assert layer.presentation_value("anchorPointZ", 1.5) == 2
    assert layer.presentation_value("borderWidth", 2.5) == 3
    assert layer.presentation_value("zPosition", 2.5) == 0, "mid is not left"
    assert layer.presentation_value("anchorPointZ", 2.5) == 2, "and what its entry put up plays on"
    assert [layer.presentation_value("position.x", t) for t in (0, 1.5, 2.5)] == [0, 10, 20]


def test_between_unrelated_states_the_exit_plays_before_the_entry() -> None:
    scene, layer = scene_of(("off", None), ("on", None))
    scene.add_transition("off", "*", {layer: [mark("zPosition", 1), mark("borderWidth", 1)]})
    scene.add_transition("*", "on", {layer: mark("borderWidth", 2)})
    scene.set_state("off", 1)
    scene.set_state("on", 2)
    assert layer.presentation_value("zPosition", 2.5) == 1
    assert layer.presentation_value("borderWidth", 2.5) == 2, "the latter wins"


def test_an_exact_transition_replaces_the_others() -> None:
    scene, layer = scene_of(("off", None), ("on", None))
    scene.add_transition("off", "*", {layer: mark("zPosition", 1)})
    scene.add_transition("*", "on", {layer: mark("borderWidth", 2)})
    scene.add_transition("off", "on", {layer: mark("anchorPointZ", 3)})
    scene.set_state("off", 1)
    scene.set_state("on", 2)
    paths = "zPosition", "borderWidth", "anchorPointZ"
    assert [layer.presentation_value(path, 2.5) for path in paths] == [0, 0, 3]


def test_a_change_in_the_middle_of_a_transition_goes_on_from_where_it_is() -> None:
    scene, layer = scene_of(("a", None), ("b", None))
    for state in ("a", "b"):
        scene.add_transition("*", state, {layer: st.BasicAnimation("position.x", duration=1)})
    scene.set_state("a", 0)
    scene.set_state("b", 0.5)
    found = [layer.presentation_value("position.x", t) for t in (0, 0.25, 0.5, 1, 1.5, 3)]
    assert found == [0, 2.5, 5, 12.5, 20, 20]
    layer.set_value("position.x", 4)  # later changes of the tree must have an effect
    assert layer.presentation_value("position.x", 0.25) == pytest.approx(5.5)


def test_the_start_values_of_a_hundred_interrupted_transitions_are_exact() -> None:
    scene, layer = scene_of(("a", None), ("b", None))
    for state in ("a", "b"):
        scene.add_transition("*", state, {layer: st.BasicAnimation("position.x", duration=1)})
    for k in range(100):
        scene.set_state("ab"[k % 2], k / 2)
    value = 0.0
    for k in range(99):
        assert layer.presentation_value("position.x", k / 2) == value
        value = (value + (10, 20)[k % 2]) / 2
    layer.set_value("position.x", 4)
    assert layer.presentation_value("position.x", 0.25) == 5.5, "the first start value is the model value"


def test_a_copy_with_an_animation_of_its_own_has_start_values_of_its_own() -> None:
    scene, layer = scene_of(("a", None), ("b", None))
    scene.add_sublayer(st.ReplicatorLayer(layer, instance_count=2))
    for state in ("a", "b"):
        scene.add_transition("*", state, {layer: st.BasicAnimation("position.x", duration=1)})
    for k in range(100):
        scene.set_state("ab"[k % 2], 1 + k / 2)
    own = st.BasicAnimation("position.x", from_value=64, to_value=64, duration=1.25)
    layer.add_animation(own, "own", instance=(1,))
    values = [0.0, 64.0]
    for k in range(99):
        found = [layer.presentation_value("position.x", 1 + k / 2, instance=(copy,)) for copy in (0, 1)]
        assert found == values
        values = [(value + (10, 20)[k % 2]) / 2 for value in values]


def test_a_value_of_a_single_copy_is_not_moved_by_transitions() -> None:
    scene, layer = scene_of(("a", None), ("b", None))
    scene.add_sublayer(st.ReplicatorLayer(layer, instance_count=2))
    for state in ("a", "b"):
        scene.add_transition("*", state, {layer: st.BasicAnimation("position.x", duration=1)})
    scene.set_state("a", 1)
    scene.set_state("b", 1.5)
    layer.set_value("position.x", 40, (1,))
    times = (0, 1.25, 1.75, 9)
    assert [layer.presentation_value("position.x", time, instance=(1,)) for time in times] == [40] * 4
    assert [layer.presentation_value("position.x", time) for time in times] == [0, 2.5, 8.75, 20]


@pytest.mark.parametrize("seed", range(40))
def test_start_values_of_a_single_copy_equal_those_that_all_copies_share(seed: int) -> None:
    choose = random.Random(seed)
    paths = ["opacity", "position.x", "cornerRadius", "transform.rotation.z", "borderWidth"]
    scene, layer = st.Scene(100, 100), st.Layer()
    scene.add_sublayer(st.ReplicatorLayer(layer, instance_count=2))
    for name in "abc":
        scene.add_state(name, {layer: {path: choose.random() for path in choose.sample(paths, 3)}})
        fades = [st.BasicAnimation(path, duration=2 * choose.random()) for path in choose.sample(paths, 3)]
        scene.add_transition("*", name, {layer: fades})
    for _ in range(50):
        scene.set_state(choose.choice(["a", "b", "c", ""]), round(4 * choose.random(), 1))
    layer.set_value("zPosition", 0, (1,))
    for time in [6 * choose.random() for _ in range(20)]:
        for path in paths:
            shared, own = [layer.presentation_value(path, time, instance=(copy,)) for copy in (0, 1)]
            assert own == shared, (time, path)


def test_changes_keep_the_order_of_their_times_and_can_be_taken_back() -> None:
    scene, layer = scene_of(("a", None), ("b", None))
    scene.set_state("b", 2)
    scene.set_state("a", 1)
    scene.set_state("", 3)
    assert [scene.state(t) for t in (0, 1, 1.5, 2, 3, 9)] == ["", "a", "a", "b", "", ""]
    assert [layer.presentation_value("position.x", t) for t in (0, 1.5, 2.5, 3)] == [0, 10, 20, 0]
    scene.remove_state("a")
    assert scene.states == ["b"]
    assert [scene.state(t) for t in (1.5, 2)] == ["", "b"]
    scene.clear_states()
    assert scene.state(9) == ""
    assert layer.presentation_value("position.x", 9) == 0


def sliding() -> tuple[st.Scene, st.Layer, st.Layer]:
    """A layer whose position.x is the local time of its superlayer, in seconds."""
    scene, box, dot = st.Scene(100, 20), st.Layer(), st.Layer(bounds=(0, 0, 4, 4), background_color="red")
    move = st.BasicAnimation("position.x", from_value=0, to_value=1000, duration=1000)
    move.removed_on_completion = False
    dot.add_animation(move)
    box.add_sublayer(dot)
    scene.add_sublayer(box)
    return scene, box, dot


def x_of(layer: st.Layer, *times: float) -> object:
    return pytest.approx([layer.presentation_value("position.x", time) for time in times])


def test_a_state_s_speed_counts_from_the_change_on_and_time_goes_on_without_a_jump() -> None:
    scene, box, dot = sliding()
    scene.add_state("slow", {box: {"speed": 0.5}})
    scene.add_state("fast", {box: {"speed": 4}})
    scene.set_state("slow", 10)
    scene.set_state("fast", 20)
    scene.set_state("", 30)
    assert x_of(dot, 0, 10, 14, 20, 21, 30, 35) == [0, 10, 12, 15, 19, 55, 60]
    assert [box.presentation_value("speed", time) for time in (0, 10, 25, 31)] == [1, 0.5, 4, 1]
    box.begin_time = 4  # before its begin, a layer's time runs at the layer's speed
    assert x_of(dot, 14) == [8]


def test_while_a_state_stops_time_changes_still_come_one_after_another() -> None:
    scene, box, dot = sliding()
    scene.add_state("sleep", {box: {"speed": 0}, dot: {"opacity": 0.5}})
    scene.add_state("dream", {box: {"speed": 0}, dot: {"opacity": 0.25}})
    scene.set_state("sleep", 10)
    scene.set_state("dream", 20)
    scene.set_state("", 30)
    assert x_of(dot, 5, 10, 15, 25, 30, 32) == [5, 10, 10, 10, 10, 12]
    found = [dot.presentation_value("opacity", time) for time in (9, 10, 19, 20, 29, 30, 40)]
    assert found == [1, 0.5, 0.5, 0.25, 0.25, 1, 1]
    paused = scene.render(12)
    assert (scene.render(19) == paused).all()
    assert (scene.render(21) != paused).any()
    assert scene.loop_report().steady_from == 1020, "which is when the slide is over"
    assert st.Scene.from_bytes(scene.to_bytes()) == scene


def test_layers_in_layers_whose_speeds_states_set_multiply_theirs() -> None:
    scene, box, dot = sliding()
    inner = st.Layer()
    box.add_sublayer(inner)
    inner.add_sublayer(dot)
    scene.add_state("slow", {box: {"speed": 0.5}, inner: {"speed": 0.5}})
    scene.set_state("slow", 8)
    assert x_of(dot, 4, 8, 12, 16) == [4, 8, 9, 10]
    values = {}
    for _ in range(200):
        values[inner] = {"speed": 1.01}
        below = st.Layer()
        inner.add_sublayer(below)
        inner = below
    inner.add_sublayer(dot)
    scene.add_state("deep", values)
    scene.set_state("deep", 20)
    assert x_of(dot, 21) == [11 + 1.01**200], "in time that grows with the depth, not with its powers"


def test_a_state_may_play_a_layer_backwards_after_each_cycle() -> None:
    scene, box, dot = sliding()
    box.duration, box.repeat_count = 10, float("inf")
    scene.add_state("swing", {box: {"autoreverses": True}})
    assert x_of(dot, 14) == [4]
    scene.set_state("swing", 5)
    assert x_of(dot, 4, 9, 14) == [4, 9, 6]


def test_copies_see_a_change_at_their_own_time() -> None:
    scene = st.Scene(60, 10)
    dot = st.Layer(frame=(0, 0, 10, 10), background_color="red")
    row = st.ReplicatorLayer(instance_count=3, instance_delay=1)
    row.instance_transform = st.Transform3D.translation(20)
    row.add_sublayer(dot)
    scene.add_sublayer(row)
    scene.add_state("blue", {dot: {"backgroundColor": "blue"}})
    scene.set_state("blue", 1)
    for time, blue in ((0.5, 0), (1.5, 1), (2.5, 2), (3.5, 3)):
        row_of = scene.render(time)[5]
        assert [tuple(row_of[x, :3]) for x in (5, 25, 45)] == [(0, 0, 255)] * blue + [(255, 0, 0)] * (
            3 - blue
        )


def test_what_cannot_be_is_refused_and_changes_nothing() -> None:
    scene, layer = scene_of(("on", None))
    before = scene.to_bytes()
    with pytest.raises(st.InvalidArgument, match='"on"'):
        scene.set_state("om")
    with pytest.raises(st.InvalidArgument, match="already"):
        scene.add_state("on", {})
    with pytest.raises(st.KeyPathError):
        scene.add_state("new", {layer: {"position.x": 1, "wobble": 2}})
    with pytest.raises(st.KeyPathError):
        scene.add_state("new", {layer: {"beginTime": 2}})
    with pytest.raises(st.InvalidArgument):
        scene.add_state("*", {})
    with pytest.raises(st.InvalidArgument):
        scene.add_transition("*", "gone", {})
    with pytest.raises(TypeError):
        scene.add_transition("*", "on", {layer: 3})  # type: ignore[dict-item]
    assert scene.to_bytes() == before
    for _ in range(4096):
        scene.set_state("on")
    with pytest.raises(st.LimitError):
        scene.set_state("on")


@pytest.mark.parametrize(
    "make",
    [
        lambda: st.KeyframeAnimation("opacity"),
        lambda: st.KeyframeAnimation("opacity", path=st.Path("M0 0L1 1")),
        lambda: st.AnimationGroup([st.BasicAnimation("speed", to_value=2)]),
        lambda: st.BasicAnimation("speed", to_value=2, additive=True),
        lambda: st.BasicAnimation("fontVariations.slnt", to_value=2),
    ],
)
def test_a_transition_takes_what_a_layer_takes_and_no_more(make: Callable[[], st.Animation]) -> None:
    scene, _ = scene_of(("on", None))
    text = st.TextLayer("text")
    scene.add_sublayer(text)
    scene.add_transition("*", "on", {text: st.BasicAnimation("opacity", duration=1)})
    before = scene.to_bytes()
    with pytest.raises(st.Error):
        text.add_animation(make())
    with pytest.raises(st.Error):
        scene.add_transition("*", "on", {text: [st.BasicAnimation("opacity", duration=2), make()]})
    assert scene.to_bytes() == before, "the transition that was there stays"


def test_a_scene_repeats_once_the_last_transition_is_over() -> None:
    scene, layer = scene_of(("on", None))
    layer.add_animation(st.BasicAnimation("opacity", to_value=0, duration=0.5, repeat_count=float("inf")))
    scene.add_transition(
        "*",
        "on",
        {layer: st.BasicAnimation("position.x", duration=0.75, begin_time=0.25, fill_mode="backwards")},
    )
    assert scene.loop_report().steady_from == 0
    scene.set_state("on", 2)
    report = scene.loop_report()
    assert (report.duration, report.steady_from) == (0.5, 3)
    times, values = scene.sample(layer, "position.x", 1, 4, 7)
    assert values.tolist() == pytest.approx([0, 0, 0, 10 / 3, 10, 10, 10])
    assert times[-1] == 4
