"""Tests that an error message names the wrong argument, the given value, the allowed values and the next
step.
"""

from __future__ import annotations

import contextlib
import copy
import datetime
import errno
import io
import pathlib
import pickle
import re
import sys
import traceback
from collections.abc import Callable

import numpy as np
import pytest
from PIL import Image as Pillow

import stretto as st
from stretto import emoji
from stretto._commands import cli
from untyped import untyped

#: Lines of a user's program, the class of the error that each line raises, and words that the message
#: contains.
REFUSED: dict[str, tuple[type[Exception], list[str]]] = {
    "layer.transform = 0.5": (TypeError, ["transform", "Transform3D.scale(0.5)"]),
    "layer.opacity = None": (ValueError, ["opacity", "None"]),
    "layer.frame = (0, 0, 100)": (ValueError, ["frame", "(x, y, width, height)", "(0, 0, 100)"]),
    "layer.hidden = 'yes'": (TypeError, ["hidden", "True", "False", "str 'yes'"]),
    "layer.hidden = 0.3": (ValueError, ["hidden", "0.3", "allowed"]),
    "layer.background_color = 5": (TypeError, ["background_color", "'white'", "int 5"]),
    "layer.background_color = (255, 0, 0)": (ValueError, ["background_color", "0...1", "(255, 0, 0)"]),
    "layer.corner_radius = float('nan')": (ValueError, ["corner_radius", "nan", "finite"]),
    "layer.contents_gravity = 'foo'": (ValueError, ["contents_gravity", '"foo"', "resizeAspectFill"]),
    "layer.contents = 5": (TypeError, ["contents", "Image", "array", "path", "int 5"]),
    "layer.name = 5": (TypeError, ["name", "int 5"]),
    "layer.mask = 'round'": (TypeError, ["mask", "layer", "None", "str 'round'"]),
    "st.stagger(5)": (ValueError, ["stagger", "each=", "amount="]),
    "st.ReplicatorLayer(instance_count=2.5)": (ValueError, ["instance_count", "2.5"]),
    "st.ShapeLayer(path='M0 0Q')": (ValueError, ["SVG", "path"]),
    "st.ShapeLayer(path=5)": (TypeError, ["path", "Path", "'M0 0L10 10Z'", "int 5"]),
    "st.Layer(color='red')": (TypeError, ["'color'", "'background_color'"]),
    "st.ShapeLayer(color='red')": (TypeError, ["'background_color' or 'fill_color'"]),
    "st.Layer(rotation=1)": (TypeError, ['set_value("transform.rotation.z", radians)']),
    "st.Proxy(delay=1)": (TypeError, ["time_offset=-seconds"]),
    "st.BasicAnimation('filters.f.inputColorMatrix', to_value=[1, 2, 3])": (ValueError, ["to_value", "20"]),
    "st.KeyframeAnimation('backgroundFilters.f.inputColorMatrix', values=[[0.5] * 20, [1, 2]])": (
        ValueError, ["values"],
    ),
    "st.Transform3D.scaling": (AttributeError, ["'scaling'"]),
    "layer.add_animation(st.BasicAnimation('opacity'), 5)": (TypeError, ["key", "int 5"]),
    "scene.save_png(None)": (TypeError, ["path", "not NoneType"]),
    "scene.save_png('')": (ValueError, ["path"]),
    "scene.add_state('on', {layer: ('opacity', 0.5)})": (TypeError, ["layer", "dict", '"opacity"', "0.5"]),
    "scene.add_state('on', [layer])": (TypeError, ["values", "dict"]),
    "clip.save('e.gif', loop=1.5)": (TypeError, ["loop", "float 1.5"]),
    "clip.save('e.gif', progress=5)": (TypeError, ["progress", "True"]),
    "clip.frames(4)": (TypeError, ["executor", "concurrent.futures.Executor", "int 4"]),
    "layer.transform = np.eye(3)": (TypeError, ["Transform3D", "16", "ndarray"]),
    "st.Path.polygon([1, 2, 3])": (TypeError, ["a list of points (x, y)", "int 1"]),
    "st.BasicAnimation('transform.scale', from_value=(1, 1))": (
        TypeError, ["from_value", '"transform.scale.x"', '"transform.scale.y"'],
    ),
    "st.Layer(filters=['blur'])": (ValueError, ["'gaussianBlur'"]),
    "layer.contents_gravity = 'aspectFit'": (ValueError, ["'resizeAspect'"]),
    "st.EmitterCell(contents='red')": (FileNotFoundError, ["Image.solid(width, height, 'red')"]),
    "st.stagger(5, -1, each=1)": (ValueError, ["from_"]),
    "st.plot.timeline(st.BasicAnimation('opacity'), ax=5)": (TypeError, ["ax", "Axes"]),
    "st.plot.curve(None)": (TypeError, ["curve", "not None"]),
    "st.plot.time_windows([], 'opacity')": (ValueError, ["copies"]),
    "st.ReplicatorLayer().instance(3).value('opacity')": (st.InvalidArgument, ["sublayers", "instance(3)"]),
    "st.plot.animate_graph(None, layer, 'opacity', scene=None, duration=1)": (
        TypeError, ["Scene", "NoneType"],
    ),
    "st.plot.filmstrip(clip, columns=0)": (ValueError, ["columns"]),
    "st.Layer(perspective=5)": (TypeError, ["sublayer_transform = st.Transform3D.perspective(distance)"]),
    "scene.opacity = 0.5": (AttributeError, ["scene.root.opacity"]),
    "scene.size = (9, 9)": (AttributeError, ["size"]),
    "layer.position_x = 3": (AttributeError, ['set_value("position.x", points)']),
    "st.Layer(contents='🦉')": (FileNotFoundError, ["Image.text('🦉')", "TextLayer('🦉') a layer"]),
    "st.Layer(backgroundColor='red')": (TypeError, ["'background_color'"]),
    "layer.position = list(range(1000))": (ValueError, ["position", "[0, 1, 2,", "..."]),
    "layer.add(st.Layer())": (AttributeError, ["add_sublayer(layer) or add_animation(animation)"]),
    "layer.add_sublayer('x')": (TypeError, ["Layer", "str 'x'"]),
    "scene.render(0, threads=1.5)": (TypeError, ["threads", "float 1.5"]),
    "st.BasicAnimation('opacity', timing_function=(1, 2, 3))": (
        ValueError, ["timing_function", "4 numbers", "(1, 2, 3)"],
    ),
    "st.KeyframeAnimation('opacity', values=[0, 1], timing_functions=['foo'])": (
        ValueError, ["timing_functions", '"foo"', "easeInEaseOut"],
    ),
    "st.Transform3D(5)": (TypeError, ["16 numbers", "4x4", "int 5"]),
    "st.Transform3D.perspective(-500)": (ValueError, ["-500"]),
    "st.Path.polygon(5)": (TypeError, ["Path.polygon", "int 5"]),
    "st.Image.solid(1, 1, 'red').frames['a']": (TypeError, ["frame"]),
    "st.Image.solid(1, 1, 'red').frames[1]": (IndexError, ["frame"]),
    "st.Movie('party', duration=1)": (TypeError, ["Movie", "Scene", "str 'party'"]),
    "clip.save('a.gif', format=5)": (TypeError, ["format", "'gif'", "int 5"]),
    "clip.save('a.gif', dither=['ordered'])": (ValueError, ["dither", "'ordered'", "'diffusion'"]),
    "clip.save('a.gif', loop=np.zeros(2))": (TypeError, ["loop", "ndarray"]),
    "scene.save(5)": (TypeError, ["path", "os.PathLike", "int 5"]),
    "scene.to_json(10**8)": (ValueError, ["indent", "100000000"]),
    "layer.set_value('bounds', range(10**9))": (ValueError, ["bounds", "range(0, 1000000000)"]),
    "st.Font(b'abc')": (OSError, ["what", "TrueType", "OpenType", "font"]),
    "st.Filter('gaussianBlur')[5]": (TypeError, ["Filter", "'inputRadius'"]),
    "st.stagger(6, each=1, grid=6)": (TypeError, ["grid", "columns", "int 6"]),
    "st.text.text_segments('a b', by=['word'])": (ValueError, ["by", "'word'"]),
    "layer.position = np.array(2.0)": (TypeError, ["position", "ndarray array(2.)"]),
    "layer.opacity = float": (TypeError, ["opacity", "type <class 'float'>"]),
    "scene.save_gif('a.gif')": (AttributeError, ['movie().save("clip.gif")']),
    "scene.movie('a.gif')": (TypeError, ["duration", "'a.gif'"]),
    "scene.hit_test((3, 4, 5), 1)": (st.InvalidArgument, ["hit_test"]),
    "layer.frame.midX": (AttributeError, ["'midX'", "'mid_x'"]),
    "layer.sublayers.append(layer)": (AttributeError, ["'append'", "add_sublayer(layer)"]),
    "layer.filters.append('colorInvert')": (AttributeError, ["what_was_read"]),
    "st.Layer(frame=((0, 0), (3, 4)))": (st.InvalidArgument, ["it"]),
    "st.Layer(background_color=(255, 0, 9))": (st.InvalidArgument, ["'rgb(255, 0, 9)'"]),
    "st.Layer(background_color=0xff8000)": (TypeError, ["'#ff8000'"]),
    "st.Layer(mask=st.Path.circle(3, 3, 3))": (TypeError, ["ShapeLayer", "path="]),
    "st.ShapeLayer(path=[(0, 0), (3, 4)])": (TypeError, ["Path.polygon(points)"]),
    "st.Transform3D() * st.Transform3D()": (TypeError, ["multiplied by @: a @ b means a first, then b"]),
    "layer.background_color = 'ff0000'": (ValueError, ["color", "'ff0000'", "'#ff0000'"]),
    "clip.save('clip')": (ValueError, ["'clip'"]),
    "clip.save('a.caml')": (ValueError, ["'a.caml'", "'.caml'", "scene.save"]),
    "st.BasicAnimation('opacity', timing_function='easeOutBounce')": (ValueError, ["CSS", "'easeOut'"]),
    "st.Laier": (AttributeError, ["'Layer'"]),
}  # fmt: skip


@pytest.mark.parametrize("code", REFUSED)
def test_what_is_refused_says_what_to_do(code: str) -> None:
    kind, words = REFUSED[code]
    scene = st.Scene(10, 10)
    clip = scene.movie(1, diagnose=False)
    names = {"st": st, "np": np, "emoji": emoji, "layer": st.Layer(), "scene": scene, "clip": clip}
    with pytest.raises(kind) as caught:
        exec(code, names)
    assert not isinstance(caught.value, st.KeyPathError)
    text = str(caught.value)
    assert [word for word in words if word not in text] == [], text
    assert len(text) < 300, "long values are cut"


MOVE = st.BasicAnimation("position", to_value=(9, 9))

#: Calls that take one value of a certain type.
TAKERS: dict[str, Callable[[st.Scene, object], object]] = {
    "Scene": lambda _, it: untyped(st.Scene)(it, 9),
    "Scene background": lambda _, it: untyped(st.Scene)(9, 9, it),
    "render": lambda scene, it: untyped(scene).render(it),
    "render threads": lambda scene, it: untyped(scene).render(0, threads=it),
    "render out": lambda scene, it: untyped(scene).render(0, out=it),
    "render timeout": lambda scene, it: untyped(scene).render(0, timeout=it),
    "render premultiplied": lambda scene, it: untyped(scene).render(0, premultiplied=it),
    "movie": lambda scene, it: untyped(scene).movie(it, diagnose=False),
    "movie fps": lambda scene, it: untyped(scene).movie(1, fps=it, diagnose=False),
    "movie diagnose": lambda scene, it: untyped(scene).movie(1, diagnose=it),
    "movie[]": lambda scene, it: untyped(scene.movie(1, diagnose=False))[it],
    "Movie": lambda _, it: untyped(st.Movie)(it, duration=1),
    "instances": lambda scene, it: untyped(scene).instances(it, 0),
    "hit_test": lambda scene, it: untyped(scene).hit_test(it, 0, 0),
    "sync_report": lambda scene, it: untyped(scene).sync_report(it, 0),
    "sample": lambda scene, it: untyped(scene).sample(scene.root, "opacity", 0, 1, it),
    "add_state": lambda scene, it: untyped(scene).add_state("on", it),
    "add_transition": lambda scene, it: untyped(scene).add_transition("*", "", it),
    "from_bytes": lambda _, it: untyped(st.Scene).from_bytes(it),
    "from_bytes folders": lambda scene, it: untyped(st.Scene).from_bytes(scene.to_bytes(), font_folders=it),
    "to_json": lambda scene, it: untyped(scene).to_json(it),
    "value": lambda scene, it: untyped(scene.root).value("opacity", it),
    "set_value": lambda scene, it: untyped(scene.root).set_value("position", it),
    "local_time": lambda scene, it: untyped(scene.root).local_time(it),
    "convert_point": lambda scene, it: untyped(scene.root).convert_point(it),
    "convert_point to": lambda scene, it: untyped(scene.root).convert_point((0, 0), to=it),
    "add_animation": lambda scene, it: untyped(scene.root).add_animation(it),
    "add_animation key": lambda scene, it: untyped(scene.root).add_animation(MOVE, it),
    "insert_sublayer": lambda scene, it: untyped(scene.root).insert_sublayer(st.Layer(), it),
    "rotation": lambda _, it: untyped(st.Transform3D).rotation(it),
    "perspective": lambda _, it: untyped(st.Transform3D).perspective(it),
    "Transform3D": lambda _, it: untyped(st.Transform3D)(it),
    "Path.rect": lambda _, it: untyped(st.Path).rect(0, 0, it, 1),
    "Path.polygon": lambda _, it: untyped(st.Path).polygon(it),
    "Path.arc": lambda _, it: untyped(st.Path).arc(0, 0, 1, 0, 1, it),
    "Path.text": lambda _, it: untyped(st.Path).text(it),
    "Path.add_path": lambda _, it: st.Path().add_path(untyped(it)),
    "Image": lambda _, it: untyped(st.Image)(it),
    "Image.solid": lambda _, it: untyped(st.Image).solid(it, 1, "red"),
    "Image.frames": lambda _, it: untyped(st.Image.solid(1, 1, "red").frames)[it],
    "BasicAnimation": lambda _, it: untyped(st.BasicAnimation)("opacity", to_value=it),
    "BasicAnimation curve": lambda _, it: untyped(st.BasicAnimation)("opacity", timing_function=it),
    "KeyframeAnimation": lambda _, it: untyped(st.KeyframeAnimation)("opacity", values=it),
    "KeyframeAnimation times": lambda _, it: untyped(st.KeyframeAnimation)("opacity", key_times=it),
    "AnimationGroup": lambda _, it: untyped(st.AnimationGroup)(animations=it),
    "Filter": lambda _, it: untyped(st.Filter)(it),
    "Filter input": lambda _, it: untyped(st.Filter("gaussianBlur"))[it],
    "Font": lambda _, it: untyped(st.Font)(it) if it is not None else None,
    "stagger from": lambda _, it: untyped(st.stagger)(5, it, each=1),
    "stagger grid": lambda _, it: untyped(st.stagger)(6, each=1, grid=it),
    "stagger axis": lambda _, it: untyped(st.stagger)(6, each=1, axis=it),
    "Text.stagger by": lambda _, it: untyped(st.TextLayer("a b")).stagger(each=1, by=it),
    "Text.stagger order": lambda _, it: untyped(st.TextLayer("a b")).stagger(each=1, order=it),
    "Text.character_at": lambda _, it: untyped(st.TextLayer("a b")).character_at(it),
    "Text characters": lambda _, it: untyped(st.TextLayer("ab")).characters(0, it).set_value("tracking", 1),
    "Text fonts": lambda _, it: setattr(st.TextLayer("ab"), "fallback_fonts", it),
    "text_segments": lambda _, it: untyped(st.text.text_segments)("a b", it),
    "instance_masks": lambda _, it: setattr(st.ReplicatorLayer(), "instance_masks", it),
    "filters": lambda scene, it: setattr(scene.root, "filters", it),
    "emitter_cells": lambda _, it: setattr(st.EmitterLayer(), "emitter_cells", it),
}  # fmt: skip

#: Values of every type. Most of the tested calls must reject most values of the list.
ANYTHING: list[object] = [
    None, True, -1, 0, 1.5, float("nan"), float("-inf"), 10**400, 1j, "", "a", b"a", [], [1], [None], (1, 2),
    ["a"], {"a": 1}, {}, int, object(), np.float32(2), np.int64(-3), np.float64("nan"), np.array(2.0),
    np.ones((2, 2)), np.array([]), st.Layer, st.BasicAnimation("opacity"), iter([1, 2]),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", TAKERS)
def test_any_value_is_accepted_or_raises_a_stretto_error(name: str) -> None:
    """Any argument either works or raises an error of the package, not an error of Python or NumPy."""
    before = st.Scene(10, 10)
    for value in ANYTHING:
        scene = st.Scene(10, 10)
        with contextlib.suppress(st.Error):
            try:
                TAKERS[name](scene, value)
                continue
            except (TypeError, IndexError) as error:
                last = traceback.extract_tb(error.__traceback__)[-1]
            assert "stretto" in pathlib.Path(last.filename).parts, (value, last)
            assert (last.line or "").startswith("raise"), (value, last)
        assert scene == before, "what is refused changes nothing"


def test_messages_use_the_names_of_python_and_key_paths_stay_key_paths() -> None:
    layer = st.ReplicatorLayer()
    with pytest.raises(st.InvalidArgument, match=r"^instance_delay: "):
        layer.instance_delay = float("inf")
    with pytest.raises(st.InvalidArgument, match=r"^instanceDelay: "):
        layer.set_value("instanceDelay", float("inf"))


def test_pictures_are_taken_in_every_unambiguous_form(tmp_path: pathlib.Path) -> None:
    pixels = np.full((2, 3, 4), 200, np.uint8)
    picture = Pillow.fromarray(pixels)
    picture.save(tmp_path / "a.png")
    layer = st.Layer()
    for form in (pixels, picture, tmp_path / "a.png", str(tmp_path / "a.png"), st.Image(pixels)):
        layer.contents = form
        assert layer.contents is not None
        assert (layer.contents.to_array() == pixels).all()
        assert st.EmitterCell(contents=form).contents.size == (3, 2)  # type: ignore[union-attr]
    animation = st.KeyframeAnimation("contents", values=[picture, pixels])
    assert [value.size for value in animation.values] == [(3, 2)] * 2


def test_paths_are_taken_as_svg() -> None:
    layer = st.ShapeLayer(path="M0 0L10 10")
    assert layer.path is not None
    assert layer.path.elements() == st.Path().move_to(0, 0).line_to(10, 10).elements()
    morph = st.BasicAnimation("path", from_value="M0 0L10 10", to_value="M0 0L20 10")
    assert morph.to_value.elements()[1] == ("L", (20, 10))


def test_names_of_css_work() -> None:
    for name, same in {"ease": "default", "ease-in-out": "easeInEaseOut", "ease-in": "easeIn"}.items():
        one, other = (st.BasicAnimation("opacity", timing_function=item) for item in (name, same))  # type: ignore[arg-type]
        assert one.timing_function == other.timing_function
        frames = st.KeyframeAnimation("opacity", values=[0, 1], timing_functions=[name])  # type: ignore[list-item]
        assert frames.timing_functions == [other.timing_function]
    assert st.Layer(background_color="transparent").background_color == (0, 0, 0, 0)


# Names from other tools


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: untyped(st.TextLayer("x")).letters, "'glyph'"),
        (lambda: untyped(st.Layer)(blur=3), 'filters = ["gaussianBlur"]'),
        (lambda: untyped(st.BasicAnimation)("opacity", mass=1), "SpringAnimation and EmitterCell"),
        (lambda: untyped(st.Layer()).rotation_mode, "KeyframeAnimation"),
        (lambda: untyped(st.Filter)("gaussianBlur", radius=3), "inputRadius"),
        (lambda: st.Image(untyped("x.png")), "Image.open"),
    ],
)
def test_errors_about_methods_of_another_class_name_that_class(
    wrong: Callable[[], object], message: str
) -> None:
    with pytest.raises((st.Error, TypeError, AttributeError), match=re.escape(message)):
        wrong()


#: Key paths, a part of the error message for each, and whether an animation with the key path can be made.
PARTS = [
    ("opacty", "\"opacty\" of EmitterLayer; did you mean 'opacity'?"),
    ("emitterBehaviors.pull.stifness", '"stifness" of EmitterBehavior; the nearest is "stiffness"'),
    ("emitter_behaviors.pull.zz", '"zz" of EmitterBehavior'),
    ("emitterBehavior.pull.falloff", "\"emitterBehavior\" of EmitterLayer; did you mean 'emitterBehaviors'?"),
    ("emitterCells.spark.birthRat", '"birthRat" of EmitterCell; the nearest is "birthRate"'),
    ("filters.soft.inputRadus", '"inputRadus" of Filter; the nearest is "inputRadius"'),
    ("sublayers.card.opacty", '"opacty" of EmitterLayer; the nearest is "opacity"'),
    ("position.q", 'no such part of "position"; allowed: position.x, position.y'),
]


@pytest.mark.parametrize(("key_path", "message"), PARTS)
def test_errors_about_parts_of_key_paths_suggest_known_names(key_path: str, message: str) -> None:
    layer = st.EmitterLayer(
        emitter_cells=[st.EmitterCell(name="spark")],
        emitter_behaviors=[st.EmitterBehavior("attractor", name="pull")],
        filters=[st.Filter("gaussianBlur", name="soft")],
        sublayers=[st.Layer(name="card")],
    )
    with pytest.raises(st.KeyPathError) as error:
        layer.set_value(key_path, 1)
    assert str(error.value).endswith(message)
    with pytest.raises(st.KeyPathError) as error:
        st.BasicAnimation(key_path, to_value=1)
    assert str(error.value).endswith(message.replace("EmitterLayer", "any kind of layer"))


def test_errors_about_inputs_of_another_behavior_list_the_known_inputs() -> None:
    with pytest.raises(st.KeyPathError) as error:
        st.EmitterBehavior("attractor", force=(1, 0, 0))
    assert '"force": an attractor has no "force"; it has: attractorType, stiffness,' in str(error.value)
    assert "did you mean" not in str(error.value)
    layer = st.EmitterLayer(emitter_behaviors=[st.EmitterBehavior("wave", name="sway")])
    with pytest.raises(st.KeyPathError) as error:
        layer.set_value("emitterBehaviors.sway.falloff", 1)
    assert str(error.value).endswith('a wave has no "falloff"; it has: force, frequency')


def test_errors_about_unknown_layers_suggest_the_nearest_name() -> None:
    scene = st.Scene(9, 9, sublayers=[st.Layer(name="title"), st.TextLayer("a", name="caption")])
    with pytest.raises(st.InvalidArgument, match='no layer "tilte" in this one; the nearest is "title"'):
        scene.find("tilte")
    for name in ("", "nothing of the kind"):
        with pytest.raises(st.InvalidArgument) as error:
            scene.find(name)
        assert str(error.value) == f'there is no layer "{name}" in this one'


def test_a_movie_cannot_be_changed() -> None:
    movie = st.Scene(4, 4).movie(1, diagnose=False)
    for name in ("duration", "fps", "start", "scale", "scene", "loop", "colour"):
        with pytest.raises(AttributeError, match=name):
            setattr(movie, name, 5)
    assert len(movie) == 30


def test_key_paths_that_are_missing_say_so() -> None:
    with pytest.raises(st.KeyPathError, match="shadowPathIsBounds"):
        st.BasicAnimation("shadowPathIsBounds")
    with pytest.raises(st.KeyPathError, match="shadowPathIsBounds"):
        st.Layer().set_value("shadowPathIsBounds", True)


def test_an_error_inside_a_property_of_the_user_s_is_that_error() -> None:
    class Card(st.Layer):
        @property
        def suit(self) -> str:
            return self.deck.suit  # type: ignore[attr-defined, no-any-return]  # there is no deck

    with pytest.raises(AttributeError, match=r"Card.*'deck'"):
        print(Card().suit)


# Errors about files


def test_a_missing_file_is_a_file_not_found_error() -> None:
    error = st.errors.no_such_file("pictures/no such.png")
    assert isinstance(error, st.LoadError)
    assert isinstance(error, FileNotFoundError)
    assert (error.errno, error.filename) == (errno.ENOENT, "pictures/no such.png")
    assert "pictures/no such.png" in str(error)
    same: Callable[[BaseException], BaseException] = copy.copy
    for twin in (pickle.loads(pickle.dumps(error)), same(error)):
        assert (type(twin), str(twin), twin.filename) == (type(error), str(error), error.filename)  # type: ignore[union-attr]


def test_a_damaged_document_is_an_os_error_without_a_number(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "a.caml"
    path.write_text("<caml")
    with pytest.raises(OSError, match=r"a\.caml") as caught:
        st.Scene.open(path)
    assert isinstance(caught.value, st.DocumentError)
    assert (caught.value.errno, caught.value.filename) == (None, str(path))


@pytest.mark.parametrize("name", ["no such.png", "no such.jpg"])
def test_a_missing_picture_is_a_file_not_found_error(name: str, tmp_path: pathlib.Path) -> None:
    with pytest.raises(FileNotFoundError, match=name) as caught:
        st.Image.open(tmp_path / name)
    assert isinstance(caught.value, st.LoadError)
    assert (caught.value.errno, caught.value.filename) == (errno.ENOENT, str(tmp_path / name))
    with pytest.raises(FileNotFoundError):
        st.Layer(contents=tmp_path / name)


LOTTIE = b'{"v":"5.7","fr":25,"ip":0,"op":25,"w":9,"h":9,"layers":[]}'
MP4 = b"\0\0\0\x20ftypisom\0\0\2\0isomiso2avc1mp41" + bytes(64)
#: Modules of optional packages, the package in the error, and a call that needs the package.
OPTIONAL: list[tuple[str, str, Callable[[], object]]] = [
    ("matplotlib.pyplot", "matplotlib", lambda: st.plot.curve("easeIn")),
    ("av", "av", lambda: st.Scene(9, 9).movie(0.2, 10, diagnose=False).save(io.BytesIO(), format="mp4")),
    ("av", "av", lambda: st.animated_contents(MP4)),
    ("thorvg_python", "thorvg_python", lambda: st.animated_contents(LOTTIE)),
    ("typst", "typst", lambda: st.Scene(9, 9).save_pdf(io.BytesIO())),
    ("resvg_py", "resvg_py", lambda: st.Image.open(b"<svg xmlns='http://www.w3.org/2000/svg'/>")),
    ("wasmtime", "wasmtime", lambda: st.Layer.from_svg("<svg xmlns='http://www.w3.org/2000/svg'/>")),
    ("brotli", "brotli", lambda: st.Font(b"wOF2" + bytes(100))),
    ("distributed", "distributed", lambda: contextlib.ExitStack().enter_context(cli._executor("a"))),
]


@pytest.mark.parametrize(("module", "package", "call"), OPTIONAL)
def test_a_missing_package_is_an_import_error_that_names_the_package(
    module: str, package: str, call: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ImportError, match=r"pip install 'stretto\[.+\]'") as caught:
        call()
    error = caught.value
    assert isinstance(error, st.MissingPackageError)
    assert error.name == package
    twin = pickle.loads(pickle.dumps(error))
    assert (type(twin), str(twin), twin.name) == (st.MissingPackageError, str(error), package)


# Mistakes of new users


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        (lambda: st.Layer().set_value("fillColor", "red"), ["ShapeLayer"]),
        (lambda: st.EmitterLayer(emitter_cells=untyped(st.EmitterCell())), ["emitter_cells", "[...]"]),
        (
            lambda: st.ReplicatorLayer(instance_transform=(30, 0)),
            ["instance_transform", "Transform3D.translation(30, 0)"],
        ),
        (lambda: st.Transform3D.translation(untyped((30, 0))), ["Transform3D.translation(30, 0)"]),
        (
            lambda: st.BasicAnimation("opacity", repeat_count=untyped("forever")),
            ["repeat_count", "math.inf"],
        ),
        (lambda: pickle.dumps(st.Layer()), ["Layer", "deepcopy"]),
    ],
)
def test_mistakes_of_newcomers_raise_errors_that_name_the_fix(
    wrong: Callable[[], object], expected: list[str]
) -> None:
    with pytest.raises((st.Error, TypeError, AttributeError)) as caught:
        wrong()
    for words in expected:
        assert words in str(caught.value)


def test_no_message_names_a_class_by_core_animation_s_name() -> None:
    classes = [
        st.Layer,
        st.ShapeLayer,
        st.ReplicatorLayer,
        st.GradientLayer,
        st.EmitterLayer,
        st.TransformLayer,
    ]
    for kind in classes:
        with pytest.raises(st.KeyPathError) as caught:
            kind().set_value("nonsense", 1.0)
        assert f" of {kind.__name__}" in str(caught.value)
        assert not re.search(r"\bCA[A-Z]", str(caught.value))


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("x.gif", b"GIF89a", "st.animated_contents"),
        ("x.svg", b"<svg/>", "st.Layer(contents=...)"),
    ],
)
def test_a_picture_that_is_opened_as_a_document_raises_an_error_that_names_the_function(
    tmp_path: pathlib.Path, name: str, data: bytes, message: str
) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(st.DocumentError) as caught:
        st.Scene.open(tmp_path / name)
    assert message in str(caught.value)
    assert str(tmp_path / name) in str(caught.value)


def test_a_document_that_is_not_there_is_a_missing_file() -> None:
    with pytest.raises(FileNotFoundError) as caught:
        st.Scene.open("/nowhere/x.ca")
    assert caught.value.filename == "/nowhere/x.ca"
    assert isinstance(caught.value, st.LoadError)


def test_names_are_found_however_they_are_spelled() -> None:
    for name in (
        "ease-in-ease-out",
        "ease-in-out",
        "easeInOut",
        "ease_in_out",
        "EaseInEaseOut",
        "ease in out",
    ):
        curve = st.BasicAnimation("opacity", timing_function=untyped(name)).timing_function
        assert curve == st.BasicAnimation("opacity", timing_function="easeInEaseOut").timing_function
    meant_by = {
        "plus-lighter": "plusL",
        "plusLighter": "plusL",
        "multiply": "multiplyBlendMode",
        "color_dodge": "colorDodgeBlendMode",
    }
    for given, meant in meant_by.items():
        with pytest.raises(st.InvalidArgument, match=f"'{meant}'.$"):
            st.Layer(compositing_filter=untyped(given))
    with pytest.raises(st.InvalidArgument, match="'even-odd'"):
        st.ShapeLayer(fill_rule=untyped("evenodd"))
    with pytest.raises(st.InvalidArgument, match=r"allowed: [^;]*$"):
        st.ShapeLayer(fill_rule=untyped("xyzzy"))


def test_a_number_for_a_transform_raises_an_error_that_names_value_functions() -> None:
    with pytest.raises(TypeError, match="value_function"):
        st.BasicAnimation("transform", from_value=0)


def test_a_warning_names_the_line_of_the_user_s_program(tmp_path: pathlib.Path) -> None:
    """A warning is attributed to the line of the user's program, whatever calls of the package lie in
    between.
    """
    frames = [Pillow.new("RGB", (4, 4), color) for color in ("red", "blue")]
    clip = tmp_path / "clip.gif"
    frames[0].save(clip, save_all=True, append_images=frames[1:])
    scene = st.Scene(4, 4)
    late = st.Scene(4, 4)
    dot = st.Layer(frame=(0, 0, 4, 4), background_color="red")
    dot.add_animation(st.BasicAnimation("opacity", to_value=0, begin_time=1, repeat_count=np.inf, duration=1))
    late.add_sublayer(dot)
    for warned in (
        lambda: st.EmitterCell(contents=clip),
        lambda: st.Layer(contents=clip),
        lambda: setattr(dot, "contents", clip),
        lambda: st.KeyframeAnimation("contents", values=[clip]),
        lambda: scene.movie(1),
        lambda: late.movie(1, start=0),
    ):
        with pytest.warns(UserWarning) as caught:  # noqa: PT030
            warned()
        assert [item.filename for item in caught] == [__file__], caught[0].message


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (
            lambda: st.KeyframeAnimation("opacity", values=[0, 1], timing_functions=untyped([5])),
            "timing_functions",
        ),
        (lambda: st.Filter("colorInvert", name=untyped(5)), "name"),
        (lambda: st.Font("Inter"), "Font.find('Inter')"),
        (lambda: st.ShapeLayer(path="M0 0L1 1").presentation_value("path"), "layer.value('path')"),
        (lambda: st.Layer(contents="<svg " + "x" * 5000), "Image.open(text.encode())"),
        (lambda: st.Layer().add_sublayer(untyped(st.Scene(3, 4))), "sublayers"),
        (lambda: st.Layer(begin_time=untyped(np.timedelta64(1, "s"))), "value / np.timedelta64(1, 's')"),
        (lambda: st.Timeline().wait(untyped(datetime.timedelta(1))), "value.total_seconds()"),
    ],
)
def test_values_within_lists_and_files_are_named(wrong: Callable[[], object], message: str) -> None:
    with pytest.raises((st.Error, TypeError), match=re.escape(message)):
        wrong()


def test_the_repr_of_a_tree_shows_its_animations() -> None:
    scene, static, moving = st.Scene(9, 9), st.Layer(name="still"), st.Layer(name="moving")
    for layer in (static, moving):
        scene.add_sublayer(layer)
    moving.add_animation(st.BasicAnimation("opacity", to_value=0))
    lines = repr(scene).splitlines()
    assert lines[2:] == [
        "    Layer 'still' (0, 0, 0, 0)",
        "    Layer 'moving' (0, 0, 0, 0), 1 animations",
    ]


def test_a_curve_that_is_none_is_refused_with_the_nearest_name() -> None:
    for key, value in (("timing_function", "easeInn"), ("timing_functions", ["easeInn"])):
        with pytest.raises(st.InvalidArgument, match=r'"easeInn".*easeIn'):
            st.KeyframeAnimation("opacity", values=[0, 1], **untyped({key: value}))


def test_a_key_path_that_cannot_be_animated_says_which_can() -> None:
    with pytest.raises(st.KeyPathError, match=r'"frame".*position.*bounds'):
        st.BasicAnimation("frame", to_value=(0, 0, 1, 1))


def test_the_nearest_name_is_suggested_once() -> None:
    with pytest.raises(st.InvalidArgument) as caught:
        st.BasicAnimation("opacity", fill_mode=untyped("forward"))
    assert str(caught.value).count("forwards") == 2, "among those allowed, and as the one that is meant"
    assert "the nearest" not in str(caught.value)


def test_the_rule_of_a_replicator_goes_on_beyond_its_copies_and_proxies_end() -> None:
    dot = st.Layer()
    row = st.ReplicatorLayer(instance_count=3, instance_delay=0.5)
    row.add_sublayer(dot)
    assert dot.local_time(10, instance=(7,)) == 6.5
    dot.set_value("opacity", 0.25, instance=(4,))
    row.instance_count = 5
    assert dot.presentation_value("opacity", 0, instance=(4,)) == 0.25
    source = st.Layer()
    view = st.ViewReplicator(source)
    view.add_proxy(frame=(0, 0, 1, 1))
    for ask in (source.local_time, lambda time, instance: source.instance(*instance).convert_point((0, 0))):
        with pytest.raises(st.InvalidArgument, match="0 to 0"):
            ask(1, instance=(1,))
