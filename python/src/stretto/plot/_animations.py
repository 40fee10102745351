"""Draws graphs of phases, timelines of bars, and timing functions."""

from __future__ import annotations

import dataclasses
import itertools
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from stretto._ffi import ffi, handle
from stretto._ffi import signatures as c
from stretto._ffi.numbers import flag, number, shown, wrong_type
from stretto._model.convert import Curve
from stretto._model.key_paths import spelled
from stretto.animation import Animation, BasicAnimation
from stretto.errors import InvalidArgument
from stretto.layer import Layer
from stretto.scene import Scene
from stretto.text import GlyphLayer, TextLayer

from . import _style
from ._style import Axes

#: Keys that the package makes for animations without a key.
_MADE_KEY = re.compile(r"stretto-\d+")
#: Endings of the keys that a timeline makes for copies of one layer.
_OF_COPY = re.compile(r" of copy \d+")


@dataclasses.dataclass(frozen=True)
class Phases:
    """Time span of an animation, in seconds of its layer."""

    #: Begin in seconds.
    begin: float
    #: End in seconds; infinite for an animation that repeats for ever.
    end: float
    #: Duration of one cycle in one direction, in seconds. If the animation autoreverses, the reverse half has
    #: the same duration again.
    iteration: float
    autoreverses: bool
    #: Whether the first value applies before the begin, and the last value after the end.
    fills_before: bool
    fills_after: bool


#: Name of an animation, number of groups around it, and its phases.
Row: TypeAlias = tuple[str, int, Phases]


@dataclasses.dataclass(frozen=True)
class Bar:
    """A row of a timeline: an animation, or the animations of several copies with one key."""

    name: str
    #: Number of groups around the animation.
    depth: int
    #: The phases for each copy.
    phases: list[Phases]


@dataclasses.dataclass(frozen=True)
class Span:
    """A time span in which a scene is in one state. The end may be infinite."""

    state: str
    begin: float
    end: float


def phases(animation: Animation) -> Phases:
    """Returns begin, end and fills of an animation alone, not cut off by a group.

    An animation of speed 0 never ends. A duration of 0 counts as a quarter of a second, Core Animation's
    default. An animation that is removed on completion does not fill forwards.

    Args:
        animation: The animation.
    """
    return _phases(_found(animation)[0])


def of_animation(name: str | None, animation: Animation) -> Iterator[Row]:
    """The rows of an animation and of the animations inside it, in the time of its layer. A row whose key the
    package has generated is named after its key path.
    """
    name = None if name is None or _MADE_KEY.fullmatch(name) else name
    for row in _found(animation):
        yield (not row.depth and name) or _animated(row), row.depth, _phases(row)


def _rows(scene: c.ScenePointer) -> tuple[list[Any], list[Layer]]:
    """Phases from the library, each with its layer."""
    rows = ffi.structs(c.PhasesStruct, ffi.lib.stretto_scene_get_phases, scene)
    # Python objects for all layers of the rows are made first, so that no reference leaks after an error.
    return rows, [handle.adopt(row.layer) for row in rows]


def moving(scene: Scene, key_path: str | None = None) -> set[Layer]:
    """The layers with animations of their own or of transitions, or with animations of one key path."""
    rows, layers = scene._calls.ask(_rows, scene._pointer)
    paths = [row.key_path for row in rows]
    wanted = key_path and spelled(key_path)
    return {layer for layer, path in zip(layers, paths, strict=True) if wanted in (None, path)}


def bars_of_scene(scene: Scene) -> list[Bar]:
    """The bars of the animations of all layers, and of the transitions that are played."""
    states = {span.begin: (before.state, span.state) for before, span in itertools.pairwise(spans(scene))}
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
    """The bars of named animations. Animations that a timeline made for copies share a bar."""
    found: list[tuple[object, list[Row]]] = []
    for order, (name, animation) in enumerate(animations):
        plain = _OF_COPY.sub("", name or "")
        found.append((order if plain == (name or "") else plain, list(of_animation(name, animation))))
    return _bars(found)


def _bars(found: list[tuple[object, list[Row]]]) -> list[Bar]:
    """A bar for each row. Rows of one layer whose animations have equal structure share a bar."""
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
    """The states of a scene from time 0 on."""
    changes = ffi.numbers(ffi.lib.stretto_scene_get_changes, scene._pointer)
    times = [0.0, *sorted({time for time in changes if time > 0})]
    return [
        Span(scene.state(begin), begin, end)
        for begin, end in zip(times, [*times[1:], float("inf")], strict=True)
    ]


def _animated(row: Any) -> str:
    return row.key_path or "group"


def _found(animation: Animation) -> list[Any]:
    if not isinstance(animation, Animation):
        raise wrong_type("phases", "an animation", animation)
    return ffi.structs(c.PhasesStruct, ffi.lib.stretto_animation_get_phases, animation._pointer)


def _phases(row: Any) -> Phases:
    return Phases(row.begin, row.end, row.cycle, row.autoreverses, row.fills_before, row.fills_after)


# Bars over time

#: Largest number of cycles that one bar separates.
_MOST_CYCLES = 200
#: Largest number of copies in one row.
_MOST_COPIES = 60
#: Largest number of rows. A further row of the graph shows the number of omitted rows.
_MOST_ROWS = 100


def timeline(
    animations: Scene | Layer | Mapping[str, Animation] | Sequence[Animation] | Animation,
    *,
    start: float = 0,
    stop: float | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draws a bar for each animation, over the layer's time.

    A bar is solid while the animation is active and lighter in the reverse half of an autoreverse. A bar has
    a line between two cycles, and is hatched while the animation fills. Animations inside a group are below
    the group, in the time of the group. The bar of an endless animation reaches the edge of the graph. Copies
    of a layer whose animations a `Timeline` wrote, or whose animations have one key, share a row, with at
    most 60 copies below each other. A graph has at most 100 rows, and shows the number of further rows.

    For a `Scene` the graph shows the states of the scene, the animations of all layers, and the animations of
    transitions, over the scene's time.

    Args:
        animations: A scene; a layer; one animation, a list, or a dict of animations by name.
        start: Seconds at the left edge.
        stop: Seconds at the right edge. The default includes every end.
        ax: Axes to draw on. None makes a figure.

    Returns:
        The Axes.

    Raises:
        InvalidArgument: If there are no animations, or `stop` is not after `start`.
    """
    states: list[Span] = []
    if isinstance(animations, Scene):
        rows, states = bars_of_scene(animations), spans(animations)
    else:
        rows = bars_of(_named(animations.animations if isinstance(animations, Layer) else animations))
    if not rows and len(states) < 2:
        inside = "; those of its letters are drawn by timeline(text.glyph)"
        raise InvalidArgument(
            f"there are no animations to draw{inside if isinstance(animations, TextLayer) else ''}"
        )
    start = number(start, "start")
    stop = (
        _stop([item for row in rows for item in row.phases], start, states)
        if stop is None
        else number(stop, "stop")
    )
    if not -math.inf < start < stop < math.inf:
        raise InvalidArgument(
            f"start was given {start:g} and stop {stop:g}; stop must be the later, and both finite"
        )
    more = len(rows) - _MOST_ROWS
    names = ["    " * row.depth + row.name for row in rows[:_MOST_ROWS]]
    names += [f"and {more} more"] if more > 0 else []
    ax = _style.one_axes(ax, (7, 0.9 + 0.42 * len(names)))
    for position, row in enumerate(rows[:_MOST_ROWS]):
        _row(ax, position, row, (start, stop), _style.color(position))
    _style.tidy(ax, grid="x")
    if len(states) > 1 or (states and states[0].state):
        _states(ax, states, (start, stop))
        ax.set_yticks(range(-1, len(names)), ["state", *names], parse_math=False)
        ax.set_ylim(len(names) - 0.45, -1.55)
    else:
        ax.set_yticks(range(len(names)), names, parse_math=False)
        ax.set_ylim(len(names) - 0.45, -0.55)
    ax.set_xlim(start, stop)
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)
    ax.set_xlabel(f"the {'scene' if states else 'layer'}'s time (s)", fontsize=9, color=_style.INK)
    return ax


def _named(
    animations: Mapping[str, Animation] | Sequence[Animation] | Animation,
) -> list[tuple[str | None, Animation]]:
    if isinstance(animations, Animation):
        animations = [animations]
    given: object = animations
    if not isinstance(given, (Mapping, Sequence)):
        found = f"{type(given).__name__} {shown(given)}"
        advice = "; the steps of a timeline are in its scene" if hasattr(given, "from_to") else ""
        raise TypeError(f"timeline takes a scene, a layer or animations, not {found}{advice}")
    named: list[tuple[str | None, Animation]] = (
        list(animations.items())
        if isinstance(animations, Mapping)
        else [(None, animation) for animation in animations]
    )
    for _, animation in named:
        if not isinstance(animation, Animation):
            raise wrong_type("timeline", "animations", animation)
    return named


def _states(ax: Axes, spans: Sequence[Span], window: tuple[float, float]) -> None:
    """Draws a band above the bars with the names of states."""
    for position, span in enumerate(spans):
        begin, end = max(span.begin, window[0]), min(span.end, window[1])
        if begin >= end:
            continue
        color = _style.color(position) if span.state else _style.INK
        ax.barh(-1, end - begin, left=begin, height=0.62, color=color, alpha=0.22, zorder=3)
        ax.plot([begin, begin], [-1.31, -0.69], color=color, linewidth=1.6, zorder=4)
        ax.text(
            begin, -1, f" {span.state or 'base'}", va="center", fontsize=8, color=_style.INK, clip_on=True,
            zorder=5, parse_math=False,
        )  # fmt: skip


def _stop(found: list[Phases], start: float, spans: Sequence[Span] = ()) -> float:
    """End of the graph: the latest finite end of an animation, or the end of a few cycles of endless
    animations, plus a margin.
    """
    ends = [
        item.end
        if math.isfinite(item.end)
        else item.begin + 3 * (item.iteration if item.iteration < 1e9 else 1)
        for item in found
    ]
    ends += [1.5 * span.begin for span in spans] + [start]
    return start + max(1.08 * (max(ends) - start), 1e-3)


def _row(ax: Axes, position: int, row: Bar, span: tuple[float, float], color: str) -> None:
    """Draws a bar, or a stack of bars with one bar for each copy."""
    height, count = 0.62 if row.depth == 0 else 0.42, min(len(row.phases), _MOST_COPIES)
    for slot in range(count):
        item = row.phases[slot * len(row.phases) // count]
        center = position + height * ((slot + 0.5) / count - 0.5)
        _bar(ax, center, item, span, color, height / count)
    if any(math.isinf(item.end) for item in row.phases):
        ax.annotate(
            "∞", (span[1], position), xytext=(4, 0), textcoords="offset points", va="center", color=color,
            fontsize=12, annotation_clip=False,
        )  # fmt: skip


def _bar(ax: Axes, row: float, item: Phases, span: tuple[float, float], color: str, height: float) -> None:
    start, stop = span
    end = min(item.end, stop)
    for left, right, wanted in ((start, item.begin, item.fills_before), (item.end, stop, item.fills_after)):
        if wanted and min(right, stop) > left:
            ax.barh(
                row, min(right, stop) - left, left=left, height=height, facecolor="white", edgecolor=color,
                hatch="////", linewidth=0, alpha=0.55, zorder=2,
            )  # fmt: skip
    ax.barh(row, max(0.0, end - item.begin), left=item.begin, height=height, color=color, zorder=3)
    if end - item.begin < 0.003 * (stop - start):  # the bar of a jump would be too short to see
        ax.plot([item.begin] * 2, [row - height / 2, row + height / 2], color=color, linewidth=1.6, zorder=3)
    _cycles(ax, row, item, end, height)


def _cycles(ax: Axes, row: float, item: Phases, end: float, height: float) -> None:
    """Draws the lines between cycles, and the reverse halves."""
    if not math.isfinite(item.iteration) or (end - item.begin) / item.iteration > _MOST_CYCLES:
        return
    number_of = math.ceil((end - item.begin) / item.iteration - 1e-9)
    for index in range(number_of):
        left, right = item.begin + index * item.iteration, min(item.begin + (index + 1) * item.iteration, end)
        if item.autoreverses and index % 2:
            ax.barh(row, right - left, left=left, height=height, color="white", alpha=0.45, zorder=4)
        elif index:
            ax.plot(
                [left, left], [row - height / 2, row + height / 2], color="white", linewidth=1.6, zorder=5
            )


# Timing functions

_SAMPLES = 257


def curve(*functions: Curve, handles: bool = True, ax: Axes | None = None) -> Axes:
    """Draws timing functions, with time across and progress up, each from (0, 0) to (1, 1).

    A curve is sampled from an animation with the timing function, so it is the curve that the engine uses.

    Args:
        *functions: Names ("easeIn") or four control numbers each.
        handles: Whether the control points are shown.
        ax: Axes to draw on. None makes a figure.

    Returns:
        The Axes.
    """
    if any(function is None for function in functions):
        raise TypeError('curve takes timing functions: names such as "easeIn", or 4 numbers, not None')
    handles = flag(handles, "handles")
    # The function samples the curves before it makes a figure, so that a wrong argument leaves no empty
    # figure behind.
    sampled = [(function, _points(function), _progress(function)) for function in functions or ("default",)]
    ax = _style.one_axes(ax, (5.2, 3.8))
    across = np.linspace(0, 1, _SAMPLES)
    for position, (function, points, progress) in enumerate(sampled):
        color = _style.color(position)
        ax.plot(across, progress, color=color, linewidth=2.4, label=_name(function), zorder=3)
        if handles:
            for start, end in (((0.0, 0.0), points[:2]), ((1.0, 1.0), points[2:])):
                ax.plot(*zip(start, end, strict=True), color=color, linewidth=1, alpha=0.7, zorder=2)
                ax.plot([end[0]], [end[1]], "o", color=color, markersize=5, markerfacecolor="white", zorder=4)
    _style.tidy(ax)
    ax.plot([0, 1], [0, 1], color=_style.FAINT, linewidth=1, linestyle=":", zorder=1)
    ax.set_aspect("equal")
    ax.set_xlabel("time", fontsize=9, color=_style.INK)
    ax.set_ylabel("progress", fontsize=9, color=_style.INK)
    _style.legend(ax)
    return ax


def _animation(function: Curve) -> BasicAnimation:
    return BasicAnimation(
        "zPosition", from_value=0, to_value=1, duration=1, timing_function=function, fill_mode="both",
        removed_on_completion=False,
    )  # fmt: skip


def _progress(function: Curve) -> npt.NDArray[np.float64]:
    probe = Layer()
    probe.add_animation(_animation(function))
    return probe._sample("zPosition", 0, 1, _SAMPLES, ())


def _points(function: Curve) -> Sequence[float]:
    return _animation(function).timing_function or (0.0, 0.0, 1.0, 1.0)


def _name(function: Curve) -> str:
    return function if isinstance(function, str) else ", ".join(f"{item:g}" for item in function)
