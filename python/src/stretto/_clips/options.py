"""The options of the formats, checked."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, cast

import numpy as np

from stretto._ffi.numbers import number, shown, whole
from stretto.color import ColorLike, rgba
from stretto.errors import InvalidArgument

from .pixels import Matte

#: Dithering methods.
Dither: TypeAlias = Literal["ordered", "diffusion"]
DITHERS = ("ordered", "diffusion")
#: The most colours of a GIF; one more index means see-through, or "as it was".
COLORS = 255
_MAX_LOOP = 65_534
MOST_EFFORT = 6


class _Default:
    """Stands for what a format takes if nothing is given, and shows itself as that in signatures."""

    def __init__(self, shown: str) -> None:
        self._shown = shown

    def __repr__(self) -> str:
        return self._shown


#: The defaults of `Movie.save`, which is typed as what can be given.
LOOP: Any = _Default("0")
MATTE: Any = _Default("None")
COLORS_OF_ALL: Any = _Default("255")
DITHER: Any = _Default("None")
QUALITY: Any = _Default("None")
EFFORT: Any = _Default("2 without loss, 4 with")
COMPRESS: Any = _Default("2")
COLUMNS: Any = _Default("None")


def given(**values: Any) -> dict[str, Any]:
    """The options that were given, without those left at their defaults."""
    return {name: value for name, value in values.items() if not isinstance(value, _Default)}


def matte_of(color: ColorLike | None) -> Matte | None:
    """The colour to lay frames over, None for none."""
    if color is None:
        return None
    *rgb, alpha = rgba(color, "matte")
    if alpha != 1:
        raise InvalidArgument(f"matte was given {shown(color)}; an opaque colour is needed")
    return np.array(rgb) * 255


def repeats(loop: int | None) -> int | None:
    """Number of repeats after the first play: 0 is for ever, None no repeat."""
    if loop is None:
        return None
    allowed = f"it is from 1 to {_MAX_LOOP}, 0 for ever, or None for once"
    if isinstance(cast(object, loop), (bool, np.bool_)):  # True would play twice, and False for ever
        raise TypeError(f"loop takes a number, not {loop}; {allowed}")
    count = whole(loop, "loop")
    if not 0 <= count <= _MAX_LOOP:
        raise InvalidArgument(f"loop was given {count}; {allowed}")
    return count


def plays(loop: int | None) -> int:
    """Number of plays in all, as APNG and WebP count: 0 is for ever."""
    count = repeats(loop)
    return 1 if count is None else count + 1 if count else 0


def palette_size(colors: int) -> int:
    """The number of colours of a palette."""
    count = whole(colors, "colors")
    if not 2 <= count <= COLORS:
        raise InvalidArgument(f"colors was given {count}; it is from 2 to {COLORS}")
    return count


def dither_of(dither: str | None) -> str | None:
    """The name of a way to dither, or None."""
    if dither is not None and not (isinstance(dither, str) and dither in DITHERS):
        allowed = ", ".join(map(repr, DITHERS))
        raise InvalidArgument(f"dither was given {shown(dither)}; it is {allowed} or None")
    return dither


def effort_of(effort: int) -> int:
    """The effort of an encoder, checked: higher values take longer and make smaller files."""
    value = whole(effort, "effort")
    if not 0 <= value <= MOST_EFFORT:
        raise InvalidArgument(f"effort was given {value}; it is from 0 (fastest) to {MOST_EFFORT} (smallest)")
    return value


def quality_of(quality: float) -> float:
    """A quality in 0...100."""
    value = number(quality, "quality")
    if not 0 <= value <= 100:
        raise InvalidArgument(f"quality was given {value:g}; it is from 0 (smallest) to 100 (best)")
    return value
