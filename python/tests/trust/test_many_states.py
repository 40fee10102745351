"""Tests that the cost of many changes of state is proportional to their effect."""

from __future__ import annotations

import time

import numpy as np
import pytest

import confined
import stretto as st


def in_a_chain(count: int) -> st.Scene:
    """A scene with a chain of states, each based on the previous state, and a change to each state."""
    scene = st.Scene(9, 9)
    layer = st.Layer(frame=(0, 0, 9, 9), background_color="red")
    scene.add_sublayer(layer)
    for k in range(count):
        scene.add_state(f"s{k}", {layer: {"opacity": k / count}}, based_on=f"s{k - 1}" if k else None)
    scene.add_transition("*", "*", {layer: st.BasicAnimation("opacity", duration=1)})
    for k in range(count):
        scene.set_state(f"s{k}", k * 0.001)
    return scene


@pytest.mark.slow
def test_400_changes_in_a_chain_of_states_are_made_and_drawn_soon() -> None:
    """400 changes in a chain of states are made and drawn in less than a second. Before a fix, the 400
    changes took 37 s.
    """
    start = time.monotonic()
    scene = in_a_chain(400)
    frame = scene.render(1)
    twin = st.Scene.from_bytes(scene.to_bytes())
    assert time.monotonic() - start < 15
    assert np.array_equal(twin.render(1), frame)


def two_states() -> tuple[st.Scene, st.Layer]:
    scene = st.Scene(9, 9)
    layer = st.Layer(frame=(0, 0, 9, 9), background_color="red")
    scene.add_sublayer(layer)
    scene.add_state("a", {layer: {"opacity": 0.5}})
    scene.add_state("b", {layer: {"opacity": 0.25}})
    return scene, layer


@pytest.mark.slow
def test_a_thousand_changes_at_one_time_are_one_change() -> None:
    scene, layer = two_states()
    start = time.monotonic()
    for k in range(1001):
        scene.set_state("ba"[k % 2], 1)
    found = scene.render(2)
    assert time.monotonic() - start < 10
    assert layer.presentation_value("opacity", 2) == 0.25
    alone, _ = two_states()
    alone.set_state("b", 1)
    assert np.array_equal(alone.render(2), found)


def test_a_change_counts_for_the_next_query() -> None:
    """A change of state has an effect on the next call, whether or not a frame was drawn before: frames,
    presentation values, copies and documents.
    """
    scene, layer = two_states()
    scene.set_state("a", 1)
    assert layer.presentation_value("opacity", 2) == 0.5
    scene.set_state("b", 1.5)
    assert layer.presentation_value("opacity", 2) == 0.25
    assert scene.state(2) == "b"
    scene.set_state("a", 1.75)
    assert scene.__copy__().root.sublayers[0].presentation_value("opacity", 2) == 0.5
    red = scene.render(2)[4, 4].tolist()
    scene.clear_states()
    assert scene.render(2)[4, 4].tolist() != red
    assert layer.presentation_value("opacity", 2) == 1


def test_a_change_before_trees_meet_counts_after_it() -> None:
    """A change of state made before a layer is added to the scene has an effect afterwards, when the layer's
    tree shares the lock of the scene's tree.
    """
    scene, layer = two_states()
    scene.set_state("a", 0)
    others = [st.Layer() for _ in range(9)]
    others[0].sublayers = others[1:]
    scene.add_sublayer(others[0])
    assert layer.presentation_value("opacity", 1) == 0.5


def of_many_changes() -> tuple[st.Scene, list[st.Layer]]:
    """A scene whose next frame computes the effect of 400 changes on 200 layers."""
    scene, layers = st.Scene(9, 9), [st.Layer(frame=(0, 0, 9, 9), background_color="red") for _ in range(200)]
    scene.root.sublayers = layers
    for name, opacity in (("a", 0.5), ("b", 0.25)):
        scene.add_state(name, {layer: {"opacity": opacity} for layer in layers})
    for k in range(400):
        scene.set_state("ab"[k % 2], k)
    return scene, layers


@pytest.mark.slow
def test_a_call_that_ends_while_it_works_out_changes_leaves_them_to_the_next() -> None:
    """A call that is cancelled while it computes changes of state leaves the computation to the next call. A
    cancelled call used to ignore its timeout.
    """
    scene, layers = of_many_changes()
    with pytest.raises(st.Cancelled):
        scene.render(401, timeout=0.001)
    assert layers[0].presentation_value("opacity", 401) == 0.25
    whole, _ = of_many_changes()
    assert np.array_equal(scene.render(400.5), whole.render(400.5))


def test_of_states_in_a_circle_the_first_is_based_on_none() -> None:
    """If states are based on each other in a cycle, the first state of the cycle is based on no state,
    whatever state was set before.
    """
    value = '<LKStateSetValue targetId="l" keyPath="{}"><value type="real" value="{}"/></LKStateSetValue>'
    form = '<LKState name="{}" basedOn="{}"><elements>{}</elements></LKState>'
    states = "".join([
        form.format("a", "c", value.format("opacity", 0.5)),
        form.format("b", "a", value.format("cornerRadius", 3)),
        form.format("c", "b", value.format("zPosition", 7)),
    ])  # fmt: skip
    text = (
        '<caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 9 9">'
        f'<sublayers><CALayer id="l"/></sublayers><states>{states}</states></CALayer></caml>'
    )
    rows = {"": (1, 0, 0), "a": (0.5, 0, 0), "b": (0.5, 3, 0), "c": (0.5, 3, 7)}
    scene = st.Scene.from_bytes(text.encode())
    layer = scene.root.sublayers[0]
    for k, name in enumerate(["a", "b", "c", "a", "c", "", "c", "b", "a", "", "b"]):
        scene.set_state(name, k)
        found = [layer.presentation_value(path, k) for path in ("opacity", "cornerRadius", "zPosition")]
        assert tuple(found) == rows[name]


def test_a_transition_without_ends_starts_from_what_was_on_screen() -> None:
    """A transition without a start value starts from the value on screen. Of several changes of state at one
    time, only the last change appears on screen.
    """
    scene, layer = two_states()
    scene.add_transition("*", "b", {layer: st.BasicAnimation("opacity", duration=2)})
    for name in ("a", "b", "a", "b"):
        scene.set_state(name, 1)
    assert [layer.presentation_value("opacity", time) for time in (0.9, 1, 2, 3)] == [1, 1, 0.625, 0.25]


@pytest.mark.process
def test_paths_of_interrupted_transitions_are_not_kept() -> None:
    """A thousand transitions between paths of 20,000 points interrupt each other. The start values of all
    transitions would take more than 1 GB.
    """
    found = confined.run("""
import numpy as np

def polygon(radius):
    angles = np.linspace(0, 6, 20_000)
    return st.Path.polygon(np.stack([50 + radius * np.cos(angles), 50 + radius * np.sin(angles)], 1))

scene = st.Scene(100, 100)
layer = st.ShapeLayer(polygon(20), frame=(0, 0, 100, 100), fill_color="red")
scene.add_sublayer(layer)
for name, radius in (("a", 30), ("b", 45)):
    scene.add_state(name, {layer: {"path": polygon(radius)}})
    scene.add_transition("*", name, {layer: st.BasicAnimation("path", duration=1)})
for k in range(1000):
    scene.set_state("ab"[k % 2], k / 1000)
assert scene.render(0.9995).any()
""")
    assert found.error == ""
    assert found.megabytes < 300
