"""SVG files as pictures, drawn by ThorVG."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ._forking import lock_of_fork
from ._numbers import shown
from .errors import InvalidArgument, LimitError, LoadError

if TYPE_CHECKING:
    Pixels = npt.NDArray[np.uint8]

#: The longest side of a picture, in pixels.
MOST_SIDE = 8192
#: ThorVG begins and ends for the whole process.
_lock = lock_of_fork()


def drawn(data: bytes, name: str, scale: float) -> Pixels:
    """The picture in an SVG file, (height, width, 4), premultiplied, `scale` pixels a point of its size."""
    if not 0 < scale < math.inf:
        raise InvalidArgument(f"scale was given {shown(scale)}; it is above 0 and finite")
    with _lock:
        return _drawn(_thorvg(name), data, name, scale)


def _drawn(tvg: Any, data: bytes, name: str, scale: float) -> Pixels:
    canvas = tvg.SwCanvas(tvg.Engine())
    picture = tvg.Picture(canvas.engine)
    if picture.load_data(data, "svg", None, True) != 0:
        raise LoadError(f"{name} cannot be read as an SVG file")
    _, width, height = picture.get_size()
    if not (0 < width < math.inf and 0 < height < math.inf):
        raise LoadError(f"{name} has no size: its <svg> needs width and height, or a viewBox")
    wide, high = (max(1, math.ceil(side * scale - 1e-3)) for side in (width, height))
    if max(wide, high) > MOST_SIDE:
        raise LimitError(
            f"{name} is {wide} x {high} pixels large; choose a scale that makes at most {MOST_SIDE} a side"
        )
    canvas.set_target(wide, high)
    picture.set_size(width * scale, height * scale)
    canvas.add(picture)
    canvas.draw(True)
    canvas.sync()
    return np.array(canvas.get_pillow())


def announces_svg(head: bytes) -> bool:
    """Whether a file that begins with these bytes is an SVG file: <svg comes before any other element."""
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if not text.startswith((b"<svg", b"<?xml", b"<!")):
        return False
    return b"<svg" in text


def _thorvg(name: str) -> Any:
    try:
        import thorvg_python
    except ImportError as error:
        raise InvalidArgument(
            f"{name} needs a package that is not installed: pip install 'stretto[svg]'"
        ) from error
    return thorvg_python
