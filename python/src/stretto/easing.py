"""Easings: curves from the progress in time to the progress of a value, which Core Animation can draw."""

from __future__ import annotations

import bisect
import functools
import itertools
import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar, cast

import numpy as np
import numpy.typing as npt

from ._ffi.numbers import is_series, number, numbers, shown, wrong_type
from ._model import convert
from ._model.convert import EasingLike, Kind
from ._model.words import bare, near
from .errors import InvalidArgument

__all__ = ["Bezier", "Easing", "easing"]

#: The control points (x1, y1, x2, y2) of a timing function.
Bezier: TypeAlias = tuple[float, float, float, float]

#: Largest error of a fitted curve, as a fraction of the change.
TOLERANCE = 1e-4
#: Shortest segment of a fitted curve, as a fraction of the duration. A jump of the function becomes a slope
#: with the duration of the shortest segment.
_SHORTEST = 2.0**-12
#: Times at which a segment is fitted, and the smallest number of times at which the whole curve is checked.
_POSITIONS, _GRID = np.linspace(0, 1, 33), 256


@dataclass(frozen=True)
class Easing:
    """A curve from progress in time, 0...1, to progress of the value.

    The curve passes through `levels` at `times`. `curves` has the timing function of each segment, None for a
    straight line. If `curves` is None, the curve is a step function, which holds each level until the next
    time.
    """

    times: tuple[float, ...]
    levels: tuple[float, ...]
    curves: tuple[Bezier | None, ...] | None

    def __call__(self, progress: float) -> float:
        """Returns the eased progress for a progress in 0...1."""
        # If two segments meet at a jump, the function uses the later segment.
        index = min(bisect.bisect_right(self.times, progress), len(self.levels) - 1) - 1
        if self.curves is None:
            return self.levels[bisect.bisect_right(self.times, progress) - 1]
        start, end = self.times[index], self.times[index + 1]
        fraction = (progress - start) / (end - start) if end > start else 1.0
        curve = self.curves[index]
        fraction = _on_bezier(curve, fraction) if curve else fraction
        return self.levels[index] + (self.levels[index + 1] - self.levels[index]) * fraction

    @property
    def bezier(self) -> Bezier | None:
        """The control points of a single segment from 0 to 1; None for all other curves."""
        if self.curves is None or self.levels != (0.0, 1.0):
            return None
        return self.curves[0] or _DIAGONAL


_DIAGONAL: Bezier = (0.0, 0.0, 1.0, 1.0)


def easing(value: EasingLike, what: str = "easing") -> Easing:
    """Returns the curve of a name, a notation or a function.

    Names are those of CSS ("ease", "ease-in-out", "linear"), those of Core Animation ("easeInEaseOut"), and
    those of Penner's equations with "in", "out" (the default) or "in-out": "ease-out-bounce", "easeInBack",
    "elastic", "back.inOut". CSS notations are "cubic-bezier(.2, 0, 0, 1)", "steps(4, jump-end)" and
    "linear(0, .6 30%, 1)". Four numbers are control points.

    Args:
        value: A name, a notation, four numbers, or a function of the progress in time, 0...1. A function is
            fitted with an error of at most 0.0001 by as few curves as possible.
        what: The argument's name in messages.

    Raises:
        InvalidArgument: For any other value.
    """
    if isinstance(value, str):
        return _written(value.strip(), what)
    if callable(value):
        try:
            return _fitted_once(value, what)
        except TypeError as error:
            if "unhashable" not in str(error):
                raise
            return _fitted(value, what)
    if not is_series(value):
        kinds = "a name, CSS's notation, four numbers or a function"
        raise wrong_type(what, kinds, value)
    return _single(numbers(value, what), shown(value), what)


def _single(points: Sequence[float], given: str, what: str) -> Easing:
    if len(points) != 4 or not all(map(math.isfinite, points)):
        raise InvalidArgument(f"{what} was given {given}; a curve has four numbers")
    x1, y1, x2, y2 = points
    if not (0 <= x1 <= 1 and 0 <= x2 <= 1):
        raise InvalidArgument(f"{what} was given {given}; the first and the third number are within 0...1")
    return Easing((0.0, 1.0), (0.0, 1.0), ((x1, y1, x2, y2),))


def later(curve: Easing, fraction: float) -> Easing:
    """Returns a curve that begins later, by a fraction of the duration."""
    if fraction <= 0:
        return curve
    times = (0.0, *(fraction + time * (1 - fraction) for time in curve.times[:-1]), 1.0)
    levels = (curve.levels[0] if curve.curves else 0.0, *curve.levels)
    return Easing(times, levels, None if curve.curves is None else (None, *curve.curves))


# Notations of CSS


@functools.lru_cache(maxsize=256)
def _written(text: str, what: str) -> Easing:
    name, bracket, inside = text.partition("(")
    if bracket and inside.endswith(")"):
        read = _NOTATIONS.get(bare(name))
        if read is not None:
            return read([part.strip() for part in inside[:-1].split(",")], text, what)
    elif bare(text) in _STEPS:
        return _stepped(["1", _STEPS[bare(text)]], text, what)
    else:
        core = convert._CURVE_NAMES.get(bare(text))
        if core is not None:
            return _single(convert.flatten(Kind.CURVES, [core], what), text, what)
        found = _named(text)
        if found is not None:
            return found
    known = [*_NAMES, "ease", "ease-in", "ease-out", "ease-in-out", "linear"]
    raise InvalidArgument(
        f"{what} was given {shown(text)}; allowed are names such as 'ease-in-out', 'ease-out-bounce' and "
        "'ease-in-back', 'cubic-bezier(x1, y1, x2, y2)', 'steps(n, jump-end)', 'linear(0, 0.5 25%, 1)', four "
        f"numbers, or a function{near(text.lower(), known)}"
    )


def _bezier_written(parts: list[str], text: str, what: str) -> Easing:
    return _single([_float(part, text, what) for part in parts], shown(text), what)


def _stepped(parts: list[str], text: str, what: str) -> Easing:
    """The step function of CSS's steps(): a number of steps, and which ends have a jump."""
    jump = _JUMPS.get(parts[1].lower()) if len(parts) > 1 else (0, 1)
    if len(parts) > 2 or jump is None or not re.fullmatch(r"\+?\d{1,6}", parts[0]):
        jumps = ", ".join(_JUMPS)
        raise InvalidArgument(
            f"{what} was given {shown(text)}; steps(n, jump) takes a number and one of {jumps}"
        )
    count, (at_start, at_end) = int(parts[0]), jump
    rises = count + at_start + at_end - 1
    if count < 1 or rises < 1 or count > _MOST_STEPS:
        most = f"1 (with jump-none 2) to {_MOST_STEPS}"
        raise InvalidArgument(f"{what} was given {shown(text)}; at most {most} steps are allowed")
    levels = [(step + at_start) / rises for step in range(count)]
    # The step function has the exact value at the end, whatever the last step is.
    return Easing((*(step / count for step in range(count)), 1.0), (*levels, 1.0), None)


def _linear_written(parts: list[str], text: str, what: str) -> Easing:
    """The curve of CSS's linear(). Each level has none, one or two positions in time."""
    stops: list[tuple[float | None, float]] = []
    for part in parts:
        words = part.split()
        levels = [word for word in words if not word.endswith("%")]
        positions = [_float(word[:-1], text, what) / 100 for word in words if word.endswith("%")]
        if len(levels) != 1 or len(positions) > 2:
            raise InvalidArgument(
                f"{what} was given {shown(text)}; linear() takes levels such as 0.5 or 0.5 25%"
            )
        level = _float(levels[0], text, what)
        stops += [(position, level) for position in positions] or [(None, level)]
    return _through(_positioned(stops))


def _positioned(stops: list[tuple[float | None, float]]) -> list[tuple[float, float]]:
    """Adds the missing positions of stops by CSS's rules: the ends are at 0 and 1, no stop is before an
    earlier one, and stops without a position are evenly spaced.
    """
    positions = [position for position, _ in stops]
    positions[0] = 0.0 if positions[0] is None else positions[0]
    positions[-1] = 1.0 if positions[-1] is None else positions[-1]
    latest = -math.inf
    for index, position in enumerate(positions):
        if position is not None:
            latest = positions[index] = max(latest, position)
    known = [index for index, position in enumerate(positions) if position is not None]
    spread = np.interp(range(len(positions)), known, [cast(float, positions[index]) for index in known])
    return [(float(position), level) for position, (_, level) in zip(spread, stops, strict=True)]


def _through(stops: list[tuple[float, float]]) -> Easing:
    """Straight lines through stops. The outer lines continue before the first and after the last stop."""
    if len(stops) == 1:
        return Easing((0.0, 1.0), (stops[0][1],) * 2, (None,))
    inner = [(position, level) for position, level in stops if 0 <= position <= 1]
    if not inner or inner[0][0] > 0:
        inner.insert(0, (0.0, _extended(stops, 0.0)))
    if inner[-1][0] < 1:
        inner.append((1.0, _extended(stops, 1.0)))
    times, levels = zip(*inner, strict=True)
    return Easing(times, levels, (None,) * (len(times) - 1))


def _extended(stops: list[tuple[float, float]], position: float) -> float:
    """The level at a position, on the line through the two nearest stops."""
    after = min(max(bisect.bisect_right([stop[0] for stop in stops], position), 1), len(stops) - 1)
    (start, low), (end, high) = stops[after - 1], stops[after]
    return low + (high - low) * (position - start) / (end - start) if end > start else high


def _float(text: str, whole: str, what: str) -> float:
    try:
        found = float(text)
    except ValueError:
        raise InvalidArgument(f"{what} was given {shown(whole)}; {shown(text)} is no number") from None
    if not math.isfinite(found):
        raise InvalidArgument(f"{what} was given {shown(whole)}; {shown(text)} is not finite")
    return found


_NOTATIONS: dict[str, Callable[[list[str], str, str], Easing]] = {
    "cubicbezier": _bezier_written,
    "steps": _stepped,
    "linear": _linear_written,
}
_MOST_STEPS = 4096
_STEPS = {"stepstart": "jump-start", "stepend": "jump-end"}
#: Number of jumps at the start and at the end, by CSS's word.
_JUMPS = {
    "jump-start": (1, 0),
    "jump-end": (0, 1),
    "jump-none": (0, 0),
    "jump-both": (1, 1),
    "start": (1, 0),
    "end": (0, 1),
}


# Penner's family


def _power(degree: int) -> Easing:
    """A power of the time. A timing function represents polynomials up to degree 3 exactly."""
    return _fitted(lambda p: float(p**degree), "easing") if degree > 3 else _polynomial([0] * degree + [1])


def _polynomial(coefficients: Sequence[float]) -> Easing:
    """A polynomial of at most degree 3, from 0 to 1."""
    slopes = [index * value for index, value in enumerate(coefficients)][1:]
    return Easing((0.0, 1.0), (0.0, 1.0), ((1 / 3, slopes[0] / 3, 2 / 3, 1 - sum(slopes) / 3),))


def _circle() -> Easing:
    """An easing along a quarter of a circle, with a slope of 0 at the start, as three cubic curves."""
    angles = [math.pi / 6 * index for index in range(4)]
    reach = 4 / 3 * math.tan(math.pi / 24)
    curves: list[Bezier] = []
    for first, last in itertools.pairwise(angles):
        width, height = math.sin(last) - math.sin(first), math.cos(first) - math.cos(last)
        curves.append(
            (
                reach * math.cos(first) / width,
                reach * math.sin(first) / height,
                1 - reach * math.cos(last) / width,
                1 - reach * math.sin(last) / height,
            )
        )
    levels = tuple(1 - math.cos(angle) for angle in angles[:-1])
    return Easing((*map(math.sin, angles[:-1]), 1.0), (*levels, 1.0), tuple(curves))


def _bounce() -> Easing:
    """A bouncing ball, backwards in time, as half parabolas."""
    tops, floors = (0.25, 0.75, 0.9375, 0.984375)[1:], (1 / 2.75, 2 / 2.75, 2.5 / 2.75, 1.0)
    falling: Bezier = (1 / 3, 0.0, 2 / 3, 1 / 3)
    rising: Bezier = (1 / 3, 2 / 3, 2 / 3, 1.0)
    times, levels, curves = [0.0, floors[0]], [0.0, 1.0], [falling]
    for index, top in enumerate(tops):
        times += [(floors[index] + floors[index + 1]) / 2, floors[index + 1]]
        levels += [top, 1.0]
        curves += [rising, falling]
    return _reversed(Easing(tuple(times), tuple(levels), tuple(curves)))


def _elastic(p: float) -> float:
    """A growing oscillation that begins at 0."""
    return _swing(p, 3, 10.75) - (1 - p) * _swing(0, 3, 10.75)


def _elastic_both(p: float) -> float:
    """An oscillation that grows and then shrinks, with its own period."""
    half = 2 * min(p, 1 - p)
    level = (_swing(half, 4.5, 11.125) - (1 - half) * _swing(0, 4.5, 11.125)) / 2
    return level if p < 0.5 else 1 - level


def _swing(p: float, period: float, phase: float) -> float:
    """Penner's oscillation, whose amplitude doubles each tenth of the duration."""
    return -float(2 ** (10 * p - 10)) * math.sin((10 * p - phase) * 2 * math.pi / period)


#: Amounts by which "back" overshoots, as fractions of the change: at one end, and at both ends.
_BACK, _BACK_BOTH = 1.70158, 1.70158 * 1.525
#: The "in" curve of each family.
_FAMILIES: dict[str, Callable[[], Easing]] = {
    "sine": lambda: _fitted(lambda p: 1 - math.cos(p * math.pi / 2), "easing"),
    "quad": lambda: _power(2),
    "cubic": lambda: _power(3),
    "quart": lambda: _power(4),
    "quint": lambda: _power(5),
    "expo": lambda: _fitted(lambda p: float(2 ** (10 * p) - 1) / 1023, "easing"),
    "circ": _circle,
    "back": lambda: _polynomial([0, 0, -_BACK, _BACK + 1]),
    "elastic": lambda: _fitted(_elastic, "easing"),
    "bounce": _bounce,
}
#: The "in-out" curves that are not composed of the "in" and the "out" curve.
_BOTH: dict[str, Callable[[], Easing]] = {
    "back": lambda: _in_and_out(_polynomial([0, 0, -_BACK_BOTH, _BACK_BOTH + 1])),
    "elastic": lambda: _fitted(_elastic_both, "easing"),
}
_NAMES = [f"ease-{direction}-{family}" for family in _FAMILIES for direction in ("in", "out", "in-out")]
_ALIASES = {"power1": "quad", "power2": "cubic", "power3": "quart", "power4": "quint", "exponential": "expo"}


@functools.lru_cache(maxsize=256)
def _named(text: str) -> Easing | None:
    """The curve of a name of Penner's family; None for any other name."""
    words = re.findall(r"[a-z]+\d?", re.sub("([A-Z])", r" \1", text).lower())
    family = [_ALIASES.get(word, word) for word in words if word not in ("ease", "in", "out")]
    directions = [word for word in words if word in ("in", "out")]
    if (
        len(family) != 1
        or family[0] not in _FAMILIES
        or directions not in ([], ["in"], ["out"], ["in", "out"])
    ):
        return None
    name = family[0]
    if len(directions) == 2:
        both = _BOTH.get(name)
        return both() if both else _in_and_out(_FAMILIES[name]())
    return _FAMILIES[name]() if directions == ["in"] else _reversed(_FAMILIES[name]())


def _reversed(curve: Easing) -> Easing:
    """The "out" curve that mirrors an "in" curve: 1 - f(1 - p)."""
    turned = [
        None if item is None else (1 - item[2], 1 - item[3], 1 - item[0], 1 - item[1])
        for item in reversed(curve.curves or ())
    ]
    return Easing(_mirrored(curve.times), _mirrored(curve.levels), tuple(turned))


def _mirrored(values: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(1 - value for value in reversed(values))


def _in_and_out(curve: Easing) -> Easing:
    """The "in-out" curve: the "in" curve in the first half, its mirrored curve in the second half."""
    out, curves = _reversed(curve), curve.curves or ()
    times = [time / 2 for time in curve.times] + [0.5 + time / 2 for time in out.times[1:]]
    levels = [level / 2 for level in curve.levels] + [0.5 + level / 2 for level in out.levels[1:]]
    return Easing(tuple(times), tuple(levels), (*curves, *(out.curves or ())))


# Curves that follow functions


def _on_bezier(curve: Bezier, fraction: float) -> float:
    """The progress of a timing function at a progress in time."""
    x1, y1, x2, y2 = curve
    if fraction <= 0 or fraction >= 1:
        return 0.0 if fraction <= 0 else 1.0
    low, high, at = 0.0, 1.0, fraction
    for _ in range(64):
        found = ((1 - 3 * x2 + 3 * x1) * at + 3 * x2 - 6 * x1) * at * at + 3 * x1 * at
        if found == fraction:
            break
        low, high = (at, high) if found < fraction else (low, at)
        slope = (3 * (1 - 3 * x2 + 3 * x1) * at + 2 * (3 * x2 - 6 * x1)) * at + 3 * x1
        step = at - (found - fraction) / slope if slope > 1e-9 else math.nan
        following = step if low < step < high else (low + high) / 2
        if following == at:
            break
        at = following
    return ((1 - 3 * y2 + 3 * y1) * at + 3 * y2 - 6 * y1) * at * at + 3 * y1 * at


@functools.lru_cache(maxsize=256)
def _fitted_once(function: Callable[[float], float], what: str) -> Easing:
    return _fitted(function, what)


def _fitted(function: Callable[[float], float], what: str) -> Easing:
    """Curves that follow a function of 0...1, as few as the tolerance allows."""

    def at(position: float) -> float:
        level = number(function(position), f"{what}({position:g})")
        if not math.isfinite(level):
            raise InvalidArgument(f"{what}({position:g}) gave {level}; a finite number is needed")
        # Most functions are 0 and 1 at the ends except for rounding errors.
        return float(round(level)) if abs(level - round(level)) < 1e-12 else level

    return fitted(at, TOLERANCE)


def fitted(
    at: Callable[[float], float], tolerance: float, *, grid: int = _GRID, shortest: float = _SHORTEST
) -> Easing:
    """Curves within a tolerance of a function of 0...1. Each curve covers as much time as possible, so that
    the number of curves is small.

    The function is evaluated at `grid` or more times in all. No segment is shorter than `shortest`, which is
    also the duration of a jump.
    """

    def fits(start: float, end: float) -> tuple[bool, Bezier | None]:
        return _segment(at, start, end, tolerance, grid)

    times, levels, curves = [0.0], [at(0.0)], list[Bezier | None]()
    for end, curve in segments(fits, shortest):
        times.append(end)
        levels.append(at(end))
        curves.append(curve)
    return Easing(tuple(times), tuple(levels), tuple(curves))


_Curve = TypeVar("_Curve")


def segments(
    fits: Callable[[float, float], tuple[bool, _Curve]], shortest: float
) -> Iterator[tuple[float, _Curve]]:
    """Ends of segments that divide 0...1. Each segment is as long as `fits` allows, and has the curve that
    `fits` returned.
    """
    start, width = 0.0, 1.0
    while start < 1:
        # The largest end that is known to fit, and the smallest end that is known not to fit.
        good, bad = min(1.0, start + shortest), None
        curve, end = fits(start, good)[1], min(1.0, start + width)
        while bad is None or bad - good > shortest / 64:
            found, its = fits(start, end)
            if not found:
                bad = end
            elif end > good:
                good, curve = end, its
            if good == 1:
                break
            end = min(1.0, start + 2 * (good - start)) if bad is None else (good + bad) / 2
        yield good, curve
        start, width = good, good - start


def _segment(
    at: Callable[[float], float], start: float, end: float, tolerance: float, grid: int
) -> tuple[bool, Bezier | None]:
    """Whether one curve follows a function between two times, and the curve."""
    width = end - start
    more = max(1, round(width * grid / (len(_POSITIONS) - 1)))
    positions = np.linspace(0, 1, (len(_POSITIONS) - 1) * more + 1)
    heights = np.array([at(start + position * width) for position in positions[:-1]] + [at(end)])
    rise = heights[-1] - heights[0]
    if np.abs(heights - (heights[0] + rise * positions)).max() <= tolerance:
        return True, None
    inner = _SOLVER @ (heights[::more] - _blend(_POSITIONS, heights[0], 0, 0, heights[-1]))
    off = np.abs(heights - _blend(positions, heights[0], inner[0], inner[1], heights[-1])).max()
    reach = np.abs(heights - heights[0]).max()
    # The control points are stored as fractions of the rise, so a curve with almost no rise cannot swing far.
    if off > tolerance or abs(rise) < 1e-3 * reach:
        return False, None
    first, second = (inner - heights[0]) / rise
    return True, (1 / 3, float(first), 2 / 3, float(second))


def _blend(
    positions: npt.NDArray[np.float64], first: float, second: float, third: float, fourth: float
) -> npt.NDArray[np.float64]:
    """A cubic Bézier polynomial with the given four control values."""
    back = 1 - positions
    return (
        first * back**3
        + 3 * second * back**2 * positions
        + 3 * third * back * positions**2
        + fourth * positions**3
    )


#: Matrix from sampled values to the two inner control values of the least-squares cubic.
_SOLVER = np.linalg.pinv(
    np.stack([3 * (1 - _POSITIONS) ** 2 * _POSITIONS, 3 * (1 - _POSITIONS) * _POSITIONS**2], axis=1)
)
