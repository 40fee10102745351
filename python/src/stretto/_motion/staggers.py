"""Delays of copies by their distance from an origin."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from stretto._ffi import ffi
from stretto._ffi.numbers import is_series, number, numbers, shown, uint32, wrong_type
from stretto._ffi.signatures import StaggerKind
from stretto._model import convert
from stretto._model.convert import Curve
from stretto.errors import InvalidArgument

_ORIGINS = {origin.name.lower(): origin for origin in StaggerKind if origin < StaggerKind.INDEX}
_INDEX, _POSITION = StaggerKind.INDEX, StaggerKind.PLACE
_AXES = {None: 0, "x": 1, "y": 2}


def stagger(
    count: int,
    from_: str | float | Sequence[float] = "first",
    *,
    each: float | None = None,
    amount: float | None = None,
    ease: Curve = "linear",
    grid: tuple[int, int] | None = None,
    axis: str | None = None,
    seed: int = 0,
) -> npt.NDArray[np.float64]:
    """Returns a delay in seconds for each of `count` copies, for `instance_delays`.

        row.instance_delays = st.stagger(20, "center", each=0.05)

    Exactly one of `each` and `amount` is needed.

    Args:
        count: Number of copies.
        from_: Origin of the delays: "first", "center", "last", "edges" (inwards), "random" (a shuffled
            order), the index of a copy, or a position (x, y) in fractions of the row or grid.
        each: Seconds for each step of distance from the origin.
        amount: Seconds for the farthest copy.
        ease: Distribution of the delays between the nearest and the farthest copy: a name or four control
            points.
        grid: (columns, rows) of a grid that is filled row by row, for distances in the plane. GSAP writes
            [rows, columns].
        axis: "x" or "y", to measure distances along one side of the grid only.
        seed: Seed of the order "random".

    Raises:
        InvalidArgument: For an unknown origin or axis, or an index out of range.
    """
    copies = uint32(count, "count")
    if (each is None) == (amount is None):
        raise InvalidArgument(
            "stagger needs each= (seconds a step) or amount= (seconds in all), and not both"
        )
    if not (axis is None or isinstance(axis, str)) or axis not in _AXES:
        raise InvalidArgument(f'axis was given {shown(axis)}; allowed are "x", "y" and None')
    origin, point = _origin(from_)
    if origin == _INDEX and not 0 <= point[0] <= max(0, copies - 1):
        raise InvalidArgument(f"from_ was given {shown(from_)}; the copies are 0 to {max(0, copies - 1)}")
    seconds = number(each, "each") if amount is None else number(amount, "amount")
    return ffi.stagger_delays(
        copies,
        origin=origin,
        point=point,
        seconds=seconds,
        is_total=amount is not None,
        ease=convert.flatten(convert.Kind.CURVES, [ease], "ease"),
        grid=(0, 0) if grid is None else _grid(grid),
        axis=_AXES[axis],
        seed=uint32(seed, "seed"),
    )


def _origin(value: Any) -> tuple[int, tuple[float, float]]:
    if isinstance(value, str):
        if value not in _ORIGINS:
            allowed = ", ".join(f'"{name}"' for name in _ORIGINS)
            raise InvalidArgument(
                f"from_ was given {shown(value)}; allowed are {allowed}, an index or a place (x, y)"
            )
        return _ORIGINS[value], (0, 0)
    if hasattr(value, "__float__") or hasattr(value, "__index__"):
        return _INDEX, (number(value, "from_"), 0)
    point = numbers(value, "from_")
    if len(point) != 2:
        raise InvalidArgument(f"from_ was given {shown(value)}; a place is (x, y)")
    return _POSITION, (point[0], point[1])


def _grid(value: Sequence[int]) -> tuple[int, int]:
    if not is_series(value):
        raise wrong_type("grid", "(columns, rows)", value)
    sides = [uint32(side, "grid") for side in value]
    if len(sides) != 2 or 0 in sides:
        raise InvalidArgument(f"grid was given {shown(value)}; it is (columns, rows), both at least 1")
    return sides[0], sides[1]
