"""Frames of APNG and GIF files, composed by their specifications (PNG third edition; GIF89a).

Pillow decodes the pixels of one frame. It does not compose the frames, because it interpolates alpha where
PNG composites, and disposes to a background colour where browsers clear.
"""

from __future__ import annotations

import contextlib
import dataclasses
import struct
from collections.abc import Iterator
from fractions import Fraction
from typing import Protocol

import numpy as np
import numpy.typing as npt

from stretto.errors import LoadError

from . import pillow, png

_Pixels = npt.NDArray[np.uint8]
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


class Animation(Protocol):
    """Frames of a file."""

    frames: list[Frame]

    def pixels(self, frame: Frame) -> _Pixels:
        """The pixels of a frame alone, as straight RGBA."""


class Apng:
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
        file = png.SIGNATURE + b"".join(png.chunk(kind, body) for kind, body in chunks)
        picture = pillow.begun(file, self._name)
        picture.load()
        return pillow.rgba(picture)


class Gif:
    """The frames of a GIF, up to where the file is cut off.

    Args:
        data: the file.
        name: what the file is called in errors.

    Raises:
        LimitError: for a frame that reaches further out of the picture than the file is good for.
    """

    def __init__(self, data: bytes, name: str) -> None:
        self._name = name
        self.frames: list[Frame] = []
        at = 13 + _table_size(data[10])
        self._header = data[:at]
        with contextlib.suppress(struct.error, IndexError):
            while data[at] in b"\x21\x2c":
                at = self._read(data, at)

    def _read(self, data: bytes, start: int) -> int:
        """Reads a picture with the extensions before it. Gives the index after it."""
        at, flags, delay = start, 0, 0
        while data[at] == 0x21:
            if data[at + 1] == 0xF9:
                flags, delay = struct.unpack_from("<BH", data, at + 3)
            at = _after_blocks(data, at + 2)
        if data[at] != 0x2C:
            raise IndexError
        left, top, width, height, kind = struct.unpack_from("<HHHHB", data, at + 1)
        at = _after_blocks(data, at + 11 + _table_size(kind))
        pillow.check_pixels((left + width) * (top + height), len(data), self._name)
        dispose = {2: _BACKGROUND, 3: _PREVIOUS}.get(flags >> 2 & 7, 0)
        file = (self._header, data[start:at], b";")
        self.frames.append(Frame(left, top, width, height, Fraction(delay, 100), dispose, _OVER, file))
        return at

    def pixels(self, frame: Frame) -> _Pixels:
        """The pixels of a frame alone, as straight RGBA."""
        picture = pillow.begun(b"".join(frame.data), self._name)
        picture.load()
        pixels = pillow.rgba(picture)
        return pixels[frame.top : frame.top + frame.height, frame.left : frame.left + frame.width]


def _table_size(flags: int) -> int:
    """Bytes of the table of colours that these flags of a GIF announce."""
    return 3 << (flags & 7) + 1 if flags & 0x80 else 0


def _after_blocks(data: bytes, at: int) -> int:
    """The index after a series of blocks of a GIF, each of which begins with its length."""
    while length := data[at]:
        at += 1 + length
    return at + 1


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
        pixels = pixels[: part.shape[0], : part.shape[1]]  # of a GIF's that leads out of the picture
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
    if np.isin(source[..., 3], (0, 255)).all():
        return np.where(source[..., 3:] > 0, source, below)
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
    at = len(png.SIGNATURE)
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
