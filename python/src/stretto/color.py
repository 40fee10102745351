"""Converts colours, which are strings of CSS, or three or four floats."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from ._ffi.lazy import lazily, load
from ._ffi.numbers import is_series, numbers, shown, wrong_type
from ._model.words import near
from .errors import InvalidArgument

if TYPE_CHECKING:
    from tinycss2 import color4
else:
    color4 = lazily("tinycss2.color4")

__all__ = ["RGBA", "ColorLike", "rgba"]

#: Red, green, blue, alpha in 0...1, in the sRGB encoding and not premultiplied.
RGBA: TypeAlias = tuple[float, float, float, float]
#: A colour: any string of CSS Color 4 ("white", "#d0021b", "#0008", "rgb(0 0 0 / 50%)", "hsl(120 100% 50%)",
#: "oklch(70% 0.1 200)", "color(display-p3 1 0 0)"); "clear", which is "transparent"; Pillow's "hsv(120, 100%,
#: 50%)" and "rgba(255, 0, 0, 128)"; or floats (r, g, b) or (r, g, b, a) in 0...1. Colours outside sRGB are
#: clipped.
ColorLike: TypeAlias = str | Iterable[float]


_TAKES = "a string such as 'white' or '#d0021b', or 3 or 4 numbers in 0...1"


def rgba(value: ColorLike, what: str = "color") -> RGBA:
    """Returns the red, green, blue and alpha of a colour, each in 0...1.

    Args:
        value: A colour in any form. A colour without alpha is opaque.
        what: The argument's name in messages.

    Raises:
        InvalidArgument: For an unknown name (the message suggests the nearest name), and for components
            outside 0...1. A component of 255 is nearly always a mistake for 1.
    """
    if isinstance(value, str):
        return _parse(value, what)
    if not is_series(value):
        advice = f"; did you mean '#{value:06x}'?" if isinstance(value, int) and 0 <= value < 1 << 24 else ""
        raise wrong_type(what, _TAKES, value, advice)
    components = numbers(value, what)
    if len(components) not in (3, 4) or not all(0 <= component <= 1 for component in components):
        is_of_255 = len(components) == 3 and all(0 <= component <= 255 for component in components)
        advice = (
            f"; 'rgb({', '.join(f'{item:g}' for item in components)})' counts to 255" if is_of_255 else ""
        )
        raise InvalidArgument(f"{what} was given {shown(value)}; a colour is {_TAKES}{advice}")
    red, green, blue = components[:3]
    return red, green, blue, components[3] if len(components) == 4 else 1.0


#: The most frequent names, so that a first picture needs no parser, and UIKit's "clear".
_NAMES = {
    "black": (0.0, 0.0, 0.0, 1.0),
    "white": (1.0, 1.0, 1.0, 1.0),
    "transparent": (0.0, 0.0, 0.0, 0.0),
    "clear": (0.0, 0.0, 0.0, 0.0),
}
_BARE_HEX = re.compile("[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8}", re.IGNORECASE)
#: An alpha in 0...255, as Pillow defines it. CSS would clamp an alpha of more than 1 to 1.
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
    found = None if _ALPHA_IN_BYTES.fullmatch(text) else _by_css(text)
    if found is None:
        found = _by_pillow(text)
    if found is None:
        raise InvalidArgument(f"{what} was given the unknown color {shown(text)}{_advice(text)}")
    return found


def _by_pillow(text: str) -> RGBA | None:
    """The colour of a notation that only Pillow has; None for any other text."""
    try:
        channels = [min(max(channel, 0), 255) / 255 for channel in load("PIL.ImageColor").getrgb(text)]
    except ValueError:
        return None
    return channels[0], channels[1], channels[2], channels[3] if len(channels) == 4 else 1.0


def _advice(text: str) -> str:
    """End of the message about an unknown colour, with the nearest name."""
    if _BARE_HEX.fullmatch(text):
        return f"; did you mean {'#' + text!r}?"
    found = near(text.lower(), load("PIL.ImageColor").colormap)
    return found or "; a name or a notation of CSS Color 4 is needed"


# CSS Color 4, read by tinycss2

_Three: TypeAlias = Sequence[float]
_Matrix: TypeAlias = tuple[_Three, _Three, _Three]

# The matrices of CSS Color 4, section "Sample code for Color Conversions".
_XYZ_TO_SRGB: _Matrix = (
    (12831 / 3959, -329 / 214, -1974 / 3959),
    (-851781 / 878810, 1648619 / 878810, 36519 / 878810),
    (705 / 12673, -2585 / 12673, 705 / 667),
)
_D50_TO_D65: _Matrix = (
    (0.955473421488075, -0.02309845494876471, 0.06325924320057072),
    (-0.0283697093338637, 1.0099953980813041, 0.021041441191917323),
    (0.012314014864481998, -0.020507649298898964, 1.330365926242124),
)
_P3_TO_XYZ: _Matrix = (
    (608311 / 1250200, 189793 / 714400, 198249 / 1000160),
    (35783 / 156275, 247089 / 357200, 198249 / 2500400),
    (0, 32229 / 714400, 5220557 / 5000800),
)
_A98_TO_XYZ: _Matrix = (
    (573536 / 994567, 263643 / 1420810, 187206 / 994567),
    (591459 / 1989134, 6239551 / 9945670, 374412 / 4972835),
    (53769 / 1989134, 351524 / 4972835, 4929758 / 4972835),
)
_PROPHOTO_TO_XYZ_D50: _Matrix = (
    (0.7977666449006423, 0.13518129740053308, 0.0313477341283922),
    (0.2880748288194013, 0.711835234241873, 0.00008993693872564),
    (0, 0, 0.8251046025104602),
)
_REC2020_TO_XYZ: _Matrix = (
    (63426534 / 99577255, 20160776 / 139408157, 47086771 / 278816314),
    (26158966 / 99577255, 472592308 / 697040785, 8267143 / 139408157),
    (0, 19567812 / 697040785, 295819943 / 278816314),
)


#: Largest number of characters of a colour.
_LONGEST = 1000


def _by_css(text: str) -> RGBA | None:
    """The colour of a text of CSS, clipped to sRGB; None for any other text."""
    if len(text) > _LONGEST:
        return None
    try:
        color = color4.parse_color(text)
    except ValueError:  # raised for "color()" without a colour space
        return None
    if color is None or isinstance(color, str):  # "currentcolor" has no meaning here
        return None
    coordinates = [0.0 if value is None else value for value in color.coordinates]
    red, green, blue = (min(max(channel, 0.0), 1.0) for channel in _srgb(color.space, coordinates))
    return red, green, blue, color.alpha


def _srgb(space: str, coordinates: _Three) -> _Three:
    if space in ("srgb", "hsl", "hwb"):
        return _converted(space, coordinates, "srgb")
    if space in _LINEAR:
        decoded, to_xyz = _LINEAR[space]
        coordinates = _times(to_xyz, [decoded(value) for value in coordinates])
        space = "xyz-d50" if space == "prophoto-rgb" else "xyz-d65"
    elif space in ("lab", "lch"):
        space, coordinates = "xyz-d50", _converted(space, coordinates, "xyz-d50")
    elif space in ("oklab", "oklch"):
        space, coordinates = "xyz-d65", _converted(space, coordinates, "xyz-d65")
    if space == "srgb-linear":
        return [_encoded(value) for value in coordinates]
    if space == "xyz-d50":
        coordinates = _times(_D50_TO_D65, coordinates)
    return [_encoded(value) for value in _times(_XYZ_TO_SRGB, coordinates)]


def _converted(space: str, coordinates: _Three, other: str) -> _Three:
    found: _Three = color4.Color(space, coordinates, 1).to(other).coordinates
    return found


def _times(matrix: _Matrix, vector: _Three) -> _Three:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def _encoded(value: float) -> float:
    """A linear channel in the encoding of sRGB."""
    if value <= 0.0031308:
        return 12.92 * value
    return float(1.055 * value ** (1 / 2.4) - 0.055)


def _decoded(value: float) -> float:
    """Returns the inverse of `_encoded`, with odd symmetry for negative values."""
    size = abs(value)
    linear = size / 12.92 if size <= 0.04045 else ((size + 0.055) / 1.055) ** 2.4
    return linear if value >= 0 else -linear


def _power(exponent: float) -> Callable[[float], float]:
    return lambda value: abs(value) ** exponent * (1 if value >= 0 else -1)


#: RGB colour spaces, each with the function that makes a channel linear and the matrix from linear RGB to
#: XYZ.
_LINEAR: dict[str, tuple[Callable[[float], float], _Matrix]] = {
    "display-p3": (_decoded, _P3_TO_XYZ),
    "a98-rgb": (_power(563 / 256), _A98_TO_XYZ),
    "prophoto-rgb": (
        lambda value: value / 16 if abs(value) <= 16 / 512 else _power(1.8)(value),
        _PROPHOTO_TO_XYZ_D50,
    ),
    "rec2020": (_power(2.4), _REC2020_TO_XYZ),
}
