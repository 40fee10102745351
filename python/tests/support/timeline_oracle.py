"""A reference model of timelines in plain Python, which computes the animated numbers of one copy of a layer.

Each step (`Act`) changes some numbers of a layer. Of all steps that have begun and change a number, the step
with the latest begin time determines the number. A step without a start value starts from the value that
earlier steps give at the begin time of the step.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

#: The names of the numbers that each key path consists of.
PARTS: Mapping[str, tuple[str, ...]] = {
    "opacity": ("opacity",),
    "position": ("x", "y"),
    "position.x": ("x",),
    "position.y": ("y",),
    "bounds": ("left", "top", "width", "height"),
    "bounds.origin": ("left", "top"),
    "bounds.size": ("width", "height"),
    "bounds.size.width": ("width",),
    "bounds.size.height": ("height",),
    "transform.rotation.z": ("angle",),
    "transform.translation.x": ("along",),
}
_NEAR = 1e-9


@dataclass(frozen=True)
class Act:
    """A timeline step that changes one key path, or that repeats several inner steps together."""

    begin: float
    duration: float
    path: str = ""
    start: tuple[float, ...] | None = None
    end: tuple[float, ...] | None = None
    reaches_back: bool = False
    ease: Callable[[float], float] = lambda p: p
    repeat: float = 1
    yoyo: bool = False
    #: Index of the copy that the step changes, or None for all copies.
    copy: int | None = None
    acts: Sequence[Act] = field(default=())

    def moves(self) -> set[str]:
        return set(PARTS[self.path]) if self.path else {part for act in self.acts for part in act.moves()}


def value(acts: Sequence[Act], model: Mapping[str, float], part: str, time: float) -> float:
    """The value of the number `part` at a time. The list `acts` has the steps in the order in which they were
    added to the timeline.
    """
    moving = [act for act in sorted(acts, key=lambda act: act.begin) if part in act.moves()]
    begun = [act for act in moving if act.begin <= time + _NEAR]
    if not begun:
        return before(acts, model, part)
    act = begun[-1]
    earlier = begun[:-1]
    progress = _progress(act, time)
    if act.acts:
        found = {name: value(earlier, model, name, act.begin) for name in PARTS_OF_ALL}
        return value(act.acts, found, part, progress * act.duration)
    index = PARTS[act.path].index(part)
    start = act.start[index] if act.start else value(earlier, model, part, act.begin)
    end = act.end[index] if act.end else value(earlier, model, part, math.inf)
    if act.duration == 0:
        return end
    return start + (end - start) * act.ease(progress)


PARTS_OF_ALL = sorted({part for parts in PARTS.values() for part in parts})


def before(acts: Sequence[Act], model: Mapping[str, float], part: str) -> float:
    """The value of one component of a property before the first step of the timeline begins.

    `part` is the component, such as "x".

    If the first step fills backwards, and no earlier step changes a number of the first step, the value is
    the start value of the first step.
    """
    moving = sorted(acts, key=lambda act: act.begin)
    for index, act in enumerate(moving):
        if part not in act.moves():
            continue
        together = _together(act, part)
        if any(together & other.moves() for other in moving[:index]):
            return model[part]
        if act.acts:
            return before(act.acts, model, part)
        return act.start[PARTS[act.path].index(part)] if act.reaches_back and act.start else model[part]
    return model[part]


def _together(act: Act, part: str) -> set[str]:
    """The numbers that one step changes together, among them the number `part`. A step that repeats inner
    steps changes the numbers of the inner steps.
    """
    if not act.acts:
        return act.moves()
    found = {part}
    for inner in sorted(act.acts, key=lambda inner: -len(inner.moves())):
        if inner.moves() & found:
            found |= inner.moves()
    return found


def _progress(act: Act, time: float) -> float:
    """The progress of a step within its current iteration. With yoyo, every second iteration runs backwards.
    After the end of a step, the step keeps the progress of its last iteration.
    """
    if act.duration == 0:
        return 1
    iterations = (time - act.begin) / act.duration
    last = act.repeat - 1 if math.isfinite(act.repeat) else 0
    if iterations >= act.repeat - _NEAR or iterations == math.inf:
        return 0.0 if act.yoyo and last % 2 == 1 else 1.0
    whole = math.floor(iterations + _NEAR)
    progress = max(0.0, iterations - whole)
    return 1 - progress if act.yoyo and whole % 2 == 1 else progress
