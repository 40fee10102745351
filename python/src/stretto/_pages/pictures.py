"""Pictures of things for pages and notebooks. They ask objects for what these can do, and import no class."""

from __future__ import annotations

import base64
import importlib.util
import io
import math
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt
from PIL import Image as Pillow

from stretto._ffi import ffi, handle
from stretto._ffi import signatures as c
from stretto._ffi.signatures import LayerKind
from stretto._pictures import png
from stretto.errors import LoadError

from .player import Player

if TYPE_CHECKING:
    from stretto.image import Image
    from stretto.layer import Layer
    from stretto.movie import Movie
    from stretto.scene import Scene

#: Bundle of IPython's: data by MIME type, and metadata for each.
Bundle: TypeAlias = tuple[dict[str, Any], dict[str, Any]]
#: A PNG and its size on the page; None for what is closed or paints nothing.
Still: TypeAlias = tuple[bytes, dict[str, int]] | None
#: Pixels a point, so that a picture is sharp on any screen, and the longest side of a picture in pixels.
_SHARP, _LONGEST = 2.0, 1600
#: How far around a layer its picture is looked for, in points; and the space left around it.
_AROUND, _MARGIN = 2000.0, 4.0
#: Search for a telling frame of a scene that begins with nothing: number of frames, pixels of their longest
#: side, the latest second, and seconds after all has begun if nothing repeats.
_LOOKS, _COARSE, _LATEST, _UNKNOWN = 25, 200.0, 600.0, 10.0


def _scene(width: float, height: float) -> Scene:
    made: Scene = handle.adopt(ffi.new(c.ScenePointer, ffi.lib.stretto_scene_create, width, height))
    return made


def of_scene(scene: Scene) -> Still:
    """A frame with two pixels a point, and its size on the page in points: that at time 0, or where there is
    nothing in it the first that shows much of what is to come.
    """
    if scene.closed:
        return None
    scale = _scale(*scene.size)
    pixels = scene.render(0, scale=scale)
    if _painted(pixels, scene) == 0:
        time = _telling_time(scene)
        pixels = pixels if time is None else scene.render(time, scale=scale)
    return png.encoded(pixels), _on_page(*scene.size, scale)


def _painted(pixels: npt.NDArray[np.uint8], scene: Scene) -> float:
    """Share of a frame that is not the background, 0...1."""
    bare = type(scene)(1, 1, scene.background).render(0)
    return float((pixels != bare).any(axis=2).mean())


def _telling_time(scene: Scene) -> float | None:
    """The first of some moments, over all that comes, in which most of what is ever painted is to be seen;
    None if nothing is.
    """
    report = scene.loop_report()
    end = report.steady_from + (report.duration if report.duration is not None else _UNKNOWN)
    moments = [float(at) for at in np.linspace(0, min(end or 1.0, _LATEST), _LOOKS)]
    coarse = min(1.0, _COARSE / max(scene.size))
    painted = [_painted(scene.render(time, scale=coarse), scene) for time in moments]
    enough = max(painted) / 2
    return next((time for time, share in zip(moments, painted, strict=True) if share >= enough > 0), None)


def first_frame(movie: Movie) -> Still:
    """The first frame."""
    if movie.scene.closed:
        return None
    return png.encoded(movie[0]), _on_page(*movie.scene.size, movie.scale)


def of_image(image: Image) -> Still:
    """The pixels; fewer of them if they are very many."""
    if image.closed:
        return None
    picture = Pillow.fromarray(image.to_array())
    picture.thumbnail((_LONGEST, _LONGEST))
    return png.encoded(np.asarray(picture)), {"width": picture.width, "height": picture.height}


def of_layer(layer: Layer) -> Still:
    """A layer with what is below it, at time 0, cut to what is painted.

    It is seen through a portal, so that it stays where it is in its tree.
    """
    if layer.closed:
        return None
    scene, portal = _scene(2 * _AROUND, 2 * _AROUND), handle.layer(LayerKind.PORTAL)
    portal.source_layer, portal.position = layer, (_AROUND, _AROUND)
    scene.add_sublayer(portal)
    coarse = 0.25
    painted = np.argwhere(scene.render(0, scale=coarse)[..., 3])
    if not len(painted):
        return None
    top, left = painted.min(axis=0) / coarse - _MARGIN
    bottom, right = (painted.max(axis=0) + 1) / coarse + _MARGIN
    cut = _scene(right - left, bottom - top)
    portal.position = (_AROUND - left, _AROUND - top)
    cut.add_sublayer(portal)
    return of_scene(cut)


def of_movie(movie: Movie, widget: Callable[[], Any]) -> Bundle:
    """The engine playing the clip; without it a sheet of frames, or the first frame and the reason."""
    if movie.scene.closed:
        return {"text/plain": repr(movie)}, {}
    if hasattr(movie.scene, "to_bytes"):
        found = live(widget, movie.to_html)
        if found is not None:
            return with_text(movie, found)
    return {"text/plain": repr(movie), "text/html": Player(movie)._repr_html_()}, {}


def img(data: bytes, words: str, scale: float) -> str:
    """A PNG as HTML, shown with `scale` points for each of its pixels."""
    with Pillow.open(io.BytesIO(data)) as picture:
        width, height = (round(side * scale) for side in picture.size)
    text = base64.b64encode(data).decode("ascii")
    return f'<img alt="{words}" width="{width}" height="{height}" src="data:image/png;base64,{text}">'


def with_text(shown: object, found: Bundle) -> Bundle:
    """What notebooks display, with the repr."""
    data, about = found
    return {**data, "text/plain": repr(shown)}, about


def live(widget: Callable[[], Any], page: Callable[[], str]) -> Bundle | None:
    """A widget, which shares the engine with all others of a notebook; without anywidget or a kernel a piece
    of HTML of its own; None where there is no engine for pages.
    """
    try:
        if _has_kernel():
            found: Bundle | None = widget()._repr_mimebundle_()
            if found is not None:
                return found
        return {"text/html": page()}, {}
    except LoadError:
        return None


def _has_kernel() -> bool:
    """Whether this is a notebook's kernel in which widgets can be made."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return hasattr(shell, "kernel") and importlib.util.find_spec("anywidget") is not None


def _scale(width: float, height: float) -> float:
    return min(_SHARP, _LONGEST / max(width, height))


def _on_page(width: float, height: float, scale: float) -> dict[str, int]:
    """The size of a picture on the page, smaller than its points where its pixels do not suffice."""
    factor = min(1.0, scale)
    return {"width": max(1, math.ceil(width * factor)), "height": max(1, math.ceil(height * factor))}
