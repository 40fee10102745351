"""Modules that are loaded when something of theirs is first used: a first frame needs few.

if TYPE_CHECKING:
    from PIL import Image as Pillow
else:
    Pillow = lazily("PIL.Image")
"""

from __future__ import annotations

import importlib
from typing import Any


class _Lazy:
    """Stands for a module. Names that were asked for are kept."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        found = getattr(importlib.import_module(self._name), attribute)
        setattr(self, attribute, found)
        return found


def lazily(name: str) -> Any:
    """The module of that full name, loaded later."""
    return _Lazy(name)
