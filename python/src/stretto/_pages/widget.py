"""Notebook widgets whose page draws a scene (`pip install 'stretto[notebook]'`).

`scene.live()` returns a `LiveScene`, a movie shows itself as a `LiveClip`, and `st.plot.explorer(...).live()`
returns a `LiveExplorer`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from stretto.errors import MissingPackageError

from . import page
from .pictures import Still, asset

if TYPE_CHECKING:
    from stretto.movie import Movie
    from stretto.scene import Scene

try:
    import anywidget
    import ipywidgets
    import traitlets
except ImportError as error:
    raise MissingPackageError("stretto._pages.widget", "anywidget", "notebook") from error


class _Engine(anywidget.AnyWidget):
    """The script of the engine, which all widgets of a notebook share."""

    _esm = "export default {};"
    _text = traitlets.Unicode().tag(sync=True)


_engines: list[_Engine] = []


def _shared_engine() -> _Engine:
    """Returns the engine that all widgets of this process share. The shared engine is recreated if the script
    changed or the widget was closed.
    """
    text = page.engine()
    if not _engines or _engines[0].comm is None or _engines[0]._text != text:
        _engines[:] = [_Engine(_text=text)]
    return _engines[0]


class _Live(anywidget.AnyWidget):
    """Base of widgets with an element of the engine."""

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
        # An HTML attribute without a value is present with an empty value.
        words = {name: "" if value is None else str(value) for name, value in attributes.items()}
        super().__init__(_document=page.packed(scene), _attributes=words, _engine=_shared_engine(), **values)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """The widget, with a still picture for programs that cannot show widgets."""
        found = super()._repr_mimebundle_(**options)
        if found is None:
            return None
        still = self._still()
        if still is None:
            return found
        data, about = found
        picture, size = still
        return {**data, "image/png": picture}, {**about, "image/png": size}

    def _still(self) -> Still:
        return None if self._scene.closed else self._scene._repr_png_()


class LiveClip(_Live):
    """Widget that plays the clip of a movie in the page of a notebook, without the kernel. A `Movie` shows
    itself with a LiveClip.

    Later changes of the scene have no effect on the clip.
    """

    def __init__(self, movie: Movie) -> None:
        self._movie = movie
        super().__init__(page.scene_of(movie), page.clip(movie), time=movie.start, playing=True)

    def _still(self) -> Still:
        return None if self._scene.closed else self._movie._repr_png_()


class LiveScene(_Live):
    """Widget that plays a scene in the page of a notebook, without the kernel (`scene.live()`).

    `time` is the shown time in seconds, which you can set and observe; while the scene plays, `time` changes
    a few times per second. `speed` is seconds of the scene per second. `playing` starts and stops the scene.
    `state` is the state that you last set on the widget. `hover` is None or a dict of `layer` (its name),
    `instance`, `local_time` and `point` under the pointer.
    """

    state = traitlets.Unicode("", help="The state that the scene was last set to.").tag(sync=True)
    #: Attributes of the widget whose change sends the document again if the scene has changed.
    _asking = ("time", "state", "speed", "playing")

    def __init__(self, scene: Scene, *, controls: bool = True, autoplay: bool = False) -> None:
        attributes = {"inspect": None, "controls": None} if controls else {}
        self._begin(scene, attributes, playing=autoplay)

    def _begin(self, scene: Scene, attributes: Mapping[str, object], **values: Any) -> None:
        # `close` needs the attribute `_cells` even if the constructor fails.
        self._cells: Callable[[], None] = lambda: None
        self._digest = scene.digest()
        _Live.__init__(self, scene, attributes, **values)
        self.observe(lambda change: self.refresh(), list(self._asking))
        self._cells = _after_cells(self.refresh)

    def refresh(self) -> None:
        """Sends the scene to the page again if the scene has changed."""
        if self._scene.closed or self.comm is None:
            return
        digest = self._scene.digest()
        if digest != self._digest:
            self._digest, self._document = digest, page.packed(self._scene)

    def close(self) -> None:
        """Removes the widget from the page. A second call of `close` does nothing."""
        self._cells()
        super().close()


class LiveExplorer(LiveScene):
    """The explorer of time in a notebook: `st.plot.explorer(layer, scene).live()`.

    `time`, `speed`, `playing` and `hover` are as in `LiveScene`. `delay` is the delay in the page in seconds,
    which changes while the user drags; setting `delay` changes the picture and the graph. The scene itself
    stays unchanged until you set `row.instance_delay = explorer.delay`.
    """

    delay = traitlets.Float(0.0, help="Seconds that each copy is later than the one before.").tag(sync=True)

    def __init__(self, scene: Scene, attributes: Mapping[str, object], *, time: float, delay: float) -> None:
        self._begin(scene, attributes, _element="stretto-explorer", time=time, delay=delay)


def _after_cells(call: Callable[[], None]) -> Callable[[], None]:
    """Registers a function to call after each notebook cell, and returns a function that unregisters it."""
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
