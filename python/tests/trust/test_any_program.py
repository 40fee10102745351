"""Tests random programs of calls, made by Hypothesis, against a model of the layer tree.

A call that fails changes nothing. A scene that is saved and opened, or pickled, is equal and draws the same
frame.
"""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as some
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

import stretto as st

KINDS: list[type[st.Layer]] = [
    st.Layer, st.ReplicatorLayer, st.ShapeLayer, st.GradientLayer, st.TextLayer, st.TransformLayer,
]  # fmt: skip
VALUES: dict[str, list[Any]] = {
    "opacity": [0, 0.5, 1],
    "position": [(0, 0), (8, 8.5), (-1e9, 3)],
    "bounds": [(0, 0, 8, 8), (2, 2, 0, 5)],
    "background_color": [None, (1.0, 0.0, 0.0, 1.0), (0.0, 0.0, 1.0, 0.5)],
    "corner_radius": [0, 3],
    "hidden": [True, False],
    "name": ["", "a"],
    "z_position": [0, -4, 1e6],
    "masks_to_bounds": [True, False],
}
#: Values that every property in the test rejects.
WRONG = [float("nan"), "?", (1, 2, 3, 4, 5, 6, 7), object()]
indices = some.integers(0, 1 << 16)


class Program(RuleBasedStateMachine):
    """A scene, its layers in the order of creation, and the expected position of each layer in the tree."""

    def __init__(self) -> None:
        super().__init__()
        self.scene = st.Scene(16, 16)
        self.layers: list[st.Layer] = [self.scene.root]
        self.around: dict[st.Layer, st.Layer | None] = {self.scene.root: None}
        self.masks: dict[st.Layer, st.Layer] = {}
        self.inside: dict[st.Layer, list[st.Layer]] = {self.scene.root: []}
        self.values: dict[tuple[st.Layer, str], Any] = {}

    def layer(self, index: int) -> st.Layer:
        return self.layers[index % len(self.layers)]

    def leave(self, layer: st.Layer) -> None:
        """Removes a layer from its position in the model."""
        around = self.around[layer]
        if around is not None and self.masks.get(around) is layer:
            del self.masks[around]
        elif around is not None:
            self.inside[around].remove(layer)
        self.around[layer] = None

    def holds(self, layer: st.Layer, other: st.Layer) -> bool:
        """True if `layer` is `other` or an ancestor of `other` in the model."""
        above: st.Layer | None = other
        while above is not None and above is not layer:
            above = self.around[above]
        return above is layer

    @precondition(lambda self: len(self.layers) < 12)
    @rule(kind=some.sampled_from(KINDS), index=indices)
    def make(self, kind: type[st.Layer], index: int) -> None:
        layer = kind(bounds=(0, 0, 8, 8), position=(index % 16, 8), background_color="red")
        self.layers.append(layer)
        (self.around[layer], self.inside[layer]) = (None, [])
        self.add(index, len(self.layers) - 1)

    @rule(around=indices, index=indices)
    def add(self, around: int, index: int) -> None:
        parent, layer = self.layer(around), self.layer(index)
        if isinstance(parent, st.TextLayer):
            return
        if self.holds(layer, parent) or layer is self.scene.root:
            with pytest.raises(st.InvalidArgument):
                parent.add_sublayer(layer)
            return
        parent.add_sublayer(layer)
        self.leave(layer)
        (self.around[layer], self.inside[parent]) = (parent, [*self.inside[parent], layer])

    @rule(index=indices)
    def remove(self, index: int) -> None:
        layer = self.layer(index)
        layer.remove_from_superlayer()
        self.leave(layer)

    @rule(around=indices, index=indices)
    def mask(self, around: int, index: int) -> None:
        masked, layer = self.layer(around), self.layer(index)
        if self.holds(layer, masked) or layer is self.scene.root:
            with pytest.raises(st.InvalidArgument):
                masked.mask = layer
            return
        masked.mask = layer
        if masked in self.masks:
            self.leave(self.masks[masked])
        self.leave(layer)
        (self.around[layer], self.masks[masked]) = (masked, layer)

    @rule(index=indices, name=some.sampled_from(list(VALUES)), value=indices)
    def change(self, index: int, name: str, value: int) -> None:
        layer = self.layer(index)
        given = VALUES[name][value % len(VALUES[name])]
        setattr(layer, name, given)
        self.values[layer, name] = given

    @rule(index=indices, name=some.sampled_from(list(VALUES)), wrong=some.sampled_from(WRONG))
    def change_wrongly(self, index: int, name: str, wrong: Any) -> None:
        if name not in ("name", "hidden", "masks_to_bounds"):
            with pytest.raises((st.Error, TypeError)):
                setattr(self.layer(index), name, wrong)

    @rule(index=indices, key=some.sampled_from("abc"), name=some.sampled_from(["opacity", "position.x"]))
    def animate(self, index: int, key: str, name: str) -> None:
        self.layer(index).add_animation(st.BasicAnimation(name, from_value=0, to_value=1, duration=2), key)
        assert key in self.layer(index).animation_keys

    @rule(index=indices, key=some.sampled_from("abc"))
    def stop(self, index: int, key: str) -> None:
        self.layer(index).remove_animation(key)
        assert key not in self.layer(index).animation_keys

    @rule(time=some.sampled_from([-1, 0, 0.5, 3]), timeout=some.sampled_from([None, 1e-6, 10]))
    def draw(self, time: float, timeout: float | None) -> None:
        try:
            assert np.array_equal(self.scene.render(time, timeout=timeout), self.scene.render(time))
        except st.Cancelled:
            assert timeout == 1e-6

    @rule(saves=some.booleans())
    def come_back(self, saves: bool) -> None:
        if saves:
            again = st.Scene.from_bytes(self.scene.to_bytes())
        else:
            again = pickle.loads(pickle.dumps(self.scene))
        assert again == self.scene
        assert np.array_equal(again.render(0.5), self.scene.render(0.5))
        again.close()

    @invariant()
    def is_what_was_made(self) -> None:
        for layer in self.layers:
            assert layer.superlayer is self.around[layer]
            assert list(layer.sublayers) == self.inside[layer]
            assert layer.mask is self.masks.get(layer)
        for (layer, name), value in self.values.items():
            assert getattr(layer, name) == value


@pytest.mark.slow
@pytest.mark.parametrize("examples", [10, pytest.param(1000, marks=pytest.mark.longer)])
def test_any_program_of_calls_leaves_what_it_says(examples: int) -> None:
    kind = Program.TestCase
    kind.settings = settings(
        max_examples=examples,
        stateful_step_count=30,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    kind().runTest()
