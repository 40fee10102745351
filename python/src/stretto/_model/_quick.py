"""The short way of values to C: what is in the usual form already is sent without being looked at.

Each function takes the setters of a noun, a handle, a key path as the library takes it, and a value. It
gives the library's status, and 0 is done. A value in another form raises something, or is refused: then
nothing is done, and the long way (`Keyed._write`) converts it, or finds the words for what is wrong with it.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np

from stretto._border import _ffi
from stretto.color import rgba
from stretto.image import Image
from stretto.path import Path
from stretto.transform import Transform3D

from . import _stops, _values
from ._reading import Point, Rect, Size
from ._values import Kind

_Send: TypeAlias = Callable[[_ffi.Setters, _ffi.Pointer, bytes, Any], int]
_pack_2, _pack_4, _pack_16 = (struct.Struct(f"{count}d").pack for count in (2, 4, 16))
_SEQUENCES = frozenset({tuple, list, Point, Size, Rect})
_BOOLEANS = {True: 1.0, False: 0.0}


class _Unusual(Exception):
    """Raised for a value that has to go the long way."""


def _number(setters: _ffi.Setters, pointer: _ffi.Pointer, key: bytes, value: Any) -> int:
    return setters.number(pointer, key, value)  # ctypes takes floats and integers alone


def _boolean(setters: _ffi.Setters, pointer: _ffi.Pointer, key: bytes, value: Any) -> int:
    return setters.number(pointer, key, _BOOLEANS[value])


def _integer(setters: _ffi.Setters, pointer: _ffi.Pointer, key: bytes, value: Any) -> int:
    if type(value) is not int:
        raise _Unusual
    return setters.number(pointer, key, value)


def _array(value: Any, count: int) -> bytes:
    if type(value) is not np.ndarray or value.dtype != np.float64 or value.shape != (count,):
        raise _Unusual
    return value.tobytes()


def _pair(setters: _ffi.Setters, pointer: _ffi.Pointer, key: bytes, value: Any) -> int:
    if type(value) not in _SEQUENCES:
        return setters.numbers(pointer, key, _array(value, 2), 2)
    return setters.numbers(pointer, key, _pack_2(*value), 2)


def _four(setters: _ffi.Setters, pointer: _ffi.Pointer, key: bytes, value: Any) -> int:
    if type(value) not in _SEQUENCES:
        return setters.numbers(pointer, key, _array(value, 4), 4)
    return setters.numbers(pointer, key, _pack_4(*value), 4)


def _transform(setters: _ffi.Setters, pointer: _ffi.Pointer, key: bytes, value: Any) -> int:
    if type(value) is not Transform3D:
        raise _Unusual
    return setters.numbers(pointer, key, _pack_16(*value._values), 16)


@lru_cache(maxsize=1024)
def _named_color(text: str) -> bytes:
    return _pack_4(*rgba(text))


def _color(setters: _ffi.Setters, pointer: _ffi.Pointer, key: bytes, value: Any) -> int:
    if type(value) is str:
        return setters.numbers(pointer, key, _named_color(value), 4)
    if value is None:
        return setters.none(pointer, key)
    red, green, blue, alpha = value
    if not (0 <= red <= 1 and 0 <= green <= 1 and 0 <= blue <= 1 and 0 <= alpha <= 1):
        raise _Unusual
    return setters.numbers(pointer, key, _pack_4(red, green, blue, alpha), 4)


def _numbers(setters: _ffi.Setters, pointer: _ffi.Pointer, key: bytes, value: Any) -> int:
    if type(value) not in _SEQUENCES:
        raise _Unusual
    return setters.numbers(pointer, key, struct.pack(f"{len(value)}d", *value), len(value))


def _colors(setters: _ffi.Setters, pointer: _ffi.Pointer, key: bytes, value: Any) -> int:
    if type(value) not in _SEQUENCES:
        raise _Unusual
    if key == b"colors" and _stops.has_words(value):
        raise _Unusual
    data = b"".join([_named_color(item) if type(item) is str else _pack_4(*rgba(item)) for item in value])
    return setters.numbers(pointer, key, data, 4 * len(value))


def _text(setters: _ffi.Setters, pointer: _ffi.Pointer, key: bytes, value: Any) -> int:
    encoded: bytes = value.encode()
    if b"\0" in encoded:
        raise _Unusual
    return setters.string(pointer, key, encoded)


def _curve(setters: _ffi.Setters, pointer: _ffi.Pointer, key: bytes, value: Any) -> int:
    if type(value) is not str:
        return _four(setters, pointer, key, value)
    return setters.string(pointer, key, _curve_name(value))


@lru_cache(maxsize=64)
def _curve_name(name: str) -> bytes:
    return _ffi.encode(_values.curve_name(name), "timing function")


def _path(setters: _ffi.Setters, pointer: _ffi.Pointer, key: bytes, value: Any) -> int:
    if type(value) is not Path:
        raise _Unusual
    status = setters.path(pointer, key, value._owned)
    if status == 0:
        value._frozen = True
    return status


def _image(setters: _ffi.Setters, pointer: _ffi.Pointer, key: bytes, value: Any) -> int:
    if type(value) is not Image or value._moving is not None:
        raise _Unusual
    return setters.image(pointer, key, value._owned)


def _layer(setters: _ffi.Setters, pointer: _ffi.Pointer, key: bytes, value: Any) -> int:
    if value is None:
        return setters.none(pointer, key)
    return setters.layer(pointer, key, value._owned)


def _component(setters: _ffi.Setters, pointer: _ffi.Pointer, key: bytes, value: Any) -> int:
    if type(value) is not float and type(value) is not int:
        raise _Unusual
    return setters.number(pointer, key, value)


def _no_way(setters: _ffi.Setters, pointer: _ffi.Pointer, key: bytes, value: Any) -> int:
    raise _Unusual


_SENDS: dict[Kind | None, _Send] = {
    None: _component,
    Kind.NUMBER: _number,
    Kind.BOOLEAN: _boolean,
    Kind.INTEGER: _integer,
    Kind.POINT: _pair,
    Kind.SIZE: _pair,
    Kind.RECT: _four,
    Kind.TRANSFORM: _transform,
    Kind.COLOR: _color,
    Kind.NUMBERS: _numbers,
    Kind.COLORS: _colors,
    Kind.STRING: _text,
    Kind.NAME: _text,
    Kind.PATH: _path,
    Kind.IMAGE: _image,
    Kind.LAYER: _layer,
    Kind.CURVE: _curve,
}


@lru_cache(maxsize=1024)
def key_path(text: str) -> bytes:
    """A key path as the library takes it."""
    return _ffi.encode(text, "the key path")


def send(kind: Kind | None) -> _Send:
    """The short way of a kind of value."""
    return _SENDS.get(kind, _no_way)
