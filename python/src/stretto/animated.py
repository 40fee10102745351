"""Pictures that move, as contents of layers: GIF, APNG, WebP, videos and Lottie files."""

from __future__ import annotations

import math
import os
import pathlib
from collections.abc import Sequence
from typing import IO

from ._ffi import files
from ._ffi.numbers import number, uint32
from ._model.convert import listed
from ._pictures import moving
from .animation import KeyframeAnimation
from .errors import InvalidArgument, LimitError, LoadError
from .image import Image

__all__ = ["animated_contents"]

#: Pixels of all frames together, 4 bytes each: so many, or so many for each byte of the file.
_PIXELS, _PIXELS_A_BYTE = 1 << 26, 64
#: Pixels that a frame counts for at least: 4096 frames are taken of the smallest file.
_LEAST = 1 << 14
#: Seconds for which a picture that stands still is shown.
_STILL = 0.1


def animated_contents(
    path: str | os.PathLike[str] | IO[bytes] | bytes | Image,
    *,
    repeat_count: float | None = None,
    start: float = 0,
    stop: float = math.inf,
    size: tuple[int, int] | None = None,
    fps: float | None = None,
) -> KeyframeAnimation:
    """The frames of an animated picture, a video or a Lottie file as an animation of a layer's `contents`,
    with the file's own times.

        sticker = st.Layer(frame=(0, 0, 64, 64))
        sticker.add_animation(st.animated_contents("party.gif"))

    The source is then like any other: copies show it through other windows of time, `loop_duration` knows
    it, and `time_offset`, `speed` or `begin_time` can be set on what is returned before it is added.

    `path` is a GIF, an APNG, a WebP or an AVIF, by its name, open for reading bytes, as its bytes, or as the
    image that `Image.open` gave of it; a file of one picture stands still. The animation holds all frames.
    `repeat_count` is how often it plays; None is what the file says (a video or
    Lottie file: for ever), `math.inf` for ever.

    By its name it can also be a video (mp4, m4v, mov, webm, mkv, avi; with the extra `video`) or a Lottie
    file (json, lottie; with the extra `lottie`). Of these `start` and `stop` choose a part in seconds of the
    file, `size` the width and height in pixels that pictures are made at, and `fps` how many a second of a
    Lottie file, in place of its own rate. Pictures are decoded one after another, and only those of the part.

    A video is known by its content (MP4 and its kin, WebM, Matroska, AVI), and neither it nor a Lottie file
    leads out of its folder. ThorVG draws in a process of its own.

    Raises `LoadError` if there is no such file or it cannot be read, `LimitError` for more than 2^28 pixels
    in all frames (of a picture: 2^26, or 64 for each byte of the file), `InvalidArgument` for choices that
    the file has not, or without the package that reads it.
    """
    start, stop = number(start, "start"), number(stop, "stop")
    fps = None if fps is None else number(fps, "fps")
    if isinstance(path, (str, os.PathLike)):
        files.check_is_file(path)
        name = os.fspath(path)
        ending = pathlib.PurePath(name).suffix.lower()
        if ending in (*moving.VIDEOS, *moving.LOTTIES):
            return _played(name, ending, repeat_count, start, stop, size, fps)
    if (start, stop, fps) != (0, math.inf, None) or size is not None:
        raise InvalidArgument("start, stop, size and fps are for paths of videos and Lottie files")
    if isinstance(path, Image) and not path.is_animated:
        raise InvalidArgument(
            "the image has one frame; an animated one is needed, such as Image.open('party.gif')"
        )
    image = path if isinstance(path, Image) else Image.open(path)
    plays = image.repeat_count if image.is_animated else math.inf
    _check_pixels(image)
    ends = [*image.frame_times[1:], image.duration or _STILL]
    return _keyframes(image.frames, ends, plays if repeat_count is None else repeat_count)


def _check_pixels(image: Image) -> None:
    """Raises `LimitError` for frames that take more memory than the bytes of their file are good for."""
    file = image._moving
    most = moving.MOST_PIXELS
    if file:
        most = min(most, max(_PIXELS, _PIXELS_A_BYTE * file.byte_count))
    # However small a picture is, it takes its time.
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


def _size(given: tuple[int, int]) -> tuple[int, int]:
    sides = [uint32(side, "size") for side in listed(given, "size", "two sides")]
    if len(sides) != 2 or not all(1 <= side <= moving.MOST_SIDE for side in sides):
        raise InvalidArgument(
            f"size: {given} was given; a width and a height of 1 to {moving.MOST_SIDE} are allowed"
        )
    return sides[0], sides[1]


def _played(
    name: str,
    ending: str,
    repeat_count: float | None,
    start: float,
    stop: float,
    size: tuple[int, int] | None,
    fps: float | None,
) -> KeyframeAnimation:
    """A part of a video or of a Lottie file."""
    if not (0 <= start < stop):
        raise InvalidArgument(f"start {start:g} and stop {stop:g} were given; 0 <= start < stop is needed")
    if size is not None:
        size = _size(size)
    if fps is not None and not (0.1 <= fps <= 1000):
        raise InvalidArgument(f"fps: {fps:g} was given; 0.1 to 1000 are allowed")
    if ending in moving.VIDEOS:
        if fps is not None:
            raise InvalidArgument(f"{name}: fps is for Lottie files; a video has its own times")
        frames = moving.video(name, start, stop, size)
    else:
        frames = moving.lottie(name, start, stop, size, fps)
    images: list[Image] = []
    ends: list[float] = []
    pixels, begin = 0, start
    for frame in frames:
        pixels += frame.pixels.shape[0] * frame.pixels.shape[1]
        moving.check_room(name, len(images) + 1, pixels)
        images.append(Image(frame.pixels, premultiplied=frame.premultiplied))
        begin = begin if ends else max(frame.start, start)
        ends.append(min(frame.stop, stop) - begin)
    if not images:
        raise LoadError(f"{name} shows nothing from {start:g} s on")
    return _keyframes(images, ends, math.inf if repeat_count is None else repeat_count)
