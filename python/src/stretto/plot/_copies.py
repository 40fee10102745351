"""Copies of a layer that a graph draws, and the span of time that tells them apart."""

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

#: What a graph is of: a layer with all its copies, or some copies.
Shown: TypeAlias = Layer | Instance[Any] | Iterable[Instance[Any]]
#: Indices of copies.
Copies: TypeAlias = list[tuple[int, ...]]
#: More graphs than this in one figure cannot be read.
MOST = 24


def indices(layer: Layer, scene: Scene | None, time: float, instances: Copies | None) -> Copies:
    """The copies asked for, or all that can be seen at a time: at most `MOST`, with a warning."""
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
    """The layer that a graph is of, and the copies that were asked for."""
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
    """Copies that are drawn and not wholly transparent, each once however many portals show it."""
    return list(dict.fromkeys(item.instance for item in scene.instances(layer, time) if item.color[3] > 0))


def _counted(layer: Layer) -> list[tuple[int, ...]]:
    """All copies that the replicators, texts and view replicators above make, when there is no scene."""
    counts = [
        len(item.proxies) if isinstance(item, ViewReplicator) else item.instance_count
        for item in _around(layer)
    ]
    return list(itertools.islice(itertools.product(*map(range, counts)), MOST + 1))


def _around(layer: Layer) -> list[ReplicatorLayer | TextLayer | ViewReplicator]:
    """Layers that make the copies of a layer, outermost first."""
    found: list[ReplicatorLayer | TextLayer | ViewReplicator] = []
    above = layer.superlayer
    while above is not None:
        if isinstance(above, (ReplicatorLayer, TextLayer, ViewReplicator)):
            found.insert(0, above)
        above = above.superlayer
    return found


def replicator(layer: Layer) -> ReplicatorLayer | None:
    """The nearest replicator around a layer."""
    return next((item for item in reversed(_around(layer)) if isinstance(item, ReplicatorLayer)), None)


def names(layer: Layer, found: Iterable[tuple[int, ...]], time: float) -> list[str]:
    """The words for copies: "copy 2", "copy 1, 2"; of a text what it shows in them as well."""
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
    """Piece of the string that each copy of a text shows."""
    segments = text_segments(text.value("string", outer))
    return ["".join(segments[copy.character :][: copy.character_count]) for copy in text._copies(time, outer)]


def _changes_its_string(text: TextLayer) -> bool:
    rows = [
        row for key, animation in text.animations.items() for row in _animations.of_animation(None, animation)
    ]
    return any(name == "string" for name, _, _ in rows)


# ------------------------------------------------------------------ spans of time

#: Seconds where nothing else says how many.
_USUAL = 10.0
#: A stretch shows at least so many times what lies between the first and the last copy, and at most so many.
_FEWEST, _MANY = 3.0, 12.0
#: A window is no longer than this, in seconds, and no shorter than this part of what lies between the copies.
_LONGEST_WINDOW, _SMALLEST_PART = 1.0, 1 / 20


def _spread(layer: Layer, indices: Iterable[tuple[int, ...]], time: float) -> float:
    """Seconds between the copy that is furthest and the one that is last."""
    local = [layer.local_time(time, index) for index in indices]
    return max(local) - min(local) if local else 0.0


def window(layer: Layer, indices: Iterable[tuple[int, ...]], time: float) -> float:
    """Length of a window: the delay between copies, so that windows are side by side; at most a second."""
    local = sorted(layer.local_time(time, index) for index in indices)
    gaps = sorted(b - a for a, b in itertools.pairwise(local) if b - a > 1e-9)
    if not gaps:
        return _LONGEST_WINDOW
    return min(_LONGEST_WINDOW, max(gaps[len(gaps) // 2], _SMALLEST_PART * (local[-1] - local[0])))


def seconds(layer: Layer, scene: Scene | None, indices: Iterable[tuple[int, ...]], time: float) -> float:
    """One loop of the scene; more or less of it where the copies would lie too close, or too far, to be told
    apart; ten seconds where nothing repeats and no copy is late.
    """
    between = _spread(layer, indices, time)
    loop = scene.loop_duration() if scene is not None else None
    if not loop:
        return _FEWEST * between or _USUAL
    return max(min(loop, _MANY * between if between else math.inf), _FEWEST * between)
