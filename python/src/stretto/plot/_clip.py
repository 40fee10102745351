"""Draws frames of a clip next to each other or over each other, and clips of a scene next to its graph."""

from __future__ import annotations

import dataclasses
import math
import os
import threading
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from stretto._clips.clip import Layout, over
from stretto._clips.drawing import Pixels
from stretto._ffi.lazy import load
from stretto._ffi.numbers import instance_of, number, positive, shown, uint32, wrong_type
from stretto._model import convert
from stretto.errors import InvalidArgument
from stretto.layer import Layer
from stretto.movie import Movie
from stretto.scene import Scene

from . import _copies, _style, _time
from ._copies import Shown
from ._style import Axes, width_of

Numbers = npt.NDArray[np.float64]
_GAP = 0.04
#: Chequered background of transparent pixels, as the side of a square in pixels and two greys.
_SQUARE, _LIGHT, _DARK = 8, 255, 232
#: Number of frames that determine the background, and width of an edge in pixels.
_LOOKS, _EDGE = 24, 2
#: Width in inches of the text below a frame, which gives the time of the frame.
_TIME = 0.5


def montage(frames: Sequence[Pixels], columns: int | None = None, gap: int = 0) -> Pixels:
    """Returns frames of one size in rows, as an RGBA array.

    Args:
        frames: The frames.
        columns: Frames in a row. None is one row.
        gap: Transparent pixels between two frames.
    """
    frames, gap = convert.listed(frames, "montage", "frames"), uint32(gap, "gap")
    if not frames:
        raise InvalidArgument("there are no frames to show")
    columns = min(len(frames), len(frames) if columns is None else positive(columns, "columns"))
    shapes = {np.shape(frame) for frame in frames}
    shape = shapes.pop()
    if shapes or len(shape) != 3 or shape[2] != 4:
        shapes.add(shape)
        raise InvalidArgument(f"montage takes frames of one shape (height, width, 4), not {shown(shapes)}")
    height, width, _ = shape
    return Layout(len(frames), (width, height), columns, gap).filled(frames)


def filmstrip(movie: Movie, count: int = 8, *, columns: int | None = None, ax: Axes | None = None) -> Axes:
    """Draws evenly spaced frames of a clip with their times, on a chequered background.

    Args:
        movie: The clip.
        count: Number of frames, including the first and the last.
        columns: Frames in a row. The default depends on the aspect ratio.
        ax: Axes to draw on. None makes a figure.

    Returns:
        The Axes.
    """
    chosen = _chosen(movie, count, "filmstrip")
    frames = [_on_squares(movie[index]) for index in chosen]
    height, width = frames[0].shape[:2]
    most = 4 if width > 1.4 * height else 8
    even = math.ceil(len(frames) / math.ceil(len(frames) / most))
    columns = even if columns is None else positive(columns, "columns")
    gap = max(1, round(_GAP * width))
    header = round(0.13 * width) + gap
    sheet = montage([np.pad(frame, ((0, header), (0, 0), (0, 0))) for frame in frames], columns, gap)
    scale = min(2.15, 8.6 / columns)
    rows = math.ceil(len(frames) / columns)
    ax = _style.one_axes(ax, (scale * columns, scale * rows * (height + header + gap) / (width + gap) + 0.1))
    ax.imshow(sheet, interpolation="antialiased")
    # Some times are omitted, so that the texts of the shown times do not touch.
    every = math.ceil(_TIME * columns / width_of(ax))
    for position, index in enumerate(chosen):
        if position % columns % every == 0:
            ax.text(
                position % columns * (width + gap) + width / 2,
                position // columns * (height + header + gap) + height + 0.75 * header,
                f"{movie.time(index):.2f} s", ha="center", va="baseline", fontsize=9, color=_style.INK,
            )  # fmt: skip
    ax.set_axis_off()
    return ax


def onion_skin(movie: Movie, count: int = 6, *, ax: Axes | None = None) -> Axes:
    """Draws evenly spaced frames of a clip over each other, earlier frames fainter, to show a movement in one
    picture.

    The background of the picture is the scene's background where a frame shows it, and elsewhere the most
    frequent colour of the clip. Pixels of a frame that differ from the background are drawn over earlier
    frames.

    Args:
        movie: The clip.
        count: Number of frames.
        ax: Axes to draw on. None makes a figure.

    Returns:
        The Axes.
    """
    chosen = _chosen(movie, count, "onion_skin")
    frames = [_premultiplied(movie[index]) for index in chosen]
    ground = _ground(movie, frames)
    picture = ground.copy()
    for position, frame in enumerate(frames, start=1):
        cover = _cover(frame, ground)
        whole = np.clip(frame + (picture - ground) * (1 - cover), 0, 255)
        picture += (0.25 + 0.75 * position / len(frames)) * (whole - picture)
    height, width = picture.shape[:2]
    picture = picture[..., :3] + _squares(height, width) * (1 - picture[..., 3:] / 255)
    ax = _style.one_axes(ax, (4.5, 4.5 * height / width + 0.35))
    ax.imshow(np.rint(picture).astype(np.uint8), interpolation="antialiased")
    ax.set_axis_off()
    ax.set_title(
        f"{movie.time(chosen[0]):.2f} s to {movie.time(chosen[-1]):.2f} s", fontsize=9, color=_style.INK
    )
    return ax


def _ground(movie: Movie, frames: list[Numbers]) -> Numbers:
    """Returns the background of a clip behind all moving objects, premultiplied."""
    more = _chosen(movie, max(_LOOKS, len(frames)), "onion_skin")
    looks = np.stack([*frames, *(_premultiplied(movie[index]) for index in more)])
    bare = _premultiplied(Scene(1, 1, getattr(movie.scene, "background", None)).render(0))
    seen = (looks == bare).all(axis=-1).any(axis=0)
    changes = (looks != looks[0]).any(axis=(0, -1))
    # Next to bare background, a changing pixel is the edge of an object that never leaves the pixel.
    is_bare = seen | (changes & (_greatest_around(seen.astype(np.float64)) > 0))
    return np.where(is_bare[..., np.newaxis], bare, np.median(looks, axis=0))


def _cover(frame: Numbers, ground: Numbers) -> Numbers:
    """Returns the coverage of each pixel by objects in front of the background. The coverage is 1 inside an
    object, and less at the edges of an object.
    """
    changed = np.abs(frame - ground).max(axis=2) / 255
    most = _greatest_around(changed)
    cover = np.divide(changed, most, out=np.zeros_like(changed), where=most > 0)
    return np.asarray(cover * np.minimum(1, 4 * most))[..., np.newaxis]


def _greatest_around(values: Numbers) -> Numbers:
    """The largest value within the width of an edge around each pixel."""
    size = 2 * _EDGE + 1
    windows = np.lib.stride_tricks.sliding_window_view(np.pad(values, _EDGE), (size, size))
    return np.asarray(windows.max(axis=(2, 3)))


def _premultiplied(frame: Pixels) -> Numbers:
    alpha = frame[..., 3:] / 255
    return np.concatenate([frame[..., :3] * alpha, frame[..., 3:]], axis=-1)


def _chosen(movie: Movie, count: int, what: str) -> list[int]:
    """Indices of `count` evenly spaced frames from the first to the last, each once."""
    given: object = movie
    if not isinstance(given, Movie):
        advice = "; scene.movie() makes one" if isinstance(given, Scene) else ""
        raise wrong_type(what, "a Movie", given, advice)
    positions = np.linspace(0, len(movie) - 1, positive(count, "count"))
    return sorted({round(float(position)) for position in positions})


def _on_squares(frame: Pixels) -> Pixels:
    """The frame on a chequered background, opaque."""
    return over(frame, _squares(*frame.shape[:2]))


def _squares(height: int, width: int) -> Numbers:
    rows, columns = np.indices((height, width)) // _SQUARE
    return np.where((rows + columns) % 2, float(_DARK), float(_LIGHT))[..., np.newaxis]


# Scene beside its graph

_DPI = 100
#: Smallest height of a graph in pixels, and ratio of its width to its height.
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
    """Writes a clip of the scene with `time_windows` beside the scene, whose windows move.

    The graph has one curve, and a window in its own colour for each copy. The graph beside the scene is as
    high as the scene, and at least 240 pixels high.

    Args:
        path: As in `Movie.save`. None writes nothing.
        layer: As in `windows`.
        key_path: The property of the curve.
        scene: The scene.
        duration: Seconds of the clip.
        fps: Frames per second.
        start: Seconds of the scene at the first frame.
        window: Seconds of a window.
        scale: Pixels for each point of the scene.
        span: (first, last) of the layer's time. The default includes all windows.
        **save_options: As in `Movie.save`.

    Returns:
        The movie.
    """
    instance_of(Scene, scene)
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
    """Draws the graph as pixels, at any time and in any size.

    The static part of the figure is drawn once for each size, and the windows for each frame, because the
    layout of a figure takes several times as long as drawing the windows.
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
        self._figures: dict[tuple[int, int], _SizedFigure] = {}
        self._lock = threading.Lock()

    def draw(self, time: float, width: int, height: int) -> npt.NDArray[np.uint8]:
        # Several threads draw frames, but a figure must be drawn by one thread.
        with self._lock:
            sized = self._figures.get((width, height))
            if sized is None:
                sized = self._figures[width, height] = self._sized_figure(width, height)
            for artist in sized.moving:
                artist.remove()
            sized.moving = self._windows(sized, time)
            sized.ax.set_title(f"{time:.2f} s", fontsize=10, color=_style.INK)
            return sized.pixels()

    def _windows(self, sized: _SizedFigure, time: float) -> list[Any]:
        drawn: list[Any] = []
        count = len(self._shown)
        for position, (item, curve) in enumerate(zip(self._shown, sized.curves, strict=True)):
            runs = _time.runs_of(self._layer, item.instance, time, self._window)
            start, lane = self._layer.local_time(time, item.instance), (position, count)
            look = "", sized.colors[position]
            drawn += _time.highlight(sized.ax, start, runs, curve, look, lane)
        return drawn

    def _sized_figure(self, width: int, height: int) -> _SizedFigure:
        canvas_of, figure_of = load("matplotlib.backends.backend_agg"), load("matplotlib.figure")
        # A small graph is a reduced large graph, so letters keep their proportion.
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
        return _SizedFigure(ax, canvas, ground, curves, _style.colors(len(self._shown)), [])


@dataclasses.dataclass
class _SizedFigure:
    """A figure of one size: pixels of its static part, and the artists that move."""

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
    """A scene beside its graph as a `Drawable`, on white."""

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
        """A graph is opaque, so the whole picture is opaque if the scene is."""
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
