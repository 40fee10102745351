"""Imports modules at their first use, and creates locks that `fork` acquires.

Drawing a first frame needs few modules, so that other modules are imported later:

    if TYPE_CHECKING:
        from PIL import Image as Pillow
    else:
        Pillow = lazily("PIL.Image")
"""

from __future__ import annotations

# The modules `concurrent.futures.thread` and `logging` register locks with `fork`. If another thread imported
# one of the two modules while a fork waits for a lock, Python would release locks after the fork that it had
# not acquired.
import concurrent.futures.thread  # noqa: F401
import importlib
import logging  # noqa: F401
import os
import threading
import time
from typing import Any

#: Locks of all modules, which exist as long as the process.
_locks: list[Any] = []

#: Seconds between two attempts to acquire locks that other threads hold.
_PAUSE = 0.0005


def lock_of_fork() -> Any:
    """Returns a reentrant lock for state that a child of `fork` must not find half changed."""
    lock = threading.RLock()
    _locks.append(lock)
    return lock


def _take_all() -> None:
    """Acquires all locks, without waiting for one lock while holding another, which could deadlock."""
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

# Python locks a module during its import. In a child of `fork` no thread would release the import lock, and
# an import of the module would wait for ever.
_loading = lock_of_fork()


def load(name: str) -> Any:
    """Imports and returns a module by its full name. A `fork` waits until the import has ended."""
    with _loading:
        return importlib.import_module(name)


class _Lazy:
    """Object that stands for a module, and caches the attributes of the module that were used."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        found = getattr(load(self._name), attribute)
        setattr(self, attribute, found)
        return found


def lazily(name: str) -> Any:
    """Returns an object that imports a module, by its full name, at first use."""
    return _Lazy(name)
