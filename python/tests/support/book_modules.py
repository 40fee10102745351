"""Access to the book's Sphinx extensions for their tests."""

from __future__ import annotations

import importlib.util
import pathlib
import sys
from typing import Any

ROOT = pathlib.Path(__file__).parents[3]
BOOK = ROOT / "docs" / "book"


def module(name: str) -> Any:
    """Imports a module of the book's extensions from its file, because the extensions are not a package."""
    spec = importlib.util.spec_from_file_location(f"book_{name}", BOOK / "extensions" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = made
    spec.loader.exec_module(made)
    return made
