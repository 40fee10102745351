"""Clips as still pictures: a folder of PNGs, or one sheet with all frames side by side.

Both come with a JSON that says how long each frame is shown, in the form that Aseprite writes and game
engines read: `frames` in order, each with `filename`, `frame` (x, y, w, h) and `duration` in milliseconds,
and `meta`.
"""

from __future__ import annotations

import io
import json
import pathlib
import re
from typing import Any

from PIL import Image as Pillow

from stretto._ffi.numbers import whole
from stretto._pictures import png
from stretto.color import ColorLike
from stretto.errors import InvalidArgument, LimitError

from . import options, provenance, sheet
from .clip import Clip
from .pixels import Pixels, over

_TICKS = 1000
#: Name of the file beside the pictures of a folder, which says how long each is shown.
_FOLDER_JSON = "clip.json"
_PICTURE_NAME = re.compile(r"frame_\d+\.png")
#: The largest side of a picture that browsers and graphics cards show; a WebP's is one less.
_LARGEST_SIDE = 16_383


def write_folder(
    clip: Clip, path: pathlib.Path, *, matte: ColorLike | None = None, compress: int = png.COMPRESS
) -> None:
    """Writes a PNG a frame into a folder. `Movie.save` says what the options are."""
    backing, level = options.matte_of(matte), png.compression(compress)
    texts = provenance.texts(clip.movie)
    digits = max(4, len(str(len(clip.movie) - 1)))

    def encoded(shown: tuple[Pixels, int]) -> tuple[bytes, int]:
        return png.encoded(over(shown[0], backing), texts, compress=level, threads=1), shown[1]

    entries = []
    for index, (data, ticks) in enumerate(clip.workers.each(encoded, clip.timed(_TICKS))):
        name = f"frame_{index:0{digits}}.png"
        (path / name).write_bytes(data)
        entries.append(_entry(name, (0, 0), clip.size, ticks))
    _write_json(path / _FOLDER_JSON, clip, entries, clip.size)


def remove_pictures(folder: pathlib.Path) -> None:
    """Removes the pictures of an earlier clip, so that none is taken for a part of the next one.

    These are the ones that the earlier clip's own JSON names. Other files stay.
    """
    try:
        entries = json.loads((folder / _FOLDER_JSON).read_text(encoding="utf-8"))["frames"]
        names = [str(entry["filename"]) for entry in entries]
    except (OSError, ValueError, KeyError, TypeError):
        return
    for name in filter(_PICTURE_NAME.fullmatch, names):
        (folder / name).unlink(missing_ok=True)


def write_sheet(
    clip: Clip,
    path: pathlib.Path,
    *,
    matte: ColorLike | None = None,
    columns: int | None = None,
    compress: int = png.COMPRESS,
) -> None:
    """Writes all frames into one picture, a JSON beside it. `Movie.save` says what the options are."""
    backing, level = options.matte_of(matte), png.compression(compress)
    layout = _layout(columns, sum(1 for _ in clip.shown(_TICKS)), clip.size)
    size = layout.size
    if max(size) > _LARGEST_SIDE:
        raise LimitError(
            f"a sheet of {layout.count} frames has {size[0]} x {size[1]} pixels; it may have "
            f"{_LARGEST_SIDE} a side, so make the scale, the duration or the frames a second smaller"
        )
    pixels = layout.filled(over(frame, backing) for frame, _ in clip.timed(_TICKS))
    for data in clip.workers.each(lambda pixels: _sheet(pixels, path, clip, level), (pixels,)):
        path.write_bytes(data)
    entries = [
        _entry(f"frame_{index}", layout.corner(index), clip.size, ticks)
        for index, (_, ticks) in enumerate(clip.shown(_TICKS))
    ]
    _write_json(path.with_suffix(".json"), clip, entries, size, image=path.name)


def _layout(columns: int | None, count: int, size: tuple[int, int]) -> sheet.Layout:
    """Frames in a row; by default the number that makes the sheet about square."""
    if columns is None:
        return sheet.about_square(count, size)
    across = whole(columns, "columns")
    if across < 1:
        raise InvalidArgument(f"columns was given {across}; it is at least 1")
    return sheet.Layout(count, size, min(across, count))


def _sheet(pixels: Pixels, path: pathlib.Path, clip: Clip, level: int) -> bytes:
    if path.suffix.lower() != ".webp":
        return png.encoded(pixels, provenance.texts(clip.movie), compress=level)
    file = io.BytesIO()
    Pillow.fromarray(pixels).save(file, "WEBP", lossless=True, exif=provenance.exif(clip.movie))
    return file.getvalue()


def _entry(name: str, corner: tuple[int, int], size: tuple[int, int], ticks: int) -> dict[str, Any]:
    extent = _extent(size)
    return {
        "filename": name,
        "frame": {"x": corner[0], "y": corner[1], **extent},
        "rotated": False,
        "trimmed": False,
        "spriteSourceSize": {"x": 0, "y": 0, **extent},
        "sourceSize": extent,
        "duration": ticks,
    }


def _extent(size: tuple[int, int]) -> dict[str, int]:
    return {"w": size[0], "h": size[1]}


def _write_json(
    path: pathlib.Path, clip: Clip, entries: list[dict[str, Any]], size: tuple[int, int], **more: str
) -> None:
    meta: dict[str, Any] = {
        "app": provenance.software(),
        "description": provenance.description(clip.movie),
        "format": "RGBA8888",
        "size": _extent(size),
        "scale": f"{clip.movie.scale:g}",
        **more,
    }
    path.write_text(json.dumps({"frames": entries, "meta": meta}, indent=1) + "\n", encoding="utf-8")
