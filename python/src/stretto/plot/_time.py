"""Outer time and a layer's own: the window that every copy shows, and the map from one to the other."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterable
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from stretto._ffi.numbers import instance_of, number, numbers
from stretto.errors import InvalidArgument
from stretto.layer import Layer
from stretto.scene import Scene

from . import _copies, _style
from ._copies import Copies, Shown
from ._style import Axes, AxesArray

Numbers = npt.NDArray[np.float64]
#: Samples of a curve against the layer's own time, and against the scene's.
_SAMPLES, _VALUES = 2001, 1001
_COLUMNS = 4
#: Interval in seconds for measuring a copy's speed, and the speed below which it stands still.
_MOMENT, _SLOWEST = 2.0**-10, 1e-3
#: A step this many times the usual one is a jump, not a slope.
_JUMP = 8.0
#: Samples within a step that may be a jump.
_FINE = 33


@dataclasses.dataclass(frozen=True)
class Window:
    """Window of a copy's own time, from `time` on."""

    #: Which copy: the indices of the replicators around the layer, outermost first.
    instance: tuple[int, ...]
    #: The layer's own time there at the beginning and at the end, in seconds; equal if it stands still.
    start: float
    stop: float


def windows(
    layer: Shown, scene: Scene | None = None, *, time: float = 0, window: float | None = None
) -> list[Window]:
    """The part of its own time that each copy of a layer shows while the scene goes from `time` to
    `time + window` seconds.

    Without `window` it is as long as one copy is ahead of the next, a second at most. `layer` is a
    layer, whose copies are those that can be seen at `time`, at most 24; or copies of one, such as
    `[dot.instance(0), dot.instance(2)]`.
    """
    return _windows(*_copies.chosen(layer), scene, time, window)[0]


def _windows(
    layer: Layer, instances: Copies | None, scene: Scene | None, time: float, window: float | None
) -> tuple[list[Window], float]:
    """The windows, and how long each is in the scene's time."""
    time = number(time, "time")
    length = None if window is None else number(window, "window")
    found = _copies.indices(layer, scene, time, instances)
    if length is None:
        length = _copies.window(layer, found, time)
    shown = [
        Window(index, layer.local_time(time, index), layer.local_time(time + length, index))
        for index in found
    ]
    return shown, length


@overload
def time_windows(
    layer: Shown,
    key_path: str,
    scene: Scene | None = None,
    *,
    time: float = 0,
    window: float | None = None,
    span: tuple[float, float] | None = None,
    component: int = 0,
    ax: Axes,
) -> Axes: ...


@overload
def time_windows(
    layer: Shown,
    key_path: str,
    scene: Scene | None = None,
    *,
    time: float = 0,
    window: float | None = None,
    span: tuple[float, float] | None = None,
    component: int = 0,
    ax: npt.NDArray[Any] | None = None,
) -> AxesArray: ...


def time_windows(
    layer: Shown,
    key_path: str,
    scene: Scene | None = None,
    *,
    time: float = 0,
    window: float | None = None,
    span: tuple[float, float] | None = None,
    component: int = 0,
    ax: Axes | npt.NDArray[Any] | None = None,
) -> Axes | AxesArray:
    """One curve, and on it the window of time that each copy shows: one graph a copy, in an array of Axes.

    Across goes the layer's own time, up its value of `key_path` (of a point, rect or colour the number at
    `component`). The window is what the copy shows while the scene goes from `time` to `time + window`
    seconds, the dot where it begins; without `window` it is as long as one copy is ahead of the next, a
    second at most. `span` is (first, last) of the layer's time; without it all windows fit in, and as much of
    the curve as the scene takes to repeat, if that is not so much that the windows could not be told apart.
    `layer` is as in `windows`. Copies of a text are named by what it shows in them.

    `ax` is an array of Axes, one a copy, which is returned, or one Axes that takes all windows, a colour and
    a lane each, and is returned. The array has the `figure` that its graphs are in.
    """
    time = number(time, "time")
    layer, instances = _copies.chosen(layer)
    shown, window = _windows(layer, instances, scene, time, window)
    first, last = ends_of(shown, span, None if scene is None else _repeats(layer, scene, shown, time))
    axes = _axes_for(shown, ax)
    colors, names = _style.colors(len(shown)), _copies.names(layer, [item.instance for item in shown], time)
    for position, item in enumerate(shown):
        target = axes[position] if len(axes) > 1 else axes[0]
        curve = curve_of(layer, key_path, item, (time, window), (first, last), component)
        if len(axes) > 1 or position == 0:
            target.plot(*curve, color=_style.FAINT, linewidth=1.5, zorder=2)
        runs = runs_of(layer, item.instance, time, window)
        lane = (position, len(shown)) if len(axes) == 1 else (0, 1)
        highlight(target, item.start, runs, curve, (names[position], colors[position]), lane)
    for position, target in enumerate(axes):
        _style.tidy(target)
        target.set_xlim(first, last)
        if ax is not None or position + _COLUMNS >= len(axes):  # nothing below it
            target.set_xlabel("the layer's time (s)", fontsize=9, color=_style.INK)
            target.tick_params(labelbottom=True)
    axes[0].set_ylabel(key_path, fontsize=9, color=_style.INK, parse_math=False)
    if len(axes) == 1 and len(shown) > 1:
        _style.legend(axes[0])
    return axes if ax is None or isinstance(ax, np.ndarray) else ax


def _repeats(layer: Layer, scene: Scene, shown: list[Window], time: float) -> float:
    copies = [item.instance for item in shown]
    return _copies.seconds(layer, scene, copies, time) if scene.loop_duration() else 0.0


def time_map(
    layer: Shown,
    scene: Scene | None = None,
    *,
    start: float = 0,
    stop: float | None = None,
    time: float | None = None,
    ax: Axes | None = None,
) -> Axes:
    """The scene's time against the layer's own, a line a copy.

    A slope of 1 plays, a flat stretch (dashed) holds still, a saw's teeth repeat, and a dotted upright is a
    jump. `time` marks a moment, with a dot on every line. Without `stop` the map is as long as the scene
    takes to repeat, or as tells the copies apart; ten seconds if nothing says more. `layer` is as in
    `windows`; copies that can be seen are those at `time`, or else at `start`.
    """
    layer, instances = _copies.chosen(layer)
    start = number(start, "start")
    found = _copies.indices(layer, scene, start if time is None else number(time, "time"), instances)
    stop = start + _copies.seconds(layer, scene, found, start) if stop is None else number(stop, "stop")
    _check_order(start, stop)
    ax = _style.one_axes(ax, (6.4, 3.8))
    times, colors = np.linspace(start, stop, _SAMPLES), _style.colors(len(found))
    names = _copies.names(layer, found, start if time is None else time)
    for position, index in enumerate(found):
        local = layer._sample(None, start, stop, _SAMPLES, index)
        _map_line(ax, times, local, colors[position], names[position], len(found))
        if time is not None:
            moment = layer.local_time(time, index)
            ax.plot([time], [moment], "o", color=colors[position], markersize=6, zorder=4)
    _finish(ax, (start, stop), time, "the layer's time (s)", len(found))
    return ax


def values(
    layer: Shown,
    key_path: str,
    scene: Scene,
    *,
    start: float = 0,
    stop: float | None = None,
    time: float | None = None,
    component: int = 0,
    ax: Axes | None = None,
) -> Axes:
    """A layer's value while the scene goes from `start` to `stop` seconds, a line a copy.

    Up goes the value of `key_path`, animations included; of a point, rect or colour the number at
    `component`. Without `stop` the graph shows until all has begun and one loop more, or until all stands
    still, and no more of that than tells the copies apart. `time` marks a moment, with a dot on every line.
    `layer` is a layer, whose copies are those that can be seen, at most 24; or copies of one, such as
    `[dot.instance(0), dot.instance(2)]`.
    """
    layer, instances = _copies.chosen(layer)
    instance_of(Scene, scene)
    start = number(start, "start")
    found = _seen(layer, scene, start if time is None else number(time, "time"), instances)
    stop = start + _seconds(layer, scene, found, start) if stop is None else number(stop, "stop")
    _check_order(start, stop)
    ax = _style.one_axes(ax, (6.4, 3.2))
    colors, names = _style.colors(len(found)), _copies.names(layer, found, start)
    for position, index in enumerate(found):
        across, up = over_time(layer, key_path, index, (start, stop), _VALUES, component)
        width = 2.2 if len(found) <= 8 else 1.4
        ax.plot(across, up, color=colors[position], linewidth=width, label=names[position])
        if time is not None:
            value = at_component(layer._sample(key_path, time, time, 1, index), key_path, component)
            ax.plot([time], value, "o", color=colors[position], markersize=6, zorder=4)
    _finish(ax, (start, stop), time, key_path, len(found))
    return ax


def _check_order(start: float, stop: float) -> None:
    if not start < stop:
        raise InvalidArgument(f"start was given {start:g} and stop {stop:g}; stop must be the later")


def _finish(ax: Axes, span: tuple[float, float], time: float | None, up: str, copies: int) -> None:
    """Labels a graph over the scene's time, marks a moment, and names the copies if there are several."""
    if time is not None:
        ax.axvline(time, color=_style.FAINT, linewidth=1, zorder=1)
    _style.tidy(ax)
    ax.set_xlim(*span)
    ax.set_xlabel("the scene's time (s)", fontsize=9, color=_style.INK)
    ax.set_ylabel(up, fontsize=9, color=_style.INK, parse_math=False)
    if copies > 1:
        _style.legend(ax)


def _seen(layer: Layer, scene: Scene, time: float, instances: Copies | None) -> list[tuple[int, ...]]:
    """The copies that were asked for, or those of the first moment in which there are most."""
    if instances is None:
        moments = [float(at) for at in time + np.linspace(0, max(scene.loop_report().steady_from, 1), 9)]
        time = max(moments, key=lambda at: len(scene.instances(layer, at)))
    return _copies.indices(layer, scene, time, instances)


def _seconds(layer: Layer, scene: Scene, found: list[tuple[int, ...]], start: float) -> float:
    """Until all has begun, and what the copies are told apart by."""
    begun = max(0.0, scene.loop_report().steady_from - start)
    if scene.loop_duration() == 0 and begun > 0:  # it ends
        return 1.05 * begun
    loop = _copies.seconds(layer, scene, found, start)
    # A repetition is worth seeing unless the scene begins late compared to its length.
    return begun + loop if begun <= 4 * loop else loop


# ------------------------------------------------------------------ the graphs of windows


def _axes_for(shown: list[Window], ax: Axes | npt.NDArray[Any] | None) -> AxesArray:
    """A flat array: one Axes a copy, or a single one for all."""
    if ax is not None:
        given = np.atleast_1d(np.asarray(ax, dtype=object)).reshape(-1)
        if len(given) not in (1, len(shown)):
            raise InvalidArgument(f"ax holds {len(given)} Axes; there are {len(shown)} copies")
        for item in given:
            _style.checked(item)
        return given.view(AxesArray)
    columns = min(_COLUMNS, len(shown))
    rows = math.ceil(len(shown) / columns)
    size = max(3.1 * columns, 4), 2.4 * rows
    grid = _style.new_axes(rows, columns, size, sharex=True, sharey=True).reshape(-1)
    for spare in grid[len(shown) :]:
        spare.remove()
    return np.asarray(grid[: len(shown)]).view(AxesArray)


def ends_of(
    shown: list[Window], span: Iterable[float] | None, repeats: float | None = None
) -> tuple[float, float]:
    """The span that was given; without one every window, with room after the last, and time 0. With
    `repeats`, the seconds that are worth seeing, as many from the first window on; and time 0 if it is no
    further away.
    """
    if span is not None:
        given = numbers(span, "span")
        if len(given) != 2:
            raise InvalidArgument(f"span was given {len(given)} numbers; (first, last) is needed")
        return given[0], given[1]
    ends = [end for item in shown for end in (item.start, item.stop)]
    first, last = min(ends), max(ends)
    if not repeats or first <= repeats:
        first, last = min(0.0, first), max(0.0, last)
    if repeats:
        return first, max(last + 0.15 * (last - first), first + repeats)
    return first, last + max(0.15 * (last - first), 0.5)


def curve_of(
    layer: Layer,
    key_path: str,
    item: Window,
    scene_window: tuple[float, float],
    span: tuple[float, float],
    component: int,
) -> tuple[Numbers, Numbers]:
    """The value against the copy's own time: over the whole span if that time runs on as it does at the
    beginning of the window; where it jumps, what can be seen of the curve.
    """
    time, window = scene_window
    first, last = time + min(0.0, window), time + max(0.0, window)
    rate = (layer.local_time(time + _MOMENT, item.instance) - item.start) / _MOMENT
    if abs(rate) > _SLOWEST:
        ends = [time + (end - item.start) / rate for end in span]
        first, last = min(first, *ends), max(last, *ends)
    local = layer._sample(None, first, last, _SAMPLES, item.instance)

    def values(start: float, stop: float, count: int) -> Numbers:
        return at_component(layer._sample(key_path, start, stop, count, item.instance), key_path, component)

    order = np.argsort(local, kind="stable")

    def is_jump(step: int) -> bool:
        """Whether the value does not pass through what is between two neighbours on the curve."""
        before, after = sorted(map(int, order[step : step + 2]))
        if after - before > 1:
            return True
        times = np.linspace(first, last, _SAMPLES)[[before, after]]
        return _is_jump(values(float(times[0]), float(times[1]), _FINE))

    return _with_gaps(local[order], values(first, last, _SAMPLES)[order], is_jump)


def over_time(
    layer: Layer,
    key_path: str,
    index: tuple[int, ...],
    span: tuple[float, float],
    count: int,
    component: int,
) -> tuple[Numbers, Numbers]:
    """A copy's value against the scene's time, with a gap at every jump."""
    times = np.linspace(*span, count)

    def values(start: float, stop: float, count: int) -> Numbers:
        return at_component(layer._sample(key_path, start, stop, count, index), key_path, component)

    def is_jump(step: int) -> bool:
        return _is_jump(values(float(times[step]), float(times[step + 1]), _FINE))

    return _with_gaps(times, values(*span, count), is_jump)


def at_component(found: Numbers, key_path: str, component: int) -> Numbers:
    """Samples of a number; of a point, rect or colour that of its numbers."""
    if found.ndim != 2:
        return found
    if not -found.shape[1] <= component < found.shape[1]:
        raise InvalidArgument(f"component was given {component}; {key_path} has {found.shape[1]}")
    return np.asarray(found[:, component])


def _is_jump(inside: Numbers) -> bool:
    """Whether samples within a step go most of their way at once."""
    steps = np.abs(np.diff(inside))
    return bool(2 * steps.max() > steps.sum())


def _with_gaps(across: Numbers, up: Numbers, is_jump: Callable[[int], bool]) -> tuple[Numbers, Numbers]:
    """The line with a gap (NaN) at every jump of the value; `is_jump` looks closer at a step."""
    steps = np.abs(np.diff(up))
    usual = np.median(steps[steps > 0]) if (steps > 0).any() else 0.0
    # In a curve that moves everywhere the usual step tells a jump; in one of flat pieces every step is one.
    share = np.count_nonzero(steps) / max(1, len(steps))
    large = np.flatnonzero((steps > _JUMP * usual) if share > 0.01 else steps > 0)
    jumps = np.array([step for step in large if is_jump(int(step))], np.intp) + 1
    return np.insert(across, jumps, across[jumps]), np.insert(up, jumps, np.nan)


def runs_of(layer: Layer, index: tuple[int, ...], time: float, window: float) -> list[tuple[float, float]]:
    """The parts of its own time that a copy shows in the window: more than one if that time jumps."""
    local = layer._sample(None, time, time + window, _SAMPLES, index)
    pieces = np.split(local, _jumps(np.diff(local)) + 1)
    return [(float(piece.min()), float(piece.max())) for piece in pieces]


def highlight(
    ax: Axes,
    start: float,
    runs: list[tuple[float, float]],
    curve: tuple[Numbers, Numbers],
    look: tuple[str, str],
    lane: tuple[int, int],
) -> list[Any]:
    """The window of a copy, which begins at `start`: a band, what it shows of the curve, and a dot; what was
    drawn is returned. `look` is its name and its colour, `lane` which of how many bands one graph holds, one
    below the other.
    """
    (local, value), (name, color) = curve, look
    position, count = lane
    inside = np.zeros(len(local), bool)
    drawn: list[Any] = []
    for low, high in runs:
        band = ax.axvspan(
            low, high, 1 - (position + 1) / count, 1 - position / count, color=color, alpha=0.16, linewidth=0,
            zorder=1,
        )  # fmt: skip
        drawn.append(band)
        inside |= (local >= low) & (local <= high)
    shown = np.where(inside, local, np.nan)
    drawn += ax.plot(shown, value, color=color, linewidth=3, solid_capstyle="round", zorder=3, label=name)
    at = _value_at(start, local, value)
    drawn += ax.plot([start], [at], "o", color=color, markersize=6.5, markeredgecolor="white", zorder=4)
    if count == 1:
        ax.set_title(f"{name}: {start:.3g} s", fontsize=10, color=color, fontweight="bold")
    return drawn


def _value_at(time: float, local: Numbers, value: Numbers) -> float:
    """The curve's height at a time; at a jump, and next to one, the height of what comes after it."""
    known = np.flatnonzero(~np.isnan(value))
    after = int(np.searchsorted(local[known], time - 1e-9))
    after = min(after, len(known) - 1)
    before = max(after - 1, 0)
    if known[after] - known[before] > 1:  # the curve is cut in between
        return float(value[known[after]])
    return float(np.interp(time, local[known[[before, after]]], value[known[[before, after]]]))


def _jumps(steps: Numbers) -> npt.NDArray[np.intp]:
    """The steps that are too long for a slope."""
    usual = float(np.median(np.abs(steps[steps != 0]))) if steps.any() else 0.0
    return np.flatnonzero(np.abs(steps) > max(_JUMP * usual, 1e-12))


# ------------------------------------------------------------------ the lines of the map


def _map_line(ax: Axes, times: Numbers, local: Numbers, color: str, label: str, copies: int) -> None:
    steps = np.diff(local)
    jumps = _jumps(steps)
    held = np.concatenate([[False], np.abs(steps) <= 1e-9 * max(1.0, float(np.abs(local).max()))])
    across, up = np.insert(times, jumps + 1, np.nan), np.insert(local, jumps + 1, np.nan)
    flat = np.insert(held, jumps + 1, False)
    # The step that leads into a flat stretch belongs to it too, so that the pieces touch.
    joined = flat | np.concatenate([flat[1:], [False]])
    width = 2.2 if copies <= 8 else 1.4
    ax.plot(across, np.where(flat & ~np.isnan(up), np.nan, up), color=color, linewidth=width, label=label)
    if flat.any():
        ax.plot(across, np.where(joined, up, np.nan), color=color, linewidth=width, linestyle=(0, (2, 1.4)))
    for jump in jumps:
        ax.plot(times[jump : jump + 2], local[jump : jump + 2], color=color, linewidth=1, linestyle=":")
