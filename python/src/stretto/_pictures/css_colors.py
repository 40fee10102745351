"""Colours as CSS Color 4 writes them, read by tinycss2, in sRGB."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import tinycss2.color4

#: Red, green, blue, alpha in 0...1, not premultiplied.
RGBA: TypeAlias = tuple[float, float, float, float]
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


#: Longest text that is read as a colour, in characters; real ones are far shorter.
_LONGEST = 1000


def parsed(text: str) -> RGBA | None:
    """The colour that a text says, clipped to sRGB; None if it is none."""
    if len(text) > _LONGEST:
        return None
    try:
        color = tinycss2.color4.parse_color(text)
    except ValueError:  # "color()" without a space
        return None
    if color is None or isinstance(color, str):  # "currentcolor", of which there is none here
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
    found: _Three = tinycss2.color4.Color(space, coordinates, 1).to(other).coordinates
    return found


def _times(matrix: _Matrix, vector: _Three) -> _Three:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def _encoded(value: float) -> float:
    """A linear channel in the encoding of sRGB."""
    if value <= 0.0031308:
        return 12.92 * value
    return float(1.055 * value ** (1 / 2.4) - 0.055)


def _decoded(value: float) -> float:
    """The inverse of `_encoded`, odd for what is negative."""
    size = abs(value)
    linear = size / 12.92 if size <= 0.04045 else ((size + 0.055) / 1.055) ** 2.4
    return linear if value >= 0 else -linear


def _power(exponent: float) -> Callable[[float], float]:
    return lambda value: abs(value) ** exponent * (1 if value >= 0 else -1)


def _decoded_prophoto(value: float) -> float:
    return value / 16 if abs(value) <= 16 / 512 else _power(1.8)(value)


#: Spaces of red, green and blue: how a channel is made linear, and the matrix from there to XYZ.
_LINEAR: dict[str, tuple[Callable[[float], float], _Matrix]] = {
    "display-p3": (_decoded, _P3_TO_XYZ),
    "a98-rgb": (_power(563 / 256), _A98_TO_XYZ),
    "prophoto-rgb": (_decoded_prophoto, _PROPHOTO_TO_XYZ_D50),
    "rec2020": (_power(2.4), _REC2020_TO_XYZ),
}
