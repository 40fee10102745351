"""Phases of animations, as the library reports them."""

from __future__ import annotations

import dataclasses
import itertools
import re
from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from stretto._ffi import ffi, handle
from stretto._ffi.numbers import shown
from stretto._model.key_paths import spelled
from stretto.animation import Animation
from stretto.layer import Layer
from stretto.scene import Scene
from stretto.text import GlyphLayer

#: Keys that the library makes for animations without one.
_MADE_KEY = re.compile(r"stretto-\d+")
#: Endings of the keys that a timeline gives to the copies of one layer.
_OF_COPY = re.compile(r" of copy \d+")


@dataclasses.dataclass(frozen=True)
class Phases:
    """Phases of an animation, in seconds of its layer."""

    #: When it begins.
    begin: float
    #: When it ends; infinite if it goes on for ever.
    end: float
    #: Duration of one way; with autoreverse the way back takes as long again.
    cycle: float
    autoreverses: bool
    #: Whether its first value shows before it begins, and its last after it ended.
    fills_before: bool
    fills_after: bool


#: A name, how many groups the animation is in, and its phases.
Row: TypeAlias = tuple[str, int, Phases]


@dataclasses.dataclass(frozen=True)
class Bar:
    """A row of a timeline: an animation, or those that copies of one layer have under one key."""

    name: str
    #: Number of groups around it.
    depth: int
    #: The phases, one for each copy.
    phases: list[Phases]


@dataclasses.dataclass(frozen=True)
class Span:
    """A time in which a scene is in one state; an infinite end is never."""

    state: str
    begin: float
    end: float


def phases(animation: Animation) -> Phases:
    """Begin, end and fills of an animation on its own: not yet clipped by a group around it.

    An animation of speed 0 never ends; a duration of 0 counts as a quarter of a second, Core Animation's
    default. A forwards fill is none where the animation is removed on completion.
    """
    return _phases(_found(animation)[0])


def of_animation(name: str | None, animation: Animation) -> Iterator[Row]:
    """An animation and those in it, in the time of its layer; a group's end with its first cycle. One whose
    key is not of the user's making is named by what it animates.
    """
    name = None if name is None or _MADE_KEY.fullmatch(name) else name
    for row in _found(animation):
        yield (not row.depth and name) or _animated(row), row.depth, _phases(row)


def _rows(scene: ffi.ScenePointer) -> tuple[list[Any], list[Layer]]:
    """Phases as the library reports them, each with its layer."""
    rows = ffi.structs(ffi.PhasesStruct, ffi.lib.stretto_scene_get_phases, scene)
    # Each layer is taken over before anything else is done with the rows, so that none is lost.
    return rows, [handle.adopt(row.layer) for row in rows]


def moving(scene: Scene, key_path: str | None = None) -> set[Layer]:
    """The layers with animations, or with one of that key path: their own, and those of transitions."""
    rows, layers = scene._calls.ask(_rows, scene._pointer)
    paths = [row.key_path for row in rows]
    wanted = key_path and spelled(key_path)
    return {layer for layer, path in zip(layers, paths, strict=True) if wanted in (None, path)}


def bars_of_scene(scene: Scene) -> list[Bar]:
    """The animations of all layers, named by layer and key, then those of the transitions that are played."""
    states = {span.begin: (before.state, span.state) for before, span in _pairs(spans(scene))}
    rows, layers = scene._calls.ask(_rows, scene._pointer)
    found: list[tuple[object, list[Row]]] = []
    for row, layer in zip(rows, layers, strict=True):
        if row.depth:
            found[-1][1].append((_animated(row), row.depth, _phases(row)))
            continue
        key = row.key
        name = f"{_layer_name(layer)}: {_animated(row) if _MADE_KEY.fullmatch(key) else key}"
        if row.change in states:
            before, after = states[row.change]
            name += f" ({before or 'base'} to {after or 'base'})"
        owner = (layer, _OF_COPY.sub("", key), row.change if row.change in states else None)
        found.append((owner, [(name, 0, _phases(row))]))
    return _bars(found)


def bars_of(animations: Iterable[tuple[str | None, Animation]]) -> list[Bar]:
    """The animations with their names; see `of_animation`. Copies share a bar where a timeline named them."""
    found: list[tuple[object, list[Row]]] = []
    for number, (name, animation) in enumerate(animations):
        plain = _OF_COPY.sub("", name or "")
        found.append((number if plain == (name or "") else plain, list(of_animation(name, animation))))
    return _bars(found)


def _bars(found: list[tuple[object, list[Row]]]) -> list[Bar]:
    """A bar for each row; rows of one owner that are built alike share theirs."""
    shared: dict[Any, list[list[Row]]] = {}
    for owner, rows in found:
        built = tuple((name if depth else "", depth) for name, depth, _ in rows)
        shared.setdefault((owner, built), []).append(rows)
    bars = []
    for copies in shared.values():
        count = f" ({len(copies)} copies)" if len(copies) > 1 else ""
        for alike in zip(*copies, strict=True):
            name, depth, _ = alike[0]
            name = name if depth or not count else _OF_COPY.sub("", name) + count
            bars.append(Bar(name, depth, [row[2] for row in alike]))
    return bars


def _layer_name(layer: Layer) -> str:
    above = layer.superlayer
    if isinstance(layer, GlyphLayer) and above is not None and not layer.name:
        return f"letters of {above.name or type(above).__name__}"
    return layer.name or type(layer).__name__


def spans(scene: Scene) -> list[Span]:
    """The states of a scene, from its time 0 on."""
    changes = ffi.numbers(ffi.lib.stretto_scene_get_changes, scene._pointer)
    times = [0.0, *sorted({time for time in changes if time > 0})]
    return [
        Span(scene.state(begin), begin, end)
        for begin, end in zip(times, [*times[1:], float("inf")], strict=True)
    ]


def _animated(row: Any) -> str:
    return row.key_path or "group"


def _pairs(found: list[Span]) -> Iterator[tuple[Span, Span]]:
    return itertools.pairwise(found)


def _found(animation: Animation) -> list[Any]:
    if not isinstance(animation, Animation):
        raise TypeError(f"phases takes an animation, not {type(animation).__name__} {shown(animation)}")
    return ffi.structs(ffi.PhasesStruct, ffi.lib.stretto_animation_get_phases, animation._pointer)


def _phases(row: Any) -> Phases:
    return Phases(row.begin, row.end, row.cycle, row.autoreverses, row.fills_before, row.fills_after)
