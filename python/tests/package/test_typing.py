"""Tests that help, completion and type checkers show exactly the keywords that the library accepts."""

from __future__ import annotations

import importlib
import inspect
import pathlib
import pydoc
import re
import textwrap
import typing
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import stretto as st
from stretto._ffi import ffi
from stretto._model import keywords
from stretto._model import property as _property

#: Animation classes by the library's number for each kind.
ANIMATIONS = {0: st.BasicAnimation, 1: st.KeyframeAnimation, 2: st.AnimationGroup}
CLASSES = [item for _, item in inspect.getmembers(st, inspect.isclass)]
#: Classes that users construct. A glyph layer is created by its text layer.
CONSTRUCTED = [
    item for item in CLASSES if issubclass(item, _property.PropertyObject) and item is not st.GlyphLayer
]


def public_functions() -> Iterator[tuple[str, Callable[..., object]]]:
    """Every public function, method and property."""
    for module in (st, st.plot):
        for name in module.__all__:
            item = getattr(module, name)
            if inspect.isfunction(item):
                yield f"{module.__name__}.{name}", item
            elif inspect.isclass(item):
                yield from public_methods(item)


def public_methods(kind: type) -> Iterator[tuple[str, Callable[..., object]]]:
    for name in dir(kind):
        item = inspect.getattr_static(kind, name)
        if name.startswith("_") and name != "__init__":
            continue
        item = item.fget if isinstance(item, property) else getattr(item, "__func__", item)
        if inspect.isfunction(item) and item.__module__.startswith("stretto"):
            yield f"{kind.__name__}.{name}", item


@pytest.mark.parametrize(("name", "function"), dict(public_functions()).items())
def test_annotations_are_read_with_the_names_of_the_package(
    name: str, function: Callable[..., object]
) -> None:
    hints = typing.get_type_hints(function, None, vars(st))
    assert "return" in hints, name


@pytest.mark.parametrize("kind", CLASSES)
def test_annotations_of_classes_are_read_with_the_names_of_the_package(kind: type) -> None:
    assert isinstance(typing.get_type_hints(kind, None, vars(st)), dict)


@pytest.mark.parametrize("kind", CONSTRUCTED)
def test_constructors_list_every_property(kind: type) -> None:
    parameters = inspect.signature(kind).parameters
    assert not [item for item in parameters.values() if item.kind is item.VAR_KEYWORD]
    names = [name for name in dir(kind) if isinstance(getattr(kind, name), _property.Property)]
    assert names
    assert [name for name in names if name not in parameters] == []


@pytest.mark.parametrize("kind", CONSTRUCTED)
def test_type_checkers_see_the_keywords_that_are_taken(kind: type) -> None:
    """The annotated keywords of a class are the keywords that the class accepts at run time."""
    typed = set(getattr(keywords, f"{kind.__name__}Keywords").__annotations__)
    parameters = set(inspect.signature(kind.__init__).parameters)  # type: ignore[misc]
    # The `type` of a behavior is a positional parameter, and the `type` of other classes is a keyword. The
    # parameter `matched` of `KeyframeAnimation` is not a property.
    once = {"self", "properties", "key_path", "matched", *({"type"} if kind is st.EmitterBehavior else ())}
    if kind is st.EmitterBehavior:
        once.remove("key_path")
    assert typed | parameters - once == kind._KEYWORDS  # type: ignore[attr-defined]


@pytest.mark.parametrize("number", ANIMATIONS)
def test_animations_have_every_property_of_the_library_s_table(number: int) -> None:
    kind = ANIMATIONS[number]
    keys = {
        getattr(kind, name).key_path
        for name in dir(kind)
        if name in inspect.signature(kind).parameters and isinstance(getattr(kind, name), _property.Property)
    }
    by_hand = {"fromValue", "toValue", "byValue", "values", "animations", "keyPath"}
    assert {row.name.decode() for row in ffi.properties(1, number)} - by_hand == keys


def test_animations_are_derived_as_in_core_animation() -> None:
    assert st.BasicAnimation.__mro__.index(st.PropertyAnimation) < st.BasicAnimation.__mro__.index(
        st.Animation
    )
    assert issubclass(st.KeyframeAnimation, st.PropertyAnimation)
    assert not issubclass(st.KeyframeAnimation, st.BasicAnimation)
    assert not issubclass(st.AnimationGroup, st.PropertyAnimation)
    for kind in (st.Animation, st.PropertyAnimation):
        with pytest.raises(TypeError, match="BasicAnimation"):
            kind(*["opacity"] * (kind is st.PropertyAnimation))


def test_keyframes_can_be_additive_and_cumulative() -> None:
    layer = st.Layer(position=(0, 10))
    shake = st.KeyframeAnimation(
        "position.y", values=[0, -8, 0], duration=1, additive=True, cumulative=True, repeat_count=2
    )
    assert (shake.additive, shake.cumulative) == (True, True)
    layer.add_animation(shake)
    assert layer.presentation_value("position.y", 0.5) == 2


@pytest.fixture(scope="module")
def jedi_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A cache folder for jedi's parser in each test process. jedi does not write its files atomically, so a
    shared folder could have incomplete files.
    """
    settings = importlib.import_module("jedi.settings")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(settings, "cache_directory", tmp_path_factory.mktemp("jedi"))
        yield


@pytest.mark.slow
@pytest.mark.xdist_group("jedi")
@pytest.mark.usefixtures("jedi_cache")
@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        ("st.ReplicatorLayer(inst", "instance_delay="),
        ("st.Layer(back", "background_color="),
        ("st.KeyframeAnimation('opacity', addi", "additive="),
    ],
)
def test_notebooks_complete_the_keywords(code: str, wanted: str) -> None:
    completer = importlib.import_module("IPython.core.completer")
    found = completer.IPCompleter(namespace={"st": st, "view": st.ViewReplicator()}, use_jedi=True)
    with completer.provisionalcompleter():
        assert wanted in [item.text for item in found.completions(code, len(code))]


def test_what_constructors_are_given_wrongly_is_named() -> None:
    with pytest.raises(TypeError, match="positional"):
        st.Layer((0, 0, 1, 1))  # type: ignore[call-arg, arg-type]
    with pytest.raises(TypeError, match="'key_path'"):
        st.BasicAnimation("opacity", key_path="opacity")  # type: ignore[misc]


def test_the_options_of_a_clip_are_parameters_with_their_defaults() -> None:
    shown = inspect.signature(st.Movie.save)
    assert {"loop", "matte", "quality", "effort", "compress", "colors", "dither", "columns"} <= set(
        shown.parameters
    )
    assert repr(shown.parameters["colors"].default) == "255 in a GIF"
    hints = typing.get_type_hints(st.Movie.save)
    assert hints["loop"] == (int | None)
    assert hints["colors"] is int


def test_a_group_takes_its_animations_by_position() -> None:
    group = st.AnimationGroup([st.BasicAnimation("opacity", to_value=0)], duration=2)
    assert [item.key_path for item in group.animations] == ["opacity"]


# Texts of help()


@pytest.mark.parametrize("kind", [item for item in CLASSES if issubclass(item, _property.PropertyObject)])
def test_what_a_class_has_is_listed_before_the_reference_of_it(kind: type) -> None:
    """`help` of a class begins with a short list of the members, followed by the reference of each member."""
    doc = kind.__doc__ or ""
    bases = {
        kind,
        *(
            base
            for base in kind.__mro__
            if base.__name__ in (f"{kind.__name__}Properties", "CopiedLayer", "InstancesProperties")
        ),
    }
    if kind is st.Layer:
        bases.update(base for base in kind.__mro__ if base.__module__.startswith("stretto"))
    own = {name for base in bases for name in vars(base) if not name.startswith("_")}
    assert own or kind is st.TransformLayer
    assert [name for name in sorted(own) if f"`{name}" not in doc] == []
    lines = pydoc.plain(pydoc.render_doc(kind)).splitlines()
    head = lines[3 : lines.index(" |  Method resolution order:")]
    assert len(head) < 46


def test_help_of_the_package_begins_with_a_map_of_it(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The docstring of the package lists every public name in groups, and no name that does not exist."""
    monkeypatch.chdir(tmp_path)
    doc = st.__doc__ or ""
    assert len(doc.splitlines()) < 60
    named = set(re.findall(r"`([A-Za-z_]\w*)`", doc))
    types = {"RGBA", "ColorLike", "LoopKind", "__version__"}
    assert {name for name in st.__all__ if name not in types} - named == set()
    for path in re.findall(r"`(?:st\.)?([A-Za-z_][\w.]*)`", doc):
        found: object = st
        for part in path.split("."):
            found = getattr(found, part)
    code = textwrap.dedent(doc[doc.index("    import math") : doc.index("Names by groups")])
    names: dict[str, Any] = {}
    exec(code, names)
    assert np.shape(names["pixels"]) == (60, 240, 4)
    assert (tmp_path / "dots.gif").read_bytes().startswith(b"GIF89a")
