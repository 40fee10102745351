"""Values of type Any, for tests that pass wrong arguments on purpose."""

from __future__ import annotations

from typing import Any


def untyped(value: object) -> Any:
    """Returns the value with the type Any."""
    return value
