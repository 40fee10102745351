"""Gantt view of animations: when they begin, run, repeat and hold."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from stretto._ffi.numbers import number, shown
from stretto.animation import Animation
from stretto.errors import InvalidArgument
from stretto.layer import Layer
from stretto.scene import Scene
from stretto.text import TextLayer

from . import _style
from ._axes import Axes
from ._phases import Bar, Phases, Span, bars_of, bars_of_scene
from ._phases import spans as spans_of

#: More cycles than this in one bar are not drawn apart.
_MOST_CYCLES = 200
#: Copies beyond this many in one row are left out, evenly.
_MOST_COPIES = 60
#: Rows beyond this many are counted in a last one.
_MOST_ROWS = 100


def timeline(
    animations: Scene | Layer | Mapping[str, Animation] | Sequence[Animation] | Animation,
    *,
    start: float = 0,
    stop: float | None = None,
    ax: Axes | None = None,
) -> Axes:
    """A bar an animation, over the layer's time: solid where it is active, a lighter piece for every way back
    of an autoreverse, a line between cycles, hatched where its value is held by a fill.

    `animations` is a layer, which shows its own; or one, a list, or names with animations. Those of a group
    stand below it, in its time. An animation without end runs out of the picture. Without `stop` all that
    ends fits in. What a `Timeline` wrote for the copies of a layer, such as the letters of a text, shares a
    row, in which the copies lie below each other, at most 60 of them; so does what copies have under one key.
    Rows beyond 100 are left out, and counted.

    Of a `Scene`, such as one that was opened, it draws the states that it is in, the animations of all its
    layers, and those of the transitions that its changes of state play, over the scene's time.
    """
    spans: list[Span] = []
    if isinstance(animations, Scene):
        rows, spans = bars_of_scene(animations), spans_of(animations)
    else:
        rows = bars_of(_named(animations.animations if isinstance(animations, Layer) else animations))
    if not rows and len(spans) < 2:
        inside = "; those of its letters are drawn by timeline(text.glyph)"
        raise InvalidArgument(
            f"there are no animations to draw{inside if isinstance(animations, TextLayer) else ''}"
        )
    start = number(start, "start")
    stop = (
        _stop([item for row in rows for item in row.phases], start, spans)
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
    if len(spans) > 1 or (spans and spans[0].state):
        _states(ax, spans, (start, stop))
        ax.set_yticks(range(-1, len(names)), ["state", *names], parse_math=False)
        ax.set_ylim(len(names) - 0.45, -1.55)
    else:
        ax.set_yticks(range(len(names)), names, parse_math=False)
        ax.set_ylim(len(names) - 0.45, -0.55)
    ax.set_xlim(start, stop)
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)
    ax.set_xlabel(f"the {'scene' if spans else 'layer'}'s time (s)", fontsize=9, color=_style.INK)
    return ax


def _named(
    animations: Mapping[str, Animation] | Sequence[Animation] | Animation,
) -> list[tuple[str | None, Animation]]:
    if isinstance(animations, Animation):
        animations = [animations]
    given: object = animations
    if not isinstance(given, (Mapping, Sequence)):
        found = f"{type(given).__name__} {shown(given)}"
        step = "; the steps of a timeline are in its scene" if hasattr(given, "from_to") else ""
        raise TypeError(f"timeline takes a scene, a layer or animations, not {found}{step}")
    named: list[tuple[str | None, Animation]] = (
        list(animations.items())
        if isinstance(animations, Mapping)
        else [(None, animation) for animation in animations]
    )
    for _, animation in named:
        if not isinstance(animation, Animation):
            raise TypeError(f"timeline takes animations, not {type(animation).__name__} {shown(animation)}")
    return named


def _states(ax: Axes, spans: Sequence[Span], window: tuple[float, float]) -> None:
    """A band above the bars, with the name of the state in each part of it."""
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
    """The latest finite end, or a few cycles of what has none, with a little room."""
    ends = [
        item.end if math.isfinite(item.end) else item.begin + 3 * (item.cycle if item.cycle < 1e9 else 1)
        for item in found
    ]
    ends += [1.5 * span.begin for span in spans] + [start]
    return start + max(1.08 * (max(ends) - start), 1e-3)


def _row(ax: Axes, position: int, row: Bar, span: tuple[float, float], color: str) -> None:
    """Draws a bar, or one bar below the other for copies."""
    height, count = 0.62 if row.depth == 0 else 0.42, min(len(row.phases), _MOST_COPIES)
    for slot in range(count):
        item = row.phases[slot * len(row.phases) // count]
        place = position + height * ((slot + 0.5) / count - 0.5)
        _bar(ax, place, item, span, color, height / count)
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
    if end - item.begin < 0.003 * (stop - start):  # a jump: a bar of its own would not be seen
        ax.plot([item.begin] * 2, [row - height / 2, row + height / 2], color=color, linewidth=1.6, zorder=3)
    _cycles(ax, row, item, end, height)


def _cycles(ax: Axes, row: float, item: Phases, end: float, height: float) -> None:
    """The lines between cycles, and the ways back."""
    if not math.isfinite(item.cycle) or (end - item.begin) / item.cycle > _MOST_CYCLES:
        return
    number_of = math.ceil((end - item.begin) / item.cycle - 1e-9)
    for index in range(number_of):
        left, right = item.begin + index * item.cycle, min(item.begin + (index + 1) * item.cycle, end)
        if item.autoreverses and index % 2:
            ax.barh(row, right - left, left=left, height=height, color="white", alpha=0.45, zorder=4)
        elif index:
            ax.plot(
                [left, left], [row - height / 2, row + height / 2], color="white", linewidth=1.6, zorder=5
            )
