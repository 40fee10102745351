"""SVG files as pictures, drawn by ThorVG."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from . import _pillow, _thorvg
from ._numbers import shown
from .errors import InvalidArgument, LimitError, LoadError

if TYPE_CHECKING:
    Pixels = npt.NDArray[np.uint8]

#: The longest side of a picture, in pixels.
MOST_SIDE = 8192


def drawn(data: bytes, name: str, scale: float | None) -> Pixels:
    """The picture in an SVG file, (height, width, 4), premultiplied, `scale` pixels a point of its size (1
    for None).
    """
    points = 1 if scale is None else scale
    if not 0 < points < math.inf:
        raise InvalidArgument(f"scale was given {shown(scale)}; it is above 0 and finite")
    with _thorvg.Drawing(data, name, "svg") as drawing:
        width, height = drawing.width, drawing.height
        if not (0 < width < math.inf and 0 < height < math.inf):
            raise LoadError(f"{name} has no size: its <svg> needs width and height, or a viewBox")
        size = max(1, math.ceil(width * points - 1e-3)), max(1, math.ceil(height * points - 1e-3))
        if max(size) > MOST_SIDE:
            raise LimitError(
                f"{name} is {size[0]} x {size[1]} pixels large; choose a scale that makes at most "
                f"{MOST_SIDE} a side"
            )
        if scale is None:
            _pillow.Decoded().add(math.prod(size), len(data), name)
        return drawing.frame(0, size, (width * points, height * points))


def announces_svg(head: bytes) -> bool:
    """Whether a file that begins with these bytes is an SVG file: <svg comes before any other element."""
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if not text.startswith((b"<svg", b"<?xml", b"<!")):
        return False
    return b"<svg" in text
