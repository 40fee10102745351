"""How late calls end that are cancelled, in processor time."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable

import stretto as st


class Cancellation:
    """Cancellation of one call, by its timeout or by the scene's `cancel`.

    Lateness is the processor time of all threads from there to the end: neither other work on the machine nor
    Python's collection of what earlier tests left, which takes up to a second, is in it.
    """

    #: Seconds. On an idle machine it is below 0.05; processors that share their caches and their clock with
    #: others take up to four times as long.
    LATE = 0.2
    #: Seconds from the beginning of the call to its cancellation.
    AFTER = 0.08

    def __init__(self, cancel: Callable[[], object] | None = None) -> None:
        self._cancel = cancel
        self._spent: float | None = None
        #: Whether the call raised `Cancelled`.
        self.is_cancelled = False

    def _begin(self) -> None:
        self._spent = time.process_time()
        if self._cancel:
            self._cancel()

    def late(self, call: Callable[[float | None], object]) -> float:
        """Seconds by which a call is late that takes a timeout; 0 for one that answers before."""
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
