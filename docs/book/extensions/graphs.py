"""SVG graphs of local times and of values over time. The graphs take their colours from the page (light, dark or printed).

Each graph has a text alternative: a sentence and a table of the plotted values.
"""

from __future__ import annotations

import dataclasses
import html
import math
import warnings
from collections.abc import Callable, Iterable, Sequence

import numpy as np
import numpy.typing as npt
import stretto as st
from stretto.plot import _animations, _copies, _time

Numbers = npt.NDArray[np.float64]
#: First and last scene time of a graph in seconds. None selects the range that the scene needs.
Span = tuple[float, float] | None

WIDTH, LEFT, RIGHT, TOP = 560, 58, 14, 24
CURVE, LANE, AXIS = 120, 13, 46
#: Number of characters of a bar's name that fit into a graph on a narrow page.
_SHORT = 20
#: Width in points of the graphs that the function `each` draws. Three clock pictures have this width, so that
#: each graph is below its clock.
EACH = 460
#: Largest number of copies in a graph, because a graph has 8 colours. Also the largest number of bars in a
#: timeline graph.
COLORS = 8
_MOST = 24
#: Maximal distance in points between a curve and its simplified polyline.
_NEAR = 0.3


@dataclasses.dataclass(frozen=True)
class Graph:
    """SVG graph with a text alternative: a sentence, and table rows of which the first is the header."""

    svg: str
    words: str
    table: tuple[tuple[str, ...], ...]


def windows(
    layer: st.Layer,
    key_path: str,
    scene: st.Scene,
    at: float,
    length: float | None = None,
    delays: tuple[float, float] | None = None,
    played: Span = None,
) -> Graph:
    """Returns the curve of a value over local time, with a dot and a lane for each copy.

    The dot of a copy is at the copy's current value, and the lane shows the copy's window of time. The graph has room for
    the windows at all scene times in `played`.
    """
    found = [item.index for item in scene.instances(layer, at)][:COLORS]
    shown, length = _time._windows(layer, found or None, scene, at, length)
    first, last = _time.ends_of(shown, None, _time._repeats(layer, scene, shown, at))
    if played:
        first = min(first, *(item.start + played[0] - at for item in shown))
        last = max(last, *(item.stop + played[1] - at for item in shown))
    if delays:  # leaves room for the window at each delay of the slider
        furthest = len(shown) - 1
        first, last = min(first, at - furthest * delays[1]), max(last, at - furthest * delays[0] + length)
    curves = [_time.curve_of(layer, key_path, item, (at, length), (first, last), 0) for item in shown]
    now = [_now(layer, key_path, item.instance, at) for item in shown]
    finite = [value for _, up in curves for value in up if math.isfinite(value)] + now
    frame = _Frame((first, last), _axis_range(key_path, finite), CURVE)
    parts = [*frame.axes("its own time (s)", key_path), *_before_zero(frame, len(shown))]
    distinct = curves if any(_differs(curves[0], other) for other in curves[1:]) else curves[:1]
    parts += [f'<path class="curve" d="{frame.line(*curve)}"/>' for curve in distinct]
    for k, (item, value) in enumerate(zip(shown, now, strict=True)):
        top = TOP + CURVE + AXIS + k * LANE
        left, right = frame.x(item.start), frame.x(item.stop)
        color = _color(k)
        parts.append(
            f'<rect {color} class="window" x="{_px(min(left, right))}" y="{top + 2}" '
            f'width="{_px(max(abs(right - left), 2))}" height="{LANE - 4}" rx="3"/>'
        )
        kind = "lane odd" if k % 2 else "lane"
        parts.append(f'<text class="{kind}" x="{LEFT - 8}" y="{top + LANE - 3}">{_named(item.instance)}</text>')
        parts.append(f'<line {color} class="lead" x1="{_px(left)}" x2="{_px(left)}" y1="{_px(frame.y(value))}" y2="{top + 2}"/>')
        parts.append(f'<circle {color} cx="{_px(left)}" cy="{_px(frame.y(value))}" r="5"/>')
    rows = tuple((_named(item.instance), f"{_short(item.start)} s", _short(value)) for item, value in zip(shown, now, strict=True))
    height = TOP + CURVE + AXIS + len(shown) * LANE + 4
    scale = frame.scale(at)
    scale += f' data-none="{frame.y(0):.6g}" data-one="{frame.y(1):.6g}"'
    return _graph(
        parts,
        height,
        f"One curve, {key_path} over the layer's own time. At {_short(at)} s of the scene "
        + _listed(f"copy {name} is at {start}" for name, start, _ in rows[:4])
        + ".",
        (("copy", "its own time", key_path), *rows),
        scale,
    )


def time_map(layer: st.Layer, scene: st.Scene, at: float, span: Span = None) -> Graph:
    """Returns a graph of local time over scene time, with one line for each copy."""
    found = _first(_copies.indices, layer, scene, at)
    start, stop = span or (0.0, max(_copies.seconds(layer, scene, found, 0), at * 1.1))
    lines = [layer._sample(None, start, stop, 401, index) for index in found]
    values = [float(value) for line in lines for value in line]
    frame = _Frame((start, stop), _axis_range("", values), CURVE + 40)
    parts = frame.axes("the scene's time (s)", "its own time (s)")
    times = np.linspace(start, stop, 401)
    rows = []
    for k, (index, line) in enumerate(zip(found, lines, strict=True)):
        across, up = _time._with_gaps(times, line, lambda _: True)
        parts.append(f'<path {_color(k)} class="line" d="{frame.line(across, up)}"/>')
        own = layer.local_time(at, index)
        parts.append(f'<circle {_color(k)} cx="{_px(frame.x(at))}" cy="{_px(frame.y(own))}" r="4.5"/>')
        rows.append((_named(index), f"{_short(own)} s"))
    parts.append(frame.upright(at))
    words = f"The layer's own time over the scene's. At {_short(at)} s " + _listed(
        f"copy {name} is at {own}" for name, own in rows[:4]
    )
    table = (("copy", f"own time at {_short(at)} s"), *rows)
    return _graph(parts, TOP + CURVE + 40 + AXIS, words + ".", table, frame.scale(at))


def _first(copies: Callable[..., list[tuple[int, ...]]], layer: st.Layer, scene: st.Scene, at: float) -> list[tuple[int, ...]]:
    """Returns the indices of the first copies of a layer, without the warning that further copies are left out."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        return copies(layer, scene, at, None)[:COLORS]


def values(layer: st.Layer, key_path: str, scene: st.Scene, at: float, span: Span = None) -> Graph:
    """Returns a graph of a value over scene time, with one line for each of the first copies."""
    found = _first(_time._seen, layer, scene, at)
    start, stop = span or (0.0, max(_time._seconds(layer, scene, found, 0), at))
    lines = [_time.over_time(layer, key_path, index, (start, stop), 801, 0) for index in found]
    every = [float(value) for _, up in lines for value in up if math.isfinite(value)]
    frame = _Frame((start, stop), _axis_range(key_path, every), CURVE + 30)
    parts = frame.axes("the scene's time (s)", key_path)
    rows = []
    for k, (index, line) in enumerate(zip(found, lines, strict=True)):
        parts.append(f'<path {_color(k)} class="line" d="{frame.line(*line)}"/>')
        value = _now(layer, key_path, index, at)
        parts.append(f'<circle {_color(k)} cx="{_px(frame.x(at))}" cy="{_px(frame.y(value))}" r="4.5"/>')
        rows.append((_named(index), _short(value)))
    parts.append(frame.upright(at))
    return _graph(
        parts,
        TOP + CURVE + 30 + AXIS,
        f"{key_path} over the scene's time; at {_short(at)} s it is " + _listed(value for _, value in rows[:4]) + ".",
        (("copy", f"{key_path} at {_short(at)} s"), *rows),
        frame.scale(at),
    )


def each(layer: st.Layer, key_path: str, scene: st.Scene, at: float, span: tuple[float, float]) -> Graph:
    """Returns one panel for each copy with the curve over local time, and shades the interval that the copy shows.

    The shaded interval is as long as `span`, so the local time of each copy must run at the speed of scene time.
    """
    found = _first(_copies.indices, layer, scene, at)
    own = [layer.local_time(at, index) - at for index in found]
    first, last = span[0] + min(own), span[1] + max(own)
    margin = 0.04 * (last - first)
    first, last = first - margin, last + margin
    ends = [(first - shift, last - shift) for shift in own]
    lines = [_time.over_time(layer, key_path, index, span_, 801, 0) for index, span_ in zip(found, ends, strict=True)]
    every = [float(value) for _, up in lines for value in up if math.isfinite(value)]
    column, height = EACH / len(found), 54
    axis_range = _axis_range(key_path, every)
    frames = [_Frame((first, last), axis_range, height, k * column + 9, (k + 1) * column - 9) for k in range(len(found))]
    parts, rows = [], []
    for k, (index, shift, line, frame) in enumerate(zip(found, own, lines, frames, strict=True)):
        left, right, color = frame.x(span[0] + shift), frame.x(span[1] + shift), _color(k)
        across, up = line
        value = _now(layer, key_path, index, at)
        parts.append(f'<text class="title" x="{_px(frame.left)}" y="{TOP - 9}">copy {_named(index)}</text>')
        parts.append(f'<path class="axis" d="M{_px(frame.left)} {TOP + height}H{_px(frame.right)}"/>')
        parts.append(f'<rect {color} class="shown" x="{_px(left)}" y="{TOP}" width="{_px(max(right - left, 2))}" height="{height}"/>')
        for tick in _ticks(first, last, 3):
            parts.append(f'<text class="across" x="{_px(frame.x(tick))}" y="{TOP + height + 17}">{_short(tick)}</text>')
        parts.append(f'<path class="line same" d="{frame.line(across + shift, up)}"/>')
        parts.append(f'<path class="now" d="M{_px(frame.x(at + shift))} {TOP}v{height}"/>')
        parts.append(f'<circle {color} cx="{_px(frame.x(at + shift))}" cy="{_px(frame.y(value))}" r="4.5"/>')
        rows.append((_named(index), f"{_short(span[0] + shift)} s to {_short(span[1] + shift)} s", _short(value)))
    # On a narrow page, the texts of a graph are twice as large as on a wide page.
    bottom = TOP + height + 40
    parts.append(f'<text class="title" x="9" y="{bottom}">{html.escape(key_path)}</text>')
    parts.append(f'<text class="title end" x="{EACH - 9}" y="{bottom}">its own time (s)</text>')
    left, right = (frames[0].x(time + own[0]) for time in span)
    scale = f' data-at="{at:g}" data-first="{span[0]:.6g}" data-last="{span[1]:.6g}" data-left="{left:.6g}" data-right="{right:.6g}"'
    words = f"{key_path} over the layer's own time, once for each copy; " + _listed(
        f"copy {name} shows {window}" for name, window, _ in rows[:4]
    )
    table = (("copy", "its window", f"{key_path} at {_short(at)} s"), *rows)
    return _graph(parts, bottom + 8, words + ".", table, scale, EACH)


def timeline(scene: st.Scene, at: float, span: Span = None) -> Graph:
    """Returns a graph with one bar for each animation of a scene."""
    bars = _animations.bars_of_scene(scene)[:_MOST]
    rows = [(bar.name, bar.depth, phases) for bar in bars for phases in (_together(bar.phases),)]
    ends = [phases.end for _, _, phases in rows if math.isfinite(phases.end)]
    begins = [phases.begin for _, _, phases in rows]
    cycles = [phases.begin + phases.iteration for _, _, phases in rows if math.isfinite(phases.iteration)]
    last = 1.06 * max([at, *ends, *cycles, 0.5])
    # A timeline holds the values before its first step with animations that begin long before time 0.
    first, last = span or (min([0.0, *(begin for begin in begins if begin > -last)]), last)
    rows = [row for row in rows if row[2].begin < last and row[2].end > first]
    frame = _Frame((first, last), (0, 1), len(rows) * 24)
    parts = frame.across("the scene's time (s)")
    table = []
    for k, (name, depth, phases) in enumerate(rows):
        top = TOP + k * 24
        left, right = frame.x(max(phases.begin, first)), frame.x(min(phases.end, last))
        color = _color(depth)
        parts.append(
            f'<rect {color} class="bar" x="{_px(left)}" y="{top + 2}" width="{_px(max(right - left, 2))}" height="20" rx="3"/>'
        )
        inside = left + 6 if left < 0.6 * WIDTH else left - 6
        anchor = "" if left < 0.6 * WIDTH else ' text-anchor="end"'
        parts.append(f'<text class="name" x="{_px(inside)}" y="{top + 17}"{anchor}>{_label(name)}</text>')
        end = f"{_short(phases.end)} s" if math.isfinite(phases.end) else "for ever"
        table.append((name, f"{_short(phases.begin)} s", end))
    parts.append(frame.upright(at))
    words = "When each animation plays: " + _listed(f"{name} from {begin} to {end}" for name, begin, end in table[:4])
    named = (("animation", "begins", "ends"), *table)
    return _graph(parts, TOP + len(rows) * 24 + AXIS, words + ".", named, frame.scale(at))


def _label(name: str) -> str:
    """Returns the SVG text of a bar's name. A narrow page shows only the first characters of a long name."""
    head, rest = (name, "") if len(name) <= _SHORT + 2 else (name[:_SHORT], name[_SHORT:])
    return html.escape(head) + (f'<tspan class="rest">{html.escape(rest)}</tspan><tspan class="cut">…</tspan>' if rest else "")


def _together(copies: Sequence[st.plot.Phases]) -> st.plot.Phases:
    """Returns an animation's phases from the earliest begin to the latest end of all copies."""
    begin, end = min(item.begin for item in copies), max(item.end for item in copies)
    return dataclasses.replace(copies[0], begin=begin, end=end)


# Drawing


@dataclasses.dataclass(frozen=True)
class _Frame:
    """Coordinate system of a graph, which converts times and values to coordinates in the SVG."""

    across_span: tuple[float, float]
    up_span: tuple[float, float]
    height: int
    left: float = LEFT
    right: float = WIDTH - RIGHT

    def x(self, value: float) -> float:
        first, last = self.across_span
        return self.left + (value - first) / (last - first) * (self.right - self.left)

    def y(self, value: float) -> float:
        low, high = self.up_span
        return TOP + (high - value) / (high - low) * self.height

    def scale(self, at: float) -> str:
        """Returns the SVG attributes from which scripts compute the position of a time."""
        first, last = self.across_span
        return f' data-at="{at:g}" data-first="{first:.6g}" data-last="{last:.6g}" data-left="{LEFT}" data-right="{WIDTH - RIGHT}"'

    def line(self, across: Numbers, up: Numbers) -> str:
        """Returns the SVG path through points, with a gap at each NaN and without points that do not change the line."""
        segments, segment = [], []
        for one, other in zip(across, up, strict=True):
            if math.isfinite(one) and math.isfinite(other):
                segment.append((self.x(one), self.y(other)))
            elif segment:
                segments.append(segment)
                segment = []
        segments += [segment] if segment else []
        return "".join("M" + "L".join(f"{_px(x)} {_px(y)}" for x, y in _thinned(segment)) for segment in segments)

    def axes(self, across: str, up: str) -> list[str]:
        """Returns the SVG of both axes with tick labels."""
        parts = self.across(across)
        for k, value in enumerate(_ticks(*self.up_span, 5)):
            y = _px(self.y(value))
            kind = "up odd" if k % 2 else "up"  # a narrow page hides every second label
            parts.append(f'<path class="grid" d="M{LEFT} {y}H{WIDTH - RIGHT}"/>')
            parts.append(f'<text class="{kind}" x="{LEFT - 8}" y="{_px(self.y(value) + 4)}">{_short(value)}</text>')
        parts.append(f'<text class="title" x="{LEFT}" y="{TOP - 10}">{html.escape(up)}</text>')
        return parts

    def across(self, title: str) -> list[str]:
        """Returns the SVG of the horizontal time axis."""
        bottom = TOP + self.height
        parts = [f'<path class="axis" d="M{LEFT} {bottom}H{WIDTH - RIGHT}"/>']
        for value in _ticks(*self.across_span, 7):
            x = _px(self.x(value))
            parts.append(f'<path class="axis" d="M{x} {bottom}v4"/>')
            parts.append(f'<text class="across" x="{x}" y="{bottom + 15}">{_short(value)}</text>')
        parts.append(f'<text class="title end" x="{WIDTH - RIGHT}" y="{bottom + 35}">{html.escape(title)}</text>')
        return parts

    def upright(self, time: float) -> str:
        return f'<path class="now" d="M{_px(self.x(time))} {TOP}V{TOP + self.height}"/>'


def _before_zero(frame: _Frame, lanes: int) -> list[str]:
    """Returns hatching over the times before 0, at which no animation has begun."""
    right = frame.x(0)
    if right - LEFT < 2:
        return []
    height = CURVE + AXIS + lanes * LANE
    return [f'<rect class="before" x="{LEFT}" y="{TOP}" width="{_px(right - LEFT)}" height="{height}"/>']


def _graph(
    parts: Sequence[str], height: int, words: str, table: tuple[tuple[str, ...], ...], scale: str = "", width: int = WIDTH
) -> Graph:
    svg = (
        f'<svg class="graph" style="max-width: {width}px" viewBox="0 0 {width} {height}" role="img" '
        f'aria-label="{html.escape(words, quote=True)}"{scale}>'
        f"{''.join(parts)}</svg>"
    )
    return Graph(svg, words, table)


def _now(layer: st.Layer, key_path: str, instance: tuple[int, ...], at: float) -> float:
    sample = layer._sample(key_path, at, at, 1, instance)
    return float(_time.at_component(sample, key_path, 0)[0])


def _differs(one: tuple[Numbers, Numbers], other: tuple[Numbers, Numbers]) -> bool:
    """Returns True if the curves of two copies differ by more than 5 % of the curves' value range."""
    known = [np.isfinite(curve[1]) for curve in (one, other)]
    first, last = (max(one[0][0], other[0][0]), min(one[0][-1], other[0][-1]))
    points = np.linspace(first, last, 50)
    ups = [np.interp(points, curve[0][mask], curve[1][mask]) for curve, mask in zip((one, other), known, strict=True)]
    value_range = max(float(np.ptp(ups[0])), float(np.ptp(ups[1])), 1e-9)
    return bool(np.abs(ups[0] - ups[1]).max() > 0.05 * value_range)


def _axis_range(key_path: str, found: Iterable[float]) -> tuple[float, float]:
    """Returns the value range of an axis with a margin; vertical positions increase downwards, like in the scene."""
    every = list(found)
    low, high = min(every, default=0.0), max(every, default=1.0)
    margin = 0.15 * (high - low) or 0.5
    down = key_path in ("position.y", "transform.translation.y", "bounds.origin.y")
    return (high + margin, low - margin) if down else (low - margin, high + margin)


def _ticks(one: float, other: float, most: int) -> list[float]:
    """Returns round numbers within a range for tick labels, at most `most` numbers."""
    first, last = min(one, other), max(one, other)
    step = 10.0 ** math.floor(math.log10((last - first) / most))
    step *= next(factor for factor in (1, 2, 5, 10, 20) if (last - first) / (step * factor) <= most)
    begin = math.ceil(first / step - 1e-9)
    return [k * step for k in range(begin, math.floor(last / step + 1e-9) + 1)]


def _thinned(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Simplifies a polyline with the Ramer-Douglas-Peucker algorithm."""
    keep = {0, len(points) - 1}
    stack = [(0, len(points) - 1)]
    while stack:
        first, last = stack.pop()
        if last - first < 2:
            continue
        (ax, ay), (bx, by) = points[first], points[last]
        length = math.hypot(bx - ax, by - ay) or 1.0
        off = [abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length for x, y in points[first + 1 : last]]
        worst = max(range(len(off)), key=off.__getitem__)
        if off[worst] > _NEAR:
            middle = first + 1 + worst
            keep.add(middle)
            stack += [(first, middle), (middle, last)]
    return [points[k] for k in sorted(keep)]


def _color(index: int) -> str:
    return f'data-copy="{index % COLORS}"'


def _named(instance: tuple[int, ...]) -> str:
    return ",".join(map(str, instance)) or "0"


def _px(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _short(value: float) -> str:
    return f"{0.0 if abs(value) < 1e-9 else value:.4g}"


def _listed(items: Iterable[str]) -> str:
    words = list(items)
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1] if words else ""
