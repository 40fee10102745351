"""Operations on straight RGBA before it is encoded: laying over a colour, finding what changed."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Pixels: TypeAlias = npt.NDArray[np.uint8]
#: Red, green and blue in 0...255: of shape (3,), or one for every pixel.
Matte: TypeAlias = npt.NDArray[np.float64]
#: Left, top, right, bottom.
Box: TypeAlias = tuple[int, int, int, int]


def over(frame: Pixels, matte: Matte | None) -> Pixels:
    """The frame laid over a colour, opaque; as it is if there is none, or if nothing shows through."""
    if matte is None or (frame[..., 3] == 255).all():
        return frame
    out = np.full_like(frame, 255)
    alpha = frame[..., 3:] / 255
    out[..., :3] = np.rint(frame[..., :3] * alpha + matte * (1 - alpha))
    return out


def over_where_visible(frame: Pixels, matte: Matte | None) -> Pixels:
    """The frame laid over a colour, but see-through where nothing at all was drawn."""
    if matte is None:
        return frame
    out = over(frame, matte)
    out[..., 3] = np.where(frame[..., 3] > 0, 255, 0)
    return out


def bounding_box(mask: npt.NDArray[np.bool_]) -> Box:
    """The box around what is set; one pixel if nothing is, as a frame cannot be empty."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if not len(rows):
        return 0, 0, 1, 1
    return int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1


def changes(before: Pixels, after: Pixels) -> npt.NDArray[np.bool_]:
    """Mask of the pixels in which two frames differ."""
    words: npt.NDArray[np.bool_] = (
        np.ascontiguousarray(before).view(np.uint32) != np.ascontiguousarray(after).view(np.uint32)
    )[..., 0]
    return words


def patch(before: Pixels | None, frame: Pixels, grain: int = 1) -> tuple[int, int, Pixels, bool]:
    """Difference from the frame before: left, top (multiples of `grain`), pixels, and the blend method.

    True means that the pixels are laid over what is there, and what stays the same is clear in them, which
    compresses better than to repeat it; False that they take its place.
    """
    if before is None:
        return 0, 0, frame, False
    changed = changes(before, frame)
    left, top, right, bottom = bounding_box(changed)
    left, top = left - left % grain, top - top % grain
    area = np.s_[top:bottom, left:right]
    if (frame[changed][:, 3] == 255).all():
        return left, top, frame[area] * changed[area][..., np.newaxis], True
    return left, top, frame[area], False


def bled(frame: Pixels) -> Pixels:
    """The frame with colours run out into where it is transparent; alpha is as it was.

    Codecs that keep colour at half the resolution mix it across edges. Behind the edge must not be black
    then, or it is seen as a rim. Colours are pulled down into ever smaller pictures, and pushed back up
    into what has none.
    """
    visible = frame[..., 3] > 0
    if visible.all() or not visible.any():
        return frame
    alpha = frame[..., 3:].astype(np.float32)
    color = _filled(np.concatenate([frame[..., :3] * alpha, alpha], axis=2))
    out: Pixels = frame.copy()
    out[~visible, :3] = np.rint(color[~visible])
    return out


def _filled(weighted: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Colours for every pixel from (red, green, blue, 1) times a weight, which may be 0."""
    height, width = weighted.shape[:2]
    weight = weighted[..., 3:]
    color = np.divide(weighted[..., :3], np.maximum(weight, np.float32(1e-6)), dtype=np.float32)
    if (height, width) == (1, 1):
        return color
    even = np.pad(weighted, ((0, height % 2), (0, width % 2), (0, 0)))
    smaller = _filled(even[::2, ::2] + even[1::2, ::2] + even[::2, 1::2] + even[1::2, 1::2])
    larger = smaller.repeat(2, axis=0).repeat(2, axis=1)[:height, :width]
    return np.where(weight > 0, color, larger).astype(np.float32)
