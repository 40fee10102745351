"""Pictures of objects and the player of a clip, for pages and notebooks.

The functions call methods of the displayed objects, so that the module imports no class.
"""

from __future__ import annotations

import base64
import html
import importlib.resources
import importlib.util
import io
import json
import math
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt
from PIL import Image as Pillow

from stretto._clips.clip import Layout, about_square
from stretto._ffi import ffi, files, handle
from stretto._ffi import signatures as c
from stretto._ffi.signatures import LayerKind
from stretto._pictures import png
from stretto.errors import LimitError, LoadError

if TYPE_CHECKING:
    from stretto.image import Image
    from stretto.layer import Layer
    from stretto.movie import Movie
    from stretto.scene import Scene

#: A bundle of IPython: data by MIME type, and metadata.
Bundle: TypeAlias = tuple[dict[str, Any], dict[str, Any]]
#: A PNG and its size on the page; None for a closed or empty object.
Still: TypeAlias = tuple[bytes, dict[str, int]] | None
#: Pixels for each point, for sharp pictures on any screen, and the longest side of a picture in pixels.
_SHARP, _LONGEST = 2.0, 1600
#: Distance in points around a layer that its picture may cover, and margin of the picture in points.
_AROUND, _MARGIN = 2000.0, 4.0
#: Search for a representative frame of a scene that is empty at time 0: number of frames, longest side in
#: pixels, latest time in seconds, and seconds after the last begin if nothing repeats.
_LOOKS, _COARSE, _LATEST, _UNKNOWN = 25, 200.0, 600.0, 10.0
_STYLE = "body{margin:2em;font:15px/1.5 system-ui,sans-serif}"


def _scene(width: float, height: float) -> Scene:
    made: Scene = handle.new(c.ScenePointer, ffi.lib.stretto_scene_create, width, height)
    return made


def of_scene(scene: Scene) -> Still:
    """Returns a frame with two pixels for each point, and its size on the page in points.

    The frame is at time 0. If the frame at time 0 is empty, the function uses the first time that shows much
    of the scene.
    """
    if scene.closed:
        return None
    scale = min(_SHARP, _LONGEST / max(scene.size))
    pixels = scene.render(0, scale=scale)
    if _painted(pixels, scene) == 0:
        time = _telling_time(scene)
        pixels = pixels if time is None else scene.render(time, scale=scale)
    return png.encoded(pixels), _on_page(*scene.size, scale)


def _painted(pixels: npt.NDArray[np.uint8], scene: Scene) -> float:
    """Fraction of a frame that differs from the background, 0...1."""
    bare = type(scene)(1, 1, scene.background).render(0)
    return float((pixels != bare).any(axis=2).mean())


def _telling_time(scene: Scene) -> float | None:
    """The first time at which a frame shows at least half as much as the fullest frame; None for an empty
    scene.
    """
    report = scene.loop_report()
    end = report.steady_from + (report.duration if report.duration is not None else _UNKNOWN)
    times = [float(at) for at in np.linspace(0, min(end or 1.0, _LATEST), _LOOKS)]
    coarse = min(1.0, _COARSE / max(scene.size))
    painted = [_painted(scene.render(time, scale=coarse), scene) for time in times]
    enough = max(painted) / 2
    return next((time for time, fraction in zip(times, painted, strict=True) if fraction >= enough > 0), None)


def first_frame(movie: Movie) -> Still:
    """Returns the first frame of a movie."""
    if movie.scene.closed:
        return None
    return png.encoded(movie[0]), _on_page(*movie.scene.size, movie.scale)


def of_image(image: Image) -> Still:
    """Returns the pixels of an image, reduced if there are too many."""
    if image.closed:
        return None
    picture = Pillow.fromarray(image.to_array())
    picture.thumbnail((_LONGEST, _LONGEST))
    return png.encoded(np.asarray(picture)), {"width": picture.width, "height": picture.height}


def of_layer(layer: Layer) -> Still:
    """Returns a layer with its sublayers at time 0, cropped to its painted area.

    A portal shows the layer, so that the layer stays in its tree.
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
    """Returns the engine that plays the clip. If there is no engine, the result is a sheet of frames, or the
    first frame with a reason.
    """
    if movie.scene.closed:
        return {"text/plain": repr(movie)}, {}
    if hasattr(movie.scene, "to_bytes"):
        found = live(widget, movie.to_html)
        if found is not None:
            return with_text(movie, found)
    return {"text/plain": repr(movie), "text/html": Player(movie)._repr_html_()}, {}


def img(data: bytes, words: str, scale: float) -> str:
    """Returns a PNG as HTML, with `scale` points for each pixel."""
    with Pillow.open(io.BytesIO(data)) as picture:
        width, height = (round(side * scale) for side in picture.size)
    return f'<img alt="{words}" width="{width}" height="{height}" src="{address(data)}">'


def address(data: bytes) -> str:
    """Returns a PNG as a `data:` address."""
    return "data:image/png;base64," + base64.b64encode(data).decode("ascii")


def page(body: str, title: str) -> str:
    """Returns a whole page around a piece of HTML."""
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{html.escape(title)}</title>'
        '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">'
        f"<style>{_STYLE}</style><body>{body}</body></html>"
    )


def with_text(shown: object, found: Bundle) -> Bundle:
    """Adds the repr of an object to a bundle."""
    data, about = found
    return {**data, "text/plain": repr(shown)}, about


def live(widget: Callable[[], Any], page: Callable[[], str]) -> Bundle | None:
    """Returns a widget, which shares one engine with all widgets of the notebook.

    If the package anywidget or a notebook kernel is missing, the result is a piece of HTML. If there is no
    engine for web pages, the result is None.
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
    """Whether this process is a notebook kernel that supports widgets."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return hasattr(shell, "kernel") and importlib.util.find_spec("anywidget") is not None


def _on_page(width: float, height: float, scale: float) -> dict[str, int]:
    """The size of a picture on the page. A picture with few pixels is smaller than its size in points."""
    factor = min(1.0, scale)
    return {"width": max(1, math.ceil(width * factor)), "height": max(1, math.ceil(height * factor))}


# Player of a clip

#: Default limit of a player in a notebook, in bytes.
LIMIT = 16_000_000
#: Longest side, and largest number of pixels, of a picture that every browser shows.
_MOST_SIDE, _MOST_PIXELS = 16_384, 2**27
#: Number of frames that predict the size of a clip, and factor above the limit from which the clip is not
#: drawn in full.
_PROBES, _HOPELESS = 3, 2.0


def asset(name: str) -> str:
    """Returns the text of a script or style sheet of this package."""
    return importlib.resources.files("stretto").joinpath("assets").joinpath(name).read_text(encoding="utf-8")


class Player:
    """A player of a clip for notebooks and pages, with controls to play, step and scrub.

    The player shows itself in a notebook, also after export to HTML, and needs no network, because the page
    contains the script and one PNG of all frames. A clip that exceeds the size limit shows its first frame
    and a message.

    Args:
        movie: The clip.
        limit: Largest number of bytes of the player.
        autoplay: Whether the clip plays at once.
    """

    def __init__(self, movie: Movie, *, limit: int = LIMIT, autoplay: bool = True) -> None:
        self.movie, self.limit, self.autoplay = movie, limit, autoplay

    def html(self) -> str:
        """Returns the player as HTML with its style and script. A page may contain several players.

        Raises:
            LimitError: If the player would exceed its limit.
        """
        movie = self.movie
        width, height = movie.scene.pixel_size(movie.scale)
        layout = about_square(len(movie), (width, height), _MOST_SIDE)
        picture = self._picture(layout)
        clip = {
            "frames": len(movie), "fps": movie.fps, "duration": movie.duration, "start": movie.start,
            "width": width, "height": height, "columns": layout.columns, "autoplay": self.autoplay,
        }  # fmt: skip
        across, down = width / movie.scale, height / movie.scale
        return (
            f'<div class="stretto-player" data-clip="{html.escape(json.dumps(clip))}" data-sheet="{picture}">'
            f"<style>{asset('player.css')}</style>"
            f'<div class="stretto-view" style="width:{across:g}px;aspect-ratio:{across:g}/{down:g}">'
            f'<img alt="the first frame" width="{across:g}" height="{down:g}" src="{self._first()}">'
            "</div>"
            '<p class="stretto-note">The first frame. Playing needs JavaScript: trust this notebook.</p>'
            f"</div><script>{asset('player.js')}{asset('page.js')}</script>"
        )

    def save(self, path: files.Target) -> None:
        """Writes a page with the player to a path or an open binary file. The file is replaced atomically.

        Args:
            path: The path or file.

        Raises:
            LimitError: As in `html`.
            WriteError: If the file cannot be written.
        """
        files.write(path, page(self.html(), "Stretto").encode())

    def _first(self) -> str:
        """The first frame as a `data:` address, which remains if a notebook removes scripts and styles."""
        return address(png.encoded(self.movie[0]))

    def _picture(self, layout: Layout) -> str:
        """All frames in one PNG as a `data:` address."""
        movie = self.movie
        width, height = layout.frame
        if max(layout.size) > _MOST_SIDE or math.prod(layout.size) > _MOST_PIXELS:
            raise LimitError(
                f"{_size(movie, width, height)} are more pixels than browsers hold in one picture"
            )
        probes = sorted({round(float(at)) for at in np.linspace(0, len(movie) - 1, _PROBES)})
        guess = sum(len(png.encoded(movie[index])) for index in probes) / len(probes) * len(movie) * 4 / 3
        if guess > _HOPELESS * self.limit:
            raise LimitError(self._too_large(guess, width, height))
        encoded = address(png.encoded(layout.filled(movie)))
        if len(encoded) > self.limit:
            raise LimitError(self._too_large(len(encoded), width, height))
        return encoded

    def _too_large(self, size: float, width: int, height: int) -> str:
        wanted = math.ceil(size * 1.1 / 1e6)
        return (
            f"{_size(self.movie, width, height)} would take about {size / 1e6:.2g} MB of the page, above the "
            f"limit of {self.limit / 1e6:g} MB. Raise it with movie.player(limit={wanted}_000_000)"
        )

    def _still(self, reason: str) -> str:
        """The first frame and a message, for a clip above the limit."""
        width, height = self.movie.scene.size
        return (
            f'<div><img alt="the first frame" width="{width:g}" height="{height:g}" src="{self._first()}">'
            '<p style="border-left:4px solid #d55e00;padding:.3em .8em">'
            f"<b>Only the first frame is shown.</b> {html.escape(reason)}, choose a smaller "
            "<code>scale</code> or <code>fps</code>, save it with <code>movie.save</code>, or scrub the "
            "scene with <code>scene.live()</code>.</p></div>"
        )

    def _repr_html_(self) -> str:
        try:
            return self.html()
        except LimitError as error:
            return self._still(str(error))

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": self._repr_html_()}

    def __repr__(self) -> str:
        return f"<Player of {self.movie!r}>"


def _size(movie: Movie, width: int, height: int) -> str:
    return f"{len(movie)} frames of {width} x {height} pixels"
