"""Chooses the colours of a palette, and converts frames to indices of a palette."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from PIL import Image as Pillow

from .clip import changes
from .drawing import Pixels

#: Index of transparent pixels.
CLEAR = 255
#: Side of Bayer's matrix, a power of two. The pattern of a larger Bayer matrix would be visible.
_BAYER_SIDE = 4
#: Red, green and blue packed into one number.
_Packed: TypeAlias = npt.NDArray[np.uint32]
_Counts: TypeAlias = npt.NDArray[np.int64]
#: Colours as an array (n, channels).
_Points: TypeAlias = npt.NDArray[np.float64]


class Histogram:
    """Histogram of the colours of a clip, with memory that does not grow with the number of frames.

    Each frame contributes evenly spread pixels, and the pixels that differ from the frame before, which may
    be visible for a short time only. If `has_alpha` is true, alpha is a fourth channel and colours are
    premultiplied. Without alpha, only pixels that are at least half opaque count.
    """

    #: Number of sampled pixels of a whole frame and of its changed part, and largest number of stored
    #: colours.
    _SPREAD, _CHANGED, _MOST = 4096, 1 << 15, 1 << 17

    def __init__(self, has_alpha: bool = False) -> None:
        self._channels = 4 if has_alpha else 3
        self._colors: _Packed = np.empty(0, np.uint32)
        self._counts: _Counts = np.empty(0, np.int64)
        #: Sampled pixels, with the number of pixels that each sample represents.
        self._new: list[tuple[_Packed, int]] = []
        self._before: Pixels | None = None

    def add(self, frame: Pixels) -> None:
        """Adds the next frame."""
        flat = frame.reshape(-1, 4)
        self._new.append((self._sample(flat, self._SPREAD), max(1, len(flat) // self._SPREAD)))
        if self._before is None or self._before.shape != frame.shape:
            self._new.append((self._sample(flat, max(len(flat), self._CHANGED)), 1))
        else:
            self._new.append((self._sample(frame[changes(self._before, frame)], self._CHANGED), 1))
        self._before = frame
        if sum(len(pixels) for pixels, _ in self._new) > self._MOST:
            self._merge()

    def palette(self, colors: int) -> Pixels:
        """Returns the best palette for the frames, of shape (n, channels). The palette contains frequent
        colours without any change.
        """
        self._merge()
        if not len(self._colors):
            return np.zeros((1, self._channels), np.uint8)
        order = np.argsort(-self._counts, kind="stable")
        unique, counts = _unpacked(self._colors[order], self._channels), self._counts[order]
        if len(unique) <= colors:
            return unique
        # A colour stays exact if more than the fraction 1 / (2 * colors) of the pixels has this colour.
        exact = min(int((counts > counts.sum() / (2 * colors)).sum()), colors // 2)
        rest, weights = unique[exact:], counts[exact:]
        table = _reduced(rest, weights, colors - exact)
        return np.concatenate([unique[:exact], table])

    def _sample(self, flat: Pixels, count: int) -> _Packed:
        """About `count` evenly spread pixels."""
        some = flat[:: max(1, -(-len(flat) // count))]
        return _packed(some if self._channels == 4 else some[some[:, 3] >= 128], self._channels)

    def _merge(self) -> None:
        if not self._new:
            return
        weights = np.repeat([weight for _, weight in self._new], [len(pixels) for pixels, _ in self._new])
        found, inverse = np.unique(np.concatenate([pixels for pixels, _ in self._new]), return_inverse=True)
        counts = np.bincount(inverse, weights, len(found)).astype(np.int64)
        indices = np.searchsorted(self._colors, found)
        known = indices < len(self._colors)
        known[known] = self._colors[indices[known]] == found[known]
        self._counts[indices[known]] += counts[known]
        self._colors = np.insert(self._colors, indices[~known], found[~known])
        self._counts = np.insert(self._counts, indices[~known], counts[~known])
        if len(self._colors) > self._MOST:
            most_frequent = np.sort(np.argpartition(-self._counts, self._MOST)[: self._MOST])
            self._colors, self._counts = self._colors[most_frequent], self._counts[most_frequent]
        self._new = []


def _reduced(colors: Pixels, counts: _Counts, size: int) -> Pixels:
    """A palette of `size` for weighted colours. The function cuts the colours into boxes and refines the
    means of the boxes.
    """
    points, weights = _binned(colors, counts)
    table = _box_means(points, weights, size)
    for _ in range(_ROUNDS):
        nearest = _nearest(points, table)
        owned = np.bincount(nearest, weights, len(table))
        sums = [np.bincount(nearest, weights * column, len(table)) for column in points.T]
        table = np.where(
            owned[:, np.newaxis] > 0, np.stack(sums, 1) / np.maximum(owned, 1)[:, np.newaxis], table
        )
    return np.unique(np.rint(table).astype(np.uint8), axis=0)


#: Rounds of refinement, and number of colours that are looked up together, so that the colours fit into the
#: processor's cache.
_ROUNDS, _TOGETHER = 4, 512


def _binned(colors: Pixels, counts: _Counts) -> tuple[_Points, npt.NDArray[np.float64]]:
    """Quantises colours to 64 levels for each channel, and averages each bin."""
    steps = colors.astype(np.uint32) >> 2
    _, indices = np.unique(_packed(steps, steps.shape[1]), return_inverse=True)
    weights = np.bincount(indices, counts).astype(np.float64)
    sums = [np.bincount(indices, counts * column.astype(np.float64)) for column in colors.T]
    return np.stack(sums, 1) / weights[:, np.newaxis], weights


def _box_means(points: _Points, weights: npt.NDArray[np.float64], size: int) -> _Points:
    """Mean colours of at most `size` boxes. The box with the largest spread is cut in two, repeatedly."""
    boxes = [_Box(points, weights)]
    while len(boxes) < size:
        worst = max(range(len(boxes)), key=lambda index: boxes[index].spread)
        if boxes[worst].spread <= 0:
            break
        boxes[worst : worst + 1] = boxes[worst].halves()
    return np.stack([box.mean for box in boxes])


class _Box:
    """Colours that share one entry of the palette."""

    def __init__(self, points: _Points, weights: npt.NDArray[np.float64]) -> None:
        self._points, self._weights = points, weights
        self.mean = np.average(points, axis=0, weights=weights)
        squares = weights @ (points - self.mean) ** 2
        self._axis = int(squares.argmax())
        #: Largest sum of squared distances from the mean along one axis.
        self.spread = float(squares[self._axis]) if len(points) > 1 else 0.0

    def halves(self) -> tuple[_Box, _Box]:
        """The colours below the mean of one axis, and the colours above the mean."""
        below = self._points[:, self._axis] < self.mean[self._axis]
        if below.all() or not below.any():  # possible by rounding
            below = np.arange(len(below)) == 0
        return _Box(self._points[below], self._weights[below]), _Box(
            self._points[~below], self._weights[~below]
        )


def _nearest(points: _Points | Pixels, table: _Points | Pixels) -> npt.NDArray[np.intp]:
    """The index of the nearest colour of the table for each point.

    The result is exact for whole numbers, because all sums are below 2^24, which 32-bit floats represent
    exactly.
    """
    # A matrix product would start threads of BLAS.
    columns = -2 * table.T.astype(np.float32)
    squares = (table.astype(np.float32) ** 2).sum(axis=1)
    found = np.empty(len(points), np.intp)
    for start in range(0, len(points), _TOGETHER):
        part = points[start : start + _TOGETHER].astype(np.float32)
        distances = part[:, :1] * columns[0]
        distances += squares
        term = np.empty_like(distances)
        for channel in range(1, len(columns)):
            distances += np.multiply(part[:, channel : channel + 1], columns[channel], out=term)
        found[start : start + _TOGETHER] = distances.argmin(axis=1)
    return found


def _packed(colors: npt.NDArray[Any], channels: int) -> _Packed:
    """The first channels of pixels, packed into one number for each pixel."""
    wide = colors.astype(np.uint32)
    numbers: _Packed = wide[..., 0]
    for channel in range(1, channels):
        numbers = (numbers << 8 | wide[..., channel]).astype(np.uint32, copy=False)
    return numbers


def _unpacked(numbers: _Packed, channels: int) -> Pixels:
    shifts = range(8 * (channels - 1), -1, -8)
    return np.stack([numbers >> shift & 255 for shift in shifts], axis=-1).astype(np.uint8)


class Quantizer:
    """Converts frames to indices of a palette, one frame after another.

    Frames are straight RGBA, with `CLEAR` for alpha below one half. For a palette of four channels, frames
    are premultiplied RGBA. Without error diffusion an index depends only on the pixel and its position, so
    only changed pixels are looked up.
    """

    def __init__(self, colors: Pixels, dither: str | None) -> None:
        self._has_alpha = colors.shape[1] == 4
        self._diffused = _Diffused(colors) if dither == "diffusion" else None
        self._find = _Ordered(colors) if dither == "ordered" else _Plain(colors)
        self._before: tuple[Pixels, Pixels] | None = None

    def __call__(self, frame: Pixels) -> Pixels:
        if self._diffused is not None:
            found = self._diffused(frame[..., :3])
        elif self._before is None:
            found = np.empty(frame.shape[:2], np.uint8)
            self._look_up(frame, found, np.ones(frame.shape[:2], bool))
        else:
            before, indices = self._before
            found = indices.copy()
            self._look_up(frame, found, changes(before, frame))
        self._before = frame, found
        if self._has_alpha:
            return found
        return np.where(frame[..., 3] < 128, np.uint8(CLEAR), found)

    def _look_up(self, frame: Pixels, indices: Pixels, chosen: npt.NDArray[np.bool_]) -> None:
        rows, columns = np.nonzero(chosen)
        if len(rows):
            indices[rows, columns] = self._find(frame[rows, columns], rows, columns)


class Nearest:
    """Finds the nearest colour of a palette exactly, with a cache of 65,536 colours. Pillow's search is
    inexact and makes white off-white.
    """

    _SLOTS = 1 << 16

    def __init__(self, colors: Pixels) -> None:
        self._colors, self._channels = colors, colors.shape[1]
        # The key of an empty slot of the cache is a colour that belongs to another slot: colour 0, or colour
        # 1 for slot 0, to which colour 0 belongs.
        self._keys = np.zeros(self._SLOTS, np.uint32)
        self._keys[0] = 1
        self._known = np.zeros(self._SLOTS, np.uint8)

    def __call__(self, pixels: Pixels) -> Pixels:
        packed = _packed(pixels, self._channels)
        slots = packed * np.uint32(0x9E3779B1) >> np.uint32(16)
        found: Pixels = self._known[slots]
        missing = np.flatnonzero(self._keys[slots] != packed)
        if len(missing):
            unique, indices = np.unique(packed[missing], return_inverse=True)
            answers = _nearest(_unpacked(unique, self._channels), self._colors).astype(np.uint8)
            found[missing] = answers[indices]
            slots = unique * np.uint32(0x9E3779B1) >> np.uint32(16)
            self._keys[slots], self._known[slots] = unique, answers
        return found


class _Plain:
    """Converts each pixel to the nearest colour of the palette, without dithering."""

    def __init__(self, colors: Pixels) -> None:
        self._nearest = Nearest(colors)

    def __call__(self, pixels: Pixels, rows: npt.NDArray[np.intp], columns: npt.NDArray[np.intp]) -> Pixels:
        return self._nearest(pixels)


class _Ordered(_Plain):
    """Ordered dithering, which adds a small fixed pattern before finding the nearest colour, so that static
    parts of a clip do not flicker.

    Colours of the palette stay unchanged, so plain areas stay plain.
    """

    def __init__(self, colors: Pixels) -> None:
        super().__init__(colors)
        self._colors = colors
        self._pattern = _bayer(_BAYER_SIDE) * _spacing(colors)

    def __call__(self, pixels: Pixels, rows: npt.NDArray[np.intp], columns: npt.NDArray[np.intp]) -> Pixels:
        rgb = pixels[:, :3]
        shift = self._pattern[rows % _BAYER_SIDE, columns % _BAYER_SIDE][:, np.newaxis]
        plain = self._nearest(rgb)
        shifted = np.clip(np.rint(rgb + shift), 0, 255).astype(np.uint8)
        exact = (self._colors[plain] == rgb).all(axis=1)
        return np.where(exact, plain, self._nearest(shifted))


class _Diffused:
    """Error diffusion by Floyd and Steinberg, which is smooth but flickers."""

    def __init__(self, colors: Pixels) -> None:
        self._last = len(colors) - 1
        self._palette = Pillow.new("P", (1, 1))
        # Pillow extends a short palette with greys, and would use the greys.
        full = np.concatenate([colors, np.repeat(colors[-1:], 256 - len(colors), axis=0)])
        self._palette.putpalette(full.tobytes())

    def __call__(self, pixels: Pixels) -> Pixels:
        image = Pillow.fromarray(np.ascontiguousarray(pixels))
        found = image.quantize(palette=self._palette, dither=Pillow.Dither.FLOYDSTEINBERG)
        indices: Pixels = np.minimum(np.asarray(found, np.uint8), np.uint8(self._last))
        return indices


def _bayer(side: int) -> npt.NDArray[np.float64]:
    """Thresholds from -0.5 to 0.5, arranged so that neighbouring thresholds differ much."""
    matrix = np.zeros((1, 1))
    while len(matrix) < side:
        matrix = np.block([[4 * matrix, 4 * matrix + 2], [4 * matrix + 3, 4 * matrix + 1]])
    return (matrix + 0.5) / side**2 - 0.5


def _spacing(colors: Pixels) -> float:
    """Median distance between nearest colours of the palette, for one channel."""
    if len(colors) < 2:
        return 0
    table = colors.astype(np.float64)
    distances = np.linalg.norm(table[:, np.newaxis] - table, axis=2)
    np.fill_diagonal(distances, np.inf)
    return float(np.median(distances.min(axis=1)) / 3**0.5)
