"""Reads videos (with PyAV) and Lottie files (with ThorVG) one frame at a time."""

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

#: The longest side of a frame in pixels.
MOST_SIDE = 8192
#: Largest number of pixels of all frames together, and of frames. A file can claim any number of frames and
#: pixels.
MOST_PIXELS, _MOST_FRAMES = 1 << 28, 1 << 16
#: FFmpeg's decoders of VP8 and VP9 that decode alpha.
_WITH_ALPHA = {"vp8": "libvpx", "vp9": "libvpx-vp9"}

Size: TypeAlias = tuple[int, int]
#: Returns the size of frames from the width and height of the file and the number of frames.
Sizing: TypeAlias = Callable[[float, float, int], Size]


class Frame(NamedTuple):
    """Pixels of one frame, (height, width, 4), and its begin and end in seconds of the file."""

    pixels: npt.NDArray[np.uint8]
    start: float
    stop: float
    premultiplied: bool


def check_size(name: str, frames: int, pixels: float) -> None:
    """Raises `LimitError` for too many frames, or too many pixels of all frames."""
    if pixels > MOST_PIXELS or frames > _MOST_FRAMES:
        raise LimitError(
            f"this part of {name} has more than {MOST_PIXELS} pixels or {_MOST_FRAMES} frames; "
            "choose a part with start and stop, or a smaller size"
        )


def source(name: str, path: pathlib.Path | None, data: bytes) -> Video | Animation | None:
    """Returns the reader of a video or Lottie file, by its content; None for another file.

    Args:
        name: Name of the file in errors.
        place: Path of the file, or None.
        data: All bytes of the file; with a path, at least the first 64 bytes.
    """
    if pillow.format_of(data[:12]) is not None:
        return None
    if kind := _kind(data):
        return Video(name, path or data, kind)
    if not lottie.is_lottie(data[:64]):
        return None
    whole = files.read(path) if path else data
    return Animation(lottie.Lottie(whole, name, path.absolute().parent if path else None), name)


def _kind(head: bytes) -> str | None:
    """FFmpeg's name of the video format of a file that begins with these bytes; None for another file."""
    if head.startswith(b"\x1a\x45\xdf\xa3"):
        return "matroska"
    if head.startswith(b"RIFF") and head[8:12] == b"AVI ":
        return "avi"
    return "mov" if head[4:8] in (b"ftyp", b"moov", b"mdat", b"free", b"skip", b"wide", b"pnot") else None


class Video:
    """A video. Stretto passes the format of the video to FFmpeg, because FFmpeg would otherwise follow
    playlists.
    """

    def __init__(self, name: str, file: pathlib.Path | bytes, kind: str) -> None:
        self.name, self._file, self._kind = name, file, kind

    def size(self) -> Size:
        """Returns the width and height in pixels at which the video is shown."""
        with self._opened() as (container, stream):
            return _shown_size(next(_decoded(container, stream)), stream)

    def frames(self, start: float, stop: float, sizing: Sizing) -> Iterator[Frame]:
        """Yields the frames that are visible between two times, decoded as they are consumed."""
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
                # The first time stamp in a video file may be any number.
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
        """The size of frames. The number of frames in a part is estimated before decoding."""
        whole = container.duration / 1_000_000 if container.duration else 0.0
        count = math.ceil(min(seconds, whole) * (stream.average_rate or 25)) or 1
        made = sizing(*_shown_size(picture, stream), count)
        check_sides(self.name, made)
        check_size(self.name, 1, made[0] * made[1])
        if seconds == math.inf and stream.frames:
            check_size(self.name, stream.frames, stream.frames * made[0] * made[1])
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
    """The decoded frames of a stream, with alpha."""
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
    """The size of an upright frame with square pixels, without loss of resolution."""
    aspect = stream.codec_context.sample_aspect_ratio or stream.sample_aspect_ratio or 1
    width, height = picture.width * max(aspect, 1), picture.height * max(1 / aspect, 1)
    across, down = round(width), round(height)
    return (down, across) if picture.rotation % 180 else (across, down)


def _pixels(picture: Any, size: Size) -> npt.NDArray[np.uint8]:
    """The pixels of a frame, upright and scaled to a size."""
    width, height = size[::-1] if picture.rotation % 180 else size
    pixels = picture.to_ndarray(format="rgba", width=width, height=height)
    return np.ascontiguousarray(np.rot90(pixels, picture.rotation // 90))


class Animation:
    """A Lottie file, which ThorVG draws in a separate process."""

    def __init__(self, document: lottie.Lottie, name: str) -> None:
        self.name, self._document = name, document
        self._expressions = True

    def size(self) -> Size:
        """Returns the width and height of the file, rounded up to whole pixels."""
        with self._drawing() as drawing:
            return math.ceil(drawing.width), math.ceil(drawing.height)

    @property
    def left_out(self) -> str:
        """Features of the file that ThorVG does not draw, as a text; may be empty."""
        return ", ".join(sorted(self._document.left_out))

    def without_expressions(self) -> bool:
        """Removes the expressions of the file, and returns whether the file had expressions."""
        had, self._expressions = self._expressions and self._document.has_expressions, False
        return had

    def frames(self, start: float, stop: float, sizing: Sizing, fps: float | None) -> Iterator[Frame]:
        """Yields the frames between two times, drawn as they are consumed. If `fps` is None, the function
        uses the frame rate of the file.
        """
        with self._drawing() as drawing:
            seconds = drawing.seconds
            step = 1 / fps if fps else seconds / drawing.frames
            first, end = math.floor(start / step + 1e-9), math.ceil(min(stop, seconds) / step - 1e-9)
            made = sizing(drawing.width, drawing.height, end - first)
            check_sides(self.name, made)
            check_size(self.name, end - first, (end - first) * made[0] * made[1])
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
    """Raises `LimitError` for a side above `MOST_SIDE`."""
    if max(size) > MOST_SIDE:
        raise LimitError(
            f"{name} is {size[0]:g} x {size[1]:g} pixels large; choose a size of at most {MOST_SIDE} a side"
        )
