"""Animated WebPs, written frame by frame: the rectangle that changed, compressed by Pillow.

Pillow's own animations keep all frames in memory. Format: RFC 9649.
"""

from __future__ import annotations

import functools
import io
import pathlib
import struct
from collections.abc import Iterator
from typing import Any, BinaryIO

import numpy as np
from PIL import Image as Pillow

from stretto.color import ColorLike
from stretto.errors import LimitError

from . import options, provenance
from .clip import Clip
from .pixels import Pixels, over, patch
from .timeline import held

#: The clock, in ticks a second; browsers show frames of up to 10 ms for 100.
TICKS, SHORTEST, _LONGEST = 1000, 11, (1 << 24) - 1
_LARGEST_SIDE, _LARGEST_FILE = 16_383, (1 << 32) - 10
_HAS_ALPHA, _HAS_EXIF, _IS_ANIMATION = 0x10, 0x08, 0x02
#: Blend methods of WebP: how a frame is put on the canvas.
_IS_LAID_OVER, _REPLACES = 0x00, 0x02
#: The encoder's methods, and how hard it tries within one that is without loss, of 100.
_USUAL_EFFORT, _USUAL_LOSSY_EFFORT, _USUAL, _THOROUGH = 2, 4, 75, 100
_PICTURE_CHUNKS = (b"ALPH", b"VP8 ", b"VP8L")
_HEADER = 12


def write(
    clip: Clip,
    path: pathlib.Path,
    *,
    loop: int | None = 0,
    matte: ColorLike | None = None,
    quality: float | None = None,
    effort: int | None = None,
) -> None:
    """Writes the clip as an animated WebP. `Movie.save` says what the options are."""
    plays, backing = options.plays(loop), options.matte_of(matte)
    compress = functools.partial(_compressed, _settings(quality, effort))
    if max(clip.size) > _LARGEST_SIDE:
        raise LimitError(f"a WebP has at most {_LARGEST_SIDE} pixels a side; the frames have {clip.size}")
    alpha = 0 if clip.opaque or backing is not None else _HAS_ALPHA
    frames = ((over(frame, backing), ticks) for frame, ticks in clip.timed(TICKS, SHORTEST))
    width, height = clip.size
    with path.open("wb") as file:
        file.write(b"RIFF\0\0\0\0WEBP")
        flags = _IS_ANIMATION | _HAS_EXIF | alpha
        _chunk(file, b"VP8X", struct.pack("<I", flags) + _uint24(width - 1) + _uint24(height - 1))
        _chunk(file, b"ANIM", struct.pack("<IH", 0, plays))
        for chunk in clip.workers.each(compress, _patches(held(frames, _LONGEST), quality is None)):
            _chunk(file, b"ANMF", chunk)
        _chunk(file, b"EXIF", provenance.exif(clip.movie))
        size = file.tell() - 8
        if size > _LARGEST_FILE:
            raise LimitError(f"a WebP has at most {_LARGEST_FILE} bytes, and this one has {size}")
        file.seek(4)
        file.write(struct.pack("<I", size))


def _settings(quality: float | None, effort: int | None) -> dict[str, Any]:
    """Options for Pillow's encoder."""
    if quality is None:
        method = _USUAL_EFFORT if effort is None else options.effort_of(effort)
        return {
            "lossless": True,
            "method": method,
            "quality": _THOROUGH if method == options.MOST_EFFORT else _USUAL,
        }
    method = _USUAL_LOSSY_EFFORT if effort is None else options.effort_of(effort)
    return {"quality": options.quality_of(quality), "method": method}


def _patches(
    frames: Iterator[tuple[Pixels, int]], is_lossless: bool
) -> Iterator[tuple[Pixels, int, int, int, bool]]:
    """Differences from each frame to the next: pixels, left, top, ticks, and whether they are laid over it.

    With loss, what is clear would show as a rim.
    """
    before = None
    for frame, ticks in frames:
        left, top, pixels, is_over = patch(before, frame, grain=2)
        if is_over and not is_lossless:
            pixels = frame[top : top + pixels.shape[0], left : left + pixels.shape[1]]
        yield pixels, left, top, ticks, is_over and is_lossless
        before = frame


def _compressed(settings: dict[str, Any], frame: tuple[Pixels, int, int, int, bool]) -> bytes:
    """A frame with its place, length and pixels: chunks that are taken out of a WebP of it."""
    pixels, left, top, ticks, is_over = frame
    place = left // 2, top // 2, pixels.shape[1] - 1, pixels.shape[0] - 1, ticks
    header = b"".join(map(_uint24, place)) + bytes([_IS_LAID_OVER if is_over else _REPLACES])
    file = io.BytesIO()
    Pillow.fromarray(np.ascontiguousarray(pixels)).save(file, "WEBP", **settings)
    data, position, found = file.getvalue(), _HEADER, header
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
