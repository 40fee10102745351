"""What modules need of those above them: the package puts here how these are loaded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

#: The module of timelines, for `Layer.animate`.
timeline: Callable[[], Any]
#: The module that samples functions, for `KeyframeAnimation.sampled`.
sampled: Callable[[], Any]
