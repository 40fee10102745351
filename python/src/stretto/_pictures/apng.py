"""Frames of an APNG, composed by the PNG specification (third edition; `blend_op`, `dispose_op` of `fcTL`).

Pillow decodes the pixels of one frame. It does not compose the frames, because it interpolates alpha where
the specification composites.
"""

from __future__ import annotations

import dataclasses
import struct
import zlib
from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from stretto.errors import LoadError

from . import pillow

_Pixels = npt.NDArray[np.uint8]
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
#: `dispose_op`: what happens to the frame's rectangle before the next frame; 0 leaves it.
_BACKGROUND, _PREVIOUS = 1, 2
#: `blend_op`: the frame is composited over what is there; 0 replaces it.
_OVER = 1


@dataclasses.dataclass(frozen=True)
class Frame:
    """One frame: its rectangle, how long it is shown, how it is drawn, and its compressed pixels."""

    left: int
    top: int
    width: int
    height: int
    seconds: Fraction
    dispose: int
    blend: int
    data: tuple[bytes, ...]


class Animation:
    """The frames of an APNG.

    Args:
        data: the file.
        name: what the file is called in errors.

    Raises:
        LoadError: if the file's structure is damaged.
    """

    def __init__(self, data: bytes, name: str) -> None:
        self._name = name
        self._header = b""
        #: Chunks that the pixels of every frame depend on: the palette, transparency, gamma.
        self._shared: list[tuple[bytes, bytes]] = []
        self.frames: list[Frame] = []
        try:
            self._read(data)
        except struct.error as error:
            raise LoadError(f"{name} cannot be read: a chunk is too short: {error}") from error

    def _read(self, data: bytes) -> None:
        control: tuple[int, ...] | None = None
        parts: list[bytes] = []
        for kind, body in _chunks(data, self._name):
            if kind == b"IHDR":
                self._header = body
            elif kind in (b"PLTE", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"iCCP"):
                self._shared.append((kind, body))
            elif kind == b"fcTL":
                self._add(control, parts)
                control, parts = struct.unpack(">IIIIIHHBB", body[:26]), []
            elif kind == b"IDAT" and control is not None:
                parts.append(body)
            elif kind == b"fdAT":
                parts.append(body[4:])
        self._add(control, parts)

    def _add(self, control: tuple[int, ...] | None, parts: list[bytes]) -> None:
        if control is None or not parts:
            return
        _, width, height, left, top, part, whole, dispose, blend = control
        across, down = struct.unpack(">II", self._header[:8])
        if not (0 < width <= across - left and 0 < height <= down - top):
            raise LoadError(
                f"{self._name} cannot be read: frame {len(self.frames) + 1} leads out of the picture"
            )
        seconds = Fraction(part, whole or 100)
        self.frames.append(Frame(left, top, width, height, seconds, dispose, blend, tuple(parts)))

    def pixels(self, frame: Frame) -> _Pixels:
        """The pixels of a frame alone, as straight RGBA."""
        header = struct.pack(">II", frame.width, frame.height) + self._header[8:]
        chunks = [(b"IHDR", header), *self._shared, *((b"IDAT", part) for part in frame.data), (b"IEND", b"")]
        file = _SIGNATURE + b"".join(_chunk(kind, body) for kind, body in chunks)
        picture = pillow.begun(file, self._name)
        picture.load()
        return pillow.rgba(picture)


class Composer:
    """Composes the frames of an animation one after another.

    Attributes:
        index: the frame that is composed; -1 before the first.
        canvas: its pixels as straight RGBA, of shape (height, width, 4).
    """

    def __init__(self, animation: Animation, size: tuple[int, int]) -> None:
        self._animation = animation
        self.index = -1
        self._before = self.canvas = np.zeros((size[1], size[0], 4), np.uint8)

    def advance(self) -> None:
        """Composes the next frame."""
        frames = self._animation.frames
        if self.index >= 0:
            self._dispose(frames[self.index])
        self.index += 1
        frame = frames[self.index]
        self._before = self.canvas
        self.canvas = self.canvas.copy()
        part = self.canvas[frame.top : frame.top + frame.height, frame.left : frame.left + frame.width]
        pixels = self._animation.pixels(frame)
        part[...] = over(pixels, part) if frame.blend == _OVER else pixels

    def _dispose(self, frame: Frame) -> None:
        # There is nothing before the first frame, so that previous means background there.
        if frame.dispose == _PREVIOUS and self.index > 0:
            self.canvas = self._before
        elif frame.dispose in (_BACKGROUND, _PREVIOUS):
            self.canvas = self.canvas.copy()
            self.canvas[frame.top : frame.top + frame.height, frame.left : frame.left + frame.width] = 0


def over(source: _Pixels, below: _Pixels) -> _Pixels:
    """Source over backdrop, both straight RGBA of one shape (Porter and Duff)."""
    alpha = source[..., 3:].astype(np.float64) / 255
    rest = below[..., 3:].astype(np.float64) / 255 * (1 - alpha)
    total = alpha + rest
    colors = source[..., :3] * alpha + below[..., :3] * rest
    result = np.zeros_like(source)
    np.divide(colors, total, out=colors, where=total > 0)
    result[..., :3] = np.where(total > 0, np.rint(colors), 0)
    result[..., 3] = np.rint(255 * total[..., 0])
    return result


def _chunks(data: bytes, name: str) -> Iterator[tuple[bytes, bytes]]:
    """Kind and content of each chunk up to the end of the image."""
    at = len(_SIGNATURE)
    while at + 8 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        body = data[at + 8 : at + 8 + length]
        if len(body) < length:
            raise LoadError(f"{name} cannot be read: it is cut off")
        yield kind, body
        if kind == b"IEND":
            return
        at += 12 + length
    raise LoadError(f"{name} cannot be read: it is cut off")


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
