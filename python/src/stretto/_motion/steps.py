"""Steps of a timeline, and what a property's value is before, between and after them."""

from __future__ import annotations

import bisect
import dataclasses
import functools
import math
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from stretto._ffi.numbers import copy_pattern
from stretto._model.key_paths import kind_of
from stretto.animation import Animation, AnimationGroup, BasicAnimation, KeyframeAnimation
from stretto.easing import Easing

from . import between
from .between import leads_into

if TYPE_CHECKING:
    from stretto.layer import Layer

#: Copies, by the indices of the replicators around a layer, with None for all; None alone is every copy.
Pattern: TypeAlias = tuple[int | None, ...] | None
#: Marks a value that is not given, since None may be a value.
UNSAID: Any = object()

#: Seconds of the animation of a value that is just set: it has one value, so its length is not seen.
_INSTANT = 1e-6
#: Tolerance for rounding between two sums of equal times.
_CLOSE = 1e-9
#: Begins before all else.
_BEFORE = -1e6


# ------------------------------------------------------------------ copies


def pattern_of(instance: Any) -> Pattern:
    """The pattern that is meant, without zeros at the end, which may be left out."""
    if instance is None:
        return None
    found = [None if index < 0 else index for index in copy_pattern(instance)]
    while found and found[-1] == 0:
        found.pop()
    return tuple(found)


def covers(general: Pattern, pattern: Pattern) -> bool:
    """Whether every copy of the second pattern is one of the first."""
    return general == pattern or general is None or meet(general, pattern) == pattern


def meet(one: Pattern, other: Pattern) -> Pattern | bool:
    """The copies that are in both patterns; False if there are none."""
    if one is None or other is None:
        return other if one is None else one
    found: list[int | None] = []
    for place in range(max(len(one), len(other))):
        a, b = (pattern[place] if place < len(pattern) else 0 for pattern in (one, other))
        if a is not None and b is not None and a != b:
            return False
        found.append(b if a is None else a)
    while found and found[-1] == 0:
        found.pop()
    return tuple(found)


# ------------------------------------------------------------------ what a timeline holds


@dataclasses.dataclass(frozen=True, eq=False)
class Step:
    """A change of one property of a layer; times are in seconds of the timeline that it is in."""

    verb: str
    layer: Layer
    key_path: str
    pattern: Pattern
    begin: float
    #: Duration of one play, in seconds.
    duration: float
    easing: Easing
    #: UNSAID where the value is that which the property has anyway.
    start: Any = UNSAID
    end: Any = UNSAID
    repeat: float = 1
    yoyo: bool = False
    #: Whether the start is also the value before, if nothing else is.
    reaches_back: bool = False

    def later(self, seconds: float) -> Step:
        return dataclasses.replace(self, begin=self.begin + seconds)

    def steps(self) -> Iterator[Step]:
        yield self

    def of(self, wanted: Callable[[Step], bool]) -> Step | None:
        """This step, if the filter wants it."""
        return self if wanted(self) else None


@dataclasses.dataclass(frozen=True, eq=False)
class Loop:
    """Steps that are played several times together; their times count from its begin."""

    parts: tuple[Step | Loop, ...]
    begin: float
    duration: float
    repeat: float
    yoyo: bool
    verb: ClassVar[str] = "loop"

    def later(self, seconds: float) -> Loop:
        return dataclasses.replace(self, begin=self.begin + seconds)

    def steps(self) -> Iterator[Step]:
        for part in self.parts:
            yield from part.steps()

    def of(self, wanted: Callable[[Step], bool]) -> Loop:
        """This loop with the steps that the filter wants."""
        chosen = (part.of(wanted) for part in self.parts)
        parts = tuple(part for part in chosen if part is not None and next(part.steps(), None) is not None)
        return dataclasses.replace(self, parts=parts)


def length(item: Step | Loop) -> float:
    """Seconds of all its plays; of one, where they never end."""
    return item.duration * (item.repeat if math.isfinite(item.repeat) else 1)


# ------------------------------------------------------------------ values over time


class Entry:
    """A step or a loop where it stands in a sequence: with its start and its end."""

    __slots__ = ("easing", "end", "fills", "inner", "is_own", "item", "key", "kind", "path", "place", "start")

    def __init__(self, item: Step | Loop, path: str, order: int, is_own: bool = True) -> None:
        self.item, self.path = item, path
        #: Whether the entry is for the copies of its sequence alone, and not for more.
        self.is_own = is_own
        #: The values inside a loop.
        self.inner: Values | None = None
        #: Sort key: the later of two entries is the greater.
        self.place = (item.begin, order)
        self.kind = kind_of(path)
        self.easing = item.easing if isinstance(item, Step) else None
        self.start: Any = UNSAID
        self.end: Any = UNSAID
        #: The animation's key in its layer; "" if another one shows this entry.
        self.key = ""
        #: Whether the animation is seen before it begins.
        self.fills = False

    @property
    def before(self) -> Any:
        """The value before it begins that it asks for; UNSAID for none."""
        if self.inner is not None:
            return self.inner.before(self.path)
        return self.start if isinstance(self.item, Step) and self.item.reaches_back else UNSAID

    def value(self, time: float) -> Any:
        """The value at a time of the sequence, which is not before the begin."""
        item, passed = self.item, time - self.item.begin
        if item.duration <= 0:
            return self._at(1.0)
        plays, limit = passed / item.duration, item.repeat
        if plays >= limit - _CLOSE or (time == math.inf and limit == math.inf):
            turns_back = item.yoyo and limit != math.inf and limit % 2 == 0
            return self._at(0.0 if turns_back else 1.0)
        whole = math.floor(plays + _CLOSE)
        share = max(0.0, plays - whole)
        return self._at(1 - share if item.yoyo and whole % 2 else share)

    def _at(self, share: float) -> Any:
        """The value at a part of a play."""
        if self.inner is not None:
            return self.inner.at(self.path, share * self.item.duration)
        if self.easing is None or self.item.duration <= 0:
            return self.end
        return between.between(self.kind, self.start, self.end, self.easing(share))

    @property
    def first(self) -> Any:
        """The value at its begin."""
        return self.value(self.item.begin)

    @property
    def rest(self) -> Any:
        """The value when it is over; of what never ends, when its first play is."""
        return self.value(math.inf)

    # -------------------------------------------------------------- as an animation

    def animation(self) -> Animation:
        """Core Animation's animation for this entry."""
        item = self.item
        lasting = max(item.duration, _INSTANT)
        plays = item.repeat if item.duration > 0 else 1.0
        timing: dict[str, Any] = {
            "begin_time": item.begin,
            "duration": lasting,
            "removed_on_completion": False,
        }
        timing["fill_mode"] = "both" if self.fills else "forwards"
        if plays > 1:
            back = item.yoyo
            timing |= {"repeat_count": plays / 2 if back else plays, "autoreverses": back}
        if self.inner is not None:
            return AnimationGroup(animations=self.inner.animations(), **timing)
        return self._of_values(timing)

    def _of_values(self, timing: dict[str, Any]) -> Animation:
        path, kind, curve = self.path, self.kind, self.easing
        if curve is None or self.item.duration <= 0:
            start, end = between.endpoints(kind, path, self.end, self.end)
        else:
            start, end = between.endpoints(kind, path, self.start, self.end)
            if curve.bezier is None:
                return self._keyframes(start, end, curve, timing)
            if curve.curves and curve.curves[0]:
                timing["timing_function"] = curve.bezier
        return BasicAnimation(path, from_value=start, to_value=end, **timing)

    def _keyframes(self, start: Any, end: Any, curve: Easing, timing: dict[str, Any]) -> Animation:
        values = [between.between(self.kind, start, end, level) for level in curve.levels]
        if curve.curves is None:
            timing |= {"calculation_mode": "discrete", "key_times": (*curve.times, 1.0)}
        else:
            timing["key_times"] = curve.times
            if any(curve.curves):
                timing["timing_functions"] = [item or "linear" for item in curve.curves]
        return KeyframeAnimation(self.path, values=values, **timing)


class Values:
    """The values of one property, or of parts of it, over time: entries in the order of their begin, each on
    from those before it.
    """

    def __init__(self, base: Callable[[str], Any], found: Callable[[str, float], Any] | None = None) -> None:
        self.entries: list[Entry] = []
        #: Entries by key path.
        self.firsts: dict[str, Entry] = {}
        #: The value of a key path before everything; and at a time, where something else moves it.
        self.base, self.found = base, found or (lambda path, _time: base(path))

    def insert(self, entry: Entry) -> int:
        """Puts an entry in its place, and gives that."""
        index = bisect.bisect_right(self.entries, entry.place, key=lambda other: other.place)
        self.entries.insert(index, entry)
        first = self.firsts.setdefault(entry.path, entry)
        if entry.place < first.place:
            self.firsts[entry.path] = entry
        return index

    def index(self, entry: Entry) -> int:
        """Index of an entry in this list."""
        return bisect.bisect_left(self.entries, entry.place, key=lambda other: other.place)

    def at(self, path: str, time: float, before: int | None = None) -> Any:
        """The value of a key path at a time: of those that have begun then, or of those before one entry."""
        everything = before is None
        if before is None:
            before = bisect.bisect_right(self.entries, time + _CLOSE, key=lambda entry: entry.item.begin)
        parts: list[Entry] = []
        value: Any = UNSAID
        for index in range(before - 1, -1, -1):
            entry = self.entries[index]
            if leads_into(path, entry.path):
                value = between.part(path, entry.value(time), entry.path)
                break
            if leads_into(entry.path, path):
                parts.append(entry)
        if value is UNSAID and everything:
            value = self.before(path)
        elif value is UNSAID:
            value = self.found(path, time) if math.isfinite(time) else self.base(path)
        for entry in reversed(parts):
            value = between.with_part(path, value, entry.path, entry.value(time))
        return value

    def settle(self, index: int) -> bool:
        """Finds the start and the end of an entry; whether they are others than before."""
        entry, item = self.entries[index], self.entries[index].item
        known = entry.start, entry.end
        if isinstance(item, Loop):
            entry.inner = _inside(item, lambda path: self.at(path, item.begin, index))
            entry.start = entry.end = tuple((each.start, each.end) for each in entry.inner.entries)
        else:
            entry.start = self.at(entry.path, item.begin, index) if item.start is UNSAID else item.start
            entry.end = self.at(entry.path, math.inf, index) if item.end is UNSAID else item.end
        return not (same(known[0], entry.start) and same(known[1], entry.end))

    def fronts(self) -> Iterator[tuple[str, Any, Entry, bool]]:
        """Values before the first entries: by key path the value, the first entry, and whether that shows
        the value by being seen before it begins.
        """
        for top in tops(self.firsts):
            before, first = self.before(top), min(self._inside(top), key=lambda entry: entry.place)
            shows = first.path == top and first.item.duration > 0 and same(first.first, before)
            yield top, before, first, shows

    def before(self, path: str) -> Any:
        """The value of a key path before all entries."""
        value = self.base(path)
        inside = self._inside(path)
        for entry in inside:
            is_first = all(
                entry.place <= other.place or not overlap(entry.path, other.path) for other in inside
            )
            if is_first and entry.before is not UNSAID:
                value = between.with_part(path, value, entry.path, entry.before)
        return value

    def _inside(self, path: str) -> list[Entry]:
        """The first entries of key paths that lead into one."""
        return [entry for other, entry in self.firsts.items() if leads_into(other, path)]

    def animations(self) -> list[Animation]:
        """All entries as the animations of a group."""
        held: list[Animation] = []
        for path, before, first, shows in self.fronts():
            first.fills = shows
            if not shows:
                held.append(holding(path, before))
        return [*held, *(entry.animation() for entry in self.entries)]


def _inside(loop: Loop, base: Callable[[str], Any]) -> Values:
    """The values in a loop, on from those that there are when it begins."""
    known: dict[str, Any] = {}

    def kept(path: str) -> Any:
        if path not in known:
            known[path] = base(path)
        return known[path]

    inside = Values(kept)
    parts = (alone for part in loop.parts for alone in apart(part))
    for order, (part, path) in enumerate(parts):
        inside.insert(Entry(part, path, order))
    for index in range(len(inside.entries)):
        inside.settle(index)
    return inside


def apart(part: Step | Loop) -> Iterator[tuple[Step | Loop, str]]:
    """A step and its key path; of a loop what it does to each property, or part of one, by itself."""
    if isinstance(part, Step):
        yield part, part.key_path
        return
    for top in tops({step.key_path for step in part.steps()}):
        yield part.of(functools.partial(_is_in, top)), top


def _is_in(path: str, step: Step) -> bool:
    return leads_into(step.key_path, path)


def holding(path: str, value: Any) -> Animation:
    """An animation that holds a value for ever, below all others."""
    start, end = between.endpoints(kind_of(path), path, value, value)
    return BasicAnimation(
        path,
        from_value=start,
        to_value=end,
        begin_time=_BEFORE,
        duration=_INSTANT,
        fill_mode="both",
        removed_on_completion=False,
    )


def tops(paths: Iterable[str]) -> list[str]:
    """Key paths that are no part of another one given."""
    chosen = sorted(set(paths))
    return [path for path in chosen if not any(path != other and leads_into(path, other) for other in chosen)]


def overlap(one: str, other: str) -> bool:
    """Whether one of two key paths leads into the other."""
    return leads_into(one, other) or leads_into(other, one)


def same(one: Any, other: Any) -> bool:
    """Whether two values are known, and equal."""
    return one is other or (one is not UNSAID and other is not UNSAID and bool(one == other))
