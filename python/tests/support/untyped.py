"""Values without types, for tests that pass wrong arguments on purpose."""

from __future__ import annotations

from typing import Any


def untyped(value: object) -> Any:
    """The value, about which a type checker knows nothing."""
    return value
