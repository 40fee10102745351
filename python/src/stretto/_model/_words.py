"""Suggestions in error messages: the name that was meant, or that Stretto does not have such a thing."""

from __future__ import annotations

import functools
import pathlib
import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Concatenate, NoReturn, ParamSpec, TypeVar

from stretto._border._lazy import lazily
from stretto._border._numbers import shown

if TYPE_CHECKING:
    import configparser
    import difflib
else:
    configparser, difflib = lazily("configparser"), lazily("difflib")

_Self = TypeVar("_Self")
_Result = TypeVar("_Result")
_Class = TypeVar("_Class", bound=type)
_Given = ParamSpec("_Given")

#: Longer texts are no names, and to look for what is like them takes long.
_LONGEST = 99


@functools.cache
def _other_names() -> dict[str, dict[str, str]]:
    """The tables of other_names.ini, each with what is said of a name."""
    parser = configparser.RawConfigParser(delimiters=(":",))
    parser.optionxform = str  # type: ignore[assignment, method-assign] # names keep their capitals
    parser.read(pathlib.Path(__file__).with_name("other_names.ini"), encoding="utf-8")
    return {
        title: {name: said for names, said in table.items() for name in names.split()}
        for title, table in parser.items()
    }


def other_names(title: str) -> dict[str, str]:
    """A table of other_names.ini: what is said of a name. Empty if there is none of that title."""
    return _other_names().get(title, {})


def _said_of(title: str, name: str) -> list[str]:
    """Texts that a table has for a name, likeliest first."""
    said = other_names(title).get(name)
    return said.split(" | ") if said else []


#: Values that are often given by position: how many a class takes so, and the names of the others.
_BY_NAME = {
    "BasicAnimation": (1, ("from_value", "to_value")),
    "SpringAnimation": (1, ("from_value", "to_value")),
    "KeyframeAnimation": (1, ("values", "key_times")),
    "AnimationGroup": (0, ("animations",)),
    "PortalLayer": (0, ("source_layer",)),
    "ShapeLayer": (0, ("path",)),
    "GradientLayer": (0, ("colors",)),
    "ReplicatorLayer": (0, ("instance_count",)),
    "EmitterLayer": (0, ("emitter_cells",)),
}


def by_name(title: str, given: Sequence[object]) -> str:
    """Suggestion for a call that was given values without their names; "" if there is none."""
    are_layers = all(hasattr(value, "add_sublayer") for value in given)
    places, names = _BY_NAME.get(title, (0, ()))
    if are_layers and title != "PortalLayer":
        return f"; write {title}(sublayers=[...])"
    if title == "ReplicatorLayer" and len(given) == 2 and hasattr(given[0], "add_sublayer"):
        return f"; write {title}(layer, instance_count={shown(given[1])})"
    if title == "AnimationGroup" and all(hasattr(value, "key_path") for value in given):
        return f"; write {title}([...])"
    if places and not isinstance(given[0], str):  # a key path, which comes first
        texts = [value for value in given if isinstance(value, str)]
        if len(texts) != 1:
            return f"; the key path comes first: {title}('opacity', {names[0]}=...)"
        given = texts + [value for value in given if not isinstance(value, str)]
    if not places < len(given) <= places + len(names):
        return ""
    named = [f"{name}={shown(value)}" for name, value in zip(names, given[places:], strict=False)]
    return f"; write {title}({', '.join([*map(shown, given[:places]), *named])})"


def no_keyword(title: str, name: str) -> str:
    """The end of a sentence about a keyword that a constructor does not have, though the object has what it
    names.
    """
    written = other_names(f"{title}()").get(name)
    return f"; write {written}" if written else changed_by(name)


def unknown_of_movie(name: str, of_save: Iterable[str]) -> NoReturn:
    """The error about a keyword that `Scene.movie` does not have."""
    if name in {*of_save, "repeat", "repeat_count"}:
        known = "loop" if name.startswith("repeat") else name
        raise TypeError(f"movie has no keyword {name!r}; save has it: movie().save('clip.gif', {known}=...)")
    meant = other_names("Scene.movie").get(name)
    step = f"; did you mean {meant!r}?" if meant else ""
    raise TypeError(f"movie has no keyword {name!r}; it has duration, fps, start, scale and diagnose{step}")


def one_by_one(
    method: Callable[Concatenate[_Self, _Given], _Result],
) -> Callable[Concatenate[_Self, _Given], _Result]:
    """Decorator: a call with points raises an error that shows how to write its numbers."""

    @functools.wraps(method)
    def checked(self: _Self, /, *given: _Given.args, **named: _Given.kwargs) -> _Result:
        try:
            return method(self, *given, **named)
        except TypeError:
            if not any(isinstance(value, (tuple, list)) and len(value) > 1 for value in given):
                raise
            flat = [
                part for value in given for part in (value if isinstance(value, (tuple, list)) else [value])
            ]
            written = f"{method.__name__}({', '.join(map(shown, flat))})"
            title = method.__qualname__
            raise TypeError(f"{title} takes its numbers one by one: {written}") from None

    return checked


def other_words(
    **meant: str,
) -> Callable[[Callable[Concatenate[_Self, _Given], _Result]], Callable[Concatenate[_Self, _Given], _Result]]:
    """Decorator: a call with one of these wrong keywords raises an error with the right one."""

    def decorate(
        method: Callable[Concatenate[_Self, _Given], _Result],
    ) -> Callable[Concatenate[_Self, _Given], _Result]:
        @functools.wraps(method)
        def checked(self: _Self, /, *given: _Given.args, **named: _Given.kwargs) -> _Result:
            for name in meant.keys() & named.keys():
                step = f"did you mean {meant[name]}?"
                raise TypeError(f"{method.__name__} has no keyword {name!r}; {step}")
            return method(self, *given, **named)

        return checked

    return decorate


def part_of(title: str) -> Callable[[_Class], _Class]:
    """Names the methods of a class that is a part of another by the class that users know."""

    def named(part: _Class) -> _Class:
        for method in vars(part).values():
            function = getattr(method, "__func__", method)  # of a class method
            if hasattr(function, "__qualname__"):
                function.__qualname__ = f"{title}.{function.__name__}"
        return part

    return named


@functools.lru_cache(maxsize=1024)
def snake_case(name: str) -> str:
    """Core Animation's word in Python's spelling: zPosition is z_position."""
    return re.sub(r"(?<=[a-z0-9])([A-Z])|(?<=[A-Z])([A-Z](?=[a-z]))", lambda m: "_" + m[0], name).lower()


#: Words of a key path that a name of the user's, or the axis of a font, comes after.
_COLLECTIONS = frozenset({"sublayers", "filters", "backgroundFilters", "emitterCells", "fontVariations"})


@functools.lru_cache(maxsize=1024)
def camel_case(key_path: str) -> str:
    """Core Animation's spelling of a key path: "shadow_offset.width" is "shadowOffset.width".

    Names of layers, filters and emitter cells in it, and axes of fonts, stay as they are.
    """
    if "_" not in key_path:
        return key_path
    found: list[str] = []
    is_name = False
    for word in key_path.split("."):
        is_name = not is_name and bool(found) and found[-1] in _COLLECTIONS
        found.append(word if is_name else _UNDERSCORE.sub(lambda letter: letter[1].upper(), word))
    return ".".join(found)


_UNDERSCORE = re.compile("(?<=[a-z0-9])_([a-z0-9])")


def quoted(message: str) -> str:
    """The name that a message begins with, between quotation marks; "" if there is none."""
    return message.split('"')[1] if message.startswith('"') else ""


#: The ends of an animation in a message.
_ENDS = re.compile(r"\b(from|to|by)Value\b")


def in_python(message: str) -> str:
    """A message with Python's names for the property it begins with and for ends of animations."""
    word, colon, rest = message.partition(": ")
    named = snake_case(word) + colon + rest if word.isidentifier() else message
    return _ENDS.sub(r"\1_value", named)


def as_spelled(message: str, given: str) -> str:
    """A message about a key path, in the spelling in which that was given."""
    if "_" not in given:
        return message
    message = message.replace(camel_case(given), given)
    first = given.partition(".")[0]
    return message.replace(f'"{camel_case(first)}"', f'"{first}"')


def as_keyword(message: str, given: str) -> str:
    """A message about a key path, with names as Python spells them if it was given as Python does."""
    if not given.islower():
        return message
    return _NAME.sub(lambda name: snake_case(name[0]), as_spelled(message, given))


#: A name between quotation marks.
_NAME = re.compile(r'"[A-Za-z.]+"')


def hint(name: str, kind: type, others: Iterable[type] = ()) -> str:
    """The end of a sentence about a name that a class does not have: what is meant, which of the other
    classes have it, or that it is missing altogether.
    """
    if name.startswith("_"):
        return ""
    snake = snake_case(name)
    if snake != name and hasattr(kind, snake):
        return f"; did you mean {snake!r}?"
    own = [said for base in kind.__mro__ if (said := _said_of(base.__name__, snake))]
    usual = [text for text in _said_of("every class", snake) if hasattr(kind, re.split(r"\W", text)[0])]
    meant = own[0] if own else usual
    if meant:
        shown = [repr(text) if text.isidentifier() else text for text in meant]
        return f"; did you mean {' or '.join(shown)}?"
    owners = [other for other in others if hasattr(other, snake)]
    first = [other.__name__ for other in owners if not any(base in owners for base in other.__mro__[1:])]
    if first:
        return f"; {' and '.join(first)} {'have' if len(first) > 1 else 'has'} it"
    near = difflib.get_close_matches(snake, [other for other in dir(kind) if other[0] != "_"], n=1)
    return absence(snake) or (f"; did you mean {near[0]!r}?" if near else "")


def near(name: str, known: Iterable[str]) -> str:
    """The end of a sentence about a name that is not among those that are known: which is nearest."""
    found = difflib.get_close_matches(name, sorted(known), n=1) if len(name) <= _LONGEST else []
    return f"; did you mean {found[0]!r}?" if found else ""


def changed_by(name: str, title: str = "") -> str:
    """The end of a sentence about what can only be read, of a class."""
    found = other_names(f"changed by, in a {title}").get(name) or other_names("changed by").get(name)
    return f"; what changes it is {found}" if found else ""


def is_meant(name: str, kind: type) -> bool:
    """Whether a name can only be meant for a property of Core Animation's, not for one of the user's own."""
    snake = snake_case(name)
    return snake in other_names("missing properties") or (snake != name and hasattr(kind, snake))


def absence(word: str) -> str:
    """End of a sentence about a property of Core Animation's that is missing here; "" for other words."""
    purpose = other_names("missing properties").get(word)
    return f": Core Animation has it for {purpose}, and Stretto has not" if purpose else ""


def hint_for_key_path(word: str, known: Iterable[str]) -> str:
    """Suggestion of a known key path for a user's word; "" if there is none."""
    paths = set(known)
    meant = _said_of("key paths", word) or [_key_path(text) for text in _said_of("every class", word)]
    found = [f'"{path}"' for path in meant if path.partition(".")[0] in paths]
    return f"; did you mean {' or '.join(found)}?" if found else ""


def _key_path(text: str) -> str:
    """The key path of a property, or the one that is named in a call."""
    if '"' in text:
        return text.split('"')[1]
    return camel_case(text.partition(" ")[0])


#: The most names that a question lists.
_MOST_NEAR = 3


def hint_for_module(name: str, public: Iterable[str]) -> str:
    """The end of a sentence about a name that the package does not have."""
    known, bare = list(public), name.removeprefix("CA")
    if name in other_names("package"):
        return f"; here it is {other_names('package')[name]}"
    if bare in known and bare != name:
        return f"; here it is st.{bare}"
    purpose = other_names("missing classes").get(bare)
    if purpose:
        return f": Core Animation has CA{bare} for {purpose}, and Stretto has not"
    if name.startswith("kCA"):
        return '; Core Animation\'s constants are texts here, such as fill_mode="both"'
    kind = [other for other in known if other[0].isupper() == bare[:1].isupper()]
    near = [other for other in kind if len(bare) > 3 and bare.lower() in other.lower()]
    if not 0 < len(near) <= _MOST_NEAR:
        near = difflib.get_close_matches(bare, known, n=1)
    return f"; did you mean {' or '.join(map(repr, near))}?" if near else ""


class Helpful:
    """Base of classes whose errors about unknown names suggest the right one."""

    __slots__ = ()

    if not TYPE_CHECKING:  # a type checker would take this for leave to use any name

        def __getattr__(self, name: str) -> Any:
            if hasattr(type(self), name):  # the property is there: what it raised itself is raised again
                return object.__getattribute__(self, name)
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}" + self._hint(name))

        def __setattr__(self, name: str, value: Any) -> None:
            try:
                object.__setattr__(self, name, value)
            except AttributeError:
                title, found = type(self).__name__, getattr(type(self), name, None)
                if isinstance(found, property) and found.fset is None:
                    can = f"{name} of a {title} can only be read"
                    raise AttributeError(can + changed_by(name, title)) from None
                if hasattr(type(self), name):
                    raise
                meant = f"{type(self).__name__} has no property {name!r}{self._hint(name)}"
                raise AttributeError(meant) from None

    def _hint(self, name: str) -> str:
        return hint(name, type(self))


class HelpfulTransforms(type):
    """Metaclass for transforms: errors about unknown class methods suggest the right one."""

    if not TYPE_CHECKING:  # as above

        def __getattr__(cls, name: str) -> Any:
            meant = other_names("Transform3D as a class").get(name)
            step = f"; did you mean {meant}?" if meant else hint(name, cls)
            raise AttributeError(f"{cls.__name__} has no attribute {name!r}{step}")
