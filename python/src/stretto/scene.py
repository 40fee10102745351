"""The class of scenes. A scene is a tree of layers that can be drawn at any time."""

from __future__ import annotations

import dataclasses
import itertools
import math
import os
import time as clock
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self, cast, overload

import numpy as np
import numpy.typing as npt

from ._ffi import ffi, files, interruptible
from ._ffi import handle as _handle
from ._ffi import signatures as c
from ._ffi.lazy import lazily
from ._ffi.numbers import (
    flag,
    instance_of,
    is_series,
    number,
    point_of,
    seconds_of,
    shown,
    uint32,
    whole_in,
    wrong_type,
)
from ._model import convert
from ._model.diagnostics import INVISIBLE
from ._model.geometry import Size
from ._model.key_paths import kind_of, spelled
from ._model.words import NameSuggestions, in_python
from ._pictures import png
from .animation import Animation
from .color import RGBA, ColorLike, rgba
from .errors import Cancelled, ClosedError, InvalidArgument, LimitError, printable, warn
from .font import Font
from .font import font_folders as font_directories
from .instance import Instance
from .layer import Layer, One, Three, Two
from .transform import Transform3D

if TYPE_CHECKING:
    import pathlib

    from . import _documents, reports
    from . import movie as movies
    from ._pages.widget import LiveScene
    from ._pictures import vectors
else:
    pathlib, vectors = lazily("pathlib"), lazily("stretto._pictures.vectors")
    _documents, movies, reports = map(lazily, ("stretto._documents", "stretto.movie", "stretto.reports"))
    LiveScene = Any  # stands for the class at run time, because the module of the widget imports this module

__all__ = ["Appearance", "Scene"]

_lib = ffi.lib
#: Number of scales for which a scene remembers its size in pixels.
_MOST_SIZES = 16
#: Largest number of layers that the repr of a scene lists.
_SHOWN = 24
_BYTE = np.dtype(np.uint8)


@dataclasses.dataclass(frozen=True)
class Appearance:
    """One copy of a layer as it is shown in a frame."""

    layer: Layer
    #: Index of the copy in each replicator around the layer, outermost first.
    instance: tuple[int, ...]
    #: The local time of the copy in seconds.
    local_time: float
    #: Transform from the layer's bounds to the scene, flattened into the plane of the scene.
    transform: Transform3D
    #: Product of the colours of the replicators around the layer: straight (r, g, b, a) in 0...1.
    color: RGBA

    @property
    def copy(self) -> Instance[Layer]:
        """The copy of the layer that is shown."""
        return self.layer.instance(*self.instance)

    @property
    def index(self) -> tuple[int, ...]:
        """Old name of the attribute `instance`."""
        return self.instance


class Scene(_handle.Closable, NameSuggestions):
    """A tree of layers, `width` x `height` points large, with y growing downwards.

    A frame is a pure function of the tree and a time in seconds. You can draw any frame first, alone,
    backwards or on another thread, and always get the same bytes.

    Args:
        width: Points.
        height: Points.
        background: Colour behind the root layer. None is transparent.
        sublayers: Layers to add to the root layer.

    Raises:
        LimitError: If a frame with one pixel for each point would be too large to draw.
    """

    __slots__ = ("_calls", "_pixel_sizes", "_root", "_warned")
    _RELEASE = "stretto_scene_release"
    _root: Layer
    _warned: set[tuple[str, int, str]]
    _calls: interruptible.Calls
    #: Size in pixels by scale. A scene never changes its size in points.
    _pixel_sizes: dict[float, tuple[int, int]]

    def __init__(
        self,
        width: float,
        height: float,
        background: ColorLike | None = None,
        *,
        sublayers: Layer | Iterable[Layer] = (),
    ) -> None:
        size = number(width, "width"), number(height, "height")
        self._own(ffi.new(c.ScenePointer, _lib.stretto_scene_create, *size))
        self._adopted()
        self.pixel_size(1)
        if background is not None:
            self.background = background
        self.sublayers = sublayers

    def _hint(self, name: str) -> str:
        has = hasattr(Layer, name) and not hasattr(Scene, name)
        if has and name != "background_color":
            return f"; its root has it: scene.root.{name}"
        return super()._hint(name)

    def _adopted(self) -> None:
        root = _lib.stretto_scene_root(self._pointer)
        _lib.stretto_layer_retain(root)
        self._root = _handle.adopt(root)
        self._warned, self._pixel_sizes = set(), {}
        self._calls = interruptible.Calls()

    @classmethod
    def from_handle(cls, handle: int) -> Scene:
        """Returns the scene of a C program in this process.

        C and Python share one scene, so Python draws layers that C adds, and C draws layers that Python adds.
        Python holds its own reference to the scene, so the C program may release its reference at any time. C
        and Python must use the same libstretto. The package uses a libstretto that the process loaded before
        the package was imported.

        Args:
            handle: The pointer `stretto_scene *` as a whole number.

        Raises:
            ClosedError: If the number is no living scene of the package's libstretto. The message names the
                file of that library.
        """
        if not isinstance(handle, int) or not 0 <= handle < 1 << 64:
            raise InvalidArgument(
                f"from_handle was given {shown(handle)}; it takes the number of a stretto_scene pointer"
            )
        pointer = c.ScenePointer(handle)
        try:
            _lib.stretto_scene_retain(pointer)
        except ClosedError as error:
            raise ClosedError(
                f"from_handle was given {handle:#x}: {error}. A scene of another libstretto is none here; "
                f"this package uses {_lib._name}"
            ) from None
        scene: Scene = _handle.adopt(pointer)
        return scene

    @property
    def root(self) -> Layer:
        """The root layer, which has the size of the scene."""
        self._pointer  # noqa: B018 - a closed scene has none, and says so
        return self._root

    @property
    def size(self) -> Size:
        """Width and height in points."""
        return Size(ffi.pair("d", _lib.stretto_scene_get_size, self._pointer))

    @property
    def background(self) -> RGBA:
        """Colour behind the root layer. Set any colour, or None for transparent."""
        out = ffi.doubles([0] * 4)
        _lib.stretto_scene_get_background(self._pointer, out)
        return out[0], out[1], out[2], out[3]

    @background.setter
    def background(self, color: ColorLike | None) -> None:
        components = (0, 0, 0, 0) if color is None else rgba(color, "background")
        _lib.stretto_scene_set_background(self._pointer, *components)

    @property
    def emoji_font(self) -> Font | None:
        """Font from which texts of the scene take emoji. None selects the default font, which `Font.emoji`
        returns.
        """
        font: Font | None = _handle.new(c.FontPointer, _lib.stretto_scene_get_emoji_font, self._pointer)
        return font

    @emoji_font.setter
    def emoji_font(self, font: Font | None) -> None:
        if font is not None and not isinstance(font, Font):
            raise wrong_type("emoji_font", "a Font or None", font)
        _lib.stretto_scene_set_emoji_font(self._pointer, None if font is None else font._pointer)

    @property
    def sublayers(self) -> tuple[Layer, ...]:
        """Sublayers of the root layer, lowest first. You can set the property as `Layer.sublayers`."""
        return self.root.sublayers

    @sublayers.setter
    def sublayers(self, layers: Layer | Iterable[Layer]) -> None:
        self.root.sublayers = layers

    @overload
    def add_sublayer(self, layer: One, /) -> One: ...
    @overload
    def add_sublayer(self, layer: One, second: Two, /) -> tuple[One, Two]: ...
    @overload
    def add_sublayer(self, layer: One, second: Two, third: Three, /) -> tuple[One, Two, Three]: ...
    @overload
    def add_sublayer(self, layer: Layer, /, *more: Layer) -> tuple[Layer, ...]: ...
    def add_sublayer(self, *layers: Layer) -> Layer | tuple[Layer, ...]:
        """Adds layers on top of the root layer's other sublayers, and returns the layer, or a tuple of
        several layers.

        Raises:
            InvalidArgument: As in `Layer.add_sublayer`.
            LimitError: As in `Layer.add_sublayer`.
        """
        return self.root.add_sublayer(*layers)

    def find(self, name: str) -> Layer:
        """Returns the first layer in the scene that has a name.

        Args:
            name: The layer's `name`. The search is that of `Layer.find`, from the root layer.

        Raises:
            InvalidArgument: If no layer has the name. The message suggests the nearest name.
        """
        return self.root.find(name)

    def pixel_size(self, scale: float = 1) -> tuple[int, int]:
        """Returns the width and height of a frame in pixels: `round(points * scale)`, at least 1.

        Args:
            scale: Pixels for each point.

        Raises:
            LimitError: Above 32,768 pixels a side or 2^28 in all.
        """
        pointer, scale = self._pointer, number(scale, "scale")
        known = self._pixel_sizes.get(scale)
        if known is None:
            known = ffi.pair("u", _lib.stretto_scene_get_pixel_size, pointer, scale)
            if len(self._pixel_sizes) < _MOST_SIZES:
                self._pixel_sizes[scale] = known
        return known

    def render(
        self,
        time: float = 0,
        *,
        scale: float = 1,
        out: npt.NDArray[np.uint8] | None = None,
        premultiplied: bool = False,
        threads: int | None = None,
        timeout: float | None = None,
    ) -> npt.NDArray[np.uint8]:
        """Draws one frame and returns it as a `uint8` array of shape (height, width, 4).

        The channels are red, green, blue and alpha. The first row is the top row.

        Args:
            time: Seconds of the scene, any finite number.
            scale: Pixels for each point.
            out: An array that receives the frame and is returned, instead of a new array. The rows of `out`
                may be apart in memory.
            premultiplied: Whether colours are multiplied by alpha. Half transparent red is (127, 0, 0, 127)
                if they are, and (255, 0, 0, 127) if not.
            threads: Number of threads. The default is one for each processor. The bytes do not depend on the
                number.
            timeout: Seconds that the frame may take. None is no limit.

        Raises:
            Cancelled: After `timeout` seconds, or if another thread calls `cancel`. The array `out` then
                holds a part of the picture. Ctrl-C also ends a long frame.
            LimitError: Above 32,768 pixels a side, 2^28 pixels, or 2^22 copies.
        """
        seconds, scale = number(time, "time"), number(scale, "scale")
        width, height = self._pixel_sizes.get(scale) or self.pixel_size(scale)
        if out is None:
            out = np.empty((height, width, 4), np.uint8)
        row_size, is_premultiplied = _row_size(out, width, height), flag(premultiplied, "premultiplied")
        count = 0 if threads is None else _thread_count(threads)
        pointer, pixels, size = self._pointer, ffi.pixels(out), row_size * (height - 1) + 4 * width

        def draw(limit: float) -> None:
            options = ffi.render_options(scale, is_premultiplied, count, limit)
            ffi.render(pointer, seconds, options, pixels, row_size, size)

        self._calls.draw(draw, seconds_of(timeout))
        return out

    def render_frames(
        self,
        times: Iterable[float],
        *,
        scale: float = 1,
        premultiplied: bool = False,
        threads: int | None = None,
        timeout: float | None = None,
    ) -> Iterator[npt.NDArray[np.uint8]]:
        """Draws the frames at `times` in order, and yields each frame as a new array like that of `render`.

        Threads draw several frames at once, which is faster for small frames than `render`. The threads draw
        a few frames ahead: at most four for each thread, 20 ms of work and 32 MiB. `times` may be endless,
        and a change of the scene becomes visible some frames later.

        Args:
            times: Seconds of the scene.
            scale: As in `render`.
            premultiplied: As in `render`.
            threads: Number of threads. The default is one for each processor.
            timeout: Seconds for all frames together, from the first frame on, including the time between
                frames.

        Raises:
            Cancelled: As in `render`. `cancel` ends the frames that are being drawn.
            LimitError: As in `render`.
        """
        if not isinstance(times, Iterable):
            raise wrong_type("times", "seconds one after another", times)
        scale, is_premultiplied = number(scale, "scale"), flag(premultiplied, "premultiplied")
        (width, height), count = self.pixel_size(scale), 0 if threads is None else _thread_count(threads)
        limit, ends = seconds_of(timeout), list[float]()

        def draw(run: Sequence[float]) -> list[npt.NDArray[np.uint8]]:
            pointer, frames = self._pointer, [np.empty((height, width, 4), np.uint8) for _ in run]

            def call(limit: float) -> None:
                options = ffi.render_options(scale, is_premultiplied, count, limit)
                ffi.render_frames(pointer, run, options, frames)

            now = clock.monotonic()
            if not ends:
                ends.append(now + limit)
            left = limit and ends[0] - now
            if left < 0:
                raise Cancelled(f"the frames took more than the {limit:g} s of their timeout")
            self._calls.draw(call, left and max(0.001, left))
            return frames

        checked_times = (number(seconds, "a time") for seconds in times)
        return interruptible.in_runs(checked_times, draw, 4 * width * height, count or os.cpu_count() or 1)

    def _repr_png_(self) -> Any:
        from ._pages import pictures

        return pictures.of_scene(self)

    def cancel(self) -> None:
        """Ends the running calls of other threads that draw, save or query this scene; these calls raise
        `Cancelled`.

        `cancel` does not affect calls that begin later, and does not change the scene.
        """
        self._calls.cancel()
        _lib.stretto_scene_cancel(self._pointer)

    def save_png(
        self, path: files.Target, time: float = 0, scale: float = 1, *, compress: int = png.COMPRESS
    ) -> None:
        """Draws one frame into a PNG file, which is replaced atomically.

        Warns if the picture is empty. The `diagnostics` in the warning say why the picture is empty.

        Args:
            path: A name that ends in `.png` or has no ending, or a file that is open for writing bytes.
            time: Seconds of the scene.
            scale: Pixels for each point.
            compress: Compression level, 0 (stored) to 9 (smallest). At level 2, compression takes about as
                long as drawing.

        Raises:
            InvalidArgument: For another ending.
            WriteError: If the file cannot be written.
        """
        png.check_ending(path, ".png")
        level = png.compression(compress)
        pixels = self.render(time, scale=scale)
        files.write(path, png.encoded(pixels, compress=level))
        if png.is_plain(pixels) and (pixels[0, 0] == Scene(1, 1, self.background).render(0)).all():
            self._warn_of_nothing(is_first=number(time, "time") == 0)

    def save_svg(
        self, path: files.Target, time: float = 0, scale: float = 2, *, filters: bool = True
    ) -> None:
        """Writes one frame as an SVG file, which is a vector still for a page or a README.

        Text becomes outlines. Gradients, masks, opacity, blend modes, blurs and shadows become features of
        SVG. Conic gradients, pictures and gradients in perspective, background filters, additive particles
        and Porter-Duff operators become pictures inside the file, because SVG cannot express them.

        Args:
            path: A name that ends in `.svg` or has no ending, or a file that is open for writing bytes. The
                file is replaced atomically.
            time: Seconds of the scene.
            scale: Pixels for each point of pictures inside the file.
            filters: Whether blurs, shadows and colour filters become SVG filters. If False, they become
                pictures, for programs that do not support filters.

        Raises:
            InvalidArgument: For another ending.
            WriteError: If the file cannot be written.
            LimitError: Above 2^20 shapes (each copy counts), 2^28 bytes, or 2^26 pixels of pictures.
            Cancelled: If another thread calls `cancel`.
        """
        png.check_ending(path, ".svg")
        files.write(path, self._svg(time, scale, filters=flag(filters, "filters")))

    def to_svg(
        self,
        time: float = 0,
        scale: float = 2,
        *,
        filters: bool = True,
        animated: bool = False,
        duration: float | None = None,
        start: float | None = None,
        fps: float = 60,
        tolerance: float = 0.1,
        fallback: vectors.Fallback = "error",
        timeout: float | None = None,
    ) -> str:
        """Returns the scene as the text of an SVG file: the still of `save_svg`, or an animation.

        Args:
            time: Seconds of the scene at which the still is taken.
            scale: Pixels for each point of pictures inside the file.
            filters: Whether blurs, shadows and colour filters of a still become SVG filters.
            animated: Whether to return the animation that `save("name.svg")` writes.
            duration: Seconds of the animation, as in `save`.
            start: Seconds of the scene at which the animation begins, as in `save`.
            fps: Pictures per second for layers that SVG cannot express, as in `save`.
            tolerance: Largest error of a position in points, as in `save`.
            fallback: As in `save`.
            timeout: Seconds that the call may take. None is no limit.

        Raises:
            InvalidArgument: For an option of the animation without `animated`, and as in `save`.
            LimitError: As in `save_svg` and `save`.
            Cancelled: After `timeout` seconds, or if another thread calls `cancel`.
        """
        limit = seconds_of(timeout)
        if flag(animated, "animated"):
            chosen = vectors.options(
                duration=duration, start=start, fps=fps, tolerance=tolerance, scale=scale, fallback=fallback
            )
            return vectors.svg(self, chosen, limit).decode()
        if given := vectors.first_given(
            duration=duration, start=start, fps=fps, tolerance=tolerance, fallback=fallback
        ):
            raise InvalidArgument(f"{given} is for an animation: to_svg(animated=True)")
        return self._svg(time, scale, filters=flag(filters, "filters"), timeout=limit).decode()

    def save_pdf(self, path: files.Target, time: float = 0, scale: float = 2) -> None:
        """Writes one frame as a PDF file of one page, which is a vector still for a paper.

        One point of the scene is one point of the page. Typst (`pip install 'stretto[pdf]'`) converts a
        vector picture in SVG, without SVG filters, to the PDF file. Equal frames give the same bytes.

        Args:
            path: As in `save_svg`, with the ending `.pdf`.
            time: Seconds of the scene.
            scale: Pixels for each point of pictures inside the file.

        Raises:
            InvalidArgument: For another ending.
            WriteError: If the file cannot be written.
            LimitError: As in `save_svg`.
            MissingPackageError: If Typst is not installed.
            Cancelled: If another thread calls `cancel`.
        """
        png.check_ending(path, ".pdf")
        try:
            svg = self._svg(time, scale, filters=False)
        except LimitError as error:
            raise LimitError(str(error).replace("an SVG file has", "a PDF file has", 1)) from None
        files.write(path, vectors.pdf(svg, *self.size))

    def _svg(self, time: float, scale: float, *, filters: bool = True, timeout: float = 0) -> bytes:
        seconds, options = number(time, "time"), ffi.render_options(number(scale, "scale"), False, 0, 0)
        encode = _lib.stretto_scene_encode_svg
        return self._calls.ask(ffi.data, encode, self._pointer, seconds, options, filters, timeout=timeout)

    def _warn_of_nothing(self, is_first: bool) -> None:
        """Warns why a picture is empty. For the first frame, the warning adds that another time may show
        more, if a visible layer moves.
        """
        reasons = [found for found in self.diagnostics() if found.code in INVISIBLE]
        self._warn(reasons)
        blank = {layer for found in reasons for layer in (found.layer, *found.others)}
        moving = [entry for entry in self.loop_report().entries if entry.layer not in blank]
        if moving and is_first:
            advice = f"{moving[0].layer!r} moves: save_png(path, time) draws another time"
            warn(f"nothing is seen at 0 s, and {advice}")

    def movie(
        self,
        duration: float | movies.Timed | None = None,
        fps: float | None = None,
        start: float | None = None,
        scale: float = 1,
        *,
        diagnose: bool = True,
    ) -> movies.Movie:
        """Returns the clip of a span of time. The clip draws its frames when you save or iterate the clip.

        Without a duration the clip is one loop of the scene (`loop_report`), from the time at which the scene
        is periodic, so that the clip repeats without a seam. If the scene comes to rest, the clip lasts until
        the last motion ends, and a warning says so.

        A clip that is saved to repeat for ever (GIF, APNG, WebP without `loop`) warns of a seam if its
        duration is not a whole number of loops, or if an emitter has no `loop_duration`.

        Args:
            duration: Seconds, or a `Timeline` whose duration is used.
            fps: Frames per second. The default is 30, or the nearest rate at which the duration is a whole
                number of frames.
            start: Seconds of the scene at the first frame. The default with a duration is 0.
            scale: Pixels for each point.
            diagnose: Whether to warn with a `DiagnosticWarning` for each of the `diagnostics`, if `start` is
                before the time from which the scene is periodic, and if one loop takes more than three
                minutes.

        Raises:
            InvalidArgument: Without a duration, if the scene never repeats or never moves. The message says
                why.
        """
        if isinstance(cast(object, duration), str):
            advice = f"movie().save({shown(duration)}) writes a clip"
            raise TypeError(f"duration takes a number, not str {shown(duration)}; {advice}")
        if isinstance(duration, movies.Timed):
            duration = duration._length_in(self, flag(diagnose, "diagnose"))
        given_start, diagnose = start, flag(diagnose, "diagnose")
        report = self.loop_report() if duration is None or (diagnose and start is not None) else None
        one_loop = duration is None
        if duration is None and report is not None:
            duration = reports.clip_duration(self, report, start, fps)
            start = report.steady_from if start is None and report.duration else start
        movie = movies.Movie(
            self, duration=duration, fps=fps, start=0 if start is None else start, scale=scale
        )
        movie._diagnose = diagnose
        if diagnose:
            end = movie.start + movie.duration
            self._warn(self.diagnostics(end if end > 0 else math.inf))
            if one_loop and report is not None:
                reports.warn_of_length(self, movie, report)
            if given_start is not None and report is not None:
                reports.warn_of_start(self, movie.start, report)
        return movie

    def live(self, *, controls: bool = True, autoplay: bool = False) -> LiveScene:
        """Returns a widget that plays the scene in a notebook (extra `notebook`).

        The page draws the frames itself, so the widget plays and scrubs without a kernel, also in exported
        HTML. You can set and observe `time`, `state` and `speed` of the widget; `hover` is the layer under
        the pointer. The page shows changes of the scene after each cell, after you set `time`, `state` or
        `speed`, and after `refresh()`.

        Args:
            controls: Whether the play button and the slider are shown.
            autoplay: Whether the scene plays at once.

        Raises:
            MissingPackageError: Without anywidget.
            LoadError: If this installation has no engine for pages.
        """
        from ._pages import widget

        return widget.LiveScene(
            self, controls=flag(controls, "controls"), autoplay=flag(autoplay, "autoplay")
        )

    def instances(self, layer: Layer, time: float = 0, *, timeout: float | None = None) -> list[Appearance]:
        """Returns every copy of a layer that is shown at a time, in drawing order.

        The list leaves out hidden copies and copies below a hidden layer, and includes copies whose alpha is
        0.

        Args:
            layer: A layer of the scene.
            time: Seconds of the scene.
            timeout: Seconds that the call may take. None is no limit.

        Raises:
            InvalidArgument: If the layer is not in the scene.
            Cancelled: After `timeout` seconds.
        """
        instance_of(Layer, layer)
        return [
            Appearance(
                layer=layer,
                instance=reports.indices(found),
                local_time=found.local_time,
                transform=Transform3D._of(tuple(found.transform)),
                color=tuple(found.color),
            )
            for found in self._calls.ask(
                ffi.structs,
                c.InstanceStruct,
                _lib.stretto_scene_get_instances,
                self._pointer,
                layer._pointer,
                number(time, "time"),
                timeout=seconds_of(timeout),
            )
        ]

    @overload
    def hit_test(
        self, point: Iterable[float], /, time: float = 0, *, timeout: float | None = None
    ) -> reports.Hit | None: ...
    @overload
    def hit_test(
        self, x: float, y: float, /, time: float = 0, *, timeout: float | None = None
    ) -> reports.Hit | None: ...
    def hit_test(self, *point: Any, time: Any = None, timeout: float | None = None) -> reports.Hit | None:
        """Returns the topmost layer at a point, in any copy, or None.

        A layer is hit where it paints something itself (background, contents, fill, stroke, border,
        particles), within its masks and clips. An empty part of a layer's bounds is not hit.

        Args:
            *point: (x, y), or x and y, in points of the scene.
            time: Seconds of the scene. The default is 0.
            timeout: Seconds that the call may take. None is no limit.

        Raises:
            InvalidArgument: For a point that is not two finite numbers.
            Cancelled: After `timeout` seconds.
        """
        if time is None and len(point) == (2 if point and is_series(point[0]) else 3):
            point, time = point[:-1], point[-1]
        x, y = point_of(point, "hit_test")
        seconds = 0.0 if time is None else number(time, "time")
        return self._calls.ask(reports.hit, self._pointer, x, y, seconds, timeout=seconds_of(timeout))

    def hit_test_many(
        self, points: Iterable[Iterable[float]], time: float = 0, *, timeout: float | None = None
    ) -> list[reports.Hit | None]:
        """Returns the results of `hit_test` for many points at one time, in the order of the points.

        The method evaluates the scene only once. A thousand points take about as long as drawing three
        frames.

        Args:
            points: (x, y) of each point.
            time: Seconds of the scene.
            timeout: Seconds that the call may take. None is no limit.

        Raises:
            InvalidArgument: For a point that is not two finite numbers.
            Cancelled: After `timeout` seconds.
        """
        if not isinstance(cast(object, points), Iterable):
            raise TypeError(f"hit_test_many takes a list of points (x, y), not {shown(points)}")
        given = points if isinstance(points, np.ndarray) else list(points)
        numbers = _plain_points(given)
        if numbers is None:
            numbers = [value for point in given for value in point_of((point,), "hit_test_many")]
        return self._calls.ask(
            reports.hits, self._pointer, numbers, number(time, "time"), timeout=seconds_of(timeout)
        )

    def loop_duration(self, *, timeout: float | None = None) -> float | None:
        """Returns the seconds of the shortest clip that repeats without a seam.

        The result is 0 if nothing moves, and None if a part of the scene never repeats. `loop_report` names a
        part that never repeats, and the time from which the scene is periodic.

        Args:
            timeout: Seconds that the call may take. None is no limit.

        Raises:
            Cancelled: After `timeout` seconds.
        """
        return self.loop_report(timeout=timeout).duration

    def loop_report(self, *, timeout: float | None = None) -> reports.LoopReport:
        """Returns which parts of the scene repeat, with their periods and begins, and which parts never
        repeat.

        Args:
            timeout: Seconds that the call may take. None is no limit.

        Raises:
            Cancelled: After `timeout` seconds.
        """
        return self._calls.ask(reports.loop_report, self._pointer, timeout=seconds_of(timeout))

    def sync_report(
        self, layer: Layer, time: float = 0, *, timeout: float | None = None
    ) -> reports.SyncReport:
        """Returns which copies of a layer are in phase at a time, and how far ahead the other copies are.

        If everything in the layer repeats with one period, whole periods do not count.

        Args:
            layer: A layer of the scene.
            time: Seconds of the scene.
            timeout: Seconds that the call may take. None is no limit.

        Raises:
            InvalidArgument: If the layer is not in the scene.
            Cancelled: After `timeout` seconds.
        """
        end = clock.monotonic() + seconds_of(timeout)
        while True:
            copies = [found.instance for found in self.instances(layer, time, timeout=timeout)]
            offsets = self._calls.ask(
                ffi.numbers,
                _lib.stretto_scene_get_phase_offsets,
                self._pointer,
                layer._pointer,
                number(time, "time"),
                timeout=0 if timeout is None else max(0.001, end - clock.monotonic()),
            )
            if len(offsets) == len(copies):  # another thread may have changed the scene between the two calls
                return reports.sync_report(float(time), copies, offsets)

    def diagnostics(
        self,
        duration: float | None = None,
        *,
        vector: vectors.Format | None = None,
        timeout: float | None = None,
    ) -> list[reports.Diagnostic]:
        """Returns common mistakes that the scene contains.

        Args:
            duration: Seconds of the planned clip or vector file, for mistakes that depend on the duration.
            vector: "svg" or "lottie" adds the layers that a vector file of this format shows as pictures
                if it is written with `fallback="image"`, as diagnostics with the code "no-vector-form".
            timeout: Seconds that the call may take. None is no limit.

        Raises:
            InvalidArgument: For another format, and with `vector` for a scene that never repeats if
                `duration` is None.
            Cancelled: After `timeout` seconds.
        """
        clip = math.inf if duration is None else number(duration, "duration")
        asked = None if vector is None else vectors.question(vector, duration)
        return self._calls.ask(reports.diagnostics, self._pointer, clip, asked, timeout=seconds_of(timeout))

    def _warn(self, problems: Iterable[reports.Diagnostic]) -> None:
        """Warns of each problem once, at the user's line that asked for the clip or the picture."""
        for found in problems:
            problem = found.code, found.layer._pointer.value, found.key_path
            if problem not in self._warned:
                self._warned.add(problem)
                warn(reports.DiagnosticWarning(found))

    def _warn_of_seam(self, movie: movies.Movie) -> None:
        reports.warn_of_seam(self, movie)

    def sample(
        self,
        layer: Layer | Instance[Any],
        key_path: str | None,
        start: float,
        stop: float,
        count: int,
        instance: Iterable[int] = (),
    ) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """Returns times and animated values of a property, as two `float64` arrays.

        The times have the shape (count,), in seconds of the scene. The values have the shape (count,) for
        numbers, and (count, width) for points, rectangles, colours (4) and transforms (16).

        Args:
            layer: A layer, or a copy such as `layer.instance(3)`.
            key_path: The property, as in `presentation_value`. None samples local time.
            start: Seconds of the scene at the first sample.
            stop: Seconds of the scene at the last sample, which may be before `start`.
            count: Number of samples. A count of 1 samples `start` alone, and 0 returns empty arrays.
            instance: Indices of a copy, as in `Layer.local_time`.

        Raises:
            KeyPathError: If the property is not made of numbers.
            LimitError: For more than 2^27 numbers.
        """
        if isinstance(layer, Instance):
            instance, layer = layer._one(), layer.layer
        layer = instance_of(Layer, layer)
        start, stop, count = number(start, "start"), number(stop, "stop"), uint32(count, "count")
        values = layer._sample(key_path, start, stop, count, instance)
        return np.linspace(start, stop, count), values

    # Documents

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str],
        *,
        font_folders: Iterable[str | os.PathLike[str]] | None = None,
        memory: int | None = None,
        timeout: float | None = None,
    ) -> Self:
        """Returns the scene of a document in Core Animation's format CAML.

        A document is a `.ca` folder, a `.caml` file, a zip archive of either, or a package of several
        documents such as a `.tendies`. The documents of a package are drawn over each other and share their
        states.

        In CAML y grows upwards, so `geometry_flipped` of the root layer is set, unless exactly one of the
        bundle's index and the root says that the geometry is flipped. Images are upright, whether or not the
        geometry is flipped. The scene has the size of the document's root. Further documents of a package are
        scaled to fit the scene's size, and centred. Images, also in `data:` addresses, may be PNG, JPEG,
        WebP, GIF, TIFF or BMP. Unknown elements are kept, written back by `save` and listed in `warnings`;
        one `UserWarning` reports them.

        Documents that `save` wrote contain their fonts. If a document contains only the name of a font,
        `open` searches `font_folders` and the folders below for the family. If no folder has the family,
        Stretto Sans is used, with a warning.

        Args:
            path: The document.
            font_folders: Folders with fonts.
            memory: Bytes that the document may take, with 4 bytes for each pixel of its pictures. The default
                is 256 times the size of the file, at least 192 MiB and at most 1 GiB.
            timeout: Seconds that opening may take. None is no limit. Ctrl-C also ends the call.

        Raises:
            LoadError: If the document cannot be read.
            DocumentError: If the file is no document. The error has `path` and `line`.
            LimitError: If the document would take too much memory.
            Cancelled: After `timeout` seconds.
        """
        planes = _documents.planes(files.path_like(path))
        found: Self = _documents.opened(planes, font_directories(font_folders), memory, timeout)
        return found

    @classmethod
    def from_bytes(
        cls,
        data: bytes | bytearray | memoryview,
        *,
        font_folders: Iterable[str | os.PathLike[str]] | None = None,
        memory: int | None = None,
        timeout: float | None = None,
    ) -> Self:
        """Returns the scene of a document in memory: the result of `to_bytes`, a CAML file, or a zip archive.

        Args:
            data: The bytes.
            font_folders: As in `open`.
            memory: As in `open`.
            timeout: As in `open`.

        Raises:
            LoadError: As in `open`.
            DocumentError: As in `open`.
            LimitError: As in `open`.
            Cancelled: As in `open`.
        """
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise wrong_type("from_bytes", "bytes", data)
        data, folders = bytes(data), font_directories(font_folders)
        planes: Sequence[_documents.Document] | None = _documents.archived(data)
        found: Self = _documents.opened(planes or [_documents.Lone(data)], folders, memory, timeout)
        return found

    @classmethod
    def _from_data(cls, data: bytes) -> Self:
        # Unpickling can run any code, so a limit of memory would not protect the user.
        with ffi.limits(memory=_documents.UNLIMITED):
            pointer = ffi.new(c.ScenePointer, _lib.stretto_scene_decode, *ffi.bytes_in(data), None)
        made: Self = _handle.adopt(pointer)
        return made

    def save(
        self,
        path: str | os.PathLike[str],
        *,
        duration: float | None = None,
        start: float | None = None,
        fps: float = 60,
        tolerance: float = 0.1,
        scale: float = 2,
        fallback: vectors.Fallback = "error",
        timeout: float | None = None,
    ) -> None:
        """Writes the scene as a document, a page that plays, or a vector animation.

        The ending of the name selects the format:

        - `.caml` is one file that contains the images and fonts. Any other name is a folder, usually `.ca`,
          with `index.xml`, `main.caml` and `assets/`. Core Animation can play the file and the folder.
          Properties that Core Animation lacks are in an XML namespace of Stretto. An existing document is
          replaced.
        - `.html` is a page with controls, keys, and the layer and copy under the pointer, in one file of
          about 2 MB that needs no server and no network. The page contains emoji if the scene has an
          `emoji_font`.
        - `.svg` is an animated SVG file for a README, a wiki or a page. The file has no script, refers to
          nothing outside, and pauses for readers who prefer reduced motion. `save_svg` writes a still.
        - `.json` is a Lottie animation for apps and players, and `.lottie` a dotLottie archive of the same
          animation.

        Equal scenes always give the same bytes.

        Args:
            path: The file or folder.
            duration: Seconds of a vector animation. The default is one loop of the scene.
            start: Seconds of the scene at which a vector animation begins. The default is the time from which
                the scene is periodic.
            fps: Frames per second of a Lottie animation, and of pictures in a vector animation. The rate of a
                Lottie file differs from `fps` by at most a quarter if then all copies start at whole frames.
            tolerance: Largest error of a position in a vector animation, in points.
            scale: Pixels for each point of pictures in a vector animation.
            fallback: For a layer that a vector format cannot express: "error" raises InvalidArgument, and
                "image" writes pictures of the layer.
            timeout: Seconds that writing a document or a vector animation may take. None is no limit.

        Raises:
            WriteError: If the file cannot be written. The message names the file.
            InvalidArgument: For the ending of a picture, a clip or an archive; for an option that the format
                does not have; for a layer that a vector format cannot express; for a scene that never
                repeats, if `duration` is left out.
            LimitError: For a vector file of more than 20,000 elements or 2,000 particles of one emitter.
            LoadError: For a page, if this installation has no engine for pages.
            Cancelled: After `timeout` seconds, or if another thread calls `cancel`.
        """
        limit = seconds_of(timeout)
        if not os.fspath(files.path_like(path)):
            raise InvalidArgument("the path is empty; a folder or a file is needed")
        if vectors.is_vector(path):
            chosen = vectors.options(
                duration=duration, start=start, fps=fps, tolerance=tolerance, scale=scale, fallback=fallback
            )
            vectors.save(self, path, chosen, limit)
            return
        if given := vectors.first_given(
            duration=duration, start=start, fps=fps, tolerance=tolerance, scale=scale, fallback=fallback
        ):
            raise InvalidArgument(
                f"{given} is for .svg, .json and .lottie; {os.fspath(path)!r} is another format"
            )
        if pathlib.Path(path).suffix.lower() in (".html", ".htm"):
            from ._pages import page

            if limit:
                raise InvalidArgument(
                    f"timeout is for documents and vector animations, not for {os.fspath(path)!r}"
                )
            page.write(page.of_scene(self), path)
            return
        with files.writing(path):  # raises WriteError, for example for a name that is too long
            _documents.check_path(pathlib.Path(path))
        target = ffi.encode_path(pathlib.Path(path))
        self._calls.ask(_lib.stretto_scene_save, self._pointer, target, timeout=limit)

    def to_bytes(self) -> bytes:
        """Returns the document, with its images and fonts, as bytes. Pickle and `==` use the bytes of the
        document.

        The bytes contain the whole file of each font. Check the licence of the font before you pass the
        document on.
        """
        return self._calls.ask(ffi.data, _lib.stretto_scene_encode, self._pointer)

    def digest(self) -> str:
        """Returns the SHA-256 of the document, as 64 hexadecimal digits. Equal scenes have equal digests on
        every machine.

        If a text may show an emoji and the scene has no `emoji_font`, the digest includes the machine's emoji
        font, because pictures depend on that font.
        """
        return self._calls.ask(ffi.text, _lib.stretto_scene_get_digest, self._pointer)

    def to_swift(self) -> str:
        """Returns Swift source for UIKit and Core Animation: a function `makeScene()` that builds the layers
        with public API only.

        The source builds a `ViewReplicator` as its `construction`. Comments in the source name other features
        that Core Animation lacks, such as `instance_delays`. Pictures are loaded from the app's assets by the
        names "picture 1", "picture 2" and so on.

        Raises:
            LimitError: For more than 64 MiB of source.
        """
        return self._calls.ask(ffi.text, _lib.stretto_scene_export_source, self._pointer)

    def to_lottie(
        self,
        *,
        duration: float | None = None,
        start: float | None = None,
        fps: float = 60,
        tolerance: float = 0.1,
        scale: float = 2,
        fallback: vectors.Fallback = "error",
        timeout: float | None = None,
    ) -> str:
        """Returns the scene as a Lottie animation in JSON: the text that `save("name.json")` writes.

        Args:
            duration: Seconds of the animation, as in `save`.
            start: Seconds of the scene at which the animation begins, as in `save`.
            fps: Frames per second, as in `save`.
            tolerance: Largest error of a position in points, as in `save`.
            scale: Pixels for each point of pictures in the animation.
            fallback: As in `save`.
            timeout: Seconds that the call may take. None is no limit.

        Raises:
            InvalidArgument: As in `save`.
            LimitError: As in `save`.
            Cancelled: After `timeout` seconds, or if another thread calls `cancel`.
        """
        chosen = vectors.options(
            duration=duration, start=start, fps=fps, tolerance=tolerance, scale=scale, fallback=fallback
        )
        return vectors.lottie(self, chosen, seconds_of(timeout)).decode()

    def to_json(self, indent: int | None = 2) -> str:
        """Returns the document as JSON, for reading by people and programs.

        Each element is an object with its `element`, its attributes and its `children`. Images are left out.
        Stretto cannot read the JSON back.

        Args:
            indent: 0 to 100 spaces. None writes one line.
        """
        spaces = None if indent is None else whole_in(indent, "indent", 0, 100, "from 0 to 100 spaces")
        return _documents.as_json(self.to_bytes(), spaces)

    @property
    def warnings(self) -> list[str]:
        """Warnings about unknown parts of the opened document, each as "document:line: a sentence"."""
        count, get = _lib.stretto_scene_get_warning_count, _lib.stretto_scene_get_warning
        return [printable(text) for text in ffi.text_list(count, get, self._pointer)]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Scene) or self is other or self.closed or other.closed:
            return self is other if isinstance(other, Scene) else NotImplemented
        return self.to_bytes() == other.to_bytes()

    # Two scenes that are equal now may differ later, so a scene has no hash.
    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> Any:
        return type(self)._from_data, (self.to_bytes(),)

    def __copy__(self) -> Self:
        pointer = self._calls.ask(ffi.new, c.ScenePointer, _lib.stretto_scene_copy, self._pointer)
        made: Self = _handle.adopt(pointer, type(self))
        return made

    def __deepcopy__(self, memo: object) -> Self:
        return self.__copy__()

    def __repr__(self) -> str:
        if self.closed:
            return f"<{type(self).__name__}, closed>"
        width, height = self.size
        lines = [f"<{type(self).__name__}, {width:g} x {height:g} points>"]
        below = _descendants(self.root)
        lines += [f"{'  ' * depth}{_in_short(layer)}" for depth, layer in itertools.islice(below, _SHOWN)]
        return "\n".join([*lines, "  ..."] if next(below, None) else lines)

    # States

    @property
    def states(self) -> list[str]:
        """Names of the states: first the states of the scene, then states that only layers of an opened
        document have. The base state "" is not in the list.
        """
        count, get = _lib.stretto_scene_get_state_count, _lib.stretto_scene_get_state_name
        return list(ffi.text_list(count, get, self._pointer))

    def set_state(self, name: str, time: float = 0, *, layer: Layer | None = None) -> None:
        """Changes the state of the scene at a time and after it.

        A scene keeps a list of its changes of state in order of time. Each change sets the values of the new
        state and plays a transition by Core Animation's rules: the transition between exactly the two states,
        or else the transitions from the old state to "*" and from "*" to the new state. An animation of a
        transition without from, to and by values runs from the value on screen to the new value. The copies
        of a replicator see a change at their own, delayed time.

        A layer below the root of an opened document may have states of its own. A layer with states of its
        own changes its state with the scene if the layer has a state of the same name.

        Args:
            name: The state. "" is the base state.
            time: Seconds of the scene.
            layer: A layer that has states of its own. Only this layer then changes.

        Raises:
            InvalidArgument: If no state has the name, or the layer has no states.
            LimitError: For more than 4,096 changes.
        """
        encoded, seconds = ffi.encode(name, "name"), number(time, "time")
        if layer is None:
            _lib.stretto_scene_set_state(self._pointer, encoded, seconds)
        else:
            _lib.stretto_scene_set_layer_state(
                self._pointer, instance_of(Layer, layer)._pointer, encoded, seconds
            )

    def state(self, time: float = 0, *, layer: Layer | None = None) -> str:
        """Returns the name of the state at a time; "" is the base state.

        Args:
            time: Seconds of the scene.
            layer: A layer with states of its own. None is the whole scene.
        """
        seconds = number(time, "time")
        if layer is None:
            return ffi.text(_lib.stretto_scene_get_state, self._pointer, seconds)
        own = instance_of(Layer, layer)._pointer
        return ffi.text(_lib.stretto_scene_get_layer_state, self._pointer, own, seconds)

    def clear_states(self) -> None:
        """Removes all changes of state, so that the scene is in its base state at every time. The states
        stay.
        """
        _lib.stretto_scene_clear_states(self._pointer)

    def add_state(
        self, name: str, values: Mapping[Layer, Mapping[str, Any]], based_on: str | None = None
    ) -> None:
        """Adds a state, which is a set of values for layers.

            scene.add_state("on", {knob: {"position.x": 70}, track: {"backgroundColor": "green"}})

        Args:
            name: The name of the state.
            values: For each layer, values by key path. A state can set a layer's `speed` and `autoreverses`;
                local time then continues from its present value. A state cannot set the layer's other timing
                and `frame`.
            based_on: A state whose values the new state includes.

        Raises:
            InvalidArgument: If the name exists already, or a value is not allowed. The state is then not
                added.
            KeyPathError: If a layer has no such property.
        """
        encoded = ffi.encode(name, "name")
        base = None if based_on is None else ffi.encode(based_on, "based_on")
        _lib.stretto_scene_add_state(self._pointer, encoded, base)
        try:
            for layer, properties in convert.mapping(values, "values", "layers").items():
                self._set_in_state(encoded, layer, properties)
        except BaseException:
            _lib.stretto_scene_remove_state(self._pointer, encoded)
            raise

    def _set_in_state(self, name: bytes, layer: Layer, properties: Mapping[str, Any]) -> None:
        pointer = instance_of(Layer, layer)._pointer
        get = _lib.stretto_scene_get_layer_in_state
        target = ffi.new(c.LayerStatePointer, get, self._pointer, name, pointer)
        try:
            for key_path, value in convert.mapping(properties, "a layer", "key paths").items():
                path = spelled(key_path)
                layer._write(path, kind_of(path, layer._KINDS), value, target, name=key_path)
        finally:
            _lib.stretto_layer_state_release(target)

    def remove_state(self, name: str) -> None:
        """Removes a state, its transitions and all changes to this state.

        Args:
            name: The name of the state.
        """
        _lib.stretto_scene_remove_state(self._pointer, ffi.encode(name, "name"))

    def add_transition(
        self,
        from_state: str,
        to_state: str,
        animations: Mapping[Layer, Animation | Sequence[Animation]],
    ) -> None:
        """Sets the animations that play when the scene changes from one state to another.

            scene.add_transition("*", "on", {knob: st.BasicAnimation("position.x", duration=0.3)})

        Each animation begins at the change plus its own `begin_time`. An animation without from, to and by
        values runs from the value on screen to the new value. The call replaces a former transition between
        the two states.

        Args:
            from_state: A state, "*" for any state, "" for the base state.
            to_state: A state, "*" for any state, "" for the base state.
            animations: One or more animations for each layer.
        """
        layers: list[Layer] = []
        chosen: list[Animation] = []
        for layer, given in convert.mapping(animations, "animations", "layers").items():
            for animation in (
                [given] if isinstance(given, Animation) else convert.listed(given, "animations", "animations")
            ):
                layers.append(instance_of(Layer, layer))
                chosen.append(instance_of(Animation, animation))
        paths = [getattr(animation, "key_path", None) or "group" for animation in chosen]
        names = [path if paths.index(path) == at else f"{path}-{at}" for at, path in enumerate(paths)]
        try:
            _lib.stretto_scene_set_transition(
                self._pointer,
                ffi.encode(from_state, "from_state"),
                ffi.encode(to_state, "to_state"),
                ffi.pointers(c.LayerPointer, [layer._pointer for layer in layers]),
                ffi.pointers(c.AnimationPointer, [animation._pointer for animation in chosen]),
                ffi.texts([ffi.encode(name, "a key path") for name in names]),
                len(layers),
            )
        except InvalidArgument as error:
            raise InvalidArgument(in_python(str(error))) from None


def _descendants(layer: Layer, depth: int = 1) -> Iterator[tuple[int, Layer]]:
    yield depth, layer
    for below in layer.sublayers:
        yield from _descendants(below, depth + 1)


def _in_short(layer: Layer) -> str:
    name = f" {layer.name!r}" if layer.name else ""
    animated = f", {len(layer.animation_keys)} animations" if layer.animation_keys else ""
    return f"{type(layer).__name__}{name} ({', '.join(f'{item:g}' for item in layer.frame)}){animated}"


def _thread_count(threads: int) -> int:
    return whole_in(threads, "threads", 1, 2**32 - 1, "at least 1, or None for one for each processor")


def _row_size(out: npt.NDArray[np.uint8], width: int, height: int) -> int:
    """Distance between the rows of an array in bytes. Raises InvalidArgument if the array cannot take the
    frame.
    """
    if not isinstance(out, np.ndarray) or (out.dtype is not _BYTE and out.dtype != _BYTE):
        raise TypeError("out takes a NumPy array of uint8")
    flags = out.flags
    if flags.c_contiguous and flags.writeable and out.shape == (height, width, 4):
        return 4 * width
    if out.shape != (height, width, 4):
        raise InvalidArgument(f"out has the shape {out.shape}; the frame has {(height, width, 4)}")
    row, column, channel = out.strides
    if not out.flags.writeable or (column, channel) != (4, 1) or (height > 1 and row < 4 * width):
        raise InvalidArgument(
            "out must be writable, with the pixels of a row side by side and rows from top to bottom"
        )
    return row if height > 1 else 4 * width


_handle.register(c.ScenePointer, lambda _pointer: Scene)


def _plain_points(given: Any) -> list[float] | None:
    """All coordinates of the points, if NumPy reads the points as rows of two numbers; otherwise None."""
    try:
        array = np.array(given)
    except ValueError:
        return None
    if array.dtype.kind not in "fiu" or array.shape[1:] != (2,):
        return None
    numbers: list[float] = array.astype(float).ravel().tolist()
    return numbers
