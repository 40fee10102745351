"""Animated files as contents of layers: GIF, APNG, WebP, videos and Lottie files."""

from __future__ import annotations

import contextlib
import math
import os
import pathlib
from collections.abc import Iterator, Sequence
from typing import IO, Literal, TypeAlias

import numpy as np

from ._ffi import files
from ._ffi.numbers import number, uint32
from ._model.convert import listed
from ._pictures import moving
from .animation import KeyframeAnimation
from .errors import InvalidArgument, LimitError, LoadError, warn
from .image import Image

__all__ = ["AnimatedSize", "animated_contents", "native_size"]

#: Size of frames in pixels: both sides, one side with None for the other, the longer side, or "fit". The
#: value None stands for the size that the file has.
AnimatedSize: TypeAlias = tuple[int | None, int | None] | int | Literal["fit"] | None

#: Largest number of pixels of all frames together: the first number, or the second number for each byte of
#: the file.
_PIXELS, _PIXELS_A_BYTE = 1 << 26, 64
#: Smallest number of pixels that a frame counts as. Because every frame counts as at least this many pixels,
#: the smallest file can have 4096 frames.
_LEAST = 1 << 14
#: Duration of a still picture in seconds.
_STILL_DURATION = 0.1
#: Number of bytes at the begin of a file that decide its format.
_HEAD = 4096


def animated_contents(
    path: str | os.PathLike[str] | IO[bytes] | bytes | Image,
    *,
    repeat_count: float | None = None,
    start: float = 0,
    stop: float = math.inf,
    size: AnimatedSize = None,
    fps: float | None = None,
) -> KeyframeAnimation:
    """Returns the frames of an animated file, a video or a Lottie file as an animation of a layer's
    `contents`.

        sticker = st.Layer(frame=(0, 0, 64, 64))
        sticker.add_animation(st.animated_contents("party.gif"))

    The animation contains all frames of the file with their exact times. Copies show the animation at their
    own time, and `loop_duration` includes the animation. You can set its `time_offset`, `speed` or
    `begin_time` before you add the animation to a layer.

    The content of the file, not its name, decides the format: GIF, APNG, WebP and AVIF; video in MP4, MOV,
    WebM, Matroska and AVI (with the extra `video`); Lottie as JSON, dotLottie and .tgs (with the extra
    `lottie`). A video is turned upright and gets square pixels, and the alpha of VP8 and VP9 is read. ThorVG
    draws a Lottie file in a separate process. A warning names features of the file that ThorVG does not draw.
    If the expressions of a Lottie file fail, the file is drawn without its expressions, with a warning.

    Args:
        path: The path of a file, a file that is open for reading bytes, the bytes of a file, or an image of
            `Image.open`. A file of one frame stands still. A Lottie file in JSON can refer to pictures in its
            own folder only if you give its path.
        repeat_count: Number of plays. `math.inf` is for ever. None is the number in the file, which is for
            ever for a video or a Lottie file.
        start: Begin of the part of a video or Lottie file that plays, in seconds of the file.
        stop: End of the part. Frames outside the part are not decoded.
        size: Pixels of the frames of a video or Lottie file. None is the size of the file, `native_size`.
            `(width, height)` of 1 to 8192 stretches the frames; None for one side keeps the aspect ratio. A
            single number is the longer side. "fit" is the size of the file, or the largest size below it at
            which all frames are within the limits.
        fps: Frames per second of a Lottie file, 0.1 to 1000, in place of its own rate.

    Raises:
        LoadError: If there is no such file, or the file cannot be read.
        LimitError: For more than 2^28 pixels in all frames, or 2^16 frames; for an animated picture of more
            than 2^26 pixels and 64 for each byte of the file; for an archive of more than 2^22 bytes unpacked
            and 64 for each of its own bytes.
        InvalidArgument: For an argument that this kind of file does not have.
        MissingPackageError: Without the package that reads the file.
    """
    start, stop = number(start, "start"), number(stop, "stop")
    fps = None if fps is None else number(fps, "fps")
    if not isinstance(path, Image):
        name, source, rest = _source(path)
        if source is not None:
            return _played(source, repeat_count, start, stop, _sizing(size), fps)
        path = Image.open(path) if rest is None else Image._decoded(name, rest)
    elif not path.is_animated:
        raise InvalidArgument(
            "the image has one frame; an animated one is needed, such as Image.open('party.gif')"
        )
    if (start, stop, fps) != (0, math.inf, None) or size is not None:
        raise InvalidArgument("start, stop, size and fps are for videos and Lottie files")
    repeats = path.repeat_count if path.is_animated else math.inf
    _check_pixels(path)
    ends = [*path.frame_times[1:], path.duration or _STILL_DURATION]
    return _keyframes(path.frames, ends, repeats if repeat_count is None else repeat_count)


def native_size(path: str | os.PathLike[str] | IO[bytes] | bytes | Image) -> tuple[int, int]:
    """Returns the (width, height) in pixels of the frames that `animated_contents` makes from a file.

    Args:
        path: As in `animated_contents`.

    Raises:
        LoadError: If there is no such file, or the file cannot be read.
        MissingPackageError: Without the package that reads the file.
    """
    if isinstance(path, Image):
        return path.size
    name, source, rest = _source(path)
    if source is not None:
        return source.size()
    return (Image.open(path) if rest is None else Image._decoded(name, rest)).size


def _source(
    path: str | os.PathLike[str] | IO[bytes] | bytes,
) -> tuple[str, moving.Video | moving.Animation | None, bytes | None]:
    """The name of a file, its reader if it is a video or a Lottie file, and its bytes if it has no path."""
    if isinstance(path, (str, os.PathLike)):
        files.check_is_file(path)
        return os.fspath(path), moving.source(os.fspath(path), pathlib.Path(path), _head(path)), None
    name, data = files.contents(path, "animated_contents")
    return name, moving.source(name, None, data), data


def _head(path: str | os.PathLike[str]) -> bytes:
    """The first bytes of a file; empty if the file cannot be read, which its reader reports."""
    with contextlib.suppress(OSError, ValueError), pathlib.Path(path).open("rb") as file:
        return file.read(_HEAD)
    return b""


def _check_pixels(image: Image) -> None:
    """Raises `LimitError` for frames that need too much memory for the size of their file."""
    file = image._moving
    most = moving.MOST_PIXELS
    if file:
        most = min(most, max(_PIXELS, _PIXELS_A_BYTE * file.byte_count))
    # A tiny frame also takes time, so each frame counts as at least `_LEAST` pixels.
    if image.frame_count * max(image.width * image.height, _LEAST) > most:
        raise LimitError(
            f"{file.name if file else 'the file'} has {image.frame_count} frames of {image.width} x "
            f"{image.height} pixels; {most} pixels in all are allowed: 2^26, or {_PIXELS_A_BYTE} for each "
            f"byte of the file, and at most 2^28. A frame counts for {_LEAST} at least"
        )


def _keyframes(images: Sequence[Image], ends: list[float], repeat_count: float) -> KeyframeAnimation:
    return KeyframeAnimation(
        "contents",
        values=images,
        key_times=[0, *(end / ends[-1] for end in ends[:-1]), 1],
        calculation_mode="discrete",
        duration=ends[-1],
        repeat_count=repeat_count,
    )


def _sizing(given: AnimatedSize) -> moving.Sizing:
    """Returns the function that chooses the size of frames, from the size of the file and the number of
    frames.
    """
    if given is None:
        return lambda width, height, _: (math.ceil(width), math.ceil(height))
    if isinstance(given, str) and given == "fit":
        return _fitting
    is_longer = isinstance(given, (int, np.integer)) and not isinstance(given, bool)
    pair = [given] if is_longer else listed(given, "size", "two sides")
    sides = [None if side is None else uint32(side, "size") for side in pair]
    known = [side for side in sides if side is not None]
    allowed = len(sides) == 2 - is_longer and known and all(1 <= side <= moving.MOST_SIDE for side in known)
    if not allowed:
        raise InvalidArgument(
            f"size: {given} was given; a width and a height of 1 to {moving.MOST_SIDE} are allowed, None for "
            "one of them, a number for the longer side, or 'fit'"
        )

    def sized(width: float, height: float, _: int) -> tuple[int, int]:
        if len(known) == 2:
            return known[0], known[1]
        side = max(width, height) if is_longer else width if sides[1] is None else height
        return _scaled(width, height, known[0] / side)

    return sized


def _fitting(width: float, height: float, count: int) -> tuple[int, int]:
    """The largest size of frames at which all frames are within the limits. The result is at most the size of
    the file.
    """
    factor = math.sqrt(moving.MOST_PIXELS / (count * width * height))
    # Rounding down keeps the size below the limit.
    scale = min(1, factor, moving.MOST_SIDE / max(width, height))
    return (math.ceil(width), math.ceil(height)) if scale == 1 else (int(width * scale), int(height * scale))


def _scaled(width: float, height: float, scale: float) -> tuple[int, int]:
    return max(1, round(width * scale)), max(1, round(height * scale))


def _played(
    source: moving.Video | moving.Animation,
    repeat_count: float | None,
    start: float,
    stop: float,
    sizing: moving.Sizing,
    fps: float | None,
) -> KeyframeAnimation:
    """The animation of a part of a video or a Lottie file."""
    if not (0 <= start < stop):
        raise InvalidArgument(f"start {start:g} and stop {stop:g} were given; 0 <= start < stop is needed")
    if fps is not None and not (0.1 <= fps <= 1000):
        raise InvalidArgument(f"fps: {fps:g} was given; 0.1 to 1000 are allowed")
    if isinstance(source, moving.Video):
        if fps is not None:
            raise InvalidArgument(f"{source.name}: fps is for Lottie files; a video has its own times")
        images, ends = _made(source.name, source.frames(start, stop, sizing), start, stop)
    else:
        try:
            images, ends = _made(source.name, source.frames(start, stop, sizing, fps), start, stop)
        except (LoadError, LimitError) as error:
            if not source.without_expressions():
                raise
            images, ends = _made(source.name, source.frames(start, stop, sizing, fps), start, stop)
            warn(f"{error}; it is drawn without its expressions")
        if source.left_out:
            warn(f"ThorVG does not draw, or draws in its own way, in {source.name}: {source.left_out}")
    return _keyframes(images, ends, math.inf if repeat_count is None else repeat_count)


def _made(
    name: str, frames: Iterator[moving.Frame], start: float, stop: float
) -> tuple[list[Image], list[float]]:
    """The images of a part, and the end of each image in seconds from the begin of the part."""
    images: list[Image] = []
    ends: list[float] = []
    pixels, begin = 0, start
    for frame in frames:
        pixels += frame.pixels.shape[0] * frame.pixels.shape[1]
        moving.check_size(name, len(images) + 1, pixels)
        images.append(Image(frame.pixels, premultiplied=frame.premultiplied))
        begin = begin if ends else max(frame.start, start)
        ends.append(min(frame.stop, stop) - begin)
    if not images:
        raise LoadError(f"{name} shows nothing from {start:g} s on")
    return images, ends
