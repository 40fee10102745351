"""SVG files as pictures, drawn by ThorVG."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from stretto._ffi.numbers import shown
from stretto.errors import InvalidArgument, LimitError, LoadError, warn

from . import pillow, thorvg

if TYPE_CHECKING:
    Pixels = npt.NDArray[np.uint8]

#: The longest side of a picture, in pixels.
MOST_SIDE = 8192
#: Elements that ThorVG passes over: texts, patterns, motion, and all filters but a blur.
_PASSED_OVER = re.compile(
    rb"<(?:\w{1,32}:)?(text|pattern|foreignObject|animate\w{0,32}|set|fe(?!GaussianBlur\b)[A-Z]\w{0,32})\b"
)


def drawn(data: bytes, name: str, scale: float | None) -> Pixels:
    """The picture in an SVG file, (height, width, 4), premultiplied, `scale` pixels a point of its size (1
    for None). Warns of what is not drawn.
    """
    points = 1 if scale is None else scale
    if not 0 < points < math.inf:
        raise InvalidArgument(f"scale was given {shown(scale)}; it is above 0 and finite")
    with thorvg.Drawing(data, name, "svg") as drawing:
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
            pillow.check_pixels(math.prod(size), len(data), name)
        _tell_of_what_is_missing(data, name)
        return drawing.frame(0, size, (width * points, height * points))


def _tell_of_what_is_missing(data: bytes, name: str) -> None:
    found = {word.decode() for part in _outside_comments(data) for word in _PASSED_OVER.findall(part)}
    if found:
        warn(
            f"{name} is drawn without {', '.join(sorted(found))}: of texts, patterns, motion and filters "
            "feGaussianBlur alone is drawn"
        )


def _outside_comments(data: bytes) -> Iterator[bytes]:
    begin = 0
    while (comment := data.find(b"<!--", begin)) >= 0:
        yield data[begin:comment]
        begin = data.find(b"-->", comment)
        if begin < 0:
            return
    yield data[begin:]


def announces_svg(head: bytes) -> bool:
    """Whether a file that begins with these bytes is an SVG file: <svg comes before any other element."""
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if not text.startswith((b"<svg", b"<?xml", b"<!")):
        return False
    return b"<svg" in text
