"""Animated GIFs, written frame by frame: one palette for the whole clip, and only what changes.

One palette keeps still parts still (a palette a frame makes them shimmer). It also lets a frame be the
rectangle that changed, with the unchanged pixels in it left transparent, which compress to almost nothing.
Format: GIF89a.
"""

from __future__ import annotations

import dataclasses
import io
import struct
from collections.abc import Iterable
from typing import BinaryIO

import numpy as np
import numpy.typing as npt
from PIL import Image as Pillow

Pixels = npt.NDArray[np.uint8]

#: Viewers slow down frames that last less than this, in hundredths of a second.
SHORTEST_DELAY = 2
#: The most colours; one more index means see-through, or "as it was".
COLORS = 255
_CLEAR = 255
_MAX_DELAY = 65_535
#: How many pixels the palette is found from, and which share of them makes a colour worth keeping exactly.
_SAMPLE, _EXACT_SHARE = 250_000, 1 / 500
_KEEP, _RESTORE = 1, 2


def delays(count: int, fps: float, duration: float) -> list[int]:
    """How long each of `count` frames is shown, in hundredths of a second; their sum is the duration.

    The ends are rounded, not the delays, so errors do not add up. A frame that could not be shown for
    `SHORTEST_DELAY` gets 0: it is to be left out, and the one before it lasts longer.
    """
    total = round(100 * duration)
    starts = [round(100 * index / fps) for index in range(count)]
    shown = [0]
    for index in range(1, count):
        if starts[index] - starts[shown[-1]] >= SHORTEST_DELAY and total - starts[index] >= SHORTEST_DELAY:
            shown.append(index)
    found = [0] * count
    for index, following in zip(shown, [*(starts[index] for index in shown[1:]), total], strict=True):
        found[index] = following - starts[index]
    return found


def palette(frames: Iterable[Pixels], count: int, colors: int) -> Pixels:
    """The colours, of shape (n, 3), that suit `count` frames best: at most `colors`, common ones exactly."""
    samples = np.concatenate([_sample(frame, max(1, _SAMPLE // count)) for frame in frames])
    if not len(samples):
        return np.zeros((1, 3), np.uint8)
    unique, counts = np.unique(samples, axis=0, return_counts=True)
    order = np.argsort(-counts, kind="stable")
    unique, counts = unique[order], counts[order]
    if len(unique) <= colors:
        return unique
    exact = min(int((counts > len(samples) * _EXACT_SHARE).sum()), colors // 2)
    rest = np.repeat(unique[exact:], np.minimum(counts[exact:], 1000), axis=0)
    found = Pillow.fromarray(rest[np.newaxis]).quantize(
        colors - exact, method=Pillow.Quantize.MEDIANCUT, kmeans=1
    )
    table = np.frombuffer(bytes(found.getpalette() or []), np.uint8).reshape(-1, 3)
    return np.concatenate([unique[:exact], table[: colors - exact]])


def _sample(frame: Pixels, count: int) -> Pixels:
    """Evenly spread opaque pixels of a frame."""
    visible = frame[frame[..., 3] >= 128][:, :3]
    return visible[:: max(1, len(visible) // count)]


class Writer:
    """Writes frames into a file as they come, one behind: how a frame is left depends on the next."""

    def __init__(self, file: BinaryIO, size: tuple[int, int], colors: Pixels, loop: int | None) -> None:
        self._file = file
        self._nearest = _Nearest(colors)
        self._shown = np.full((size[1], size[0]), _CLEAR, np.uint8)
        self._pending: _Frame | None = None
        file.write(b"GIF89a" + struct.pack("<HHBBB", *size, 0xF7, 0, 0) + colors.tobytes().ljust(768, b"\0"))
        if loop is not None:
            file.write(b"\x21\xff\x0bNETSCAPE2.0\x03\x01" + struct.pack("<HB", loop, 0))

    def add(self, pixels: Pixels, delay: int) -> None:
        """A frame of straight RGBA, shown for `delay` hundredths of a second."""
        frame = _Frame(np.where(pixels[..., 3] < 128, _CLEAR, self._nearest(pixels)).astype(np.uint8), delay)
        pending = self._pending
        if pending is not None:
            if np.array_equal(pending.indices, frame.indices) and pending.delay + delay <= _MAX_DELAY:
                pending.delay += delay
                return
            self._write(pending, frame.indices)
        self._pending = frame

    def finish(self) -> None:
        """Writes what is left, and the end."""
        if self._pending is not None:
            self._write(self._pending, self._pending.indices)
        self._file.write(b";")

    def _write(self, frame: _Frame, following: Pixels) -> None:
        changed = frame.indices != self._shown
        vanishing = (frame.indices != _CLEAR) & (following == _CLEAR)
        left, top, right, bottom = _bounding_box(changed | vanishing)
        area = np.s_[top:bottom, left:right]
        patch = np.where(changed[area], frame.indices[area], _CLEAR).astype(np.uint8)
        disposal = _RESTORE if vanishing.any() else _KEEP
        control = struct.pack("<BHBB", disposal << 2 | 1, min(frame.delay, _MAX_DELAY), _CLEAR, 0)
        self._file.write(b"\x21\xf9\x04" + control)
        self._file.write(b"\x2c" + struct.pack("<HHHHB", left, top, right - left, bottom - top, 0))
        self._file.write(_compressed(patch))
        self._shown = frame.indices.copy()
        if disposal == _RESTORE:
            self._shown[area] = _CLEAR


class _Nearest:
    """Finds the nearest colour of a palette, exactly; Pillow's own search makes white off-white.

    It remembers the answer for every colour it was asked for, in 16 MB.
    """

    def __init__(self, colors: Pixels) -> None:
        self._colors = colors.astype(np.float32)
        self._known = np.full(1 << 24, _CLEAR, np.uint8)

    def __call__(self, pixels: Pixels) -> Pixels:
        packed = pixels[..., 0].astype(np.uint32) << 16
        packed |= pixels[..., 1].astype(np.uint32) << 8
        packed |= pixels[..., 2]
        found: Pixels = self._known[packed]
        if (found == _CLEAR).any():
            self._learn(np.unique(packed[found == _CLEAR]))
            found = self._known[packed]
        return found

    def _learn(self, packed: npt.NDArray[np.uint32]) -> None:
        for some in np.array_split(packed, len(packed) // 4096 + 1):
            rgb = np.stack([some >> 16, some >> 8 & 255, some & 255], axis=1).astype(np.float32)
            distances = (self._colors**2).sum(axis=1) - 2 * rgb @ self._colors.T
            self._known[some] = distances.argmin(axis=1)


@dataclasses.dataclass
class _Frame:
    indices: Pixels
    delay: int


def _bounding_box(mask: npt.NDArray[np.bool_]) -> tuple[int, int, int, int]:
    """Left, top, right, bottom of what is set; one pixel if nothing is, as a frame cannot be empty."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if not len(rows):
        return 0, 0, 1, 1
    return int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1


def _compressed(indices: Pixels) -> bytes:
    """The image data: Pillow writes a GIF of these indices, whose one image block is taken out of it."""
    height, width = indices.shape
    image = Pillow.frombytes("P", (width, height), indices.tobytes())
    image.putpalette(bytes(range(256)) * 3)
    file = io.BytesIO()
    image.save(file, "GIF", optimize=False, interlace=0)
    header, descriptor = 13 + 768, 10
    return file.getvalue()[header + descriptor : -1]
