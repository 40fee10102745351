"""Pictures that move, as contents of layers: GIF, APNG and WebP."""

from __future__ import annotations

import math
import os
import pathlib
from typing import IO

import numpy as np
from PIL import Image as Pillow
from PIL import ImageSequence

from .animation import KeyframeAnimation
from .errors import LimitError, LoadError, no_such_file
from .image import Image

#: Pixels of all frames together, 4 bytes each.
_MOST_PIXELS = 1 << 28
#: What browsers show a frame for that says 0: seconds.
_UNTOLD = 0.1


def animated_contents(
    path: str | os.PathLike[str] | IO[bytes], *, repeat_count: float | None = None
) -> KeyframeAnimation:
    """The frames of an animated picture as an animation of a layer's `contents`, with the file's own times.

        sticker = st.Layer(frame=(0, 0, 64, 64))
        sticker.add_animation(st.animated_contents("party.gif"))

    The source is then like any other: copies show it through other windows of time, `loop_duration` knows
    it, and `time_offset`, `speed` or `begin_time` can be set on what is returned before it is added.

    `path` is a GIF, an APNG or a WebP, by its name or open for reading bytes; a picture of one frame stands
    still. A frame that names no time is shown for a tenth of a second, as browsers do. `repeat_count` is how
    often it plays; None is what the file says, `math.inf` for ever.

    Raises `LoadError` if there is no such file or it cannot be read, `LimitError` for more than 2^28 pixels
    in all frames.
    """
    name = os.fspath(path) if isinstance(path, (str, os.PathLike)) else getattr(path, "name", "the file")
    if isinstance(path, (str, os.PathLike)) and not pathlib.Path(path).exists():
        raise no_such_file(path)
    try:
        with Pillow.open(path) as picture:
            images, seconds, plays = _frames(picture, name)
    except (OSError, SyntaxError, EOFError, Pillow.DecompressionBombError) as error:
        raise LoadError(f"{name} cannot be read as an animated picture: {error}") from error
    ends = np.cumsum(seconds)
    return KeyframeAnimation(
        "contents",
        values=images,
        key_times=[0, *(ends[:-1] / ends[-1]), 1],
        calculation_mode="discrete",
        duration=float(ends[-1]),
        repeat_count=plays if repeat_count is None else repeat_count,
    )


def _frames(picture: Pillow.Image, name: str) -> tuple[list[Image], list[float], float]:
    """All frames, the seconds that each is shown for, and how often the file wants to be played."""
    count = getattr(picture, "n_frames", 1)
    if count * picture.width * picture.height > _MOST_PIXELS:
        raise LimitError(
            f"{name} has {count} frames of {picture.width} x {picture.height} pixels; "
            f"at most {_MOST_PIXELS} pixels in all are taken"
        )
    images, seconds = [], []
    for frame in ImageSequence.Iterator(picture):
        images.append(Image(frame.convert("RGBA")))
        seconds.append(float(frame.info.get("duration") or 0) / 1000 or _UNTOLD)
    return images, seconds, _plays(picture)


def _plays(picture: Pillow.Image) -> float:
    """How often the file says that it plays. A GIF counts the plays after the first, the others all."""
    loop = picture.info.get("loop")
    if picture.format == "GIF":
        return 1.0 if loop is None else (loop + 1.0 if loop else math.inf)
    return float(loop) if loop else math.inf
