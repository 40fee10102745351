"""SVG files as pictures, drawn by resvg."""

from __future__ import annotations

import math
import struct

from stretto._ffi.numbers import shown
from stretto.errors import InvalidArgument, LimitError

from . import pillow, resvg, svg_source

#: The longest side of a picture, in pixels.
MOST_SIDE = 8192
#: Pixels of a file that does not say its size, as far as limits of memory and time go.
_UNKNOWN_PIXELS = 1 << 22


def drawn(data: bytes, name: str, scale: float | None) -> bytes:
    """The picture in an SVG file, as PNG, `scale` pixels a point of its size (1 for None).

    Warns of what is not drawn.

    Raises:
        InvalidArgument: For a scale that is not above 0 and finite.
        MissingPackageError: Without resvg-py.
        LoadError: For what is no SVG file.
        LimitError: For a picture that is too large, or a file that takes too much time or memory.
    """
    points = 1 if scale is None else scale
    if not 0 < points < math.inf:
        raise InvalidArgument(f"scale was given {shown(scale)}; it is above 0 and finite")
    source = svg_source.read(data, name)
    pixels = _UNKNOWN_PIXELS
    if source.size is not None:
        width, height = (max(1.0, side * points) for side in source.size)
        _check_size(width, height, name, None if scale else len(data))
        pixels = math.ceil(width) * math.ceil(height)
    made = resvg.drawn(source, name, points, pixels)
    # A PNG's header has its width and height from byte 16.
    wide, high = struct.unpack(">2I", made[16:24])
    _check_size(wide, high, name, None if scale else len(data))
    return made


def _check_size(width: float, height: float, name: str, size: int | None) -> None:
    """Checks a picture's sides, and its pixels against the bytes of the file unless a scale was given."""
    if not max(width, height) <= MOST_SIDE:
        raise LimitError(
            f"{name} is {width:.0f} x {height:.0f} pixels large; choose a scale that makes at most "
            f"{MOST_SIDE} a side"
        )
    if size is not None:
        pillow.check_pixels(math.ceil(width) * math.ceil(height), size, name)


def announces_svg(head: bytes) -> bool:
    """Whether a file that begins with these bytes is an SVG file: <svg comes before any other element."""
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if not text.startswith((b"<svg", b"<?xml", b"<!")):
        return False
    return b"<svg" in text
