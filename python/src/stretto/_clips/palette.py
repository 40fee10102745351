"""Few colours for many: finding a palette, and putting frames into it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
import numpy.typing as npt
from PIL import Image as Pillow

from .pixels import Pixels

#: The index that means see-through.
CLEAR = 255
#: How many pixels the palette is found from.
_SAMPLE = 250_000
#: Bayer's matrix, the side of which must be a power of two; larger ones show their pattern.
_BAYER_SIDE = 4


def palette(frames: Iterable[Pixels], count: int, colors: int) -> Pixels:
    """The colours, of shape (n, 3), that suit `count` frames best: at most `colors`, common ones exactly."""
    samples = np.concatenate([_packed(_sample(frame, max(1, _SAMPLE // count))) for frame in frames])
    if not len(samples):
        return np.zeros((1, 3), np.uint8)
    found, counts = np.unique(samples, return_counts=True)
    order = np.argsort(-counts, kind="stable")
    unique, counts = _unpacked(found[order]), counts[order]
    if len(unique) <= colors:
        return unique
    # What has half of its fair share of the pixels is kept as it is.
    exact = min(int((counts > len(samples) / (2 * colors)).sum()), colors // 2)
    rest = np.repeat(unique[exact:], np.minimum(counts[exact:], 1000), axis=0)
    reduced = Pillow.fromarray(rest[np.newaxis]).quantize(
        colors - exact, method=Pillow.Quantize.MEDIANCUT, kmeans=1
    )
    table = np.frombuffer(bytes(reduced.getpalette() or []), np.uint8).reshape(-1, 3)
    return np.concatenate([unique[:exact], table[: colors - exact]])


def _sample(frame: Pixels, count: int) -> Pixels:
    """Evenly spread opaque pixels of a frame."""
    visible = frame[frame[..., 3] >= 128][:, :3]
    return visible[:: max(1, len(visible) // count)]


def _packed(colors: Pixels) -> npt.NDArray[np.uint32]:
    """Red, green and blue as one number each."""
    wide = colors.astype(np.uint32)
    return (wide[..., 0] << 16 | wide[..., 1] << 8 | wide[..., 2]).astype(np.uint32, copy=False)


def _unpacked(numbers: npt.NDArray[np.uint32]) -> Pixels:
    return np.stack([numbers >> 16, numbers >> 8 & 255, numbers & 255], axis=-1).astype(np.uint8)


class Quantizer:
    """Puts frames of straight RGBA into a palette: indices, and `CLEAR` for alpha under a half."""

    def __init__(self, colors: Pixels, dither: str | None) -> None:
        finders: dict[str | None, Callable[[Pixels], Callable[[Pixels], Pixels]]]
        finders = {None: Nearest, "ordered": _Ordered, "diffusion": _Diffused}
        self._find = finders[dither](colors)

    def __call__(self, frame: Pixels) -> Pixels:
        return np.where(frame[..., 3] < 128, CLEAR, self._find(frame[..., :3])).astype(np.uint8)


class Nearest:
    """Finds the nearest colour of a palette, exactly; Pillow's own search makes white off-white.

    It remembers the answer for every colour it was asked for, in 16 MB.
    """

    def __init__(self, colors: Pixels) -> None:
        self._colors = colors.astype(np.float32)
        self._known = np.full(1 << 24, CLEAR, np.uint8)

    def __call__(self, pixels: Pixels) -> Pixels:
        packed = _packed(pixels)
        found: Pixels = self._known[packed]
        if (found == CLEAR).any():
            self._learn(np.unique(packed[found == CLEAR]))
            found = self._known[packed]
        return found

    def _learn(self, packed: npt.NDArray[np.uint32]) -> None:
        for some in np.array_split(packed, len(packed) // 4096 + 1):
            rgb = _unpacked(some).astype(np.float32)
            distances = (self._colors**2).sum(axis=1) - 2 * rgb @ self._colors.T
            self._known[some] = distances.argmin(axis=1)


class _Ordered:
    """Adds a small fixed pattern before finding the nearest: still parts stay still.

    Colours that are in the palette stay as they are, so that plain areas stay plain.
    """

    def __init__(self, colors: Pixels) -> None:
        self._nearest = Nearest(colors)
        self._colors = colors
        self._pattern = _bayer(_BAYER_SIDE) * _spacing(colors)

    def __call__(self, pixels: Pixels) -> Pixels:
        height, width = pixels.shape[:2]
        side = _BAYER_SIDE
        tiled = np.tile(self._pattern, (-(-height // side), -(-width // side)))[:height, :width, np.newaxis]
        plain = self._nearest(pixels)
        shifted = np.clip(np.rint(pixels + tiled), 0, 255).astype(np.uint8)
        exact = (self._colors[plain] == pixels).all(axis=2)
        return np.where(exact, plain, self._nearest(shifted))


class _Diffused:
    """Hands the error of each pixel on to its neighbours (Floyd and Steinberg): smooth, but it flickers."""

    def __init__(self, colors: Pixels) -> None:
        self._last = len(colors) - 1
        self._palette = Pillow.new("P", (1, 1))
        # Pillow fills up a short palette with greys of its own, and would use them.
        full = np.concatenate([colors, np.repeat(colors[-1:], 256 - len(colors), axis=0)])
        self._palette.putpalette(full.tobytes())

    def __call__(self, pixels: Pixels) -> Pixels:
        image = Pillow.fromarray(np.ascontiguousarray(pixels))
        found = image.quantize(palette=self._palette, dither=Pillow.Dither.FLOYDSTEINBERG)
        indices: Pixels = np.minimum(np.asarray(found, np.uint8), np.uint8(self._last))
        return indices


def _bayer(side: int) -> npt.NDArray[np.float64]:
    """Thresholds from -0.5 to 0.5, spread so that near ones differ much."""
    matrix = np.zeros((1, 1))
    while len(matrix) < side:
        matrix = np.block([[4 * matrix, 4 * matrix + 2], [4 * matrix + 3, 4 * matrix + 1]])
    return (matrix + 0.5) / side**2 - 0.5


def _spacing(colors: Pixels) -> float:
    """How far a colour of the palette is from the next, in the middle of all and for each channel."""
    if len(colors) < 2:
        return 0
    table = colors.astype(np.float64)
    distances = np.linalg.norm(table[:, np.newaxis] - table, axis=2)
    np.fill_diagonal(distances, np.inf)
    return float(np.median(distances.min(axis=1)) / 3**0.5)
