"""Emoji for chats: how a file looks there, on light and on dark."""

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

#: The grounds and sizes of the preview: Slack's window colours; large, alone in a message, in a line of text.
_GROUNDS, _SIZES, _MOMENTS, _GAP = ("#ffffff", "#1a1d21"), (128, 44, 22), 4, 12


def emoji_preview_sheet(path: str | os.PathLike[str] | IO[bytes]) -> Pillow.Image:
    """Draws an emoji's file as a chat shows it: on a light and on a dark ground, large and small.

    Gives a picture with four moments from top to bottom, each 128, 44 and 22 pixels high, on white and
    beside it on near-black. It reads the file, by its name or open for reading bytes, so edges and colours
    are those that others will see; any animation that Pillow reads will do. `.save("preview.png")` keeps it.

    Raises `LoadError` if the file cannot be read.
    """
    if not isinstance(path, (str, os.PathLike)) and not files.is_file_object(path):
        raise TypeError(f"emoji_preview_sheet takes a path or an open binary file, not {type(path).__name__}")
    name = files.name_of(path)
    try:
        data = files.read(path) if isinstance(path, (str, os.PathLike)) else path.read()
        with pillow.opened(data, name) as file:
            count = getattr(file, "n_frames", 1)
            chosen = {count * moment // _MOMENTS for moment in range(_MOMENTS)}
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
    """One moment in all sizes, on a transparent ground."""
    row = Pillow.new("RGBA", (sum(_SIZES) + _GAP * (len(_SIZES) + 1), max(_SIZES) + _GAP))
    left = _GAP
    for size in _SIZES:
        factor = size / max(frame.size)
        width, height = (max(1, round(side * factor)) for side in frame.size)
        small = frame.resize((width, height), Pillow.Resampling.LANCZOS)
        row.paste(small, (left + (size - width) // 2, (row.height - height) // 2))
        left += size + _GAP
    return row
