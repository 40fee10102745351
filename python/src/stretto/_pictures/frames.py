"""Files that move (GIF, APNG, WebP, AVIF): their pictures one at a time, and the exact times of each."""

from __future__ import annotations

import collections
import contextlib
import functools
import io
import itertools
import math
import struct
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from stretto._ffi.lazy import lazily, load
from stretto.errors import Error, LimitError, LoadError

from . import composed, pillow

if TYPE_CHECKING:
    from PIL import Image as Pillow
    from PIL import ImageOps
else:
    ImageOps = lazily("PIL.ImageOps")

#: Pillow's names of the formats whose pictures follow each other in time; in others they are pages or views.
FORMATS = ("GIF", "PNG", "WEBP", "AVIF")
_COMPOSED: dict[str | None, Callable[[bytes, str], composed.Animation]] = {
    "PNG": composed.Apng,
    "GIF": composed.Gif,
}
#: Seconds for which browsers show a picture whose file says 0.
_UNTOLD = Fraction(1, 10)
#: The largest denominator of a time: that of APNG has 16 bits, the others have 100 and 1000.
_PARTS = 65535
#: Pixels of all pictures that are gone through: so many, or so many for each byte of the file.
_PIXELS, _PIXELS_A_BYTE = 1 << 26, 256
#: The tag of EXIF that says how a picture is turned; 1 is upright.
_ORIENTATION = 0x0112


class MovingFile:
    """Bytes of a file with several pictures, which are decoded when they are asked for, and not kept.

    There is no lock, which a child of fork could find taken: a thread takes the open file, or opens another.
    """

    def __init__(self, data: bytes, name: str) -> None:
        self.name = name
        self._data = data
        #: The file as the last reader left it: a picture is made from those before it.
        self._left: collections.deque[Pillow.Image] = collections.deque(maxlen=1)
        self._composed: collections.deque[composed.Composer] = collections.deque(maxlen=1)
        with self._opened() as picture:
            # The picture of an APNG for those who know no APNG need not be one of its frames.
            self._first = int(getattr(picture, "default_image", False))
            #: Number of pictures that the file claims.
            self.count: int = getattr(picture, "n_frames", 1) - self._first
            #: The frames of an APNG or a GIF, which Pillow does not compose.
            self._animation: composed.Animation | None = None
            if picture.format in _COMPOSED and (self.count > 1 or self._first):
                self._animation = _COMPOSED[picture.format](data, name)
                self.count = min(self.count, len(self._animation.frames))
                self._orientation: int = picture.getexif().get(_ORIENTATION, 1)
            #: Width and height.
            self.size: tuple[int, int] = picture.size
            #: Number of times that the file claims to play.
            self.plays = _plays(picture)

    @contextlib.contextmanager
    def _opened(self, index: int | None = None) -> Iterator[Pillow.Image]:
        """Opens the file at the picture with this index; None opens it only."""
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
        """The file at a picture that is not after this one: Pillow loses its way when it goes back."""
        with contextlib.suppress(IndexError):
            left = self._left.pop()
            if left.tell() <= self._first + index:
                return left
        return pillow.begun(self._data, self.name)

    @property
    def byte_count(self) -> int:
        """Bytes of the file."""
        return len(self._data)

    @property
    def pixel_count(self) -> int:
        """Pixels of all pictures together."""
        return self.count * self.size[0] * self.size[1]

    def pixels(self, index: int) -> Any:
        """A picture of the file as straight RGBA. Raises `LoadError` if it is damaged."""
        if self._animation is not None:
            return self._compose(self._animation, index)
        with self._opened(index) as picture:
            return pillow.rgba(upright(picture))

    def _compose(self, animation: composed.Animation, index: int) -> Any:
        composer = composed.Composer(animation, self.size)
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
        """End of each picture, in seconds from the beginning; all of them are read for it. Raises
        `LimitError` for more pixels than its bytes are good for.
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
    """The file, if it holds more than one picture and Pillow can read it."""
    try:
        file = MovingFile(data, name)
    except LoadError:
        return None
    return file if file.count > 1 or file._first else None


def upright(picture: Pillow.Image) -> Pillow.Image:
    """The picture turned as its EXIF says."""
    if picture.getexif().get(_ORIENTATION, 1) == 1:
        return picture
    turned = ImageOps.exif_transpose(picture)
    turned.format = picture.format  # which turning forgets
    return turned


def announced(file: io.BufferedIOBase) -> set[bytes]:
    """The kinds of chunks that a PNG has before its first pixels."""
    kinds: set[bytes] = set()
    with contextlib.suppress(OSError):
        file.seek(8)
        while len(head := file.read(8)) == 8 and not head.endswith(b"IDAT"):
            length, kind = struct.unpack(">I4s", head)
            kinds.add(kind)
            file.seek(length + 4, io.SEEK_CUR)
    return kinds


def _plays(picture: Pillow.Image) -> float:
    """A GIF counts the plays after the first, the others all; 0 is for ever."""
    loop = picture.info.get("loop")
    if picture.format == "GIF":
        return 1.0 if loop is None else (loop + 1.0 if loop else math.inf)
    return float(loop) if loop else math.inf


def _sums(parts: Iterable[Fraction]) -> list[float]:
    """The running sums, each rounded once: ten times .03 is .3 and not what follows it."""
    parts, unit = list(parts), 1
    for part in parts:
        unit = math.lcm(unit, part.denominator)
        if unit >= 1 << 64:  # of a file that was made to have such times
            return list(itertools.accumulate(map(float, parts)))
    wholes = itertools.accumulate(part.numerator * (unit // part.denominator) for part in parts)
    return [whole / unit for whole in wholes]
