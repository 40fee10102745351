"""Animated GIFs, written frame by frame: one palette for the whole clip, and only what changes.

One palette keeps still parts still (a palette a frame makes them shimmer). It also lets a frame be the
rectangle that changed, with the unchanged pixels in it left transparent, which compress to almost nothing.
Format: GIF89a.
"""

from __future__ import annotations

import pathlib
import struct
from collections.abc import Iterable, Iterator
from typing import BinaryIO

import numpy as np
from PIL import GifImagePlugin
from PIL import Image as Pillow

from stretto.color import ColorLike

from . import options, provenance
from .clip import Clip
from .options import COLORS, Dither
from .palette import CLEAR, Histogram, Quantizer
from .pipeline import Workers
from .pixels import Matte, Pixels, bounding_box, over_where_visible
from .timeline import held, with_next

#: A GIF's clock, in ticks a second; viewers slow down frames that last less than two.
TICKS, SHORTEST = 100, 2
_LONGEST = 65_535
#: Disposal methods of GIF: what happens to a frame when the next one comes.
_KEEP, _RESTORE = 1, 2


def write(
    clip: Clip,
    path: pathlib.Path,
    *,
    loop: int | None = 0,
    matte: ColorLike | None = None,
    colors: int = COLORS,
    dither: Dither | None = None,
) -> None:
    """Writes the clip as a GIF. `Movie.save` says what the options are."""
    repeats, backing = options.repeats(loop), options.matte_of(matte)
    size, kind = options.palette_size(colors), options.dither_of(dither)
    table = palette_of(clip, backing, size)
    quantize = Quantizer(table, kind)
    cells = (
        (quantize(over_where_visible(frame, backing)), ticks) for frame, ticks in clip.timed(TICKS, SHORTEST)
    )
    with path.open("wb") as file:
        encode(file, cells, clip.size, table, repeats, provenance.comment(clip.movie), clip.workers)


def palette_of(clip: Clip, matte: Matte | None, colors: int) -> Pixels:
    """The palette of a clip, from all its frames: they are drawn once for it, and again to be shown."""
    histogram = Histogram()
    for frame in clip.looked_at(TICKS, SHORTEST):
        histogram.add(over_where_visible(frame, matte))
    return histogram.palette(colors)


def encode(
    file: BinaryIO,
    cells: Iterable[tuple[Pixels, int]],
    size: tuple[int, int],
    colors: Pixels,
    repeats: int | None,
    comment: str,
    workers: Workers,
) -> None:
    """Writes a file of frames as they come: indices into `colors`, and hundredths of a second."""
    file.write(b"GIF89a" + struct.pack("<HHBBB", *size, 0xF7, 0, 0) + colors.tobytes().ljust(768, b"\0"))
    if repeats is not None:
        file.write(b"\x21\xff\x0bNETSCAPE2.0\x03\x01" + struct.pack("<HB", repeats, 0))
    file.write(b"\x21\xfe" + _blocks(comment.encode("ascii", "replace")))
    for data in workers.each(_written, _patches(cells, size)):
        file.write(data)
    file.write(b";")


def _patches(
    cells: Iterable[tuple[Pixels, int]], size: tuple[int, int]
) -> Iterator[tuple[Pixels, int, int, int, int]]:
    """Differences from the canvas, frame by frame: indices, left, top, ticks, disposal method."""
    shown = np.full((size[1], size[0]), CLEAR, np.uint8)
    for (indices, ticks), after in with_next(held(cells, _LONGEST)):
        following = indices if after is None else after[0]
        changed = indices != shown
        vanishing = (indices != CLEAR) & (following == CLEAR)
        left, top, right, bottom = bounding_box(changed | vanishing)
        area = np.s_[top:bottom, left:right]
        patch = np.where(changed[area], indices[area], np.uint8(CLEAR))
        disposal = _RESTORE if vanishing.any() else _KEEP
        yield patch, left, top, ticks, disposal
        shown = indices
        if disposal == _RESTORE:
            shown = indices.copy()
            shown[area] = CLEAR


def _written(frame: tuple[Pixels, int, int, int, int]) -> bytes:
    """A frame's part of the file."""
    patch, left, top, ticks, disposal = frame
    image = Pillow.frombytes("P", patch.shape[::-1], patch.tobytes())
    options = {"duration": 1000 * ticks // TICKS, "disposal": disposal, "transparency": CLEAR}
    return b"".join(GifImagePlugin.getdata(image, (left, top), **options))


def _blocks(data: bytes) -> bytes:
    """Data in blocks of up to 255 bytes, each after its length, and an empty one at the end."""
    parts = [data[start : start + 255] for start in range(0, len(data), 255)]
    return b"".join(bytes([len(part)]) + part for part in parts) + b"\0"
