"""What people write by habit, from other tools, and what comes of it."""

from __future__ import annotations

import re

import numpy as np
import pytest

import stretto as st
from stretto import _ffi
from stretto._words import camel_case, snake_case
from untyped import untyped

# ------------------------------------------------------------------ sublayers and animations in one go


def test_what_is_added_comes_back() -> None:
    scene, dot, title, shape = st.Scene(10, 10), st.Layer(), st.TextLayer("Hello"), st.ShapeLayer()
    assert scene.add_sublayer(title) is title
    assert scene.root.add_sublayer(dot, shape) == (dot, shape)
    assert list(scene.sublayers) == [title, dot, shape], "the last one is topmost"
    assert scene.root.insert_sublayer(shape, 0) is shape
    assert list(scene.sublayers) == [shape, title, dot]
    assert scene.add_sublayer(dot, st.Layer(), title, st.Layer())[2] is title


@pytest.mark.parametrize("given", [(), ("x",), (st.Layer(), "x"), ([st.Layer()],)])
def test_what_is_no_layer_is_not_added_nor_what_comes_with_it(given: tuple[object, ...]) -> None:
    scene = st.Scene(10, 10, sublayers=[kept := st.Layer()])
    with pytest.raises(TypeError):
        untyped(scene).add_sublayer(*given)
    assert scene.sublayers == (kept,)


def test_a_list_where_layers_are_given_one_by_one() -> None:
    with pytest.raises(TypeError, match=re.escape("one by one; a list is given as *layers")):
        untyped(st.Scene(10, 10)).add_sublayer([st.Layer(), st.Layer()])


def test_sublayers_and_animations_are_keywords_of_every_layer() -> None:
    fade = st.BasicAnimation("opacity", from_value=0, to_value=1)
    turn = st.BasicAnimation("transform.rotation.z", to_value=1)
    kinds = (
        st.Layer,
        st.ReplicatorLayer,
        st.ShapeLayer,
        st.GradientLayer,
        st.EmitterLayer,
        st.TransformLayer,
    )
    for kind in (*kinds, st.TextLayer):
        below = [st.Layer(), st.ShapeLayer()]
        layer = kind(sublayers=below, animations=[fade, turn])
        assert layer.sublayers == tuple(below)
        assert [item.key_path for item in layer.animations.values()] == ["opacity", "transform.rotation.z"]
    scene = st.Scene(10, 10, sublayers=[layer])
    assert scene.sublayers == (layer,)


def test_a_keyword_that_asks_for_another_may_come_first() -> None:
    blur = st.BasicAnimation("filters.gaussianBlur.inputRadius", to_value=4)
    layer = st.Layer(animations=[blur], sublayers=[], filters=["gaussianBlur"])
    assert len(layer.animations) == 1


def test_sublayers_are_replaced() -> None:
    old, kept, new = st.Layer(), st.Layer(), st.Layer()
    layer = st.Layer(sublayers=[old, kept])
    elsewhere = st.Layer(sublayers=new)
    layer.sublayers = [new, kept]
    assert layer.sublayers == (new, kept)
    assert old.superlayer is None
    assert elsewhere.sublayers == ()
    layer.sublayers = reversed(layer.sublayers)
    assert layer.sublayers == (kept, new)
    layer.sublayers = []
    assert layer.sublayers == ()
    assert kept.superlayer is None


def test_objects_of_the_users_class_stay_the_same_in_replaced_sublayers() -> None:
    class Dot(st.Layer):
        color = "red"

    layer = st.Layer(sublayers=[Dot(), Dot()])
    layer.sublayers = [layer.sublayers[1]]
    assert isinstance(layer.sublayers[0], Dot)


def test_a_layer_under_a_replicator_is_its_sublayer() -> None:
    ball, box = st.Layer(), st.Layer()
    assert st.ReplicatorLayer(ball, instance_count=3).sublayers == (ball,)
    assert st.ReplicatorLayer([ball, box], instance_count=3).sublayers == (ball, box)
    with pytest.raises(TypeError, match=re.escape("write ReplicatorLayer(instance_count=3)")):
        untyped(st.ReplicatorLayer)(3)


def test_animations_are_replaced() -> None:
    fade, turn = st.BasicAnimation("opacity"), st.BasicAnimation("transform.rotation.z")
    layer = st.Layer(animations={"in": fade})
    assert list(layer.animations) == ["in"]
    layer.animations = [turn, fade]
    assert [item.key_path for item in layer.animations.values()] == ["transform.rotation.z", "opacity"]
    before = layer.animation_keys
    with pytest.raises(st.KeyPathError, match="ShapeLayer has it"):
        layer.animations = [turn, st.BasicAnimation("fill_color")]
    with pytest.raises(TypeError, match="an Animation is needed, not int 3"):
        layer.animations = untyped([turn, 3])
    assert layer.animation_keys == before
    other = st.Layer(animations=layer.animations)
    assert other.animation_keys == before, "what is read can be given"
    layer.animations = fade
    assert [item.key_path for item in layer.animations.values()] == ["opacity"]
    layer.animations = ()
    assert not layer.animations


# ------------------------------------------------------------------ key paths in either spelling


def test_every_property_has_two_spellings() -> None:
    tables = [*((0, kind) for kind in range(11)), *((1, kind) for kind in range(5)), (2, 0)]
    names = {row.name.decode() for table in tables for row in _ffi.properties(*table)}
    assert len(names) > 100
    assert {camel_case(snake_case(name)) for name in names} == names
    assert {camel_case(name) for name in names} == names


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("background_color", "backgroundColor"),
        ("transform.rotation.z", "transform.rotation.z"),
        ("position.x", "position.x"),
        ("shadow_offset.width", "shadowOffset.width"),
        ("sublayers.hand_left.z_position", "sublayers.hand_left.zPosition"),
        ("sublayers.sublayers.z_position", "sublayers.sublayers.zPosition"),
        (
            "sublayers.a_b.sublayers.c_d.filters.e_f.input_radius",
            "sublayers.a_b.sublayers.c_d.filters.e_f.inputRadius",
        ),
        ("emitter_cells.red_spark.birth_rate", "emitterCells.red_spark.birthRate"),
        ("font_variations.a_bc", "fontVariations.a_bc"),
    ],
)
def test_names_of_the_users_own_stay_in_key_paths(given: str, meant: str) -> None:
    assert camel_case(given) == meant
    assert camel_case(meant) == meant


def test_key_paths_are_taken_in_either_spelling() -> None:
    hand = st.Layer(name="hand_left", background_color="red", filters=["gaussianBlur"])
    layer = st.Layer(sublayers=[hand])
    scene = st.Scene(10, 10, sublayers=[layer])
    layer.set_value("shadow_offset.width", 7)
    assert layer.value("shadow_offset.width") == layer.value("shadowOffset.width") == 7
    assert layer.presentation_value("shadow_offset.width", 0) == 7
    layer.set_value("sublayers.hand_left.background_color", "blue")
    assert hand.background_color == (0, 0, 1, 1)
    hand.set_value("filters.gaussianBlur.input_radius", 3)
    assert hand.filters[0]["input_radius"] == 3
    layer.add_animation(st.BasicAnimation("shadow_radius", from_value=0, to_value=1, duration=1))
    assert np.allclose(scene.sample(layer, "shadow_radius", 0, 1, 3)[1], [0, 0.5, 3])
    scene.add_state("on", {layer: {"background_color": "white"}})
    scene.set_state("on", 2)
    assert layer.presentation_value("background_color", 3) == (1, 1, 1, 1)
    text = st.TextLayer("Hello", font_size=10)
    text.set_value("font_size", 20, characters=(0, 2))
    assert text.lines()[0].height > st.TextLayer("Hello", font_size=10).lines()[0].height


def test_what_comes_back_is_core_animations() -> None:
    fade = st.BasicAnimation("background_color", to_value="red", duration=1)
    assert fade.key_path == "backgroundColor"
    layer = st.Layer(animations=[fade])
    scene = st.Scene(10, 10, sublayers=[layer])
    assert next(iter(layer.animations.values())).key_path == "backgroundColor"
    assert [entry.key_path for entry in scene.loop_report().entries] == ["backgroundColor"]


def test_errors_name_a_key_path_as_it_was_given() -> None:
    layer = st.Layer()
    for refused in (
        lambda: layer.value("back_ground.x"),
        lambda: layer.set_value("back_ground.x", 1),
        lambda: layer.presentation_value("back_ground.x", 0),
        lambda: st.BasicAnimation("back_ground.x"),
    ):
        with pytest.raises(st.KeyPathError, match=r'"back_ground.x": there is no property "back_ground"'):
            refused()
    with pytest.raises(TypeError, match="shadow_radius takes a number, not str 'red'"):
        layer.set_value("shadow_radius", "red")
