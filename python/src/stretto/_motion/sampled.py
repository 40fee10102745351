"""Computes keyframes that follow a function of time, with as few keyframes as a tolerance allows."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from stretto._ffi import handle
from stretto._ffi.numbers import number, shown, text_like, wrong_type
from stretto._ffi.signatures import AnimationKind
from stretto._model import convert
from stretto._model.convert import Kind
from stretto._model.key_paths import kind_of, spelled
from stretto.easing import fitted, segments
from stretto.errors import InvalidArgument, LimitError
from stretto.path import Path

from . import between

#: Number of samples per second, and the smallest and largest number of samples.
_RATE, _FEWEST, _MOST = 120, 256, 1 << 16
#: Longest duration of a jump, in seconds and as a fraction of the duration.
_JUMP, _SHORTEST = 1 / 240, 2.0**-12
#: Smallest number of samples that check a segment.
_POSITIONS = 33
#: Largest number of keyframes.
_MOST_KEYFRAMES = 1 << 14
#: Kinds of values that cannot be interpolated.
_STEPPED = frozenset({*convert.TEXTS, Kind.BOOLEAN, Kind.INTEGER, Kind.IMAGE})


def keywords(
    key_path: str, function: Callable[[float], Any], duration: float, tolerance: float
) -> dict[str, Any]:
    """Returns keywords of a keyframe animation that follows a function of seconds."""
    path = spelled(text_like(key_path, "key_path", "opacity"))
    if not callable(function):
        raise wrong_type("sampled", "a function of seconds", function)
    for what, given in (("duration", duration), ("tolerance", tolerance)):
        if not 0 < number(given, what) < math.inf:
            raise InvalidArgument(f"{what} was given {given}; it must be above 0 and finite")
    followed = _Followed(path, function, float(duration))
    return {"duration": float(duration), **followed.keyframes(float(tolerance))}


class _Followed:
    """A function of time, evaluated once at each fraction of its duration."""

    def __init__(self, path: str, function: Callable[[float], Any], duration: float) -> None:
        self.path, self.function, self.duration, self.kind = path, function, duration, kind_of(path)
        self.grid = min(max(_FEWEST, math.ceil(duration * _RATE)), _MOST)
        self.shortest = min(_SHORTEST, _JUMP / duration)
        self.known: dict[float, tuple[Any, Any, npt.NDArray[np.float64]]] = {}

    def value(self, fraction: float) -> Any:
        return self._asked(fraction)[0]

    def _asked(self, fraction: float) -> tuple[Any, Any, npt.NDArray[np.float64]]:
        """The value at a fraction of the duration, its form, and its numbers. Two values of different forms
        cannot be interpolated.
        """
        found = self.known.get(fraction)
        if found is None:
            time = fraction * self.duration
            value = between.canonical(self.kind, self.function(time), f"sampled({time:g})")
            if value is None:
                raise InvalidArgument(f"sampled({time:g}) gave None; a value is needed")
            form, flat = _taken_apart(self.kind, value)
            if not np.isfinite(flat).all():
                raise InvalidArgument(f"sampled({time:g}) gave {shown(value)}; finite numbers are needed")
            found = self.known[fraction] = value, form, flat
        return found

    def keyframes(self, tolerance: float) -> dict[str, Any]:
        if self.kind in _STEPPED:
            return self._steps()
        if isinstance(self.value(0.0), float):
            return self._curves(tolerance)
        return self._lines(tolerance)

    def _curves(self, tolerance: float) -> dict[str, Any]:
        """Keyframes of single numbers, with a curve as the timing function of each segment."""
        curve = fitted(self.value, tolerance, grid=self.grid, shortest=self.shortest)
        self._check_count(len(curve.levels))
        found: dict[str, Any] = {"values": curve.levels, "key_times": curve.times}
        if any(curve.curves or ()):
            found["timing_functions"] = [item or "linear" for item in curve.curves or ()]
        return found

    def _lines(self, tolerance: float) -> dict[str, Any]:
        """Keyframes of several numbers, with linear segments, because the numbers share a timing function."""
        times = [0.0]
        for end, _ in segments(lambda start, end: (self._fits(start, end, tolerance), None), self.shortest):
            times.append(end)
            self._check_count(len(times))
        return {"values": [self.value(time) for time in times], "key_times": times}

    def _fits(self, start: float, end: float, tolerance: float) -> bool:
        count = max(_POSITIONS, math.ceil((end - start) * self.grid) + 1)
        fractions = np.linspace(0, 1, count)
        forms, rows = [], []
        for fraction in fractions:
            _, form, row = self._asked(end if fraction == 1 else start + float(fraction) * (end - start))
            forms.append(form)
            rows.append(row)
            if form != forms[0]:
                return False
        wanted = np.array(rows)
        if self.kind is Kind.TRANSFORM:
            found = _transforms(self.value(start), self.value(end), count)
        else:
            found = wanted[0] + (wanted[-1] - wanted[0]) * fractions[:, None]
        return not wanted.size or float(np.abs(found - wanted).max()) <= tolerance

    def _steps(self) -> dict[str, Any]:
        """Keyframes of values that cannot be interpolated, each of which holds until the next keyframe."""
        times, values = [0.0], [self.value(0.0)]
        for index in range(1, self.grid + 1):
            fraction = index / self.grid
            if self.value(fraction) == values[-1]:
                continue
            before = fraction - 1 / self.grid
            while fraction - before > self.shortest / 64:
                middle = (before + fraction) / 2
                before, fraction = (
                    (middle, fraction) if self.value(middle) == values[-1] else (before, middle)
                )
            times.append(fraction)
            values.append(self.value(fraction))
            self._check_count(len(values))
        return {"values": values, "key_times": [*times, 1.0], "calculation_mode": "discrete"}

    def _check_count(self, count: int) -> None:
        if count > _MOST_KEYFRAMES:
            raise LimitError(
                f"sampled needs more than {_MOST_KEYFRAMES} keyframes; a larger tolerance needs fewer"
            )


def _taken_apart(kind: Kind | None, value: Any) -> tuple[Any, npt.NDArray[np.float64]]:
    """The form of a value, and the numbers of the value. Two values of different forms cannot be
    interpolated.
    """
    if isinstance(value, Path):
        elements = value.elements()
        flat = [component for _, row in elements for component in row]
        return "".join(letter for letter, _ in elements), np.array(flat, np.float64)
    if isinstance(value, float):
        return 1, np.array([value])
    if kind in (Kind.STRING, Kind.NAME, Kind.NAMES, Kind.IMAGE, Kind.BOOLEAN):
        return value, np.zeros(0)
    flat = convert.flatten(kind, value, "sampled")
    return len(flat), np.array(flat, np.float64)


def _transforms(start: Any, end: Any, count: int) -> npt.NDArray[np.float64]:
    """Evenly spaced matrices between two transforms, as an animation interpolates them."""
    scratch, animation = handle.layer(), handle.animation(AnimationKind.BASIC, "transform")
    animation.from_value, animation.to_value, animation.duration, animation.fill_mode = start, end, 1, "both"
    scratch.add_animation(animation)
    scratch.transform = end
    found: npt.NDArray[np.float64] = scratch._sample("transform", 0, 1, count, ())
    return found.reshape(count, 16)
