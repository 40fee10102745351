"""Layers by their paths in the tree, as reports name them: <Layer 'spinner 3 / dot', ...>."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from stretto._ffi import ffi
from stretto.layer import Layer
from stretto.text import GlyphLayer, TextLayer

Item = TypeVar("Item")

#: The most characters of a text in a path.
_MOST = 20


class LayerPaths:
    """The paths of layers, for one report: siblings are looked at once."""

    def __init__(self) -> None:
        self._places: dict[Layer, dict[Layer, str]] = {}

    def path(self, layer: Layer) -> str:
        """The layer's repr with the names from the root to it: <Layer 'spinner 3 / dot', ...>.

        Layers without a name around it go by their class, texts by their string, and the root is left out.
        What several siblings are called gets a number, from 0.
        """
        steps = [word + number for word, number in self._steps(layer)]
        text, name = repr(layer), f" {layer.name!r}"
        if layer.name and name in text:
            return text.replace(name, f" '{' / '.join(steps)}'", 1)
        around = " / ".join(steps if layer.name else steps[:-1])
        return f"{text} in '{around}'" if around else text

    def kind(self, layer: Layer) -> tuple[str, ...]:
        """The path without numbers: layers that are copies of each other share it."""
        return tuple(word for word, _ in self._steps(layer))

    def _steps(self, layer: Layer) -> list[tuple[str, str]]:
        steps = []
        above = layer.superlayer
        while above is not None:
            steps.append((_word(layer), self._numbers(above).get(layer, "")))
            layer, above = above, above.superlayer
        if layer.name or type(layer) is not Layer:  # a root of a name, or a source that stands alone
            steps.append((_word(layer), ""))
        return steps[::-1]

    def _numbers(self, layer: Layer) -> dict[Layer, str]:
        """Numbers for those sublayers that share their name with another."""
        known = self._places.get(layer)
        if known is None:
            below = layer.sublayers
            words = [_word(item) for item in below]
            count, met = Counter(words), Counter[str]()
            known = self._places[layer] = {}
            for item, word in zip(below, words, strict=True):
                if count[word] > 1:
                    known[item] = f" {met[word]}"
                    met[word] += 1
        return known


def _word(layer: Layer) -> str:
    """The name of a layer in a path."""
    if layer.name:
        return layer.name
    if isinstance(layer, GlyphLayer):
        return "glyph"
    if isinstance(layer, TextLayer) and layer.string:
        text = " ".join(layer.string.split())
        return repr(text if len(text) <= _MOST else text[: _MOST - 3] + "...")
    return type(layer).__name__


def together(items: Iterable[Item], key: Callable[[Item], object]) -> Iterator[list[Item]]:
    """Groups of items with equal keys, in the order of the first of each, unless the call is to end."""
    groups: dict[object, list[Item]] = {}
    for item in items:
        ffi.go_on()
        groups.setdefault(key(item), []).append(item)
    yield from groups.values()


def more(count: int) -> str:
    """The words for a line that stands for several layers: "(and 8 more like it)"."""
    return f" (and {count - 1} more like it)" if count > 1 else ""
