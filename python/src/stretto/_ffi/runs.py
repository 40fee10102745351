"""Many frames in few calls of the library."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

#: Seconds that a call should take: less than the main thread may stay in the library.
_SECONDS = 0.02
#: Frames of one call for each thread, and bytes of all.
_FRAMES, _BYTES = 4, 1 << 25


def in_runs(
    times: Iterable[float],
    draw: Callable[[Sequence[float]], list[npt.NDArray[np.uint8]]],
    frame_bytes: int,
    threads: int,
) -> Iterator[npt.NDArray[np.uint8]]:
    """The frames at these times, in order.

    `draw` is given a few times at once; how many is learnt from the run before.
    """
    most = max(1, min(_FRAMES * threads, _BYTES // frame_bytes))
    moments, least = iter(times), min(threads, most)
    length = least
    while run := list(itertools.islice(moments, length)):
        began = time.perf_counter()
        frames = draw(run)
        wanted = int(_SECONDS * len(run) / max(time.perf_counter() - began, 1e-6))
        length = max(least, min(wanted, 2 * length, most))
        yield from frames
