"""The explorer of time: a live scene with an interactive graph of its time windows."""

from __future__ import annotations

import html
import importlib
import io
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from stretto._ffi.numbers import instance_of, number, whole
from stretto._pages import page, pictures
from stretto.animation import Animation, AnimationGroup, PropertyAnimation
from stretto.errors import Error, InvalidArgument, MissingPackageError
from stretto.layer import CopiedLayer, Layer
from stretto.scene import Scene
from stretto.text import GlyphLayer

from . import _copies, _time

if TYPE_CHECKING:
    from stretto._pages.widget import LiveExplorer
else:
    LiveExplorer = (
        Any  # stands for the class at run time, because the module of the widget imports this module
    )


class Explorer:
    """A live scene with the graph of the time windows of one layer, as `explorer` returns it.

    The explorer shows itself in a notebook, without a kernel, and can be saved as a page. Without the engine
    for pages, the explorer shows the graph as a still.
    """

    def __init__(
        self, layer: Layer, scene: Scene, key_path: str, time: float, window: float | None, component: int
    ) -> None:
        shown, length = _time._windows(layer, None, scene, time, window)
        first, last = _time.ends_of(shown, None, _time._repeats(layer, scene, shown, time))
        self._layer, self._scene, self._replicator = layer, scene, _copies.replicator(layer)
        self._key_path, self._time, self._window = key_path, time, window
        self._attributes: Mapping[str, object] = {
            "layer": _route(layer, scene), "key-path": key_path, "component": component, "window": length,
            "from": first, "to": last, "at": time,
        }  # fmt: skip

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> Any:
        return pictures.with_text(self, pictures.live(self.live, self.to_html) or self._still())

    def _still(self) -> pictures.Bundle:
        """The graph at the first time, for an installation without the engine for pages."""
        words = (
            "<p>A still: the live graph needs the engine for pages, which wheels contain. From source, run "
            "<code>make web</code> and install again.</p>"
        )
        try:
            if self._key_path:
                axes = _time.time_windows(
                    self._layer, self._key_path, self._scene, time=self._time, window=self._window
                )
            else:
                axes = cast("Any", np.asarray(_time.time_map(self._layer, self._scene, time=self._time)))
        except MissingPackageError as error:
            return {"text/html": f"<p>{html.escape(str(error))}</p>{words}"}, {}
        figure, file = axes.flat[0].figure, io.BytesIO()
        figure.savefig(file, format="png", dpi=144, bbox_inches="tight")
        importlib.import_module("matplotlib.pyplot").close(figure)
        return {"text/html": pictures.img(file.getvalue(), "the graph of windows of time", 0.5) + words}, {}

    def to_html(self) -> str:
        """Returns HTML that contains everything it needs, about 2 MB with the engine.

        Raises:
            LoadError: If this installation has no engine for pages.
        """
        return page.of_explorer(self._scene, self._attributes)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a page that contains everything it needs. The file is replaced atomically.

        Args:
            path: Path of the page.

        Raises:
            LoadError: As in `to_html`.
            WriteError: If the file cannot be written.
        """
        page.write(self.to_html(), path)

    def live(self) -> LiveExplorer:
        """Returns a widget for notebooks (extra `notebook`), whose `time` and `delay` you can set and
        observe.

        Raises:
            MissingPackageError: Without anywidget.
            LoadError: If this installation has no engine for pages.
        """
        delay = 0.0 if self._replicator is None else self._replicator.instance_delay
        from stretto._pages.widget import LiveExplorer

        return LiveExplorer(self._scene, self._attributes, time=self._time, delay=delay)

    def __repr__(self) -> str:
        return f"<Explorer of {self._layer!r}>"


def explorer(
    layer: Layer,
    scene: Scene,
    key_path: str | None = None,
    *,
    time: float = 0,
    window: float | None = None,
    component: int = 0,
) -> Explorer:
    """Returns a live scene with the graph of its time windows: a curve, and a lane for each copy of a layer.

    Dragging the lane of the first copy changes the time. Dragging the lane of another copy changes the delay
    of the nearest replicator. Picture, graph and numbers change during the drag. A delay near 0, or near the
    delay that spreads the copies evenly over the loop, snaps to that delay unless Alt is pressed. The arrow
    keys and the keys `0` and `-` also change time and delay, and Escape restores the first time and delay.

    The explorer draws no figure of matplotlib. The explorer shows itself in a notebook, and
    `save("explorer.html")` writes a page.

    Args:
        layer: As in `windows`; at most 24 copies have a lane.
        scene: The scene of the layer.
        key_path: The property of the curve. The default is that of the layer's first animation; without one
            there is no curve.
        time: Seconds of the scene that are shown first.
        window: Seconds of the scene that a lane shows. The default is the delay between two copies.
        component: Index of the number of a point, rectangle or colour.

    Raises:
        InvalidArgument: For a layer that is not in the scene, or has no visible copy at that time.
    """
    instance_of(Layer, layer)
    instance_of(Scene, scene)
    time, component = number(time, "time"), whole(component, "component")
    chosen = _first_key_path(layer, component) if key_path is None else key_path
    if key_path is not None:
        _time.at_component(layer._sample(key_path, time, time, 1, ()), key_path, component)
    length = None if window is None else number(window, "window")
    return Explorer(layer, scene, chosen, time, length, component)


def _first_key_path(layer: Layer, component: int) -> str:
    """The key path of the first animation whose values are numbers; "" if there is none."""
    for animation in _single(layer.animations.values()):
        key_path = animation.key_path
        try:
            if key_path is not None:
                _time.at_component(layer._sample(key_path, 0, 0, 1, ()), key_path, component)
                return key_path
        except Error:  # the value is a path or a picture
            continue
    return ""


def _single(animations: Iterable[Animation]) -> Iterator[PropertyAnimation]:
    for animation in animations:
        if isinstance(animation, AnimationGroup):
            yield from _single(animation.animations)
        elif isinstance(animation, PropertyAnimation):
            yield animation


def _route(layer: Layer, scene: Scene) -> str:
    """The path from the root to a layer in the notation of `<stretto-explorer>`: "/0/2/mask"."""
    steps: list[str] = []
    below = layer
    while below != scene.root:
        above = below.superlayer
        if above is None:
            raise InvalidArgument(f"{layer!r} is not in the scene")
        steps.append(_step(above, below))
        below = above
    return "/" + "/".join(reversed(steps))


def _step(above: Layer, below: Layer) -> str:
    """The last part of the path to a layer: the index of a sublayer, or a word."""
    if isinstance(below, GlyphLayer):
        return "glyph"
    if below in above.sublayers:
        return str(above.sublayers.index(below))
    masks = [mask for mask in above.instance_masks if mask] if isinstance(above, CopiedLayer) else []
    return f"instanceMask{masks.index(below)}" if below in masks else "mask"
