"""Interface that a movie needs of the scene that it is a clip of."""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt


class Drawable(Protocol):
    """Interface of a `Scene`, and of drawings combined from scenes: a picture at every time."""

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in points."""

    @property
    def background(self) -> tuple[float, float, float, float]:
        """Background colour (r, g, b, a). An alpha of 1 makes every frame opaque."""

    @property
    def closed(self) -> bool:
        """Whether the scene is closed, so that it can no longer be drawn."""

    def pixel_size(self, scale: float = 1) -> tuple[int, int]:
        """Width and height of a frame, `scale` pixels a point."""

    def render(self, time: float, *, scale: float = 1, threads: int | None = None) -> npt.NDArray[np.uint8]:
        """The frame at `time` seconds; `threads` as in `Scene.render`."""
