"""Drawing and encoding side by side: work for a few threads, whose results come in order."""

from __future__ import annotations

import collections
import concurrent.futures
import contextlib
import os
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


class Workers:
    """A thread for each processor. Drawing and compressing leave Python, so they run at the same time."""

    def __init__(self, pool: concurrent.futures.ThreadPoolExecutor, count: int) -> None:
        self.pool, self._most = pool, 2 * count

    def each(self, work: Callable[[_Item], _Result], items: Iterable[_Item]) -> Iterator[_Result]:
        """What `work` makes of the items, in their order; only a few are under way at any time."""
        ahead: collections.deque[concurrent.futures.Future[_Result]] = collections.deque()
        try:
            for item in items:
                ahead.append(self.pool.submit(work, item))
                if len(ahead) > self._most:
                    yield ahead.popleft().result()
            while ahead:
                yield ahead.popleft().result()
        finally:
            for future in ahead:
                future.cancel()


@contextlib.contextmanager
def workers() -> Iterator[Workers]:
    """The threads, as long as they are needed."""
    count = processors()
    with concurrent.futures.ThreadPoolExecutor(count, "stretto-clip") as pool:
        yield Workers(pool, count)


def processors() -> int:
    """How many this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on Linux
        return os.cpu_count() or 1
