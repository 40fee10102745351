"""Videos (by PyAV) and Lottie files (by ThorVG) as pictures, one at a time."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .errors import InvalidArgument, LimitError, LoadError

#: Endings of files that hold a video.
VIDEOS = (".mp4", ".m4v", ".mov", ".webm", ".mkv", ".avi")
#: Of Lottie files.
LOTTIES = (".json", ".lottie")
#: The longest side of a picture, in pixels.
MOST_SIDE = 8192


class Frame(NamedTuple):
    """One picture, (height, width, 4), and when it is shown, in seconds of the file."""

    pixels: npt.NDArray[np.uint8]
    start: float
    stop: float
    premultiplied: bool


def video(name: str, start: float, stop: float, size: tuple[int, int] | None) -> Iterator[Frame]:
    """The pictures of a video that are seen between two times, decoded as they are asked for."""
    av = _needed("av", "video", name)
    try:
        with av.open(name) as container:
            if not container.streams.video:
                raise LoadError(f"{name} has no video in it")
            stream = container.streams.video[0]
            stream.thread_type = "AUTO"
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


def _pictured(picture: Any, start: float, stop: float, size: tuple[int, int] | None) -> Frame:
    width, height = size or (picture.width, picture.height)
    pixels = picture.to_ndarray(format="rgba", width=width, height=height)
    return Frame(np.ascontiguousarray(pixels), start, stop, premultiplied=False)


def lottie(
    name: str, start: float, stop: float, size: tuple[int, int] | None, fps: float | None
) -> Iterator[Frame]:
    """The pictures of a Lottie file, drawn as they are asked for; `fps` is the file's own if it is None."""
    tvg = _needed("thorvg_python", "lottie", name)
    canvas = tvg.SwCanvas(tvg.Engine())
    animation = tvg.LottieAnimation(canvas.engine)
    picture = animation.get_picture()
    if picture is None or picture.load(name) != 0:
        raise LoadError(f"{name} cannot be read as a Lottie file")
    _, width, height = picture.get_size()
    frames, seconds = animation.get_total_frame()[1], animation.get_duration()[1]
    if not all(0 < value < math.inf for value in (frames, seconds, width, height)):
        raise LoadError(f"{name} is no Lottie file that moves")
    wide, high = size or (math.ceil(width), math.ceil(height))
    if max(wide, high) > MOST_SIDE:
        raise LimitError(
            f"{name} is {width:g} x {height:g} pixels large; choose a size of at most {MOST_SIDE} a side"
        )
    canvas.set_target(wide, high)
    picture.set_size(wide, high)
    canvas.add(picture)
    step = 1 / fps if fps else seconds / frames
    for index in range(math.floor(start / step + 1e-9), math.ceil(min(stop, seconds) / step - 1e-9)):
        time = index * step
        animation.set_frame(min(time / seconds, 1) * frames)
        canvas.update()
        canvas.draw(True)
        canvas.sync()
        yield Frame(np.array(canvas.get_pillow()), time, min(time + step, seconds), premultiplied=True)


def _needed(module: str, extra: str, name: str) -> Any:
    try:
        return __import__(module)
    except ImportError as error:
        raise InvalidArgument(
            f"{name} needs a package that is not installed: pip install 'stretto[{extra}]'"
        ) from error
