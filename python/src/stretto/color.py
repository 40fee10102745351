"""Colours: any string that CSS has for one, or three or four floats."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from ._ffi.lazy import lazily, load
from ._ffi.numbers import is_series, numbers, shown
from .errors import InvalidArgument

if TYPE_CHECKING:
    import difflib
else:
    difflib = lazily("difflib")

__all__ = ["RGBA", "ColorLike", "rgba"]

#: Red, green, blue, alpha in 0...1, in the sRGB encoding and not premultiplied.
RGBA: TypeAlias = tuple[float, float, float, float]
#: Everything that is taken for a colour: any string of CSS Color 4 ("white", "#d0021b", "#0008",
#: "rgb(0 0 0 / 50%)", "hsl(120 100% 50%)", "oklch(70% 0.1 200)", "color(display-p3 1 0 0)"), "clear"
#: as well as "transparent", Pillow's "hsv(120, 100%, 50%)" and "rgba(255, 0, 0, 128)", or floats (r, g, b)
#: or (r, g, b, a) in 0...1.
#: Colours outside sRGB are clipped.
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
        step = f"; did you mean '#{value:06x}'?" if isinstance(value, int) and 0 <= value < 1 << 24 else ""
        raise TypeError(f"{what} takes {_TAKES}, not {type(value).__name__} {shown(value)}{step}")
    components = numbers(value, what)
    if len(components) not in (3, 4) or not all(0 <= component <= 1 for component in components):
        is_of_255 = len(components) == 3 and all(0 <= component <= 255 for component in components)
        step = f"; 'rgb({', '.join(f'{item:g}' for item in components)})' counts to 255" if is_of_255 else ""
        raise InvalidArgument(f"{what} was given {shown(value)}; a colour is {_TAKES}{step}")
    red, green, blue = components[:3]
    return red, green, blue, components[3] if len(components) == 4 else 1.0


#: The names that are used most, so that a first picture does not wait for a parser, and UIKit's "clear".
_NAMES = {
    "black": (0.0, 0.0, 0.0, 1.0),
    "white": (1.0, 1.0, 1.0, 1.0),
    "transparent": (0.0, 0.0, 0.0, 0.0),
    "clear": (0.0, 0.0, 0.0, 0.0),
}
_BARE_HEX = re.compile("[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8}", re.IGNORECASE)
#: An alpha in 0...255, as Pillow counts, of which CSS would make 1.
_ALPHA_IN_BYTES = re.compile(r"rgba\([^)]*,\s*(?:[2-9]|\d{2,3})\s*\)", re.IGNORECASE)
_HEX = re.compile("#(?:[0-9a-f]{6}|[0-9a-f]{8})", re.IGNORECASE)


@lru_cache(maxsize=1024)
def _parse(text: str, what: str) -> RGBA:
    known = _NAMES.get(text.strip().lower())
    if known is not None:
        return known
    if _HEX.fullmatch(text):
        channels = [channel / 255 for channel in bytes.fromhex(text[1:])]
        return channels[0], channels[1], channels[2], channels[3] if len(channels) == 4 else 1.0
    found: RGBA | None = (
        None if _ALPHA_IN_BYTES.fullmatch(text) else load("stretto._pictures.css_colors").parsed(text)
    )
    if found is None:
        found = _by_pillow(text)
    if found is None:
        raise InvalidArgument(f"{what} was given the unknown color {shown(text)}{_step(text)}")
    return found


def _by_pillow(text: str) -> RGBA | None:
    """The colour by Pillow's notations, which CSS does not have."""
    try:
        channels = [min(max(channel, 0), 255) / 255 for channel in load("PIL.ImageColor").getrgb(text)]
    except ValueError:
        return None
    return channels[0], channels[1], channels[2], channels[3] if len(channels) == 4 else 1.0


def _step(text: str) -> str:
    """The end of a sentence about an unknown colour: the nearest name."""
    if _BARE_HEX.fullmatch(text):
        return f"; did you mean {'#' + text!r}?"
    near = difflib.get_close_matches(text.lower(), load("PIL.ImageColor").colormap, n=1)
    return f"; did you mean {near[0]!r}?" if near else "; a name or a notation of CSS Color 4 is needed"
