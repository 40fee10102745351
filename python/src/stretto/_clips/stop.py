"""Early end of the work on a clip: a timeout, or `Scene.cancel`."""

from __future__ import annotations

import concurrent.futures
import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

from stretto.errors import Cancelled

from .drawable import Drawable

_Result = TypeVar("_Result")
#: Seconds that somebody waits for other threads before the next look.
_SLICE = 0.02


class Stop:
    """Tells that the time is over, or that the scene was cancelled: also between two frames."""

    def __init__(self, scene: Drawable, timeout: float = 0) -> None:
        """The work begins now and may take so many seconds; 0 for any."""
        #: None for several scenes combined, which cannot be cancelled as a whole.
        self._calls = getattr(scene, "_calls", None)
        self._cancels = self._calls.cancels if self._calls else 0
        self._timeout, self._end = timeout, time.monotonic() + timeout

    def check(self) -> None:
        """Raises `Cancelled` if the work is to end."""
        if self._calls and self._calls.cancels != self._cancels:
            raise Cancelled("the clip was cancelled")
        if self._timeout and time.monotonic() >= self._end:
            raise Cancelled(f"the clip took more than the {self._timeout:g} s of its timeout")

    @property
    def seconds(self) -> float | None:
        """Time that is left, above 0; None without an end."""
        return max(0.001, self._end - time.monotonic()) if self._timeout else None

    def until(self, items: Iterable[_Result]) -> Iterator[_Result]:
        """The items, with a check before each."""
        for item in items:
            self.check()
            yield item

    def result(self, future: concurrent.futures.Future[_Result]) -> _Result:
        """Waits for another thread. Raises `Cancelled` while that goes on, if the work is to end."""
        while not future.done():
            concurrent.futures.wait((future,), _SLICE)
            self.check()
        return future.result()
