"""A clip as a piece of a page: one sprite sheet and a little script that plays, steps and scrubs."""

from __future__ import annotations

import base64
import html
import importlib.resources
import io
import json
import math
import os
import pathlib
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image as Pillow

from .errors import LimitError, WriteError

if TYPE_CHECKING:
    from .movie import Movie

#: How large a player in a notebook may be, in bytes of the page, unless its user says more.
LIMIT = 16_000_000
#: What every browser takes: the side of one picture, and its pixels.
_MOST_SIDE, _MOST_PIXELS = 16_384, 2**27
#: So many frames tell how well the others pack; a clip this many times over the limit is not drawn in full.
_PROBES, _HOPELESS = 3, 2.0


def asset(name: str) -> str:
    """The text of a script or style sheet of this package."""
    return (
        importlib.resources.files(__package__).joinpath("assets").joinpath(name).read_text(encoding="utf-8")
    )


class Player:
    """A player of a clip, for a notebook and for pages: it plays, steps and scrubs without anything else.

    It shows itself in a notebook, stays when the notebook is exported to HTML, and needs no network: the
    frames are one PNG inside the page, and so is the script. `limit` is how many bytes of the page it may
    take; a larger clip shows its first frame and says so.
    """

    def __init__(self, movie: Movie, *, limit: int = LIMIT, autoplay: bool = True) -> None:
        self.movie, self.limit, self.autoplay = movie, limit, autoplay

    def html(self) -> str:
        """The player as a piece of HTML, with its style and script; several fit on one page.

        Raises `LimitError` if it would be larger than the limit.
        """
        movie = self.movie
        width, height = movie.scene.pixel_size(movie.scale)
        columns = _columns(len(movie), width, height)
        sheet = self._sheet(columns, width, height)
        clip = {
            "frames": len(movie), "fps": movie.fps, "duration": movie.duration, "start": movie.start,
            "width": width, "height": height, "columns": columns, "autoplay": self.autoplay,
        }  # fmt: skip
        across, down = width / movie.scale, height / movie.scale
        return (
            f'<div class="stretto-player" data-clip="{html.escape(json.dumps(clip))}">'
            f"<style>{asset('player.css')}</style>"
            f'<div class="stretto-view" style="width:{across:g}px;aspect-ratio:{across:g}/{down:g}">'
            f'<img alt="the frames of the clip" style="width:{across * columns:g}px" src="{sheet}"></div>'
            '<p class="stretto-note">The first frame. Playing needs JavaScript: trust this notebook.</p>'
            f"</div><script>{asset('player.js')}{asset('page.js')}</script>"
        )

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a page of its own, for a browser or a static host. Errors as in `html`, and `WriteError`."""
        page = (
            '<!doctype html><html lang="en"><meta charset="utf-8"><title>Stretto</title>'
            '<meta name="viewport" content="width=device-width">'
            '<meta name="color-scheme" content="light dark">'
            f'<body style="margin:2em">{self.html()}</body></html>'
        )
        try:
            pathlib.Path(path).write_text(page, encoding="utf-8")
        except OSError as error:
            raise WriteError(f"{os.fspath(path)} cannot be written: {error.strerror or error}") from error

    def _sheet(self, columns: int, width: int, height: int) -> str:
        movie = self.movie
        rows = math.ceil(len(movie) / columns)
        if max(columns * width, rows * height) > _MOST_SIDE or columns * width * rows * height > _MOST_PIXELS:
            raise LimitError(f"{_size(movie, width, height)} are more than browsers hold in one picture")
        probes = sorted({round(float(at)) for at in np.linspace(0, len(movie) - 1, _PROBES)})
        guess = sum(len(_png(movie[index])) for index in probes) / len(probes) * len(movie) * 4 / 3
        if guess > _HOPELESS * self.limit:
            raise LimitError(self._too_large(guess, width, height))
        sheet = np.zeros((rows * height, columns * width, 4), np.uint8)
        for index in range(len(movie)):
            top, left = index // columns * height, index % columns * width
            sheet[top : top + height, left : left + width] = movie[index]
        encoded = base64.b64encode(_png(sheet)).decode("ascii")
        if len(encoded) > self.limit:
            raise LimitError(self._too_large(len(encoded), width, height))
        return "data:image/png;base64," + encoded

    def _too_large(self, size: float, width: int, height: int) -> str:
        wanted = math.ceil(size * 1.1 / 1e6)
        return (
            f"{_size(self.movie, width, height)} would take about {size / 1e6:.2g} MB of the page, above the "
            f"limit of {self.limit / 1e6:g} MB. Raise it with movie.player(limit={wanted}_000_000)"
        )

    def _still(self, reason: str) -> str:
        """What stands in the place of a clip that is too large."""
        picture = base64.b64encode(_png(self.movie[0])).decode("ascii")
        width, _ = self.movie.scene.size
        return (
            f'<div><img alt="the first frame" style="width:{width:g}px;max-width:100%" '
            f'src="data:image/png;base64,{picture}">'
            '<p style="border-left:4px solid #d55e00;padding:.3em .8em">'
            f"<b>Only the first frame is shown.</b> {html.escape(reason)}, choose a smaller "
            "<code>scale</code> or <code>fps</code>, save it with <code>movie.save</code>, or scrub the "
            "scene with <code>ScenePlayer(scene)</code> of <code>stretto.widget</code>.</p></div>"
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


def _columns(frames: int, width: int, height: int) -> int:
    """How many frames stand in a row so that the sheet is about as wide as it is high."""
    return max(1, min(frames, round(math.sqrt(frames * height / width)), _MOST_SIDE // width))


def _png(pixels: np.typing.NDArray[np.uint8]) -> bytes:
    file = io.BytesIO()
    Pillow.fromarray(pixels).save(file, "png")
    return file.getvalue()
