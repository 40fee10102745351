"""Copies of layers stand alone: the tree below comes with them, and nothing is shared."""

from __future__ import annotations

import copy

import numpy as np
import pytest

import stretto as st


class Card(st.Layer):
    """A user's class that holds a layer of its own tree and a list."""

    def __init__(self) -> None:
        super().__init__(frame=(5, 5, 40, 30), background_color="navy", name="card")
        self.spot = st.Layer(frame=(4, 4, 10, 10), background_color="gold")
        self.spot.add_animation(st.BasicAnimation("opacity", from_value=1, to_value=0, duration=1), "fade")
        self.add_sublayer(self.spot)
        self.tags = ["a"]


def pixels(layer: st.Layer, time: float = 0.5) -> np.ndarray:
    scene = st.Scene(60, 60)
    scene.add_sublayer(layer)
    return scene.render(time)


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy])
def test_a_copy_looks_the_same_and_stands_alone(way: object) -> None:
    card = Card()
    twin = way(card)  # type: ignore[operator]
    assert twin is not card
    assert twin.superlayer is None
    assert (pixels(card) == pixels(twin)).all()
    before = pixels(card).copy()
    twin.sublayers[0].background_color = "red"
    twin.sublayers[0].remove_all_animations()
    twin.name = "other"
    assert card.name == "card"
    assert card.spot.animation_keys == ("fade",)
    assert (pixels(card) == before).all()
    assert (pixels(twin) != before).any()


def test_a_class_of_the_user_s_keeps_its_attributes_and_its_tree() -> None:
    card = Card()
    shallow, deep = copy.copy(card), copy.deepcopy(card)
    assert (type(shallow), type(deep)) == (Card, Card)
    for twin in (shallow, deep):
        assert twin.spot is twin.sublayers[0]
        assert twin.spot is not card.spot
    assert shallow.tags is card.tags
    assert deep.tags == ["a"]
    assert deep.tags is not card.tags


def test_what_is_below_stays_of_its_class() -> None:
    row = st.ReplicatorLayer(instance_count=3, instance_transform=st.Transform3D.translation(15, 0))
    row.add_sublayer(Card())
    row.mask = Card()
    twin = copy.deepcopy(row)
    assert type(twin) is st.ReplicatorLayer
    assert twin.instance_count == 3
    (below,) = twin.sublayers
    assert isinstance(below, Card)
    assert below.tags == ["a"]
    assert isinstance(twin.mask, Card)
    assert (pixels(twin) == pixels(row)).all()


def test_a_copied_replicator_keeps_its_masks_and_one_made_elsewhere_tells_its_own() -> None:
    row = st.ReplicatorLayer(instance_count=3, instance_transform=st.Transform3D.translation(15, 0))
    row.add_sublayer(Card())
    row.instance_masks = [None, Card(), st.Layer(name="half", frame=(0, 0, 5, 60), background_color="red")]
    twin = copy.deepcopy(row)
    assert (pixels(twin) == pixels(row)).all()
    first, second, third = twin.instance_masks
    assert first is None
    assert isinstance(second, Card)
    assert second is not row.instance_masks[1]
    assert third is not None
    assert third.name == "half"
    # An object made anew from the handle alone, as for what C made.
    scene = st.Scene(9, 9)
    scene.add_sublayer(twin)
    again = st.Scene.from_bytes(scene.to_bytes()).root.sublayers[0]
    assert isinstance(again, st.ReplicatorLayer)
    assert [mask and mask.name for mask in again.instance_masks] == [None, "card", "half"]


def test_what_two_copies_share_is_copied_once() -> None:
    card = Card()
    first, second = copy.deepcopy([card, card.spot])
    assert second is first.spot  # type: ignore[attr-defined]
