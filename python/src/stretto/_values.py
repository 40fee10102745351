"""The kinds of value that properties have, on their way to C and back."""

from __future__ import annotations

import enum
import os
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Literal, TypeAlias

import numpy.typing as npt
from PIL import Image as Pillow

from . import _ffi
from ._numbers import numbers
from .color import ColorLike, rgba
from .errors import InvalidArgument
from .image import Image
from .path import Path
from .transform import Transform3D, TransformLike

CurveName: TypeAlias = Literal[
    "linear", "easeIn", "easeOut", "easeInEaseOut", "default", "ease", "ease-in", "ease-out", "ease-in-out"
]
#: A timing function: Core Animation's name or that of CSS, or the control points (c1x, c1y, c2x, c2y) of its
#: cubic curve from (0, 0) to (1, 1).
Curve: TypeAlias = CurveName | Iterable[float]
#: An outline: a `Path`, or SVG's notation for one.
Outline: TypeAlias = Path | str
#: A picture: an `Image`, what `Image` is made from, or the path of a file.
ImageLike: TypeAlias = Image | str | os.PathLike[str] | Pillow.Image | npt.NDArray[Any]
#: What an animation may run between: whatever its key path takes.
Animatable: TypeAlias = (
    float | str | Iterable[float] | Iterable[ColorLike] | TransformLike | Outline | ImageLike
)

_KEYFRAME = 1


class Kind(enum.IntEnum):
    """The header's STRETTO_VALUE_... numbers."""

    NUMBER = 0
    BOOLEAN = 1
    INTEGER = 2
    POINT = 3
    SIZE = 4
    RECT = 5
    TRANSFORM = 6
    COLOR = 7
    NUMBERS = 8
    COLORS = 9
    STRING = 10
    NAME = 11
    NAMES = 12
    PATH = 13
    IMAGE = 14
    LAYER = 15
    CURVE = 16
    CURVES = 17
    ANY = 18
    TRANSFORMS = 19


#: Kinds that cross as one number, and those that cross as a list of them.
SCALARS = frozenset({Kind.NUMBER, Kind.BOOLEAN, Kind.INTEGER})
TEXTS = frozenset({Kind.STRING, Kind.NAME, Kind.NAMES})


def flatten(kind: Kind | None, value: Any, what: str) -> list[float]:
    """The numbers that stand for a value of this kind; None for a component or an unknown kind."""
    if kind is Kind.COLOR:
        return list(rgba(value, what))
    if kind is Kind.COLORS:
        _refuse_text(value, what, "a list of colors")
        return [component for color in value for component in rgba(color, what)]
    if kind is Kind.CURVES:
        _refuse_text(value, what, "a list of timing functions")
        return [number for curve in value for number in _curve(curve, what)]
    if kind is Kind.TRANSFORMS:
        _refuse_text(value, what, "a list of transforms")
        return [number for item in value for number in _matrix(item)]
    if kind is Kind.TRANSFORM and not isinstance(value, Transform3D):
        return list(Transform3D(value))
    if kind in SCALARS or (kind is None and not isinstance(value, Iterable)):
        value = (value,)
    return numbers(value, what)


def unflatten(kind: Kind | None, values: list[float]) -> Any:
    """The value that the numbers stand for: the inverse of `flatten`."""
    if kind is None:
        return values[0] if len(values) == 1 else tuple(values)
    if kind in SCALARS:
        return {Kind.NUMBER: float, Kind.BOOLEAN: bool, Kind.INTEGER: int}[kind](values[0])
    if not values:
        return None
    if kind is Kind.TRANSFORM:
        return Transform3D._of(tuple(values))
    if kind is Kind.TRANSFORMS:
        return [Transform3D._of(tuple(values[start : start + 16])) for start in range(0, len(values), 16)]
    if kind in (Kind.COLORS, Kind.CURVES):
        return [tuple(values[start : start + 4]) for start in range(0, len(values), 4)]
    return tuple(values)


def names(value: Any, what: str) -> str:
    """Names as C takes them: one text, separated by spaces."""
    if isinstance(value, str):
        return value
    if not isinstance(value, Iterable):
        raise TypeError(f"{what} takes names, not {type(value).__name__} {value!r}")
    return " ".join(text(name, what) for name in value)


def text(value: Any, what: str) -> str:
    """The value, which must be a text."""
    if not isinstance(value, str):
        raise TypeError(f"{what} takes a text, not {type(value).__name__} {value!r}")
    return value


def _refuse_text(value: Any, what: str, wanted: str) -> None:
    if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
        raise TypeError(f"{what} takes {wanted}, not {type(value).__name__} {value!r}")


def _matrix(value: Any) -> Iterable[float]:
    return value if isinstance(value, Transform3D) else Transform3D(value)


def _curve(value: Curve, what: str) -> list[float]:
    found = _named_curve(value) if isinstance(value, str) else numbers(value, what)
    if len(found) != 4:
        raise InvalidArgument(f"{what} was given {value!r}; a timing function is a name or 4 numbers")
    return list(found)


@lru_cache(maxsize=16)
def _named_curve(name: str) -> tuple[float, ...]:
    """The control points of a named timing function; the library alone knows them."""
    key, lib = b"timingFunction", _ffi.lib
    scratch = _ffi.new(_ffi.AnimationPointer, lib.stretto_animation_create, _KEYFRAME, b"opacity")
    try:
        lib.stretto_animation_set_string(scratch, key, _ffi.encode(name, "timingFunctions"))
        return tuple(_ffi.numbers(lib.stretto_animation_get_numbers, scratch, key))
    finally:
        lib.stretto_animation_release(scratch)
