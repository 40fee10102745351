"""Colours of gradients: "clear" and "transparent" among them are the neighbour's colour, faded to nothing.

Core Animation blends colours as they stand, so that white to clear, which is black at alpha 0, passes through
grey. CSS does not. Numbers are taken as they are; the two words mean what people mean by them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from stretto._ffi.numbers import sequence
from stretto.color import RGBA, rgba

_WORDS = frozenset({"clear", "transparent"})


def _is_word(color: Any) -> bool:
    return isinstance(color, str) and color.strip().lower() in _WORDS


def has_words(colors: Any) -> bool:
    """Whether some of a list or tuple of them are words to be replaced."""
    if isinstance(colors, np.ndarray):
        colors = colors.tolist()
    return isinstance(colors, (list, tuple)) and any(_is_word(color) for color in colors)


def split_places(colors: Sequence[Any]) -> list[int]:
    """The places of words between two colours that differ: stops that are two, one after the other."""
    return [place for place, pair in enumerate(_faded(colors)) if len(set(pair)) > 1]


def replaced(colors: Sequence[Any], split: Iterable[int]) -> list[RGBA]:
    """The colours with words replaced; at the places to be split there are two."""
    twice = frozenset(split)
    pairs = [pair if place in twice else pair[:1] for place, pair in enumerate(_faded(colors))]
    return [color for pair in pairs for color in pair]


def _faded(colors: Sequence[Any]) -> list[tuple[RGBA, RGBA]]:
    """Each colour twice: a word takes the colour of its neighbour before, then of the one behind."""
    known = [None if _is_word(color) else rgba(color, "colors") for color in colors]
    places = [place for place, color in enumerate(known) if color is not None]
    found: list[tuple[RGBA, RGBA]] = []
    for place, color in enumerate(known):
        if color is not None:
            found.append((color, color))
            continue
        before = max((other for other in places if other < place), default=None)
        behind = min((other for other in places if other > place), default=None)
        if before is not None and behind is not None and place - before != behind - place:
            # Each of several words in a row takes the nearest colour.
            before = behind = before if place - before < behind - place else behind
        first, last = (behind if before is None else before), (before if behind is None else behind)
        found.append((_at_alpha_0(known[first or 0]), _at_alpha_0(known[last or 0])))
    return found


def _at_alpha_0(color: RGBA | None) -> RGBA:
    return (*color[:3], 0.0) if color is not None else (0.0, 0.0, 0.0, 0.0)


def together(lists: Sequence[Any]) -> list[Any]:
    """Lists of colours that are blended with each other: a stop that is split in one is split in all."""
    given = [sequence(colors) for colors in lists]
    if not any(has_words(colors) for colors in given):
        return given
    split = sorted({place for colors in given if colors for place in split_places(colors)})
    return [colors and replaced(colors, split) for colors in given]


def pairs(colors: Sequence[RGBA], locations: Sequence[float] | None) -> list[int]:
    """The places, before the split, of stops that are two: clear ones of different colours in one place."""
    places = _even(len(colors)) if locations is None else locations
    if len(places) != len(colors):
        return []
    found = [
        place
        for place in range(1, len(colors))
        if colors[place - 1][3] == colors[place][3] == 0
        and colors[place - 1] != colors[place]
        and places[place - 1] == places[place]
    ]
    return [place - 1 - number for number, place in enumerate(found)]


def doubled(locations: Sequence[float] | None, count: int, split: Sequence[int]) -> list[float]:
    """Locations of `count` stops, evenly spaced for None, those of split stops twice."""
    given = _even(count) if locations is None else list(locations)
    return [place for index, place in enumerate(given) for _ in range(2 if index in split else 1)]


def undoubled(locations: Sequence[float], split: Sequence[int]) -> list[float] | None:
    """The inverse of `doubled`; None where they are evenly spaced."""
    given = list(locations)
    for place in split:
        del given[place]
    return None if given == _even(len(given)) else given


def _even(count: int) -> list[float]:
    return [index / (count - 1) for index in range(count)] if count > 1 else [0.0] * count
