"""Frames of one size beside each other in one picture."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable

import numpy as np

from .pixels import Pixels


@dataclasses.dataclass(frozen=True)
class Layout:
    """Places of `count` frames, row by row, `gap` transparent pixels apart."""

    count: int
    #: Width and height of a frame in pixels.
    frame: tuple[int, int]
    columns: int
    gap: int = 0

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the whole."""
        across, down = (side + self.gap for side in self.frame)
        return self.columns * across - self.gap, math.ceil(self.count / self.columns) * down - self.gap

    def corner(self, index: int) -> tuple[int, int]:
        """Left and top of a frame."""
        across, down = (side + self.gap for side in self.frame)
        return index % self.columns * across, index // self.columns * down

    def filled(self, frames: Iterable[Pixels]) -> Pixels:
        """The sheet of these frames."""
        sheet = np.zeros((*self.size[::-1], 4), np.uint8)
        width, height = self.frame
        for index, pixels in enumerate(frames):
            left, top = self.corner(index)
            sheet[top : top + height, left : left + width] = pixels
        return sheet


def about_square(count: int, frame: tuple[int, int], widest: int | None = None) -> Layout:
    """The layout whose sides differ least, at most `widest` pixels wide."""
    columns = round(math.sqrt(count * frame[1] / frame[0]))
    if widest is not None:
        columns = min(columns, widest // frame[0])
    return Layout(count, frame, max(1, min(count, columns)))
