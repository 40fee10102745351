"""Steps of timelines, written onto layers as Core Animation's animations and values."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Iterable, Iterator
from typing import Any

from . import _between
from ._between import leads_into
from ._forking import lock_of_fork
from ._steps import (
    UNSAID,
    Entry,
    Loop,
    Pattern,
    Step,
    Values,
    apart,
    covers,
    holding,
    meet,
    overlap,
    same,
    tops,
)
from .animation import Animation, AnimationGroup, PropertyAnimation
from .errors import InvalidArgument, KeyPathError
from .layer import Layer

_lock = lock_of_fork()
#: The order in which steps are written.
_orders = itertools.count()


def write(items: Iterable[Step | Loop]) -> None:
    """Writes steps onto their layers: animations, and the values that are there in the end."""
    with _lock:
        for item in items:
            order = next(_orders)
            for layer, part, path, pattern in _parts(item):
                _track(layer, path).add(part, path, pattern, order)


def _parts(item: Step | Loop) -> Iterator[tuple[Layer, Step | Loop, str, Pattern]]:
    """What an item does to each property of each layer and its copies, by itself."""
    if isinstance(item, Step):
        yield item.layer, item, item.key_path, item.pattern
        return
    layers = {id(step.layer): step.layer for step in item.steps()}
    for layer in layers.values():
        for part, path in apart(item.of(functools.partial(_is_of, layer))):
            for pattern in _widest_first({step.pattern for step in part.steps()}):
                chosen = part.of(functools.partial(_is_for, pattern))
                if chosen is not None:
                    yield layer, chosen, path, pattern


def _is_of(layer: Layer, step: Step) -> bool:
    return step.layer is layer


def _is_for(pattern: Pattern, step: Step) -> bool:
    return covers(step.pattern, pattern)


def _widest_first(patterns: Iterable[Pattern]) -> list[Pattern]:
    """What is for many copies before what is for few."""
    return sorted(patterns, key=lambda pattern: -1 if pattern is None else len(pattern) - pattern.count(None))


def _track(layer: Layer, path: str) -> Track:
    """What timelines have written for the property that a key path leads into."""
    root = _between.root_of(path)
    track: Track | None = layer._tracks.get(root)
    if track is None:
        track = layer._tracks[root] = Track(layer, root)
        layer._stay()
    return track


class Track:
    """A property of a layer, and what timelines do to it: a lane for all copies, and one for each copy that
    has steps of its own.
    """

    def __init__(self, layer: Layer, root: str) -> None:
        self.layer, self.root = layer, root
        #: The last numbers of keys that are alike.
        self.numbers: dict[str, int] = {}
        #: Whether nothing else moves the property.
        self.is_alone = not any(self._is_moved_by(layer.animation(key)) for key in layer.animation_keys)
        self.lanes: dict[Pattern, Lane] = {None: Lane(self, None, layer._value(root))}

    def add(self, item: Step | Loop, path: str, pattern: Pattern, order: int) -> None:
        """Puts an item among the others of all copies that it is for."""
        if pattern not in self.lanes:
            self._open(pattern)
        rewritten: set[float] = set()
        for copies in _widest_first(self.lanes):
            if covers(pattern, copies):
                self.lanes[copies].add(Entry(item, path, order), rewritten)

    def _open(self, pattern: Pattern) -> None:
        """Makes lanes for copies, and for those of them that have steps by another pattern too."""
        for copies in [pattern, *(meet(pattern, other) for other in self.lanes)]:
            if isinstance(copies, bool) or copies in self.lanes:
                continue
            # A value of their own, or what all had.
            own, common = self.layer._value(self.root, copies), self.layer._value(self.root)
            lane = Lane(self, copies, self.lanes[None].base if same(own, common) else own)
            lane.join(lane for other, lane in self.lanes.items() if covers(other, copies))
            self.lanes[copies] = lane

    def shown(self, copies: Pattern, path: str, time: float) -> Any:
        """The value that other animations make; None where the layer's time is not the scene's, or where it
        is not made of numbers.
        """
        copy = [index or 0 for index in copies or ()]
        try:
            if self.layer.local_time(time, copy) == time:
                return self.layer.presentation_value(path, time, copy)
        except (KeyPathError, InvalidArgument):
            pass
        return None

    def key(self, verb: str, path: str, pattern: Pattern) -> str:
        """A key that no animation of the layer has, such as "to opacity 2" or "from opacity of copy 3"."""
        key = first = f"{verb} {path}"
        if pattern is not None:
            named = ", ".join("any" if index is None else str(index) for index in pattern)
            key = first = f"{first} of copy {named or 0}"
        while self.layer.animation(key) is not None:
            self.numbers[first] = self.numbers.get(first, 1) + 1
            key = f"{first} {self.numbers[first]}"
        return key

    def _is_moved_by(self, animation: Animation | None) -> bool:
        if isinstance(animation, AnimationGroup):
            return any(map(self._is_moved_by, animation.animations))
        return isinstance(animation, PropertyAnimation) and overlap(animation.key_path or "", self.root)


class Lane:
    """What timelines do to a property of some copies of a layer, and the animations that show it."""

    def __init__(self, track: Track, pattern: Pattern, base: Any) -> None:
        self.track, self.pattern, self.base = track, pattern, base
        self.values = Values(self._base, None if track.is_alone else self._found)
        #: The entries that are seen before they begin.
        self.filling: set[Entry] = set()
        #: By key path, the key of the animation that holds what was before the first steps, and that.
        self.held: dict[str, tuple[str, Any]] = {}
        #: What was before and is not held, because the layer has it in the end as well.
        self.unheld: dict[str, Any] = {}

    def _base(self, path: str) -> Any:
        return _between.part(path, self.base, self.track.root)

    def _found(self, path: str, time: float) -> Any:
        shown = self.track.shown(self.pattern, path, time)
        return self._base(path) if shown is None else shown

    def join(self, wider: Iterable[Lane]) -> None:
        """Takes over what is known of these copies, and shows what wider lanes show otherwise."""
        known = {entry.place: entry for lane in wider for entry in lane.values.entries}
        others = set()
        for place in sorted(known):
            twin = Entry(known[place].item, known[place].path, place[1])
            self.values.settle(self.values.insert(twin))
            if not (same(known[place].start, twin.start) and same(known[place].end, twin.end)):
                others.add(twin)
        if others:
            self._write(others | self._front(), set())

    def add(self, entry: Entry, rewritten: set[float]) -> None:
        """Puts an entry among the others, and writes what that changes.

        `rewritten` are the times at which animations of wider lanes begin that are new: of those that begin
        together the newest counts.
        """
        first = self.values.firsts.get(entry.path)
        index = self.values.insert(entry)
        changed = self._settle(index)
        for later in range(index + 1, len(self.values.entries) if rewritten else 0):
            other = self.values.entries[later]
            if other.key and other.item.begin in rewritten:
                changed.add(other)
        if first is None or entry.place < first.place or not self._is_as_before(changed):
            changed |= self._front()
        self._write(changed, rewritten)

    def _settle(self, index: int) -> set[Entry]:
        """A new entry, and those after it that have other values for it."""
        entries, added = self.values.entries, self.values.entries[index]
        self.values.settle(index)
        changed = {added}
        for later in range(index + 1, len(entries)):
            if not overlap(entries[later].path, added.path):
                continue
            if self.values.settle(later):
                changed.add(entries[later])
            elif leads_into(added.path, entries[later].path):
                break  # what comes after goes on from this one
        return changed

    # -------------------------------------------------------------- before the first

    def _is_as_before(self, changed: set[Entry]) -> bool:
        """Whether what is not held need not be."""
        return all(
            entry.path == path and same(entry.rest, before)
            for path, before in self.unheld.items()
            for entry in changed
            if overlap(entry.path, path)
        )

    def _front(self) -> set[Entry]:
        """Sees to what is shown before the first entries; gives those that are to be written for it."""
        holds, filling = self.values.fronts(self.track.is_alone)
        self.unheld = {}
        for path in [path for path in self.held if path not in holds]:
            self.track.layer.remove_animation(self.held.pop(path)[0])
        for path, before in holds.items():
            key, known = self.held.get(path, ("", UNSAID))
            if not key and same(before, self.values.at(path, math.inf)):
                self.unheld[path] = before
            elif not same(before, known):
                key = key or self.track.key("before", path, self.pattern)
                self.track.layer.add_animation(holding(path, before), key, self.pattern)
                self.held[path] = key, before
        changed, self.filling = self.filling ^ filling, filling
        for entry in changed:
            entry.fills = entry in filling
        # What is shown by a wider lane is seen before it begins there as well.
        return {entry for entry in changed if entry.key}

    # -------------------------------------------------------------- onto the layer

    def _write(self, changed: set[Entry], rewritten: set[float]) -> None:
        """Gives the layer the animations of entries, and the values that are there in the end."""
        entries, layer = self.values.entries, self.track.layer
        at = min(map(self.values.index, changed))
        waiting, latest = len(changed), -math.inf
        while at < len(entries) and (waiting or entries[at].item.begin == latest):
            entry, at = entries[at], at + 1
            if entry in changed or (entry.key and entry.item.begin == latest):
                waiting -= entry in changed
                entry.key = entry.key or self.track.key(entry.item.verb, entry.path, self.pattern)
                layer.add_animation(entry.animation(), entry.key, self.pattern)
                latest = entry.item.begin
                rewritten.add(latest)
        for path in tops(entry.path for entry in changed):
            rest = self.values.at(path, math.inf)
            if self.pattern is None or not same(rest, layer._value(path, self.pattern)):
                layer.set_value(path, rest, self.pattern)
