"""Animations of properties: between two values, along keyframes, and in groups."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from . import _ffi, _properties
from ._key_paths import kind_of
from ._properties import (
    AnimationGroupProperties,
    AnimationProperties,
    BasicAnimationProperties,
    KeyframeAnimationProperties,
    PropertyAnimationProperties,
)
from ._values import Animatable, Kind, flatten, unflatten
from .errors import InvalidArgument
from .image import Image
from .path import Path

_lib = _ffi.lib


class Animation(AnimationProperties):
    """What all animations have (CAAnimation): media timing, as keywords or set later.

    Times are in seconds of the layer that gets the animation. `begin_time` 0 is the layer's time 0. An
    animation is copied when a layer or a group gets it; later changes do nothing there.
    """

    __slots__ = ("_key_path",)
    _NOUN = "animation"
    _RELEASE = "stretto_animation_release"
    #: The header's STRETTO_ANIMATION_... number; None for a class that only others are derived from.
    _ANIMATION_KIND: ClassVar[int | None] = None
    _key_path: str | None

    def _create(self, given: dict[str, Any]) -> None:
        if self._ANIMATION_KIND is None:
            raise TypeError(
                f"{type(self).__name__} is what other animations have in common; make one of those, such as "
                "a BasicAnimation"
            )
        self._key_path = given.pop("key_path", None)
        encoded = None if self._key_path is None else _ffi.encode(self._key_path, "the key path")
        self._own(
            _ffi.new(_ffi.AnimationPointer, _lib.stretto_animation_create, self._ANIMATION_KIND, encoded)
        )
        self._set_keywords(given)

    @property
    def key_path(self) -> str | None:
        """Core Animation's key path of the animated property; None for a group."""
        return self._key_path

    @property
    def _value_kind(self) -> Kind | None:
        return kind_of(self._key_path) if self._key_path is not None else None


class PropertyAnimation(PropertyAnimationProperties, Animation):
    """What animations of one property have (CAPropertyAnimation): its key path, and how their values meet
    the value underneath.
    """

    __slots__ = ()


class BasicAnimation(BasicAnimationProperties, PropertyAnimation):
    """Runs from one value to another (CABasicAnimation).

    Of `from_value`, `to_value` and `by_value` at most two are used; what is missing is the value
    underneath. They are numbers, tuples, colours, `Transform3D`, `Path` or `Image`, as the key path takes.

    Raises `KeyPathError` for a key path that no layer has or that cannot be animated.
    """

    __slots__ = ()
    _ANIMATION_KIND = 0

    @property
    def from_value(self) -> Any:
        """The value at the start, or None for the value underneath."""
        return self._end("fromValue")

    @from_value.setter
    def from_value(self, value: Animatable | None) -> None:
        self._write("fromValue", self._value_kind, value)

    @property
    def to_value(self) -> Any:
        """The value at the end, or None for the value underneath."""
        return self._end("toValue")

    @to_value.setter
    def to_value(self, value: Animatable | None) -> None:
        self._write("toValue", self._value_kind, value)

    @property
    def by_value(self) -> Any:
        """The difference of end and start, or None."""
        return self._end("byValue")

    @by_value.setter
    def by_value(self, value: Animatable | None) -> None:
        self._write("byValue", self._value_kind, value)

    def _end(self, name: str) -> Any:
        kind = self._value_kind
        if kind not in (Kind.PATH, Kind.IMAGE):
            values = _ffi.numbers(_lib.stretto_animation_get_numbers, self._pointer, name.encode())
            return unflatten(kind, values) if values else None
        return self._read(name, kind)


class KeyframeAnimation(KeyframeAnimationProperties, PropertyAnimation):
    """Runs through several values (CAKeyframeAnimation).

    `values` are as in `BasicAnimation`. `key_times` run from 0 to 1, one a value (in the discrete mode one
    more); without them the values are spread evenly. `timing_functions` has one a segment.
    `calculation_mode` is "linear" or "discrete", which holds each value without interpolation.
    """

    __slots__ = ("_frames",)
    _ANIMATION_KIND = 1
    _frames: list[Any]

    def _create(self, given: dict[str, Any]) -> None:
        self._frames = []
        super()._create(given)

    @property
    def values(self) -> Sequence[Any]:
        """The values, in order."""
        return list(self._frames)

    @values.setter
    def values(self, values: Iterable[Animatable]) -> None:
        chosen = list(values)
        if chosen and all(isinstance(value, Path) for value in chosen):
            self._set_objects("path", _ffi.PathPointer, chosen)
        elif chosen and all(isinstance(value, Image) for value in chosen):
            self._set_objects("image", _ffi.ImagePointer, chosen)
        else:
            self._set_numbers(chosen)
        self._frames = chosen

    def _set_objects(self, noun: str, kind: type[Any], values: Sequence[Any]) -> None:
        pointers = _ffi.pointers(kind, [value._pointer for value in values])
        getattr(_lib, f"stretto_animation_set_{noun}_values")(self._pointer, pointers, len(values))

    def _set_numbers(self, values: Sequence[Any]) -> None:
        kind = self._value_kind
        if kind in (Kind.PATH, Kind.IMAGE):
            raise TypeError(f"the values of {self._key_path} must all be of the kind {kind.name.lower()}")
        rows = [flatten(kind, value, "values") for value in values]
        widths = {len(row) for row in rows}
        if len(widths) > 1:
            raise InvalidArgument(f"values must be alike, but they have {sorted(widths)} numbers")
        flat = [item for row in rows for item in row]
        _lib.stretto_animation_set_values(
            self._pointer, _ffi.doubles(flat), len(rows), max(widths, default=1)
        )


class AnimationGroup(AnimationGroupProperties, Animation):
    """Several animations in one time (CAAnimationGroup).

    The group's duration clips its animations and never stretches them; one without a duration takes the
    group's.
    """

    __slots__ = ("_members",)
    _ANIMATION_KIND = 2
    _members: tuple[Animation, ...]

    def _create(self, given: dict[str, Any]) -> None:
        self._members = ()
        super()._create(given)

    @property
    def animations(self) -> Sequence[Animation]:
        """The animations, in order. The group has copies; changing one here does nothing until it is set
        again.
        """
        return self._members

    @animations.setter
    def animations(self, animations: Iterable[Animation]) -> None:
        chosen = tuple(animations)
        for animation in chosen:
            if not isinstance(animation, Animation):
                raise TypeError(f"animations takes animations, not {type(animation).__name__} {animation!r}")
        pointers = _ffi.pointers(_ffi.AnimationPointer, [animation._pointer for animation in chosen])
        _lib.stretto_animation_set_animations(self._pointer, pointers, len(chosen))
        self._members = chosen


# For whoever asks at run time what the generated signatures mean by it (typing.get_type_hints).
vars(_properties).update(Animation=Animation)
