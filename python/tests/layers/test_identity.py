"""Tests that a layer in a tree has one Python object with its user's attributes, and that no object is kept
longer than needed.
"""

from __future__ import annotations

import copy
import gc
import weakref

import pytest

import stretto as st
from stretto._ffi import ffi, signatures


class Dot(st.Layer):
    """A class that a user derives from a layer class, with an attribute of its own."""

    def __init__(self, label: str = "a") -> None:
        super().__init__(frame=(10, 10, 20, 20), background_color="red")
        self.label = label


def scene_of(layer: st.Layer) -> st.Scene:
    scene = st.Scene(60, 60)
    scene.add_sublayer(layer)
    return scene


@pytest.mark.slow
def test_a_subclass_stays_itself_in_a_tree() -> None:
    scene = scene_of(Dot("first"))
    gc.collect()
    (found,) = scene.root.sublayers
    assert scene.sublayers[0] is found
    assert isinstance(found, Dot)
    assert found.label == "first"
    hit = scene.hit_test(15, 15, 0)
    assert hit is not None
    assert hit.layer is found


@pytest.mark.slow
def test_layers_held_by_the_tree_alone_keep_their_objects() -> None:
    scene = scene_of(st.Layer())
    scene.root.sublayers[0].add_sublayer(st.Layer())
    scene.root.sublayers[0].sublayers[0].add_sublayer(Dot("deep"))
    group = st.Layer()
    group.add_sublayer(Dot("grouped"))
    scene.add_sublayer(group)
    del group
    gc.collect()
    below, group = scene.root.sublayers
    assert below.sublayers[0].sublayers[0].label == "deep"  # type: ignore[attr-defined]
    assert group.sublayers[0].label == "grouped"  # type: ignore[attr-defined]


@pytest.mark.slow
def test_masks_and_sources_stay_themselves() -> None:
    layer = st.Layer(mask=Dot("mask"))
    layer.add_sublayer(st.PortalLayer(source_layer=Dot("source")))
    layer.add_sublayer(st.ViewReplicator(Dot("view")))
    gc.collect()
    portal, view = layer.sublayers
    assert isinstance(portal, st.PortalLayer)
    assert isinstance(view, st.ViewReplicator)
    names = [
        found.label for found in (layer.mask, portal.source_layer, view.source) if isinstance(found, Dot)
    ]
    assert names == ["mask", "source", "view"]
    layer.set_value("mask", Dot("other"))
    assert isinstance(layer.mask, Dot)


@pytest.mark.slow
def test_the_masks_of_copies_are_remembered_in_a_tree() -> None:
    scene = scene_of(st.ReplicatorLayer(instance_count=2, instance_masks=[Dot("one"), None]))
    gc.collect()
    (row,) = scene.root.sublayers
    assert isinstance(row, st.ReplicatorLayer)
    first, second = row.instance_masks
    assert isinstance(first, Dot)
    assert (first.label, second) == ("one", None)
    row.instance_masks = [st.Layer(name="plain"), None]
    del row, first
    gc.collect()
    (row,) = scene.root.sublayers
    assert isinstance(row, st.ReplicatorLayer)
    assert [mask and mask.name for mask in row.instance_masks] == ["plain", None]


def test_layers_that_leave_a_tree_are_released() -> None:
    scene, dots = scene_of(Dot()), [Dot() for _ in range(4)]
    removed, moved, masking, closed = map(weakref.ref, dots)
    group = st.Layer(mask=dots[2])
    for dot in (dots[0], dots[1]):
        scene.add_sublayer(dot)
    dots[0].remove_from_superlayer()
    group.add_sublayer(dots[1])
    group.mask = None
    scene.add_sublayer(dots[3])
    scene.root.sublayers[-1].remove_from_superlayer()
    del dot
    dots.clear()
    assert (removed(), masking(), closed()) == (None, None, None)
    assert moved() is group.sublayers[0]
    del group
    assert moved() is None


@pytest.mark.slow
def test_a_circle_through_the_tree_does_not_leak() -> None:
    pointers, references = [], []
    for _ in range(20):
        dot = Dot()
        scene = scene_of(dot)
        dot.scene, dot.above = scene, scene.root  # type: ignore[attr-defined]
        references.append(weakref.ref(dot))
        pointers.append((dot._pointer.value, scene._pointer.value))
    del dot, scene
    gc.collect()
    assert [reference() for reference in references] == [None] * 20
    for layer, _ in pointers:  # the library has released the layer as well
        with pytest.raises(st.ClosedError):
            ffi.lib.stretto_layer_retain(signatures.LayerPointer(layer))


def test_plain_layers_are_not_kept_alive() -> None:
    layer = st.Layer()
    scene = scene_of(layer)
    reference = weakref.ref(layer)
    del layer
    assert reference() is None
    assert type(scene.root.sublayers[0]) is st.Layer


def test_a_closed_scene_takes_no_layers() -> None:
    scene = st.Scene(10, 10)
    scene.close()
    with pytest.raises(st.ClosedError):
        scene.add_sublayer(st.Layer())
    with pytest.raises(st.ClosedError):
        print(scene.root)


# Paths that a layer holds


def test_a_path_that_was_given_away_says_that_it_stays_as_it_is() -> None:
    path = st.Path().move_to(0, 0).line_to(10, 0)
    shape = st.ShapeLayer(path=path)
    assert shape.path is not None
    for frozen in (path, shape.path, st.BasicAnimation("path", to_value=path).to_value):
        assert frozen.frozen
        with pytest.raises(st.InvalidArgument, match=r"path.copy\(\)"):
            frozen.line_to(5, 5)
    keyframe = st.Path.rect(0, 0, 1, 1)
    st.KeyframeAnimation("path", values=[keyframe])
    assert keyframe.frozen
    other = copy.copy(path).line_to(5, 5)
    assert len(path.elements()) == 2
    shape.path = other
    assert shape.path.elements() == [("M", (0, 0)), ("L", (10, 0)), ("L", (5, 5))]


def test_a_copy_of_a_path_has_every_kind_of_element() -> None:
    path = st.Path().move_to(1, 2).line_to(3, 4).quad_to(5, 6, 7, 8).curve_to(1, 2, 3, 4, 5, 6).close()
    for twin in (path.copy(), copy.copy(path), copy.deepcopy(path)):
        assert twin.elements() == path.elements()
        assert not twin.frozen


# Representations (repr) of objects


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (
            st.BasicAnimation("opacity", from_value=0, to_value=1, duration=2),
            "<BasicAnimation 'opacity' from 0 to 1, 2 s>",
        ),
        (
            st.BasicAnimation("position", by_value=(10, 0), repeat_count=float("inf")),
            "<BasicAnimation 'position' by (10, 0), 0.25 s, repeated for ever>",
        ),
        (
            st.KeyframeAnimation("opacity", values=range(7), duration=1, repeat_count=3),
            "<KeyframeAnimation 'opacity' [0, 1, 2, 3, 4, ... 7 in all], 1 s, 3 times>",
        ),
        (
            st.AnimationGroup(animations=[st.BasicAnimation("opacity", to_value=0)], duration=1),
            "<AnimationGroup of 'opacity' to 0, 1 s>",
        ),
        (
            st.EmitterCell(name="red", birth_rate=10, lifetime=2, contents=st.Image.solid(4, 4, "red")),
            "<EmitterCell 'red', 10 a second for 2 s, of <Image, 4 x 4 pixels>>",
        ),
        (st.Proxy(frame=(0, 0, 5, 5)), "<Proxy, frame (0, 0, 5, 5)>"),
        (st.Transform3D(), "Transform3D()"),
        (
            st.Transform3D.translation(3, 4),
            "Transform3D([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [3, 4, 0, 1]])",
        ),
        (st.Path.svg("M0 0L1 1Z"), "<Path M0 0L1 1Z>"),
        (Dot(), "<Dot, frame (10, 10, 20, 20)>"),
    ],
)
def test_objects_have_reprs(value: object, text: str) -> None:
    assert repr(value) == text


def test_the_repr_of_closed_objects() -> None:
    for closed in (st.BasicAnimation("opacity"), st.EmitterCell(), st.AnimationGroup()):
        closed.close()
        assert repr(closed) == f"<{type(closed).__name__}, closed>"


@pytest.mark.slow
def test_an_inserted_layer_keeps_its_object() -> None:
    scene = scene_of(st.Layer(name="first"))
    scene.root.insert_sublayer(Dot("inserted"), 0)
    gc.collect()
    found = scene.root.sublayers[0]
    assert type(found) is Dot
    assert found.label == "inserted"


@pytest.mark.parametrize(("opacity", "least", "most"), [(0.999, 250, 250), (0.9, 45, 65), (0.5, 7, 10)])
def test_a_hit_below_many_translucent_layers_is_the_topmost_visible_one(
    opacity: float, least: int, most: int
) -> None:
    """A hit test through 250 nested layers returns the deepest layer at which the product of opacities is at
    least 1/255. With opacity 0.999, all layers together have the opacity 0.999 ** 250 = 0.78.
    """
    scene = st.Scene(20, 20)
    layers: list[st.Layer] = []
    for _ in range(250):
        layer = st.Layer(frame=(0, 0, 20, 20), background_color="white", opacity=opacity)
        (layers[-1] if layers else scene).add_sublayer(layer)
        layers.append(layer)
    hit = scene.hit_test((10, 10))
    assert hit is not None
    assert least <= layers.index(hit.layer) + 1 <= most
