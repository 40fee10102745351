"""Animated PNGs, written frame by frame: the rectangle that changed.

Format: PNG third edition, section 11.3.
"""

from __future__ import annotations

import functools
import pathlib
import struct
from collections.abc import Iterator
from typing import BinaryIO

from stretto._pictures import png
from stretto.color import ColorLike

from . import options, provenance
from .clip import Clip
from .pixels import Pixels, over, patch
from .timeline import held

#: The clock, in ticks a second; browsers show frames of up to 10 ms for 100.
TICKS, SHORTEST, _LONGEST = 1000, 11, 65_535
_SOURCE, _OVER = 0, 1


def write(
    clip: Clip,
    path: pathlib.Path,
    *,
    loop: int | None = 0,
    matte: ColorLike | None = None,
    compress: int = png.COMPRESS,
) -> None:
    """Writes the clip as an animated PNG. `Movie.save` says what the options are."""
    plays, backing, level = options.plays(loop), options.matte_of(matte), png.compression(compress)
    frames = ((over(frame, backing), ticks) for frame, ticks in clip.timed(TICKS, SHORTEST))
    with path.open("wb") as file:
        file.write(png.SIGNATURE)
        file.write(png.chunk(b"IHDR", struct.pack(">IIBBBBB", *clip.size, 8, 6, 0, 0, 0)))
        for key, text in provenance.texts(clip.movie).items():
            file.write(png.text(key, text))
        control = file.tell()
        file.write(png.chunk(b"acTL", struct.pack(">II", 0, plays)))
        count = _write_frames(file, clip, held(frames, _LONGEST), level)
        file.write(png.chunk(b"IEND", b""))
        file.seek(control)
        file.write(png.chunk(b"acTL", struct.pack(">II", count, plays)))


def _write_frames(file: BinaryIO, clip: Clip, frames: Iterator[tuple[Pixels, int]], level: int) -> int:
    """Writes the frames, the first as the picture that plain viewers show, and counts them."""
    count = sequence = 0
    compress = functools.partial(_compressed, level)
    for data, (height, width), left, top, ticks, is_over in clip.workers.each(compress, _patches(frames)):
        place = struct.pack(">IIIII", sequence, width, height, left, top)
        blending = _OVER if is_over else _SOURCE
        file.write(png.chunk(b"fcTL", place + struct.pack(">HHBB", ticks, TICKS, 0, blending)))
        sequence += 1
        if count == 0:
            file.write(png.chunk(b"IDAT", data))
        else:
            file.write(png.chunk(b"fdAT", struct.pack(">I", sequence) + data))
            sequence += 1
        count += 1
    return count


def _patches(frames: Iterator[tuple[Pixels, int]]) -> Iterator[tuple[Pixels, int, int, int, bool]]:
    """Differences from each frame to the next: pixels, left, top, ticks, whether they are laid over it."""
    before = None
    for frame, ticks in frames:
        left, top, pixels, is_over = patch(before, frame)
        yield pixels, left, top, ticks, is_over
        before = frame


def _compressed(
    level: int, frame: tuple[Pixels, int, int, int, bool]
) -> tuple[bytes, tuple[int, ...], int, int, int, bool]:
    pixels, left, top, ticks, is_over = frame
    return png.image_data(pixels, level, threads=1), pixels.shape[:2], left, top, ticks, is_over
