"""Modules that are loaded when something of theirs is first used, and locks that `fork` waits for.

A first frame needs few modules:

    if TYPE_CHECKING:
        from PIL import Image as Pillow
    else:
        Pillow = lazily("PIL.Image")
"""

from __future__ import annotations

# These two modules register locks with `fork`. If a thread that a fork waits for loaded them first, Python
# would give back after the fork what it had not taken before it.
import concurrent.futures.thread  # noqa: F401
import importlib
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

# Python locks a module while it is loaded. In a child of fork no thread would give that back, and whoever
# asked for the module would wait for ever.
_loading = lock_of_fork()


def load(name: str) -> Any:
    """The module of that full name. A `fork` waits until it is loaded."""
    with _loading:
        return importlib.import_module(name)


class _Lazy:
    """Stands for a module. Names that were asked for are kept."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        found = getattr(load(self._name), attribute)
        setattr(self, attribute, found)
        return found


def lazily(name: str) -> Any:
    """The module of that full name, loaded later."""
    return _Lazy(name)
