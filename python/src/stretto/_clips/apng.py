"""Animated PNGs, written frame by frame: the rectangle that changed.

Format: PNG third edition, section 11.3.
"""

from __future__ import annotations

import pathlib
import struct
from collections.abc import Iterator
from typing import BinaryIO

import numpy as np

from stretto import _png
from stretto.color import ColorLike

from . import options, provenance
from .clip import Clip
from .pixels import Pixels, bounding_box, changes, over
from .timeline import held

#: The clock, in ticks a second; browsers show frames of up to 10 ms for 100.
_TICKS, _SHORTEST, _LONGEST = 1000, 11, 65_535
_SOURCE, _OVER = 0, 1


def write(clip: Clip, path: pathlib.Path, *, loop: int | None = 0, matte: ColorLike | None = None) -> None:
    """Writes the clip as an animated PNG. `Movie.save` says what the options are."""
    plays, backing = options.plays(loop), options.matte_of(matte)
    frames = ((over(frame, backing), ticks) for frame, ticks in clip.timed(_TICKS, _SHORTEST))
    with path.open("wb") as file:
        file.write(_png.SIGNATURE)
        file.write(_png.chunk(b"IHDR", struct.pack(">IIBBBBB", *clip.size, 8, 6, 0, 0, 0)))
        for key, text in provenance.texts(clip.movie).items():
            file.write(_png.text(key, text))
        control = file.tell()
        file.write(_png.chunk(b"acTL", struct.pack(">II", 0, plays)))
        count = _write_frames(file, held(frames, _LONGEST))
        file.write(_png.chunk(b"IEND", b""))
        file.seek(control)
        file.write(_png.chunk(b"acTL", struct.pack(">II", count, plays)))


def _write_frames(file: BinaryIO, frames: Iterator[tuple[Pixels, int]]) -> int:
    """Writes the frames, the first as the picture that plain viewers show, and counts them."""
    before, count, sequence = None, 0, 0
    for frame, ticks in frames:
        left, top, patch, blending = _patch(before, frame)
        height, width = patch.shape[:2]
        place = struct.pack(">IIIII", sequence, width, height, left, top)
        file.write(_png.chunk(b"fcTL", place + struct.pack(">HHBB", ticks, _TICKS, 0, blending)))
        sequence += 1
        for data in _png.image_data(patch):
            if before is None:
                file.write(_png.chunk(b"IDAT", data))
            else:
                file.write(_png.chunk(b"fdAT", struct.pack(">I", sequence) + data))
                sequence += 1
        before, count = frame, count + 1
    return count


def _patch(before: Pixels | None, frame: Pixels) -> tuple[int, int, Pixels, int]:
    """Left, top, pixels and blending of what makes the frame from the one before it."""
    if before is None:
        return 0, 0, frame, _SOURCE
    changed = changes(before, frame)
    left, top, right, bottom = bounding_box(changed)
    area = np.s_[top:bottom, left:right]
    if (frame[changed][:, 3] == 255).all():
        # What stays the same is left out, which compresses better than to repeat it.
        return left, top, frame[area] * changed[area][..., np.newaxis], _OVER
    return left, top, frame[area], _SOURCE
