"""The book's own modules, for its tests."""

from __future__ import annotations

import importlib.util
import pathlib
import sys
from typing import Any

ROOT = pathlib.Path(__file__).parents[3]
BOOK = ROOT / "docs" / "book"


def module(name: str) -> Any:
    """Loads a module of the book's extensions, which are no package."""
    spec = importlib.util.spec_from_file_location(f"book_{name}", BOOK / "extensions" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = made
    spec.loader.exec_module(made)
    return made
