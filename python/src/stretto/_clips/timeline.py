"""Durations of a clip's frames, in whole ticks of a format's clock."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

#: Anything that makes up a frame: its pixels, or their indices into a palette.
Cells: TypeAlias = npt.NDArray[np.uint8]


def durations(
    count: int, fps: float, duration: float, per_second: int, shortest: int = 1
) -> Iterator[tuple[int, int]]:
    """Pairs (frame, ticks) of the frames to show; the ticks add up to round(duration * per_second).

    The ends are rounded, not the ticks, so errors do not add up. A frame that could not be shown for
    `shortest` ticks is left out, and the one before it lasts longer; the first is always there.
    """
    total = round(per_second * duration)
    shown = began = 0
    for index in range(1, count):
        begins = round(per_second * index / fps)
        if total - begins < shortest:
            break
        if begins - began >= shortest:
            yield shown, begins - began
            shown, began = index, begins
    yield shown, total - began


def held(frames: Iterable[tuple[Cells, int]], longest: int) -> Iterator[tuple[Cells, int]]:
    """Equal neighbours as one frame that lasts as long as both; what is longer than `longest` in parts."""
    pending, ticks = None, 0
    for cells, more in frames:
        if pending is not None and np.array_equal(pending, cells):
            ticks += more
            continue
        if pending is not None:
            yield from _in_parts(pending, ticks, longest)
        pending, ticks = cells, more
    if pending is not None:
        yield from _in_parts(pending, ticks, longest)


def _in_parts(cells: Cells, ticks: int, longest: int) -> Iterator[tuple[Cells, int]]:
    parts = max(1, -(-ticks // longest))
    for part in range(parts):
        yield cells, ticks * (part + 1) // parts - ticks * part // parts


def with_next(items: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
    """Pairs (item, the one after it); the last comes with None."""
    before = None
    for item in items:
        if before is not None:
            yield before, item
        before = item
    if before is not None:
        yield before, None
