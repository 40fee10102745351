"""Long calls of the library that Ctrl-C can end.

Python runs signal handlers on the main thread only, and not while that thread is inside the library. The main
thread therefore first calls the library with a short time limit. A call that exceeds the limit is repeated on
another thread, while the main thread waits in Python, where a signal can interrupt the wait.
"""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from stretto.errors import Cancelled

from . import ffi

Result = TypeVar("Result")

#: Longest time in seconds that the main thread stays in the library.
SLICE = 0.04

_main = threading.main_thread().ident


class Calls:
    """The long calls of one scene, which any thread can cancel."""

    __slots__ = ("_cancels", "_flags", "_is_slow")

    def __init__(self) -> None:
        self._cancels = 0
        self._flags: list[Any] = []
        #: Whether the last frame was too slow for the main thread, so that another thread draws the next
        #: frame.
        self._is_slow = False

    def cancel(self) -> None:
        """Ends the calls on other threads that this object has started. The library itself ends the calls
        that this object has not started.
        """
        self._cancels += 1
        for flag in tuple(self._flags):
            flag.value = 1

    @property
    def cancels(self) -> int:
        """Number of calls of `cancel` so far."""
        return self._cancels

    def ask(self, function: Callable[..., Result], *arguments: Any, timeout: float = 0) -> Result:
        """Returns `function(*arguments)`, a long call of the library. `timeout` is in seconds, 0 for none."""
        return self.run(lambda: function(*arguments), timeout=timeout)

    def run(self, call: Callable[[], Result], *, memory: int = 0, timeout: float = 0) -> Result:
        """Returns the result of `call`.

        Args:
            call: Function that calls the library.
            memory: Bytes that the call may allocate for documents. 0 is the present limit.
            timeout: Seconds that the call may take. 0 is no limit.
        """
        if threading.get_ident() != _main:
            if not memory and not timeout:
                return call()
            with ffi.limits(timeout, memory=memory):
                return call()
        cancels, start = self._cancels, time.monotonic()
        first = min(SLICE, timeout or SLICE)
        try:
            with ffi.limits(first, memory=memory):
                return call()
        except Cancelled:
            # The exception does not come from the short time limit if this limit is not over or is the
            # caller's own timeout.
            if time.monotonic() - start < first or first == timeout:
                raise
        left = timeout and max(0.001, timeout - (time.monotonic() - start))
        return self._aside(call, cancels, memory, left)

    def draw(self, draw: Callable[[float], None], timeout: float) -> None:
        """Calls `draw(seconds)` with a time limit in seconds, or 0 for no limit. The calls of `draw` take at
        most `timeout` seconds together.
        """
        if threading.get_ident() != _main or 0 < timeout <= SLICE:
            return draw(timeout)
        cancels, start = self._cancels, time.monotonic()
        if not self._is_slow:
            try:
                return draw(SLICE)
            except Cancelled:
                if time.monotonic() - start < SLICE:
                    raise
        end = start + timeout
        self._aside(lambda: draw(timeout and max(0.001, end - time.monotonic())), cancels)
        self._is_slow = time.monotonic() - start > SLICE
        return None

    def _aside(self, call: Callable[[], Result], cancels: int, memory: int = 0, timeout: float = 0) -> Result:
        """Runs `call` on a thread of its own. An interrupt of the main thread ends the call, and the function
        raises the interrupt.

        `cancels` is the number of calls of `cancel` before the whole call began.
        """
        flag = ffi.flag()
        self._flags.append(flag)
        try:
            if self._cancels != cancels:
                raise Cancelled("the call was cancelled")
            return _on_a_thread(call, flag, memory, timeout)
        finally:
            self._flags.remove(flag)


def ask(function: Callable[..., Result], *arguments: Any) -> Result:
    """Returns `function(*arguments)`, a long call of the library."""
    return Calls().ask(function, *arguments)


def _on_a_thread(call: Callable[[], Result], flag: Any, memory: int, timeout: float) -> Result:
    done, results, failures = threading.Lock(), list[Result](), list[BaseException]()

    def work() -> None:
        try:
            with ffi.limits(timeout, flag, memory):
                results.append(call())
        except BaseException as error:  # raised again on the waiting thread
            failures.append(error)
        finally:
            done.release()

    done.acquire()
    thread = threading.Thread(target=work, name="stretto", daemon=True)
    try:
        thread.start()
        done.acquire()
    except BaseException:
        flag.value = 1
        # If the thread is not alive, it has ended, could not be started, or will see the flag when it starts,
        # so there is no call to wait for. If the call has returned a result or failed, the waiting thread may
        # already hold the lock `done`.
        if thread.is_alive() and not (results or failures):
            done.acquire()
        raise
    if failures:
        raise failures[0]
    return results[0]


#: Duration in seconds to aim at for one call, shorter than the main thread may stay in the library.
_RUN = 0.02
#: Largest number of frames in one call for each thread, and of bytes of all frames in one call.
_MOST_FRAMES, _MOST_BYTES = 4, 1 << 25


def in_runs(
    times: Iterable[float],
    draw: Callable[[Sequence[float]], list[npt.NDArray[np.uint8]]],
    frame_bytes: int,
    threads: int,
) -> Iterator[npt.NDArray[np.uint8]]:
    """Yields the frames at the given times, in order.

    Each call of `draw` receives the times of several frames. The number of frames in a call depends on the
    speed of the previous call of `draw`.
    """
    most = max(1, min(_MOST_FRAMES * threads, _MOST_BYTES // frame_bytes))
    remaining, least = iter(times), min(threads, most)
    length = least
    while run := list(itertools.islice(remaining, length)):
        began = time.perf_counter()
        frames = draw(run)
        wanted = int(_RUN * len(run) / max(time.perf_counter() - began, 1e-6))
        length = max(least, min(wanted, 2 * length, most))
        yield from frames
