"""Locks that `fork` waits for, so that a child finds them free and what they guard whole."""

from __future__ import annotations

# These two modules register locks with `fork`. If a thread that a fork waits for loaded them first, Python
# would give back after the fork what it had not taken before it.
import concurrent.futures.thread  # noqa: F401
import logging  # noqa: F401
import os
import threading
import time
from typing import Any

#: Made when modules are loaded, and kept.
_locks: list[Any] = []

#: Seconds between two looks at locks that others hold.
_PAUSE = 0.0005


def lock_of_fork() -> Any:
    """A lock for what a child of `fork` must not find half done; whoever holds it may take it again."""
    lock = threading.RLock()
    _locks.append(lock)
    return lock


def _take_all() -> None:
    """No lock is waited for while another is held: a thread may hold that one and wait for this."""
    while True:
        taken: list[Any] = []
        for lock in _locks:
            if not lock.acquire(blocking=False):
                break
            taken.append(lock)
        else:
            return
        _give_back(taken)
        time.sleep(_PAUSE)


def _give_back(locks: list[Any] = _locks) -> None:
    for lock in reversed(locks):
        lock.release()


os.register_at_fork(before=_take_all, after_in_parent=_give_back, after_in_child=_give_back)
