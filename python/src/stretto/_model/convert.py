"""Converts values of properties to C and back."""

from __future__ import annotations

import os
import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from stretto._ffi import ffi
from stretto._ffi import handle as _handle
from stretto._ffi import signatures as c
from stretto._ffi.numbers import is_series, number, number_advice, numbers, sequence, shown, wrong_type
from stretto._ffi.signatures import ValueKind
from stretto._pictures.pillow import Picture
from stretto.color import RGBA, ColorLike, rgba
from stretto.errors import InvalidArgument
from stretto.image import Image
from stretto.path import Path
from stretto.transform import Transform3D, TransformLike

from . import words
from .geometry import FrozenDict, FrozenList, Point, Rect, Size

CurveName: TypeAlias = Literal[
    "linear",
    "easeIn",
    "easeOut",
    "easeInEaseOut",
    "default",
    "ease",
    "ease-in",
    "ease-out",
    "ease-in-out",
    "ease-in-ease-out",
]
#: A timing function: its name in Core Animation or CSS, or the control points (c1x, c1y, c2x, c2y) of a cubic
#: curve from (0, 0) to (1, 1).
Curve: TypeAlias = CurveName | Iterable[float]
#: An easing: a name, CSS's notation, four control points, or a function of 0...1.
EasingLike: TypeAlias = str | Iterable[float] | Callable[[float], float]
#: An outline: a `Path`, or SVG path data.
Outline: TypeAlias = Path | str
#: A picture: an `Image`, a Pillow image, an array, or the path of a file.
ImageLike: TypeAlias = Image | str | os.PathLike[str] | Picture | npt.NDArray[Any]
#: Start or end value of an animation: any value that its key path accepts.
Animatable: TypeAlias = (
    float | str | Iterable[float] | Iterable[ColorLike] | TransformLike | Outline | ImageLike
)

_KEYFRAME = 1


#: The kinds of values that properties have.
Kind = ValueKind
#: Kinds of values that are passed to C as one number, and kinds of values that are passed as a text.
SCALARS = frozenset({Kind.NUMBER, Kind.BOOLEAN, Kind.INTEGER})
TEXTS = frozenset({Kind.STRING, Kind.NAME, Kind.NAMES, Kind.FEATURES})
#: Kinds of properties whose values are never None.
_NEVER_NONE = frozenset({*SCALARS, *TEXTS, Kind.POINT, Kind.SIZE, Kind.RECT, Kind.TRANSFORM})
#: Kinds that are passed to C as handles, with the word in C and the class of the handle.
OBJECTS: dict[Kind | None, tuple[str, type[c.Pointer]]] = {
    Kind.PATH: ("path", c.PathPointer),
    Kind.IMAGE: ("image", c.ImagePointer),
    Kind.LAYER: ("layer", c.LayerPointer),
    Kind.FONT: ("font", c.FontPointer),
}
_SETTERS: dict[type, str] = {pointer_type: f"set_{name}" for name, pointer_type in OBJECTS.values()}
#: Number of numbers in a value of each kind.
_COUNTS: dict[Kind | None, int] = {Kind.POINT: 2, Kind.SIZE: 2, Kind.RECT: 4, Kind.CURVE: 4}
#: Descriptions of the values of each kind, for messages.
_TAKES: dict[Kind | None, str] = {
    Kind.NUMBER: "a number",
    Kind.BOOLEAN: "True or False",
    Kind.INTEGER: "a whole number",
    Kind.POINT: "a point (x, y)",
    Kind.SIZE: "a size (width, height)",
    Kind.RECT: "a rectangle (x, y, width, height)",
    Kind.TRANSFORM: "a Transform3D, or its 16 numbers",
    Kind.COLOR: "a colour: a string such as 'white' or '#d0021b', or 3 or 4 numbers in 0...1",
    Kind.NUMBERS: "a sequence of numbers",
    Kind.COLORS: "a list of colors",
    Kind.STRING: "a text",
    Kind.NAME: "a text, one of certain names",
    Kind.NAMES: "names",
    Kind.PATH: "a Path, or a text in SVG's notation such as 'M0 0L10 10Z'",
    Kind.IMAGE: "an Image, a Pillow image, an array of uint8, or the path of a file",
    Kind.LAYER: "a layer",
    Kind.CURVE: "a timing function: a name such as 'easeIn', or 4 numbers",
    Kind.CURVES: "a list of timing functions",
    Kind.TRANSFORMS: "a list of transforms",
    Kind.FONT: "a Font",
    Kind.FONTS: "a list of fonts",
    Kind.VARIATIONS: "a dict of axes and places such as {'wght': 650}",
    Kind.FEATURES: "a text such as 'tnum, liga=0'",
}


#: Kinds whose values are tuples with named elements.
_GEOMETRY: dict[Kind, Callable[[list[float]], tuple[float, ...]]] = {
    Kind.POINT: Point,
    Kind.SIZE: Size,
    Kind.RECT: Rect,
}


def refusal(kind: Kind | None, value: Any, what: str, error: type[Exception] = TypeError) -> Exception:
    """Returns the error about a value whose kind does not fit the property."""
    or_none = "" if kind in _NEVER_NONE or kind is None else " (or None)"
    found = "None" if value is None else f"{type(value).__name__} {shown(value)}"
    advice = number_advice(value) if kind is Kind.NUMBER else ""
    if kind is Kind.TRANSFORM and hasattr(value, "__float__") and not hasattr(value, "__len__"):
        advice = f"; Transform3D.scale({shown(value)}) and Transform3D.rotation({shown(value)}) make one"
        if what in ("from_value", "to_value", "by_value", "values"):
            advice += ', and a value_function such as "rotateZ", set before the values, takes numbers'
    elif kind is Kind.TRANSFORM and isinstance(value, (tuple, list)) and len(value) in (2, 3):
        advice = f"; Transform3D.translation({', '.join(map(shown, value))}) makes one"
    elif kind is Kind.LAYER and isinstance(value, Path):
        advice = "; ShapeLayer(path=...) makes one"
    elif kind is Kind.PATH and isinstance(value, (tuple, list, np.ndarray)):
        advice = "; Path.polygon(points) makes one of corners"
    elif kind in (Kind.FONT, Kind.FONTS) and isinstance(value, str):
        advice = f"; stretto.Font.find({value!r}) looks for an installed one"
    return error(f"{what} takes {_TAKES.get(kind, 'a value')}{or_none}, not {found}{advice}")


def check(kind: Kind | None, value: Any, what: str) -> None:
    """Raises InvalidArgument for None if the property always has a value. The library itself checks whether
    the value is allowed.
    """
    if value is None and kind in _NEVER_NONE:
        raise refusal(kind, value, what, InvalidArgument)


#: A call that sets a value: its verb, the arguments after the key path, and an object that must outlive the
#: call.
Call: TypeAlias = tuple[str, tuple[Any, ...], Any]


def convert(kind: Kind | None, value: Any, what: str) -> Call:
    """Returns the call of the library that sets a value.

    All values of properties pass to C through this function. The function iterates a series once, and checks
    all elements of the series before it calls the library.

    Args:
        kind: Kind of value; None for a component of a value and for an unknown key path.
        value: The value.
        what: Name of the property in messages.
    """
    return _NONE if value is None else _CONVERTERS.get(kind, _numeric)(kind, value, what)


_NONE: Call = "set_none", (), None


def _scalar(kind: Kind | None, value: Any, what: str) -> Call:
    return "set_number", (_single(kind, value, what),), None


def _numeric(kind: Kind | None, value: Any, what: str) -> Call:
    flat = flatten(kind, value, what)
    return "set_numbers", (struct.pack(f"{len(flat)}d", *flat), len(flat)), None


def _textual(kind: Kind | None, value: Any, what: str) -> Call:
    if kind is Kind.NAME and hasattr(value, "type"):  # a filter stands for the name of its type
        value = value.type
    found = names(value, what) if kind is Kind.NAMES else text(kind, value, what)
    return "set_string", (ffi.encode(found, what),), None


def _curved(kind: Kind | None, value: Any, what: str) -> Call:
    if isinstance(value, str):
        return "set_string", (ffi.encode(curve_name(value), what),), None
    return _numeric(kind, value, what)


def _object(kind: Kind | None, value: Any, what: str) -> Call:
    value = converted(kind, value, what)
    pointer = value._pointer if isinstance(value, _handle.Handle) else None
    verb = _SETTERS.get(type(pointer))
    if verb is None or (kind is not None and OBJECTS[kind][1] is not type(pointer)):
        raise refusal(kind, value, what)
    return verb, (pointer,), value


def _any(kind: Kind | None, value: Any, what: str) -> Call:
    if isinstance(value, str):
        return "set_string", (ffi.encode(value, what),), None
    if isinstance(value, _handle.Handle):
        return _object(kind, value, what)
    return _numeric(kind, value, what) if is_series(value) else _scalar(kind, value, what)


def flatten(kind: Kind | None, value: Any, what: str) -> list[float]:
    """The numbers of a value; `kind` is None for a component of a value and for an unknown kind."""
    if kind in _COUNTS:
        return _counted(kind, value, what)
    if kind is Kind.COLOR:
        return list(rgba(value, what))
    if kind is Kind.TRANSFORM:
        return _matrix(value, what)
    if kind in SCALARS or (kind is None and not is_series(value)):
        return [_single(kind, value, what)]
    if kind is Kind.VARIATIONS:
        return _variations(value, what)
    if not is_series(value):
        raise refusal(kind, value, what)
    if kind in _LISTS:
        one = _LISTS[kind]
        return [component for item in value for component in one(item, what)]
    return numbers(value, what)


def _single(kind: Kind | None, value: Any, what: str) -> float:
    if isinstance(value, (str, bytes)):
        raise refusal(kind or Kind.NUMBER, value, what)
    return number(value, what)


def _counted(kind: Kind | None, value: Any, what: str) -> list[float]:
    """The numbers of a value that has a fixed number of numbers."""
    if not is_series(value):
        raise refusal(kind, value, what)
    count = _COUNTS[kind]
    items = value if isinstance(value, (tuple, list, np.ndarray)) else list(islice(value, count + 1))
    if len(items) != count:
        raise InvalidArgument(f"{what} takes {_TAKES[kind]}; it was given {shown(value)}")
    return numbers(items, what)


def unflatten(kind: Kind | None, values: list[float]) -> Any:
    """The value of a kind that has the given numbers; the inverse of `flatten`."""
    if kind is None:
        return values[0] if len(values) == 1 else tuple(values)
    if kind in SCALARS:
        return {Kind.NUMBER: float, Kind.BOOLEAN: bool, Kind.INTEGER: int}[kind](values[0])
    if not values:
        return None
    if kind is Kind.VARIATIONS:
        coordinates = zip(values[::2], values[1::2], strict=True)
        return FrozenDict({_axis_name(tag): coordinate for tag, coordinate in coordinates})
    if kind is Kind.TRANSFORM:
        return Transform3D._of(tuple(values))
    if kind is Kind.TRANSFORMS:
        starts = range(0, len(values), 16)
        return FrozenList(Transform3D._of(tuple(values[start : start + 16])) for start in starts)
    if kind in (Kind.COLORS, Kind.CURVES):
        return FrozenList(tuple(values[start : start + 4]) for start in range(0, len(values), 4))
    return _GEOMETRY.get(kind, tuple)(values)


def names(value: Any, what: str) -> str:
    """Names as one text for C, separated by spaces."""
    if isinstance(value, str):
        return value
    if not is_series(value):
        raise refusal(Kind.NAMES, value, what)
    return " ".join(text(Kind.NAME, name, what) for name in value)


def text(kind: Kind | None, value: Any, what: str) -> str:
    """Returns the value. Raises TypeError for anything but a text."""
    if not isinstance(value, str):
        raise refusal(kind, value, what)
    return value


def converted(kind: Kind | None, value: Any, what: str) -> Any:
    """The `Path` or `Image` for a value of the kinds path and image; for other kinds the value itself."""
    if kind is Kind.PATH and isinstance(value, str):
        try:
            return Path.svg(value)
        except InvalidArgument as error:
            raise InvalidArgument(f"{what} was given {shown(value)}: {error}") from None
    if kind is Kind.IMAGE and isinstance(value, (str, os.PathLike)):
        return Image.open(value)._as_still(what)
    if kind is Kind.IMAGE and isinstance(value, Image):
        return value._as_still(what)
    if kind is Kind.IMAGE and isinstance(value, (np.ndarray, Picture)):
        return Image(value)
    if value is not None and (kind is Kind.IMAGE or (kind is Kind.PATH and not isinstance(value, Path))):
        raise refusal(kind, value, what)
    return value


def mapping(values: Any, what: str, keys: str) -> Mapping[Any, Any]:
    """Returns the values. Raises TypeError for anything but a dict."""
    if not isinstance(values, Mapping):
        example = '{knob: {"opacity": 0.5}}' if keys == "layers" else '{"opacity": 0.5}'
        raise wrong_type(what, f"a dict by {keys} such as {example}", values)
    return values


def listed(values: Any, what: str, of: str, alone: type[Any] | tuple[type[Any], ...] = ()) -> list[Any]:
    """Returns the values as a list. Raises TypeError for a text and for a single value; `alone` is the class
    of a single value.
    """
    if isinstance(values, Mapping) or not is_series(values):
        advice = "; a list of one is written [...]" if isinstance(values, alone) else ""
        raise wrong_type(what, f"a list of {of}", values, advice)
    return list(values)


# Positions on font axes


def _variations(value: Any, what: str) -> list[float]:
    if not isinstance(value, Mapping):
        raise refusal(Kind.VARIATIONS, value, what)
    flat: list[float] = []
    for axis, coordinate in value.items():
        code = axis.encode("ascii", "replace") if isinstance(axis, str) else b""
        if len(code) != 4:
            raise InvalidArgument(
                f"{what}: {shown(axis)} was given; an axis has four characters, such as 'wght'"
            )
        flat += [int.from_bytes(code, "big"), number(coordinate, f"{what}[{axis!r}]")]
    return flat


def _axis_name(tag: float) -> str:
    return int(tag).to_bytes(4, "big").decode("ascii", "replace")


# Timing functions and transforms


#: Core Animation's names of timing functions by other spellings, including those of CSS, without capitals and
#: hyphens.
_CURVE_NAMES = {
    "linear": "linear",
    "ease": "default",
    "default": "default",
    "easein": "easeIn",
    "easeout": "easeOut",
    "easeinout": "easeInEaseOut",
    "easeineaseout": "easeInEaseOut",
}


#: Other forms of a timing function, for the message about an unknown name.
CURVE_FORMS = ", those of CSS such as ease-in-out, or 4 numbers"


def curve_name(name: str) -> str:
    """Core Animation's name of a timing function."""
    return _CURVE_NAMES.get(words.bare(name), name)


def _matrix(value: Any, what: str) -> list[float]:
    if isinstance(value, Transform3D):
        return list(value._values)
    if not is_series(value):
        raise refusal(Kind.TRANSFORM, value, what)
    if isinstance(value, (tuple, list)) and len(value) in (2, 3):
        raise refusal(Kind.TRANSFORM, value, what, InvalidArgument)
    return list(Transform3D(value))


def _curve(value: Curve, what: str) -> list[float]:
    if isinstance(value, str):
        return list(_named_curve(curve_name(value), what))
    if not is_series(value):
        raise refusal(Kind.CURVE, value, what)
    found = numbers(value, what)
    if len(found) != 4:
        raise InvalidArgument(f"{what} was given {shown(value)}; a timing function is a name or 4 numbers")
    return found


@lru_cache(maxsize=16)
def _named_curve(name: str, what: str) -> tuple[float, ...]:
    """The control points of a named timing function, as the library defines them."""
    key, lib = b"timingFunction", ffi.lib
    scratch = ffi.new(c.AnimationPointer, lib.stretto_animation_create, _KEYFRAME, b"opacity")
    try:
        lib.stretto_animation_set_string(scratch, key, ffi.encode(name, what))
        return tuple(ffi.numbers(lib.stretto_animation_get_numbers, scratch, key))
    except InvalidArgument as error:
        raise InvalidArgument(str(error).replace("timingFunction", what) + CURVE_FORMS) from None
    finally:
        lib.stretto_animation_release(scratch)


#: Functions that return the numbers of one element, by the kind of list.
_LISTS: dict[Kind | None, Callable[[Any, str], Iterable[float]]] = {
    Kind.COLORS: rgba,
    Kind.CURVES: _curve,
    Kind.TRANSFORMS: _matrix,
}
_CONVERTERS: dict[Kind | None, Callable[[Kind | None, Any, str], Call]] = {
    None: _any,
    **dict.fromkeys(SCALARS, _scalar),
    **dict.fromkeys(TEXTS, _textual),
    **dict.fromkeys(OBJECTS, _object),
    Kind.CURVE: _curved,
}


# Colours of gradients.
# "clear" and "transparent" in a gradient stand for the neighbour's colour at alpha 0. Core Animation
# interpolates colours without premultiplied alpha. If "clear" was black at alpha 0, a gradient from white to
# "clear" would pass through grey. CSS premultiplies. Only the two words are replaced, and colours that are
# given as numbers stay unchanged.

_CLEAR = frozenset({"clear", "transparent"})


def _is_word(color: Any) -> bool:
    return isinstance(color, str) and color.strip().lower() in _CLEAR


def has_clear_words(colors: Any) -> bool:
    """Whether a list or tuple of colours contains the word "clear" or "transparent"."""
    if isinstance(colors, np.ndarray):
        colors = colors.tolist()
    return isinstance(colors, (list, tuple)) and any(_is_word(color) for color in colors)


def split_indices(colors: Sequence[Any]) -> list[int]:
    """Indices of the words "clear" and "transparent" between two different colours. The stop of a word such
    as "clear" becomes two stops.
    """
    return [index for index, pair in enumerate(_faded(colors)) if len(set(pair)) > 1]


def replaced(colors: Sequence[Any], split: Iterable[int]) -> list[RGBA]:
    """The colours with words replaced. The result has two colours for each index in `split`."""
    twice = frozenset(split)
    pairs = [pair if index in twice else pair[:1] for index, pair in enumerate(_faded(colors))]
    return [color for pair in pairs for color in pair]


def _faded(colors: Sequence[Any]) -> list[tuple[RGBA, RGBA]]:
    """Two colours for each gradient stop. The two colours of a word such as "clear" are the colours before
    and after the word.
    """
    known = [None if _is_word(color) else rgba(color, "colors") for color in colors]
    known_indices = [index for index, color in enumerate(known) if color is not None]
    found: list[tuple[RGBA, RGBA]] = []
    for index, color in enumerate(known):
        if color is not None:
            found.append((color, color))
            continue
        before = max((other for other in known_indices if other < index), default=None)
        behind = min((other for other in known_indices if other > index), default=None)
        if before is not None and behind is not None and index - before != behind - index:
            # If several words "clear" follow each other, each word takes the colour of the nearest coloured
            # stop.
            before = behind = before if index - before < behind - index else behind
        first, last = (behind if before is None else before), (before if behind is None else behind)
        found.append((_at_alpha_0(known[first or 0]), _at_alpha_0(known[last or 0])))
    return found


def _at_alpha_0(color: RGBA | None) -> RGBA:
    return (*color[:3], 0.0) if color is not None else (0.0, 0.0, 0.0, 0.0)


def together(lists: Sequence[Any]) -> list[Any]:
    """Lists of colours that are interpolated with each other. If an index is split in one list, the index is
    split in all lists.
    """
    given = [sequence(colors) for colors in lists]
    if not any(has_clear_words(colors) for colors in given):
        return given
    split = sorted({index for colors in given if colors for index in split_indices(colors)})
    return [colors and replaced(colors, split) for colors in given]


def split_stops(colors: Sequence[RGBA], locations: Sequence[float] | None) -> list[int]:
    """Indices, before the split, of stops that are two transparent stops of different colours at one
    location.
    """
    offsets = _even(len(colors)) if locations is None else locations
    if len(offsets) != len(colors):
        return []
    found = [
        index
        for index in range(1, len(colors))
        if colors[index - 1][3] == colors[index][3] == 0
        and colors[index - 1] != colors[index]
        and offsets[index - 1] == offsets[index]
    ]
    return [index - 1 - number for number, index in enumerate(found)]


def doubled(locations: Sequence[float] | None, count: int, split: Sequence[int]) -> list[float]:
    """Locations of `count` stops, evenly spaced for None. A stop that is split has its location twice in the
    result.
    """
    given = _even(count) if locations is None else list(locations)
    return [location for index, location in enumerate(given) for _ in range(2 if index in split else 1)]


def undoubled(locations: Sequence[float], split: Sequence[int]) -> list[float] | None:
    """The inverse of `doubled`; None for evenly spaced locations."""
    given = list(locations)
    for index in split:
        del given[index]
    return None if given == _even(len(given)) else given


def _even(count: int) -> list[float]:
    return [index / (count - 1) for index in range(count)] if count > 1 else [0.0] * count
