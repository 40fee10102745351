"""A value over the scene's time."""

from __future__ import annotations

import numpy as np

from stretto._ffi.numbers import number
from stretto.errors import InvalidArgument
from stretto.layer import Layer
from stretto.scene import Scene

from . import _copies, _span, _style, _time
from ._axes import Axes
from ._copies import Copies, Shown

_SAMPLES = 1001


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
    _copies.checked(scene)
    start = number(start, "start")
    found = _seen(layer, scene, start if time is None else number(time, "time"), instances)
    stop = start + _seconds(layer, scene, found, start) if stop is None else number(stop, "stop")
    if not start < stop:
        raise InvalidArgument(f"start was given {start:g} and stop {stop:g}; stop must be the later")
    ax = _style.one_axes(ax, (6.4, 3.2))
    colors, names = _style.colors(len(found)), _copies.names(layer, found, start)
    for position, index in enumerate(found):
        across, up = _time.over_time(layer, key_path, index, (start, stop), _SAMPLES, component)
        width = 2.2 if len(found) <= 8 else 1.4
        ax.plot(across, up, color=colors[position], linewidth=width, label=names[position])
        if time is not None:
            value = _time.at_component(layer._sample(key_path, time, time, 1, index), key_path, component)
            ax.plot([time], value, "o", color=colors[position], markersize=6, zorder=4)
    if time is not None:
        ax.axvline(time, color=_style.FAINT, linewidth=1, zorder=1)
    _style.tidy(ax)
    ax.set_xlim(start, stop)
    ax.set_xlabel("the scene's time (s)", fontsize=9, color=_style.INK)
    ax.set_ylabel(key_path, fontsize=9, color=_style.INK, parse_math=False)
    if len(found) > 1:
        _style.legend(ax)
    return ax


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
    loop = _span.seconds(layer, scene, found, start)
    # A repetition is worth seeing unless the scene begins late compared to its length.
    return begun + loop if begun <= 4 * loop else loop
