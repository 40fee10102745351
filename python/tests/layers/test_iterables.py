"""Tests that parameters for several values accept any iterable, and iterate it once."""

from __future__ import annotations

import collections
import contextlib
import copy
import inspect
import io
import pathlib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import pytest

import stretto as st
from stretto.path import Path
from untyped import untyped

Made = Callable[[Sequence[Any]], Iterable[Any]]
#: Iterables of different types that give equal values.
FORMS: dict[str, Made] = {
    "tuple": tuple,
    "generator": lambda values: (value for value in values),
    "map": lambda values: map(copy.copy, values),
    "iterator": iter,
    "deque": collections.deque,
}
NUMBERS: dict[str, Made] = {
    **FORMS,
    "array": np.array,
    "float32": lambda values: np.array(values, np.float32),
}


def scene(layer: st.Layer) -> bytes:
    return st.Scene(50, 50, sublayers=[layer]).to_bytes()


def attribute(name: str, values: Any, make: Callable[[], Any] = st.Layer) -> bytes:
    layer = make()
    setattr(layer, name, values)
    return scene(layer)


def animated(**values: Any) -> bytes:
    layer = st.Layer()
    layer.add_animation(untyped(st.KeyframeAnimation)("position", **values))
    return scene(layer)


def staggered(given: Any) -> bytes:
    one, other = st.Layer(), st.Layer()
    shown = st.Scene(9, 9, sublayers=[one, other])
    st.Timeline(shown).to([one, other], opacity=0, stagger=given)
    return shown.to_bytes()


def gradient() -> st.GradientLayer:
    return st.GradientLayer(colors=["red", "green", "blue"])


def set_value(key_path: str, given: Any) -> bytes:
    layer = st.Layer()
    layer.set_value(key_path, given)
    return scene(layer)


def gradient_value(given: Any) -> bytes:
    layer = st.GradientLayer()
    layer.set_value("colors", given)
    return scene(layer)


def grouped(given: Any) -> bytes:
    layer = st.Layer()
    layer.add_animation(st.AnimationGroup(animations=given))
    return scene(layer)


def rows() -> tuple[st.Scene, st.Layer]:
    """A scene with three copies of a layer, of which copy 1 has a value and an animation."""
    layer = st.Layer(frame=(0, 0, 9, 9), background_color="red")
    shown = st.Scene(9, 9, sublayers=[st.ReplicatorLayer(layer, 3, instance_delay=0.5)])
    layer.set_value("opacity", 0.5, instance=[1])
    layer.add_animation(st.BasicAnimation("zPosition", 0, 1), "k", instance=[1])
    return shown, layer


def changed(change: Callable[[st.Scene, st.Layer], object]) -> bytes:
    shown, layer = rows()
    change(shown, layer)
    return shown.to_bytes()


def queried(query: Callable[[st.Scene, st.Layer], object]) -> object:
    shown, layer = rows()
    return query(shown, layer)


def state_of(given: Any) -> bytes:
    layer = gradient()
    shown = st.Scene(9, 9, sublayers=[layer])
    shown.add_state("on", {layer: {"colors": given}})
    return shown.to_bytes()


def transition_of(shown: st.Scene, layer: st.Layer, given: Any) -> None:
    shown.add_state("on", {layer: {"opacity": 1}})
    shown.add_transition("*", "on", {layer: given})


def saved(given: Any) -> bytes:
    file = io.BytesIO()
    rows()[0].movie(0.2, 10, diagnose=False).save(file, format="gif", durations=given)
    return file.getvalue()


def text_staggered(given: Any) -> bytes:
    layer = st.TextLayer("abc")
    layer.stagger(each=0.1, from_=given)
    return scene(layer)


#: Folder of the package, which has no font that a family name finds.
FOLDER = str(pathlib.Path(st.__file__).parent)


def _to(given: Any) -> object:
    return st.BasicAnimation("position", to_value=given).to_value


#: Parameters that take numbers: the numbers, and a function that returns the stored value.
OF_NUMBERS: dict[str, tuple[list[Any], Callable[[Any], object]]] = {
    "position": ([1.0, 2.0], lambda given: attribute("position", given)),
    "bounds": ([1.0, 2.0, 3.0, 4.0], lambda given: attribute("bounds", given)),
    "frame": ([1.0, 2.0, 3.0, 4.0], lambda given: attribute("frame", given)),
    "background_color": ([1.0, 0.5, 0.25], lambda given: attribute("background_color", given)),
    "transform": (
        [float(k == m) for k in range(4) for m in range(4)],
        lambda given: attribute("transform", given),
    ),
    "locations": ([0.0, 0.5, 1.0], lambda given: attribute("locations", given, gradient)),
    "line_dash_pattern": ([1.0, 2.0], lambda given: attribute("line_dash_pattern", given, st.ShapeLayer)),
    "instance_delays": ([0.0, 0.5], lambda given: attribute("instance_delays", given, st.ReplicatorLayer)),
    "instance_opacities": (
        [0.0, 0.5],
        lambda given: attribute("instance_opacities", given, st.ReplicatorLayer),
    ),
    "set_value": ([1.0, 2.0], lambda given: set_value("position", given)),
    "from_value": ([1.0, 2.0], lambda given: st.BasicAnimation("position", given).from_value),
    "to_value": ([1.0, 2.0], _to),
    "key_times": ([0.0, 0.25, 1.0], lambda given: animated(values=[(0, 0), (1, 1), (2, 2)], key_times=given)),
    "timing_function": (
        [0.1, 0.2, 0.3, 1.0],
        lambda given: st.BasicAnimation("opacity", timing_function=given),
    ),
    "contains": ([1.0, 2.0], lambda given: st.Layer(bounds=(0, 0, 5, 5)).contains(given)),
    "convert_point": ([1.0, 2.0], lambda given: st.Layer(position=(3, 4)).convert_point(given)),
    "convert_rect": ([1.0, 2.0, 3.0, 4.0], lambda given: st.Layer(position=(3, 4)).convert_rect(given)),
    "hit_test": ([1.0, 2.0], lambda given: st.Scene(9, 9).hit_test(given)),
    "stagger": (
        [0.0, 0.5],
        staggered,
    ),
    "matrix": (
        [0.5] * 20,
        lambda given: st.Filter("colorMatrix", inputColorMatrix=given)["inputColorMatrix"],
    ),
}
#: Parameters that take colours, layers and other objects, and a function that returns the stored value.
OF_OBJECTS: dict[str, tuple[Callable[[], list[Any]], Callable[[Any], object]]] = {
    "colors": (lambda: ["red", "clear", "blue"], lambda given: attribute("colors", given, st.GradientLayer)),
    "set_value colors": (lambda: ["red", "blue"], gradient_value),
    "instance_colors": (
        lambda: ["red", "blue"], lambda given: attribute("instance_colors", given, st.ReplicatorLayer),
    ),
    "instance_transforms": (
        lambda: [st.Transform3D.scale(2), st.Transform3D()],
        lambda given: attribute("instance_transforms", given, st.ReplicatorLayer),
    ),
    "instance_masks": (
        lambda: [st.Layer(name="m"), None],
        lambda given: attribute("instance_masks", given, st.ReplicatorLayer),
    ),
    "sublayers": (
        lambda: [st.Layer(name="a"), st.Layer(name="b")], lambda given: attribute("sublayers", given),
    ),
    "replicator": (
        lambda: [st.Layer(name="a"), st.Layer(name="b")], lambda given: scene(st.ReplicatorLayer(given, 3)),
    ),
    "animations": (
        lambda: [st.BasicAnimation("opacity", 0, 1), st.BasicAnimation("zPosition", 0, 1)],
        lambda given: attribute("animations", given),
    ),
    "group": (
        lambda: [st.BasicAnimation("opacity", 0, 1), st.BasicAnimation("zPosition", 0, 1)],
        grouped,
    ),
    "filters": (lambda: [st.Filter("colorInvert")], lambda given: attribute("filters", given)),
    "emitter_cells": (
        lambda: [st.EmitterCell(name="a"), st.EmitterCell(name="b")],
        lambda given: attribute("emitter_cells", given, st.EmitterLayer),
    ),
    "values": (lambda: [(0.0, 0.0), (1.0, 2.0)], lambda given: animated(values=given)),
    "values of colors": (
        lambda: ["red", "blue"], lambda given: list(st.KeyframeAnimation("backgroundColor", given).values),
    ),
    "timing_functions": (
        lambda: ["easeIn", "linear"],
        lambda given: animated(values=[(0, 0), (1, 1), (2, 2)], timing_functions=given),
    ),
    "masked_corners": (lambda: ["minXMinY"], lambda given: attribute("masked_corners", given)),
    "polygon": (lambda: [(0.0, 0.0), (3.0, 0.0), (3.0, 4.0)], lambda given: Path.polygon(given).elements()),
    "timeline": (lambda: [st.Layer(), st.Layer()],
        lambda given: len(st.Timeline().to(given, opacity=0)._items)),
    "state": (lambda: ["red", "clear", "blue"], state_of),
    "transition": (
        lambda: [st.BasicAnimation("opacity", duration=1), st.BasicAnimation("zPosition", duration=1)],
        lambda given: changed(lambda shown, layer: transition_of(shown, layer, given)),
    ),
    "emitter_behaviors": (
        lambda: [st.EmitterBehavior("drag", name="a")],
        lambda given: attribute("emitter_behaviors", given, st.EmitterLayer),
    ),
    "scene": (lambda: [st.Layer(name="a")], lambda given: st.Scene(9, 9, sublayers=given).to_bytes()),
    "scene sublayers": (
        lambda: [st.Layer(name="a")],
        lambda given: changed(lambda shown, _: setattr(shown, "sublayers", given)),
    ),
    "cells of a cell": (
        lambda: [st.EmitterCell(name="a")],
        lambda given: attribute("emitter_cells", [st.EmitterCell(emitter_cells=given)], st.EmitterLayer),
    ),
    "set_value instance": (
        lambda: [2], lambda given: changed(lambda _, layer: layer.set_value("opacity", 0.1, instance=given)),
    ),
    "value instance": (
        lambda: [1], lambda given: queried(lambda _, layer: layer.value("opacity", instance=given)),
    ),
    "add_animation instance": (
        lambda: [2],
        lambda given: changed(
            lambda _, layer: layer.add_animation(st.BasicAnimation("opacity", 0, 1), "k", instance=given)
        ),
    ),
    "animation instance": (
        lambda: [1],
        lambda given: queried(lambda _, layer: layer.animation("k", instance=given).key_path),  # type: ignore[union-attr]
    ),
    "remove_animation instance": (
        lambda: [1], lambda given: changed(lambda _, layer: layer.remove_animation("k", instance=given)),
    ),
    "local_time": (lambda: [1], lambda given: queried(lambda _, layer: layer.local_time(3, given))),
    "presentation_value": (
        lambda: [1], lambda given: queried(lambda _, layer: layer.presentation_value("opacity", 3, given)),
    ),
    "sample": (
        lambda: [1],
        lambda given: queried(
            lambda shown, layer: shown.sample(layer, "opacity", 0, 1, 5, instance=given)[1].tolist()
        ),
    ),
    "indices": (lambda: [1], lambda given: st.Instance(rows()[1], given).indices),
    "hit_test_many": (
        lambda: [(1.0, 2.0), (3.0, 4.0)],
        lambda given: queried(lambda shown, _: [hit and hit.instance for hit in shown.hit_test_many(given)]),
    ),
    "render_frames": (
        lambda: [0.0, 0.5], lambda given: [frame.tolist() for frame in rows()[0].render_frames(given)],
    ),
    "durations": (lambda: [0.1, 0.2], saved),
    "font_folders": (
        lambda: [FOLDER], lambda given: st.Scene.from_bytes(rows()[0].to_bytes(), font_folders=given),
    ),
    "Font.find": (lambda: ["/usr/share/fonts", FOLDER], lambda given: found(given)),
    "Font.covering": (lambda: [FOLDER], lambda given: st.Font.covering("a", folders=given)),
    "character_at": (lambda: [3.0, 3.0], lambda given: st.TextLayer("abc").character_at(given)),
    "from_": (lambda: [0.5, 0.0], lambda given: st.stagger(5, given, each=1).tolist()),
    "from_ of a text": (lambda: [0.5, 0.0], text_staggered),
}  # fmt: skip
#: The row of the tables above for each public parameter whose annotation names an iterable or a sequence.
PARAMETERS = {
    "AnimationGroup.animations": "group",
    "AnimationGroup.animations.animations": "group",
    "CopiedLayer.instance_masks.masks": "instance_masks",
    "EmitterCell.emitter_cells": "cells of a cell",
    "EmitterCell.emitter_cells.cells": "cells of a cell",
    "EmitterLayer.emitter_behaviors.behaviors": "emitter_behaviors",
    "EmitterLayer.emitter_cells.cells": "emitter_cells",
    "Font.covering.folders": "Font.covering",
    "Font.find.folders": "Font.find",
    "Instance.convert_point.point": "convert_point",
    "Instance.convert_rect.rect": "convert_rect",
    "Instance.indices": "indices",
    "KeyframeAnimation.values": "values",
    "KeyframeAnimation.values.values": "values",
    "Layer.add_animation.instance": "add_animation instance",
    "Layer.animate.stagger": "stagger",
    "Layer.animation.instance": "animation instance",
    "Layer.animations.animations": "animations",
    "Layer.convert_point.point": "convert_point",
    "Layer.convert_rect.rect": "convert_rect",
    "Layer.local_time.instance": "local_time",
    "Layer.presentation_value.instance": "presentation_value",
    "Layer.remove_animation.instance": "remove_animation instance",
    "Layer.set_value.instance": "set_value instance",
    "Layer.sublayers.layers": "sublayers",
    "Layer.value.instance": "value instance",
    "Movie.save.durations": "durations",
    "ReplicatorLayer.sublayers": "replicator",
    "Scene.add_transition.animations": "transition",
    "Scene.from_bytes.font_folders": "font_folders",
    "Scene.hit_test_many.points": "hit_test_many",
    "Scene.open.font_folders": "font_folders",
    "Scene.render_frames.times": "render_frames",
    "Scene.sample.instance": "sample",
    "Scene.sublayers": "scene",
    "Scene.sublayers.layers": "scene sublayers",
    "TextLayer.character_at.point": "character_at",
    "TextLayer.stagger.from_": "from_ of a text",
    "Timeline.from_.stagger": "stagger",
    "Timeline.from_to.stagger": "stagger",
    "Timeline.set.stagger": "stagger",
    "Timeline.show.stagger": "stagger",
    "Timeline.to.stagger": "stagger",
    "stagger.from_": "from_",
}


def found(folders: Any) -> str | None:
    with contextlib.suppress(st.LoadError):
        return str(st.Font.find("Nobody's Sans", folders=folders))
    return None


def functions() -> Iterator[tuple[str, Callable[..., object]]]:
    """The names and callables of all public functions, constructors, methods and setters of the package."""
    for name in st.__all__:
        item = getattr(st, name)
        if not inspect.isclass(item):
            if inspect.isfunction(item):
                yield name, item
            continue
        yield name, item.__init__
        for member, value in vars(item).items():
            function = value.fset if isinstance(value, property) else getattr(value, "__func__", value)
            if not member.startswith("_") and inspect.isfunction(function):
                yield f"{name}.{member}", function


def test_every_parameter_that_takes_an_iterable_is_in_a_table() -> None:
    names = {
        f"{name}.{parameter.name}"
        for name, function in functions()
        for parameter in inspect.signature(function).parameters.values()
        if re.search("Iterable|Sequence", str(parameter.annotation))
    }
    assert names <= PARAMETERS.keys()
    assert {*PARAMETERS.values()} <= OF_NUMBERS.keys() | OF_OBJECTS.keys()


@pytest.mark.parametrize("form", NUMBERS)
@pytest.mark.parametrize("name", OF_NUMBERS)
def test_numbers_are_taken_in_every_form(name: str, form: str) -> None:
    values, take = OF_NUMBERS[name]
    if form == "float32":
        values = np.array(values, np.float32).tolist()
    assert _plain(take(untyped(NUMBERS[form](values)))) == _plain(take(list(values)))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", OF_OBJECTS)
def test_objects_are_accepted_in_every_iterable(name: str, form: str) -> None:
    make, take = OF_OBJECTS[name]
    assert take(untyped(FORMS[form](make()))) == take(make())


def _plain(result: object) -> object:
    return result.timing_function if isinstance(result, st.BasicAnimation) else result
