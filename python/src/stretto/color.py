"""Colours: any string that Pillow reads, or three or four floats."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from ._lazy import lazily
from ._numbers import is_series, numbers, shown
from .errors import InvalidArgument

if TYPE_CHECKING:
    import difflib

    from PIL import ImageColor
else:
    difflib = lazily("difflib")
    ImageColor = lazily("PIL.ImageColor")

#: Red, green, blue, alpha in 0...1, in the sRGB encoding and not premultiplied.
RGBA: TypeAlias = tuple[float, float, float, float]
#: What is taken for a colour: "white", "transparent", "#d0021b", "#00000080", "rgb(0, 128, 255)",
#: "hsl(120, 100%, 50%)", or floats (r, g, b) or (r, g, b, a) in 0...1.
ColorLike: TypeAlias = str | Iterable[float]


_TAKES = "a string such as 'white' or '#d0021b', or 3 or 4 numbers in 0...1"


def rgba(value: ColorLike, what: str = "color") -> RGBA:
    """The four components of a colour, each in 0...1; alpha is 1 if it is not given.

    Raises `InvalidArgument` for an unknown name (with the nearest right one) and for components outside
    0...1: a component of 255 is nearly always a mistake for 1.
    """
    if isinstance(value, str):
        return _parse(value, what)
    if not is_series(value):
        raise TypeError(f"{what} takes {_TAKES}, not {type(value).__name__} {shown(value)}")
    components = numbers(value, what)
    if len(components) not in (3, 4) or not all(0 <= component <= 1 for component in components):
        raise InvalidArgument(f"{what} was given {shown(value)}; a colour is {_TAKES}")
    red, green, blue = components[:3]
    return red, green, blue, components[3] if len(components) == 4 else 1.0


#: What is asked for most, so that a first picture does not wait for Pillow; and what Pillow does not know.
_NAMES = {
    "black": (0.0, 0.0, 0.0, 1.0),
    "white": (1.0, 1.0, 1.0, 1.0),
    "transparent": (0.0, 0.0, 0.0, 0.0),
}
_BARE_HEX = re.compile("[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8}", re.IGNORECASE)
_HEX = re.compile("#(?:[0-9a-f]{6}|[0-9a-f]{8})", re.IGNORECASE)


@lru_cache(maxsize=1024)
def _parse(text: str, what: str) -> RGBA:
    known = _NAMES.get(text.strip().lower())
    if known is not None:
        return known
    if _HEX.fullmatch(text):
        channels = [channel / 255 for channel in bytes.fromhex(text[1:])]
        return channels[0], channels[1], channels[2], channels[3] if len(channels) == 4 else 1.0
    try:
        red, green, blue, *alpha = ImageColor.getrgb(text)
    except ValueError:
        if _BARE_HEX.fullmatch(text):
            raise InvalidArgument(
                f"{what} was given the unknown color {shown(text)}; did you mean {'#' + text!r}?"
            ) from None
        near = difflib.get_close_matches(text.lower(), ImageColor.colormap, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else "; see Pillow's ImageColor for what can be written"
        raise InvalidArgument(f"{what} was given the unknown color {shown(text)}{hint}") from None
    clamped = [min(max(channel, 0), 255) / 255 for channel in (red, green, blue, *(alpha or [255]))]
    return clamped[0], clamped[1], clamped[2], clamped[3]
