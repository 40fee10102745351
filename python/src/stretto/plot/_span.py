"""Span of time of a graph: the scene's, short enough to tell its copies apart."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable

from stretto.layer import Layer
from stretto.scene import Scene

#: Seconds where nothing else says how many.
USUAL = 10.0
#: A stretch shows at least so many times what lies between the first and the last copy, and at most so many.
_LEAST, _MOST = 3.0, 12.0
#: A window is no longer than this, in seconds, and no shorter than this part of what lies between the copies.
_LONGEST_WINDOW, _SMALLEST_PART = 1.0, 1 / 20


def spread(layer: Layer, indices: Iterable[tuple[int, ...]], time: float) -> float:
    """Seconds between the copy that is furthest and the one that is last."""
    local = [layer.local_time(time, index) for index in indices]
    return max(local) - min(local) if local else 0.0


def window(layer: Layer, indices: Iterable[tuple[int, ...]], time: float) -> float:
    """Length of a window: the delay between copies, so that windows are side by side; at most a second."""
    local = sorted(layer.local_time(time, index) for index in indices)
    gaps = sorted(b - a for a, b in itertools.pairwise(local) if b - a > 1e-9)
    if not gaps:
        return _LONGEST_WINDOW
    return min(_LONGEST_WINDOW, max(gaps[len(gaps) // 2], _SMALLEST_PART * (local[-1] - local[0])))


def seconds(layer: Layer, scene: Scene | None, indices: Iterable[tuple[int, ...]], time: float) -> float:
    """One loop of the scene; more or less of it where the copies would lie too close, or too far, to be told
    apart; ten seconds where nothing repeats and no copy is late.
    """
    between = spread(layer, indices, time)
    loop = scene.loop_duration() if scene is not None else None
    if not loop:
        return _LEAST * between or USUAL
    return max(min(loop, _MOST * between if between else math.inf), _LEAST * between)
