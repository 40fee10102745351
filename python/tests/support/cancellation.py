"""Measures how late a cancelled call returns, in processor time."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable

import stretto as st


class Cancellation:
    """Cancels a call by its timeout or by the scene's `cancel`.

    The lateness is the processor time of all threads between the cancellation and the return. Work of other
    processes does not count, and Python's garbage collection, which takes up to a second, is switched off.
    """

    #: Largest allowed lateness in seconds. On an idle machine the lateness is below 0.05 s, and on shared
    #: processors up to four times as much.
    LATE = 0.2
    #: Seconds between the start of a call and its cancellation.
    AFTER = 0.08

    def __init__(self, cancel: Callable[[], object] | None = None) -> None:
        self._cancel = cancel
        self._spent: float | None = None
        #: True if the call raised `Cancelled`.
        self.is_cancelled = False

    def _begin(self) -> None:
        self._spent = time.process_time()
        if self._cancel:
            self._cancel()

    def late(self, call: Callable[[float | None], object]) -> float:
        """The lateness in seconds of a call that takes a timeout, or 0 if the call returned before the
        timeout.
        """
        timer = threading.Timer(self.AFTER, self._begin)
        timer.start()
        gc.disable()
        try:
            call(None if self._cancel else self.AFTER)
        except st.Cancelled:
            self.is_cancelled = True
        except st.Error:
            pass
        finally:
            spent = time.process_time()
            gc.enable()
            timer.cancel()
            timer.join()
        return 0 if self._spent is None else max(0.0, spent - self._spent)
