"""How soon calls end that nobody wants any more: 50 ms.

It is measured in processor time, of all threads, from the wish to the answer, so that it holds on a machine
that does other things as well. What is asked stands in `attack_kit`, and is sure to take longer than it may.
"""

from __future__ import annotations

import functools
import threading
import time
from collections.abc import Callable
from typing import TypeAlias

import pytest

import attack_kit
import stretto as st

Ask: TypeAlias = Callable[[st.Scene, float], object]

#: Seconds of processor time after the wish. It is 0.05 on an idle machine; one whose processors share their
#: caches and their clock with others takes up to four times as long.
LATE = 0.2
#: Seconds before a call is not wanted any more.
AFTER = 0.08

DOCUMENTS = (
    "4 million copies", "20,000 cells of a name", "9,000 animations", "40,000 curves", "round dashes",
    "720,000 characters", "450,000 letters that join", "directions in directions", "portals that multiply",
    "6,000 sheets through each other",
)  # fmt: skip
ASKS: dict[str, Ask] = {
    "render": lambda scene, timeout: scene.render(0.5, timeout=timeout),
    "hit_test": lambda scene, timeout: scene.hit_test(5, 5, 0.5, timeout=timeout),
    "diagnostics": lambda scene, timeout: scene.diagnostics(timeout=timeout),
    "loop_report": lambda scene, timeout: scene.loop_report(timeout=timeout),
}
#: Documents and questions that are answered in time: all of it, and what `make test` asks.
LONG = [
    *((name, ask) for name in DOCUMENTS[:9] for ask in ("render", "hit_test")),
    *((name, "diagnostics") for name in DOCUMENTS if "letters" in name or "characters" in name),
]


@functools.cache
def document(name: str) -> bytes:
    return attack_kit.KIT[name].encode()


class Wish:
    """The wish that a call ends, some time after it began; with `cancel` it is told to the scene then."""

    def __init__(self, cancel: Callable[[], object] | None = None) -> None:
        self._cancel = cancel
        #: Seconds of processor time at the wish; None before.
        self.spent: float | None = None

    def _wish(self) -> None:
        self.spent = time.process_time()
        if self._cancel:
            self._cancel()

    def late(self, call: Callable[[], object]) -> float:
        """Seconds of processor time from the wish to the end of the call, which must not answer before."""
        timer = threading.Timer(AFTER, self._wish)
        timer.start()
        try:
            with pytest.raises(st.Cancelled):
                call()
            return 0 if self.spent is None else time.process_time() - self.spent
        finally:
            timer.cancel()
            timer.join()
