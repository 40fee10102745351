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
from ._model.property import PropertyObject, with_hint
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
#: Core Animation's default duration in seconds, for an animation whose `duration` is 0.
DEFAULT_DURATION = 0.25
#: Number of keyframes that the repr lists.
_MOST_SHOWN = 5
#: Value for the library of a colour keyframe that is None.
_NO_COLOR = [math.nan] * 4
#: Kinds of keyframes that are objects, with the word in C and the class of the handle.
_OBJECTS: dict[Kind | None, tuple[str, type[c.Pointer]]] = {
    Kind.PATH: ("path", c.PathPointer),
    Kind.IMAGE: ("image", c.ImagePointer),
}


def _brief(value: Any) -> str:
    """A short text of a value, for the repr."""
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, tuple):
        return f"({', '.join(map(_brief, value))})"
    return shown(value)


class Animation(AnimationProperties):
    """Base of all animations (CAAnimation), with media timing as keywords or attributes.

    Times are seconds of the local time of the layer that gets the animation. A `begin_time` of 0 is time 0 of
    the layer. A layer or a group copies the animation, so later changes to the animation have no effect on
    the layer or the group.

    - when: `begin_time`, `duration`, `speed`, `time_offset`, `repeat_count`, `repeat_duration`,
      `autoreverses`, `fill_mode`, `removed_on_completion`
    - how: `timing_function`
    - of what: `key_path`
    """

    __slots__ = ("_frozen", "_key_path", "_kind")
    _OBJECT_KIND = "animation"
    _RELEASE = "stretto_animation_release"
    _INSTEAD = "pickle the scene of a layer that has it, or copy it with copy.copy"
    #: The header's STRETTO_ANIMATION_... number; None for an abstract class.
    _ANIMATION_KIND: ClassVar[int | None] = None
    _key_path: str | None
    #: Cached kind of the values; "" before the first use.
    _kind: Kind | str | None
    #: End of the message that refuses a change of a frozen animation: who owns it, and how to change it. End
    #: of an error message if the animation is frozen; "" if the animation can be changed.
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
        """Makes all later changes raise InvalidArgument. The argument `whose` is stored in `_frozen`, for the
        message of the error.
        """
        self._frozen = whose

    if not TYPE_CHECKING:  # a type checker would allow any name

        def __setattr__(self, name: str, value: Any) -> None:
            if name[0] != "_" and self._frozen and name in self._SETTERS:
                raise InvalidArgument(
                    f"{name} cannot be set: this {type(self).__name__} is a copy of {self._frozen}. "
                    "copy.copy(animation) can be changed"
                )
            super().__setattr__(name, value)

    def __copy__(self) -> Any:
        """A copy that you can change independently. Raises `InvalidArgument` for keyframes without values."""
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
            raise KeyPathError(with_hint(words, path, PropertyObject.__subclasses__())) from None

    @property
    def key_path(self) -> str | None:
        """Core Animation's key path of the animated property.

        None for a group, for a transition, and for an animation whose key in a layer is also its key path.
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
        """The part of the repr between the class and the duration."""
        return repr(self._key_path)

    @property
    def _value_kind(self) -> Kind | None:
        """Kind of the values, by the key path or by the value function."""
        known = getattr(self, "_kind", "")
        if isinstance(known, str):
            kind = Kind(ffi.integer(_lib.stretto_animation_get_value_kind, self._pointer))
            self._kind = known = None if kind is Kind.ANY else kind
        return known

    def _forget(self) -> None:
        self._kind = ""


class PropertyAnimation(PropertyAnimationProperties, Animation):
    """Base of animations of one property (CAPropertyAnimation).

    The key path of the property is `key_path`. The attributes `additive`, `cumulative` and `value_function`
    determine how the animated value combines with the value underneath.
    """

    __slots__ = ()
    _FIRST = ("value_function",)

    @property
    def _is_of_stops(self) -> bool:
        """Whether the animated property is the colours of a gradient."""
        return (self._key_path or "").rpartition(".")[2] == "colors"


class BasicAnimation(BasicAnimationProperties, PropertyAnimation):
    """Animates from one value to another (CABasicAnimation).

    At most two of `from_value`, `to_value` and `by_value` are given. The value underneath replaces a missing
    start or end. Values are numbers, tuples, colours, `Transform3D`, `Path` or `Image`, depending on the key
    path.

    An animation without a key path takes the key under which you add it as its key path, and then accepts
    numbers and lists of numbers only: `layer.add_animation(st.BasicAnimation(from_value=1, to_value=0),
    "opacity")`.

    Raises:
        KeyPathError: If no layer has the property, or the property cannot be animated.
    """

    __slots__ = ("_given_stops",)
    _ANIMATION_KIND = AnimationKind.BASIC
    #: The given start and end colours of a gradient, by key path.
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
        """The difference between end and start, or None."""
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
        except InvalidArgument as error:  # the message may name the other two values
            raise InvalidArgument(in_python(str(error))) from None

    def _set_stops(self, key_path: str, value: Any) -> None:
        """Sets the start or the end colours of a gradient, and gives start and end the same stops."""
        given = {**getattr(self, "_given_stops", {}), key_path: value}
        for path, colors in zip(given, convert.together(list(given.values())), strict=True):
            self._write(path, Kind.COLORS, colors, name=snake_case(path))
        self._given_stops = given

    def _end(self, name: str) -> Any:
        kind = self._value_kind
        if kind is Kind.STRING:
            # A text that was never set reads as no numbers, and a text that was set cannot be read as
            # numbers.
            try:
                return self._read(name, kind)
            except KeyPathError:
                return None
        if kind not in (Kind.PATH, Kind.IMAGE):
            values = ffi.numbers(_lib.stretto_animation_get_numbers, self._pointer, name.encode())
            return unflatten(kind, values) if values else None
        return self._read(name, kind)


class SpringAnimation(SpringAnimationProperties, BasicAnimation):
    """Animates from one value to another like a mass on a spring (CASpringAnimation), which may overshoot and
    ring.

        hop = st.SpringAnimation("position.x", from_value=20, to_value=80, damping=6)
        hop.duration = hop.settling_duration
        pop = st.SpringAnimation("transform.scale", from_value=0, damping_ratio=0.5, settles_in=0.8)

    You describe the spring by `mass`, `stiffness` and `damping`; or by `perceptual_duration` and `bounce`; or
    by `damping_ratio` and `settles_in`, the two numbers of UIKit's `usingSpringWithDamping`. The spring stops
    after `duration`, which is a quarter of a second unless you set `duration` or `settles_in`.
    `settling_duration` is the duration that the spring needs. `initial_velocity` is the velocity of the
    spring at the begin. With `allows_overdamping` a strongly damped spring approaches the end slowly. A
    spring animation ignores its timing function.
    """

    __slots__ = ()
    _ANIMATION_KIND = AnimationKind.SPRING
    _LAST = ("damping_ratio", "settles_in")
    #: The three descriptions of a spring. An animation uses only one description.
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
        """Seconds until the value stays within a thousandth of the end; `math.inf` without damping."""
        return ffi.number(_lib.stretto_animation_get_settling_duration, self._pointer)


class KeyframeAnimation(KeyframeAnimationProperties, PropertyAnimation):
    """Animates through several values (CAKeyframeAnimation).

        st.KeyframeAnimation("path", [circle, star, circle], matched=True, duration=2)

    `values` are as in `BasicAnimation`. A colour may be None, which is interpolated as the colour of its
    neighbour at alpha 0. `key_times` are from 0 to 1, one for each value, and one more in discrete mode.
    Without `key_times` the values are evenly spaced. `timing_functions` has one function for each segment.
    If the lists of values and key times have different lengths, the shorter list counts, as in Core
    Animation: the first value holds before the first time and the last value after the last time. A
    diagnostic reports lists of different lengths.

    `calculation_mode` is "linear"; "discrete", which holds each value; "cubic", a smooth curve through the
    values; or "paced" and "cubicPaced", which move at constant speed and ignore key times and timing
    functions. `tension_values`, `continuity_values` and `bias_values` shape the curve of the cubic modes.

    `path` replaces `values` for an animated point. Each line and each curve of `path` is a segment, and each
    move is a jump. The paced calculation modes use the length of the path. With a `rotation_mode` the layer
    rotates along the path.

    Paths with equal elements are interpolated, and other paths switch at half time, as in Core Animation.
    With `matched=True` any paths are interpolated: their segments are split into equal numbers, and contours
    are paired by area and position and begin at the points with the shortest way to go. `sampled` makes
    keyframes from a function.

    Raises:
        InvalidArgument: For `matched` with values that are not paths.
        LimitError: For `matched` with paths of more than 262,144 elements.
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

        Each keyframe is a value of the function, and each segment is as long as the tolerance allows. For a
        property with one number, such as opacity, each segment has its own timing function. Segments of
        points, transforms, colours and paths are linear. Texts, images and whole numbers are not
        interpolated: they change when the result of the function changes. `sampled` calls the function at
        least 120 times per second of the animation. A jump of the function takes at most 1/240 s in the
        animation.

        Args:
            key_path: The property.
            function: Returns the value at seconds from 0 to `duration`.
            duration: Seconds.
            tolerance: Largest error, in units of the value: points, radians, fractions of a colour, matrix
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
            value_kind, handle = _OBJECTS[kind]
            get = getattr(_lib, f"stretto_animation_get_{value_kind}_value")
            read = lambda index: _handle.new(handle, get, pointer, index)  # noqa: E731
        elif kind is Kind.STRING:
            read = lambda index: ffi.text(_lib.stretto_animation_get_string_value, pointer, index)  # noqa: E731
        else:
            get = _lib.stretto_animation_get_values
            read = lambda index: unflatten(kind, ffi.numbers(get, pointer, index))  # noqa: E731
        return list(ffi.listed(_lib.stretto_animation_get_value_count, pointer, read))

    @property
    def values(self) -> Sequence[Any]:
        """The values of the keyframes, in order."""
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

    def _set_objects(self, value_kind: str, kind: type[Any], values: Sequence[Any]) -> None:
        pointers = ffi.pointers(kind, [value._pointer for value in values])
        getattr(_lib, f"stretto_animation_set_{value_kind}_values")(self._pointer, pointers, len(values))

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
    """Several `animations` with common timing (CAAnimationGroup).

    The duration of the group cuts off its animations and never stretches them. An animation without a
    duration gets the duration of the group.
    """

    __slots__ = ("_given",)
    _ANIMATION_KIND = AnimationKind.GROUP
    #: Class of each animation that was given, and the attributes of objects of users' classes.
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
        """Frozen copies of the group's animations, in order.

        To change an animation, set the list again with a changed `copy.copy` of that animation.
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
    """Animates a layer from its former picture to its present picture (CATransition).

        card.add_animation(st.Transition(type="push", subtype="fromRight", begin_time=2, duration=0.5))

    The former picture shows the layer with all its sublayers just before the transition begins, and stands
    still. The present picture shows the layer with its current values, and stays animated. The transition
    therefore shows every change of the layer at the begin of the transition, for example by a discrete
    animation, a change of state, or a sublayer that is hidden until then. If the layer does not change, a
    transition "fade" is invisible. During the transition, position, opacity, mask, filters and shadow have
    their present values.

    The pictures slide by the width or the height of the bounds, and `masks_to_bounds` clips the pictures to
    the bounds.

    - how: `type`, and the side `subtype`
    - which part of the transition: `start_progress`, `end_progress`
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
