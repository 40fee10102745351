"""Animated PNGs, written frame by frame: the rectangle that changed, compressed by Pillow.

Format: PNG third edition, section 11.3.
"""

from __future__ import annotations

import io
import pathlib
import struct
import zlib
from collections.abc import Iterator
from typing import BinaryIO

import numpy as np
from PIL import Image as Pillow

from stretto.color import ColorLike

from . import options, provenance
from .clip import Clip
from .pixels import Pixels, bounding_box, changes, over
from .timeline import held

#: The clock, in ticks a second; browsers show frames of up to 10 ms for 100.
_TICKS, _SHORTEST, _LONGEST = 1000, 11, 65_535
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_SOURCE, _OVER = 0, 1


def write(clip: Clip, path: pathlib.Path, *, loop: int | None = 0, matte: ColorLike | None = None) -> None:
    """Writes the clip as an animated PNG. `Movie.save` says what the options are."""
    plays, backing = options.plays(loop), options.matte_of(matte)
    frames = ((over(frame, backing), ticks) for frame, ticks in clip.timed(_TICKS, _SHORTEST))
    with path.open("wb") as file:
        file.write(_SIGNATURE)
        _chunk(file, b"IHDR", struct.pack(">IIBBBBB", *clip.size, 8, 6, 0, 0, 0))
        for key, text in (
            ("Software", provenance.software()),
            ("Description", provenance.description(clip.movie)),
        ):
            _chunk(file, b"tEXt", f"{key}\0{text}".encode("latin-1", "replace"))
        control = file.tell()
        _chunk(file, b"acTL", struct.pack(">II", 0, plays))
        count = _write_frames(file, held(frames, _LONGEST))
        _chunk(file, b"IEND", b"")
        file.seek(control)
        _chunk(file, b"acTL", struct.pack(">II", count, plays))


def _write_frames(file: BinaryIO, frames: Iterator[tuple[Pixels, int]]) -> int:
    """Writes the frames, the first as the picture that plain viewers show, and counts them."""
    before, count, sequence = None, 0, 0
    for frame, ticks in frames:
        left, top, patch, blending = _patch(before, frame)
        height, width = patch.shape[:2]
        place = struct.pack(">IIIII", sequence, width, height, left, top)
        _chunk(file, b"fcTL", place + struct.pack(">HHBB", ticks, _TICKS, 0, blending))
        sequence += 1
        for data in _compressed(patch):
            if before is None:
                _chunk(file, b"IDAT", data)
            else:
                _chunk(file, b"fdAT", struct.pack(">I", sequence) + data)
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


def _compressed(pixels: Pixels) -> Iterator[bytes]:
    """The image data of a PNG of these pixels, chunk by chunk."""
    file = io.BytesIO()
    Pillow.fromarray(np.ascontiguousarray(pixels)).save(file, "PNG")
    data, position = file.getvalue(), len(_SIGNATURE)
    while position < len(data):
        length, kind = struct.unpack_from(">I4s", data, position)
        if kind == b"IDAT":
            yield data[position + 8 : position + 8 + length]
        position += 12 + length


def _chunk(file: BinaryIO, kind: bytes, data: bytes) -> None:
    file.write(struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)))
