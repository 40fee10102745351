"""A clip of the picture and its graph, side by side."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import numpy.typing as npt

from stretto._numbers import number
from stretto.layer import Layer
from stretto.movie import Movie
from stretto.scene import Scene

from . import _style, _time

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_DPI = 100


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
    stop = number(start, "start") + number(duration, "duration")
    copies = None if instances is None else [tuple(index) for index in instances]
    ends = [
        _time.windows(layer, scene=scene, time=time, window=window, instances=copies)
        for time in (start, stop)
    ]
    graph = _Graph(layer, key_path, scene, window, span or _time._span(ends[0] + ends[1]), ends[0])
    # A movie asks its scene for a few things only, and this has them.
    both = cast(Scene, _SideBySide(scene, graph))
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
        self._window, self._span, self._copies = window, span, [item.index for item in shown]

    def draw(self, time: float, width: int, height: int) -> npt.NDArray[np.uint8]:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        figure = Figure(figsize=(width / _DPI, height / _DPI), dpi=_DPI, layout="constrained")
        canvas = FigureCanvasAgg(figure)
        ax: Axes = figure.add_subplot()
        _time.time_windows(
            self._layer, self._key_path, scene=self._scene, time=time, window=self._window, span=self._span,
            instances=self._copies, ax=ax,
        )  # fmt: skip
        ax.set_title(f"{time:.2f} s", fontsize=10, color=_style.INK)
        canvas.draw()  # type: ignore[no-untyped-call]
        pixels = canvas.buffer_rgba()  # type: ignore[no-untyped-call]
        return np.array(pixels, np.uint8)


class _SideBySide:
    """What a movie needs of a scene: its sizes, its background, and a picture of a time."""

    def __init__(self, scene: Scene, graph: _Graph) -> None:
        self._scene, self._graph = scene, graph

    @property
    def size(self) -> tuple[int, int]:
        return self.pixel_size()

    @property
    def closed(self) -> bool:
        return self._scene.closed

    @property
    def background(self) -> tuple[float, float, float, float]:
        """A graph is opaque; the whole is if the scene is."""
        return self._scene.background

    def pixel_size(self, scale: float = 1) -> tuple[int, int]:
        width, height = self._scene.pixel_size(scale)
        height = max(height, 240)
        return width + self._graph_width(height), height

    def render(self, time: float, *, scale: float = 1, **options: Any) -> npt.NDArray[np.uint8]:
        picture = self._scene.render(time, scale=scale, **options)
        width, height = self.pixel_size(scale)
        sheet = np.full((height, width, 4), 255, np.uint8)
        top, across = (height - picture.shape[0]) // 2, picture.shape[1]
        sheet[top : top + picture.shape[0], :across] = picture
        sheet[:, across:] = self._graph.draw(time, width - across, height)
        return sheet

    @staticmethod
    def _graph_width(height: int) -> int:
        return round(1.7 * height)
