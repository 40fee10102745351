"""The kinds of layer, and the tree that they make."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from . import _ffi, _handle, _values
from ._key_paths import kind_of
from ._numbers import instance_indices, number, uint32
from ._properties import (
    EmitterCellProperties,
    EmitterLayerProperties,
    GradientLayerProperties,
    LayerProperties,
    ReplicatorLayerProperties,
    ShapeLayerProperties,
)
from .animation import Animation
from .errors import InvalidArgument

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    from typing_extensions import Unpack

    from ._properties import (
        EmitterCellKeywords,
        EmitterLayerKeywords,
        GradientLayerKeywords,
        LayerKeywords,
        ReplicatorLayerKeywords,
        ShapeLayerKeywords,
    )

    class _EmitterLayerKeywords(EmitterLayerKeywords, total=False):
        emitter_cells: Sequence[EmitterCell]


_lib = _ffi.lib
_naming = threading.Lock()


class Layer(LayerProperties):
    """A rectangle with a background, contents, a border, sublayers and a time of its own (CALayer).

    Properties are Core Animation's in snake_case, given as keywords or set later. `frame` is derived from
    `bounds`, `position`, `anchor_point` and `transform`; as a keyword it is set after the anchor point and
    before the rest, whatever the order they are written in. Lengths are in points, y grows downwards.

    A layer is in one place at most: adding it elsewhere takes it away from where it was.
    """

    __slots__ = ()
    _NOUN = "layer"
    _RELEASE = "stretto_layer_release"
    _FIRST = ("anchor_point", "bounds", "position", "frame")
    #: The header's STRETTO_LAYER_... number.
    _LAYER_KIND: ClassVar[int] = 0

    def __init__(self, **properties: Unpack[LayerKeywords]) -> None:
        self._create(properties)

    def _create(self, properties: Any) -> None:
        self._own(_ffi.new(_ffi.LayerPointer, _lib.stretto_layer_create, self._LAYER_KIND))
        self._set_keywords(properties)

    # -------------------------------------------------------------- the tree

    @property
    def superlayer(self) -> Layer | None:
        """The layer above in the tree (of a mask: the layer that it masks), or None."""
        found: Layer | None = _handle.adopt(
            _ffi.new(_ffi.LayerPointer, _lib.stretto_layer_get_superlayer, self._pointer)
        )
        return found

    @property
    def sublayers(self) -> tuple[Layer, ...]:
        """The layers below, lowest first: those later in the list are drawn over the earlier ones."""
        pointer, get = self._pointer, _lib.stretto_layer_get_sublayer
        return _ffi.listed(
            _lib.stretto_layer_sublayer_count,
            pointer,
            lambda index: _handle.adopt(_ffi.new(_ffi.LayerPointer, get, pointer, index)),
        )

    def add_sublayer(self, layer: Layer) -> None:
        """Puts a layer over the other sublayers. It leaves the place it had.

        Raises `InvalidArgument` if that would make a cycle, `LimitError` in trees deeper than 256 layers.
        """
        _lib.stretto_layer_add_sublayer(self._pointer, _of(Layer, layer)._pointer)

    def insert_sublayer(self, layer: Layer, index: int) -> None:
        """Puts a layer at `index` among the sublayers, from 0 (lowest) to their number. Errors as in
        `add_sublayer`.
        """
        position = uint32(index, "index")
        _lib.stretto_layer_insert_sublayer(self._pointer, _of(Layer, layer)._pointer, position)

    def remove_from_superlayer(self) -> None:
        """Takes the layer out of its superlayer, or out of being a mask. Nothing if it has none."""
        _lib.stretto_layer_remove_from_superlayer(self._pointer)

    # -------------------------------------------------------------- values by key path

    def value(self, key_path: str) -> Any:
        """The value that was set, by Core Animation's key path: "position.x", "transform.rotation.z".

        Raises `KeyPathError` for a path that names no property of this kind of layer.
        """
        return self._read(key_path, kind_of(key_path, self._KINDS))

    def set_value(self, key_path: str, value: Any, instance: Iterable[int | None] | None = None) -> None:
        """Sets a value by Core Animation's key path; colours, transforms, paths and images as elsewhere.

        Raises `KeyPathError` for a path that names no property of this kind of layer, `InvalidArgument` for
        a value that it cannot have. Values for single copies (`instance`) are not there yet.
        """
        _refuse_instance(instance)
        self._write(key_path, kind_of(key_path, self._KINDS), value)

    # -------------------------------------------------------------- animations

    def add_animation(
        self, animation: Animation, key: str | None = None, instance: Iterable[int | None] | None = None
    ) -> str:
        """Gives the layer a copy of an animation and returns its key.

        A new animation with a key that is taken replaces the old one; None gives a key that collides with
        none. Raises `KeyPathError` if the layer has no such property. Animations of single copies
        (`instance`) are not there yet.
        """
        _refuse_instance(instance)
        pointer = _of(Animation, animation)._pointer
        if key is not None:
            _lib.stretto_layer_add_animation(self._pointer, pointer, _ffi.encode(key, "key"))
            return key
        with _naming:
            before = set(self.animation_keys)
            _lib.stretto_layer_add_animation(self._pointer, pointer, None)
            return next(found for found in self.animation_keys if found not in before)

    def remove_animation(self, key: str) -> None:
        """Takes an animation away. Nothing if there is none of that key."""
        _lib.stretto_layer_remove_animation(self._pointer, _ffi.encode(key, "key"))

    def remove_all_animations(self) -> None:
        """Takes all animations away."""
        _lib.stretto_layer_remove_all_animations(self._pointer)

    @property
    def animation_keys(self) -> tuple[str, ...]:
        """The keys of the layer's animations, in the order of application."""
        pointer, get = self._pointer, _lib.stretto_layer_get_animation_key
        return _ffi.listed(
            _lib.stretto_layer_animation_count, pointer, lambda index: _ffi.text(get, pointer, index)
        )

    def __repr__(self) -> str:
        if self.closed:
            return f"<{type(self).__name__}, closed>"
        name = f" {self.name!r}" if self.name else ""
        return f"<{type(self).__name__}{name}, frame ({', '.join(f'{item:g}' for item in self.frame)})>"

    # -------------------------------------------------------------- at a time

    def local_time(self, time: float, instance: Iterable[int] = ()) -> float:
        """The layer's own time in seconds when the scene's time is `time`.

        `instance` names a copy by the indices of the replicators around the layer, outermost first; indices
        left out are 0. A layer outside any scene counts the top of its tree as the root.
        """
        indices = instance_indices(instance)
        return _ffi.number(
            _lib.stretto_layer_local_time,
            self._pointer,
            number(time, "time"),
            _ffi.int32s(indices),
            len(indices),
        )

    def presentation_value(self, key_path: str, time: float, instance: Iterable[int] = ()) -> Any:
        """The animated value of anything made of numbers, in one copy (`instance` as in `local_time`) at a
        time.

        Numbers are floats, booleans bools, points, sizes and rects tuples, colours four floats, transforms
        `Transform3D`. It is the animated number itself: a full turn reads 2 pi, not 0.
        """
        indices = instance_indices(instance)
        values = _ffi.numbers(
            _lib.stretto_layer_presentation_numbers,
            self._pointer,
            _ffi.encode(key_path, "the key path"),
            number(time, "time"),
            _ffi.int32s(indices),
            len(indices),
        )
        return _values.unflatten(kind_of(key_path, self._KINDS), values)

    def _sample(
        self, key_path: str | None, start: float, stop: float, count: int, instance: Iterable[int]
    ) -> npt.NDArray[np.float64]:
        """The values of `Scene.sample`."""
        indices = instance_indices(instance)
        values = _ffi.samples(
            count,
            _lib.stretto_layer_sample,
            self._pointer,
            None if key_path is None else _ffi.encode(key_path, "the key path"),
            number(start, "start"),
            number(stop, "stop"),
            count,
            _ffi.int32s(indices),
            len(indices),
        )
        return values[:, 0] if values.shape[1] == 1 else values


class ReplicatorLayer(ReplicatorLayerProperties, Layer):
    """Shows its sublayers `instance_count` times (CAReplicatorLayer).

    Each copy is moved by one more `instance_transform` about the middle of the replicator's bounds,
    coloured by one more step of the offsets, and later by one more `instance_delay` in seconds (a negative
    delay looks ahead).
    """

    __slots__ = ()
    _LAYER_KIND = 1

    def __init__(self, **properties: Unpack[ReplicatorLayerKeywords]) -> None:
        self._create(properties)


class ShapeLayer(ShapeLayerProperties, Layer):
    """Fills and strokes a path, in its own coordinates (CAShapeLayer)."""

    __slots__ = ()
    _LAYER_KIND = 2

    def __init__(self, **properties: Unpack[ShapeLayerKeywords]) -> None:
        self._create(properties)


class GradientLayer(GradientLayerProperties, Layer):
    """Fills its bounds with an axial or radial gradient (CAGradientLayer)."""

    __slots__ = ()
    _LAYER_KIND = 3

    def __init__(self, **properties: Unpack[GradientLayerKeywords]) -> None:
        self._create(properties)


class EmitterCell(EmitterCellProperties):
    """The recipe of a kind of particle (CAEmitterCell). A fresh one emits nothing: its birth rate is 0.

    The mean and range of a random property give values spread evenly over mean - range/2 ... mean + range/2.
    """

    __slots__ = ()
    _NOUN = "cell"
    _RELEASE = "stretto_cell_release"

    def __init__(self, **properties: Unpack[EmitterCellKeywords]) -> None:
        self._own(_ffi.new(_ffi.CellPointer, _lib.stretto_cell_create))
        self._set_keywords(properties)


class EmitterLayer(EmitterLayerProperties, Layer):
    """Emits particles by the recipes of its cells (CAEmitterLayer).

    The particles of a moment depend on the moment and `seed` alone, so any frame can be drawn first.
    """

    __slots__ = ()
    _LAYER_KIND = 4

    def __init__(self, **properties: Unpack[_EmitterLayerKeywords]) -> None:
        self._create(properties)

    @property
    def emitter_cells(self) -> tuple[EmitterCell, ...]:
        """The kinds of particle, in order; shared with the layer, so a change to a cell shows."""
        pointer, get = self._pointer, _lib.stretto_layer_get_cell
        return _ffi.listed(
            _lib.stretto_layer_cell_count,
            pointer,
            lambda index: _handle.adopt(_ffi.new(_ffi.CellPointer, get, pointer, index)),
        )

    @emitter_cells.setter
    def emitter_cells(self, cells: Sequence[EmitterCell]) -> None:
        chosen = tuple(_of(EmitterCell, cell) for cell in cells)
        pointers = _ffi.pointers(_ffi.CellPointer, [cell._pointer for cell in chosen])
        _lib.stretto_layer_set_cells(self._pointer, pointers, len(chosen))


def _of(wanted: type[Any], value: Any) -> Any:
    if not isinstance(value, wanted):
        raise TypeError(f"a {wanted.__name__} is needed, not {type(value).__name__} {value!r}")
    return value


def _refuse_instance(instance: Iterable[int | None] | None) -> None:
    if instance is not None:
        raise InvalidArgument("instance= is not supported yet: leave it out to address all copies")


def _class_of(pointer: Any) -> type[Layer]:
    kind = _ffi.integer(_lib.stretto_layer_get_kind, pointer)
    return (Layer, ReplicatorLayer, ShapeLayer, GradientLayer, EmitterLayer)[kind]


_handle.register(_ffi.LayerPointer, _class_of)
_handle.register(_ffi.CellPointer, lambda _pointer: EmitterCell)
