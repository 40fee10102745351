"""Finds the copies of a layer for a graph, and time spans that show the differences of the copies."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Iterable
from typing import Any, TypeAlias

from stretto._ffi.numbers import instance_of, is_series, sequence
from stretto._ffi.numbers import shown as of
from stretto.errors import InvalidArgument, warn
from stretto.instance import Instance
from stretto.layer import Layer, ReplicatorLayer
from stretto.portal import ViewReplicator
from stretto.scene import Scene
from stretto.text import TextLayer, text_segments

from . import _animations, _style

#: Subject of a graph: a layer with all its copies, or some copies.
Shown: TypeAlias = Layer | Instance[Any] | Iterable[Instance[Any]]
#: Indices of copies.
Copies: TypeAlias = list[tuple[int, ...]]
#: Largest number of graphs in one figure.
MOST = 24


def indices(layer: Layer, scene: Scene | None, time: float, instances: Copies | None) -> Copies:
    """The given copies, or all visible copies at a time: at most `MOST`, with a warning."""
    if scene is not None:
        instance_of(Scene, scene)
    if instances is not None:
        return instances
    found = _visible(layer, scene, time) if scene is not None else _counted(layer)
    if not found:
        raise InvalidArgument(
            f"{layer!r} cannot be seen at {time:g} s; choose another time, or copies: layer.instance(0)"
        )
    if len(found) > MOST:
        warn(f"the first {MOST} of {len(found)} copies are drawn; choose some: [layer.instance(0)]")
    return found[:MOST]


def chosen(shown: Shown) -> tuple[Layer, Copies | None]:
    """The layer of a graph, and the given copies or None."""
    if isinstance(shown, Layer):
        return shown, None
    given = [shown] if isinstance(shown, Instance) else sequence(shown)
    if not is_series(given) or not all(isinstance(item, Instance) for item in given):
        found = f"{type(shown).__name__} {of(shown)}"
        raise TypeError(f"a Layer is needed, or copies such as [dot.instance(0)], not {found}")
    if len({item.layer for item in given}) != 1:
        raise InvalidArgument("the copies of a graph must be of one layer, and at least one")
    return given[0].layer, [item._one() for item in given]


def _visible(layer: Layer, scene: Scene, time: float) -> list[tuple[int, ...]]:
    """Visible copies, each once even if several portals show it."""
    return list(dict.fromkeys(item.instance for item in scene.instances(layer, time) if item.color[3] > 0))


def _counted(layer: Layer) -> list[tuple[int, ...]]:
    """All copies that replicators, texts and view replicators make, for a layer without a scene."""
    counts = [
        len(item.proxies) if isinstance(item, ViewReplicator) else item.instance_count
        for item in _around(layer)
    ]
    return list(itertools.islice(itertools.product(*map(range, counts)), MOST + 1))


def _around(layer: Layer) -> list[ReplicatorLayer | TextLayer | ViewReplicator]:
    """Layers that make copies of the layer, outermost first."""
    found: list[ReplicatorLayer | TextLayer | ViewReplicator] = []
    above = layer.superlayer
    while above is not None:
        if isinstance(above, (ReplicatorLayer, TextLayer, ViewReplicator)):
            found.insert(0, above)
        above = above.superlayer
    return found


def replicator(layer: Layer) -> ReplicatorLayer | None:
    """The nearest replicator above a layer."""
    return next((item for item in reversed(_around(layer)) if isinstance(item, ReplicatorLayer)), None)


def names(layer: Layer, found: Iterable[tuple[int, ...]], time: float) -> list[str]:
    """Names of copies: "copy 2", "copy 1, 2", for a text with the letters of the copy."""
    texts = [(level, text) for level, text in enumerate(_around(layer)) if isinstance(text, TextLayer)]
    if not texts or _changes_its_string(texts[-1][1]):
        return [_style.name_copy(index) for index in found]
    level, text = texts[-1]
    letters = functools.lru_cache(lambda outer: _letters(text, outer, time))
    return [_named(index, level, letters(index[:level])) for index in found]


def _named(index: tuple[int, ...], level: int, letters: list[str]) -> str:
    copy = index[level] if level < len(index) else 0
    letter = letters[copy] if 0 <= copy < len(letters) else ""
    name = _style.name_copy(index)
    return f"{_style.quoted(letter)} ({name})" if letter and _style.can_write(letter) else name


def _letters(text: TextLayer, outer: tuple[int, ...], time: float) -> list[str]:
    """Part of the string that each copy of a text shows."""
    segments = text_segments(text.value("string", outer))
    return ["".join(segments[copy.character :][: copy.character_count]) for copy in text._copies(time, outer)]


def _changes_its_string(text: TextLayer) -> bool:
    rows = [
        row for key, animation in text.animations.items() for row in _animations.of_animation(None, animation)
    ]
    return any(name == "string" for name, _, _ in rows)


# Time spans

#: Default duration in seconds.
_USUAL = 10.0
#: Smallest and largest ratio of the shown duration to the delay between the first and the last copy.
_FEWEST, _MANY = 3.0, 12.0
#: Longest window in seconds, and smallest window as a fraction of the delay between the first and the last
#: copy.
_LONGEST_WINDOW, _SMALLEST_PART = 1.0, 1 / 20


def _spread(layer: Layer, indices: Iterable[tuple[int, ...]], time: float) -> float:
    """Seconds between the most advanced and the most delayed copy."""
    local = [layer.local_time(time, index) for index in indices]
    return max(local) - min(local) if local else 0.0


def window(layer: Layer, indices: Iterable[tuple[int, ...]], time: float) -> float:
    """Duration of a window: the delay between two copies, so that windows touch; at most one second."""
    local = sorted(layer.local_time(time, index) for index in indices)
    gaps = sorted(b - a for a, b in itertools.pairwise(local) if b - a > 1e-9)
    if not gaps:
        return _LONGEST_WINDOW
    return min(_LONGEST_WINDOW, max(gaps[len(gaps) // 2], _SMALLEST_PART * (local[-1] - local[0])))


def seconds(layer: Layer, scene: Scene | None, indices: Iterable[tuple[int, ...]], time: float) -> float:
    """Duration of a graph: one loop of the scene, adjusted so that copies can be distinguished; ten seconds
    if nothing repeats and no copy is delayed.
    """
    between = _spread(layer, indices, time)
    loop = scene.loop_duration() if scene is not None else None
    if not loop:
        return _FEWEST * between or _USUAL
    return max(min(loop, _MANY * between if between else math.inf), _FEWEST * between)
