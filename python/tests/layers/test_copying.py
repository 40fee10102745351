"""Tests that a copied layer has a copy of its subtree, and shares nothing with the original."""

from __future__ import annotations

import copy
import inspect
import pickle
import threading
from collections.abc import Callable

import numpy as np
import pytest

import stretto as st


class Card(st.Layer):
    """A user's class with an attribute that is a sublayer and an attribute that is a list."""

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


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy])
def test_a_copy_draws_the_same_and_is_independent(duplicate: object) -> None:
    card = Card()
    twin = duplicate(card)  # type: ignore[operator]
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


EFFECTS = {
    "shadow_color": "red",
    "shadow_opacity": 1.0,
    "shadow_offset": (4, 4),
    "shadow_radius": 1.0,
    "shadow_path": st.Path.rect(0, 0, 9, 9),
    "filters": [st.Filter("gaussianBlur", inputRadius=2)],
    "background_filters": [st.Filter("colorInvert")],
    "compositing_filter": "multiplyBlendMode",
    "allows_group_opacity": False,
    "allows_group_blending": False,
    "corner_curve": "continuous",
    "contents_center": (0.25, 0.25, 0.5, 0.5),
    "should_rasterize": True,
    "rasterization_scale": 2.0,
}


def faint() -> st.ReplicatorLayer:
    """A scene with three opacities whose product is half a step of 1/255, so that the order of multiplication
    changes the bytes.
    """
    dot = st.Layer(frame=(0, 0, 4, 4), background_color="white")
    dot.add_animation(st.BasicAnimation("opacity", from_value=8 / 17, to_value=8 / 17, duration=9))
    inner = st.ReplicatorLayer(instance_color=(1, 1, 1, 0.75))
    inner.add_sublayer(dot)
    outer = st.ReplicatorLayer(instance_color=(1, 1, 1, 0.75))
    outer.add_sublayer(inner)
    return outer


def test_a_copy_of_a_layer_draws_the_same_bytes() -> None:
    tree = faint()
    frame = pixels(tree)
    assert frame.any()
    np.testing.assert_array_equal(pixels(copy.copy(tree)), frame)


@pytest.mark.parametrize("name", EFFECTS)
def test_a_shadow_and_its_like_that_are_taken_back_have_no_effect(name: str) -> None:
    tree = faint()
    frame = pixels(tree)
    dot = tree.sublayers[0].sublayers[0]
    default = getattr(dot, name)
    setattr(dot, name, EFFECTS[name])
    assert getattr(dot, name) != default
    pixels(tree)
    setattr(dot, name, default)
    np.testing.assert_array_equal(pixels(tree), frame)


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


def test_a_copied_replicator_keeps_its_masks_and_one_made_elsewhere_has_its_own() -> None:
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
    # A Python object that is created from the handle alone, as for a layer that C code made.
    scene = st.Scene(9, 9)
    scene.add_sublayer(twin)
    again = st.Scene.from_bytes(scene.to_bytes()).root.sublayers[0]
    assert isinstance(again, st.ReplicatorLayer)
    assert [mask and mask.name for mask in again.instance_masks] == [None, "card", "half"]


def test_what_two_copies_share_is_copied_once() -> None:
    card = Card()
    first, second = copy.deepcopy([card, card.spot])
    assert second is first.spot  # type: ignore[attr-defined]


# Copies of animations, cells and other objects


class Fade(st.BasicAnimation):
    """A user's animation class whose constructor has other parameters."""

    def __init__(self, end: float) -> None:
        super().__init__("opacity", to_value=end, duration=2)
        self.tags = ["a"]


def test_a_copy_of_an_animation_of_the_user_s_class_is_of_that_class() -> None:
    fade = Fade(0.5)
    shallow, deep = copy.copy(fade), copy.deepcopy(fade)
    for twin in (shallow, deep):
        assert type(twin) is Fade
        assert (twin.key_path, twin.to_value, twin.duration) == ("opacity", 0.5, 2)
        twin.to_value = 0.25
    assert fade.to_value == 0.5
    assert shallow.tags is fade.tags
    assert (deep.tags, deep.tags is fade.tags) == (["a"], False)


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy])
def test_a_copy_of_a_cell_is_another_recipe(
    duplicate: Callable[[st.EmitterCell], st.EmitterCell],
) -> None:
    spark = st.EmitterCell(birth_rate=1, name="spark")
    cell = st.EmitterCell(
        birth_rate=3, color="gold", contents=st.Image.solid(2, 2, "red"), emitter_cells=[spark], duration=4
    )
    twin = duplicate(cell)
    for name in inspect.signature(st.EmitterCell).parameters:
        if name != "emitter_cells":
            assert getattr(twin, name) == getattr(cell, name), name
    assert (twin.emitter_cells[0] is spark) == (duplicate is copy.copy)
    assert [item.name for item in twin.emitter_cells] == ["spark"]
    twin.birth_rate = 9
    assert cell.birth_rate == 3


class Rocket(st.EmitterCell):
    """A user's cell class whose constructor has other parameters."""

    def __init__(self, height: float) -> None:
        super().__init__(velocity=height)
        self.parts = [height]


def test_a_copy_of_a_cell_of_the_user_s_class_is_of_that_class() -> None:
    rocket = Rocket(80)
    shallow, deep = copy.copy(rocket), copy.deepcopy(rocket)
    assert (type(shallow), type(deep), shallow.velocity, deep.velocity) == (Rocket, Rocket, 80, 80)
    assert (shallow.parts is rocket.parts, deep.parts is rocket.parts, deep.parts) == (True, False, [80])


@pytest.mark.parametrize(
    "duplicate",
    [copy.copy, copy.deepcopy, lambda blur: pickle.loads(pickle.dumps(blur))],
    ids=["copy", "deep", "pickle"],
)
def test_a_copy_of_a_filter_can_be_changed_alone(duplicate: Callable[[st.Filter], st.Filter]) -> None:
    blur = st.Filter("gaussianBlur", name="soft", input_radius=3, input_normalize_edges=True)
    twin = duplicate(blur)
    assert twin == blur
    twin.input_radius = 8
    assert blur["inputRadius"] == 3
    assert duplicate(st.Filter("multiplyBlendMode")).type == "multiplyBlendMode"
    assert duplicate(st.Filter("colorInvert", name="not")).name == "not"


def test_immutable_objects_are_their_own_copies() -> None:
    image = st.Image.solid(2, 2, "red")
    assert copy.copy(image) is image
    assert copy.deepcopy([image, image]) == [image, image]
    card = Card()
    card.picture = image  # type: ignore[attr-defined]
    assert copy.deepcopy(card).picture is image  # type: ignore[attr-defined]


@pytest.mark.slow
def test_a_layer_that_changes_meanwhile_is_copied_as_it_was_at_one_time() -> None:
    """While other threads add and remove sublayers and masks, copying a layer gives a state that the layer
    had at one time.
    """
    card, stop = Card(), threading.Event()
    failures: list[BaseException] = []

    def change() -> None:
        while not stop.is_set():
            layer = st.Layer(name="new")
            card.add_sublayer(layer)
            card.mask = st.Layer(name="mask")
            layer.remove_from_superlayer()
            card.mask = None

    def copied() -> None:
        try:
            for _ in range(300):
                twin = copy.copy(card)
                assert type(twin) is Card
                assert 1 <= len(twin.sublayers) <= 3
        except BaseException as error:
            failures.append(error)

    changing = [threading.Thread(target=change) for _ in range(2)]
    copying = [threading.Thread(target=copied) for _ in range(2)]
    for thread in changing + copying:
        thread.start()
    for thread in copying:
        thread.join()
    stop.set()
    for thread in changing:
        thread.join()
    assert failures == []


def test_a_layer_that_is_replaced_meanwhile_is_copied_as_it_was() -> None:
    class Row(st.Layer):
        """A layer whose sublayer is replaced after the library's copy, as another thread might do."""

        @property  # type: ignore[misc]
        def sublayers(self) -> tuple[st.Layer, ...]:
            return (st.TextLayer("new"),)

    row = Row()
    for kind in (st.ShapeLayer, st.Layer):
        row.add_sublayer(kind(name="old"))
        twin = copy.copy(row)
        (below,) = st.Layer.sublayers.fget(twin)  # type: ignore[attr-defined]
        assert type(below) is kind
        assert below.name == "old"
        for layer in st.Layer.sublayers.fget(row):  # type: ignore[attr-defined]
            layer.remove_from_superlayer()
