"""A scene over its time: the state that it is in, and when the animations of its layers and transitions
play.
"""

from __future__ import annotations

import dataclasses
import math
import xml.etree.ElementTree
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from stretto.animation import DEFAULT_DURATION
from stretto.scene import Scene

from ._phases import Phases

Row: TypeAlias = tuple[str, int, Phases]
_CAML = "{http://www.apple.com/CoreAnimation/1.0}"
_OWN = "{urn:stretto:document:1}"
_TIMES = "beginTime", "timeOffset", "speed"


@dataclasses.dataclass(frozen=True)
class Span:
    """A time in which a scene is in one state; an infinite end is never."""

    state: str
    begin: float
    end: float


@dataclasses.dataclass(frozen=True)
class _Clock:
    """A layer's time, `rate * t + offset` at the scene's time t. Layers that stand still or repeat count as
    if they did not.
    """

    rate: float = 1
    offset: float = 0

    def inside(self, element: xml.etree.ElementTree.Element) -> _Clock:
        begin, more, speed = (_number(element, name, 1.0 if name == "speed" else 0.0) for name in _TIMES)
        speed = speed or 1
        return _Clock(self.rate * speed, (self.offset - begin) * speed + more)

    def scene_time(self, local: float) -> float:
        return (local - self.offset) / self.rate


def spans(scene: Scene) -> list[Span]:
    """The states of a scene, from its time 0 on."""
    changes = _changes(_tree(scene))
    times = [0.0, *sorted({time for time, _ in changes if time > 0})]
    ends = [*times[1:], math.inf]
    return [Span(scene.state(begin), begin, end) for begin, end in zip(times, ends, strict=True)]


def rows(scene: Scene) -> list[Row]:
    """The animations of all layers, named by layer and key, then those of the transitions that are played."""
    tree = _tree(scene)
    found, clocks = [], {}
    for element, name, clock in _layers(tree[0], _Clock()):
        clocks[element.get("id", "")] = name, clock
        for kind in (_CAML, _OWN):
            for item in element.iterfind(f"{kind}animations/{_CAML}p"):
                phases = _phases(item, clock, None)
                found.append((f"{name}: {item.get('key', item.get(_OWN + 'key', ''))}", 0, phases))
    return found + list(_played(tree, clocks))


def _played(tree: xml.etree.ElementTree.Element, clocks: Mapping[str, tuple[str, _Clock]]) -> Iterator[Row]:
    """The animations of transitions, at each change that plays them."""
    bases = {item.get("name", ""): item.get("basedOn") for item in tree.iter(f"{_CAML}LKState")}
    ways = {
        (item.get("fromState", "*"), item.get("toState", "*")): item
        for item in tree.iter(f"{_CAML}LKStateTransition")
    }
    now = ""
    for time, state in _changes(tree):
        old, new = _chain(now, bases), _chain(state, bases)
        pairs = [(now, state)]
        if (now, state) not in ways:
            pairs = [(name, "*") for name in old if name not in new]
            pairs += [("*", name) for name in new if name not in old]
        for pair in pairs:
            way = ways.get(pair)
            for item in way.iter(f"{_CAML}LKStateTransitionElement") if way is not None else ():
                name, clock = clocks.get(item.get("targetId", ""), ("", _Clock()))
                animation = item.find(f"{_CAML}animation")
                if animation is not None:
                    label = f"{name}: {item.get('key', '')} ({now or 'base'} to {state or 'base'})"
                    yield label, 0, _phases(animation, clock, time)
        now = state


def _chain(state: str, bases: Mapping[str, str | None]) -> list[str]:
    chain: list[str] = []
    name: str | None = state
    while name and name in bases and name not in chain:
        chain.insert(0, name)
        name = bases[name]
    return chain


def _changes(tree: xml.etree.ElementTree.Element) -> list[tuple[float, str]]:
    return [
        (_number(item, "time", 0), item.get("state", item.get(f"{_OWN}state", "")))
        for item in tree.iter(f"{_OWN}change")
    ]


def _tree(scene: Scene) -> xml.etree.ElementTree.Element:
    return xml.etree.ElementTree.fromstring(scene.to_bytes().decode())


def _layers(
    element: xml.etree.ElementTree.Element, above: _Clock
) -> Iterator[tuple[xml.etree.ElementTree.Element, str, _Clock]]:
    waiting = [(element, above)]
    while waiting:
        layer, outer = waiting.pop()
        clock = outer.inside(layer)
        word = layer.tag.rpartition("}")[2]
        yield layer, layer.get("name") or word.removeprefix("CA"), clock
        parts = [part for name in ("sublayers", "mask", "sourceLayer") for kind in (_CAML, _OWN)
                 for holder in layer.iterfind(kind + name) for part in holder]  # fmt: skip
        waiting += [(part, clock) for part in reversed(parts)]


def _phases(item: xml.etree.ElementTree.Element, clock: _Clock, change: float | None) -> Phases:
    """When an animation plays, in the scene's time; those of a transition begin with its change."""
    speed = abs(_number(item, "speed", 1))
    length = _number(item, "duration", 0) or (DEFAULT_DURATION if change is None else 1e-3)
    way = length * (2 if item.get("autoreverses") == "1" else 1)
    active = _number(item, "repeatDuration", 0) or way * (_number(item, "repeatCount", 0) or 1)
    rate = abs(clock.rate)
    begin = _number(item, "beginTime", 0)
    begins = clock.scene_time(begin) if change is None else change + begin / rate
    fill = item.get("fillMode", "removed")
    held = item.get("removedOnCompletion", "1") == "0"
    return Phases(
        begin=begins,
        end=begins + (active / speed / rate if speed else math.inf),
        cycle=length / speed / rate if speed else math.inf,
        autoreverses=item.get("autoreverses") == "1",
        fills_before=fill in ("backwards", "both") and change is None,
        fills_after=fill in ("forwards", "both") and held and change is None,
    )


def _number(item: xml.etree.ElementTree.Element, name: str, missing: float) -> float:
    return float(item.get(name, missing))
