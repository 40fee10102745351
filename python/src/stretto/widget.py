"""A player with a live kernel behind it, for scenes of any length (`pip install 'stretto[notebook]'`).

    from stretto.widget import ScenePlayer

    ScenePlayer(scene, duration=600, layer=hand, key_path="transform.rotation.z")

Frames are drawn when they are looked at, so that nothing is drawn ahead and no clip is too long. A click
asks which copy is painted there. With a layer and a key path the graph of its windows of time is drawn below
and moves with the picture.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
from PIL import Image as Pillow

from . import _page, plot
from ._numbers import number
from ._player import asset
from ._shown import Still
from .errors import Error, InvalidArgument
from .layer import Layer
from .movie import Movie
from .plot import _style, _time
from .scene import Scene

try:
    import anywidget
    import ipywidgets
    import traitlets
except ImportError as error:
    raise ImportError("stretto.widget needs anywidget: pip install 'stretto[notebook]'") from error

#: The length of what can be scrubbed, in seconds, for a scene that has no loop.
_DURATION = 10.0
#: Points of the graph's curve.
_POINTS = 401


class ScenePlayer(anywidget.AnyWidget):
    """Scrubs, steps and plays a scene.

    `duration` in seconds from `start` can be reached with the slider; None takes the scene's loop, or ten
    seconds. `scale` is pixels a point. `time` is the moment shown: read it, set it, or observe it. `hit` is
    what the last click found, a `Hit` or None. `layer` with `key_path` adds the graph of `window` seconds
    for each copy (`instances`, or those that can be seen).
    """

    time = traitlets.Float(0.0, help="The moment that is shown, in seconds of the scene.")
    hit = traitlets.Any(None, allow_none=True, help="What is painted where the last click was.")

    _clip = traitlets.Dict().tag(sync=True)
    _still = traitlets.Bytes().tag(sync=True)
    _graph = traitlets.Dict().tag(sync=True)
    _esm = asset("player.js") + asset("widget.js")
    _css = asset("player.css")

    def __init__(
        self,
        scene: Scene,
        *,
        duration: float | None = None,
        fps: float = 30,
        start: float = 0,
        scale: float = 2,
        layer: Layer | None = None,
        key_path: str | None = None,
        window: float = 1,
        instances: Iterable[Iterable[int]] | None = None,
    ) -> None:
        if (layer is None) != (key_path is None):
            raise InvalidArgument("the graph needs both, a layer and a key_path")
        length = _loop(scene) if duration is None else number(duration, "duration")
        self._scene, self._movie = scene, Movie(scene, duration=length, fps=fps, start=start, scale=scale)
        self._layer, self._window = layer, number(window, "window")
        self._copies: list[tuple[int, ...]] = []
        width, height = scene.size
        super().__init__(
            time=self._movie.start,
            _still=self._png(self._movie.start),
            _clip={
                "frames": len(self._movie), "fps": self._movie.fps, "duration": self._movie.duration,
                "start": self._movie.start, "width": width, "height": height,
            },
            _graph={} if layer is None or key_path is None else self._curve(layer, key_path, instances),
        )  # fmt: skip
        self.on_msg(self._answer)
        self.observe(lambda change: self._show(), "time")

    @property
    def index(self) -> int:
        """The number of the frame that is shown."""
        at = (self.time - self._movie.start) * self._movie.fps
        return min(max(0, round(at)), len(self._movie) - 1)

    def _curve(
        self, layer: Layer, key_path: str, instances: Iterable[Iterable[int]] | None
    ) -> dict[str, Any]:
        """The curve of the first copy over all windows of the clip."""
        movie, scene = self._movie, self._scene
        first = plot.windows(layer, scene=scene, time=movie.start, window=self._window, instances=instances)
        self._copies = [item.instance for item in first]
        last = plot.windows(
            layer, time=movie.start + movie.duration, window=self._window, instances=self._copies
        )
        span = _time.ends_of(first + last, None)
        across, up = _time.curve_of(layer, key_path, first[0], (movie.start, self._window), span, 0)
        step = max(1, len(across) // _POINTS)
        keep = np.zeros(len(across), bool)
        keep[::step] = True
        keep |= np.isnan(up)  # the gaps
        return {
            "name": key_path,
            "span": list(span),
            "across": across[keep].tolist(),
            "up": [None if math.isnan(value) else value for value in up[keep].tolist()],
        }

    def _windows(self) -> list[dict[str, Any]]:
        """Where each copy is now, and its value there, read off the curve."""
        if self._layer is None:
            return []
        graph = self._graph
        known = [(x, y) for x, y in zip(graph["across"], graph["up"], strict=True) if y is not None]
        across, up = zip(*known, strict=True)
        shown = plot.windows(self._layer, time=self.time, window=self._window, instances=self._copies)
        return [
            {
                "name": _style.name_copy(item.instance),
                "start": item.start,
                "stop": item.stop,
                "value": float(np.interp(item.start, across, up)),
                "color": _style.color(position),
            }
            for position, item in enumerate(shown)
        ]

    def _answer(self, _widget: object, message: Any, _buffers: object) -> None:
        """A question of the page. What it says is checked: it may come from anywhere."""
        try:
            kind, index = message["kind"], int(message["index"])
            moment = self._movie.time(min(max(0, index), len(self._movie) - 1))
            if kind == "frame" and moment == self.time:
                self._show()
            elif kind == "frame":
                self.time = moment
            elif kind == "hit":
                self._find(float(message["x"]), float(message["y"]), moment)
        except (Error, KeyError, TypeError, ValueError, OverflowError) as error:
            self.send({"kind": "failed", "text": f"{type(error).__name__}: {error}"})

    def _show(self) -> None:
        message = {"kind": "frame", "index": self.index, "windows": self._windows()}
        self.send(message, buffers=[self._png(self.time)])

    def _png(self, moment: float) -> bytes:
        file = io.BytesIO()
        pixels = self._movie.scene.render(moment, scale=self._movie.scale)
        Pillow.fromarray(pixels).save(file, "png", compress_level=1)
        return file.getvalue()

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """The player; a still for places that know no widgets."""
        found = super()._repr_mimebundle_(**options)
        if found is None:
            return None
        data, about = found
        return {**data, "image/png": self._still}, about

    def _find(self, x: float, y: float, moment: float) -> None:
        self.hit = self._scene.hit_test(x, y, moment)
        if self.hit is None:
            self.send({"kind": "hit", "text": f"nothing at ({x:.0f}, {y:.0f})", "name": None})
            return
        layer, index = self.hit.layer, self.hit.instance
        name = _style.name_copy(index)
        local = layer.local_time(moment, index)
        about = layer.name or type(layer).__name__
        self.send({"kind": "hit", "text": f"{about}, {name}, at {local:.2f} s of its own time", "name": name})


class _Engine(anywidget.AnyWidget):
    """The engine's script, which all widgets of a notebook share."""

    _esm = "export default {};"
    _text = traitlets.Unicode().tag(sync=True)


_engines: list[_Engine] = []


def _shared_engine() -> _Engine:
    """The one of this process. It is made again when the script is another one, or when it was closed."""
    text = _page.engine()
    if not _engines or _engines[0].comm is None or _engines[0]._text != text:
        _engines[:] = [_Engine(_text=text)]
    return _engines[0]


class _Live(anywidget.AnyWidget):
    """An element of the engine's in a notebook's page."""

    time = traitlets.Float(0.0, help="The moment that is shown, in seconds of the scene.").tag(sync=True)
    speed = traitlets.Float(1.0, help="Seconds of the scene in a second.").tag(sync=True)
    playing = traitlets.Bool(False, help="Whether it plays.").tag(sync=True)
    hover = traitlets.Dict(None, allow_none=True, help="What lies under the pointer.").tag(sync=True)

    _document = traitlets.Bytes().tag(sync=True)
    _element = traitlets.Unicode("stretto-scene").tag(sync=True)
    _attributes = traitlets.Dict().tag(sync=True)
    _engine = traitlets.Instance(_Engine).tag(sync=True, **ipywidgets.widget_serialization)
    _esm = asset("live.js")

    def __init__(self, scene: Scene, attributes: Mapping[str, object], **values: Any) -> None:
        self._scene = scene
        # Attributes without a value are there all the same.
        words = {name: "" if value is None else str(value) for name, value in attributes.items()}
        super().__init__(_document=_page.packed(scene), _attributes=words, _engine=_shared_engine(), **values)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """The player; a still for places that know no widgets."""
        found = super()._repr_mimebundle_(**options)
        if found is None:
            return None
        data, about = found
        still = self._still()
        return ({**data, "image/png": still[0]} if still else data), about

    def _still(self) -> Still:
        return None if self._scene.closed else self._scene._repr_png_()


class LiveClip(_Live):
    """The seconds of a movie, which a notebook's page plays by itself: what a `Movie` shows itself with.

    The scene stays as it was when this was made.
    """

    def __init__(self, movie: Movie) -> None:
        self._movie = movie
        super().__init__(_page.scene_of(movie), _page.clip(movie), time=movie.start, playing=True)

    def _still(self) -> Still:
        return None if self._scene.closed else self._movie._repr_png_()


class LiveScene(_Live):
    """A scene that a notebook's page plays by itself: `scene.live()`.

    The document and the engine go to the page once, the engine for all widgets together. `time` is the
    moment shown, in seconds: set it, or observe it; while it plays it follows a few times a second. `speed`
    is seconds of the scene in a second; `playing` starts and stops; `state` is the state that the scene was
    last set to from here. `hover` is a dict of `layer` (its name), `instance`, `local_time` and `point`, or
    None.
    """

    state = traitlets.Unicode("", help="The state that the scene was last set to.").tag(sync=True)
    #: Values whose change has the document sent again, if the scene has changed.
    _asking = ("time", "state", "speed", "playing")

    def __init__(self, scene: Scene, *, controls: bool = True, autoplay: bool = False) -> None:
        attributes = {"inspect": None, "controls": None} if controls else {}
        self._begin(scene, attributes, playing=autoplay)

    def _begin(self, scene: Scene, attributes: Mapping[str, object], **values: Any) -> None:
        # Closed even where it is not made to its end.
        self._cells: Callable[[], None] = lambda: None
        self._digest = scene.digest()
        _Live.__init__(self, scene, attributes, **values)
        self.observe(lambda change: self.refresh(), list(self._asking))
        self._cells = _after_cells(self.refresh)

    def refresh(self) -> None:
        """Sends the scene to the page again, if it has changed."""
        if self._scene.closed or self.comm is None:
            return
        digest = self._scene.digest()
        if digest != self._digest:
            self._digest, self._document = digest, _page.packed(self._scene)

    def close(self) -> None:
        """Takes the player out of the page. Closing twice does nothing."""
        self._cells()
        super().close()


class LiveExplorer(LiveScene):
    """The explorer of time in a notebook: `st.plot.explorer(layer, scene).live()`.

    `time`, `speed`, `playing` and `hover` are as in `LiveScene`. `delay` is the delay that the page shows, in
    seconds: it follows what is dragged, and setting it moves picture and graph. The scene itself stays as it
    is: `row.instance_delay = explorer.delay` takes it over.
    """

    delay = traitlets.Float(0.0, help="Seconds that each copy is later than the one before.").tag(sync=True)

    def __init__(self, scene: Scene, attributes: Mapping[str, object], *, time: float, delay: float) -> None:
        self._begin(scene, attributes, _element="stretto-explorer", time=time, delay=delay)


def _after_cells(call: Callable[[], None]) -> Callable[[], None]:
    """Has a function called whenever a cell has run; gives what ends that."""
    try:
        from IPython import get_ipython
    except ImportError:
        return lambda: None
    shell = get_ipython()
    if shell is None:
        return lambda: None

    def after(*_given: object) -> None:
        call()

    shell.events.register("post_run_cell", after)
    registered = [after]

    def end() -> None:
        while registered:
            shell.events.unregister("post_run_cell", registered.pop())

    return end


def _loop(scene: Scene) -> float:
    return scene.loop_duration() or _DURATION
