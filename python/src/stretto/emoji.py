"""Previews of emoji for chats, on light and dark backgrounds."""

from __future__ import annotations

import os
from typing import IO

import numpy as np
from PIL import Image as Pillow
from PIL import ImageSequence

from ._clips.clip import Layout, matte_of, over
from ._ffi import files
from ._pictures import pillow
from .errors import LoadError

__all__ = ["emoji_preview_sheet"]

#: Slack's background colours; heights in pixels of a large emoji, of one alone in a message, and of one in a
#: line of text; number of frames; gap in pixels.
_GROUNDS, _SIZES, _FRAME_COUNT, _GAP = ("#ffffff", "#1a1d21"), (128, 44, 22), 4, 12


def emoji_preview_sheet(path: str | os.PathLike[str] | IO[bytes]) -> Pillow.Image:
    """Returns a picture of an emoji file as a chat shows it, on a light and a dark background, large and
    small.

    The picture has four frames of the file from top to bottom, each 128, 44 and 22 pixels high, on white and
    on near-black. The function reads the file, so it shows the edges and colours that other users will see.
    Any animation that Pillow reads is allowed. `.save("preview.png")` writes the picture.

    Args:
        path: The path of a file, or a file that is open for reading bytes.

    Raises:
        LoadError: If the file cannot be read.
    """
    if not isinstance(path, (str, os.PathLike)) and not files.is_file_object(path):
        raise TypeError(f"emoji_preview_sheet takes a path or an open binary file, not {type(path).__name__}")
    name = files.name_of(path)
    try:
        data = files.read(path) if isinstance(path, (str, os.PathLike)) else path.read()
        with pillow.opened(data, name) as file:
            count = getattr(file, "n_frames", 1)
            chosen = {count * index // _FRAME_COUNT for index in range(_FRAME_COUNT)}
            frames = [
                frame.convert("RGBA")
                for index, frame in enumerate(ImageSequence.Iterator(file))
                if index in chosen
            ]
    except LoadError:
        raise
    except OSError as error:
        raise LoadError(f"{name} cannot be read as a picture: {error}") from error
    grounds = [matte_of(ground) for ground in _GROUNDS]
    cells = [over(np.asarray(_row(frame)), ground) for frame in frames for ground in grounds]
    height, width = cells[0].shape[:2]
    sheet = Layout(len(cells), (width, height), len(grounds)).filled(cells)
    return Pillow.fromarray(sheet).convert("RGB")


def _row(frame: Pillow.Image) -> Pillow.Image:
    """One frame of the emoji in all sizes, on a transparent background."""
    row = Pillow.new("RGBA", (sum(_SIZES) + _GAP * (len(_SIZES) + 1), max(_SIZES) + _GAP))
    left = _GAP
    for size in _SIZES:
        factor = size / max(frame.size)
        width, height = (max(1, round(side * factor)) for side in frame.size)
        small = frame.resize((width, height), Pillow.Resampling.LANCZOS)
        row.paste(small, (left + (size - width) // 2, (row.height - height) // 2))
        left += size + _GAP
    return row
