"""Graphs of scene time and local time: time windows of copies, and the map from scene time to local time."""

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
#: Number of samples of a curve over local time, and over scene time.
_SAMPLES, _VALUES = 2001, 1001
_COLUMNS = 4
#: Interval in seconds for measuring the speed of a copy, and the speed below which the copy stands still.
_INTERVAL, _SLOWEST = 2.0**-10, 1e-3
#: If a difference is larger than the usual difference by this factor, the curve has a jump.
_JUMP = 8.0
#: Number of samples within an interval that may be a jump.
_FINE = 33


@dataclasses.dataclass(frozen=True)
class Window:
    """The local time that one copy shows during a time window of the scene."""

    #: Index of the copy in each replicator around the layer, outermost first.
    instance: tuple[int, ...]
    #: Local time in seconds at the begin and at the end of the window; equal if local time stands still.
    start: float
    stop: float


def windows(
    layer: Shown, scene: Scene | None = None, *, time: float = 0, window: float | None = None
) -> list[Window]:
    """Returns the local time of each copy of a layer during a time window of the scene.

    Args:
        layer: A layer, with at most 24 copies that are visible at `time`; or copies such as
            `[dot.instance(0), dot.instance(2)]`.
        scene: The scene of the layer. None does not check which copies are visible.
        time: Begin of the window, in seconds of the scene.
        window: Seconds. The default is the delay between two copies, at most one second.
    """
    return _windows(*_copies.chosen(layer), scene, time, window)[0]


def _windows(
    layer: Layer, instances: Copies | None, scene: Scene | None, time: float, window: float | None
) -> tuple[list[Window], float]:
    """Time windows of the copies, and the duration of a window in seconds of the scene."""
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
    """Draws a curve over local time, with the time window of each copy, in one graph for each copy.

    Local time goes across, and the value of `key_path` goes up. A window is the local time that the copy
    shows from `time` to `time + window` seconds of the scene, with a dot at its begin. The copies of a text
    are named by their letters.

    Args:
        layer: As in `windows`.
        key_path: The property.
        scene: As in `windows`.
        time: Begin of the window, in seconds of the scene.
        window: Seconds. The default is the delay between two copies, at most one second.
        span: (first, last) of local time. The default includes all windows, and one loop of the scene unless
            the windows would be too small.
        component: Index of the number of a point, rectangle or colour.
        ax: An array of Axes, one for each copy, or one Axes for all copies, each with its own colour and
            lane. None makes a figure.

    Returns:
        The Axes, or the array of Axes, which has the attribute `figure`.
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
        if ax is not None or position + _COLUMNS >= len(axes):  # no graph is below this one
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
    """Draws local time over scene time, one line for each copy.

    A line of slope 1 plays, a dashed flat line stands still, a sawtooth repeats, and a dotted vertical line
    is a jump.

    Args:
        layer: As in `windows`, with copies that are visible at `time`, or else at `start`.
        scene: As in `windows`.
        time: Seconds of the scene to mark, with a dot on each line.
        start: Seconds of the scene at the left edge.
        stop: Seconds of the scene at the right edge. The default is one loop, adjusted so that copies can be
            distinguished, or ten seconds.
        ax: Axes to draw on. None makes a figure.

    Returns:
        The Axes.
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
        shown = layer._sample(None, start, stop, _SAMPLES, index)
        _map_line(ax, times, shown, colors[position], names[position], len(found))
        if time is not None:
            marked = layer.local_time(time, index)
            ax.plot([time], [marked], "o", color=colors[position], markersize=6, zorder=4)
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
    """Draws the animated value of a property over scene time, one line for each copy.

    Args:
        layer: As in `windows`.
        key_path: The property.
        scene: The scene of the layer.
        time: Seconds of the scene to mark, with a dot on each line.
        start: Seconds of the scene at the left edge.
        stop: Seconds of the scene at the right edge. The default is one loop after all parts have begun, or
            the end of all motion, adjusted so that copies can be distinguished.
        component: Index of the number of a point, rectangle or colour.
        ax: Axes to draw on. None makes a figure.

    Returns:
        The Axes.
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
    """Labels a graph over scene time, marks a time, and adds a legend for several copies."""
    if time is not None:
        ax.axvline(time, color=_style.FAINT, linewidth=1, zorder=1)
    _style.tidy(ax)
    ax.set_xlim(*span)
    ax.set_xlabel("the scene's time (s)", fontsize=9, color=_style.INK)
    ax.set_ylabel(up, fontsize=9, color=_style.INK, parse_math=False)
    if copies > 1:
        _style.legend(ax)


def _seen(layer: Layer, scene: Scene, time: float, instances: Copies | None) -> list[tuple[int, ...]]:
    """The given copies, or the copies at the first sampled time with the most copies."""
    if instances is None:
        times = [float(at) for at in time + np.linspace(0, max(scene.loop_report().steady_from, 1), 9)]
        time = max(times, key=lambda at: len(scene.instances(layer, at)))
    return _copies.indices(layer, scene, time, instances)


def _seconds(layer: Layer, scene: Scene, found: list[tuple[int, ...]], start: float) -> float:
    """Seconds until all parts have begun, plus a duration that shows the differences of copies."""
    begun = max(0.0, scene.loop_report().steady_from - start)
    if scene.loop_duration() == 0 and begun > 0:  # the scene comes to rest
        return 1.05 * begun
    loop = _copies.seconds(layer, scene, found, start)
    # Show one more loop unless the scene begins late compared with the length of its loop.
    return begun + loop if begun <= 4 * loop else loop


# Graphs of time windows


def _axes_for(shown: list[Window], ax: Axes | npt.NDArray[Any] | None) -> AxesArray:
    """A flat array of one Axes for each copy, or a single Axes for all copies."""
    if ax is not None:
        given = np.atleast_1d(np.asarray(ax, dtype=object)).reshape(-1)
        if len(given) not in (1, len(shown)):
            raise InvalidArgument(f"ax holds {len(given)} Axes; there are {len(shown)} copies")
        for item in given:
            _style.checked(item)
        return given.view(AxesArray)
    columns = min(_COLUMNS, len(shown))
    rows = math.ceil(len(shown) / columns)
    size = max(2.15 * columns, 4), 2 * rows
    grid = _style.new_axes(rows, columns, size, sharex=True, sharey=True).reshape(-1)
    for spare in grid[len(shown) :]:
        spare.remove()
    return np.asarray(grid[: len(shown)]).view(AxesArray)


def ends_of(
    shown: list[Window], span: Iterable[float] | None, repeats: float | None = None
) -> tuple[float, float]:
    """The given span, or a span that includes every window, a margin after the last window, and time 0.

    With `repeats`, the span has `repeats` seconds from the first window on, and includes time 0 only if time
    0 is near.
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
    """The value over the copy's local time: over the whole span if local time is linear, otherwise over the
    visible parts.
    """
    time, window = scene_window
    first, last = time + min(0.0, window), time + max(0.0, window)
    rate = (layer.local_time(time + _INTERVAL, item.instance) - item.start) / _INTERVAL
    if abs(rate) > _SLOWEST:
        ends = [time + (end - item.start) / rate for end in span]
        first, last = min(first, *ends), max(last, *ends)
    local = layer._sample(None, first, last, _SAMPLES, item.instance)

    def values(start: float, stop: float, count: int) -> Numbers:
        return at_component(layer._sample(key_path, start, stop, count, item.instance), key_path, component)

    order = np.argsort(local, kind="stable")

    def is_jump(step: int) -> bool:
        """Whether the value jumps between two neighbouring samples."""
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
    """A copy's value over scene time, with a gap at every jump."""
    times = np.linspace(*span, count)

    def values(start: float, stop: float, count: int) -> Numbers:
        return at_component(layer._sample(key_path, start, stop, count, index), key_path, component)

    def is_jump(step: int) -> bool:
        return _is_jump(values(float(times[step]), float(times[step + 1]), _FINE))

    return _with_gaps(times, values(*span, count), is_jump)


def at_component(found: Numbers, key_path: str, component: int) -> Numbers:
    """Samples of a number, or of one component of a point, rectangle or colour."""
    if found.ndim != 2:
        return found
    if not -found.shape[1] <= component < found.shape[1]:
        raise InvalidArgument(f"component was given {component}; {key_path} has {found.shape[1]}")
    return np.asarray(found[:, component])


def _is_jump(inside: Numbers) -> bool:
    """Whether samples within an interval change almost entirely at one place."""
    steps = np.abs(np.diff(inside))
    return bool(2 * steps.max() > steps.sum())


def _with_gaps(across: Numbers, up: Numbers, is_jump: Callable[[int], bool]) -> tuple[Numbers, Numbers]:
    """Returns the line with a gap (NaN) at every jump of the value. The function `is_jump` samples an
    interval more closely.
    """
    steps = np.abs(np.diff(up))
    usual = np.median(steps[steps > 0]) if (steps > 0).any() else 0.0
    # In a curve that changes everywhere, a jump is larger than the usual difference. In a curve that consists
    # of flat parts, every difference is a jump.
    fraction = np.count_nonzero(steps) / max(1, len(steps))
    large = np.flatnonzero((steps > _JUMP * usual) if fraction > 0.01 else steps > 0)
    jumps = np.array([step for step in large if is_jump(int(step))], np.intp) + 1
    return np.insert(across, jumps, across[jumps]), np.insert(up, jumps, np.nan)


def runs_of(layer: Layer, index: tuple[int, ...], time: float, window: float) -> list[tuple[float, float]]:
    """The parts of local time that a copy shows in the window; several if local time jumps."""
    local = layer._sample(None, time, time + window, _SAMPLES, index)
    runs = np.split(local, _jumps(np.diff(local)) + 1)
    return [(float(run.min()), float(run.max())) for run in runs]


def highlight(
    ax: Axes,
    start: float,
    runs: list[tuple[float, float]],
    curve: tuple[Numbers, Numbers],
    look: tuple[str, str],
    lane: tuple[int, int],
) -> list[Any]:
    """Draws the window of a copy: a band, the part of the curve in the band, and a dot at `start`. Returns
    the artists.

    The argument `look` is the name and the colour of the copy. The argument `lane` is the index of the copy's
    band and the number of bands.
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
    """The value of the curve at a time; at a jump, the value after the jump."""
    known = np.flatnonzero(~np.isnan(value))
    after = int(np.searchsorted(local[known], time - 1e-9))
    after = min(after, len(known) - 1)
    before = max(after - 1, 0)
    if known[after] - known[before] > 1:  # the curve has a gap between the two samples
        return float(value[known[after]])
    return float(np.interp(time, local[known[[before, after]]], value[known[[before, after]]]))


def _jumps(steps: Numbers) -> npt.NDArray[np.intp]:
    """The intervals whose difference is too large for a slope."""
    usual = float(np.median(np.abs(steps[steps != 0]))) if steps.any() else 0.0
    return np.flatnonzero(np.abs(steps) > max(_JUMP * usual, 1e-12))


# Lines of time maps


def _map_line(ax: Axes, times: Numbers, local: Numbers, color: str, label: str, copies: int) -> None:
    steps = np.diff(local)
    jumps = _jumps(steps)
    held = np.concatenate([[False], np.abs(steps) <= 1e-9 * max(1.0, float(np.abs(local).max()))])
    across, up = np.insert(times, jumps + 1, np.nan), np.insert(local, jumps + 1, np.nan)
    flat = np.insert(held, jumps + 1, False)
    # The interval before a flat part of the curve belongs to the flat part, so that neighbouring parts touch.
    joined = flat | np.concatenate([flat[1:], [False]])
    width = 2.2 if copies <= 8 else 1.4
    ax.plot(across, np.where(flat & ~np.isnan(up), np.nan, up), color=color, linewidth=width, label=label)
    if flat.any():
        ax.plot(across, np.where(joined, up, np.nan), color=color, linewidth=width, linestyle=(0, (2, 1.4)))
    for jump in jumps:
        ax.plot(times[jump : jump + 2], local[jump : jump + 2], color=color, linewidth=1, linestyle=":")
