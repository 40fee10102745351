"""Videos (by PyAV) and Lottie files (by ThorVG) as pictures, one at a time."""

from __future__ import annotations

import contextlib
import io
import math
import pathlib
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from stretto._ffi import files
from stretto.errors import LimitError, LoadError, MissingPackageError

from . import lottie, pillow

#: The longest side of a picture, in pixels.
MOST_SIDE = 8192
#: Pixels of all frames together, and frames: a file can name any number.
MOST_PIXELS, _MOST_FRAMES = 1 << 28, 1 << 16
#: FFmpeg's decoders that read the alpha of VP8 and VP9; its own decoders do not.
_WITH_ALPHA = {"vp8": "libvpx", "vp9": "libvpx-vp9"}

Size: TypeAlias = tuple[int, int]
#: The size to make frames at, from the size of the file and the number of frames.
Sizing: TypeAlias = Callable[[float, float, int], Size]


class Frame(NamedTuple):
    """One picture, (height, width, 4), and when it is shown, in seconds of the file."""

    pixels: npt.NDArray[np.uint8]
    start: float
    stop: float
    premultiplied: bool


def check_room(name: str, frames: int, pixels: float) -> None:
    """Raises `LimitError` for more frames, or pixels of all together, than are taken."""
    if pixels > MOST_PIXELS or frames > _MOST_FRAMES:
        raise LimitError(
            f"this part of {name} has more than {MOST_PIXELS} pixels or {_MOST_FRAMES} frames; "
            "choose a part with start and stop, or a smaller size"
        )


def source(name: str, place: pathlib.Path | None, data: bytes) -> Video | Animation | None:
    """The video or Lottie file in a file, by its content; None if it is neither.

    Args:
        name: what the file is called in errors.
        place: its path, or None.
        data: all its bytes; with a path, at least 64 from its beginning.
    """
    if pillow.format_of(data[:12]) is not None:
        return None
    if kind := _kind(data):
        return Video(name, place or data, kind)
    if not lottie.is_lottie(data[:64]):
        return None
    whole = files.read(place) if place else data
    return Animation(lottie.Lottie(whole, name, place.absolute().parent if place else None), name)


def _kind(head: bytes) -> str | None:
    """FFmpeg's name of the format of a video that begins with these bytes; None if it is none."""
    if head.startswith(b"\x1a\x45\xdf\xa3"):
        return "matroska"
    if head.startswith(b"RIFF") and head[8:12] == b"AVI ":
        return "avi"
    return "mov" if head[4:8] in (b"ftyp", b"moov", b"mdat", b"free", b"skip", b"wide", b"pnot") else None


class Video:
    """A video, opened by its content: FFmpeg would follow a list of other files too."""

    def __init__(self, name: str, file: pathlib.Path | bytes, kind: str) -> None:
        self.name, self._file, self._kind = name, file, kind

    def size(self) -> Size:
        """Width and height at which the video is shown, in pixels."""
        with self._opened() as (container, stream):
            return _shown_size(next(_decoded(container, stream)), stream)

    def frames(self, start: float, stop: float, sizing: Sizing) -> Iterator[Frame]:
        """The pictures that are seen between two times, decoded as they are asked for."""
        with self._opened() as (container, stream):
            if start > 0:
                container.seek(math.floor(start * 1_000_000), backward=True)
            usual = float(1 / stream.average_rate) if stream.average_rate else 0.04
            first: float | None = None
            last: Any = None
            made: Size | None = None
            for picture in _decoded(container, stream):
                if made is None:
                    made = self._made(picture, container, stream, sizing, stop - start)
                # A file may count its times from anywhere.
                origin = float((stream.start_time or 0) * stream.time_base)
                time = (picture.time or 0.0) - origin
                if last is not None and time > start:
                    yield Frame(_pixels(last, made), max(first or 0.0, 0.0), time, premultiplied=False)
                (last, first) = (picture, time)
                if time >= stop:
                    return
            if last is not None and made:
                end = (first or 0.0) + usual
                yield Frame(_pixels(last, made), first or 0.0, end, premultiplied=False)

    def _made(self, picture: Any, container: Any, stream: Any, sizing: Sizing, seconds: float) -> Size:
        """The size to make pictures at. How many there are in a part is not known before they are decoded."""
        whole = container.duration / 1_000_000 if container.duration else 0.0
        count = math.ceil(min(seconds, whole) * (stream.average_rate or 25)) or 1
        made = sizing(*_shown_size(picture, stream), count)
        check_sides(self.name, made)
        check_room(self.name, 1, made[0] * made[1])
        if seconds == math.inf and stream.frames:
            check_room(self.name, stream.frames, stream.frames * made[0] * made[1])
        return made

    @contextlib.contextmanager
    def _opened(self) -> Iterator[tuple[Any, Any]]:
        try:
            av = __import__("av")
        except ImportError as error:
            raise MissingPackageError(self.name, "av", "video") from error
        try:
            if isinstance(self._file, bytes):
                file: Any = io.BytesIO(self._file)
            else:
                file = f"file:{self._file.absolute()}"
            options = {"protocol_whitelist": "file"}
            with av.open(file, format=self._kind, options=options) as container:
                if not container.streams.video:
                    raise LoadError(f"{self.name} has no video in it")
                stream = container.streams.video[0]
                check_sides(self.name, (stream.codec_context.width, stream.codec_context.height))
                yield container, stream
        except (av.FFmpegError, OSError, StopIteration) as error:
            raise LoadError(f"{self.name} cannot be read as a video: {error}") from error


def _decoded(container: Any, stream: Any) -> Iterator[Any]:
    """The pictures of a stream, with their alpha."""
    name = _WITH_ALPHA.get(stream.codec_context.name)
    av = __import__("av")
    if stream.metadata.get("alpha_mode") == "1" and name in av.codecs_available:
        decoder = av.CodecContext.create(name, "r")
        for packet in container.demux(stream):
            yield from decoder.decode(packet)
        return
    stream.thread_type = "AUTO"
    yield from container.decode(stream)


def _shown_size(picture: Any, stream: Any) -> Size:
    """The size of a picture that is upright and has square pixels, of which none is lost."""
    aspect = stream.codec_context.sample_aspect_ratio or stream.sample_aspect_ratio or 1
    width, height = picture.width * max(aspect, 1), picture.height * max(1 / aspect, 1)
    across, down = round(width), round(height)
    return (down, across) if picture.rotation % 180 else (across, down)


def _pixels(picture: Any, size: Size) -> npt.NDArray[np.uint8]:
    """The pixels of a picture, upright, in this size."""
    width, height = size[::-1] if picture.rotation % 180 else size
    pixels = picture.to_ndarray(format="rgba", width=width, height=height)
    return np.ascontiguousarray(np.rot90(pixels, picture.rotation // 90))


class Animation:
    """A Lottie file, which ThorVG draws in a process of its own."""

    def __init__(self, document: lottie.Lottie, name: str) -> None:
        self.name, self._document = name, document
        self._expressions = True

    def size(self) -> Size:
        """Width and height that the file says, in whole pixels."""
        with self._drawing() as drawing:
            return math.ceil(drawing.width), math.ceil(drawing.height)

    @property
    def left_out(self) -> str:
        """What ThorVG leaves out of the file, in words; may be empty."""
        return ", ".join(sorted(self._document.left_out))

    def without_expressions(self) -> bool:
        """Leaves out the programs in the file from now on; False if there are none."""
        had, self._expressions = self._expressions and self._document.has_expressions, False
        return had

    def frames(self, start: float, stop: float, sizing: Sizing, fps: float | None) -> Iterator[Frame]:
        """The pictures between two times, drawn as they are asked for, at the file's own rate if `fps` is
        None.
        """
        with self._drawing() as drawing:
            seconds = drawing.seconds
            step = 1 / fps if fps else seconds / drawing.frames
            first, end = math.floor(start / step + 1e-9), math.ceil(min(stop, seconds) / step - 1e-9)
            made = sizing(drawing.width, drawing.height, end - first)
            check_sides(self.name, made)
            check_room(self.name, end - first, (end - first) * made[0] * made[1])
            for index in range(first, end):
                time = index * step
                pixels = drawing.frame(min(time / seconds, 1) * drawing.frames, made, made)
                yield Frame(pixels, time, min(time + step, seconds), premultiplied=True)

    @contextlib.contextmanager
    def _drawing(self) -> Iterator[lottie.Drawing]:
        data = self._document.data(expressions=self._expressions)
        with lottie.Drawing(data, self.name) as drawing:
            given = (drawing.frames, drawing.seconds, drawing.width, drawing.height)
            if not all(0 < value < math.inf for value in given):
                raise LoadError(f"{self.name} is no Lottie file that moves")
            yield drawing


def check_sides(name: str, size: tuple[float, float]) -> None:
    """Raises `LimitError` for a side above the largest."""
    if max(size) > MOST_SIDE:
        raise LimitError(
            f"{name} is {size[0]:g} x {size[1]:g} pixels large; choose a size of at most {MOST_SIDE} a side"
        )
