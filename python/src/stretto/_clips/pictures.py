"""Writes clips as animated GIF, APNG or WebP, as a folder of PNGs, or as a sheet of all frames.

An animated picture is written frame by frame, as the rectangle that changed. Formats: GIF89a; PNG third
edition, section 11.3; RFC 9649 for WebP, whose frames Pillow compresses (Pillow's own animations keep all
frames in memory). A folder and a sheet come with a JSON file in the form of Aseprite, which game engines
read: `frames` in order, each with `filename`, `frame` (x, y, w, h) and `duration` in milliseconds, and
`meta`.
"""

from __future__ import annotations

import functools
import io
import json
import pathlib
import re
import struct
import zlib
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO, Literal

import numpy as np
import numpy.typing as npt
from PIL import GifImagePlugin
from PIL import Image as Pillow

from stretto._ffi.numbers import positive
from stretto._pictures import png
from stretto.color import ColorLike
from stretto.errors import LimitError

from .clip import (
    COLORS,
    MOST_EFFORT,
    Clip,
    Clock,
    Dither,
    Layout,
    Matte,
    Patch,
    about_square,
    bounding_box,
    comment_of,
    description_of,
    dither_of,
    effort_of,
    exif_of,
    held,
    loop_count_of,
    matte_of,
    over,
    over_where_visible,
    palette_size,
    patches,
    quality_of,
    repeats_of,
    software,
    texts_of,
    with_next,
)
from .drawing import Pixels, Workers
from .palette import CLEAR, Histogram, Quantizer

#: Viewers slow down frames of a GIF that last less than two ticks. Browsers show frames of an APNG or a WebP
#: of up to 10 ms for 100 ms.
GIF, APNG, WEBP = Clock(100, 2, 65_535), Clock(1000, 11, 65_535), Clock(1000, 11, (1 << 24) - 1)
JSON = Clock(1000)
#: Disposal methods of GIF, which determine the state of the canvas before the next frame.
_KEEP, _RESTORE = 1, 2
#: Longest side in pixels of a WebP, and of a picture that browsers and graphics cards show; largest size of a
#: WebP file in bytes.
_LARGEST_SIDE, _WEBP_FILE = 16_383, (1 << 32) - 10
_HAS_ALPHA, _HAS_EXIF, _IS_ANIMATION = 0x10, 0x08, 0x02
#: Blend methods of WebP, which composite a frame over the canvas or replace the canvas.
_IS_LAID_OVER, _REPLACES = 0x00, 0x02
#: Default methods of the WebP encoder without and with loss, and its effort within a lossless method, of 100.
_USUAL_EFFORT, _USUAL_LOSSY_EFFORT, _USUAL, _THOROUGH = 2, 4, 75, 100
#: Quality of the lossy WebP that is compared with the lossless one.
_USUAL_QUALITY = 90
_PICTURE_CHUNKS = (b"ALPH", b"VP8 ", b"VP8L")
_WEBP_HEADER = 12
#: File in a folder of pictures that has the duration of each picture.
_FOLDER_JSON = "clip.json"
_PICTURE_NAME = re.compile(r"frame_\d+\.png")


def write_gif(
    clip: Clip,
    path: pathlib.Path,
    *,
    loop: int | None = 0,
    matte: ColorLike | None = None,
    colors: int = COLORS,
    dither: Dither | None = None,
) -> dict[str, Any]:
    """Writes the clip as a GIF, with the options of `Movie.save`."""
    repeats, backing = repeats_of(loop), matte_of(matte)
    size, kind = palette_size(colors), dither_of(dither)
    histogram, soft = Histogram(), 0
    # Frames are drawn once for the palette, and again for writing.
    for frame in clip.looked_at(GIF):
        histogram.add(over_where_visible(frame, backing))
        soft += backing is None and _is_soft(frame)
    table = histogram.palette(size)
    quantize = Quantizer(table, kind)
    cells = ((quantize(over_where_visible(frame, backing)), ticks) for frame, ticks in clip.timed(GIF))
    with path.open("wb") as file:
        encode_gif(file, cells, clip.size, table, repeats, comment_of(clip.movie), clip.workers)
    facts: dict[str, Any] = {"colors": len(table), "dither": kind}
    if soft:
        facts["warning"] = (
            f"{soft} of {len(clip.movie)} frames have parts that fade or are soft, and a GIF shows a pixel "
            "or does not: matte='white' lays the frames over that colour; APNG and WebP have alpha"
        )
    return facts


def _is_soft(frame: Pixels) -> bool:
    """Whether a frame is partly transparent in more than edges, which are at most two pixels wide."""
    alpha = frame[..., 3]
    partial = (alpha > 0) & (alpha < 255)
    for axis in (0, 1):
        lines = np.moveaxis(partial, axis, 0)
        partial = np.moveaxis(lines[:-3] & lines[1:-2] & lines[2:-1] & lines[3:], 0, axis)
    return bool(partial.any())


def gif_loss(clip: Clip, colors: int, dither: Dither | None, matte: Matte | None) -> tuple[float, bool]:
    """Loss of a GIF with the given options, and whether the GIF has no loss.

    The loss of a GIF is the mean squared error of blurred pixels, because blurring hides the noise of
    dithering.
    """
    histogram, frames = Histogram(), []
    for frame in clip.looked_at(GIF):
        frames.append(over_where_visible(frame, matte))
        histogram.add(frames[-1])
    table = histogram.palette(colors)
    quantize, total, exact = Quantizer(table, dither), 0.0, True
    for frame in frames:
        indices = quantize(frame)
        shown = table[np.minimum(indices, len(table) - 1)].astype(np.float32)
        wrong = np.where((indices != CLEAR)[..., np.newaxis], shown - frame[..., :3], 0)
        exact = exact and not wrong.any()
        total += float((_blurred(wrong) ** 2).mean())
    return total / len(frames), exact


def _blurred(values: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """The mean of 4 x 4 neighbouring pixels, which is the size of the pattern of ordered dithering."""
    sums = np.pad(values, ((1, 0), (1, 0), (0, 0))).cumsum(axis=0).cumsum(axis=1)
    side = min(4, *values.shape[:2])
    found: npt.NDArray[np.float32] = (
        sums[side:, side:] - sums[:-side, side:] - sums[side:, :-side] + sums[:-side, :-side]
    ) / side**2
    return found


def encode_gif(
    file: BinaryIO,
    cells: Iterable[tuple[Pixels, int]],
    size: tuple[int, int],
    colors: Pixels,
    repeats: int | None,
    comment: str,
    workers: Workers,
) -> None:
    """Writes a GIF from pairs of indices into `colors` and hundredths of a second."""
    file.write(b"GIF89a" + struct.pack("<HHBBB", *size, 0xF7, 0, 0) + colors.tobytes().ljust(768, b"\0"))
    if repeats is not None:
        file.write(b"\x21\xff\x0bNETSCAPE2.0\x03\x01" + struct.pack("<HB", repeats, 0))
    file.write(b"\x21\xfe" + _blocks(comment.encode("ascii", "replace")))
    for data in workers.each(_gif_frame, _gif_patches(cells, size)):
        file.write(data)
    file.write(b";")


def _gif_patches(
    cells: Iterable[tuple[Pixels, int]], size: tuple[int, int]
) -> Iterator[tuple[Pixels, int, int, int, int]]:
    """Differences between the canvas and each frame: indices, left, top, ticks, disposal method."""
    shown = np.full((size[1], size[0]), CLEAR, np.uint8)
    for (indices, ticks), after in with_next(held(cells, GIF.longest)):
        following = indices if after is None else after[0]
        changed = indices != shown
        vanishing = (indices != CLEAR) & (following == CLEAR)
        left, top, right, bottom = bounding_box(changed | vanishing)
        area = np.s_[top:bottom, left:right]
        patch = np.where(changed[area], indices[area], np.uint8(CLEAR))
        disposal = _RESTORE if vanishing.any() else _KEEP
        yield patch, left, top, ticks, disposal
        shown = indices
        if disposal == _RESTORE:
            shown = indices.copy()
            shown[area] = CLEAR


def _gif_frame(frame: tuple[Pixels, int, int, int, int]) -> bytes:
    """The bytes of one frame in the file."""
    patch, left, top, ticks, disposal = frame
    image = Pillow.frombytes("P", patch.shape[::-1], patch.tobytes())
    options = {"duration": 1000 * ticks // GIF.ticks, "disposal": disposal, "transparency": CLEAR}
    return b"".join(GifImagePlugin.getdata(image, (left, top), **options))


def _blocks(data: bytes) -> bytes:
    """Data in blocks of up to 255 bytes, each after its length, with an empty block at the end."""
    parts = [data[start : start + 255] for start in range(0, len(data), 255)]
    return b"".join(bytes([len(part)]) + part for part in parts) + b"\0"


def write_apng(
    clip: Clip,
    path: pathlib.Path,
    *,
    loop: int | None = 0,
    matte: ColorLike | None = None,
    colors: int | None = None,
    compress: int = png.COMPRESS,
) -> dict[str, Any]:
    """Writes the clip as an APNG, with the options of `Movie.save`."""
    loop_count, backing, level = loop_count_of(loop), matte_of(matte), png.compression(compress)
    table = None if colors is None else _Table(clip, backing, palette_size(colors))
    frames = ((over(frame, backing), ticks) for frame, ticks in clip.timed(APNG))
    if table is not None:
        frames = ((table.reduced(frame), ticks) for frame, ticks in frames)
    with path.open("wb") as file:
        file.write(png.SIGNATURE)
        file.write(
            png.chunk(b"IHDR", struct.pack(">IIBBBBB", *clip.size, 8, 6 if table is None else 3, 0, 0, 0))
        )
        for key, text in texts_of(clip.movie).items():
            file.write(png.text(key, text))
        control = file.tell()
        file.write(png.chunk(b"acTL", struct.pack(">II", 0, loop_count)))
        if table is not None:
            file.write(png.chunk(b"PLTE", table.colors[:, :3].tobytes()))
            file.write(png.chunk(b"tRNS", table.colors[:, 3].tobytes()))
        count = _write_frames(file, clip, held(frames, APNG.longest), level, table)
        file.write(png.chunk(b"IEND", b""))
        file.seek(control)
        file.write(png.chunk(b"acTL", struct.pack(">II", count, loop_count)))
    return {} if table is None else {"colors": len(table.colors)}


class _Table:
    """A palette of straight RGBA for all frames of an APNG. The first entry of the palette is transparent."""

    def __init__(self, clip: Clip, matte: Matte | None, size: int) -> None:
        histogram = Histogram(has_alpha=True)
        for frame in clip.looked_at(APNG):
            histogram.add(_multiplied(over(frame, matte)))
        found = histogram.palette(size - 1)
        found = np.concatenate([np.zeros((1, 4), np.uint8), found[found[:, 3] > 0]])
        self._quantize = Quantizer(found, None)
        alpha = np.maximum(found[:, 3:], 1).astype(np.uint32)
        straight = np.minimum((found[:, :3] * np.uint32(255) + alpha // 2) // alpha, 255)
        #: The colours, of shape (n, 4). The array `_sorted` contains the colours as ascending numbers, and
        #: `_order` contains the index of each sorted colour.
        self.colors = np.concatenate([straight.astype(np.uint8), found[:, 3:]], axis=1)
        numbers = self.colors.view(np.uint32)[:, 0]
        self._order = np.argsort(numbers, kind="stable")
        self._sorted = numbers[self._order]

    def reduced(self, frame: Pixels) -> Pixels:
        """Returns the frame in colours of the palette."""
        return self.colors[self._quantize(_multiplied(frame))]

    def indices(self, pixels: Pixels) -> Pixels:
        """Returns the indices of pixels that have colours of the palette."""
        numbers = np.ascontiguousarray(pixels).view(np.uint32)[..., 0]
        return self._order[np.searchsorted(self._sorted, numbers)].astype(np.uint8)


def _multiplied(frame: Pixels) -> Pixels:
    """The frame with premultiplied colours."""
    alpha = frame[..., 3:].astype(np.uint16)
    return np.concatenate([((frame[..., :3] * alpha + 127) // 255).astype(np.uint8), frame[..., 3:]], axis=2)


def _write_frames(
    file: BinaryIO, clip: Clip, frames: Iterator[tuple[Pixels, int]], level: int, table: _Table | None
) -> int:
    """Writes the frames and returns their number. The first frame is also the picture in viewers without
    APNG.
    """
    count = sequence = 0

    def compressed(patch: Patch) -> tuple[Patch, bytes]:
        if table is None:
            return patch, png.image_data(patch.pixels, level, threads=1)
        # A PNG with a palette compresses best without filters (PNG third edition, 12.7).
        rows = np.pad(table.indices(patch.pixels), ((0, 0), (1, 0)))
        return patch, zlib.compress(rows.tobytes(), level)

    for patch, data in clip.workers.each(compressed, patches(frames)):
        height, width = patch.pixels.shape[:2]
        region = struct.pack(">IIIII", sequence, width, height, patch.left, patch.top)
        shown = struct.pack(">HHBB", patch.ticks, APNG.ticks, 0, patch.is_over)
        file.write(png.chunk(b"fcTL", region + shown))
        sequence += 1
        if count == 0:
            file.write(png.chunk(b"IDAT", data))
        else:
            file.write(png.chunk(b"fdAT", struct.pack(">I", sequence) + data))
            sequence += 1
        count += 1
    return count


def write_webp(
    clip: Clip,
    path: pathlib.Path,
    *,
    loop: int | None = 0,
    matte: ColorLike | None = None,
    quality: float | Literal["smaller"] | None = "smaller",
    effort: int | None = None,
) -> dict[str, Any]:
    """Writes the clip as an animated WebP, with the options of `Movie.save`."""
    if max(clip.size) > _LARGEST_SIDE:
        raise LimitError(f"a WebP has at most {_LARGEST_SIDE} pixels a side; the frames have {clip.size}")
    if quality != "smaller":
        _write_webp(clip, path, clip.timed(WEBP), loop_count_of(loop), matte_of(matte), quality, effort)
        return {"quality": quality}
    _write_webp(clip, path, clip.timed(WEBP), loop_count_of(loop), matte_of(matte), None, effort)
    lossy = path.with_name(path.name + "-lossy")
    _write_webp(
        clip,
        lossy,
        clip.timed(WEBP, again=True),
        loop_count_of(loop),
        matte_of(matte),
        _USUAL_QUALITY,
        effort,
    )
    if lossy.stat().st_size >= path.stat().st_size:
        lossy.unlink()
        return {"quality": None}
    lossy.replace(path)
    return {"quality": _USUAL_QUALITY}


def _write_webp(
    clip: Clip,
    path: pathlib.Path,
    timed: Iterator[tuple[Pixels, int]],
    loop_count: int,
    matte: Matte | None,
    quality: float | None,
    effort: int | None,
) -> None:
    compress = functools.partial(_webp_frame, _settings(quality, effort))
    alpha = 0 if clip.opaque or matte is not None else _HAS_ALPHA
    frames = ((over(frame, matte), ticks) for frame, ticks in timed)
    width, height = clip.size
    with path.open("wb") as file:
        file.write(b"RIFF\0\0\0\0WEBP")
        flags = _IS_ANIMATION | _HAS_EXIF | alpha
        _chunk(file, b"VP8X", struct.pack("<I", flags) + _uint24(width - 1) + _uint24(height - 1))
        _chunk(file, b"ANIM", struct.pack("<IH", 0, loop_count))
        # With lossy compression, the transparent pixels of a patch would be visible as a rim.
        differences = patches(held(frames, WEBP.longest), grain=2, may_lie_over=quality is None)
        for chunk in clip.workers.each(compress, differences):
            _chunk(file, b"ANMF", chunk)
        _chunk(file, b"EXIF", exif_of(clip.movie))
        size = file.tell() - 8
        if size > _WEBP_FILE:
            raise LimitError(f"a WebP has at most {_WEBP_FILE} bytes, and this one has {size}")
        file.seek(4)
        file.write(struct.pack("<I", size))


def _settings(quality: float | None, effort: int | None) -> dict[str, Any]:
    """Options of Pillow's WebP encoder."""
    if quality is None:
        method = _USUAL_EFFORT if effort is None else effort_of(effort)
        return {
            "lossless": True,
            "method": method,
            "quality": _THOROUGH if method == MOST_EFFORT else _USUAL,
        }
    method = _USUAL_LOSSY_EFFORT if effort is None else effort_of(effort)
    return {"quality": quality_of(quality), "method": method}


def _webp_frame(settings: dict[str, Any], patch: Patch) -> bytes:
    """A frame with its position, duration and pixels, as the chunks of a WebP file that contains only this
    frame.
    """
    height, width = patch.pixels.shape[:2]
    region = patch.left // 2, patch.top // 2, width - 1, height - 1, patch.ticks
    found = b"".join(map(_uint24, region)) + bytes([_IS_LAID_OVER if patch.is_over else _REPLACES])
    file = io.BytesIO()
    Pillow.fromarray(np.ascontiguousarray(patch.pixels)).save(file, "WEBP", **settings)
    data, position = file.getvalue(), _WEBP_HEADER
    while position < len(data):
        kind, length = struct.unpack_from("<4sI", data, position)
        end = position + 8 + length + length % 2
        if kind in _PICTURE_CHUNKS:
            found += data[position:end]
        position = end
    return found


def _uint24(value: int) -> bytes:
    return value.to_bytes(3, "little")


def _chunk(file: BinaryIO, kind: bytes, data: bytes) -> None:
    file.write(kind + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2))


def write_folder(
    clip: Clip, path: pathlib.Path, *, matte: ColorLike | None = None, compress: int = png.COMPRESS
) -> dict[str, Any]:
    """Writes one PNG for each frame into a folder, with the options of `Movie.save`."""
    backing, level = matte_of(matte), png.compression(compress)
    texts = texts_of(clip.movie)
    digits = max(4, len(str(len(clip.movie) - 1)))

    def encoded(shown: tuple[Pixels, int]) -> tuple[bytes, int]:
        return png.encoded(over(shown[0], backing), texts, compress=level, threads=1), shown[1]

    entries = []
    for index, (data, ticks) in enumerate(clip.workers.each(encoded, clip.timed(JSON))):
        name = f"frame_{index:0{digits}}.png"
        (path / name).write_bytes(data)
        entries.append(_entry(name, (0, 0), clip.size, ticks))
    _write_json(path / _FOLDER_JSON, clip, entries, clip.size)
    return {}


def remove_pictures(folder: pathlib.Path) -> None:
    """Removes the pictures of an earlier clip that its JSON file names. Other files stay."""
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
) -> dict[str, Any]:
    """Writes all frames into one picture with a JSON file, with the options of `Movie.save`."""
    backing, level = matte_of(matte), png.compression(compress)
    layout = _layout(columns, sum(1 for _ in clip.shown(JSON)), clip.size)
    size = layout.size
    if max(size) > _LARGEST_SIDE:
        raise LimitError(
            f"a sheet of {layout.count} frames has {size[0]} x {size[1]} pixels; it may have "
            f"{_LARGEST_SIDE} a side, so make the scale, the duration or the frames a second smaller"
        )
    pixels = layout.filled(over(frame, backing) for frame, _ in clip.timed(JSON))
    for data in clip.workers.each(lambda pixels: _sheet(pixels, path, clip, level), (pixels,)):
        path.write_bytes(data)
    entries = [
        _entry(f"frame_{index}", layout.corner(index), clip.size, ticks)
        for index, (_, ticks) in enumerate(clip.shown(JSON))
    ]
    _write_json(path.with_suffix(".json"), clip, entries, size, image=path.name)
    return {}


def _layout(columns: int | None, count: int, size: tuple[int, int]) -> Layout:
    """The layout of a sheet. By default the sheet is about square."""
    if columns is None:
        return about_square(count, size)
    return Layout(count, size, min(positive(columns, "columns"), count))


def _sheet(pixels: Pixels, path: pathlib.Path, clip: Clip, level: int) -> bytes:
    if path.suffix.lower() != ".webp":
        return png.encoded(pixels, texts_of(clip.movie), compress=level)
    file = io.BytesIO()
    Pillow.fromarray(pixels).save(file, "WEBP", lossless=True, exif=exif_of(clip.movie))
    return file.getvalue()


def _entry(name: str, corner: tuple[int, int], size: tuple[int, int], ticks: int) -> dict[str, Any]:
    dimensions = _dimensions(size)
    return {
        "filename": name,
        "frame": {"x": corner[0], "y": corner[1], **dimensions},
        "rotated": False,
        "trimmed": False,
        "spriteSourceSize": {"x": 0, "y": 0, **dimensions},
        "sourceSize": dimensions,
        "duration": ticks,
    }


def _dimensions(size: tuple[int, int]) -> dict[str, int]:
    return {"w": size[0], "h": size[1]}


def _write_json(
    path: pathlib.Path, clip: Clip, entries: list[dict[str, Any]], size: tuple[int, int], **more: str
) -> None:
    meta: dict[str, Any] = {
        "app": software(),
        "description": description_of(clip.movie),
        "format": "RGBA8888",
        "size": _dimensions(size),
        "scale": f"{clip.movie.scale:g}",
        **more,
    }
    path.write_text(json.dumps({"frames": entries, "meta": meta}, indent=1) + "\n", encoding="utf-8")
