"""Animated WebPs, written frame by frame: the rectangle that changed, compressed by Pillow.

Pillow's own animations keep all frames in memory. Format: RFC 9649.
"""

from __future__ import annotations

import io
import pathlib
import struct
from typing import BinaryIO

import numpy as np
from PIL import Image as Pillow

from stretto.color import ColorLike
from stretto.errors import LimitError

from . import options, provenance
from .clip import Clip
from .pixels import Pixels, bounding_box, changes, over
from .timeline import held

#: The clock, in ticks a second; browsers show frames of up to 10 ms for 100.
_TICKS, _SHORTEST, _LONGEST = 1000, 11, (1 << 24) - 1
_LARGEST_SIDE, _LARGEST_FILE = 16_383, (1 << 32) - 10
_HAS_ALPHA, _HAS_EXIF, _IS_ANIMATION = 0x10, 0x08, 0x02
#: A frame replaces what is under it, and stays.
_REPLACES = 0x02
_PICTURE_CHUNKS = (b"ALPH", b"VP8 ", b"VP8L")
_HEADER = 12


def write(
    clip: Clip,
    path: pathlib.Path,
    *,
    loop: int | None = 0,
    matte: ColorLike | None = None,
    quality: float | None = None,
) -> None:
    """Writes the clip as an animated WebP. `Movie.save` says what the options are."""
    plays, backing = options.plays(loop), options.matte_of(matte)
    level = None if quality is None else options.quality_of(quality)
    if max(clip.size) > _LARGEST_SIDE:
        raise LimitError(f"a WebP has at most {_LARGEST_SIDE} pixels a side; the frames have {clip.size}")
    alpha = 0 if clip.opaque or backing is not None else _HAS_ALPHA
    frames = ((over(frame, backing), ticks) for frame, ticks in clip.timed(_TICKS, _SHORTEST))
    width, height = clip.size
    with path.open("wb") as file:
        file.write(b"RIFF\0\0\0\0WEBP")
        flags = _IS_ANIMATION | _HAS_EXIF | alpha
        _chunk(file, b"VP8X", struct.pack("<I", flags) + _uint24(width - 1) + _uint24(height - 1))
        _chunk(file, b"ANIM", struct.pack("<IH", 0, plays))
        before = None
        for frame, ticks in held(frames, _LONGEST):
            left, top, patch = _patch(before, frame)
            place = left // 2, top // 2, patch.shape[1] - 1, patch.shape[0] - 1, ticks
            header = b"".join(map(_uint24, place)) + bytes([_REPLACES])
            _chunk(file, b"ANMF", header + _compressed(patch, level))
            before = frame
        _chunk(file, b"EXIF", provenance.exif(clip.movie))
        size = file.tell() - 8
        if size > _LARGEST_FILE:
            raise LimitError(f"a WebP has at most {_LARGEST_FILE} bytes, and this one has {size}")
        file.seek(4)
        file.write(struct.pack("<I", size))


def _patch(before: Pixels | None, frame: Pixels) -> tuple[int, int, Pixels]:
    """Left, top (both even, as the format has it) and pixels of what changed."""
    if before is None:
        return 0, 0, frame
    left, top, right, bottom = bounding_box(changes(before, frame))
    left, top = left & ~1, top & ~1
    return left, top, frame[top:bottom, left:right]


def _compressed(pixels: Pixels, quality: float | None) -> bytes:
    """The chunks that hold a picture, taken out of a WebP of it."""
    image, file = Pillow.fromarray(np.ascontiguousarray(pixels)), io.BytesIO()
    if quality is None:
        image.save(file, "WEBP", lossless=True)
    else:
        image.save(file, "WEBP", quality=quality)
    data, position, found = file.getvalue(), _HEADER, b""
    while position < len(data):
        kind, length = struct.unpack_from("<4sI", data, position)
        end = position + 8 + length + length % 2
        if kind in _PICTURE_CHUNKS:
            found += data[position:end]
        position = end
    return found


def _uint24(value: int) -> bytes:
    return value.to_bytes(3, "little")


def _chunk(file: BinaryIO, kind: bytes, data: bytes) -> None:
    file.write(kind + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2))
