"""Pictures and players in notebooks: importing this module registers them."""

from __future__ import annotations

import importlib.util
import math
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image as Pillow

from stretto._border._lazy import from_above
from stretto._pictures import _png
from stretto.errors import LoadError
from stretto.image import Image
from stretto.layer import Layer, ShapeLayer
from stretto.movie import Movie
from stretto.path import Path
from stretto.plot import Explorer
from stretto.portal import PortalLayer
from stretto.scene import Scene
from stretto.transform import Transform3D

from ._player import Player
from ._shown import Bundle, Still, bundle, still

#: Pixels a point, so that a picture is sharp on any screen, and the longest side of a picture in pixels.
_SHARP, _LONGEST = 2.0, 1600
#: How far around a layer its picture is looked for, in points; and the space left around it.
_AROUND, _MARGIN = 2000.0, 4.0
#: Search for a telling frame of a scene that begins with nothing: number of frames, pixels of their longest
#: side, the latest second, and seconds after all has begun if nothing repeats.
_LOOKS, _COARSE, _LATEST, _UNKNOWN = 25, 200.0, 600.0, 10.0


@still.register
def scene_png(scene: Scene) -> Still:
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
    return _png.encoded(pixels), _on_page(*scene.size, scale)


def _painted(pixels: npt.NDArray[np.uint8], scene: Scene) -> float:
    """Share of a frame that is not the background, 0...1."""
    bare = Scene(1, 1, scene.background).render(0)
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


@still.register
def movie_png(movie: Movie) -> Still:
    """The first frame."""
    if movie.scene.closed:
        return None
    return _png.encoded(movie[0]), _on_page(*movie.scene.size, movie.scale)


@still.register
def image_png(image: Image) -> Still:
    """The pixels; fewer of them if they are very many."""
    if image.closed:
        return None
    picture = Pillow.fromarray(image.to_array())
    picture.thumbnail((_LONGEST, _LONGEST))
    return _png.encoded(np.asarray(picture)), {"width": picture.width, "height": picture.height}


@still.register
def layer_png(layer: Layer) -> Still:
    """A layer with what is below it, at time 0, cut to what is painted.

    It is seen through a portal, so that it stays where it is in its tree.
    """
    if layer.closed:
        return None
    scene = Scene(2 * _AROUND, 2 * _AROUND)
    portal = PortalLayer(source_layer=layer, position=(_AROUND, _AROUND))
    scene.add_sublayer(portal)
    coarse = 0.25
    painted = np.argwhere(scene.render(0, scale=coarse)[..., 3])
    if not len(painted):
        return None
    top, left = painted.min(axis=0) / coarse - _MARGIN
    bottom, right = (painted.max(axis=0) + 1) / coarse + _MARGIN
    cut = Scene(right - left, bottom - top)
    portal.position = (_AROUND - left, _AROUND - top)
    cut.add_sublayer(portal)
    return scene_png(cut)


@still.register
def path_png(path: Path) -> Still:
    """The outline, with a faint filling."""
    numbers = [values for _, values in path.elements()]
    points = np.array([value for values in numbers for value in values]).reshape(-1, 2)
    if not len(points):
        return None
    first, last = points.min(axis=0), points.max(axis=0)
    # Small outlines are shown larger and large ones smaller; the line is as wide on the page in each.
    side = float(max(last - first)) or 1.0
    zoom = min(max(side, 160.0), 600.0) / side
    room = 4 / zoom
    shape = ShapeLayer(path=path, fill_color="#0072b226", stroke_color="#0072b2", line_width=2 / zoom)
    width, height = last - first + 2 * room
    scene = Scene(max(width, room), max(height, room))
    shape.position = (room - first[0], room - first[1])
    scene.add_sublayer(shape)
    scale = _SHARP * zoom
    return _png.encoded(scene.render(0, scale=scale)), _on_page(width * zoom, height * zoom, _SHARP)


@bundle.register
def movie_bundle(movie: Movie) -> Bundle:
    """The engine playing the clip; without it a sheet of frames, or the first frame and the reason."""
    if movie.scene.closed:
        return {"text/plain": repr(movie)}, {}
    if isinstance(movie.scene, Scene):
        live = _live(lambda: from_above("widgets").LiveClip(movie), lambda: movie.to_html())
        if live is not None:
            return _with_text(movie, live)
    return {"text/plain": repr(movie), "text/html": Player(movie)._repr_html_()}, {}


@bundle.register
def explorer_bundle(explorer: Explorer) -> Bundle:
    """The explorer at work; text where this installation has no engine for pages."""
    return _with_text(explorer, _live(explorer.live, explorer.to_html) or ({}, {}))


def _with_text(shown: object, live: Bundle) -> Bundle:
    data, about = live
    return {**data, "text/plain": repr(shown)}, about


def _live(widget: Callable[[], Any], page: Callable[[], str]) -> Bundle | None:
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


@bundle.register
def transform_bundle(transform: Transform3D) -> Bundle:
    """The matrix as a table and as LaTeX."""
    rows = [[_short(value) for value in row] for row in np.asarray(transform)]
    cells = "".join(
        "<tr>" + "".join(f'<td style="text-align:right">{value}</td>' for value in row) + "</tr>"
        for row in rows
    )
    latex = r" \\ ".join(" & ".join(row) for row in rows)
    return {
        "text/plain": repr(transform),
        "text/html": f"<table><caption>Transform3D</caption><tbody>{cells}</tbody></table>",
        "text/latex": rf"$\begin{{bmatrix}} {latex} \end{{bmatrix}}$",
    }, {}


def _short(value: float) -> str:
    """Six digits at most, and no minus before a zero."""
    return f"{0.0 if abs(value) < 1e-12 else value:.6g}"


def _scale(width: float, height: float) -> float:
    return min(_SHARP, _LONGEST / max(width, height))


def _on_page(width: float, height: float, scale: float) -> dict[str, int]:
    """The size of a picture on the page, smaller than its points where its pixels do not suffice."""
    factor = min(1.0, scale)
    return {"width": max(1, math.ceil(width * factor)), "height": max(1, math.ceil(height * factor))}
