"""A clip of the picture and its graph, side by side."""

from __future__ import annotations

import dataclasses
import os
import threading
from typing import Any

import numpy as np
import numpy.typing as npt

from stretto._ffi.lazy import load
from stretto._ffi.numbers import number
from stretto.layer import Layer
from stretto.movie import Movie
from stretto.scene import Scene

from . import _copies, _style, _time
from ._copies import Shown

_DPI = 100
#: Least height of a graph in pixels, and the ratio of its width to its height.
_LEAST_HEIGHT, _PROPORTION = 240, 1.7


def animate_graph(
    path: str | os.PathLike[str] | None,
    layer: Shown,
    key_path: str,
    *,
    scene: Scene,
    duration: float,
    fps: float = 20,
    start: float = 0,
    window: float = 1,
    scale: float = 1,
    span: tuple[float, float] | None = None,
    **save_options: Any,
) -> Movie:
    """Writes a clip of the scene with `time_windows` beside it, whose windows move with the picture.

    The graph has one curve and a window of a colour for every copy. `path`, its ending and `save_options`
    are as in `Movie.save`; None writes nothing. The movie is returned. `scale` is pixels a point of the
    scene; the graph is as high as the scene, at least 240 pixels.
    """
    _copies.checked(scene)
    stop = number(start, "start") + number(duration, "duration")
    layer, copies = _copies.chosen(layer)
    ends = [
        _time._windows(layer, copies, scene, number(time, "time"), number(window, "window"))[0]
        for time in (start, stop)
    ]
    ends_of_clip = _time.ends_of(ends[0] + ends[1], span)
    graph = _Graph(layer, key_path, ends[0], (start, stop), window, ends_of_clip)
    both = _SideBySide(scene, graph, _LEAST_HEIGHT / number(scale, "scale"))
    movie = Movie(both, duration=duration, fps=fps, start=start, scale=scale)
    if path is not None:
        movie.save(path, **save_options)
    return movie


class _Graph:
    """The graph as pixels, at any time and height.

    What stays is drawn once for each size, and the windows over it for each frame: laying out a figure takes
    several times as long as all that moves in it.
    """

    def __init__(
        self,
        layer: Layer,
        key_path: str,
        shown: list[_time.Window],
        clip: tuple[float, float],
        window: float,
        span: tuple[float, float],
    ) -> None:
        self._layer, self._key_path, self._window, self._span = layer, key_path, window, span
        self._shown, self._clip = shown, clip
        self._sheets: dict[tuple[int, int], _Sheet] = {}
        self._lock = threading.Lock()

    def draw(self, time: float, width: int, height: int) -> npt.NDArray[np.uint8]:
        # Frames are drawn by several threads, and a figure by one.
        with self._lock:
            sheet = self._sheets.get((width, height))
            if sheet is None:
                sheet = self._sheets[width, height] = self._sheet(width, height)
            for artist in sheet.moving:
                artist.remove()
            sheet.moving = self._windows(sheet, time)
            sheet.ax.set_title(f"{time:.2f} s", fontsize=10, color=_style.INK)
            return sheet.pixels()

    def _windows(self, sheet: _Sheet, time: float) -> list[Any]:
        drawn: list[Any] = []
        count = len(self._shown)
        for position, (item, curve) in enumerate(zip(self._shown, sheet.curves, strict=True)):
            runs = _time.runs_of(self._layer, item.instance, time, self._window)
            start, lane = self._layer.local_time(time, item.instance), (position, count)
            look = "", sheet.colors[position]
            drawn += _time.highlight(sheet.ax, start, runs, curve, look, lane)
        return drawn

    def _sheet(self, width: int, height: int) -> _Sheet:
        canvas_of, figure_of = load("matplotlib.backends.backend_agg"), load("matplotlib.figure")
        # A small graph is a large one reduced: its letters stay in proportion.
        dpi = min(_DPI, _DPI * height / _LEAST_HEIGHT)
        figure = figure_of.Figure(
            figsize=((width + 0.01) / dpi, (height + 0.01) / dpi), dpi=dpi, layout="constrained"
        )
        canvas, ax = canvas_of.FigureCanvasAgg(figure), figure.add_subplot()
        first, last = self._clip
        _time.time_windows(
            [self._layer.instance(*item.instance) for item in self._shown], self._key_path, time=first,
            window=self._window, span=self._span, ax=ax,
        )  # fmt: skip
        ax.set_title(f"{first:.2f} s", fontsize=10, color=_style.INK)
        curves = [
            _time.curve_of(
                self._layer, self._key_path, item, (first, last - first + self._window), self._span, 0
            )
            for item in self._shown
        ]
        canvas.draw()
        figure.set_layout_engine("none")
        curve, *rest = ax.lines
        for artist in (*rest, *ax.patches):
            artist.remove()
        curve.set_data(*curves[0])
        for artist in (curve, ax.title):
            artist.set_animated(True)
        canvas.draw()
        ground = canvas.copy_from_bbox(figure.bbox)
        return _Sheet(ax, canvas, ground, curves, _style.colors(len(self._shown)), [])


@dataclasses.dataclass
class _Sheet:
    """A figure of one size: what stays in it as pixels, and what is drawn over that."""

    ax: Any
    canvas: Any
    ground: Any
    curves: list[tuple[_time.Numbers, _time.Numbers]]
    colors: list[str]
    moving: list[Any]

    def pixels(self) -> npt.NDArray[np.uint8]:
        self.canvas.restore_region(self.ground)
        for artist in sorted((self.ax.lines[0], *self.moving, self.ax.title), key=lambda found: found.zorder):
            self.ax.draw_artist(artist)
        return np.array(self.canvas.buffer_rgba(), np.uint8)


class _SideBySide:
    """A scene and its graph as one picture (a `Drawable`): the scene in the middle of its side, on white."""

    def __init__(self, scene: Scene, graph: _Graph, least_height: float) -> None:
        self._scene, self._graph = scene, graph
        self._height = max(scene.size[1], least_height)

    @property
    def size(self) -> tuple[float, float]:
        return self._scene.size[0] + _PROPORTION * self._height, self._height

    @property
    def closed(self) -> bool:
        return self._scene.closed

    @property
    def background(self) -> tuple[float, float, float, float]:
        """A graph is opaque; the whole is if the scene is."""
        return self._scene.background

    def pixel_size(self, scale: float = 1) -> tuple[int, int]:
        width, height = (max(1, round(side * scale)) for side in self.size)
        return width, max(height, self._scene.pixel_size(scale)[1])

    def render(self, time: float, *, scale: float = 1, threads: int | None = None) -> npt.NDArray[np.uint8]:
        picture = self._scene.render(time, scale=scale, threads=threads)
        width, height = self.pixel_size(scale)
        sheet = np.full((height, width, 4), 255, np.uint8)
        top, across = (height - picture.shape[0]) // 2, picture.shape[1]
        sheet[top : top + picture.shape[0], :across] = picture
        sheet[:, across:] = self._graph.draw(time, width - across, height)
        return sheet
