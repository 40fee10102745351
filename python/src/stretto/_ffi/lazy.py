"""Modules that are loaded when something of theirs is first used: a first frame needs few.

if TYPE_CHECKING:
    from PIL import Image as Pillow
else:
    Pillow = lazily("PIL.Image")
"""

from __future__ import annotations

import importlib
from typing import Any

from .forking import lock_of_fork

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
