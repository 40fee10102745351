"""Interpolates values by the rules of animations, and reads and replaces components of values."""

from __future__ import annotations

from typing import Any

from stretto._ffi import handle
from stretto._ffi.numbers import is_series
from stretto._ffi.signatures import AnimationKind
from stretto._model import convert
from stretto._model.convert import Kind
from stretto._model.key_paths import kind_of
from stretto.errors import InvalidArgument
from stretto.image import Image
from stretto.path import Path
from stretto.transform import Transform3D

#: A property of a layer for each kind whose components have key paths.
_HOSTS = {
    Kind.POINT: "position",
    Kind.SIZE: "shadowOffset",
    Kind.RECT: "bounds",
    Kind.TRANSFORM: "transform",
}
_CLEAR = (0.0, 0.0, 0.0, 0.0)


def root_of(key_path: str) -> str:
    """The property of a key path to a component: "transform" for "transform.rotation.z". A key path that
    leads to no component is returned unchanged.
    """
    words = key_path.split(".")
    for count in range(1, len(words)):
        head = ".".join(words[:count])
        if kind_of(head) in _HOSTS:
            return head
    return key_path


def leads_into(key_path: str, other: str) -> bool:
    """Whether a key path is another key path, or leads to a component of its value."""
    return key_path == other or key_path.startswith(other + ".")


def canonical(kind: Kind | None, value: Any, name: str) -> Any:
    """A property's value in the form in which a layer returns the value. Errors name `name`."""
    convert.check(kind, value, name)
    if value is None or kind in (Kind.PATH, Kind.IMAGE):
        return convert.converted(kind, value, name)
    if kind in convert.TEXTS:
        return convert.names(value, name) if kind is Kind.NAMES else convert.text(kind, value, name)
    flat = convert.flatten(kind, value, name)
    if kind is None:
        return tuple(flat) if is_series(value) else flat[0]
    return float(flat[0]) if kind is Kind.INTEGER else convert.unflatten(kind, flat)


def endpoints(kind: Kind | None, key_path: str, start: Any, end: Any) -> tuple[Any, Any]:
    """The start and the end value for an animation. An animation has no None, so a transparent colour, a
    transparent image or an empty path replaces None.
    """
    if kind is Kind.COLOR:
        return _present(start, end), _present(end, start)
    nothing: Any = None
    if kind is Kind.IMAGE:
        nothing = Image.solid(1, 1, _CLEAR)
    elif kind is Kind.PATH and key_path == "path":
        nothing = Path()
    start, end = (nothing if value is None else value for value in (start, end))
    if start is None or end is None:
        which = "begin" if start is None else "end"
        raise InvalidArgument(f"{key_path} has no value to {which} with; give it one, or use from_to")
    return start, end


def _present(color: Any, other: Any) -> Any:
    """The first colour. If the first colour is None, the result is the second colour at alpha 0."""
    return color if color is not None else (*other[:3], 0.0) if other is not None else _CLEAR


def between(kind: Kind | None, start: Any, end: Any, level: float) -> Any:
    """Returns the value at a fraction between start and end, as an animation computes it.

    The fraction may be outside 0...1; colours are clamped to 0...1. Values that cannot be interpolated switch
    at one half.
    """
    if level in (0, 1) or start == end:
        return end if level == 1 else start
    if kind is Kind.COLOR:
        return _color(_present(start, end), _present(end, start), level)
    if kind is Kind.TRANSFORM:
        return _transform(start, end, level)
    if isinstance(start, float) and isinstance(end, float):
        return start + (end - start) * level
    if isinstance(start, (list, tuple)) and isinstance(end, (list, tuple)) and len(start) == len(end):
        if kind is Kind.COLORS:
            return [_color(*pair, level) for pair in zip(start, end, strict=True)]
        if kind is Kind.TRANSFORMS:
            return [_transform(*pair, level) for pair in zip(start, end, strict=True)]
        return tuple(low + (high - low) * level for low, high in zip(start, end, strict=True))
    blended = _path(start, end, level) if isinstance(start, Path) and isinstance(end, Path) else None
    return blended or (start if level < 0.5 else end)


def _color(start: Any, end: Any, level: float) -> tuple[float, ...]:
    mixed = (low + (high - low) * level for low, high in zip(start, end, strict=True))
    return tuple(min(max(component, 0.0), 1.0) for component in mixed)


def _transform(start: Transform3D, end: Transform3D, level: float) -> Transform3D:
    """Only the library can decompose matrices. An animation of the library is therefore evaluated at half of
    its duration, where its timing function has the value `level`.
    """
    lever = (level - 0.125) / 0.75
    animation = handle.animation(AnimationKind.BASIC, "transform")
    animation.from_value, animation.to_value, animation.duration = start, end, 1
    animation.timing_function = (1 / 3, lever, 2 / 3, lever)
    scratch = handle.layer()
    scratch.add_animation(animation)
    found: Transform3D = scratch.presentation_value("transform", 0.5)
    return found


def _path(start: Path, end: Path, level: float) -> Path | None:
    """The path between two paths, point by point; None for paths with different elements."""
    pairs = list(zip(start.elements(), end.elements(), strict=False))
    letters = [[letter for letter, _ in path.elements()] for path in (start, end)]
    if letters[0] != letters[1]:
        return None
    return path_of(
        [
            (letter, tuple(low + (high - low) * level for low, high in zip(first, last, strict=True)))
            for (letter, first), (_, last) in pairs
        ]
    )


_DRAWN = {"M": "move_to", "L": "line_to", "Q": "quad_to", "C": "curve_to", "Z": "close"}


def path_of(elements: list[tuple[str, tuple[float, ...]]]) -> Path:
    """A new path with the given elements."""
    path = Path()
    for letter, numbers in elements:
        getattr(path, _DRAWN[letter])(*numbers)
    return path


def part(key_path: str, value: Any, of: str) -> Any:
    """The component at a key path of a value, which is the value of the key path `of`."""
    if key_path == of:
        return value
    host = _HOSTS[kind_of(root_of(of))]  # type: ignore[index]
    scratch = handle.layer()
    head = len(root_of(of))
    scratch.set_value(host + of[head:], value)
    return scratch.value(host + key_path[head:])


def with_part(of: str, value: Any, key_path: str, replaced: Any) -> Any:
    """The value of the key path `of` with the component at a key path replaced."""
    if key_path == of:
        return replaced
    host = _HOSTS[kind_of(root_of(of))]  # type: ignore[index]
    scratch, head = handle.layer(), len(root_of(of))
    scratch.set_value(host + of[head:], value)
    scratch.set_value(host + key_path[head:], replaced)
    return scratch.value(host + of[head:])
