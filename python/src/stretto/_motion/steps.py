"""Steps of a timeline, and the values of a property before, between and after the steps."""

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

#: Pattern of copies: an index for each replicator around a layer, where None stands for every copy at that
#: depth. None in place of a pattern stands for every copy.
Pattern: TypeAlias = tuple[int | None, ...] | None
#: Stands for a missing value, since None may be a value.
NOT_GIVEN: Any = object()

#: Duration in seconds of an animation that sets a constant value.
_INSTANT = 1e-6
#: Tolerance in seconds for rounding errors of sums of times.
_CLOSE = 1e-9
#: Begin time in seconds that is earlier than the begin of any other animation.
_BEFORE = -1e6


# Patterns of copies


def pattern_of(instance: Any) -> Pattern:
    """Returns the pattern of an `instance` argument, without zeros at its end."""
    if instance is None:
        return None
    found = [None if index < 0 else index for index in copy_pattern(instance)]
    while found and found[-1] == 0:
        found.pop()
    return tuple(found)


def covers(general: Pattern, pattern: Pattern) -> bool:
    """Whether the first pattern contains every copy of the second pattern."""
    return general == pattern or general is None or meet(general, pattern) == pattern


def meet(one: Pattern, other: Pattern) -> Pattern | bool:
    """The copies that two patterns share; False if there are none."""
    if one is None or other is None:
        return other if one is None else one
    found: list[int | None] = []
    for index in range(max(len(one), len(other))):
        a, b = (pattern[index] if index < len(pattern) else 0 for pattern in (one, other))
        if a is not None and b is not None and a != b:
            return False
        found.append(b if a is None else a)
    while found and found[-1] == 0:
        found.pop()
    return tuple(found)


# Steps and loops


@dataclasses.dataclass(frozen=True, eq=False)
class Step:
    """A change of one property of a layer. Times are seconds of the step's timeline."""

    verb: str
    layer: Layer
    key_path: str
    pattern: Pattern
    begin: float
    #: Duration of one play, in seconds.
    duration: float
    easing: Easing
    #: NOT_GIVEN stands for the value that the property has at the begin of the step.
    start: Any = NOT_GIVEN
    end: Any = NOT_GIVEN
    repeat: float = 1
    yoyo: bool = False
    #: Whether the start value also applies before the step, unless an earlier step sets the property.
    reaches_back: bool = False

    def later(self, seconds: float) -> Step:
        return dataclasses.replace(self, begin=self.begin + seconds)

    def steps(self) -> Iterator[Step]:
        yield self

    def of(self, wanted: Callable[[Step], bool]) -> Step | None:
        """This step, or None if the filter rejects the step."""
        return self if wanted(self) else None


@dataclasses.dataclass(frozen=True, eq=False)
class Loop:
    """Steps that are played several times together. Times in a loop count from the begin of the loop."""

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
        """This loop without the steps that the filter rejects."""
        chosen = (part.of(wanted) for part in self.parts)
        parts = tuple(part for part in chosen if part is not None and next(part.steps(), None) is not None)
        return dataclasses.replace(self, parts=parts)


def length(item: Step | Loop) -> float:
    """Seconds of all plays, or of one play if the item repeats for ever."""
    return item.duration * (item.repeat if math.isfinite(item.repeat) else 1)


# Values over time


class Entry:
    """A step or a loop in a sequence, with its start and end values."""

    __slots__ = ("easing", "end", "fills", "inner", "is_own", "item", "key", "kind", "order", "path", "start")

    def __init__(self, item: Step | Loop, path: str, order: int, is_own: bool = True) -> None:
        self.item, self.path = item, path
        #: Whether the entry is for exactly the copies of its sequence.
        self.is_own = is_own
        #: The values inside a loop. The field is None for a step.
        self.inner: Values | None = None
        #: Sort key: begin, then order of the calls.
        self.order = (item.begin, order)
        self.kind = kind_of(path)
        self.easing = item.easing if isinstance(item, Step) else None
        self.start: Any = NOT_GIVEN
        self.end: Any = NOT_GIVEN
        #: Key of the entry's animation in its layer; "" if another animation shows the entry.
        self.key = ""
        #: Whether the entry's animation shows its first value before its begin.
        self.fills = False

    @property
    def before(self) -> Any:
        """The value that the entry requires before its begin; NOT_GIVEN for none."""
        if self.inner is not None:
            return self.inner.before(self.path)
        return self.start if isinstance(self.item, Step) and self.item.reaches_back else NOT_GIVEN

    def value(self, time: float) -> Any:
        """The value of the entry at a time of the sequence, at or after the begin of the entry."""
        item, passed = self.item, time - self.item.begin
        if item.duration <= 0:
            return self._at(1.0)
        iterations, limit = passed / item.duration, item.repeat
        if iterations >= limit - _CLOSE or (time == math.inf and limit == math.inf):
            turns_back = item.yoyo and limit != math.inf and limit % 2 == 0
            return self._at(0.0 if turns_back else 1.0)
        whole = math.floor(iterations + _CLOSE)
        progress = max(0.0, iterations - whole)
        return self._at(1 - progress if item.yoyo and whole % 2 else progress)

    def _at(self, progress: float) -> Any:
        """The value of the entry at a fraction of one play."""
        if self.inner is not None:
            return self.inner.at(self.path, progress * self.item.duration)
        if self.easing is None or self.item.duration <= 0:
            return self.end
        return between.between(self.kind, self.start, self.end, self.easing(progress))

    @property
    def first(self) -> Any:
        """The value at the begin."""
        return self.value(self.item.begin)

    @property
    def rest(self) -> Any:
        """The value after the last play, or after the first play if the entry repeats for ever."""
        return self.value(math.inf)

    # Conversion to animations

    def animation(self) -> Animation:
        """Core Animation's animation for this entry."""
        item = self.item
        lasting = max(item.duration, _INSTANT)
        iterations = item.repeat if item.duration > 0 else 1.0
        timing: dict[str, Any] = {
            "begin_time": item.begin,
            "duration": lasting,
            "removed_on_completion": False,
        }
        timing["fill_mode"] = "both" if self.fills else "forwards"
        if iterations > 1:
            back = item.yoyo
            timing |= {"repeat_count": iterations / 2 if back else iterations, "autoreverses": back}
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
    """The values of a property and its components over time. The entries are in order, and each entry starts
    from the values before the entry.
    """

    def __init__(self, model: Callable[[str], Any], found: Callable[[str, float], Any] | None = None) -> None:
        self.entries: list[Entry] = []
        #: The first entry for each key path.
        self.firsts: dict[str, Entry] = {}
        #: Functions that return the value of a key path before all entries, and the value at a time if other
        #: animations change the property.
        self.model, self.found = model, found or (lambda path, _time: model(path))

    def insert(self, entry: Entry) -> int:
        """Inserts an entry in order, and returns its index."""
        index = bisect.bisect_right(self.entries, entry.order, key=lambda other: other.order)
        self.entries.insert(index, entry)
        first = self.firsts.setdefault(entry.path, entry)
        if entry.order < first.order:
            self.firsts[entry.path] = entry
        return index

    def index(self, entry: Entry) -> int:
        """Index of an entry."""
        return bisect.bisect_left(self.entries, entry.order, key=lambda other: other.order)

    def at(self, path: str, time: float, before: int | None = None) -> Any:
        """The value of a key path at a time. With `before`, only entries with a smaller index than `before`
        count.
        """
        everything = before is None
        if before is None:
            before = bisect.bisect_right(self.entries, time + _CLOSE, key=lambda entry: entry.item.begin)
        parts: list[Entry] = []
        value: Any = NOT_GIVEN
        for index in range(before - 1, -1, -1):
            entry = self.entries[index]
            if leads_into(path, entry.path):
                value = between.part(path, entry.value(time), entry.path)
                break
            if leads_into(entry.path, path):
                parts.append(entry)
        if value is NOT_GIVEN and everything:
            value = self.before(path)
        elif value is NOT_GIVEN:
            value = self.found(path, time) if math.isfinite(time) else self.model(path)
        for entry in reversed(parts):
            value = between.with_part(path, value, entry.path, entry.value(time))
        return value

    def settle(self, index: int) -> bool:
        """Computes the start and end values of an entry, and returns whether the values changed."""
        entry, item = self.entries[index], self.entries[index].item
        known = entry.start, entry.end
        if isinstance(item, Loop):
            entry.inner = _inside(item, lambda path: self.at(path, item.begin, index))
            entry.start = entry.end = tuple((each.start, each.end) for each in entry.inner.entries)
        else:
            entry.start = self.at(entry.path, item.begin, index) if item.start is NOT_GIVEN else item.start
            entry.end = self.at(entry.path, math.inf, index) if item.end is NOT_GIVEN else item.end
        return not (same(known[0], entry.start) and same(known[1], entry.end))

    def fronts(self) -> Iterator[tuple[str, Any, Entry, bool]]:
        """Yields each value before the first entries: key path, value, first entry, and whether the first
        entry fills backwards with the value.
        """
        for top in tops(self.firsts):
            before, first = self.before(top), min(self._inside(top), key=lambda entry: entry.order)
            shows = first.path == top and first.item.duration > 0 and same(first.first, before)
            yield top, before, first, shows

    def before(self, path: str) -> Any:
        """The value of a key path before all entries."""
        value = self.model(path)
        inside = self._inside(path)
        for entry in inside:
            is_first = all(
                entry.order <= other.order or not overlap(entry.path, other.path) for other in inside
            )
            if is_first and entry.before is not NOT_GIVEN:
                value = between.with_part(path, value, entry.path, entry.before)
        return value

    def _inside(self, path: str) -> list[Entry]:
        """The first entries whose key paths lead into a key path."""
        return [entry for other, entry in self.firsts.items() if leads_into(other, path)]

    def animations(self) -> list[Animation]:
        """Returns all entries as animations of a group."""
        held: list[Animation] = []
        for path, before, first, shows in self.fronts():
            first.fills = shows
            if not shows:
                held.append(holding(path, before))
        return [*held, *(entry.animation() for entry in self.entries)]


def _inside(loop: Loop, model: Callable[[str], Any]) -> Values:
    """The values inside a loop, starting from the values at its begin."""
    known: dict[str, Any] = {}

    def stored_value(path: str) -> Any:
        if path not in known:
            known[path] = model(path)
        return known[path]

    inside = Values(stored_value)
    parts = (alone for part in loop.parts for alone in apart(part))
    for order, (part, path) in enumerate(parts):
        inside.insert(Entry(part, path, order))
    for index in range(len(inside.entries)):
        inside.settle(index)
    return inside


def apart(part: Step | Loop) -> Iterator[tuple[Step | Loop, str]]:
    """Yields a step with its key path. A loop is split into one loop for each property or component."""
    if isinstance(part, Step):
        yield part, part.key_path
        return
    for top in tops({step.key_path for step in part.steps()}):
        yield part.of(functools.partial(_is_in, top)), top


def _is_in(path: str, step: Step) -> bool:
    return leads_into(step.key_path, path)


def holding(path: str, value: Any) -> Animation:
    """An animation that holds a value for ever, and begins before all other animations."""
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
    """Key paths that lead into no other of the given key paths."""
    chosen = sorted(set(paths))
    return [path for path in chosen if not any(path != other and leads_into(path, other) for other in chosen)]


def overlap(one: str, other: str) -> bool:
    """Whether one of two key paths leads into the other."""
    return leads_into(one, other) or leads_into(other, one)


def same(one: Any, other: Any) -> bool:
    """Whether two values are both known and equal."""
    return one is other or (one is not NOT_GIVEN and other is not NOT_GIVEN and bool(one == other))
