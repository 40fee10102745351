"""Videos (by PyAV) and Lottie files (by ThorVG) as pictures, one at a time."""

from __future__ import annotations

import math
import pathlib
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from stretto.errors import LimitError, LoadError, MissingPackageError

from . import lottie as _lottie
from . import thorvg

#: Endings of files that hold a video.
VIDEOS = (".mp4", ".m4v", ".mov", ".webm", ".mkv", ".avi")
#: Endings of Lottie files.
LOTTIES = (".json", ".lottie")
#: The longest side of a picture, in pixels.
MOST_SIDE = 8192
#: Pixels of all frames together, and frames: a file can name any number.
MOST_PIXELS, _MOST_FRAMES = 1 << 28, 1 << 16


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


def video(name: str, start: float, stop: float, size: tuple[int, int] | None) -> Iterator[Frame]:
    """The pictures of a video that are seen between two times, decoded as they are asked for."""
    av = _pyav(name)
    try:
        # Opens a local file by its content: FFmpeg would follow a list of other files too.
        place, kind = f"file:{pathlib.Path(name).absolute()}", _kind(name)
        with av.open(place, format=kind, options={"protocol_whitelist": "file"}) as container:
            if not container.streams.video:
                raise LoadError(f"{name} has no video in it")
            stream = container.streams.video[0]
            stream.thread_type = "AUTO"
            width, height = stream.codec_context.width, stream.codec_context.height
            if max(width, height) > MOST_SIDE:
                raise LimitError(f"{name} is {width} x {height} pixels large; sides are up to {MOST_SIDE}")
            made = size or (width, height)
            # How many there are in a part is not known before they are decoded.
            count = max(1, stream.frames if start == 0 and stop == math.inf else 1)
            check_room(name, count, count * made[0] * made[1])
            if start > 0:
                container.seek(math.floor(start * av.time_base), backward=True)
            usual = float(1 / stream.average_rate) if stream.average_rate else 0.04
            first: float | None = None
            last: Any = None
            for picture in container.decode(stream):
                # A file may count its times from anywhere.
                origin = float((stream.start_time or 0) * stream.time_base)
                time = (picture.time or 0.0) - origin
                if last is not None and time > start:
                    yield _pictured(last, max(first or 0.0, 0.0), time, size)
                (last, first) = (picture, time)
                if time >= stop:
                    return
            if last is not None:
                yield _pictured(last, first or 0.0, (first or 0.0) + usual, size)
    except (av.FFmpegError, OSError) as error:
        raise LoadError(f"{name} cannot be read as a video: {error}") from error


def _kind(name: str) -> str:
    """FFmpeg's name of the format that the file is in. Raises `LoadError` if it is none of a video's."""
    with pathlib.Path(name).open("rb") as file:
        head = file.read(12)
    if head.startswith(b"\x1a\x45\xdf\xa3"):
        return "matroska"
    if head.startswith(b"RIFF") and head[8:] == b"AVI ":
        return "avi"
    if head[4:8] in (b"ftyp", b"moov", b"mdat", b"free", b"skip", b"wide", b"pnot"):
        return "mov"
    raise LoadError(f"{name} cannot be read as a video: it is no MP4, MOV, WebM, Matroska or AVI")


def _pictured(picture: Any, start: float, stop: float, size: tuple[int, int] | None) -> Frame:
    width, height = size or (picture.width, picture.height)
    pixels = picture.to_ndarray(format="rgba", width=width, height=height)
    return Frame(np.ascontiguousarray(pixels), start, stop, premultiplied=False)


def lottie(
    name: str, start: float, stop: float, size: tuple[int, int] | None, fps: float | None
) -> Iterator[Frame]:
    """The pictures of a Lottie file, drawn as they are asked for; `fps` is the file's own if it is None."""
    with thorvg.Drawing(_lottie.checked(name), name, "lottie") as drawing:
        width, height, seconds = drawing.width, drawing.height, drawing.seconds
        if not all(0 < value < math.inf for value in (drawing.frames, seconds, width, height)):
            raise LoadError(f"{name} is no Lottie file that moves")
        made = size or (math.ceil(width), math.ceil(height))
        if max(made) > MOST_SIDE:
            raise LimitError(
                f"{name} is {width:g} x {height:g} pixels large; choose a size of at most {MOST_SIDE} a side"
            )
        step = 1 / fps if fps else seconds / drawing.frames
        first, end = math.floor(start / step + 1e-9), math.ceil(min(stop, seconds) / step - 1e-9)
        check_room(name, end - first, (end - first) * made[0] * made[1])
        for index in range(first, end):
            time = index * step
            pixels = drawing.frame(min(time / seconds, 1) * drawing.frames, made, made)
            yield Frame(pixels, time, min(time + step, seconds), premultiplied=True)


def _pyav(name: str) -> Any:
    try:
        return __import__("av")
    except ImportError as error:
        raise MissingPackageError(name, "av", "video") from error
