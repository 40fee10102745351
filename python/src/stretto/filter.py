"""Filters of a layer's picture, or of the picture behind the layer."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any

from ._ffi import ffi
from ._ffi import signatures as c
from ._ffi.numbers import shown, text_like
from ._model import convert
from ._model.geometry import FrozenDict, FrozenTuple
from ._model.key_paths import FILTER_INPUTS
from ._model.properties import LayerProperties
from ._model.property import Filters, PropertyObject
from ._model.words import camel_case
from .errors import InvalidArgument, KeyPathError

__all__ = ["Filter"]

_lib = ffi.lib


class Filter:
    """A filter, with a type, the inputs of the type, and a name for key paths (CAFilter).

    `Filter("gaussianBlur", inputRadius=4)` and `Filter("gaussianBlur", input_radius=4)` are the same. The
    types of filters have the following inputs, with defaults in parentheses:

    - gaussianBlur: inputRadius (10, the standard deviation in points), inputNormalizeEdges (False)
    - colorMatrix: inputColorMatrix (20 numbers, four rows of five)
    - colorBrightness: inputAmount (0); colorContrast, colorSaturate: inputAmount (1)
    - colorHueRotate: inputAngle (0, in radians)
    - colorMonochrome: inputColor (white), inputAmount (1), inputBias (0)
    - multiplyColor: inputColor (white)
    - colorInvert, luminanceToAlpha

    The blend modes of `compositing_filter` are also types of filters, but only for that property. A layer
    copies the filters that you give to the layer. You change and animate the inputs of the layer's copy by
    key path: `layer.set_value("filters.gaussianBlur.inputRadius", 5)`.

    Args:
        type: One of the types above.
        name: Name in key paths. The default is the type.
        **inputs: Values of inputs.

    Raises:
        InvalidArgument: For an unknown type, or a value that an input cannot have.
        KeyPathError: For an input that the type does not have.
    """

    __slots__ = ("_frozen", "_name", "_store", "_type")
    __hash__ = None  # type: ignore[assignment] # it can change

    def __init__(
        self,
        type: str,  # noqa: A002 - its name in every language
        *,
        name: str | None = None,
        **inputs: Any,
    ) -> None:
        object.__setattr__(self, "_frozen", False)
        object.__setattr__(self, "_store", _Store())
        object.__setattr__(self, "_type", convert.text(None, type, "Filter"))
        if type not in _blend_modes():
            self._store._write("filters", None, type, name="Filter")
        self.name = type if name is None else name
        for word, value in inputs.items():
            self[word] = value

    @property
    def type(self) -> str:
        """Type of the filter."""
        kind: str = self._type
        return kind

    @property
    def name(self) -> str:
        """Name of the filter in key paths, by default its type. The name of a filter has no space, dot or
        equals sign.
        """
        name: str = self._name
        return name

    @name.setter
    def name(self, name: str) -> None:
        self._check_thawed("name")
        if not isinstance(name, str) or not name or set(name) & set(" .=\0"):
            raise InvalidArgument(
                f"name: {shown(name)} was given; a text without space, dot and equals sign is allowed"
            )
        object.__setattr__(self, "_name", name)

    @property
    def inputs(self) -> dict[str, Any]:
        """Values of the filter's inputs, by Core Animation's names."""
        found = {}
        for word, kind in FILTER_INPUTS.items():
            try:
                found[word] = self._store._read(f"filters.{self._type}.{word}", kind)
            except KeyPathError:
                continue
        return FrozenDict(found)

    def __getitem__(self, word: str) -> Any:
        """Returns the value of an input, by Core Animation's or Python's name."""
        word = _input(word)
        return self._store._read(f"filters.{self._type}.{word}", FILTER_INPUTS.get(word))

    def __setitem__(self, word: str, value: Any) -> None:
        word = _input(word)
        self._check_thawed(word)
        kind = FILTER_INPUTS.get(word)
        if word not in self.inputs:
            allowed = ", ".join(self.inputs) or "no inputs"
            raise KeyPathError(f"{word} is no input of the filter {self._type}; it has {allowed}")
        convert.check(kind, value, word)
        self._store._write(f"filters.{self._type}.{word}", kind, value)

    def __getattr__(self, word: str) -> Any:
        if word.startswith("input"):
            return self[word]
        raise AttributeError(f"Filter has no attribute {word!r}")

    def __setattr__(self, word: str, value: Any) -> None:
        if word.startswith("input"):
            self[word] = value
        else:
            object.__setattr__(self, word, value)

    def _check_thawed(self, word: str) -> None:
        if self._frozen:
            path = f"filters.{self.name}.{word}"
            advice = f'layer.set_value("{path}", ...) changes that, ' if word.startswith("input") else ""
            raise InvalidArgument(
                f"{word} cannot be set: this filter was given to a layer, or read from one, and the layer "
                f"has its own copy: {advice}and copy.copy(filter) can be changed and given again"
            )

    def _freeze(self) -> None:
        object.__setattr__(self, "_frozen", True)

    def __reduce__(self) -> Any:
        return _restored, (self.type, self.name, dict(self.inputs))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Filter):
            return NotImplemented
        return (self.type, self.name, self.inputs) == (other.type, other.name, other.inputs)

    def __repr__(self) -> str:
        name = [] if self.name == self.type else [f"name={self.name!r}"]
        parts = [repr(self.type), *name, *(f"{word}={value!r}" for word, value in self.inputs.items())]
        return f"Filter({', '.join(parts)})"


def _restored(kind: str, name: str, inputs: dict[str, Any]) -> Filter:
    """Recreates a filter, for copies and pickles."""
    return Filter(kind, name=name, **inputs)


class _Store(LayerProperties):
    """Hidden layer that holds one filter, so that the library checks the inputs."""

    __slots__ = ()
    _OBJECT_KIND = "layer"
    _RELEASE = "stretto_layer_release"

    def _create(self, given: dict[str, Any]) -> None:
        self._own(ffi.new(c.LayerPointer, _lib.stretto_layer_create, 0))


def _input(word: str) -> str:
    """Core Animation's name of an input: inputRadius for input_radius."""
    return camel_case(text_like(word, "an input of a Filter", "inputRadius"))


@functools.cache
def _blend_modes() -> list[str]:
    names: list[str] = next(
        row.names.decode().split() for row in ffi.properties(0, 0) if row.name == b"compositingFilter"
    )
    return names


def _read(owner: PropertyObject, key_path: str) -> tuple[Filter, ...]:
    words = ffi.text(_lib.stretto_layer_get_string, owner._pointer, ffi.encode(key_path, "the key path"))
    found = []
    for word in words.split():
        name, _, kind = word.rpartition("=")
        made = Filter(kind, name=name or kind)
        _copy(owner, f"{key_path}.{made.name}", made._store, f"filters.{kind}", made)
        made._freeze()
        found.append(made)
    return FrozenTuple(found)


def _write(owner: PropertyObject, key_path: str, value: Iterable[Filter | str]) -> None:
    filters = [
        Filter(one) if isinstance(one, str) else one
        for one in convert.listed(value, key_path, "filters", alone=(str, Filter))
    ]
    for one in filters:
        if not isinstance(one, Filter):
            raise TypeError(f"{key_path} takes a list of filters; {shown(one)} was given")
    words = " ".join(f"{one.name}={one.type}" for one in filters)
    owner._write(key_path, None, words)
    for one in filters:
        _copy(one._store, f"filters.{one.type}", owner, f"{key_path}.{one.name}", one)
        one._freeze()


def _copy(source: PropertyObject, before: str, target: PropertyObject, after: str, one: Filter) -> None:
    """Copies the numbers of all inputs."""
    for word in one.inputs:
        values = ffi.numbers(
            _lib.stretto_layer_get_numbers, source._pointer, ffi.encode(f"{before}.{word}", word)
        )
        key = ffi.encode(f"{after}.{word}", word)
        if values:
            _lib.stretto_layer_set_numbers(target._pointer, key, ffi.doubles(values), len(values))
        else:
            _lib.stretto_layer_set_none(target._pointer, key)


Filters.read, Filters.write = staticmethod(_read), staticmethod(_write)
