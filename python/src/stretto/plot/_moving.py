"""A clip of the picture and its graph, side by side."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from stretto._lazy import load
from stretto._numbers import number
from stretto.layer import Layer
from stretto.movie import Movie
from stretto.scene import Scene

from . import _copies, _style, _time
from ._axes import Axes

_DPI = 100
#: The least height of a graph in pixels, and its width beside its height.
_LEAST_HEIGHT, _PROPORTION = 240, 1.7


def animate_graph(
    path: str | os.PathLike[str] | None,
    layer: Layer,
    key_path: str,
    *,
    scene: Scene,
    duration: float,
    fps: float = 20,
    start: float = 0,
    window: float = 1,
    scale: float = 1,
    span: tuple[float, float] | None = None,
    instances: Iterable[Iterable[int]] | None = None,
    **save_options: Any,
) -> Movie:
    """Writes a clip of the scene with `time_windows` beside it, whose windows move with the picture.

    The graph has one curve and a window of a colour for every copy. `path`, its ending and `save_options`
    are as in `Movie.save`; None writes nothing. The movie is returned. `scale` is pixels a point of the
    scene; the graph is as high as the scene, at least 240 pixels.
    """
    _copies.checked(scene)
    stop = number(start, "start") + number(duration, "duration")
    copies = None if instances is None else _copies.named(instances)
    ends = [
        _time.windows(layer, scene=scene, time=time, window=window, instances=copies)
        for time in (start, stop)
    ]
    graph = _Graph(layer, key_path, scene, window, _time.ends_of(ends[0] + ends[1], span), ends[0])
    both = _SideBySide(scene, graph, _LEAST_HEIGHT / number(scale, "scale"))
    movie = Movie(both, duration=duration, fps=fps, start=start, scale=scale)
    if path is not None:
        movie.save(path, **save_options)
    return movie


class _Graph:
    """The graph as pixels, at any time and height."""

    def __init__(
        self,
        layer: Layer,
        key_path: str,
        scene: Scene,
        window: float,
        span: tuple[float, float],
        shown: list[_time.Window],
    ) -> None:
        self._layer, self._key_path, self._scene = layer, key_path, scene
        self._window, self._span, self._copies = window, span, [item.instance for item in shown]

    def draw(self, time: float, width: int, height: int) -> npt.NDArray[np.uint8]:
        canvas_of, figure_of = load("matplotlib.backends.backend_agg"), load("matplotlib.figure")
        # A small graph is a large one reduced: its letters stay in proportion.
        dpi = min(_DPI, _DPI * height / _LEAST_HEIGHT)
        figure = figure_of.Figure(
            figsize=((width + 0.01) / dpi, (height + 0.01) / dpi), dpi=dpi, layout="constrained"
        )
        canvas = canvas_of.FigureCanvasAgg(figure)
        ax: Axes = figure.add_subplot()
        _time.time_windows(
            self._layer, self._key_path, scene=self._scene, time=time, window=self._window, span=self._span,
            instances=self._copies, ax=ax,
        )  # fmt: skip
        ax.set_title(f"{time:.2f} s", fontsize=10, color=_style.INK)
        canvas.draw()
        pixels = canvas.buffer_rgba()
        return np.array(pixels, np.uint8)


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
