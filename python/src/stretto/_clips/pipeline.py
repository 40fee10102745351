"""Drawing and encoding side by side: work for a few threads, whose results come in order."""

from __future__ import annotations

import collections
import concurrent.futures
import contextlib
import os
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from stretto._ffi import ffi

from .stop import Stop

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


class Workers:
    """A thread for each processor. Drawing and compressing leave Python, so they run at the same time."""

    def __init__(self, pool: concurrent.futures.ThreadPoolExecutor, count: int, stop: Stop) -> None:
        self.pool, self._most, self._stop = pool, 2 * count, stop

    def each(self, work: Callable[[_Item], _Result], items: Iterable[_Item]) -> Iterator[_Result]:
        """Gives what `work` makes of the items, in their order; only a few are under way at any time.
        Raises `Cancelled` when the work is to end.
        """
        ahead: collections.deque[concurrent.futures.Future[_Result]] = collections.deque()
        try:
            for item in items:
                ahead.append(self.pool.submit(work, item))
                if len(ahead) > self._most:
                    yield self._stop.result(ahead.popleft())
            while ahead:
                yield self._stop.result(ahead.popleft())
        finally:
            for future in ahead:
                future.cancel()


@contextlib.contextmanager
def workers(stop: Stop) -> Iterator[Workers]:
    """The threads, as long as they are needed. After an error or an interrupt nobody waits for them: what
    they draw is given up, and they end by themselves.
    """
    count, flag = processors(), ffi.flag()
    pool = concurrent.futures.ThreadPoolExecutor(count, "stretto-clip", ffi.limit_thread, (flag,))
    try:
        yield Workers(pool, count, stop)
    except BaseException:
        flag.value = 1
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    pool.shutdown()


def processors() -> int:
    """Number of processors that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on Linux
        return os.cpu_count() or 1
