"""Reads animated files (GIF, APNG, WebP, AVIF) one frame at a time, with the exact times of the frames.

Pillow decodes the pixels of a frame. This module composites the frames of APNG and GIF by their
specifications (PNG third edition; GIF89a), because Pillow interpolates alpha where PNG composites, and fills
with a background colour where browsers clear.
"""

from __future__ import annotations

import collections
import contextlib
import dataclasses
import functools
import itertools
import math
import struct
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from stretto._ffi.lazy import lazily, load
from stretto.errors import Error, LimitError, LoadError

from . import pillow, png

if TYPE_CHECKING:
    from PIL import Image as Pillow
    from PIL import ImageOps
else:
    ImageOps = lazily("PIL.ImageOps")

#: Pillow's names of the formats whose pictures are frames. In formats that are not listed, the pictures of a
#: file are pages or views.
FORMATS = ("GIF", "PNG", "WEBP", "AVIF")
#: Seconds for which browsers show a frame of duration 0.
_UNTOLD = Fraction(1, 10)
#: Largest denominator of a time: 16 bits in APNG, and 100 or 1000 in other formats.
_PARTS = 65535
#: Largest number of pixels of all frames that are decoded for their times: the first number, or the second
#: number for each byte of the file.
_PIXELS, _PIXELS_A_BYTE = 1 << 26, 256
#: EXIF tag of the orientation, whose value 1 is upright.
_ORIENTATION = 0x0112


class MovingFile:
    """The bytes of an animated file, whose frames are decoded at each access and not cached.

    The class uses no lock, because a child of `fork` could find the lock acquired. A thread takes the open
    file if no other thread uses the file, or else opens the file again.
    """

    def __init__(self, data: bytes, name: str) -> None:
        self.name = name
        self._data = data
        #: The open file at the position at which the last reader left the file. The next reader continues
        #: from this position, because a frame depends on the frames before.
        self._left: collections.deque[Pillow.Image] = collections.deque(maxlen=1)
        self._composed: collections.deque[Composer] = collections.deque(maxlen=1)
        with self._opened() as picture:
            # An APNG may have a picture for other viewers that is no frame.
            self._first = int(getattr(picture, "default_image", False))
            #: Number of frames that the file claims.
            self.count: int = getattr(picture, "n_frames", 1) - self._first
            #: The frames of an APNG or a GIF, which this module composites.
            self._animation: Apng | Gif | None = None
            if picture.format in ("PNG", "GIF") and (self.count > 1 or self._first):
                self._animation = (Apng if picture.format == "PNG" else Gif)(data, name)
                self.count = min(self.count, len(self._animation.frames))
                self._orientation: int = picture.getexif().get(_ORIENTATION, 1)
            #: Width and height in pixels.
            self.size: tuple[int, int] = picture.size
            #: Number of plays that the file claims.
            self.repeat_count = _play_count(picture)

    @contextlib.contextmanager
    def _opened(self, index: int | None = None) -> Iterator[Pillow.Image]:
        """Opens the file at the frame with this index; None only opens the file."""
        which = "" if index is None else f"picture {index + 1} of {self.count} in "
        try:
            picture = self._before(index or 0)
            if index is not None:
                picture.seek(self._first + index)
                picture.load()
            yield picture
        except Error:
            raise
        except pillow.unreadable() as error:
            raise LoadError(f"{which}{self.name} cannot be read: {error}") from error
        self._left.append(picture)

    def _before(self, index: int) -> Pillow.Image:
        """The open file at a frame with at most the given index, because Pillow fails when it seeks back."""
        with contextlib.suppress(IndexError):
            left = self._left.pop()
            if left.tell() <= self._first + index:
                return left
        return pillow.begun(self._data, self.name)

    @property
    def byte_count(self) -> int:
        """Size of the file in bytes."""
        return len(self._data)

    @property
    def pixel_count(self) -> int:
        """Number of pixels of all frames together."""
        return self.count * self.size[0] * self.size[1]

    def pixels(self, index: int) -> Any:
        """Returns a frame as straight RGBA. Raises `LoadError` for a damaged frame."""
        if self._animation is not None:
            return self._compose(self._animation, index)
        with self._opened(index) as picture:
            return pillow.rgba(upright(picture))

    def _compose(self, animation: Apng | Gif, index: int) -> Any:
        composer = Composer(animation, self.size)
        with contextlib.suppress(IndexError):
            left = self._composed.pop()
            composer = left if left.index <= index else composer
        try:
            while composer.index < index:
                composer.advance()
        except Error:
            raise
        except pillow.unreadable() as error:
            raise LoadError(
                f"picture {index + 1} of {self.count} in {self.name} cannot be read: {error}"
            ) from error
        self._composed.append(composer)
        if self._orientation == 1:
            return composer.canvas
        picture = load("PIL.Image").fromarray(composer.canvas)
        picture.getexif()[_ORIENTATION] = self._orientation
        return pillow.rgba(upright(picture))

    @functools.cached_property
    def ends(self) -> list[float]:
        """End of each frame in seconds from the begin, for which all frames are read. Raises `LimitError` for
        too many pixels.
        """
        if self.pixel_count > max(_PIXELS, _PIXELS_A_BYTE * len(self._data)):
            width, height = self.size
            raise LimitError(
                f"{self.name} has {self.count} frames of {width} x {height} pixels, in "
                f"{len(self._data)} bytes; allowed are 2^26 pixels in all, or {_PIXELS_A_BYTE} for each byte"
            )
        return _sums([self._seconds(index) for index in range(self.count)])

    def _seconds(self, index: int) -> Fraction:
        if self._animation is not None:
            return self._animation.frames[index].seconds or _UNTOLD
        with self._opened(index) as picture:
            milliseconds = picture.info.get("duration") or 0
            return Fraction(milliseconds / 1000).limit_denominator(_PARTS) or _UNTOLD


def moving(data: bytes, name: str) -> MovingFile | None:
    """Returns the file if it has several frames that Pillow can read, otherwise None."""
    try:
        file = MovingFile(data, name)
    except LoadError:
        return None
    return file if file.count > 1 or file._first else None


def upright(picture: Pillow.Image) -> Pillow.Image:
    """Returns the picture rotated by its EXIF orientation."""
    if picture.getexif().get(_ORIENTATION, 1) == 1:
        return picture
    turned = ImageOps.exif_transpose(picture)
    turned.format = picture.format  # the rotated picture has no format
    return turned


def announced(data: bytes) -> set[bytes]:
    """Returns the kinds of chunks of a PNG before its first pixels."""
    kinds, at = set[bytes](), len(png.SIGNATURE)
    while len(head := data[at : at + 8]) == 8 and not head.endswith(b"IDAT"):
        length, kind = struct.unpack(">I4s", head)
        kinds.add(kind)
        at += length + 12
    return kinds


def _play_count(picture: Pillow.Image) -> float:
    """Number of plays. A GIF counts the plays after the first play, and other formats count all plays. A
    count of 0 means endless plays.
    """
    loop = picture.info.get("loop")
    if picture.format == "GIF":
        return 1.0 if loop is None else (loop + 1.0 if loop else math.inf)
    return float(loop) if loop else math.inf


def _sums(parts: Iterable[Fraction]) -> list[float]:
    """Running sums of the durations, each sum rounded once, so that ten times 0.03 s is exactly 0.3 s."""
    parts, unit = list(parts), 1
    for part in parts:
        unit = math.lcm(unit, part.denominator)
        if unit >= 1 << 64:  # a crafted file can have such times
            return list(itertools.accumulate(map(float, parts)))
    wholes = itertools.accumulate(part.numerator * (unit // part.denominator) for part in parts)
    return [whole / unit for whole in wholes]


# Frames of APNG and GIF

_Pixels = npt.NDArray[np.uint8]
#: Field `dispose_op` of APNG, which determines the state of the frame's rectangle before the next frame; 0
#: leaves the rectangle unchanged.
_BACKGROUND, _PREVIOUS = 1, 2
#: Field `blend_op` of APNG. If true, the frame is composited over the canvas; if false, the frame replaces
#: the canvas.
_OVER = 1


@dataclasses.dataclass(frozen=True)
class Frame:
    """One frame of an APNG or a GIF, with its rectangle, duration, disposal and blend methods, and compressed
    pixels.
    """

    left: int
    top: int
    width: int
    height: int
    seconds: Fraction
    dispose: int
    blend: int
    data: tuple[bytes, ...]


class Apng:
    """The frames of an APNG.

    Args:
        data: The file.
        name: Name of the file in errors.

    Raises:
        LoadError: If the structure of the file is damaged.
    """

    def __init__(self, data: bytes, name: str) -> None:
        self._name = name
        self._header = b""
        #: Chunks that apply to the pixels of every frame: palette, transparency, gamma.
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
        """Returns the pixels of one frame as straight RGBA, before compositing."""
        header = struct.pack(">II", frame.width, frame.height) + self._header[8:]
        chunks = [(b"IHDR", header), *self._shared, *((b"IDAT", part) for part in frame.data), (b"IEND", b"")]
        file = png.SIGNATURE + b"".join(png.chunk(kind, body) for kind, body in chunks)
        picture = pillow.begun(file, self._name)
        picture.load()
        return pillow.rgba(picture)


class Gif:
    """The frames of a GIF. Returns the complete frames of a truncated file.

    Args:
        data: The file.
        name: Name of the file in errors.

    Raises:
        LimitError: For a frame that is too far outside the picture for the size of the file.
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
        """Reads a picture with the extensions before it, and returns the index after it."""
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
        """Returns the pixels of one frame as straight RGBA, before compositing."""
        picture = pillow.begun(b"".join(frame.data), self._name)
        picture.load()
        pixels = pillow.rgba(picture)
        return pixels[frame.top : frame.top + frame.height, frame.left : frame.left + frame.width]


def _table_size(flags: int) -> int:
    """Size in bytes of the colour table that these flags of a GIF announce."""
    return 3 << (flags & 7) + 1 if flags & 0x80 else 0


def _after_blocks(data: bytes, at: int) -> int:
    """The index after a series of blocks of a GIF, each of which begins with its length."""
    while length := data[at]:
        at += 1 + length
    return at + 1


class Composer:
    """Composites the frames of an animation in order.

    Attributes:
        index: Index of the frame on the canvas; -1 before the first frame.
        canvas: Pixels of the canvas as straight RGBA, of shape (height, width, 4).
    """

    def __init__(self, animation: Apng | Gif, size: tuple[int, int]) -> None:
        self._animation = animation
        self.index = -1
        self._before = self.canvas = np.zeros((size[1], size[0], 4), np.uint8)

    def advance(self) -> None:
        """Composites the next frame."""
        frames = self._animation.frames
        if self.index >= 0:
            self._dispose(frames[self.index])
        self.index += 1
        frame = frames[self.index]
        self._before = self.canvas
        self.canvas = self.canvas.copy()
        part = self.canvas[frame.top : frame.top + frame.height, frame.left : frame.left + frame.width]
        pixels = self._animation.pixels(frame)
        pixels = pixels[: part.shape[0], : part.shape[1]]  # a frame of a GIF may reach outside the picture
        part[...] = over(pixels, part) if frame.blend == _OVER else pixels

    def _dispose(self, frame: Frame) -> None:
        # Before the first frame there is no picture, so the disposal "previous" means "background" for the
        # first frame.
        if frame.dispose == _PREVIOUS and self.index > 0:
            self.canvas = self._before
        elif frame.dispose in (_BACKGROUND, _PREVIOUS):
            self.canvas = self.canvas.copy()
            self.canvas[frame.top : frame.top + frame.height, frame.left : frame.left + frame.width] = 0


def over(source: _Pixels, below: _Pixels) -> _Pixels:
    """Composites a source over a backdrop (Porter and Duff). Both arrays are straight RGBA and have the same
    shape.
    """
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
    """Yields the kind and the content of each chunk of a PNG up to IEND."""
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
