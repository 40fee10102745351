"""Tests of names and calls from other tools, each of which works or raises an error with a hint."""

from __future__ import annotations

import copy
import math
import pickle
import re
from collections.abc import Callable, Mapping, MutableMapping, MutableSequence, Sequence

import numpy as np
import pytest

import stretto as st
from stretto import reports
from stretto._ffi import ffi
from stretto._model import geometry
from stretto._model.words import camel_case, in_python, snake_case
from untyped import untyped

# Adding sublayers and animations


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
    scene = st.Scene(10, 10, sublayers=[first := st.Layer()])
    with pytest.raises(TypeError):
        untyped(scene).add_sublayer(*given)
    assert scene.sublayers == (first,)


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
    old, remaining, new = st.Layer(), st.Layer(), st.Layer()
    layer = st.Layer(sublayers=[old, remaining])
    elsewhere = st.Layer(sublayers=new)
    layer.sublayers = [new, remaining]
    assert layer.sublayers == (new, remaining)
    assert old.superlayer is None
    assert elsewhere.sublayers == ()
    layer.sublayers = reversed(layer.sublayers)
    assert layer.sublayers == (remaining, new)
    layer.sublayers = []
    assert layer.sublayers == ()
    assert remaining.superlayer is None


def test_objects_of_the_users_class_stay_the_same_in_replaced_sublayers() -> None:
    class Dot(st.Layer):
        color = "red"

    layer = st.Layer(sublayers=[Dot(), Dot()])
    layer.sublayers = [layer.sublayers[1]]
    assert isinstance(layer.sublayers[0], Dot)


def test_animations_are_replaced() -> None:
    fade, turn = st.BasicAnimation("opacity"), st.BasicAnimation("transform.rotation.z")
    layer = st.Layer(animations={"in": fade})
    assert list(layer.animations) == ["in"]
    layer.animations = [turn, fade]
    assert [item.key_path for item in layer.animations.values()] == ["transform.rotation.z", "opacity"]
    before = layer.animation_keys
    with pytest.raises(st.KeyPathError, match="ShapeLayer"):
        layer.animations = [turn, st.BasicAnimation("fill_color")]
    with pytest.raises(TypeError, match=r"Animation.*3"):
        layer.animations = untyped([turn, 3])
    assert layer.animation_keys == before
    other = st.Layer(animations=layer.animations)
    assert other.animation_keys == before, "what is read can be given"
    layer.animations = fade
    assert [item.key_path for item in layer.animations.values()] == ["opacity"]
    layer.animations = ()
    assert not layer.animations


# Key paths in both spellings


def test_every_property_has_two_spellings() -> None:
    tables = [*((0, kind) for kind in range(11)), *((1, kind) for kind in range(5)), (2, 0)]
    names = {row.name.decode() for table in tables for row in ffi.properties(*table)}
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
    text.characters(0, 2).set_value("font_size", 20)
    assert text.lines()[0].height > st.TextLayer("Hello", font_size=10).lines()[0].height


def test_key_paths_are_read_back_in_core_animation_s_spelling() -> None:
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
        with pytest.raises(st.KeyPathError, match=r'"back_ground.x".*"back_ground"'):
            refused()
    with pytest.raises(TypeError, match=r"shadow_radius.*'red'"):
        layer.set_value("shadow_radius", "red")


def test_a_key_path_error_is_a_value_error() -> None:
    with pytest.raises(ValueError, match='"width"'):
        st.Layer().value("width")


# Types of values that properties return


def test_rectangles_points_and_sizes_have_names_and_are_tuples() -> None:
    layer = st.Layer(frame=(10, 20, 30, 50))
    frame = layer.frame
    assert frame == (10, 20, 30, 50)
    assert (frame.x, frame.y, frame.width, frame.height) == frame
    assert (frame.min_x, frame.mid_x, frame.max_x) == (10, 25, 40)
    assert (frame.min_y, frame.mid_y, frame.max_y) == (20, 45, 70)
    assert (frame.origin, frame.size, frame.center) == ((10, 20), (30, 50), (25, 45))
    assert (layer.position.x, layer.position.y) == frame.center == layer.presentation_value("position")
    assert (frame.size.width, frame.size.height) == (layer.bounds.width, layer.bounds.height) == (30, 50)
    assert layer.convert_rect((0, 0, 3, 5)).max_y == 25
    assert layer.convert_point((3, 5)).x == 13
    path = st.Path.circle(10, 10, 5)
    assert path.bounds is not None
    assert path.bounds.max_x == path.point_at(0).x == 15
    assert st.Scene(40, 30).size.width == 40
    assert st.TextLayer("Hello").fitting_size().height > 36
    assert pickle.loads(pickle.dumps(frame)).center == frame.center
    layer.position = layer.frame.origin
    assert layer.position == (10, 20)


def test_a_rectangle_of_negative_size_has_min_below_max() -> None:
    bounds = st.Layer(bounds=(10, 20, -4, -6)).bounds
    assert (bounds.min_x, bounds.max_x, bounds.min_y, bounds.max_y) == (6, 10, 14, 20)
    assert bounds.center == (8, 17)


@pytest.mark.parametrize(
    ("name", "part", "hint"),
    [
        (
            "position",
            "x",
            'layer.set_value("position.x", 5) sets a part, and layer.position = (...) the whole',
        ),
        ("bounds", "width", 'layer.set_value("bounds.size.width", 5)'),
        ("frame", "center", 'layer.set_value("position", 5)'),
        ("frame", "max_x", "layer.frame = (...) the whole"),
    ],
)
def test_a_component_of_a_value_that_was_read_cannot_be_set(name: str, part: str, hint: str) -> None:
    layer = st.Layer(frame=(10, 20, 30, 50))
    with pytest.raises(AttributeError, match=re.escape(hint)):
        setattr(getattr(layer, name), part, 5)
    assert layer.frame == (10, 20, 30, 50)


def test_key_paths_that_messages_name_set_a_part() -> None:
    for kind in (geometry.Point, geometry.Size, geometry.Rect):
        for path in kind._EXAMPLES.values():
            layer = st.Layer()
            value = layer.value(path)
            layer.set_value(path, 3 if isinstance(value, float) else tuple(3 for _ in value))
            assert layer.value(path) != value


def test_animations_that_are_read_are_frozen() -> None:
    turn = st.BasicAnimation("transform.rotation.z", to_value=1, duration=1)
    layer = st.Layer(animations={"k": turn, "g": st.AnimationGroup([turn], duration=2)})
    group = layer.animations["g"]
    assert isinstance(group, st.AnimationGroup)
    given = st.AnimationGroup([turn], duration=2)
    for found, hint in (
        (layer.animations["k"], "layer.add_animation(changed, 'k')"),
        (layer.animation("k"), "layer.add_animation(changed, 'k')"),
        (group, "layer.add_animation(changed, 'g')"),
        (group.animations[0], "layer.add_animation(changed, 'g')"),
        (given.animations[0], "group.animations = [...] gives it changed ones"),
    ):
        assert found is not None
        with pytest.raises(st.InvalidArgument, match=re.escape(hint)):
            found.duration = 9
        with pytest.raises(st.InvalidArgument, match=re.escape("copy.copy(animation) can be changed")):
            found.speed = 3
        twin = copy.copy(found)
        twin.duration = 9
        assert (twin.duration, found.speed) == (9, 1)
    turn.duration = 5
    assert given.animations[0].duration == 1, (
        "what was given goes on being the user's, and the group has a copy"
    )
    given.duration = 4
    layer.add_animation(given, "g")
    assert layer.animations["g"].duration == 4


def test_members_of_a_group_stay_of_the_users_class() -> None:
    class Turn(st.BasicAnimation):
        def __init__(self, turns: float) -> None:
            super().__init__("transform.rotation.z", to_value=turns * 6.28)
            self.turns = turns

    member = st.AnimationGroup([Turn(2)]).animations[0]
    assert isinstance(member, Turn)
    assert member.turns == 2


def test_filters_that_layers_have_are_frozen() -> None:
    blur = st.Filter("gaussianBlur", input_radius=2)
    blur.input_radius = 3
    layer = st.Layer(filters=[blur])
    for found in (blur, layer.filters[0]):
        for change in (
            lambda found=found: setattr(found, "input_radius", 4),
            lambda found=found: found.__setitem__("inputRadius", 4),
            lambda found=found: setattr(found, "name", "soft"),
        ):
            with pytest.raises(st.InvalidArgument, match=re.escape("copy.copy(filter) can be changed")):
                change()
        with pytest.raises(st.InvalidArgument, match="copy"):
            found.inputs["inputRadius"] = 4
    other = copy.copy(blur)
    other.input_radius = 4
    layer.background_filters = [blur, other := copy.copy(other)][1:]
    assert (layer.filters[0].input_radius, layer.background_filters[0].input_radius) == (3, 4)


@pytest.mark.parametrize(
    "change",
    [
        lambda layer: layer.colors.append("red"),
        lambda layer: layer.colors.__setitem__(0, "red"),
        lambda layer: layer.colors.sort(),
        lambda layer: layer.colors.__iadd__(["red"]),
    ],
)
def test_lists_that_are_read_are_frozen(change: Callable[[st.GradientLayer], object]) -> None:
    layer = st.GradientLayer(colors=["red", "blue"])
    with pytest.raises(st.InvalidArgument, match=re.escape("change list(...) of it and set the property")):
        change(layer)
    assert layer.colors == [(1, 0, 0, 1), (0, 0, 1, 1)]
    twin = copy.deepcopy(layer.colors)
    twin.append((0, 1, 0, 1))
    layer.colors = twin
    assert len(layer.colors) == 3
    assert type(pickle.loads(pickle.dumps(layer.colors))) is list


def test_a_dict_that_is_read_is_frozen() -> None:
    text = st.TextLayer("Hello", font_variations={"wght": 300})
    assert text.font_variations == {"wght": 300}
    with pytest.raises(st.InvalidArgument, match=re.escape("change dict(...) of it")):
        text.font_variations["wght"] = 700
    with pytest.raises(st.InvalidArgument, match=re.escape("change dict(...) of it")):
        text.font_variations.update(wght=700)


def test_all_that_changes_a_list_or_a_dict_is_refused() -> None:
    of_lists = {*dir(MutableSequence)} - {*dir(Sequence)} | {"sort", "__imul__"}
    of_dicts = {*dir(MutableMapping)} - {*dir(Mapping)} | {"__ior__"}
    for kind, names in ((geometry.FrozenList, of_lists), (geometry.FrozenDict, of_dicts)):
        for name in names - {"__abstractmethods__", "_abc_impl", "_MutableMapping__marker"}:
            with pytest.raises(st.InvalidArgument, match="copy"):
                getattr(kind(), name)()


# Transforms


def test_methods_of_a_transform_chain() -> None:
    moved = st.Transform3D.translation(3, 4)
    assert moved.scale(2) == moved.scaled(2) == st.Transform3D.scale(2) @ moved
    assert (moved.scale(2).m11, moved.scale(2).m41) == (2, 3)
    assert moved.translation(1, 2).m42 == 6
    assert moved.rotation(1).scale(2, 3) == st.Transform3D.scale(2, 3) @ st.Transform3D.rotation(1) @ moved
    eye = st.Transform3D.perspective(500)
    assert eye.rotation(1, 0, 1, 0) == eye.rotated(1, 0, 1, 0)
    assert moved.perspective(500) == eye @ moved
    assert st.Transform3D(moved) == moved


def test_what_a_method_of_a_transform_refuses_is_the_same_in_a_chain() -> None:
    moved = st.Transform3D.translation(3, 4)
    with pytest.raises(TypeError, match=re.escape("write Transform3D.translation(3, 4)")):
        untyped(moved).translation((3, 4))
    with pytest.raises(st.InvalidArgument, match=r"perspective.*-1"):
        moved.perspective(-1)


# Positions and times


@pytest.mark.parametrize("kind", [st.Layer, st.TextLayer, st.ReplicatorLayer, st.Proxy])
def test_frame_and_position_are_not_given_together(kind: type[st.Layer]) -> None:
    message = "both say where it is: leave out position, or write bounds=(0, 0, 30, 40) in place of frame"
    with pytest.raises(TypeError, match=re.escape(message)):
        kind(frame=(10, 20, 30, 40), position=(3, 4))
    with pytest.raises(TypeError, match=re.escape("write bounds=(0, 0, width, height)")):
        kind(frame=3, position=(3, 4))  # type: ignore[arg-type]
    layer = kind(frame=(10, 20, 30, 40))
    layer.position = (50, 60)
    assert layer.frame == (35, 40, 30, 40)


def test_points_are_taken_as_pairs_numbers_and_arrays() -> None:
    layer = st.Layer(frame=(10, 20, 30, 40), background_color="red")
    scene = st.Scene(100, 100, sublayers=[layer])
    assert layer.contains((3, 4)) is layer.contains(3, 4) is layer.contains(np.array([3, 4])) is True
    assert layer.contains((33, 4)) is layer.contains(33, 4) is False
    layer.add_animation(st.BasicAnimation("position.x", from_value=25, to_value=65, duration=1))
    hits = [
        scene.hit_test((15, 25)), scene.hit_test((15, 25), 0), scene.hit_test((15, 25), time=0),
        scene.hit_test(15, 25), scene.hit_test(15, 25, 0), scene.hit_test(15, 25, time=0),
        scene.hit_test(np.array([15, 25])),
    ]  # fmt: skip
    assert {hit and hit.layer for hit in hits} == {layer}
    assert {hit and hit.point for hit in hits} == {(5, 5)}
    late = [scene.hit_test((15, 25), 0.5), scene.hit_test(15, 25, 0.5), scene.hit_test((15, 25), time=0.5)]
    assert late == [None] * 3


def test_the_default_time_is_0() -> None:
    layer = st.Layer(frame=(0, 0, 4, 4), background_color="red", begin_time=-2)
    scene = st.Scene(4, 4, sublayers=[layer])
    assert layer.local_time() == layer.local_time(0) == 2
    assert layer.presentation_value("opacity") == 1
    assert (scene.render() == scene.render(0)).all()
    assert scene.instances(layer) == scene.instances(layer, 0)
    assert scene.sync_report(layer).time == 0
    assert scene.state() == ""


def test_a_copy_is_an_instance_in_every_report() -> None:
    dot = st.Layer(frame=(0, 0, 4, 4), background_color="red")
    row = st.ReplicatorLayer(dot, instance_count=2, instance_transform=st.Transform3D.translation(5, 0))
    scene = st.Scene(9, 4, sublayers=[row])
    assert [found.instance for found in scene.instances(dot)] == [(0,), (1,)]
    hit = scene.hit_test(6, 1)
    assert hit is not None
    assert hit.instance == (1,)
    assert [instance for group in scene.sync_report(dot).groups for instance in group.instances] == [
        (0,),
        (1,),
    ]
    assert [window.instance for window in st.plot.windows(dot)] == [(0,), (1,)]


def test_sublayers_that_cannot_be_leave_what_was() -> None:
    layer = st.Layer(sublayers=[child := st.Layer()])
    above = st.Layer(sublayers=[layer])
    deep = st.Layer()
    for _ in range(254):
        deep = st.Layer(sublayers=[deep])
    for wrong in (
        [st.Layer(), above],
        [st.Layer(), layer],
        [child, child],
        [st.Layer(), deep],
        [st.Scene(1, 1).root],
    ):
        superlayers = [item.superlayer for item in wrong]
        with pytest.raises((st.InvalidArgument, st.LimitError)):
            layer.sublayers = wrong
        assert layer.sublayers == (child,)
        assert [item.superlayer for item in wrong] == superlayers


# Animations of several instances with one key


def row_of_dots(count: int = 4) -> tuple[st.Scene, st.Layer]:
    dot = st.Layer(frame=(0, 0, 4, 4), background_color="red", name="dot")
    row = st.ReplicatorLayer(dot, instance_count=count, instance_transform=st.Transform3D.translation(5, 0))
    return st.Scene(5 * count, 4, sublayers=[row]), dot


def fade(to_value: float) -> st.BasicAnimation:
    return st.BasicAnimation("opacity", from_value=to_value, to_value=to_value, duration=9)


def opacities(dot: st.Layer, count: int = 4) -> list[float]:
    return [dot.presentation_value("opacity", 1, (index,)) for index in range(count)]


def test_one_key_names_an_animation_for_each_instance() -> None:
    scene, dot = row_of_dots()
    for index in (1, 2, 3):
        assert dot.add_animation(fade(index / 4), "pulse", instance=(index,)) == "pulse"
    assert opacities(dot) == [1, 0.25, 0.5, 0.75]
    dot.add_animation(fade(0.9), "pulse", instance=(2,))
    assert opacities(dot) == [1, 0.25, 0.9, 0.75], "the same instance: replaced"
    dot.add_animation(fade(0.8), "pulse", instance=(2, 0))
    assert opacities(dot) == [1, 0.25, 0.8, 0.75], "indices left out are 0"
    assert dot.animation_keys == ("pulse",)
    twin = st.Scene.from_bytes(scene.to_bytes())
    assert twin == scene
    assert opacities(twin.find("dot")) == opacities(dot)
    found = dot.animation("pulse", instance=(3,))
    assert isinstance(found, st.BasicAnimation)
    assert found.to_value == 0.75
    assert dot.animation("pulse", instance=(0,)) is None
    dot.remove_animation("pulse", instance=(1,))
    dot.remove_animation("pulse", instance=(0,))
    assert opacities(dot) == [1, 1, 0.8, 0.75]
    dot.remove_animation("pulse")
    assert opacities(dot) == [1, 1, 1, 1]
    assert dot.animations == {}


def test_one_key_may_be_for_all_copies_and_for_single_ones() -> None:
    scene, dot = row_of_dots()
    dot.add_animation(fade(0.25), "pulse", instance=(1,))
    dot.add_animation(fade(0.5), "pulse")
    assert opacities(dot) == [0.5] * 4, "applied as those of different keys: the later one counts"
    first = dot.animation("pulse")
    assert isinstance(first, st.BasicAnimation)
    assert first.to_value == 0.5, "without an instance that for all"
    dot.add_animation(fade(0.75), "pulse", instance=(1,))
    assert opacities(dot) == [0.5, 0.75, 0.5, 0.5]
    twin = st.Scene.from_bytes(scene.to_bytes())
    assert opacities(twin.find("dot")) == [0.5, 0.75, 0.5, 0.5]
    assert not twin.warnings
    dot.add_animation(fade(0.1), "pulse", instance=(None,))
    assert opacities(dot) == [0.1] * 4
    dot.remove_animation("pulse", instance=(None,))
    assert opacities(dot) == [0.5, 0.75, 0.5, 0.5]


# Messages


@pytest.mark.parametrize("depth", [0, 1, 2])
@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: st.BasicAnimation("fill_color", to_value="red"), '"fillColor": there is no property'),
        (lambda: st.KeyframeAnimation("opacity"), "values: a keyframe animation without values was given"),
        (
            lambda: st.BasicAnimation("font_variations.wgth"),
            '"fontVariations.wgth": the font has no such axis',
        ),
        (lambda: st.BasicAnimation("speed", to_value=1, additive=True), "speed"),
    ],
)
def test_errors_inside_groups_are_those_outside(
    wrong: Callable[[], st.Animation], message: str, depth: int
) -> None:
    def add() -> None:
        animation = wrong()
        for _ in range(depth):
            animation = st.AnimationGroup([animation])
        layer.add_animation(animation)

    layer = st.TextLayer("x")
    with pytest.raises((st.InvalidArgument, st.KeyPathError), match=f"^{re.escape(message)}"):
        add()
    assert not layer.animations


def test_words_of_core_animation_in_a_message_are_pythons() -> None:
    assert in_python("timingFunctions: 9 were given") == "timing_functions: 9 were given"
    assert in_python("fromValue and byValue: no") == "from_value and by_value: no"
    assert in_python("values: keyTimes has 3: no") == "values: keyTimes has 3: no"


def spinners(count: int) -> st.Scene:
    spinner = st.Layer(name="spinner", frame=(0, 0, 20, 20))
    spinner.add_sublayer(st.Layer(name="dot", background_color="red"))
    return st.Scene(99, 99, sublayers=[copy.copy(spinner) for _ in range(count)])


def test_diagnostics_name_layers_by_their_paths() -> None:
    scene = spinners(5)
    scene.sublayers[3].sublayers[0].name = "ball"
    messages = [found.message for found in scene.diagnostics()]
    assert len(messages) == 2
    assert (
        "bounds of <Layer 'spinner 0 / dot', frame (0, 0, 0, 0)> (and 3 more like it) has no" in messages[0]
    )
    assert "bounds of <Layer 'spinner 3 / ball', frame (0, 0, 0, 0)> has no area" in messages[1]


def test_equal_lines_of_copies_are_one_line_with_a_count() -> None:
    scene = spinners(9)
    (found,) = scene.diagnostics()
    dots = [spinner.sublayers[0] for spinner in scene.sublayers]
    assert [found.layer, *found.others] == dots
    assert "(and 8 more like it)" in str(found)
    for dot in dots:
        dot.add_animation(st.BasicAnimation("opacity", to_value=0, duration=1, repeat_count=math.inf))
    lines = str(scene.loop_report()).splitlines()
    assert lines[1:] == [
        "  opacity of <Layer 'spinner 0 / dot', frame (0, 0, 0, 0)> (and 8 more like it) repeats every 1 s"
    ]
    dots[4].add_animation(st.BasicAnimation("opacity", to_value=0, duration=2, repeat_count=math.inf))
    assert len(str(scene.loop_report()).splitlines()) == 3


def test_paths_of_layers_without_names() -> None:
    inner = st.Layer(frame=(1, 2, 3, 4))
    title = st.TextLayer("Hello", name="title")
    row = st.ReplicatorLayer([inner, title], instance_count=2)
    scene = st.Scene(9, 9, sublayers=[st.Layer(), row, st.Layer(sublayers=[mask := st.Layer()])])
    paths = reports._LayerPaths()
    assert paths.path(inner) == "<Layer, frame (1, 2, 3, 4)> in 'ReplicatorLayer'"
    assert paths.path(title) == "<TextLayer 'ReplicatorLayer / title' 'Hello', 36 points>"
    assert paths.path(title.glyph).endswith(" in 'ReplicatorLayer / title'")
    assert paths.path(mask) == "<Layer, frame (0, 0, 0, 0)> in 'Layer 1'"
    assert paths.path(scene.root) == repr(scene.root)
