"""Animations of properties: between two values, along keyframes, and in groups."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Unpack

from ._ffi import ffi
from ._ffi import handle as _handle
from ._ffi import signatures as c
from ._ffi.numbers import flag, instance_of, sequence, shown, text_like
from ._ffi.signatures import AnimationKind
from ._model import convert
from ._model.convert import Animatable, Kind, converted, flatten, listed, refusal, text, unflatten
from ._model.geometry import FrozenList, FrozenTuple
from ._model.keywords import KeyframeAnimationKeywords
from ._model.properties import (
    AnimationGroupProperties,
    AnimationProperties,
    BasicAnimationProperties,
    KeyframeAnimationProperties,
    PropertyAnimationProperties,
    SpringAnimationProperties,
    TransitionProperties,
)
from ._model.property import Keyed, with_hint
from ._model.words import as_spelled, camel_case, in_python, snake_case
from .errors import InvalidArgument, KeyPathError
from .path import Path

__all__ = [
    "Animation",
    "AnimationGroup",
    "BasicAnimation",
    "KeyframeAnimation",
    "PropertyAnimation",
    "SpringAnimation",
    "Transition",
]

_lib = ffi.lib
#: Seconds of an animation whose duration is 0: Core Animation's default.
DEFAULT_DURATION = 0.25
#: Number of keyframes that a repr shows.
_MOST_SHOWN = 5
#: No colour among the colours of keyframes, as the library takes it.
_NO_COLOR = [math.nan] * 4
#: The kinds of keyframes that are objects: their word in C and their handles.
_OBJECTS: dict[Kind | None, tuple[str, type[c.Pointer]]] = {
    Kind.PATH: ("path", c.PathPointer),
    Kind.IMAGE: ("image", c.ImagePointer),
}


def _brief(value: Any) -> str:
    """A value in a few characters."""
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, tuple):
        return f"({', '.join(map(_brief, value))})"
    return shown(value)


class Animation(AnimationProperties):
    """Base of all animations (CAAnimation): media timing, as keywords or set later.

    Times are in seconds of the layer that gets the animation. `begin_time` 0 is the layer's time 0. An
    animation is copied when a layer or a group gets it; later changes do nothing there.

    - when: `begin_time`, `duration`, `speed`, `time_offset`, `repeat_count`, `repeat_duration`,
      `autoreverses`, `fill_mode`, `removed_on_completion`
    - how: `timing_function`
    - of what: `key_path`
    """

    __slots__ = ("_frozen", "_key_path", "_kind")
    _NOUN = "animation"
    _RELEASE = "stretto_animation_release"
    _INSTEAD = "pickle the scene of a layer that has it, or copy it with copy.copy"
    #: The header's STRETTO_ANIMATION_... number; None for a class that only others are derived from.
    _ANIMATION_KIND: ClassVar[int | None] = None
    _key_path: str | None
    #: The kind of its values, once it was asked for; "" before.
    _kind: Kind | str | None
    #: The end of the sentence that refuses changes: whose copy this is, and how that is changed; "" for none.
    _frozen: str

    def _create(self, given: dict[str, Any]) -> None:
        if self._ANIMATION_KIND is None:
            raise TypeError(
                f"{type(self).__name__} is abstract; make one of its subclasses, such as a BasicAnimation"
            )
        path = given.pop("key_path", None)
        self._own(self._made(self._ANIMATION_KIND, path))
        self._key_path = path and camel_case(path)
        self._set_keywords(given)

    def _own(self, pointer: c.Pointer) -> None:
        super()._own(pointer)
        self._frozen = ""

    def _adopted(self) -> None:
        self._key_path = ffi.text(_lib.stretto_animation_get_key_path, self._pointer) or None

    def _freeze(self, whose: str) -> None:
        """Refuses changes from now on; `whose` is as in `_frozen`."""
        self._frozen = whose

    if not TYPE_CHECKING:  # as in Keyed

        def __setattr__(self, name: str, value: Any) -> None:
            if name[0] != "_" and self._frozen and name in self._SETTERS:
                raise InvalidArgument(
                    f"{name} cannot be set: this {type(self).__name__} is a copy of {self._frozen}. "
                    "copy.copy(animation) can be changed"
                )
            super().__setattr__(name, value)

    def __copy__(self) -> Any:
        """A copy that can be changed on its own. Raises `InvalidArgument` for keyframes
        without values.
        """
        group = AnimationGroup(animations=[self])
        pointer, get = group._pointer, _lib.stretto_animation_get_animation
        twin = _handle.adopt(ffi.new(c.AnimationPointer, get, pointer, 0), type(self))
        return self._as(twin)

    def _made(self, kind: int, path: Any) -> c.AnimationPointer:
        if path is not None:
            text_like(path, "key_path", "opacity")
        encoded = None if path is None else ffi.encode(camel_case(path), "key_path")
        try:
            return ffi.new(c.AnimationPointer, _lib.stretto_animation_create, kind, encoded)
        except KeyPathError as error:
            words = as_spelled(str(error), path)
            raise KeyPathError(with_hint(words, path, Keyed.__subclasses__())) from None

    @property
    def key_path(self) -> str | None:
        """Core Animation's key path of the animated property; None for a group or a transition, and for an
        animation that takes the key that it is added under as its key path.
        """
        return self._key_path

    def __repr__(self) -> str:
        if self.closed:
            return f"<{type(self).__name__}, closed>"
        length = self.duration or DEFAULT_DURATION
        parts = [f"{type(self).__name__} {self._summary()}", f"{length:g} s"]
        if self.repeat_count or self.repeat_duration:
            count = self.repeat_count if not self.repeat_duration else self.repeat_duration / length
            parts.append("repeated for ever" if math.isinf(count) else f"{count:g} times")
        return f"<{', '.join(parts)}>"

    def _summary(self) -> str:
        """The middle of the repr, between the class and the duration."""
        return repr(self._key_path)

    @property
    def _value_kind(self) -> Kind | None:
        """Kind of the values: that of the key path, or of a value function."""
        known = getattr(self, "_kind", "")
        if isinstance(known, str):
            kind = Kind(ffi.integer(_lib.stretto_animation_get_value_kind, self._pointer))
            self._kind = known = None if kind is Kind.ANY else kind
        return known

    def _forget(self) -> None:
        self._kind = ""


class PropertyAnimation(PropertyAnimationProperties, Animation):
    """Base of animations of one property (CAPropertyAnimation): its key path, and how their values meet
    the value underneath: `additive`, `cumulative`, `value_function`.
    """

    __slots__ = ()
    _FIRST = ("value_function",)

    @property
    def _is_of_stops(self) -> bool:
        """Whether the animation is of the colours of a gradient."""
        return (self._key_path or "").rpartition(".")[2] == "colors"


class BasicAnimation(BasicAnimationProperties, PropertyAnimation):
    """Runs from one value to another (CABasicAnimation).

    Of `from_value`, `to_value` and `by_value` at most two are given; what is missing is the value
    underneath. They are numbers, tuples, colours, `Transform3D`, `Path` or `Image`, as the key path takes.

    Without a key path it animates what the key says that a layer gets it under; it then takes numbers and
    lists of them: `layer.add_animation(st.BasicAnimation(from_value=1, to_value=0), "opacity")`.

    Raises `KeyPathError` for a key path that no layer has or that cannot be animated.
    """

    __slots__ = ("_given_stops",)
    _ANIMATION_KIND = AnimationKind.BASIC
    #: The ends of a gradient's colours as they were given, by their key paths.
    _given_stops: dict[str, Any]

    @property
    def from_value(self) -> Any:
        """The value at the start, or None for the value underneath."""
        return self._end("fromValue")

    @from_value.setter
    def from_value(self, value: Animatable | None) -> None:
        self._set_end("fromValue", value, "from_value")

    @property
    def to_value(self) -> Any:
        """The value at the end, or None for the value underneath."""
        return self._end("toValue")

    @to_value.setter
    def to_value(self, value: Animatable | None) -> None:
        self._set_end("toValue", value, "to_value")

    @property
    def by_value(self) -> Any:
        """The difference of end and start, or None."""
        return self._end("byValue")

    @by_value.setter
    def by_value(self, value: Animatable | None) -> None:
        self._set_end("byValue", value, "by_value")

    def _summary(self) -> str:
        ends = [("from", self.from_value), ("to", self.to_value), ("by", self.by_value)]
        given = [f"{word} {_brief(value)}" for word, value in ends if value is not None]
        return " ".join([super()._summary(), *given])

    def _set_end(self, key_path: str, value: Any, name: str) -> None:
        kind = self._value_kind
        if kind is Kind.COLORS and self._is_of_stops and key_path != "byValue":
            self._set_stops(key_path, value)
            return
        try:
            self._write(key_path, kind, value, name=name)
        except TypeError as error:
            if self._key_path != "transform.scale" or not isinstance(value, Iterable):
                raise
            raise TypeError(f'{error}; "transform.scale.x" and "transform.scale.y" take one each') from None
        except InvalidArgument as error:  # which may name the other two
            raise InvalidArgument(in_python(str(error))) from None

    def _set_stops(self, key_path: str, value: Any) -> None:
        """Sets one end of the colours of a gradient, both of which have the same stops."""
        given = {**getattr(self, "_given_stops", {}), key_path: value}
        for path, colors in zip(given, convert.together(list(given.values())), strict=True):
            self._write(path, Kind.COLORS, colors, name=snake_case(path))
        self._given_stops = given

    def _end(self, name: str) -> Any:
        kind = self._value_kind
        if kind is Kind.STRING:
            # A text that is absent reads as no numbers; one that is present cannot be read as numbers.
            try:
                return self._read(name, kind)
            except KeyPathError:
                return None
        if kind not in (Kind.PATH, Kind.IMAGE):
            values = ffi.numbers(_lib.stretto_animation_get_numbers, self._pointer, name.encode())
            return unflatten(kind, values) if values else None
        return self._read(name, kind)


class SpringAnimation(SpringAnimationProperties, BasicAnimation):
    """Runs from one value to another as a mass on a spring does (CASpringAnimation): it may shoot beyond the
    end and ring.

    A spring is given by `mass`, `stiffness` and `damping`, or in their place by `perceptual_duration` and
    `bounce`, or by `damping_ratio` and `settles_in`, the two numbers of UIKit's `usingSpringWithDamping`.
    `duration` cuts it off, and is a quarter of a second unless it or `settles_in` is given;
    `settling_duration` tells what it needs. A timing function is not used. `initial_velocity` is what it
    begins with, `allows_overdamping` lets it creep.

        hop = st.SpringAnimation("position.x", from_value=20, to_value=80, damping=6)
        hop.duration = hop.settling_duration
        pop = st.SpringAnimation("transform.scale", from_value=0, damping_ratio=0.5, settles_in=0.8)
    """

    __slots__ = ()
    _ANIMATION_KIND = AnimationKind.SPRING
    _LAST = ("damping_ratio", "settles_in")
    #: The ways to give a spring, of which one is used.
    _FORMS = (
        ("perceptual_duration", "bounce"),
        ("damping_ratio", "settles_in"),
        ("mass", "stiffness", "damping"),
    )

    def _create(self, given: dict[str, Any]) -> None:
        used = [found for form in self._FORMS if (found := [name for name in form if name in given])]
        if len(used) > 1:
            first, second = used[0][0], used[1][0]
            raise TypeError(
                f"SpringAnimation() was given {first!r} and {second!r}; a spring is given by "
                "perceptual_duration and bounce, by damping_ratio and settles_in, or by mass, stiffness and "
                "damping"
            )
        super()._create({"duration": given["settles_in"], **given} if "settles_in" in given else given)

    @property
    def settling_duration(self) -> float:
        """Seconds until it stays within a thousandth of the end; `math.inf` without damping."""
        return ffi.number(_lib.stretto_animation_get_settling_duration, self._pointer)


class KeyframeAnimation(KeyframeAnimationProperties, PropertyAnimation):
    """Runs through several values (CAKeyframeAnimation).

    `values` are as in `BasicAnimation`; a colour may be None, which blends as its neighbour's at alpha 0.
    `key_times` run from 0 to 1, one a value (in the discrete mode one more); without them the values are
    spread evenly. `timing_functions` has one a segment. Lists that do not fit are played as Core Animation
    plays them, and a diagnostic says so: the shorter of key times and values counts, the first value holds
    before the first time and the last after the last.
    `calculation_mode` is "linear"; "discrete", which holds each value; "cubic", a smooth curve through the
    values; "paced" and "cubicPaced", which go at an even pace and ignore key times and timing functions.

    `path` takes the place of the values of a point: each of its lines and curves is a segment, moves are
    jumps, and the paced modes go by its length. With a `rotation_mode` the layer turns with it.

    `tension_values`, `continuity_values` and `bias_values` shape the curve of the cubic modes.
    `sampled` makes keyframes of a function.

    Paths of equal structure are interpolated, and others switch half way, as in Core Animation. With
    `matched=True` any paths are: their segments are split until all have equal numbers, contours are paired
    by area and place, and begin where they have the least way to go.

        st.KeyframeAnimation("path", [circle, star, circle], matched=True, duration=2)

    Raises `InvalidArgument` for `matched` with other values than paths, and `LimitError` for paths of more
    than 262,144 elements.
    """

    __slots__ = ("_frames",)
    _ANIMATION_KIND = AnimationKind.KEYFRAME
    _frames: list[Any]

    def __init__(
        self,
        key_path: str | None = None,
        values: Iterable[Animatable | None] = (),
        *,
        matched: bool = False,
        **properties: Unpack[KeyframeAnimationKeywords],
    ) -> None:
        if flag(matched, "matched"):
            from ._motion import matching

            values = matching.matched(matching.paths(values))
        super().__init__(key_path, values, **properties)

    def _create(self, given: dict[str, Any]) -> None:
        self._frames = []
        super()._create(given)

    @classmethod
    def sampled(
        cls,
        key_path: str,
        function: Callable[[float], Any],
        *,
        duration: float,
        tolerance: float = 1e-3,
        **given: Any,
    ) -> KeyframeAnimation:
        """Returns an animation that follows a function of time with few keyframes.

            swing = st.KeyframeAnimation.sampled("opacity", lambda t: abs(math.sin(3 * t)), duration=6)

        Each keyframe is a value of the function, and each segment is as long as the tolerance allows. A
        segment of a single number has its own timing function. Segments of points, transforms, colours and
        paths are linear. Texts, images and whole numbers change when the function does. The function is
        called at least 120 times per second. A jump takes at most 1/240 s.

        Args:
            key_path: The property.
            function: Returns the value at seconds from 0 to `duration`.
            duration: Seconds.
            tolerance: Greatest error, in units of the value: points, radians, fractions of a colour, matrix
                elements.
            **given: Other keywords of the animation, such as `repeat_count`.

        Raises:
            InvalidArgument: For values that are not finite, or that the property cannot have.
        """
        from ._motion import sampled as _sampled

        found = _sampled.keywords(key_path, function, duration, tolerance)
        return cls(key_path, **found, **given)

    def _adopted(self) -> None:
        super()._adopted()
        self._frames = self._read_values()

    def _read_values(self) -> list[Any]:
        kind, pointer = self._value_kind, self._pointer
        if kind in _OBJECTS:
            noun, handle = _OBJECTS[kind]
            get = getattr(_lib, f"stretto_animation_get_{noun}_value")
            read = lambda index: _handle.new(handle, get, pointer, index)  # noqa: E731
        elif kind is Kind.STRING:
            read = lambda index: ffi.text(_lib.stretto_animation_get_string_value, pointer, index)  # noqa: E731
        else:
            get = _lib.stretto_animation_get_values
            read = lambda index: unflatten(kind, ffi.numbers(get, pointer, index))  # noqa: E731
        return list(ffi.listed(_lib.stretto_animation_get_value_count, pointer, read))

    @property
    def values(self) -> Sequence[Any]:
        """The values, in order."""
        return FrozenList(self._frames)

    @values.setter
    def values(self, values: Iterable[Animatable | None]) -> None:
        chosen = [sequence(value) for value in listed(values, "values", "values")]
        kind = self._value_kind
        if kind in _OBJECTS:
            if any(value is None for value in chosen):
                raise refusal(kind, None, "values")
            chosen = [converted(kind, value, "values") for value in chosen]
            self._set_objects(*_OBJECTS[kind], chosen)
        elif kind is Kind.STRING:
            texts = [ffi.encode(text(kind, value, "values"), "values") for value in chosen]
            _lib.stretto_animation_set_string_values(self._pointer, ffi.texts(texts), len(texts))
        else:
            if kind is Kind.COLORS and self._is_of_stops:
                chosen = convert.together(chosen)
            self._set_numbers(kind, chosen)
        for value in chosen:
            if isinstance(value, Path):
                value._freeze()
        self._frames = chosen

    def _summary(self) -> str:
        values = self.values
        first = [_brief(value) for value in values[:_MOST_SHOWN]]
        more = f", ... {len(values)} in all" if len(values) > _MOST_SHOWN else ""
        return f"{super()._summary()} [{', '.join(first)}{more}]"

    def _set_objects(self, noun: str, kind: type[Any], values: Sequence[Any]) -> None:
        pointers = ffi.pointers(kind, [value._pointer for value in values])
        getattr(_lib, f"stretto_animation_set_{noun}_values")(self._pointer, pointers, len(values))

    def _set_numbers(self, kind: Kind | None, values: Sequence[Any]) -> None:
        rows = [
            _NO_COLOR if value is None and kind is Kind.COLOR else flatten(kind, value, "values")
            for value in values
        ]
        widths = {len(row) for row in rows}
        if len(widths) > 1:
            raise InvalidArgument(f"values must be alike, but they have {sorted(widths)} numbers")
        flat = [item for row in rows for item in row]
        _lib.stretto_animation_set_values(self._pointer, ffi.doubles(flat), len(rows), max(widths, default=1))


class AnimationGroup(AnimationGroupProperties, Animation):
    """Several `animations` in one time (CAAnimationGroup).

    The group's duration clips its animations and never stretches them; one without a duration takes the
    group's.
    """

    __slots__ = ("_given",)
    _ANIMATION_KIND = AnimationKind.GROUP
    #: The classes of the members and what objects of users' classes hold, where they were given in Python.
    _given: list[tuple[type[Animation], dict[str, Any]]]

    def _create(self, given: dict[str, Any]) -> None:
        self._given = []
        super()._create(given)

    def _adopted(self) -> None:
        super()._adopted()
        self._given = []

    def _summary(self) -> str:
        return f"of {', '.join(item._summary() for item in self.animations) or 'nothing'}"

    def _kinds(self, index: int) -> list[type[Animation]]:
        return [self._given[index][0]] if index < len(self._given) else []

    @property
    def animations(self) -> Sequence[Animation]:
        """The animations, in order: copies of what the group has, and frozen. To change one, set the list
        again with a `copy.copy` of it that was changed.
        """
        pointer, get = self._pointer, _lib.stretto_animation_get_animation
        members: tuple[Animation, ...] = ffi.listed(
            _lib.stretto_animation_get_animation_count,
            pointer,
            lambda index: _handle.adopt(
                ffi.new(c.AnimationPointer, get, pointer, index), *self._kinds(index)
            ),
        )
        for member, (_, held) in zip(members, self._given, strict=False):
            if held:
                vars(member).update(held)
        whose = self._frozen or "what a group has: group.animations = [...] gives it changed ones"
        for member in members:
            member._freeze(whose)
        return FrozenTuple(members)

    @animations.setter
    def animations(self, animations: Iterable[Animation]) -> None:
        chosen = tuple(listed(animations, "animations", "animations", alone=Animation))
        pointers = [instance_of(Animation, animation)._pointer for animation in chosen]
        try:
            _lib.stretto_animation_set_animations(
                self._pointer, ffi.pointers(c.AnimationPointer, pointers), len(chosen)
            )
        except InvalidArgument as error:
            raise InvalidArgument(in_python(str(error))) from None
        self._given = [(type(animation), dict(getattr(animation, "__dict__", {}))) for animation in chosen]


class Transition(TransitionProperties, Animation):
    """Turns a layer from the picture that it showed into the one that it shows (CATransition).

        card.add_animation(st.Transition(type="push", subtype="fromRight", begin_time=2, duration=0.5))

    The old picture is the layer, with all in it, as it was just before the transition's begin, and stands
    still; the new one is the layer as it is, and moves on. So what changes at that time, by a discrete
    animation, by a state, or because a sublayer is hidden until then, changes by way of the transition. Where
    nothing changes a "fade" is not seen. Position, opacity, mask, filters and shadow are those of now.

    Pictures slide by the width or the height of the bounds; `masks_to_bounds` cuts them off there.
    `type` and `subtype` say how and from which side, `start_progress` and `end_progress` which part of it.
    """

    __slots__ = ()
    _ANIMATION_KIND = AnimationKind.TRANSITION

    def _summary(self) -> str:
        return " ".join(repr(word) for word in (self.type, self.subtype) if word)


def _class_of(pointer: Any) -> type[Animation]:
    number = ffi.integer(_lib.stretto_animation_get_kind, pointer)
    kinds = (BasicAnimation, KeyframeAnimation, AnimationGroup, SpringAnimation, Transition)
    return next(kind for kind in kinds if number == kind._ANIMATION_KIND)


_handle.register(c.AnimationPointer, _class_of)
