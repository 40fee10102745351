"""Pictures of Pillow as straight RGBA, by the range that the numbers of each mode have."""

from __future__ import annotations

import struct
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

from ._lazy import load
from .errors import InvalidArgument

_Array = npt.NDArray[np.uint8]

if TYPE_CHECKING:
    from PIL import Image as Pillow

    Picture: TypeAlias = Pillow.Image
else:

    class _Kind(type):
        """Whoever has a picture of Pillow's has loaded Pillow; for the others it is not loaded."""

        def __instancecheck__(cls, value: object) -> bool:
            pillow = sys.modules.get("PIL.Image")
            return pillow is not None and isinstance(value, pillow.Image)

    class Picture(metaclass=_Kind):
        """A picture of Pillow's, `PIL.Image.Image`."""


def unreadable() -> tuple[type[Exception], ...]:
    """What Pillow raises for a file that it cannot read."""
    bomb: type[Exception] = load("PIL.Image").DecompressionBombError
    python = (SyntaxError, EOFError, ValueError, IndexError, ArithmeticError, RuntimeError, struct.error)
    return (OSError, bomb, *python)


def _converted(*modes: str) -> Callable[[Picture], _Array]:
    """By Pillow's own conversions, one after another, and RGBA at the end."""

    def convert(picture: Picture) -> _Array:
        for mode in (*modes, "RGBA"):
            picture = picture.convert(mode)
        return np.asarray(picture)

    return convert


def _grey_16(picture: Picture) -> _Array:
    """0...65535 as 0...255, rounded; Pillow would cut everything above 255."""
    wide = np.asarray(picture).astype(np.uint32)
    grey = ((wide + 128) // 257).astype(np.uint8)
    return np.stack([grey, grey, grey, np.full_like(grey, 255)], axis=-1)


#: What the modes of Pillow become; those that are not here are refused by name.
_MODES: dict[str, Callable[[Picture], _Array]] = {
    **dict.fromkeys(("1", "L", "P", "PA", "LA", "RGB", "RGBA", "RGBa"), _converted()),
    "La": _converted("LA"),
    **dict.fromkeys(("RGBX", "CMYK", "YCbCr", "HSV"), _converted("RGB")),
    **dict.fromkeys(("I;16", "I;16L", "I;16B", "I;16N"), _grey_16),
}
#: Formats whose pictures of mode "I" are known to hold 0...65535.
_SIXTEEN_BITS = ("PNG", "PPM")
_REFUSED = {
    "I": "its 32-bit integers have no agreed range",
    "F": "its floating-point numbers have no agreed range",
    "LAB": "Lab colours need a colour profile",
}


def rgba(picture: Picture) -> _Array:
    """The pixels, of shape (height, width, 4). Raises `InvalidArgument` for a mode without a meaning here."""
    mode = picture.mode
    convert = _grey_16 if mode == "I" and picture.format in _SIXTEEN_BITS else _MODES.get(mode)
    if convert is None:
        raise InvalidArgument(
            f"a picture of Pillow's mode {mode!r} cannot be shown: "
            f"{_REFUSED.get(mode, 'the mode is unknown')}; convert it to 'L', 'I;16', 'RGB' or 'RGBA' first"
        )
    return convert(picture)
