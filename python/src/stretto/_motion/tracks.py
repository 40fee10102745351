"""Writes the steps of timelines onto layers, as Core Animation's animations and model values."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from stretto._ffi.lazy import lock_of_fork
from stretto.animation import Animation, AnimationGroup, PropertyAnimation
from stretto.errors import InvalidArgument, KeyPathError

from . import between
from .between import leads_into
from .steps import (
    NOT_GIVEN,
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

if TYPE_CHECKING:
    from stretto.layer import Layer

_lock = lock_of_fork()
#: Counter that gives each written step its number.
_orders = itertools.count()


def write(items: Iterable[Step | Loop]) -> None:
    """Writes steps onto their layers as animations, and sets the final values as model values."""
    with _lock:
        for item in items:
            order = next(_orders)
            for layer, part, path, pattern in _parts(item):
                _track(layer, path).add(part, path, pattern, order)


def _parts(item: Step | Loop) -> Iterator[tuple[Layer, Step | Loop, str, Pattern]]:
    """The parts of a timeline's item, one for each layer, property and pattern of copies."""
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
    """Patterns of copies in order, with patterns of many copies first."""
    return sorted(patterns, key=lambda pattern: -1 if pattern is None else len(pattern) - pattern.count(None))


def _track(layer: Layer, path: str) -> Track:
    """Returns the track of the property that a key path names."""
    root = between.root_of(path)
    track: Track | None = layer._tracks.get(root)
    if track is None:
        track = layer._tracks[root] = Track(layer, root)
        layer._stay()
    return track


class Track:
    """All timeline steps of one property of a layer. The steps of the same copies form a lane: there is one
    lane for all copies, and one lane for each pattern of copies that has separate steps.
    """

    def __init__(self, layer: Layer, root: str) -> None:
        self.layer, self.root = layer, root
        #: Keys in use, and the last number of each group of similar keys.
        self.keys, self.numbers = set(layer.animation_keys), dict[str, int]()
        #: True if no other animation changes the property.
        self.is_alone = not any(self._is_moved_by(layer.animation(key)) for key in self.keys)
        self.lanes: dict[Pattern, Lane] = {None: Lane(self, None, layer.value(root))}
        #: Lanes of more than one copy, widest pattern first.
        self.wide = [self.lanes[None]]

    def add(self, item: Step | Loop, path: str, pattern: Pattern, order: int) -> None:
        """Adds an item to the lanes of its copies, and writes the animations that change."""
        if pattern not in self.lanes:
            self._open(pattern)
        # Entries whose animations must be written, by lane.
        changes: dict[Lane, set[Entry]] = {lane: set() for lane in self.meeting(pattern)}
        for lane, changed in changes.items():
            if covers(pattern, lane.pattern):
                changed |= lane.take(Entry(item, path, order, is_own=lane.pattern == pattern))
        if not all(lane.begins_as_before(changed) for lane, changed in changes.items()):
            self._show_before(changes)
        rewritten: set[float] = set()
        for lane, changed in changes.items():
            lane.write(changed, rewritten)

    def _show_before(self, changes: dict[Lane, set[Entry]]) -> None:
        """Updates the values before the first entries. A change in a lane of several copies may affect the
        lanes of all other copies.
        """
        known = [lane.before for lane in self.wide]
        is_new = is_new_for_all = False
        for lane, changed in changes.items():
            is_new = lane.show_before(changed, is_new)
            is_new_for_all = is_new_for_all or (is_new and lane in self.wide)
        if is_new_for_all or known != [lane.before for lane in self.wide]:
            for lane in self.meeting(None):
                if lane not in changes:
                    lane.show_before(changes.setdefault(lane, set()), is_new_for_all)

    # Lanes of copies

    def _open(self, pattern: Pattern) -> None:
        """Adds a lane for a pattern of copies, and lanes for the intersections of the pattern with the
        patterns of other lanes.
        """
        # The pattern of a single copy has no other intersection with a pattern than itself.
        is_wide = pattern is None or None in pattern
        for copies in [pattern, *(meet(pattern, other) for other in (self.lanes if is_wide else ()))]:
            if isinstance(copies, bool) or copies in self.lanes:
                continue
            # The copies of a pattern have their own value or the common value of all copies.
            own, common = self.layer.value(self.root, copies), self.layer.value(self.root)
            lane = Lane(self, copies, self.lanes[None].model if same(own, common) else own)
            self.lanes[copies] = lane
            lane.join(self.wider(copies))
            if copies is None or None in copies:
                self.wide = [
                    self.lanes[each] for each in _widest_first([copies, *(w.pattern for w in self.wide)])
                ]

    def meeting(self, pattern: Pattern) -> list[Lane]:
        """The lanes that share copies with a pattern, lanes of the most copies first."""
        if pattern is None or None in pattern:
            found = [self.lanes[copies] for copies in _widest_first(self.lanes)]
        else:
            found = [*self.wide, self.lanes[pattern]]
        return [lane for lane in found if meet(pattern, lane.pattern) is not False]

    def wider(self, pattern: Pattern) -> list[Lane]:
        """The lanes that contain all copies of a pattern and further copies, lanes of the most copies
        first.
        """
        return [lane for lane in self.wide if lane.pattern != pattern and covers(lane.pattern, pattern)]

    # Other animations of the property

    def may_reach_back(self, lane: Lane, entry: Entry) -> bool:
        """Whether an entry of a lane may fill backwards, because no other entry applies to its copies before
        its begin.
        """
        return self.is_alone and all(
            same(other.model, lane.model) and not other.begins_before(entry)
            for other in self.meeting(lane.pattern)
            if other is not lane
        )

    def shown(self, copies: Pattern, path: str, time: float) -> Any:
        """The animated value of the property; None for a copy whose local time differs from scene time, and
        for a value without numbers.
        """
        copy = [index or 0 for index in copies or ()]
        try:
            if self.layer.local_time(time, copy) == time:
                return self.layer.presentation_value(path, time, copy)
        except (KeyPathError, InvalidArgument):
            pass
        return None

    def _is_moved_by(self, animation: Animation | None) -> bool:
        if isinstance(animation, AnimationGroup):
            return any(map(self._is_moved_by, animation.animations))
        return isinstance(animation, PropertyAnimation) and overlap(animation.key_path or "", self.root)

    # Writing of entries

    def key(self, verb: str, path: str, pattern: Pattern) -> str:
        """Returns a new key for an animation of the layer, such as "to opacity 2" or "from opacity of copy
        3".
        """
        key = first = f"{verb} {path}"
        if pattern is not None:
            named = ", ".join("any" if index is None else str(index) for index in pattern)
            key = first = f"{first} of copy {named or 0}"
        while key in self.keys:
            self.numbers[first] = self.numbers.get(first, 1) + 1
            key = f"{first} {self.numbers[first]}"
        self.keys.add(key)
        return key


class Lane:
    """A property of some copies of a layer: its values over time, and the animations of these values."""

    def __init__(self, track: Track, pattern: Pattern, model: Any) -> None:
        self.track, self.pattern, self.model = track, pattern, model
        self.values = Values(self._model_value, None if track.is_alone else self._found)
        #: First entries for exactly the copies of this lane, by key path.
        self.own: dict[str, Entry] = {}
        #: Values that animations of this lane show before the first entries, by key path.
        self.before: dict[str, Any] = {}
        #: The entries whose animations show their first value before their begin.
        self.filling: set[Entry] = set()
        #: Key and value of animations that only hold a value, by key path.
        self.held: dict[str, tuple[str, Any]] = {}
        #: Values before the first entries that need no animation, because they equal the model value.
        self.unheld: dict[str, Any] = {}

    def _model_value(self, path: str) -> Any:
        return between.part(path, self.model, self.track.root)

    def _found(self, path: str, time: float) -> Any:
        shown = self.track.shown(self.pattern, path, time)
        return self._model_value(path) if shown is None else shown

    def join(self, wider: Iterable[Lane]) -> None:
        """Copies the entries of lanes that contain more copies than this lane, and writes the entries whose
        values differ in this lane.
        """
        known = {entry.order: entry for lane in wider for entry in lane.values.entries}
        others = set()
        for order in sorted(known):
            twin = Entry(known[order].item, known[order].path, order[1], is_own=False)
            self.values.settle(self.values.insert(twin))
            if not (same(known[order].start, twin.start) and same(known[order].end, twin.end)):
                others.add(twin)
        self.show_before(others, False)
        self.write(others, set())

    def take(self, entry: Entry) -> set[Entry]:
        """Inserts an entry. Returns this entry and the later entries whose values change."""
        index = self.values.insert(entry)
        first = self.own.get(entry.path, entry)
        if entry.is_own and entry.order <= first.order:
            self.own[entry.path] = entry
        self.values.settle(index)
        changed = {entry}
        for later in range(index + 1, len(self.values.entries)):
            other = self.values.entries[later]
            if not overlap(other.path, entry.path):
                continue
            if self.values.settle(later):
                changed.add(other)
            elif leads_into(entry.path, other.path):
                break  # later entries start from this one
        return changed

    # Values before the first entries

    def begins_before(self, entry: Entry) -> bool:
        """Whether an entry for exactly the copies of this lane precedes a given entry for other copies."""
        return any(
            first.order < entry.order and overlap(path, entry.path) for path, first in self.own.items()
        )

    def begins_as_before(self, changed: set[Entry]) -> bool:
        """Whether the layer still shows the values before the first entries."""
        return not any(
            entry is self.values.firsts[entry.path]
            or any(
                overlap(entry.path, path) and not (entry.path == path and same(entry.rest, before))
                for path, before in self.unheld.items()
            )
            for entry in changed
        )

    def show_before(self, changed: set[Entry], is_new: bool) -> bool:
        """Updates the values before the first entries, and adds entries that must be written to `changed`.

        `is_new` says that wider lanes have new animations of values before the first entries, after which
        this lane must add its own animations again. The result says whether this lane has new animations of
        values before the first entries.
        """
        gone, filling, wider = self.held, set[Entry](), self.track.wider(self.pattern)
        self.before, self.held, self.unheld = {}, {}, {}
        for path, before, first, shows in self.values.fronts():
            around = [lane.before[path] for lane in wider if path in lane.before]
            if around and same(around[-1], before) and not (first.key or first in changed):
                continue  # a wider lane shows the value
            if not around and path not in gone and same(before, self.values.at(path, math.inf)):
                self.unheld[path] = before
                continue
            if shows and self.track.may_reach_back(self, first):
                filling.add(first)
            else:
                key, known = gone.pop(path, ("", NOT_GIVEN))
                is_new = is_new or not same(known, before)
                self.held[path] = key or self.track.key("before", path, self.pattern), before
                if is_new:
                    self.track.layer.add_animation(holding(path, before), self.held[path][0], self.pattern)
            self.before[path] = before
        for key, _ in gone.values():
            self.track.layer.remove_animation(key)
        for entry in filling ^ self.filling:
            entry.fills = entry in filling
            changed.add(entry)
        self.filling = filling
        return is_new

    # Writing onto the layer

    def write(self, changed: set[Entry], rewritten: set[float]) -> None:
        """Adds the animations of entries to the layer, and sets the final values as model values.

        `rewritten` contains the begins of new animations in wider lanes, because the newest of several
        animations with equal begins wins.
        """
        entries, layer = self.values.entries, self.track.layer
        if rewritten:
            changed |= {entry for entry in entries if entry.key and entry.item.begin in rewritten}
        if not changed:
            return
        index, waiting, latest = min(map(self.values.index, changed)), len(changed), -math.inf
        while index < len(entries) and (waiting or entries[index].item.begin == latest):
            entry, index = entries[index], index + 1
            if entry in changed or (entry.key and entry.item.begin == latest):
                waiting -= entry in changed
                entry.key = entry.key or self.track.key(entry.item.verb, entry.path, self.pattern)
                layer.add_animation(entry.animation(), entry.key, self.pattern)
                latest = entry.item.begin
                rewritten.add(latest)
        for path in tops(entry.path for entry in changed):
            rest = self.values.at(path, math.inf)
            if self.pattern is None or not same(rest, layer.value(path, self.pattern)):
                layer.set_value(path, rest, self.pattern)
