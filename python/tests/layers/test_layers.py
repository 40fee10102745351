"""Tests of layers, their properties and their tree."""

from __future__ import annotations

import itertools
import math
import pathlib
from typing import Any

import pytest

import stretto as st
from stretto._model import property as _property
from stretto._model.convert import Kind
from untyped import untyped

ALL = [
    st.Layer,
    st.ReplicatorLayer,
    st.ShapeLayer,
    st.GradientLayer,
    st.EmitterLayer,
    st.PortalLayer,
    st.ViewReplicator,
    st.Proxy,
]
SAMPLES = {
    Kind.NUMBER: 0.25,
    Kind.BOOLEAN: True,
    Kind.INTEGER: 7,
    Kind.POINT: (3.0, 4.0),
    Kind.SIZE: (5.0, 6.0),
    Kind.RECT: (1.0, 2.0, 30.0, 40.0),
    Kind.TRANSFORM: st.Transform3D.translation(1, 2, 3),
    Kind.COLOR: (0.25, 0.5, 0.75, 1.0),
    Kind.NUMBERS: (0.0, 0.5, 1.0),
    Kind.COLORS: [(1.0, 0.0, 0.0, 1.0), (0.0, 0.0, 1.0, 0.5)],
    Kind.STRING: "größer",
    Kind.TRANSFORMS: [st.Transform3D.translation(1, 2, 3), st.Transform3D()],
}


def properties(kind: type[Any]) -> dict[str, _property.Property[Any, Any]]:
    found = {name: getattr(kind, name) for name in dir(kind) if not name.startswith("_")}
    return {name: item for name, item in found.items() if isinstance(item, _property.Property)}


@pytest.mark.parametrize("kind", [*ALL, st.EmitterCell])
def test_every_property_of_plain_values_reads_as_it_was_set(kind: type) -> None:
    for name, item in properties(kind).items():
        if item.kind in SAMPLES:
            made = kind(**{name: SAMPLES[item.kind]})
            assert getattr(made, name) == SAMPLES[item.kind], name
            assert isinstance(getattr(made, name), type(SAMPLES[item.kind])), name


@pytest.mark.parametrize("kind", [*ALL, st.EmitterCell])
def test_every_default_in_the_documentation_is_what_a_fresh_one_says(kind: type) -> None:
    fresh = kind()
    for name, item in properties(kind).items():
        stated = item.__doc__.removesuffix(" Animatable.").rpartition("Default ")[2].removesuffix(".")  # type: ignore[union-attr]
        value = getattr(fresh, name)
        if item.kind is Kind.TRANSFORM:
            assert (value, stated) == (st.Transform3D(), "the identity"), name
        elif item.kind is Kind.NAMES:
            assert stated == f'"{" ".join(value)}"', name
        elif isinstance(value, str):
            assert stated == f'"{value}"', name
        else:
            assert eval(stated, {"inf": math.inf}) == value, name


def test_names_are_refused_with_the_nearest_right_one() -> None:
    with pytest.raises(st.InvalidArgument, match="center"):
        st.Layer(contents_gravity="centre")  # type: ignore[arg-type]
    with pytest.raises(st.InvalidArgument, match="round"):
        st.ShapeLayer(line_cap="rund")  # type: ignore[arg-type]


def test_unknown_attributes_suggest_the_nearest() -> None:
    with pytest.raises(TypeError, match="'opacity'"):
        st.Layer(opacty=1)  # type: ignore[call-arg]
    layer = st.Layer()
    with pytest.raises(AttributeError, match="'position'"):
        layer.positon = (1, 2)  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match="'corner_radius'"):
        print(layer.corner_radious)  # type: ignore[attr-defined]
    with pytest.raises(TypeError, match=r"'fill_color'.*ShapeLayer"):
        st.Layer(fill_color="red")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="'add_sublayer'"):
        st.Layer(add_sublayer=1)  # type: ignore[call-arg]


def test_layers_have_a_repr() -> None:
    layer = st.ReplicatorLayer(name="row", frame=(1, 2, 3, 4.5))
    assert repr(layer) == "<ReplicatorLayer 'row', frame (1, 2, 3, 4.5)>"
    layer.close()
    assert repr(layer) == "<ReplicatorLayer, closed>"


def test_a_class_of_the_user_s_may_have_attributes_of_its_own() -> None:
    class Clock(st.Layer):
        def __init__(self) -> None:
            super().__init__(frame=(0, 0, 80, 80))
            self.hand = st.Layer()

    clock = Clock()
    clock.add_sublayer(clock.hand)
    assert clock.hand.superlayer is clock


def test_wrong_types_are_type_errors_that_name_the_property() -> None:
    layer = st.ShapeLayer()
    with pytest.raises(TypeError, match="opacity"):
        layer.opacity = "half"  # type: ignore[assignment]
    with pytest.raises(TypeError, match="position"):
        layer.position = 3  # type: ignore[assignment]
    with pytest.raises(TypeError, match=r"path.*Path.*Layer"):
        layer.path = st.Layer()  # type: ignore[assignment]
    with pytest.raises(TypeError, match="Layer"):
        layer.add_sublayer("layer")  # type: ignore[call-overload]


def test_a_frame_is_set_before_a_transform_and_after_the_anchor_point() -> None:
    turn = st.Transform3D.rotation(0.5)
    layer = st.Layer(transform=turn, frame=(10, 20, 30, 40), anchor_point=(0, 0))
    assert layer.bounds == (0, 0, 30, 40)
    assert layer.position == (10, 20)


def test_key_paths_are_core_animation_s() -> None:
    layer = st.Layer()
    layer.set_value("transform.rotation.z", math.tau)
    assert layer.value("transform.rotation.z") == pytest.approx(math.tau)
    layer.set_value("position.x", 7)
    layer.set_value("bounds.size", (3, 4))
    layer.set_value("backgroundColor", "red")
    layer.set_value("hidden", True)
    assert layer.position == (7, 0)
    assert layer.value("bounds.size") == (3, 4)
    assert layer.value("bounds.size.width") == 3
    assert layer.background_color == (1, 0, 0, 1)
    assert layer.value("hidden") is True
    with pytest.raises(st.KeyPathError, match="opacity"):
        layer.set_value("opasity", 1)
    with pytest.raises(st.KeyPathError, match=r"Layer.*ReplicatorLayer"):
        layer.value("instanceDelay")


def test_colors_paths_images_and_masks_can_be_taken_away() -> None:
    shape = st.ShapeLayer(
        path=st.Path.rect(0, 0, 1, 1), fill_color="red", contents=st.Image.solid(1, 1, "red"), mask=st.Layer()
    )
    shape.path = shape.fill_color = shape.contents = shape.mask = None
    assert (shape.path, shape.fill_color, shape.contents, shape.mask) == (None, None, None, None)
    with pytest.raises(st.Error, match="opacity"):
        shape.set_value("opacity", None)


def test_paths_are_copied_and_images_are_shared() -> None:
    path = st.Path.rect(0, 0, 10, 10)
    image = st.Image.solid(2, 2, "blue")
    shape = st.ShapeLayer(path=path, contents=image)
    assert shape.path is not None
    assert [letter for letter, _ in shape.path.elements()] == ["M", "L", "L", "L", "Z"]
    assert shape.contents is image


def test_the_tree_gives_back_the_objects_that_were_put_in() -> None:
    parent, first, second = st.Layer(), st.ShapeLayer(), st.ReplicatorLayer()
    parent.add_sublayer(first)
    parent.insert_sublayer(second, 0)
    assert parent.sublayers == (second, first)
    assert first.superlayer is parent
    first.mask = mask = st.GradientLayer()
    assert first.mask is mask
    assert mask.superlayer is first
    second.remove_from_superlayer()
    assert parent.sublayers == (first,)  # type: ignore[comparison-overlap]
    assert second.superlayer is None
    other = st.Layer()
    other.add_sublayer(first)
    assert parent.sublayers == ()  # type: ignore[comparison-overlap]


def test_layers_whose_python_object_was_collected_keep_their_class() -> None:
    parent = st.Layer()
    for kind in ALL:
        parent.add_sublayer(kind(name=kind.__name__))
    assert [type(layer) for layer in parent.sublayers] == ALL
    assert [layer.name for layer in parent.sublayers] == [kind.__name__ for kind in ALL]


def test_cycles_and_bad_indices_are_refused_and_change_nothing() -> None:
    parent, child = st.Layer(), st.Layer()
    parent.add_sublayer(child)
    for action in (
        lambda: child.add_sublayer(parent),
        lambda: parent.add_sublayer(parent),
        lambda: setattr(child, "mask", parent),
        lambda: parent.insert_sublayer(st.Layer(), 5),
        lambda: parent.insert_sublayer(st.Layer(), -1),
    ):
        with pytest.raises(st.InvalidArgument):
            action()
    assert parent.sublayers == (child,)
    assert child.mask is None


def test_a_tree_may_not_be_too_deep() -> None:
    layers = [st.Layer() for _ in range(257)]
    for upper, lower in itertools.pairwise(layers[:256]):
        upper.add_sublayer(lower)
    with pytest.raises(st.LimitError, match="256"):
        layers[255].add_sublayer(layers[256])
    assert layers[255].sublayers == ()


def test_emitter_cells_are_shared_and_reached_by_name() -> None:
    red = st.EmitterCell(name="red", birth_rate=3, color="red", contents=st.Image.solid(1, 1, "white"))
    emitter = st.EmitterLayer(emitter_cells=[red], emitter_shape="line", seed=20)
    assert emitter.emitter_cells == (red,)
    top = st.Layer()
    top.add_sublayer(st.EmitterLayer(emitter_cells=[red, st.EmitterCell(name="lost")]))
    (again,) = top.sublayers
    assert isinstance(again, st.EmitterLayer)
    assert again.emitter_cells[0] is red
    assert again.emitter_cells[1].name == "lost"
    emitter.set_value("emitterCells.red.birthRate", 5)
    emitter.set_value("emitterCells.red.color", "#00ff00")
    assert red.birth_rate == 5
    assert red.color == (0, 1, 0, 1)
    with pytest.raises(st.KeyPathError, match="blue"):
        emitter.set_value("emitterCells.blue.birthRate", 5)
    with pytest.raises(TypeError, match="EmitterCell"):
        emitter.emitter_cells = [st.Layer()]  # type: ignore[list-item]
    assert emitter.emitter_cells == (red,)


def test_local_time_needs_no_scene() -> None:
    layer = st.Layer(begin_time=1, speed=2, time_offset=0.5)
    outer = st.ReplicatorLayer(instance_count=3, instance_delay=2)
    outer.add_sublayer(layer)
    assert layer.local_time(10) == 18.5
    assert layer.local_time(10, instance=(1,)) == 14.5
    with pytest.raises(st.InvalidArgument):
        layer.local_time(10, instance=(0, 0))
    with pytest.raises(st.InvalidArgument):
        layer.local_time(10, instance=(2**40,))
    with pytest.raises(TypeError):
        layer.local_time(10, instance=3)  # type: ignore[arg-type]


def test_presentation_values_have_the_property_s_type() -> None:
    layer = st.GradientLayer(
        frame=(1, 2, 3, 4), hidden=True, background_color="blue", colors=["red", "lime"], locations=[0, 1]
    )
    shown = {key: layer.presentation_value(key, 0) for key in ("opacity", "hidden", "position", "bounds")}
    assert shown == {"opacity": 1.0, "hidden": True, "position": (2.5, 4.0), "bounds": (0, 0, 3, 4)}
    assert shown["hidden"] is True
    assert layer.presentation_value("position.x", 0) == 2.5
    assert layer.presentation_value("transform", 0) == st.Transform3D()
    assert layer.presentation_value("backgroundColor", 0) == (0, 0, 1, 1)
    assert layer.presentation_value("borderColor", 0) == (0, 0, 0, 1)
    assert layer.presentation_value("colors", 0) == [(1, 0, 0, 1), (0, 1, 0, 1)]
    assert layer.presentation_value("locations", 0) == (0, 1)
    assert layer.presentation_value("name", 0) == ""
    with pytest.raises(st.KeyPathError):
        layer.presentation_value("string", 0)


# Layers found by name


def test_a_layer_is_found_by_its_name_depth_first(tmp_path: pathlib.Path) -> None:
    scene, row = st.Scene(90, 40), st.ReplicatorLayer(name="row")
    first, deep, last = (st.Layer(name=name) for name in ("dot", "deep", "dot"))
    row.add_sublayer(first)
    first.add_sublayer(deep)
    scene.add_sublayer(row)
    scene.add_sublayer(last)
    assert scene.find("dot") is scene.root.find("dot") is row.find("dot") is first
    assert last.find("dot") is last
    assert scene.find("deep") is deep
    scene.save(tmp_path / "a.ca")
    opened = st.Scene.open(tmp_path / "a.ca")
    assert opened.find("deep").superlayer is opened.find("dot") is opened.sublayers[0].sublayers[0]


def test_find_reaches_every_layer_that_has_a_superlayer() -> None:
    scene, text, row = st.Scene(90, 40), st.TextLayer("a"), st.ReplicatorLayer(instance_count=2)
    text.glyph.name, source = "letter", st.Layer(name="source")
    mask, masks = st.Layer(name="mask"), [None, st.Layer(name="second mask")]
    text.mask, row.instance_masks = mask, masks
    row.add_sublayer(text)
    view = st.ViewReplicator(source)
    proxy = view.add_proxy(name="proxy")
    for layer in (row, view):
        scene.add_sublayer(layer)
    for found in (text.glyph, source, mask, masks[1], proxy):
        assert found is not None
        assert scene.find(found.name) is found


def test_a_name_that_no_layer_has_is_refused_with_the_nearest() -> None:
    scene = st.Scene(90, 40)
    scene.add_sublayer(st.Layer(name="hand"))
    with pytest.raises(st.InvalidArgument, match=r'layer "hnd".*"hand"'):
        scene.find("hnd")
    for name in ("", "x" * 1000):
        with pytest.raises(st.InvalidArgument, match='layer "'):
            scene.find(name)
    with pytest.raises(TypeError, match=r"find.*5"):
        scene.find(untyped(5))
